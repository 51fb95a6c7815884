// Which unit the card is about.
import type { Spot } from '../board/types'
import type { PieceView, Sheet } from '../generated/wire'
import type { Hand } from './hand.svelte'

/** What was looked at; else what was taken last, or the one unit that it is about. */
export function subjectOf(hand: Hand, pieces: ReadonlyMap<string, PieceView>, looked: Spot): PieceView | undefined {
  const taken = [...hand.items].slice(-1)
  const alone = hand.actors.size === 1 ? hand.actors : []
  const active = hand.active === null ? [] : [hand.active]
  const names = [...(hand.chosen?.names ?? []), ...hand.picks.flat(), ...active, ...taken, ...alone]
  const acting = names.map((name) => pieces.get(name)).find(Boolean)
  if (looked.piece !== undefined && pieces.has(looked.piece)) return pieces.get(looked.piece)
  const cell = looked.cell ?? names.find((name) => !pieces.has(name))
  return acting ?? [...pieces.values()].find((piece) => piece.cell === cell)
}

/** The units that lie where one does. */
export function beside(subject: PieceView | undefined, pieces: ReadonlyMap<string, PieceView>): PieceView[] {
  return subject ? [...pieces.values()].filter((piece) => piece.cell === subject.cell && piece.board === subject.board) : []
}

/** The ship data sheets about a unit, in its order. */
export function sheetsOf(piece: PieceView, sheets: readonly Sheet[]): Sheet[] {
  return piece.sheets.flatMap((name) => sheets.find((sheet) => sheet.name === name && sheet.boxes) ?? [])
}
