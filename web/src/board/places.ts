import type { Box } from './fan'
import type { Geometry } from './geometry'
import type { Point } from './hexgrid'
import { counterSize } from './scale'
import type { Transform } from './neatline'
import { arranged, has, type Stack } from './stacks'
import type { Lighting } from './types'

/** From the middle of a hex to its corners, against the distance of two. */
const HALF_HEX = 0.58

/** A stack and where it lies: board units, and its size against that of a lone one. */
export interface Placed {
  stack: Stack
  x: number
  y: number
  share: number
}

/** Where stacks lie, in the order in which they are drawn. Several in one cell stand side by side, one's own in front. */
export function placedStacks(geometry: Geometry, stacks: readonly Stack[]): Placed[] {
  const cells = new Map<string, Stack[]>()
  // A cell is drawn where the last of its stacks stands in the order.
  for (const stack of [...stacks].reverse()) cells.set(stack.cell, [...(cells.get(stack.cell) ?? []), stack])
  return [...cells].reverse().flatMap(([cell, here]) => {
    const [x, y] = geometry.centre(cell)
    const inOrder = here.sort((a, b) => Number(a.own) - Number(b.own) || Number(b.hidden) - Number(a.hidden))
    const places = arranged(inOrder.length)
    return inOrder.map((stack, i) => {
      const place = places[i] ?? { x: 0, y: 0, size: 1 }
      return { stack, x: x + place.x, y: y + place.y, share: place.size }
    })
  })
}

/** The topmost stack under a point of the board. */
export function stackUnder(places: readonly Placed[], x: number, y: number, k: number): Stack | undefined {
  const reach = Math.max(counterSize(k), 10) / k / 2
  return [...places].reverse().find(({ x: sx, y: sy, share }) => {
    const half = reach * share
    return Math.abs(x - sx) <= half && Math.abs(y - sy) <= half
  })?.stack
}

/** A stack's box in pixels of the window. */
export function boxOf(place: Placed, view: { x: number; y: number; k: number }): Box {
  const half = (counterSize(view.k) * place.share) / 2
  const [x, y] = [place.x * view.k + view.x, place.y * view.k + view.y]
  return { left: x - half, top: y - half, right: x + half, bottom: y + half }
}

/** The box of a counter or a ghost about a place of the board, in pixels of the chart. */
export function boxAbout([x, y]: Point, k: number, size: number): Box {
  const half = Math.max(16, size) / 2
  return { left: x * k - half, top: y * k - half, right: x * k + half, bottom: y * k + half }
}

/** A stack's box with all that stands out of its counter: edges below it, badges above, its number. */
export function outerBox(place: Placed, view: { x: number; y: number; k: number }): Box {
  const { left, top, right, bottom } = boxOf(place, view)
  const unit = (right - left) / 48
  const { edges, count, pieces } = place.stack
  const high = Math.max(3 * edges, pieces.some((piece) => piece.badges.length) ? 7 : 0)
  return { left, top: top - high * unit, right: right + Math.max(3 * edges, count === undefined ? 0 : 10) * unit, bottom: bottom + (count === undefined ? 0 : 11) * unit }
}

/** The middle of the densest crowd of points that fits into a window reaching so far from its middle. */
export function crowd(points: readonly Point[], [wide, high]: readonly [number, number]): Point | undefined {
  let best: readonly Point[] = []
  for (const [x, y] of points) {
    const near = points.filter(([px, py]) => Math.abs(px - x) <= wide && Math.abs(py - y) <= high)
    if (near.length > best.length) best = near
  }
  if (best.length === 0) return undefined
  const middle = (values: readonly number[]): number => (Math.min(...values) + Math.max(...values)) / 2
  return [middle(best.map(([x]) => x)), middle(best.map(([, y]) => y))]
}

/**
 * Tells which stacks have just been turned over: faces where only backs of that side lay a moment ago, or backs where
 * only faces did. A piece that is hidden again has another name, so it cannot be followed by that.
 */
export class Turning {
  private before: ReadonlyMap<string, string> = new Map()

  look(places: readonly Placed[]): ReadonlySet<string> {
    const now = new Map<string, string>()
    for (const { stack } of places) {
      const where = `${stack.cell} ${stack.side}`
      now.set(where, (now.get(where) ?? '') + (stack.hidden ? 'back' : 'face'))
    }
    const turned = new Set<string>()
    for (const { stack } of places) {
      const where = `${stack.cell} ${stack.side}`
      if (this.before.get(where) === (stack.hidden ? 'face' : 'back') && now.get(where) !== this.before.get(where)) {
        turned.add(stack.key)
      }
    }
    this.before = now
    return turned
  }
}

/** What must not be hidden, in pixels of the window: hexes that may be chosen, are chosen or named beside, and stacks with pieces that may be. */
export function litBoxes(
  geometry: Geometry,
  light: Pick<Lighting, 'cells' | 'chosenCells' | 'pieces'>,
  more: Iterable<string>,
  places: readonly Placed[],
  transform: Transform,
): Box[] {
  const { x: dx, y: dy, k } = transform
  const cells = [...light.cells, ...light.chosenCells, ...more].filter((cell) => geometry.grid.has(cell))
  const hexes = cells.map((cell) => {
    const [x, y] = geometry.centre(cell)
    const [px, py] = [x * k + dx, y * k + dy]
    return { left: px - HALF_HEX * k, top: py - HALF_HEX * k, right: px + HALF_HEX * k, bottom: py + HALF_HEX * k }
  })
  return [...hexes, ...places.filter(({ stack }) => has(stack, light.pieces)).map((place) => boxOf(place, transform))]
}
