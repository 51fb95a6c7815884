// What the server says has changed, laid over the view that we hold.
import type { LogLine, PieceView, Update, View } from '../generated/wire'
import { retold } from './story'

/** The log cut off where the new lines begin, and those after it; older lines that were fetched stay. */
export function longer(log: readonly LogLine[], from: number, lines: readonly LogLine[]): LogLine[] {
  return [...log.filter((line) => line.number < from), ...lines]
}

function patched(before: readonly PieceView[], update: Update): PieceView[] {
  const now = new Map(before.map((piece) => [piece.id, piece]))
  for (const id of update.gone) now.delete(id)
  for (const piece of update.pieces) now.set(piece.id, piece)
  if (update.order === null) return [...now.values()]
  return update.order.flatMap((id) => now.get(id) ?? [])
}

/** The view after an update. */
export function updated(view: View, update: Update): View {
  return {
    ...view,
    ...(update.view as Partial<View>),
    situation: {
      ...view.situation,
      ...(update.situation as Partial<View['situation']>),
      pieces: update.pieces.length || update.gone.length || update.order ? patched(view.situation.pieces, update) : view.situation.pieces,
    },
    log: longer(view.log, update.log_from, update.log),
    story: retold(view.story, update.story_from, update.story),
  }
}
