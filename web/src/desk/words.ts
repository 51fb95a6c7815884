// Small words that every part of a desk needs.
import type { PieceView, Side, Unit } from '../generated/wire'

/** A number with its sign, the minus as long as the plus. */
export function signed(value: number): string {
  return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '0'
}

/** What ships of a type are called together, by its letters, the greatest first. */
export const TYPES: Readonly<Record<string, string>> = {
  CV: 'Carriers',
  CVE: 'Escort carriers',
  BB: 'Battleships',
  BC: 'Battlecruisers',
  AC: 'Armoured ships',
  CA: 'Heavy cruisers',
  CL: 'Light cruisers',
  DD: 'Destroyers',
  TB: 'Torpedo boats',
  DE: 'Escorts',
  AA: 'Anti-aircraft ships',
  CG: 'Gunboats',
  MS: 'Minesweepers',
  ML: 'Minelayers',
  IB: 'Ice breakers',
  SS: 'Submarines',
  TA: 'Oilers',
  AO: 'Oilers',
  MT: 'Transports',
}

/** A ship of the desk as a counter. */
export function counterOf(unit: Unit, side: Side): PieceView {
  return {
    id: unit.id, board: '', cell: '', side, kind: unit.kind, label: unit.label, short: unit.short, face_down: false,
    badges: [], card: {}, nation: unit.nation, factors: [], move: '', hits: null, rings: [], ship: '',
    sheets: unit.sheet ? [unit.sheet] : [], force: '',
  }
}
