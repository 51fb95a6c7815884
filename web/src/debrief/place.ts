// Where something happened last, as far as the log can tell.
import type { View } from '../generated/wire'
import { namesOf } from '../lib/log'

/** The cell that the newest of the last lines names, or in which a piece lies that it names; else where most pieces are. */
export function latestPlace(view: Pick<View, 'log' | 'situation'>, isOnMap: (cell: string) => boolean): string {
  const at = new Map(view.situation.pieces.map((piece) => [piece.id, piece.cell]))
  const named = view.log.slice(-12).reverse().flatMap((line) => {
    const cells = line.event.what === 'told' ? (line.text.match(/\b\d{4}\b/g) ?? []) : []
    return [...namesOf(line).map((name) => at.get(name) ?? name), ...cells]
  })
  const cells = view.situation.pieces.map((piece) => piece.cell).filter(isOnMap).sort()
  return named.find(isOnMap) ?? cells[cells.length >> 1] ?? ''
}
