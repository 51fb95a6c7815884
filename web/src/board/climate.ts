// Bands of light and regions of weather on a chart.
import type { LightBand } from '../generated/wire'
import { linePath, pointsOf, type Geometry } from './geometry'
import type { Point } from './hexgrid'
import { chained, type Line } from './region'

/** The area of a weather region. */
export function areaOf(geometry: Geometry, region: string): string {
  const found = geometry.chart.weather.find((one) => one.name === region)
  return found?.outline.flatMap((ring) => ring.map((path) => linePath(pointsOf(path), true))).join('') ?? ''
}

/** From where to where a region reaches from west to east, in board units. */
export function spanOf(geometry: Geometry, region: string): { left: number; right: number } | null {
  const xs = geometry.chart.weather.find((one) => one.name === region)?.outline.flatMap((ring) => ring.flatMap(pointsOf).map(([x]) => x)) ?? []
  return xs.length ? { left: Math.min(...xs), right: Math.max(...xs) } : null
}

/** The lines between regions: through the middles of the hex sides that two of them share, so that columns part straight. */
export function borders(geometry: Geometry): Line[] {
  const key = ([x, y]: Point): string => `${x.toFixed(2)},${y.toFixed(2)}`
  const found = new Map<string, { side: [Point, Point]; count: number }>()
  for (const path of geometry.chart.weather.flatMap((region) => region.outline.flat())) {
    const ring = pointsOf(path)
    for (const [i, from] of ring.entries()) {
      const to = ring[(i + 1) % ring.length] as Point
      const ends = [key(from), key(to)].sort().join(' ')
      found.set(ends, { side: [from, to], count: (found.get(ends)?.count ?? 0) + 1 })
    }
  }
  const shared = [...found.values()].filter(({ count }) => count > 1).map(({ side }) => side)
  return chained(shared).map((line) => {
    const middles = line.slice(1).map(([x, y], i): Point => {
      const [fromX, fromY] = line[i] as Point
      return [(x + fromX) / 2, (y + fromY) / 2]
    })
    return [line[0] as Point, ...middles, line.at(-1) as Point]
  })
}

/** A band of light with the area that it covers. */
export interface LitArea extends LightBand {
  area: string
}
export interface Limit {
  latitude: number
  line: Line
  north: string
  south: string
}

/** The bands from south to north, and the parallels between those whose days differ. */
export function litAreas(geometry: Geometry, bands: readonly LightBand[]): { areas: LitArea[]; limits: Limit[] } {
  const parallels = bands.flatMap(({ upto }) => upto ?? [])
  const lines = parallels.map((degree) => {
    const found = geometry.chart.graticule.parallels.find((line) => line.degree === degree)
    return found?.paths.flatMap(pointsOf) ?? []
  })
  if (!lines.length || lines.some((line) => line.length < 2)) return { areas: [], limits: [] }
  const { left, right, top, bottom } = geometry.frame
  const [low, high]: [Line, Line] = [[[left - 2, bottom + 2], [right + 2, bottom + 2]], [[left - 2, top - 2], [right + 2, top - 2]]]
  const edges = [low, ...lines, high]
  const areas = bands.map((band, i) => ({ ...band, area: linePath([...(edges[i] as Line), ...[...(edges[i + 1] as Line)].reverse()], true) }))
  const limits = lines.map((line, i) => ({ latitude: parallels[i] ?? 0, line, south: bands[i]?.hours ?? '', north: bands[i + 1]?.hours ?? '' }))
  return { areas, limits: limits.filter(({ north, south }) => north !== south) }
}

/** Where on a line its name stands: the first point within a window, a little inside it; none if it does not pass there. */
export function nameAt(line: Line, window: { left: number; top: number; right: number; bottom: number }, inset: number): { x: number; y: number; turn: number } | null {
  for (let i = 1; i < line.length; i += 1) {
    const [[fromX, fromY], [x, y]] = [line[i - 1] as Point, line[i] as Point]
    if (x < window.left + inset || y < window.top + 0.4 * inset || x > window.right - 3.6 * inset || y > window.bottom - 1.7 * inset) continue
    return { x, y, turn: (Math.atan2(y - fromY, x - fromX) * 180) / Math.PI }
  }
  return null
}
