import type { Geometry } from './geometry'
import { spoken, type Stack } from './stacks'
import type { Lighting } from './types'

/** A place on the chart that the keyboard can stand on. */
export interface Stop {
  cell: string
  x: number
  y: number
  name: string
  /** Whether something can be chosen here. */
  open: boolean
}

/** Everything that may be chosen, cell by cell; where nothing may, every stack, to look at. */
export function stopsOf(geometry: Geometry, stacks: readonly Stack[], light: Lighting): Stop[] {
  const here = new Map<string, Stack[]>()
  for (const stack of stacks) here.set(stack.cell, [...(here.get(stack.cell) ?? []), stack])
  const open = new Set([...light.cells].filter((cell) => geometry.grid.has(cell)))
  for (const stack of stacks) if (stack.pieces.some((piece) => light.pieces.has(piece.id))) open.add(stack.cell)
  const cells = open.size > 0 ? [...open] : [...here.keys()]
  return cells.sort().map((cell) => {
    const [x, y] = geometry.centre(cell)
    const parts = [cell, ...(here.get(cell) ?? []).map(spoken)]
    if (isChosen(here.get(cell) ?? [], cell, light)) parts.push('chosen')
    else if (open.has(cell)) parts.push('may be chosen')
    return { cell, x, y, name: parts.join(', '), open: open.has(cell) }
  })
}

function isChosen(stacks: readonly Stack[], cell: string, light: Lighting): boolean {
  return light.chosenCells.has(cell) || stacks.some((s) => s.pieces.some((p) => light.chosenPieces.has(p.id)))
}

/** The next stop in a direction: near, and not too far off the line. */
export function towards(stops: readonly Stop[], from: Stop, dx: number, dy: number): Stop | undefined {
  let best: Stop | undefined
  let least = Infinity
  for (const stop of stops) {
    const along = (stop.x - from.x) * dx + (stop.y - from.y) * dy
    const aside = Math.abs((stop.x - from.x) * dy - (stop.y - from.y) * dx)
    if (along < 0.2 || aside > 1.8 * along) continue
    const cost = along + 1.6 * aside
    if (cost < least - 1e-9) [best, least] = [stop, cost]
  }
  return best
}
