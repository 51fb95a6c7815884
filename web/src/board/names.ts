import { width } from '../counters/lettering.svelte'
import { overlaps, type Box } from './fan'
import type { Geometry, Mark } from './geometry'
import type { Point } from './hexgrid'
import type { Line } from './region'

export interface Name {
  text: string
  x: number
  y: number
  anchor: 'start' | 'middle' | 'end'
  /** Whether it stands on land, for the colour of its halo. */
  land: boolean
}

export interface Lettered {
  mark: Mark
  /** Pixels; marks that would touch are pushed apart. */
  x: number
  y: number
  name: Name | undefined
}

const SIZE = 13
const REACH: Record<Mark['sign'], readonly [number, number]> = {
  port: [7, 7],
  airbase: [7, 7],
  both: [13, 7],
  exit: [10, 10],
  cape: [5, 5],
  town: [4, 4],
  position: [6, 6],
  island: [9, 9],
}
const RANK: Mark['sign'][] = ['exit', 'both', 'port', 'cape', 'island', 'airbase', 'position', 'town']

/**
 * The marks of the chart with their names, each set where it touches nothing; a name without room is left out. Where it
 * can be, a name stands clear of the counters too.
 */
export function lettered(geometry: Geometry, k: number, counters: readonly Box[] = []): Lettered[] {
  const taken: Box[] = []
  const marks = [...geometry.marks].sort((a, b) => RANK.indexOf(a.sign) - RANK.indexOf(b.sign))
  const placed = marks.map((mark) => {
    let [x, y] = [mark.x * k, mark.y * k]
    const [rx, ry] = REACH[mark.sign]
    // Far out a second mark on the same spot is pushed aside.
    for (let tries = 0; tries < 12 && taken.some((box) => overlaps(box, about(x, y, rx, ry))); tries += 1) {
      const other = taken.find((box) => overlaps(box, about(x, y, rx, ry))) as Box
      const [dx, dy] = [x - (other.left + other.right) / 2, y - (other.top + other.bottom) / 2]
      const far = Math.hypot(dx, dy)
      ;[x, y] = far > 0.5 ? [x + (3 * dx) / far, y + (3 * dy) / far] : [x, y + 3]
    }
    taken.push(about(x, y, rx, ry))
    return { mark, x, y }
  })
  return placed.map(({ mark, x, y }) => {
    const [rx, ry] = REACH[mark.sign]
    const wide = width(mark.name) * SIZE
    const ways: { x: number; y: number; anchor: Name['anchor'] }[] = [
      { x: x + rx + 4, y: y + 4.5, anchor: 'start' },
      { x: x - rx - 4, y: y + 4.5, anchor: 'end' },
      { x, y: y - ry - 4, anchor: 'middle' },
      { x, y: y + ry + 13, anchor: 'middle' },
      { x: x + rx, y: y - ry - 1, anchor: 'start' },
      { x: x - rx, y: y - ry - 1, anchor: 'end' },
      { x: x + rx, y: y + ry + 10, anchor: 'start' },
      { x: x - rx, y: y + ry + 10, anchor: 'end' },
    ]
    // Names of capes stand out to sea, over their mark.
    if (mark.sign === 'cape' || mark.sign === 'island') ways.unshift(...ways.splice(2, 1))
    const fits = (found: (typeof ways)[number]): boolean => {
      const box = boxOf(found, wide)
      return !taken.some((other) => overlaps(other, box)) && within(geometry, k, box)
    }
    const isClear = (found: (typeof ways)[number]): boolean => !counters.some((box) => overlaps(box, boxOf(found, wide)))
    const way = [...ways, ...besides(counters.find((box) => overlaps(box, about(x, y, rx, ry))), x, y)].find(
      (found) => isClear(found) && fits(found),
    ) ?? ways.find(fits)
    if (!way) return { mark, x, y, name: undefined }
    const box = boxOf(way, wide)
    taken.push(box)
    const cell = geometry.grid.at((box.left + box.right) / 2 / k, (box.top + box.bottom) / 2 / k)
    return {
      mark,
      x,
      y,
      name: { ...way, text: mark.name, land: cell !== undefined && geometry.landFraction(cell) > 0.5 },
    }
  })
}

/** What is lettered beside a counter or a ghost: its box, and what it is called. */
export interface Labelled {
  key: string
  text: string
  box: Box
  /** Whether it rather stands over the counter, as where a number hangs below it. */
  above?: boolean
}

export interface Label {
  text: string
  x: number
  y: number
  anchor: Name['anchor']
  box: Box
}

/**
 * Names of counters, in their order: each stands beside its own counter where it touches no other counter and no name.
 * One that finds no room is left out; it can be had by pointing at its counter.
 */
export function labelled(wanted: readonly Labelled[], counters: readonly Box[], size = SIZE): Map<string, Label> {
  const found = new Map<string, Label>()
  const taken: Box[] = []
  for (const { key, text, box, above = false } of wanted) {
    const wide = width(text) * size
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2]
    const ways: Pick<Label, 'x' | 'y' | 'anchor'>[] = [
      { x, y: box.bottom + size, anchor: 'middle' },
      { x, y: box.top - 6, anchor: 'middle' },
      { x: box.right + 5, y: y + 4, anchor: 'start' },
      { x: box.left - 5, y: y + 4, anchor: 'end' },
    ]
    if (above) ways.unshift(...ways.splice(1, 1))
    for (const way of ways) {
      const own = boxOf(way, wide)
      if ([...counters, ...taken].some((other) => other !== box && overlaps(other, own))) continue
      taken.push(own)
      found.set(key, { ...way, text, box: own })
      break
    }
  }
  return found
}

const CROSS = 8

/** Where a sign of a cell stands that may lie over no counter: in its middle if that is free, else about its corners. */
export function clearOf([cx, cy]: Point, k: number, taken: readonly Box[]): { x: number; y: number; box: Box } {
  const ways = [0, 0.5, 0.62, 0.8, 1].flatMap((far) => [[far, far], [-far, far], [far, -far], [-far, -far], [0, far], [0, -far]])
  const places = ways.map(([dx = 0, dy = 0]) => {
    const [x, y] = [(cx + dx) * k, (cy + dy) * k]
    return { x, y, box: about(x, y, CROSS, CROSS) }
  })
  const [first] = places as [(typeof places)[number]]
  return places.find(({ box }) => !taken.some((other) => overlaps(other, box))) ?? first
}

/** The name of the pack: once, in the ice, along the middle of its edge. */
export function packLabel(
  geometry: Geometry,
  season: string,
  k: number,
): { text: string; x: number; y: number; turn: number } | undefined {
  const ice = geometry.ice(season)
  const { left, top, right, bottom } = geometry.frame
  const line = (ice?.lines ?? [])
    .map((points) => points.filter(([x, y]) => x > left && x < right && y > top && y < bottom))
    .reduce<Line>((longest, points) => (points.length > longest.length ? points : longest), [])
  if (!ice) return undefined
  const [wide, off] = [(width(ice.label.toUpperCase()) * 12 + 2 * ice.label.length) / 2 / k, 30 / k]
  for (const part of [0.5, 0.35, 0.65, 0.2, 0.8]) {
    const at = Math.floor(part * (line.length - 1))
    const [middle, before, after] = [line[at], line[Math.max(0, at - 8)], line[Math.min(line.length - 1, at + 8)]]
    if (!middle || !before || !after) continue
    let angle = Math.atan2(after[1] - before[1], after[0] - before[0])
    if (Math.cos(angle) < 0) angle += Math.PI
    for (const way of [1, -1]) {
      const [x, y] = [middle[0] + way * off * Math.sin(angle), middle[1] - way * off * Math.cos(angle)]
      const inFrame = x - wide > left && x + wide < right && y - off > top && y + off < bottom
      if (inFrame && geometry.isPack(season, x, y)) {
        return { text: ice.label, x: x * k, y: y * k, turn: (angle * 180) / Math.PI }
      }
    }
  }
  return undefined
}

/** Beside, over and under a counter that lies on a mark. */
function besides(box: Box | undefined, x: number, y: number): { x: number; y: number; anchor: Name['anchor'] }[] {
  if (!box) return []
  return [
    { x: box.right + 4, y: y + 4.5, anchor: 'start' },
    { x: box.left - 4, y: y + 4.5, anchor: 'end' },
    { x, y: box.top - 6, anchor: 'middle' },
    { x, y: box.bottom + 13, anchor: 'middle' },
  ]
}

function about(x: number, y: number, rx: number, ry: number): Box {
  return { left: x - rx, top: y - ry, right: x + rx, bottom: y + ry }
}

function boxOf(way: { x: number; y: number; anchor: Name['anchor'] }, wide: number): Box {
  const left = way.anchor === 'start' ? way.x : way.anchor === 'end' ? way.x - wide : way.x - wide / 2
  return { left: left - 1, top: way.y - 11, right: left + wide + 1, bottom: way.y + 3 }
}

function within(geometry: Geometry, k: number, box: Box): boolean {
  const { left, top, right, bottom } = geometry.frame
  return box.left > left * k && box.right < right * k && box.top > top * k && box.bottom < bottom * k
}
