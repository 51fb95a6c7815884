import type { Point } from './hexgrid'
import { linePath } from './geometry'
import type { Line } from './region'

const SIZE = 12.5
const ACROSS = 7
const DOWN = 6

export const FLOES = { width: Math.round(ACROSS * Math.sqrt(3) * SIZE), height: Math.round(DOWN * 1.5 * SIZE) }

/** A tile of broken ice: a honeycomb whose corners are pushed about, the same at opposite edges of the tile. */
export const floes: string = (() => {
  const column = FLOES.width / ACROSS
  const row = FLOES.height / DOWN
  const corner = (i: number, j: number, k: number): Point => {
    const x = (i + 0.5 * modulo(j, 2) + 0.5 * k + 0.25) * column
    const y = (j - (k ? 1 : 2) / 3) * row
    const seed = scattered(modulo(i, ACROSS) * 31 + modulo(j, DOWN) * 7 + k)
    const angle = seed() * 2 * Math.PI
    const far = SIZE * (0.15 + 0.3 * seed())
    return [x + far * Math.cos(angle), y + far * Math.sin(angle)]
  }
  let path = ''
  for (let j = -1; j < DOWN + 2; j += 1) {
    for (let i = -2; i < ACROSS + 2; i += 1) {
      path += linePath([corner(i, j, 0), corner(i, j, 1)])
      path += linePath([corner(i, j, 0), corner(i - 1, j, 1)])
      path += linePath([corner(i, j, 1), corner(i + modulo(j, 2), j + 1, 0)])
    }
  }
  return path
})()

/** A line with a slight regular wobble, as an ice edge is drawn; `unit` is a pixel in the line's own measure. */
export function wobbled(line: Line, unit: number): Line {
  const points = resampled(line, 3 * unit)
  return points.map((point, i) => {
    const before = points[i - 1]
    const after = points[i + 1]
    if (!before || !after) return point
    const [dx, dy] = [after[0] - before[0], after[1] - before[1]]
    const length = Math.hypot(dx, dy) || 1
    const swing = unit * (1.1 * Math.sin((2 * Math.PI * i) / 9) + 0.5 * Math.sin((2 * Math.PI * i) / 5.3))
    return [point[0] - (dy / length) * swing, point[1] + (dx / length) * swing]
  })
}

/** The line as points at even distances. */
export function resampled(line: Line, step: number): Point[] {
  const points: Point[] = []
  let left = 0
  for (let i = 0; i + 1 < line.length; i += 1) {
    const [x1, y1] = line[i] as Point
    const [x2, y2] = line[i + 1] as Point
    const length = Math.hypot(x2 - x1, y2 - y1)
    let at = left
    for (; at <= length; at += step) points.push([x1 + ((x2 - x1) * at) / length, y1 + ((y2 - y1) * at) / length])
    left = at - length
  }
  const last = line.at(-1)
  if (last) points.push(last)
  return points
}

/** Numbers from 0 to 1 that look like chance and are always the same. */
export function scattered(seed: number): () => number {
  let state = (seed * 2654435761 + 974711) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by
}
