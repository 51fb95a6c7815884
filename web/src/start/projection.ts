// From latitude and longitude to the index chart and back: Lambert's conformal conic on a sphere, as the atlas has it.
// Points are [x, y] on the chart, x to the right and y down, or [longitude, latitude] in degrees.

export type Point = [number, number]

/** What the atlas says of a conic, and what its board is tied to. */
export interface Conic {
  parallels: [number, number]
  /** Latitude and longitude. */
  origin: [number, number]
  /** Kilometres from one hex to the next. */
  spacing: number
  /** Where the origin lies on the board. */
  centre: Point
}

const EARTH_KM = 6371.0088
const radians = (degrees: number): number => (degrees * Math.PI) / 180
const degrees = (angle: number): number => (angle * 180) / Math.PI
const tangent = (latitude: number): number => Math.tan(Math.PI / 4 + radians(latitude) / 2)

function cone({ parallels: [first, second], origin }: Conic): { n: number; scale: number; radius: number } {
  const n =
    Math.log(Math.cos(radians(first)) / Math.cos(radians(second))) / Math.log(tangent(second) / tangent(first))
  const scale = (EARTH_KM * Math.cos(radians(first)) * tangent(first) ** n) / n
  return { n, scale, radius: scale / tangent(origin[0]) ** n }
}

/** Where a place on the globe lies on the chart. */
export function toChart(conic: Conic, [longitude, latitude]: Point): Point {
  const { n, scale, radius } = cone(conic)
  const r = scale / tangent(latitude) ** n
  const angle = n * radians(longitude - conic.origin[1])
  return [
    conic.centre[0] + (r * Math.sin(angle)) / conic.spacing,
    conic.centre[1] - (radius - r * Math.cos(angle)) / conic.spacing,
  ]
}

/** Which place on the globe a point of the chart shows. */
export function toGlobe(conic: Conic, [x, y]: Point): Point {
  const { n, scale, radius } = cone(conic)
  const east = (x - conic.centre[0]) * conic.spacing
  const south = radius + (y - conic.centre[1]) * conic.spacing
  const angle = Math.atan2(east, south)
  const r = Math.hypot(east, south)
  return [conic.origin[1] + degrees(angle / n), 2 * degrees(Math.atan((scale / r) ** (1 / n))) - 90]
}

/** A conic tied to its board by places whose position on both is known: the origin lies where they say on average. */
export function tied(
  facts: { parallels: [number, number]; origin: [number, number] },
  spacing: number,
  places: readonly { lat: number; lon: number; x: number; y: number }[],
): Conic {
  const loose: Conic = { parallels: facts.parallels, origin: facts.origin, spacing, centre: [0, 0] }
  let [east, south] = [0, 0]
  for (const place of places) {
    const [x, y] = toChart(loose, [place.lon, place.lat])
    east += place.x - x
    south += place.y - y
  }
  return { ...loose, centre: [east / places.length, south / places.length] }
}

/** A line with no more points than it needs to stay within a tolerance (Douglas and Peucker). */
export function simplified(line: readonly Point[], tolerance: number): Point[] {
  const [first, last] = [line[0], line[line.length - 1]]
  if (!first || !last || line.length < 3) return [...line]
  let [far, at] = [0, 0]
  line.forEach((point, i) => {
    const off = distance(point, first, last)
    if (off > far) [far, at] = [off, i]
  })
  if (far <= tolerance) return [first, last]
  return [...simplified(line.slice(0, at + 1), tolerance).slice(0, -1), ...simplified(line.slice(at), tolerance)]
}

function distance([x, y]: Point, [x1, y1]: Point, [x2, y2]: Point): number {
  const [dx, dy] = [x2 - x1, y2 - y1]
  const length = dx * dx + dy * dy
  const along = length ? Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / length)) : 0
  return Math.hypot(x - x1 - along * dx, y - y1 - along * dy)
}

/** The area of a ring, whichever way it runs. */
export function area(ring: readonly Point[]): number {
  let sum = 0
  ring.forEach(([x, y], i) => {
    const [x2, y2] = ring[(i + 1) % ring.length] ?? [x, y]
    sum += x * y2 - x2 * y
  })
  return Math.abs(sum) / 2
}

/** A row of a map's file: its number, latitude, longitude and terrain. */
export type Row = readonly [string, number, number, string, ...unknown[]]

/** The edge of a map on the chart: the outermost hexes of each of its lanes (columns or rows), around and back. */
export function frameOf(
  conic: Conic,
  map: { grid: { orientation: 'flat' | 'pointy'; id: 'CCRR' | 'RRCC'; isolated: readonly string[] }; hexes: readonly Row[] },
): Point[] {
  const lanes = new Map<number, { across: number; at: Point }[]>()
  for (const [id, lat, lon] of map.hexes) {
    if (map.grid.isolated.includes(id)) continue
    const [one, two] = [Number(id.slice(0, -2)), Number(id.slice(-2))]
    const byColumn = map.grid.id === 'CCRR' ? [one, two] : [two, one]
    const [lane, across] = map.grid.orientation === 'flat' ? byColumn : [byColumn[1], byColumn[0]]
    if (lane === undefined || across === undefined) continue
    const hexes = lanes.get(lane) ?? []
    hexes.push({ across, at: toChart(conic, [lon, lat]) })
    lanes.set(lane, hexes)
  }
  const near: Point[] = []
  const far: Point[] = []
  for (const lane of [...lanes.keys()].sort((a, b) => a - b)) {
    const hexes = (lanes.get(lane) ?? []).sort((a, b) => a.across - b.across)
    const [first, last] = [hexes[0], hexes[hexes.length - 1]]
    if (first && last) {
      near.push(first.at)
      far.push(last.at)
    }
  }
  return [...near, ...far.reverse()]
}

/** Where whole steps of longitude (or latitude) cross a straight edge of the chart, as fractions along it. */
export function crossings(conic: Conic, from: Point, to: Point, of: 'longitude' | 'latitude', step: number): number[] {
  const parts = 400
  const value = (at: number): number =>
    toGlobe(conic, [from[0] + (to[0] - from[0]) * at, from[1] + (to[1] - from[1]) * at])[of === 'longitude' ? 0 : 1]
  const found: number[] = []
  let before = value(0)
  for (let i = 1; i <= parts; i++) {
    const now = value(i / parts)
    const [low, high] = before < now ? [before, now] : [now, before]
    for (let degree = Math.ceil(low / step) * step; degree < high; degree += step) {
      found.push((i - 1 + (degree - before) / (now - before)) / parts)
    }
    before = now
  }
  return found.sort((a, b) => a - b)
}
