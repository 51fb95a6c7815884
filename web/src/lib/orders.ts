// What a plot says of each of its slots: of which kind it is, how far its order has come, and where it leads.
import type { PieceView } from '../generated/wire'
import type { Hand } from './hand.svelte'
import { counted, listed, spelled } from './words'

export type Tone = '' | 'now' | 'gap'
export interface Chip {
  words: string
  tone: Tone
}

/** The slots of a plot by their kinds. */
export interface Groups {
  /** Whatever sails on the surface. */
  forces: readonly string[]
  boats: readonly string[]
  /** Aircraft, and searches that nobody in particular makes. */
  air: readonly string[]
  searches: readonly string[]
  /** Those that are listed one by one: forces, and where their order counts boats among them. */
  rows: readonly string[]
  /** Those that go nowhere but may change something, such as whom they sail with. */
  others: readonly string[]
}

type Kind = Exclude<keyof Groups, 'rows'>
export type Part = 'forces' | 'air' | 'boats'

const pieceIn = (hand: Hand, slot: string): PieceView | undefined =>
  hand.view?.situation.pieces.find((piece) => piece.id === slot)

export function isAir(hand: Hand, slot: string): boolean {
  return pieceIn(hand, slot)?.kind.startsWith('air') ?? hand.giving.isSearch(slot)
}

/** What a unit has been told to do, with the fuel that it has for it. */
export function aboutOf(piece: PieceView | undefined): string {
  return `${piece?.card['orders'] ?? ''}${fuelOf(piece)}`
}

/** Who lies in port: the fleets that do, and their ships by the sheets that hang on them. */
export function inPort(pieces: readonly PieceView[]): ReadonlySet<string> {
  const docked = pieces.filter((piece) => piece.badges.includes('in port'))
  return new Set(docked.flatMap((piece) => [piece.id, ...piece.sheets.map((sheet) => sheet.replace(/^ship-/, ''))]))
}

function fuelOf(piece: PieceView | undefined): string {
  const fuel = piece?.card['least fuel']
  return fuel === undefined ? '' : `; least fuel ${fuel}`
}

export function groupsOf(hand: Hand): Groups {
  const { assign } = hand
  const groups: Record<Kind, string[]> = { forces: [], boats: [], air: [], searches: [], others: [] }
  if (!assign) return { ...groups, rows: [] }
  const kindOf = (slot: string): Kind => {
    if (isAir(hand, slot)) return hand.pieceIds.has(slot) ? 'air' : 'searches'
    if (!assign.moves(slot)) return 'others'
    return pieceIn(hand, slot)?.kind.startsWith('ss') ? 'boats' : 'forces'
  }
  for (const slot of assign.ordered ? hand.order : hand.giving.slots) groups[kindOf(slot)].push(slot)
  const rows = assign.ordered ? hand.order.filter((slot) => ['forces', 'boats'].includes(kindOf(slot))) : groups.forces
  return { ...groups, rows }
}

/** The slots of each part of a plot that there is something in. */
export function partsOf(groups: Groups): [Part, readonly string[]][] {
  const parts: [Part, readonly string[]][] = [
    ['forces', groups.rows],
    ['air', [...groups.air, ...groups.searches]],
    ['boats', groups.boats.filter((slot) => !groups.rows.includes(slot))],
  ]
  return parts.filter(([, slots]) => slots.length)
}

/** The part of a plot that the slot at hand belongs to; the first where none is at hand. */
export function partAtHand(hand: Hand, groups: Groups): Part {
  const parts = partsOf(groups)
  return (parts.find(([, slots]) => slots.includes(hand.active ?? '')) ?? parts[0])?.[0] ?? 'forces'
}

/** Whether there are slots that are shown under the chart. */
export function needsTray({ air, searches, boats }: Groups): boolean {
  return air.length + searches.length + boats.length > 0
}

const PARTS: Record<Part, string> = { forces: 'Plot', air: 'Air', boats: 'Boats' }

export interface PartTab {
  words: string
  current: boolean
  open: () => void
}

/** The parts of a plot as tabs, each with how much of it is done; a tab leads to its first gap. */
export function tabsOf(hand: Hand): PartTab[] {
  if (!hand.isPlot) return []
  const groups = groupsOf(hand)
  const now = partAtHand(hand, groups)
  return partsOf(groups).map(([part, slots]) => ({
    words: `${PARTS[part]} ${doneOf(hand, slots, '/')}`,
    current: part === now,
    open: () => hand.giving.activate(slots.find((slot) => !isDone(hand, slot)) ?? slots[0] ?? null),
  }))
}

/** Whether a slot has an order that can be carried out. */
export function isDone(hand: Hand, slot: string): boolean {
  const value = hand.given.get(slot)
  return value !== undefined && hand.assign?.domain(slot).refusal(value) === null
}

export function doneOf(hand: Hand, slots: readonly string[], between = ' of '): string {
  return `${slots.filter((slot) => isDone(hand, slot)).length}${between}${slots.length}`
}

export function stateOf(hand: Hand, slot: string): Chip {
  const { assign, giving } = hand
  if (!assign) return { words: '', tone: '' }
  const value = hand.given.get(slot)
  const domain = assign.domain(slot)
  const mark = hand.marks.get(slot)
  const air = isAir(hand, slot)
  const tone: Tone = slot === hand.active ? 'now' : ''
  if (value === undefined) {
    if (tone) return { words: air ? 'now' : 'being plotted', tone }
    if (hand.standing.may) return { words: air ? 'ready' : 'as before', tone: '' }
    if (giving.isSearch(slot) && !hand.pieceIds.has(slot)) return { words: 'open', tone: 'gap' }
    if (!assign.moves(slot)) return { words: air ? 'ready' : 'as it is', tone: '' }
    return { words: assign.optional(slot) || domain.stay() !== null ? 'no order' : 'missing', tone: 'gap' }
  }
  if (domain.refusal(value) !== null) return { words: 'not finished', tone: tone || 'gap' }
  if (hand.composer.has(slot)) return { words: hand.composer.title(value) ?? '', tone }
  if (air) return { words: giving.isSearch(slot) ? 'searches' : (hand.decision?.deed ?? ''), tone }
  if (mark?.like === 'last') return { words: 'as last turn', tone: '' }
  if (mark?.like === 'other') return { words: `follows ${hand.name(mark.slot)}`, tone: '' }
  if (domain.words?.members.has(value)) return { words: value.includes('>') ? 'plotted' : hand.name(value), tone: '' }
  if (value === domain.routes?.start) return { words: giving.dive(slot) === null ? 'stays' : 'stays, surfaced', tone: '' }
  if (giving.isDown(slot) && giving.way(slot) === domain.routes?.start) return { words: 'stays, submerged', tone: '' }
  if (tone) return { words: 'being plotted', tone }
  return { words: domain.routes?.goal ? 'destination bound' : 'plotted', tone: '' }
}

/** From where, to where, and how far. */
export function where(hand: Hand, slot: string): string {
  const { assign, giving } = hand
  if (!assign) return ''
  const { routes } = assign.domain(slot)
  const value = hand.given.get(slot)
  if (giving.isSearch(slot)) {
    const hexes = value?.split('>').filter((cell) => cell !== routes?.start).map(hand.name) ?? []
    if (hexes.length || !routes) return listed(hexes)
    const home = hand.name(pieceIn(hand, slot)?.board ?? '')
    return `${routes.points === 1 ? 'one hex' : `${spelled(routes.points)} hexes side by side`}, at home in ${home}`
  }
  if (!routes) return value?.includes('>') ? `to ${named(hand, value)}` : value !== undefined && isAir(hand, slot) ? hand.name(value) : ''
  // A force that waits is named once.
  const from = hand.name(routes.start).replace(`${hand.name(slot)}, `, '')
  const way = giving.way(slot)
  const piece = pieceIn(hand, slot)
  if (way === routes.start && value === undefined && hand.standing.may && piece?.ship !== slot) {
    const more = counted(routes.points, 'zone')
    return `${piece?.cell === routes.start ? `${from}, may plot ${more}` : `plotted to ${from}, may add ${more}`}${fuelOf(piece)}`
  }
  const goal = routes.goal ? `, bound for ${hand.name(routes.goal)}` : ''
  const dive = giving.dive(slot)
  const down = giving.isDown(slot)
  const most = down ? giving.depths(slot).submerged : routes.points
  const depth = dive !== null && value !== undefined && down ? `, ${hand.name(dive)}` : ''
  if (way === routes.start) return `${from}${depth}${value === undefined || !depth ? `, may go ${most}` : ''}${goal}`
  const [last, end] = [giving.lastOnChart(way), routes.target(way)]
  const to = [last === routes.start ? from : `${from} to ${hand.name(last)}`, ...(last === end ? [] : [hand.name(end)])].join(', ')
  return `${to}${depth}, ${routes.used(way)} of ${most}${end === routes.goal ? '' : goal}`
}

/** A word, or a way by its end. */
export function named(hand: Hand, value: string): string {
  return value.includes('>') ? hand.name(value.slice(value.lastIndexOf('>') + 1)) : hand.name(value)
}

/** Where a boat goes, where its depth is shown beside it. */
export function bound(hand: Hand, slot: string): string {
  if (!hand.given.has(slot)) return hand.standing.may ? 'stays' : 'no order'
  const { giving } = hand
  const way = giving.way(slot)
  const start = hand.assign?.domain(slot).routes?.start
  if (way === start) return 'stays'
  const mark = hand.marks.get(slot)
  const like = mark?.like === 'last' ? ', as last turn' : mark?.like === 'other' ? `, follows ${hand.name(mark.slot)}` : ''
  return `to ${hand.name(giving.lastOnChart(way))}${like}`
}

/** Boats with orders, in one line: "Trident stays, Tigris 2". */
export function together(hand: Hand, slots: readonly string[]): string {
  return slots
    .map((slot) => {
      const way = hand.giving.way(slot)
      const used = hand.assign?.domain(slot).routes?.used(way) ?? 0
      // A name is not broken at its hyphen.
      return `${hand.name(slot).replaceAll('-', '-\u2060')} ${used || 'stays'}`
    })
    .join(', ')
}

/** The mission of an aircraft, as the page that it is given on calls it. */
export function missionOf(hand: Hand, value: string): string {
  if (hand.composer.words(value) !== undefined) return hand.name(value)
  if (!value.includes('>')) return [hand.decision?.deed, hand.name(value)].filter(Boolean).join(' ')
  return `searches ${listed(value.split('>').slice(1).map(hand.name))}`
}
