// What one has set up on sheets that wait for the other side's: it lies where one put it, though nobody has acted on it yet.
import type { Board, View } from '../generated/wire'

/** Pieces that one has put somewhere, with where. Those that lie there already are not among them. */
export function putDown({ given, situation }: View): { piece: string; cell: string }[] {
  const where = new Map(situation.pieces.map((piece) => [piece.id, piece.cell]))
  return Object.entries(given).flatMap(([piece, cell]) => (where.has(piece) && where.get(piece) !== cell ? [{ piece, cell }] : []))
}

/** A display from which everything has been given a place says so. */
export function asGiven(board: Board, view: View): Board {
  const waiting = view.situation.pieces.filter((piece) => piece.board === board.name)
  const isSet = waiting.length > 0 && waiting.every((piece) => piece.id in view.given)
  return isSet ? { ...board, note: 'set up; the enemy is not told' } : board
}
