// Which contacts are drawn as ghosts, and the ways that their reports make.
import type { SightingView } from '../generated/wire'
import type { Geometry } from './geometry'
import type { Point } from './hexgrid'

/** From this age on a contact is no longer drawn. */
export const OLDEST = 4

/** Whether a contact is drawn as a ghost: not if its ships lie on the chart, nor if it is too old to be of use. */
export function isDrawn(sighting: SightingView): boolean {
  return !sighting.open && sighting.age < OLDEST
}

/** Where its ghost stands, in board units: beside the counters of its cell, if there are any. */
export function ghostAt(geometry: Geometry, { cell }: SightingView, counters: ReadonlySet<string>): Point {
  const [x, y] = geometry.centre(cell)
  return counters.has(cell) ? [x + 0.5, y - 0.3] : [x, y]
}

/** Where a contact was reported before, oldest first, with the turn; the last is where it is known to be now. */
export function wayOf({ reports, cell, turn, open }: SightingView): { cell: string; turn: number }[] {
  const way = [...reports].reverse().map((report) => ({ cell: report.cell, turn: report.turn }))
  const stops = way.filter((stop, i) => stop.cell !== way[i + 1]?.cell)
  const last = stops.at(-1)
  return open && last && last.cell !== cell ? [...stops, { cell, turn }] : stops
}
