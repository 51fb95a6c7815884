// Counters for what has no piece of its own: a display, or a force that waits in one.
import { GLYPHS } from '../counters/glyphs'
import type { Board, PieceView, Situation } from '../generated/wire'

/** A piece that stands for what a display holds. */
export function signOf(board: Board): PieceView | null {
  if (!board.side) return null
  return {
    id: board.name,
    board: board.name,
    cell: board.name,
    side: board.side,
    kind: board.sign,
    label: board.title,
    short: '',
    face_down: !GLYPHS.has(board.sign),
    badges: [],
    card: {},
    nation: '',
    factors: [],
    move: '',
    hits: null,
    rings: [],
    ship: '',
    sheets: [], force: '',
  }
}

/** The sign of the display in which a force waits that has no piece itself, with the stripe of who waits there. */
export function waitingSign(situation: Situation, cell: string): PieceView | null {
  const waiting = situation.pieces.filter((piece) => piece.cell === cell)
  const board = situation.boards.find((one) => one.name === waiting[0]?.board)
  const sign = board && signOf(board)
  return sign ? { ...sign, nation: waiting.find((piece) => piece.kind === sign.kind)?.nation ?? waiting[0]?.nation ?? '' } : null
}
