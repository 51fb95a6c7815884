import type { ChartFile, HexRow, IcePaths, MapFile, Place } from '../generated/wire'
import { HexGrid, type Point } from './hexgrid'
import { chained, inside, outline, outlineSides, type Line } from './region'

/** A map's file: what the rules know of it, and under `chart` how it is drawn. */
export type GeometryFile = MapFile & { chart: ChartFile }

type Polygon = readonly (readonly number[])[]

const loading = new Map<string, Promise<Geometry>>()

/** The map at an address, fetched and indexed once. */
export function loadGeometry(url: string): Promise<Geometry> {
  let geometry = loading.get(url)
  if (!geometry) {
    geometry = fetched(url)
    loading.set(url, geometry)
    geometry.catch(() => loading.delete(url))
  }
  return geometry
}

async function fetched(url: string): Promise<Geometry> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`The chart could not be fetched: ${answer.status} ${answer.statusText}`)
  return new Geometry((await answer.json()) as GeometryFile)
}

/** A mark on the chart and the places it stands for; the first one gives the name. */
export interface Mark {
  sign: 'port' | 'airbase' | 'both' | 'exit' | 'cape' | 'town' | 'position' | 'island'
  name: string
  title: string
  x: number
  y: number
}

/** A map, indexed: its grid, its hexes and its paths in board units. */
export class Geometry {
  readonly name: string
  readonly title: string
  readonly grid: HexGrid
  readonly chart: ChartFile
  readonly map: MapFile
  readonly frame: { left: number; top: number; right: number; bottom: number; width: number; height: number }
  private readonly rows: ReadonlyMap<string, HexRow>
  private readonly tagged = new Map<string, string[]>()
  private readonly made = new Map<string, unknown>()

  constructor(file: GeometryFile) {
    this.map = file
    this.chart = file.chart
    this.name = file.name
    this.title = file.title
    this.rows = new Map(file.hexes.map((row) => [row[0], row]))
    this.grid = new HexGrid(file.grid, [...this.rows.keys()])
    const [left, top, right, bottom] = file.chart.frame
    this.frame = { left, top, right, bottom, width: right - left, height: bottom - top }
    for (const row of file.hexes) {
      for (const tag of row[5]) {
        const cells = this.tagged.get(tag)
        if (cells) cells.push(row[0])
        else this.tagged.set(tag, [row[0]])
      }
    }
  }

  get cells(): readonly string[] {
    return this.grid.cells
  }

  centre(cell: string): Point {
    return this.grid.centre(cell)
  }

  neighbours(cell: string): string[] {
    return this.grid.neighbours(cell)
  }

  /** The cells that carry a tag. */
  zone(tag: string): readonly string[] {
    return this.tagged.get(tag) ?? []
  }

  isLand(cell: string): boolean {
    return this.rows.get(cell)?.[3] === 'land'
  }

  landFraction(cell: string): number {
    return this.rows.get(cell)?.[4] ?? 0
  }

  /** Latitude and longitude of a point of the board, from the hexes about it. */
  globe(x: number, y: number): { lat: number; lon: number } {
    const cell = this.grid.nearest(x, y)
    const row = cell === undefined ? undefined : this.rows.get(cell)
    if (cell === undefined || !row) return { lat: 0, lon: 0 }
    const slope = this.slope(cell, row)
    const [cx, cy] = this.grid.centre(cell)
    const [dx, dy] = [x - cx, y - cy]
    return {
      lat: row[1] + slope.lat[0] * dx + slope.lat[1] * dy,
      lon: row[2] + slope.lon[0] * dx + slope.lon[1] * dy,
    }
  }

  /** How latitude and longitude change about a hex: the plane that fits its neighbours best. */
  private slope(cell: string, row: HexRow): { lat: Point; lon: Point } {
    return this.once(`slope ${cell}`, () => {
      const [cx, cy] = this.grid.centre(cell)
      let [xx, xy, yy, latX, latY, lonX, lonY] = [0, 0, 0, 0, 0, 0, 0]
      for (const other of this.grid.neighbours(cell)) {
        const [x, y] = this.grid.centre(other)
        const there = this.rows.get(other)
        if (!there) continue
        const [dx, dy, lat, lon] = [x - cx, y - cy, there[1] - row[1], there[2] - row[2]]
        xx += dx * dx
        xy += dx * dy
        yy += dy * dy
        latX += dx * lat
        latY += dy * lat
        lonX += dx * lon
        lonY += dy * lon
      }
      const det = xx * yy - xy * xy || 1
      const solve = (a: number, b: number): Point => [(a * yy - b * xy) / det, (b * xx - a * xy) / det]
      return { lat: solve(latX, latY), lon: solve(lonX, lonY) }
    })
  }

  // Paths, each made once

  get land(): string {
    return this.once('land', () => ringsPath(this.chart.land))
  }

  get shelfFar(): string {
    return this.once('far', () => ringsPath(this.chart.shelf.far))
  }

  get shelfNear(): string {
    return this.once('near', () => ringsPath(this.chart.shelf.near))
  }

  get outline(): string {
    return this.once('outline', () => ringsPath(this.chart.outline))
  }

  get graticule(): string {
    return this.once('graticule', () =>
      [...this.chart.graticule.parallels, ...this.chart.graticule.meridians]
        .flatMap((line) => line.paths)
        .map((path) => pathOf(path, false))
        .join(''),
    )
  }

  /** The grid as two paths: sides with sea on either hand, and sides inland. */
  get sides(): { sea: string; land: string; apart: string } {
    return this.once('sides', () => {
      const paths = { sea: '', land: '', apart: '' }
      const lonely = new Set(this.map.grid.isolated)
      for (const cell of this.cells) {
        const corners = this.grid.corners(cell)
        const around = this.grid.around(cell)
        for (let i = 0; i < 6; i += 1) {
          const other = around[i]
          if (other !== undefined && other < cell) continue
          const inland = this.isLand(cell) && (other === undefined || this.isLand(other))
          const kind = lonely.has(cell) ? 'apart' : inland ? 'land' : 'sea'
          paths[kind] += segment(corners[i] as Point, corners[(i + 1) % 6] as Point)
        }
      }
      return paths
    })
  }

  /** Sides between open hexes that no ship can cross. */
  get closedSides(): string {
    return this.once('closed sides', () =>
      this.map.land_sides
        .map(([a, b]) => {
          const corners = this.grid.corners(a)
          const i = this.grid.around(a).indexOf(b)
          return i < 0 ? '' : segment(corners[i] as Point, corners[(i + 1) % 6] as Point)
        })
        .join(''),
    )
  }

  /** The ice of a season, with its paths. */
  ice(when: string): { label: string; pack: string; lines: Line[] } | undefined {
    return this.once(`ice ${when}`, () => {
      const season: IcePaths | undefined = this.chart.ice.find((ice) => ice.when === when)
      if (!season) return undefined
      return { label: season.label, pack: ringsPath(season.pack), lines: season.edge.map(pointsOf) }
    })
  }

  isPack(when: string, x: number, y: number): boolean {
    const season = this.chart.ice.find((ice) => ice.when === when)
    return season !== undefined && season.pack.some((polygon) => inside(polygon.map(pointsOf), x, y))
  }

  /** A zone's area. */
  area(tag: string): string {
    return this.once(`area ${tag}`, () => {
      const zone = this.chart.zones.find((z) => z.tag === tag)
      return zone ? ringsPath(zone.outline) : ''
    })
  }

  /** The area of some zones' cells together. */
  areaOf(tags: readonly string[]): string {
    return this.once(`cells of ${tags.join()}`, () => outline(this.grid, tags.flatMap((tag) => this.zone(tag))))
  }

  /** The sides of a zone that do not run along the edge of the board, each with the zone on its right. */
  zoneLines(tag: string): Line[] {
    return this.once(`zone ${tag}`, () => chained(outlineSides(this.grid, this.zone(tag), { edge: false })))
  }

  /** Every place as a mark; a port and its own airfield share one. */
  get marks(): Mark[] {
    return this.once('marks', () => {
      const marks: Mark[] = []
      let rest = [...this.map.places]
      while (rest.length > 0) {
        const [place, ...others] = rest as [Place, ...Place[]]
        const shared = others.filter((other) => shareMark(place, other))
        rest = others.filter((other) => !shared.includes(other))
        marks.push(this.mark(place, shared))
      }
      return marks.filter(({ x, y }) => {
        const { left, right, top, bottom } = this.frame
        return x > left && x < right && y > top && y < bottom
      })
    })
  }

  private mark(place: Place, shared: Place[]): Mark {
    const kinds = new Set([place, ...shared].map((p) => p.kind))
    const names = [...new Set([place, ...shared].map((p) => p.name))]
    const found = { name: place.name, title: names.join('; '), x: place.x, y: place.y }
    if (kinds.has('exit') && place.hex) {
      const [x, y] = this.centre(place.hex)
      return { ...found, sign: 'exit', x, y }
    }
    if (kinds.has('port') && kinds.has('airbase')) return { ...found, sign: 'both' }
    if (kinds.has('port')) return { ...found, sign: 'port' }
    if (kinds.has('airbase')) return { ...found, sign: 'airbase' }
    if (/North Cape|kapp$| Nos$/.test(place.name)) return { ...found, sign: 'cape' }
    if (/Island|Mayen|Kolguyev/.test(place.name)) return { ...found, sign: 'island' }
    if (place.hex && this.landFraction(place.hex) === 0) return { ...found, sign: 'position' }
    return { ...found, sign: 'town' }
  }

  private once<T>(key: string, make: () => T): T {
    if (!this.made.has(key)) this.made.set(key, make())
    return this.made.get(key) as T
  }
}

/** Whether one is the port and the other the airfield of the same town. */
function shareMark(one: Place, other: Place): boolean {
  const kinds = [one.kind, other.kind]
  const town = (place: Place): string => place.name.split(' ')[0] ?? ''
  return kinds.includes('port') && kinds.includes('airbase') && town(one) === town(other) && one.hex === other.hex
}

export function pointsOf(path: readonly number[]): Line {
  const points: Point[] = []
  for (let i = 0; i + 1 < path.length; i += 2) points.push([path[i] as number, path[i + 1] as number])
  return points
}

function ringsPath(polygons: readonly Polygon[]): string {
  return polygons.flatMap((polygon) => polygon.map((ring) => pathOf(ring, true))).join('')
}

function pathOf(path: readonly number[], closed: boolean): string {
  return linePath(pointsOf(path), closed)
}

export function linePath(line: readonly Point[], closed = false): string {
  return line.length < 2 ? '' : `M${line.map(([x, y]) => `${short(x)},${short(y)}`).join('L')}${closed ? 'Z' : ''}`
}

function segment(a: Point, b: Point): string {
  return `M${short(a[0])},${short(a[1])}L${short(b[0])},${short(b[1])}`
}

function short(value: number): string {
  return String(Math.round(value * 1000) / 1000)
}
