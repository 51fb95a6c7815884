// How a page of a desk is laid out: as a shop, by fleets, as a muster of many ships, or row by row.
import type { Unit } from '../generated/wire'
import type { Assign } from '../lib/assign'
import type { Hand } from '../lib/hand.svelte'
import { sentence } from '../lib/words'
import { TYPES } from './words'

export type Layout = 'numbers' | 'fleets' | 'muster' | 'rows'

/** From so many ships on they are mustered together. */
const MANY = 6
/** Of more values than these most are cells of the chart. */
const PALETTE = 60

/** The numbers that a slot may be given, from low to high; none where it is given something else, such as a zone. */
export function numbersOf(assign: Assign, slot: string): number[] {
  const { words, routes } = assign.domain(slot)
  return words?.numbers && !routes ? words.values.map(Number).sort((one, other) => one - other) : []
}

export function layoutOf(hand: Hand): Layout {
  const { assign } = hand
  if (!assign || !hand.atDesk || !assign.slots.length) return 'rows'
  const { layout } = hand.decision ?? {}
  if (layout === 'numbers' || layout === 'fleets') return layout
  // A few ships have a row each.
  return layout === 'muster' && assign.slots.length >= MANY && valuesOf(assign).length <= PALETTE ? 'muster' : 'rows'
}

/** Every value that some slot may be given, in order. */
export function valuesOf(assign: Assign, slots: readonly string[] = assign.slots): string[] {
  return [...new Set(slots.flatMap((slot) => assign.domain(slot).words?.values ?? []))]
}

/** What is given first: a slot that must have a value is proposed the first it can have. */
export function proposed(assign: Assign): Map<string, string> {
  const given = new Map<string, string>()
  for (const slot of assign.slots) {
    if (assign.optional(slot) || assign.domain(slot).routes) continue
    const value = assign.domain(slot).words?.values.find((one) => assign.hasRoom(given, slot, one))
    if (value !== undefined) given.set(slot, value)
  }
  return given
}

export interface Part {
  key: string
  title: string
  slots: readonly string[]
}

/** The slots by the fleets that they belong to; those of none are about all of them. */
export function fleetsOf(hand: Hand, assign: Assign): Part[] {
  const { slots = {}, groups = {} } = hand.decision ?? {}
  const found = Map.groupBy(assign.slots, (slot) => slots[slot]?.group ?? '')
  return [...found].map(([key, own]) => ({ key, slots: own, title: groups[key] ?? '' }))
}

/** The name of a slot under its fleet's heading. */
export function fieldOf(hand: Hand, slot: string): string {
  return sentence(hand.decision?.slots[slot]?.words ?? hand.name(slot))
}

/** The ships of the desk by their names in orders. */
export function unitsOf(hand: Hand): ReadonlyMap<string, Unit> {
  return new Map(hand.view?.situation.desk?.blocks.flatMap((block) => block.units.map((unit) => [unit.id, unit] as const)))
}

/** Slots drawn together by the type of their ships, the greatest first. */
export function typesOf(hand: Hand, slots: readonly string[], units: ReadonlyMap<string, Unit>): Part[] {
  const pieces = new Map(hand.view?.situation.pieces.map((piece) => [piece.id, piece]))
  // Whoever is not on the desk goes by the name, if others have the same and only their numbers differ.
  const stems = new Map(slots.map((slot) => [slot, hand.name(slot).replace(/[\s-]*\d+$/, '')]))
  const typeOf = (slot: string): string => {
    const type = units.get(slot)?.short || pieces.get(slot)?.short
    if (type) return type
    const stem = stems.get(slot) ?? ''
    return stem !== hand.name(slot) && slots.some((one) => one !== slot && stems.get(one) === stem) ? stem : ''
  }
  const found = Map.groupBy(slots, typeOf)
  const others = [...found.keys()].filter((key) => key && !(key in TYPES))
  return [...Object.keys(TYPES), ...others, ''].flatMap((key) => {
    const group = found.get(key)
    return group ? [{ key, title: TYPES[key] ?? (key || (found.size > 1 ? 'New this month' : 'All')), slots: group }] : []
  })
}

/**
 * The values of all slots in one order: first those that most may have. A slot has the one that is proposed to it in
 * front and the others in the order that all share, so a value stands by where it comes when it is not proposed.
 */
export function palette(assign: Assign, slots: readonly string[] = assign.slots): string[] {
  const ranks = new Map<string, number[]>()
  const offers = new Map<string, number>()
  for (const slot of slots) {
    for (const [rank, value] of (assign.domain(slot).words?.values ?? []).entries()) {
      offers.set(value, (offers.get(value) ?? 0) + 1)
      if (rank) ranks.set(value, [...(ranks.get(value) ?? []), rank])
    }
  }
  const middle = (value: string): number => {
    const found = ranks.get(value)?.sort((one, other) => one - other) ?? []
    return found[Math.floor(found.length / 2)] ?? 0
  }
  const often = (value: string): boolean => (offers.get(value) ?? 0) * 2 > slots.length
  const firsts = (value: string): number => (offers.get(value) ?? 0) - (ranks.get(value)?.length ?? 0)
  return valuesOf(assign, slots).sort(
    (one, other) => Number(often(other)) - Number(often(one)) || middle(one) - middle(other) || firsts(other) - firsts(one),
  )
}

/** Give several slots one value, as far as they may have it and there is room; how many took it. */
export function send(hand: Hand, assign: Assign, slots: Iterable<string>, value: string): number {
  const given = new Map(hand.given)
  let count = 0
  for (const slot of slots) {
    if (assign.domain(slot).refusal(value) !== null || !assign.hasRoom(given, slot, value)) continue
    given.set(slot, value)
    count += 1
  }
  if (count) hand.keep({ given })
  return count
}
