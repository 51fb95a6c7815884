// The Surface Combat Display: what its payload says, where the counters lie, and what an order is worth.
import type { LineShip, LineWeapon, PieceView, RoundStep, Side, SurfaceCombatStage, WeaponKind } from '../generated/wire'

/** A weapon of a ship, or an air unit, and whom it is aimed at. */
export interface Shot {
  slot: string
  ship: string
  weapon: WeaponKind | null
  target: string
}

/** What has a round with its steps. */
export interface Rounds {
  round: number
  rounds: number
  steps: readonly RoundStep[]
}

/** The payload, with what is looked up in it. */
export interface Line extends Rounds {
  areas: readonly string[]
  smoke: ReadonlySet<string>
  /** The value that orders smoke. */
  smokes: string
  /** The groups that ships can be put into, and where the die can put a side's. */
  groups: readonly string[]
  places: (side: Side) => readonly number[]
  convoy: SurfaceCombatStage['convoy']
  /** The ships that were put down together with the convoy. */
  withConvoy: ReadonlySet<string>
  moved: ReadonlySet<string>
  submerged: ReadonlySet<string>
  /** What both sides have declared. */
  shots: readonly Shot[]
  /** The columns of the damage rosters. */
  columns: readonly string[]
  ship: (id: string) => LineShip | undefined
  /** The weapons that a ship has, by their kinds. */
  weapons: (ship: string) => ReadonlyMap<string, LineWeapon>
  kind: (key: string) => WeaponKind | null
  /** The weapon that a slot aims. */
  aimedBy: (slot: string) => { ship: string; weapon: WeaponKind | null } | undefined
  /** The kind of weapon that the step is about. */
  weapon: string
}

export function lineOf(stage: SurfaceCombatStage): Line {
  const kinds = new Map(stage.weapons.map((kind) => [kind.key, kind]))
  const kind = (key: string): WeaponKind | null => kinds.get(key) ?? null
  const aims = new Map(
    Object.entries(stage.ships).flatMap(([ship, { weapons }]) => weapons.map((one) => [one.slot, { ship, weapon: kind(one.kind) }] as const)),
  )
  return {
    areas: Array.from({ length: stage.areas }, (_, i) => String(i + 1)),
    smoke: new Set(stage.smoke.map(String)),
    smokes: stage.smokes,
    round: stage.round,
    rounds: stage.rounds,
    steps: stage.steps,
    groups: stage.groups,
    places: (side) => stage.places[side] ?? [],
    convoy: stage.convoy,
    withConvoy: new Set(stage.convoy?.ships),
    moved: new Set(stage.moved),
    submerged: new Set(stage.submerged),
    shots: stage.shots.map(({ ship, weapon, target }) => ({ slot: `${ship} ${weapon}`, ship, weapon: kind(weapon), target })),
    columns: stage.columns,
    ship: (id) => stage.ships[id],
    weapons: (ship) => new Map(stage.ships[ship]?.weapons.map((one) => [one.kind, one])),
    kind,
    aimedBy: (slot) => aims.get(slot),
    weapon: stage.weapon,
  }
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
  /** Whether it is the convoy as one. */
  convoy: boolean
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
  return { key: ghost ? `${piece.id}>` : piece.id, area, side: piece.side, pieces: [piece], title: piece.label, ghost, convoy: false }
}

function pile(pieces: readonly PieceView[], area: number, side: Side, title: string, convoy = false): Loose {
  return { key: `${convoy ? 'convoy' : 'pile'}-${side}-${area}`, area, side, pieces, title, ghost: false, convoy }
}

/** A side's ships in an area, in no more rows than there are. */
function piled(pieces: readonly PieceView[], ghosts: readonly PieceView[], area: number, side: Side, rows: number, line: Line): Loose[] {
  const convoy = pieces.filter((piece) => line.withConvoy.has(piece.id))
  const together = convoy.length > CONVOY_APART
  const apart = byWeight(pieces.filter((piece) => !together || !line.withConvoy.has(piece.id)))
  const tiles = [...apart.map((piece) => single(piece, area, false)), ...ghosts.map((piece) => single(piece, area, true))]
  const room = Math.max(1, rows - Number(together))
  const shown = tiles.length > room ? tiles.slice(0, Math.max(0, room - 1)) : tiles
  const rest = tiles.slice(shown.length).flatMap((tile) => (tile.ghost ? [] : tile.pieces))
  if (rest.length) shown.push(pile(rest, area, side, `${rest.length} ships`))
  if (together) shown.push(pile(byWeight(convoy), area, side, line.convoy?.name ?? '', true))
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
