// The index chart of the start page: the atlas' widest map with its coasts thinned out for one screen, and on it the
// frame of every map of the atlas. Made when the client is built, so that the first page stays small.
import { readdirSync, readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { area, frameOf, simplified, tied, toChart, type Point, type Row } from '../src/start/projection.ts'
import type { IndexChart } from '../src/start/chart.ts'

const MAPS = new URL('../../src/barents/atlas/maps/', import.meta.url)
const WIDEST = 'operations'
const COAST = 0.022 // of a hex: half a pixel where a hex is 22 pixels wide
const NAMED = ['Hvalfjordur', 'Scapa Flow', 'Bergen', 'Trondheim', 'Narvik', 'Altafjord', 'Murmansk', 'Archangelsk']
// Where the names of seas stay clear of coasts and of the frames' numbers.
const SEAS: Record<string, Point> = {
  'Greenland Sea': [19.6, 6.3],
  'Norwegian Sea': [17.3, 17.4],
  'Barents Sea': [36.4, 12.6],
}
const ISLANDS = ['Jan Mayen', 'Bear Island']

interface MapFile {
  name: string
  grid: { orientation: 'flat' | 'pointy'; id: 'CCRR' | 'RRCC'; isolated: string[] }
  projection: { parallels: [number, number]; origin: [number, number] }
  spacing_km: number
  places: { kind: string; name: string; lat: number; lon: number; x: number; y: number }[]
  hexes: Row[]
}

interface ChartFile {
  frame: [number, number, number, number]
  land: number[][][]
  shelf: { far: number[][][]; near: number[][][] }
  ice: { when: string; label: string; edge: number[][]; pack: number[][][] }[]
  graticule: Record<'parallels' | 'meridians', { degree: number; paths: number[][] }[]>
  labels: { text: string; x: number; y: number }[]
}

const round = (value: number): number => Math.round(value * 100) / 100
const read = <T>(name: string): T => JSON.parse(readFileSync(new URL(name, MAPS), 'utf8')) as T
const points = (path: number[]): Point[] =>
  Array.from({ length: path.length / 2 }, (_, i) => [path[2 * i] as number, path[2 * i + 1] as number])

function pathOf(line: readonly Point[], closed: boolean): string {
  const shown = line.map(([x, y]) => [Math.round(x * 100), Math.round(y * 100)] as Point)
  let [atX, atY] = [0, 0]
  const steps = shown.map(([x, y], i) => {
    const step = i === 0 ? `M${x} ${y}` : `${i === 1 ? 'l' : ' '}${x - atX} ${y - atY}`
    ;[atX, atY] = [x, y]
    return step
  })
  return steps.join('') + (closed ? 'z' : '')
}

/** A closed line thinned out; the two halves apart, since its ends are one. */
function ring(path: number[], tolerance: number): Point[] {
  const whole = points(path)
  const middle = Math.floor(whole.length / 2)
  const start = whole[0]
  if (!start || whole.length < 4) return whole
  return [...simplified(whole.slice(0, middle + 1), tolerance), ...simplified([...whole.slice(middle), start], tolerance).slice(1, -1)]
}

const polygons = (layer: number[][][], tolerance: number): string =>
  layer
    .flatMap((polygon) => polygon.map((path) => ring(path, tolerance)))
    .filter((line) => line.length > 2 && area(line) > tolerance * 0.1)
    .map((line) => pathOf(line, true))
    .join('')

const lines = (paths: number[][], tolerance: number): string =>
  paths.map((path) => pathOf(simplified(points(path), tolerance), false)).join('')

export function indexChart(): IndexChart {
  const map = read<MapFile>(`${WIDEST}.json`)
  const chart = read<ChartFile>(`${WIDEST}.chart.json`)
  const conic = tied(map.projection, map.spacing_km, map.places)
  const names = readdirSync(MAPS)
    .filter((file) => file.endsWith('.json') && !file.endsWith('.chart.json'))
    .map((file) => file.slice(0, -'.json'.length))
  return {
    conic,
    frame: chart.frame,
    land: polygons(chart.land, COAST),
    far: polygons(chart.shelf.far, 0.05),
    near: polygons(chart.shelf.near, 0.04),
    ice: chart.ice.map((month) => ({
      month: Number(month.when),
      pack: polygons(month.pack, 0.02),
      edge: month.edge.map((path) => simplified(points(path), 0.02).map(([x, y]): Point => [round(x), round(y)])),
    })),
    graticule: [...chart.graticule.parallels, ...chart.graticule.meridians]
      .filter(({ degree }) => degree % 5 === 0)
      .map((line) => lines(line.paths, 0.02))
      .join(''),
    seas: Object.entries(SEAS).map(([text, at]) => ({ text, at })),
    lands: chart.labels.filter(({ text }) => text === 'Spitsbergen').map(({ text, x, y }) => ({ text, at: [x, y] })),
    places: map.places
      .filter(({ kind, name }) => (kind === 'port' && NAMED.includes(name)) || ISLANDS.includes(name))
      .map(({ name, x, y }) => ({ name, at: [x, y], island: ISLANDS.includes(name) })),
    frames: Object.fromEntries(
      names.map((name) => {
        const edge = frameOf(conic, read<MapFile>(`${name}.json`))
        return [name, closedFrame(edge).map(([x, y]): Point => [round(x), round(y)])]
      }),
    ),
    convoy: PASSAGE.map((place) => toChart(conic, place)),
  }
}

/** The outermost hexes zigzag by half a hex; a frame runs between them. */
function closedFrame(edge: Point[]): Point[] {
  const middle = edge.length / 2
  const between = (line: Point[]): Point[] =>
    line.map(([x, y], i) => {
      const next = line[i + 1]
      return i === 0 || !next ? [x, y] : [(x + next[0]) / 2, (y + next[1]) / 2]
    })
  return [edge.slice(0, middle), edge.slice(middle)].flatMap((line) => simplified(between(line), 0.15))
}

// PQ 17 from Hvalfjord by the Denmark Strait and north of Bear Island to where it was told to scatter, 4 July 1942.
const PASSAGE: Point[] = [
  [-22.0, 64.3],
  [-24.6, 65.2],
  [-23.4, 66.7],
  [-17.0, 67.4],
  [-6.0, 69.6],
  [4.0, 72.6],
  [14.0, 75.0],
  [22.0, 75.9],
  [27.9, 75.9],
]

/** `import chart from 'virtual:index-chart'`. */
export function indexChartPlugin(): Plugin {
  const id = 'virtual:index-chart'
  return {
    name: 'index-chart',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (source) =>
      source === `\0${id}` ? `export default JSON.parse(${JSON.stringify(JSON.stringify(indexChart()))})` : undefined,
  }
}
