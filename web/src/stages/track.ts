// The battle track of an operation: what its payload says, where the counters lie, and what a shot is worth.
import type { BattleTrackStage, DivisionSlots, FiredShot, PieceView, Side, SunkShip, TrackDivision, TrackWeapon, WeaponKind } from '../generated/wire'
import { other } from '../lib/words'
import type { Frame, Rounds, Tile } from './surface'

/** What a division may be told beside its move, with the words of a button. */
export const DEEDS = {
  smoke: 'Lay smoke',
  comb: 'Turn with torpedoes',
  leave: 'Leave once out of sight',
  scatter: 'Scatter',
} as const
export type Deed = keyof typeof DEEDS

export type Division = TrackDivision

/** A weapon, with the ship that has it. */
export interface Mount extends TrackWeapon {
  ship: string
  torpedoes: boolean
}

export interface Sunk extends SunkShip {
  side: Side
}

/** The payload, with what is looked up in it. */
export interface Track extends Rounds {
  cells: readonly number[]
  /** The round that was fought last, and whether it was the end of the battle. */
  last: number
  over: boolean
  engager: Side
  surprised: ReadonlySet<Side>
  /** Ships that have still to be put into divisions. */
  forming: readonly string[]
  /** The slot by which one breaks off. */
  breakOff: string
  divisions: readonly Division[]
  divisionOf: (ship: string) => Division | undefined
  /** The slot by which a division is told to do something, if it is one's own. */
  slotOf: (key: string, what: keyof DivisionSlots) => string | undefined
  /** What a slot tells which division. */
  orderAt: (slot: string) => { key: string; what: keyof DivisionSlots } | undefined
  /** How many cells a side sees; null where that is not known. */
  sight: (side: Side) => number | null
  /** How far starshell reaches. */
  shell: number
  /** From which speed on a division at full speed fires less. */
  run: number
  hits: ReadonlyMap<string, number>
  fired: readonly FiredShot[]
  sunk: readonly Sunk[]
  /** The weapons of a ship by their kinds. */
  weapons: (ship: string) => ReadonlyMap<string, Mount>
  /** The weapon that a slot aims. */
  mountAt: (slot: string) => Mount | undefined
  kind: (key: string) => WeaponKind | undefined
  plain: { within: number; modifier: number; ships: ReadonlySet<string> }
  /** What torpedoes lose by another division of the enemy in the way. */
  masked: number
  /** The chance of one die by the sum of the modifiers. */
  chance: (net: number) => number
  /** The ship of a division that guns without an order take. */
  best: (key: string) => string | undefined
}

export function trackOf(stage: BattleTrackStage): Track {
  const divisions = stage.divisions.filter((one) => one.ships.length)
  const divisionOf = new Map(divisions.flatMap((one) => one.ships.map((ship) => [ship, one] as const)))
  const kinds = new Map(stage.weapons.map((kind) => [kind.key, kind]))
  const mounts = Object.entries(stage.ships).map(
    ([ship, weapons]) => [ship, weapons.map((one): Mount => ({ ...one, ship, torpedoes: kinds.get(one.kind)?.torpedoes ?? false }))] as const,
  )
  const ofShip = new Map(mounts.map(([ship, all]) => [ship, new Map(all.map((one) => [one.kind, one]))]))
  const bySlot = new Map(mounts.flatMap(([, all]) => all.map((one) => [one.slot, one] as const)))
  const orders = new Map(
    Object.entries(stage.slots).flatMap(([key, slots]) => (Object.keys(slots) as (keyof DivisionSlots)[]).map((what) => [slots[what], { key, what }] as const)),
  )
  const { least, chances } = stage.scale
  return {
    cells: Array.from({ length: stage.last - stage.first + 1 }, (_, i) => stage.first + i),
    round: stage.round,
    rounds: stage.rounds,
    steps: stage.steps,
    last: stage.fought,
    over: stage.over !== null,
    engager: stage.engager,
    surprised: new Set(stage.surprised),
    forming: stage.forming,
    breakOff: stage.break_off,
    divisions,
    divisionOf: (ship) => divisionOf.get(ship),
    slotOf: (key, what) => stage.slots[key]?.[what],
    orderAt: (slot) => orders.get(slot),
    sight: (side) => stage.sight[side] ?? null,
    shell: stage.starshell,
    run: stage.running,
    hits: new Map(Object.entries(stage.hits)),
    fired: stage.fired,
    sunk: (['allied', 'axis'] as const).flatMap((side) => (stage.sunk[side] ?? []).map((one) => ({ ...one, side }))),
    weapons: (ship) => ofShip.get(ship) ?? new Map<string, Mount>(),
    mountAt: (slot) => bySlot.get(slot),
    kind: (key) => kinds.get(key),
    plain: { ...stage.plain, ships: new Set(stage.plain.ships) },
    masked: stage.masked,
    chance: (net) => chances[Math.max(0, Math.min(chances.length - 1, net - least))] ?? 0,
    best: (key) => stage.best[key],
  }
}

/** A move in words: "2 to the left". */
export function moveWords(cells: number): string {
  return cells ? `${Math.abs(cells)} to the ${cells < 0 ? 'left' : 'right'}` : 'stays'
}

// What a shot is worth

/** How things will stand when it is fired, as far as one's own orders go. */
export interface Stand {
  /** Where one's own divisions will be. */
  cell: (division: Division) => number
  /** Whether a division fires with fewer guns. */
  hampered: (division: Division) => boolean
  /** The enemy's divisions that will be lit up. */
  lit: ReadonlySet<string>
}

export interface Worth {
  chance: number
  dice: number
  net: number
  cells: number
}

/** Whether something so many cells away is in sight of a side. */
function seen(track: Track, side: Side, cells: number, target: Division, stand: Stand): boolean {
  return cells <= (track.sight(side) ?? Infinity) || (stand.lit.has(target.key) && cells <= track.shell)
}

/** What a weapon can do to a ship if the enemy stays where he is; null where it cannot reach or see her. */
export function worthOf(track: Track, slot: string, target: string, stand: Stand, dice?: number): Worth | null {
  const mount = track.mountAt(slot)
  const [from, to] = [mount && track.divisionOf(mount.ship), track.divisionOf(target)]
  if (!mount || !from || !to) return null
  const cells = Math.abs(stand.cell(from) - to.cell)
  const range = mount.reach[cells]
  if (range === undefined || !seen(track, from.side, cells, to, stand)) return null
  const { plain } = track
  const [low, high] = [Math.min(stand.cell(from), to.cell), Math.max(stand.cell(from), to.cell)]
  const inTheWay = track.divisions.some((one) => one.side === to.side && low < one.cell && one.cell < high)
  const special = mount.torpedoes ? (inTheWay ? track.masked : 0) : plain.ships.has(target) && cells <= plain.within ? plain.modifier : 0
  const net = range + (mount.against[target] ?? 0) + special
  const thrown = dice ?? (stand.hampered(from) ? mount.hampered : mount.dice)
  return { chance: 1 - (1 - track.chance(net)) ** thrown, dice: thrown, net, cells }
}

/** Whom guns without an order fire at, if the enemy stays where he is. */
export function byThemselves(track: Track, slot: string, stand: Stand): string | null {
  const mount = track.mountAt(slot)
  const from = mount && track.divisionOf(mount.ship)
  if (!mount || !from || mount.torpedoes) return null
  const far = (one: Division): number => Math.abs(stand.cell(from) - one.cell)
  const within = track.divisions.filter((one) => one.side === other(from.side) && far(one) < mount.reach.length && seen(track, from.side, far(one), one, stand))
  const [nearest] = within.sort((one, two) => far(one) - far(two) || one.order - two.order)
  return (nearest && track.best(nearest.key)) ?? null
}

/** The cells that a side sees, from where its divisions will be. */
export function inSight(track: Track, side: Side, stand: Stand): ReadonlySet<number> {
  const sight = track.sight(side)
  if (sight === null) return new Set(track.cells)
  const eyes = track.divisions.filter((one) => one.side === side).map(stand.cell)
  return new Set(track.cells.filter((cell) => eyes.some((eye) => Math.abs(eye - cell) <= sight)))
}

// Where counters lie

/** A division as it is drawn: a frame with a plate, and its ships below it. */
export interface Band {
  division: Division
  /** How far below a counter's middle its name stands. */
  name: number
  /** Its middle, its upper edge and its size. */
  x: number
  y: number
  width: number
  height: number
  tiles: readonly Tile[]
}

/** The plate, the room under it and below the last counter, and what a counter's name takes. */
export const PLATE = 24
const PAD = 4
const NAME = 15
/** Where there is room. */
const ROOMY = 22
/** So many merchants lie one by one; more are a pile. */
const TRAIN_APART = 2

function rowsFor(wanted: readonly number[], rows: number): number[] {
  const given = wanted.map(() => 1)
  let left = rows - given.length
  for (let grown = true; left > 0 && grown; ) {
    grown = false
    for (const [i, most] of wanted.entries()) {
      if (left <= 0 || (given[i] ?? 0) >= most) continue
      given[i] = (given[i] ?? 0) + 1
      left -= 1
      grown = true
    }
  }
  return given
}

export function bandsOf(track: Track, pieces: ReadonlyMap<string, PieceView>, frame: Frame): Band[] {
  const column = frame.width / Math.max(1, frame.areas)
  const taken = new Set(track.divisions.map((one) => one.cell))
  return track.cells.flatMap((cell, index) => {
    const here = track.divisions.filter((one) => one.cell === cell).sort((one, two) => two.side.localeCompare(one.side) || one.order - two.order)
    if (!here.length) return []
    // Two abreast, if need be over the edges of empty cells beside it.
    const free = column * (taken.has(cell - 1) || taken.has(cell + 1) || index === 0 || index === track.cells.length - 1 ? 1 : 1.9)
    const tall = Math.floor((frame.height - 8 - here.length * (PLATE + 2 * PAD + 6)) / (frame.size + NAME))
    const crowded = here.reduce((sum, one) => sum + (isPiled(one) ? 1 : one.ships.length), 0) > tall
    const abreast = crowded && free >= 2 * (frame.size + 8) ? 2 : 1
    const wanted = here.map((one) => (isPiled(one) ? 1 : Math.ceil(one.ships.length / abreast)))
    const rows = rowsFor(wanted, Math.max(here.length, tall))
    const all = rows.reduce((sum, one) => sum + one, 0)
    const room = (frame.height - 8 - here.length * (PLATE + 2 * PAD + 6)) / all
    const pitch = Math.max(frame.size + NAME, Math.min(frame.size + ROOMY, room))
    const heights = rows.map((count) => PLATE + count * pitch + 2 * PAD)
    const x = (index + 0.5) * column
    // Columns by themselves do not stand in rows, so that fire between two of them misses the counters of a third.
    const spare = frame.height - heights.reduce((sum, one) => sum + one + 6, -6)
    const shift = here.length === 1 ? (here[0]?.side === 'axis' ? -1 : 1) * Math.max(0, spare) * 0.16 : 0
    let top = spare / 2 + shift
    return here.map((division, i): Band => {
      const [count, wide] = [rows[i] ?? 1, isPiled(division) ? 1 : abreast]
      const y = top
      const height = heights[i] ?? 0
      top += height + 6
      const ships = division.ships.flatMap((ship) => pieces.get(ship) ?? [])
      const most = count * wide
      const apart = isPiled(division) ? [] : ships.length > most ? ships.slice(0, most - 1) : ships
      const rest = ships.slice(apart.length)
      const groups = [...apart.map((piece) => [piece]), ...(rest.length ? [rest] : [])]
      const pace = frame.size + 8
      const tiles = groups.map((group, place): Tile => {
        const [first] = group as [PieceView]
        const one = group.length === 1
        const inRow = Math.min(wide, groups.length - Math.floor(place / wide) * wide)
        return {
          key: one ? first.id : `pile-${division.key}`,
          area: cell,
          side: division.side,
          pieces: group,
          title: one ? (first.face_down ? `${first.label} ?` : first.label) : isPiled(division) ? 'merchants' : 'ships',
          ghost: false,
          convoy: false,
          beside: wide > 1,
          x: x + ((place % wide) - (inRow - 1) / 2) * pace,
          y: y + PLATE + PAD + Math.floor(place / wide) * pitch + frame.size / 2,
        }
      })
      const width = wide > 1 ? wide * pace + 4 : Math.min(column - 2, pace + 4)
      return { division, x, y, width, height, tiles, name: frame.size / 2 + Math.min(16, (pitch - frame.size) / 2 + 4) }
    })
  })
}

/** Whether some of a division's ships lie in a pile for want of room. */
export function isCut(band: Band): boolean {
  return !isPiled(band.division) && band.tiles.some((tile) => tile.pieces.length > 1)
}

function isPiled(division: Division): boolean {
  return division.train && division.ships.length > TRAIN_APART
}

/** What stands under a counter: the whole name if it can be squeezed into the room, else a shorter one, else the number. */
export function nameIn(label: string, room: number, wide: (text: string) => number): string {
  const [number = '', ...rest] = label.split(' ')
  const name = rest.join(' ')
  const other = /^(.*) \((.*)\)$/.exec(name)
  const names = other ? [name, other[1], other[2]] : [name]
  const fits = names.map((one) => `${number} ${one}`).find((one) => wide(one) * SQUEEZED <= room)
  return name && fits === undefined ? number : (fits ?? label)
}

/** A name is squeezed to no less than this part of its width. */
const SQUEEZED = 0.54
