import { kindRank } from '../counters/glyphs'
import { isHidden, isOwn } from '../counters/pieces'
import type { Level } from './scale'
import type { PieceView, Side, SightingView, Trail } from '../generated/wire'

/** Pieces of one side in one cell that are drawn as one. */
export interface Stack {
  /** Its leader, by which it is followed from cell to cell. */
  key: string
  /** Its cell, side and whether it is seen, by which it is found again when its leader changes. */
  place: string
  cell: string
  side: Side
  own: boolean
  /** Only backs: drawn as one back, whatever lies there. */
  hidden: boolean
  /** In the order of a fan: by kind, then by name. */
  pieces: readonly PieceView[]
  top: PieceView
  /** How many lie there, where that may be known. */
  count: number | undefined
  /** Counters seen below the top one, two at most. */
  edges: number
  name: string
  /** What is known of an enemy stack, where it has no name. */
  told: string
}

/** What is known of an enemy stack, by its cell and side: a contact's name, or how it was seen to move. */
export function toldOf(trails: readonly Trail[], sightings: readonly SightingView[]): ReadonlyMap<string, string> {
  return new Map([
    ...trails.map((trail) => [`${trail.cells.at(-1)?.[1] ?? ''} ${trail.side}`, trail.words] as const),
    ...sightings.flatMap(({ open, cell, side, title, what }) => (open ? [[`${cell} ${side}`, title || what] as const] : [])),
  ])
}

const MARKERS = ['group', 'task-force']
const byName = new Intl.Collator('en', { numeric: true })

/** By kind, then by name, then by id so that equal names keep their places. */
export function inFanOrder(pieces: readonly PieceView[]): PieceView[] {
  return [...pieces].sort(
    (a, b) =>
      kindRank(a.kind) - kindRank(b.kind) ||
      byName.compare(a.short, b.short) ||
      byName.compare(a.label, b.label) ||
      byName.compare(a.id, b.id),
  )
}

/**
 * The stacks of a board. Backs of the enemy lie apart from his faces, and are one back without a number.
 *
 * A chosen piece lies on top of its stack, then one that may be chosen, then a marker that stands for the others.
 */
export function stacksOf(
  pieces: readonly PieceView[],
  side: Side | null,
  light: { chosenPieces: ReadonlySet<string>; pieces: ReadonlySet<string> },
  seen: ReadonlyMap<string, string> = new Map(),
): Stack[] {
  const groups = new Map<string, PieceView[]>()
  for (const piece of pieces) {
    const own = isOwn(piece, side)
    const key = `${piece.cell} ${piece.side} ${isHidden(piece, own) ? 'back' : 'face'}`
    const group = groups.get(key)
    if (group) group.push(piece)
    else groups.set(key, [piece])
  }
  const stacks = [...groups].map(([place, group]) => stackOf(place, group, side, light, seen))
  // Chosen stacks are drawn last, over what lies about them.
  const chosen = (stack: Stack): number => Number(stack.pieces.some((piece) => light.chosenPieces.has(piece.id)))
  return stacks.sort((a, b) => chosen(a) - chosen(b) || byName.compare(a.place, b.place))
}

function stackOf(
  place: string,
  group: readonly PieceView[],
  side: Side | null,
  light: { chosenPieces: ReadonlySet<string>; pieces: ReadonlySet<string> },
  seen: ReadonlyMap<string, string>,
): Stack {
  const sorted = inFanOrder(group)
  const first = sorted[0] as PieceView
  const own = isOwn(first, side)
  const hidden = isHidden(first, own)
  const top =
    sorted.find((piece) => light.chosenPieces.has(piece.id)) ??
    sorted.find((piece) => light.pieces.has(piece.id)) ??
    sorted.find((piece) => MARKERS.includes(piece.kind)) ??
    first
  const marker = sorted.find((piece) => MARKERS.includes(piece.kind))
  const told = seen.get(`${first.cell} ${first.side}`) ?? ''
  const alone = sorted.length === 1
  return {
    key: `${top.id} ${hidden ? 'back' : 'face'}`,
    place,
    cell: first.cell,
    side: first.side,
    own,
    hidden,
    pieces: sorted,
    top,
    count: hidden || alone ? undefined : sorted.length,
    edges: hidden ? 0 : Math.min(2, sorted.length - 1),
    name: hidden ? '' : (marker?.label ?? (alone ? first.label : convoyOf(sorted))),
    told: own ? '' : told,
  }
}

/** The convoy or force of some pieces, if they are of one; whoever sails with it may be of none. */
function convoyOf(pieces: readonly PieceView[]): string {
  const [name = '', ...more] = new Set(pieces.map((piece) => piece.force).filter(Boolean))
  return more.length ? '' : name
}

/** Whether any piece of a stack is among some. */
export function has(stack: Stack, ids: ReadonlySet<string>): boolean {
  return stack.pieces.some((piece) => ids.has(piece.id))
}

/** What is lettered beside a stack: its name, or what is known of it; at length only under the pointer. A large counter has its name on it. */
export function nameOf(stack: Stack, level: Level, pointed: Stack | undefined): string {
  const isPointed = pointed?.place === stack.place
  if (stack.name) return level === 'M' || stack.count !== undefined || isPointed ? stack.name : ''
  return stack.told.length <= 18 || isPointed ? stack.told : ''
}

/** Where each of the stacks of one cell lies, in hexes from the centre, and how large it is against a lone one. */
export function arranged(count: number): { x: number; y: number; size: number }[] {
  if (count <= 1) return [{ x: 0, y: 0, size: 1 }]
  const size = count === 2 ? 0.62 : 0.54
  return Array.from({ length: count }, (_, i) => {
    const part = i / (count - 1) - 0.5
    return { x: 0.58 * part, y: (count === 2 ? 0.16 : 0.5) * part, size }
  })
}

const NUMBERS = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]

/** "nine pieces", "41 pieces", "one piece". */
export function counted(count: number): string {
  return `${NUMBERS[count] ?? count} ${count === 1 ? 'piece' : 'pieces'}`
}

const SIDES: Record<Side, string> = { allied: 'Allied', axis: 'Axis' }

/** A stack in words, for whoever hears the chart: "PQ 17, 41 pieces, reconnoitred". */
export function spoken(stack: Stack): string {
  if (stack.hidden) {
    const marks = stack.pieces.flatMap((piece) => piece.badges)
    return [`${SIDES[stack.side]} counters, face down`, ...(stack.told ? [stack.told] : []), ...new Set(marks)].join(
      ', ',
    )
  }
  const name = stack.name || stack.top.label
  const parts = [name]
  if (stack.pieces.length > 1) parts.push(counted(stack.pieces.length))
  parts.push(...stack.top.badges)
  return parts.join(', ')
}
