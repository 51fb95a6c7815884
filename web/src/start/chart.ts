// What the index chart is drawn from. Paths are in hundredths of a hex, points in hexes.
import type { Conic, Point } from './projection'

export interface IndexChart {
  conic: Conic
  /** Left, top, right, bottom. */
  frame: [number, number, number, number]
  land: string
  far: string
  near: string
  ice: { month: number; pack: string; edge: Point[][] }[]
  graticule: string
  seas: { text: string; at: Point }[]
  lands: { text: string; at: Point }[]
  places: { name: string; at: Point; island: boolean }[]
  /** The edge of every map of the atlas, by the map's name. */
  frames: Record<string, Point[]>
  /** The passage of PQ 17 to where it scattered. */
  convoy: Point[]
}

/** The part of the chart that is shown: its left and top in hexes, and how many pixels a hex is wide. */
export interface Sight {
  left: number
  top: number
  scale: number
}

/** The chart fills a box; what does not fit is cut where no frame is, as far to the west and north as can be kept. */
export function sightOf(
  chart: Pick<IndexChart, 'frame'>,
  frames: readonly (readonly Point[])[],
  width: number,
  height: number,
): Sight {
  const [left, top, right, bottom] = chart.frame
  const scale = Math.max(width / (right - left), height / (bottom - top))
  const furthest = (axis: 0 | 1, most: number): number =>
    Math.min(most, Math.max(...frames.flat().map((point) => point[axis]), -Infinity) + 1.5)
  const kept = (least: number, most: number, shown: number, need: number): number =>
    Math.min(most - shown, Math.max(least, need - shown))
  return {
    left: kept(left, right, width / scale, furthest(0, right)),
    top: kept(top, bottom, height / scale, furthest(1, bottom)),
    scale,
  }
}

/** A point of the chart in pixels of its box. */
export const place = (sight: Sight, [x, y]: Point): Point => [
  (x - sight.left) * sight.scale,
  (y - sight.top) * sight.scale,
]

/** A number for each frame, on a corner of its own within the box, as far from the others as the corners allow. */
export function badges(frames: readonly (readonly Point[])[], width: number, height: number, inset: number): Point[] {
  const placed: Point[] = []
  for (const frame of frames) {
    const held = frame.map(([x, y]): Point => [
      Math.min(width - inset, Math.max(inset, x)),
      Math.min(height - inset, Math.max(inset, y)),
    ])
    const inside = held.filter(([x, y], i) => x === frame[i]?.[0] && y === frame[i]?.[1])
    const corners = inside.length ? inside : held
    const worth = ([x, y]: Point): number =>
      placed.length ? Math.min(...placed.map(([px, py]) => Math.hypot(x - px, y - py))) : x - y
    const best = corners.reduce<Point | null>((one, other) => (one && worth(one) >= worth(other) ? one : other), null)
    placed.push(best ?? [inset, inset])
  }
  return placed
}

/** The month that a date in words speaks of, from 1 to 12; the charts' own July where it names none. */
export function monthOf(date: string): number {
  const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
  const iso = /\d{4}-(\d\d)/.exec(date)?.[1]
  if (iso) return Number(iso)
  const word = date.toLowerCase().match(/[a-z]{3,}/g)?.find((part) => months.includes(part.slice(0, 3)))
  return word ? months.indexOf(word.slice(0, 3)) + 1 : 7
}

/** A smooth line through points. */
export function smooth(points: readonly Point[]): string {
  const [first] = points
  if (!first) return ''
  let path = `M${first[0].toFixed(1)} ${first[1].toFixed(1)}`
  for (let i = 0; i + 1 < points.length; i++) {
    const at = (k: number): Point => points[Math.max(0, Math.min(points.length - 1, k))] ?? first
    const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
    const bend = [x1 + (x2 - x0) / 6, y1 + (y2 - y0) / 6, x2 - (x3 - x1) / 6, y2 - (y3 - y1) / 6, x2, y2]
    path += `C${bend.map((value) => value.toFixed(1)).join(' ')}`
  }
  return path
}

/** A line in pixels with a slight regular wobble, as an ice edge is drawn. */
export function wobbled(line: readonly Point[]): string {
  const fine: Point[] = []
  line.forEach(([x, y], i) => {
    const next = line[i + 1]
    if (!next) return fine.push([x, y])
    const parts = Math.max(1, Math.round(Math.hypot(next[0] - x, next[1] - y) / 3))
    for (let k = 0; k < parts; k++) fine.push([x + ((next[0] - x) * k) / parts, y + ((next[1] - y) * k) / parts])
    return fine.length
  })
  return fine
    .map(([x, y], i) => {
      const [before, after] = [fine[i - 1], fine[i + 1]]
      if (!before || !after) return `${i ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`
      const [dx, dy] = [after[0] - before[0], after[1] - before[1]]
      const swing = (1.1 * Math.sin((2 * Math.PI * i) / 9) + 0.5 * Math.sin((2 * Math.PI * i) / 5.3)) / (Math.hypot(dx, dy) || 1)
      return `L${(x - dy * swing).toFixed(1)} ${(y + dx * swing).toFixed(1)}`
    })
    .join('')
}

/** A tile of broken ice, in pixels: a honeycomb whose corners are pushed about, the same at opposite edges. */
export function floes(size: number): { width: number; height: number; path: string } {
  const [across, down] = [7, 6]
  const width = Math.round(across * Math.sqrt(3) * size)
  const height = Math.round(down * 1.5 * size)
  const [column, row] = [width / across, height / down]
  const wrapped = (value: number, of: number): number => ((value % of) + of) % of
  const push = (i: number, j: number, k: number, salt: number): number => {
    const seed = Math.sin(wrapped(i, across) * 12.9898 + wrapped(j, down) * 78.233 + k * 37.719 + salt * 4.581) * 43758.5453
    return seed - Math.floor(seed)
  }
  const corner = (i: number, j: number, k: number): string => {
    const angle = push(i, j, k, 0) * 2 * Math.PI
    const far = size * (0.15 + 0.3 * push(i, j, k, 1))
    const x = (i + 0.5 * wrapped(j, 2) + 0.5 * k + 0.25) * column + far * Math.cos(angle)
    const y = (j - (k ? 1 : 2) / 3) * row + far * Math.sin(angle)
    return `${x.toFixed(1)} ${y.toFixed(1)}`
  }
  let path = ''
  for (let j = -1; j <= down + 1; j++) {
    for (let i = -2; i <= across + 1; i++) {
      path += `M${corner(i - 1, j, 1)}L${corner(i, j, 0)} ${corner(i, j, 1)}L${corner(i + wrapped(j, 2), j + 1, 0)}`
    }
  }
  return { width, height, path }
}
