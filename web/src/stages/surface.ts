// The Surface Combat Display: what its board says, where the counters lie, and what an order is worth.
import type { Board, PieceView, Side } from '../generated/wire'
import { unitOf } from '../lib/worth'

export type Weapon = 'main' | 'secondary' | 'torpedoes'

export const WEAPONS: Readonly<Record<Weapon, string>> = {
  main: 'main guns',
  secondary: 'secondary guns',
  torpedoes: 'torpedoes',
}

export interface Level {
  move: number
  main: number
  secondary: number
  aa: number
}

export interface RoundStep {
  name: string
  note: string
  state: 'done' | 'now' | 'next'
}

/** A weapon, or an air unit, and whom it is aimed at. */
export interface Shot {
  slot: string
  target: string
}

/** What a board says of the combat. */
export interface Line {
  areas: readonly string[]
  smoke: ReadonlySet<string>
  round: number
  rounds: number
  steps: readonly RoundStep[]
  /** The groups that ships can be put into, and where the die can put a side's. */
  groups: readonly string[]
  places: Readonly<Record<Side, readonly string[]>>
  /** The ships that were put down together with the convoy. */
  convoy: ReadonlySet<string>
  moved: ReadonlySet<string>
  submerged: ReadonlySet<string>
  /** What both sides have declared. */
  shots: readonly Shot[]
  levels: (ship: string) => readonly Level[]
  hurt: (ship: string) => readonly string[]
  /** The modifier for each distance, of each weapon that a ship has. */
  ranges: (ship: string) => ReadonlyMap<Weapon, readonly number[]>
}

const CONVOY_GROUP = '0'

export function lineOf(board: Board): Line {
  const mark = (name: string): readonly string[] => board.marks[name] ?? []
  const notes = mark('notes')
  const now = mark('step')[0]
  const at = now === undefined ? Infinity : Number(now)
  const [round = '0', rounds = '0'] = mark('round')
  return {
    areas: mark('cells'),
    smoke: new Set(mark('smoke')),
    round: Number(round),
    rounds: Number(rounds),
    steps: mark('steps').map((name, i) => ({ name, note: notes[i] ?? '', state: i < at ? 'done' : i === at ? 'now' : 'next' })),
    groups: mark('groups'),
    places: { axis: mark('places:axis'), allied: mark('places:allied') },
    convoy: new Set(mark('group').filter((one) => one.endsWith(`:${CONVOY_GROUP}`)).map(unitOf)),
    moved: new Set(mark('moved')),
    submerged: new Set(mark('submerged')),
    shots: mark('shots').map((one) => ({ slot: one.slice(0, one.indexOf('>')), target: one.slice(one.indexOf('>') + 1) })),
    levels: (ship) =>
      mark(`roster:${ship}`).map((row) => {
        const [move = 0, main = 0, secondary = 0, aa = 0] = row.split(' ').map(Number)
        return { move, main, secondary, aa }
      }),
    hurt: (ship) => mark(`hurt:${ship}`),
    ranges: (ship) => {
      const found = new Map<Weapon, readonly number[]>()
      for (const weapon of Object.keys(WEAPONS) as Weapon[]) {
        const modifiers = mark(`range:${ship}:${weapon}`)
        if (modifiers.length) found.set(weapon, modifiers.map(Number))
      }
      return found
    },
  }
}

export function weaponOf(slot: string): Weapon | null {
  const word = slot.slice(slot.lastIndexOf(':') + 1)
  return word in WEAPONS ? (word as Weapon) : null
}

/** The modifier for range in each area, seen from one; null where the weapon does not reach. */
export function byArea(line: Line, from: number, modifiers: readonly number[]): (number | null)[] {
  return line.areas.map((area) => modifiers[Math.abs(Number(area) - from)] ?? null)
}

// Where counters lie

/** A counter in the line, or several that there is no room for one by one; ghosts are ships where they are ordered to. */
export interface Tile {
  key: string
  area: number
  side: Side
  pieces: readonly PieceView[]
  /** What a pile is called. */
  title: string
  ghost: boolean
  /** Whether there is something in an area next to it. */
  beside: boolean
  x: number
  y: number
}

export interface Frame {
  width: number
  height: number
  areas: number
  /** Of a counter, in pixels. */
  size: number
}

/** For the name below a counter and the gap to the next: at least, and where there is room. */
const NAME = 16
const ROOMY = 22
/** So many ships of the convoy lie one by one; more are a pile. */
const CONVOY_APART = 3
const RANK = ['bb', 'bc', 'cv', 'ca', 'cl', 'dd', 'tb', 'aa', 'de', 'ms', 'at', 'ss', 'ss-submerged', 'r', 'ta', 'mt']

function weight(piece: PieceView): number {
  const rank = RANK.indexOf(piece.kind)
  return rank < 0 ? RANK.length : rank
}

/** The weightiest first, and those alike by their names. */
export function byWeight(pieces: readonly PieceView[]): PieceView[] {
  return [...pieces].sort((one, other) => weight(one) - weight(other) || one.label.localeCompare(other.label, 'en'))
}

type Loose = Omit<Tile, 'x' | 'y' | 'beside'>

function single(piece: PieceView, area: number, ghost: boolean): Loose {
  return { key: ghost ? `${piece.id}>` : piece.id, area, side: piece.side, pieces: [piece], title: piece.label, ghost }
}

function pile(pieces: readonly PieceView[], area: number, side: Side, what: string, title: string): Loose {
  return { key: `${what}-${side}-${area}`, area, side, pieces, title, ghost: false }
}

/** A side's ships in an area, in no more rows than there are. */
function piled(pieces: readonly PieceView[], ghosts: readonly PieceView[], area: number, side: Side, rows: number, line: Line): Loose[] {
  const convoy = pieces.filter((piece) => line.convoy.has(piece.id))
  const together = convoy.length > CONVOY_APART
  const apart = byWeight(pieces.filter((piece) => !together || !line.convoy.has(piece.id)))
  const tiles = [...apart.map((piece) => single(piece, area, false)), ...ghosts.map((piece) => single(piece, area, true))]
  const room = Math.max(1, rows - Number(together))
  const shown = tiles.length > room ? tiles.slice(0, Math.max(0, room - 1)) : tiles
  const rest = tiles.slice(shown.length).flatMap((tile) => (tile.ghost ? [] : tile.pieces))
  if (rest.length) shown.push(pile(rest, area, side, 'pile', `${rest.length} ships`))
  if (together) shown.push(pile(byWeight(convoy), area, side, 'convoy', 'PQ-17'))
  return shown
}

/** How many counters stand one below the other. */
export function rowsIn(frame: Frame): number {
  return Math.max(2, Math.floor((frame.height - 8) / (frame.size + NAME)))
}

/** A ship, or the convoy's marker, where it is ordered to. */
export interface Ghost {
  piece: PieceView
  area: number
}

/** The counters of the line: the Germans above the Allies where they share an area. */
export function layOut(pieces: readonly PieceView[], line: Line, frame: Frame, ghosts: readonly Ghost[] = []): Tile[] {
  const rows = rowsIn(frame)
  const found: Tile[] = []
  for (let area = 1; area <= frame.areas; area++) {
    const here = (side: Side): PieceView[] => pieces.filter((piece) => piece.side === side && Number(piece.cell) === area)
    const coming = (side: Side): PieceView[] => byWeight(ghosts.flatMap((ghost) => (ghost.piece.side === side && ghost.area === area ? [ghost.piece] : [])))
    const counts = (['axis', 'allied'] as const).map((side) => here(side).length + coming(side).length)
    const [axis = 0, allied = 0] = counts
    const share = Math.floor(rows / 2)
    const room = axis + allied <= rows ? [axis, allied] : [allied ? Math.max(share, rows - allied) : rows, axis ? Math.max(share, rows - axis) : rows]
    const tiles = (['axis', 'allied'] as const).flatMap((side, i) => {
      if (!counts[i]) return []
      return piled(here(side), coming(side), area, side, Math.max(1, room[i] ?? rows), line)
    })
    // Columns by themselves do not stand in rows, so that fire between two of them misses the counters of a third.
    const pitch = Math.max(frame.size + NAME, Math.min(frame.size + ROOMY, (frame.height - 8) / tiles.length))
    const spare = frame.height - tiles.length * pitch
    const taken = (next: number): boolean => pieces.some((piece) => Number(piece.cell) === next) || ghosts.some((ghost) => ghost.area === next)
    const beside = taken(area - 1) || taken(area + 1)
    const shift = spare > pitch && !beside ? (((area * 3) % 7) - 3) * (pitch / 8) : 0
    tiles.forEach((tile, row) => {
      found.push({ ...tile, beside, x: ((area - 0.5) * frame.width) / frame.areas, y: spare / 2 + shift + row * pitch + frame.size / 2 + 3 })
    })
  }
  return found
}

/** Areas that follow upon each other, drawn together: the first and the last of each run. */
export function runsOf(areas: readonly string[]): [number, number][] {
  const runs: [number, number][] = []
  for (const area of areas.map(Number)) {
    const last = runs.at(-1)
    if (last && last[1] === area - 1) last[1] = area
    else runs.push([area, area])
  }
  return runs
}

// Lines and chips

export interface Point {
  x: number
  y: number
}

/** From the edge of one counter to the edge of another, bent a little so that lines in a row can be told apart. */
export function arc(from: Point, to: Point, size: number, bent = 0.05): string {
  const out = size / 2 + 4
  const right = Math.sign(to.x - from.x)
  const [x1, x2] = [from.x + right * out, to.x - right * out]
  const [y1, y2] = right ? [from.y, to.y] : [from.y + Math.sign(to.y - from.y) * out, to.y - Math.sign(to.y - from.y) * out]
  const bend = Math.min(26, Math.abs(x2 - x1) * bent)
  return `M${round(x1)} ${round(y1)}Q${round((x1 + x2) / 2)} ${round((y1 + y2) / 2 - bend)} ${round(x2)} ${round(y2)}`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

export const CHIP = { width: 42, height: 18 }

/** Where the chance at a target is written: on the side that the fire comes from, or else where no counter lies. */
export function chipAt(target: Point, from: Point, tiles: readonly Point[], frame: Frame): Point {
  const aside = frame.size / 2 + CHIP.width / 2 + 7
  const toward = Math.sign(from.x - target.x) || 1
  const spots = [
    { x: target.x + toward * aside, y: target.y },
    { x: target.x - toward * aside, y: target.y },
    { x: target.x, y: target.y - frame.size / 2 - 4 },
  ]
  const free = spots.find(
    ({ x, y }) =>
      x > CHIP.width / 2 &&
      x < frame.width - CHIP.width / 2 &&
      tiles.every(
        (tile) =>
          (tile.x === target.x && tile.y === target.y) ||
          Math.abs(tile.x - x) > (frame.size + CHIP.width) / 2 ||
          Math.abs(tile.y - y) > (frame.size + CHIP.height) / 2,
      ),
  )
  return free ?? (spots[2] as Point)
}

const ORDINALS = ['', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']

/** What sinks a ship that has taken some hits: "The fourth hit sinks her." */
export function sinking(taken: number, of: number): string {
  return of - taken === 1 ? 'The next hit sinks her.' : `The ${ORDINALS[of] ?? `${of}th`} hit sinks her.`
}
