// Small words that every part of a desk needs.
import type { PieceView, Side, Unit } from '../generated/wire'

/** A number with its sign, the minus as long as the plus. */
export function signed(value: number): string {
  return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '0'
}

/** What ships of a kind are called together, the greatest first. */
export const KINDS: Readonly<Record<string, string>> = {
  cv: 'Carriers',
  bb: 'Battleships',
  bc: 'Battlecruisers',
  ca: 'Heavy cruisers',
  cl: 'Light cruisers',
  dd: 'Destroyers',
  tb: 'Torpedo boats',
  de: 'Escorts',
  aa: 'Anti-aircraft ships',
  ms: 'Minesweepers',
  ss: 'Submarines',
  at: 'Oilers',
  ta: 'Tankers',
  r: 'Rescue ships',
  mt: 'Transports',
}

/** A ship of the desk as a counter. */
export function counterOf(unit: Unit, side: Side): PieceView {
  return {
    id: unit.id, board: '', cell: '', side, kind: unit.kind, label: unit.label, short: unit.short, face_down: false,
    badges: [], card: {}, nation: unit.nation, factors: [], move: '', hits: null, rings: [], ship: '',
    sheets: unit.sheet ? [unit.sheet] : [],
  }
}
