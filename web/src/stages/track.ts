// The battle track of an operation: what its board says, where the counters lie, and what a shot is worth.
import type { Board, PieceView, Side } from '../generated/wire'
import { other } from '../lib/words'
import { unitOf } from '../lib/worth'
import type { Frame, RoundStep, Tile } from './surface'

export type Weapon = 'primary' | 'secondary' | 'tertiary' | 'torpedoes'

export const WEAPONS: Readonly<Record<Weapon, string>> = {
  primary: 'primary guns',
  secondary: 'secondary guns',
  tertiary: 'tertiary guns',
  torpedoes: 'torpedoes',
}

/** What a division may be told beside its move, with the words of a button. */
export const DEEDS = {
  smoke: 'Lay smoke',
  comb: 'Turn with torpedoes',
  leave: 'Leave once out of sight',
  scatter: 'Scatter',
} as const
export type Deed = keyof typeof DEEDS

export interface Division {
  key: string
  side: Side
  cell: number
  /** From the front. */
  ships: readonly string[]
  /** Its place from front to rear. */
  order: number
  train: boolean
  moved: number
  running: boolean
  smoke: boolean
  combing: boolean
  /** The division that it lights up. */
  lights: string
}

/** A shot of the last round, as both sides saw it. */
export interface Fired {
  ship: string
  weapon: string
  target: string
  dice: number
  hits: number
  why: string
}

export interface Sunk {
  ship: string
  cell: number
  round: number
  name: string
}

/** What a board says of the battle. */
export interface Track {
  cells: readonly number[]
  round: number
  rounds: number
  /** The round that was fought last, and whether it was the end of the battle. */
  last: number
  over: boolean
  steps: readonly RoundStep[]
  engager: Side
  surprised: ReadonlySet<string>
  /** Ships that have still to be put into divisions. */
  ships: readonly string[]
  divisions: readonly Division[]
  divisionOf: (ship: string) => Division | undefined
  /** How many cells a side sees; null where that is not known. */
  sight: (side: Side) => number | null
  /** How far starshell reaches. */
  shell: number
  /** From which speed on a division at full speed fires less. */
  run: number
  hits: ReadonlyMap<string, number>
  fired: readonly Fired[]
  sunk: readonly Sunk[]
  /** The modifier for each distance, of each weapon that a ship has. */
  ranges: (ship: string) => ReadonlyMap<Weapon, readonly number[]>
  /** The dice of a weapon, and those of a division that runs or turns with torpedoes. */
  dice: (slot: string) => readonly [number, number]
  /** What counts beside the range. */
  mods: (slot: string) => ReadonlyMap<string, number>
  plain: { to: number; by: number; ships: ReadonlySet<string> }
  /** What torpedoes lose by another division of the enemy in the way. */
  masked: number
  /** The chance of one die by the sum of the modifiers. */
  scale: ReadonlyMap<number, number>
  /** The ship of a division that guns without an order take. */
  best: ReadonlyMap<string, string>
}

function pairs(marks: readonly string[]): Map<string, string> {
  return new Map(marks.map((one) => [unitOf(one), one.slice(one.lastIndexOf(':') + 1)]))
}

function numbers(marks: readonly string[]): Map<string, number> {
  return new Map([...pairs(marks)].map(([name, value]) => [name, Number(value)]))
}

export function trackOf(board: Board, pieces: readonly PieceView[]): Track {
  const mark = (name: string): readonly string[] => board.marks[name] ?? []
  const at = Number(mark('step')[0] ?? -1)
  const notes = mark('notes')
  const [round = '0', rounds = '0'] = mark('round')
  const cells = new Map(pieces.filter((piece) => piece.board === board.name).map((piece) => [piece.id, Number(piece.cell)]))
  const moved = numbers(mark('moved'))
  const lights = new Map(mark('lit').map((one): [string, string] => [one.slice(0, one.indexOf('>')), one.slice(one.indexOf('>') + 1)]))
  const divisions = Object.keys(board.marks).flatMap((name): Division[] => {
    const key = name.startsWith('division:') ? name.slice('division:'.length) : ''
    const ships = mark(name)
    const cell = cells.get(ships[0] ?? '')
    if (!key || cell === undefined) return []
    return [
      {
        key,
        side: sideOf(key),
        cell,
        ships,
        order: Number(key.slice(key.indexOf('-') + 1)),
        train: mark('train').includes(key),
        moved: moved.get(key) ?? 0,
        running: mark('running').includes(key),
        smoke: mark('smoke').includes(key),
        combing: mark('combing').includes(key),
        lights: lights.get(key) ?? '',
      },
    ]
  })
  const divisionOf = new Map(divisions.flatMap((one) => one.ships.map((ship): [string, Division] => [ship, one])))
  const [to = '0', by = '0', ...plain] = mark('plain')
  return {
    cells: mark('cells').map(Number),
    round: Number(round),
    rounds: Number(rounds),
    last: Number(mark('last')[0] ?? 0),
    over: mark('over').length > 0,
    steps: mark('steps').map((name, i) => ({ name, note: notes[i] ?? '', state: i < at ? 'done' : i === at ? 'now' : 'next' })),
    engager: mark('engager')[0] === 'allied' ? 'allied' : 'axis',
    surprised: new Set(mark('surprised')),
    ships: mark('ships'),
    divisions,
    divisionOf: (ship) => divisionOf.get(ship),
    sight: (side) => (mark(`sight:${side}`)[0] === undefined ? null : Number(mark(`sight:${side}`)[0])),
    shell: Number(mark('shell')[0] ?? 0),
    run: Number(mark('run')[0] ?? 99),
    hits: numbers(mark('hits')),
    fired: mark('fired').map((one) => {
      const [ship = '', weapon = '', target = '', dice, hits, why = ''] = one.split('|')
      return { ship, weapon, target, dice: Number(dice), hits: Number(hits), why }
    }),
    sunk: mark('sunk').map((one) => {
      const [ship = '', cell, when, name = ship] = one.split('|')
      return { ship, cell: Number(cell), round: Number(when), name }
    }),
    ranges: (ship) => {
      const found = new Map<Weapon, readonly number[]>()
      for (const weapon of Object.keys(WEAPONS) as Weapon[]) {
        const modifiers = mark(`range:${ship}:${weapon}`)
        if (modifiers.length) found.set(weapon, modifiers.map(Number))
      }
      return found
    },
    dice: (slot) => {
      const [full = 0, half = 0] = mark(`dice:${slot}`).map(Number)
      return [full, half]
    },
    mods: (slot) => numbers(mark(`mods:${slot}`)),
    plain: { to: Number(to), by: Number(by), ships: new Set(plain) },
    masked: Number(mark('masked')[0] ?? 0),
    scale: new Map([...numbers(mark('scale'))].map(([net, chance]) => [Number(net), chance])),
    best: pairs(mark('best')),
  }
}

export function weaponOf(slot: string): Weapon | null {
  const word = slot.slice(slot.lastIndexOf(':') + 1)
  return word in WEAPONS ? (word as Weapon) : null
}

/** The division that a slot orders: `a-1:move`. */
export function divisionIn(slot: string): string | null {
  const unit = unitOf(slot)
  return /^[ag]-\d+$/.test(unit) ? unit : null
}

/** Whose a ship or a division is, by its number. */
export function sideOf(name: string): Side {
  return name.startsWith('a') ? 'allied' : 'axis'
}

/** A division as it is called on its plate. */
export function plateOf(key: string): string {
  return key.replace('-', ' ').toUpperCase()
}

/** A move in cells as it is written in an order. */
export function moveOf(cells: number): string {
  return `${cells < 0 ? '-' : '+'}${Math.abs(cells)}`
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
  const weapon = weaponOf(slot)
  const [from, to] = [track.divisionOf(unitOf(slot)), track.divisionOf(target)]
  const ranges = weapon ? track.ranges(unitOf(slot)).get(weapon) : undefined
  if (!from || !to || !ranges) return null
  const cells = Math.abs(stand.cell(from) - to.cell)
  const range = ranges[cells]
  if (range === undefined || !seen(track, from.side, cells, to, stand)) return null
  const { plain, scale } = track
  const [low, high] = [Math.min(stand.cell(from), to.cell), Math.max(stand.cell(from), to.cell)]
  const inTheWay = track.divisions.some((one) => one.side === to.side && low < one.cell && one.cell < high)
  const special = weapon === 'torpedoes' ? (inTheWay ? track.masked : 0) : plain.ships.has(target) && cells <= plain.to ? plain.by : 0
  const net = range + (track.mods(slot).get(target) ?? 0) + special
  const all = [...scale.keys()]
  const one = scale.get(Math.max(Math.min(...all), Math.min(Math.max(...all), net))) ?? 0
  const [full, half] = track.dice(slot)
  const thrown = dice ?? (stand.hampered(from) ? half : full)
  return { chance: 1 - (1 - one) ** thrown, dice: thrown, net, cells }
}

/** Whom guns without an order fire at, if the enemy stays where he is. */
export function byThemselves(track: Track, slot: string, stand: Stand): string | null {
  const weapon = weaponOf(slot)
  const from = track.divisionOf(unitOf(slot))
  if (!from || !weapon || weapon === 'torpedoes') return null
  const reach = track.ranges(unitOf(slot)).get(weapon)?.length ?? 0
  const far = (one: Division): number => Math.abs(stand.cell(from) - one.cell)
  const within = track.divisions.filter((one) => one.side === other(from.side) && far(one) < reach && seen(track, from.side, far(one), one, stand))
  const [nearest] = within.sort((one, two) => far(one) - far(two) || one.order - two.order)
  return (nearest && track.best.get(nearest.key)) ?? null
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
