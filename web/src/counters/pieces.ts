import type { PieceView, Side } from '../generated/wire'
import { GLYPHS } from './glyphs'

/** Whether a piece is the observer's own. Who sees with nobody's eyes owns whatever is shown with its face. */
export function isOwn(piece: PieceView, side: Side | null): boolean {
  return side === null ? GLYPHS.has(piece.kind) : piece.side === side
}

/** Whether only the back of a piece can be shown. */
export function isHidden(piece: PieceView, own: boolean): boolean {
  return piece.face_down && !own
}
