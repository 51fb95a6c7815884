// What answers cost in points, and what they bring.
import type { DecisionView } from '../generated/wire'
import type { Hand } from './hand.svelte'
import { NONE } from './domains'

/** A line of the bill: what it is for, and its points; what is gained has some below nothing. */
export interface Charge {
  words: string
  points: number
}

/** A price as a person reads it: a cost is a plain number, a gain has its plus. */
export function priced(points: number): string {
  return points < 0 ? `+${-points}` : String(points)
}

/** What an answer, an item or a `slot=value` costs; null where it is not paid for. */
export function priceOf(decision: DecisionView | null, of: string): number | null {
  const { prices } = decision ?? {}
  return prices && Object.hasOwn(prices, of) ? (prices[of] ?? null) : null
}

/** Whether anything on this page is paid for. */
export function isShop(decision: DecisionView | null): boolean {
  return Object.keys(decision?.prices ?? {}).length > 0
}

/** What the answer that is being made would cost, line by line. */
export function billOf(hand: Hand): Charge[] {
  const { decision, chosen, subset, assign, items, given } = hand
  const line = (words: string, of: string): Charge[] => {
    const points = priceOf(decision, of)
    return points ? [{ words, points }] : []
  }
  if (chosen) return line(chosen.short ?? chosen.words, chosen.notation)
  if (subset) return subset.items.filter((item) => items.has(item)).flatMap((item) => line(hand.name(item), item))
  if (!assign) return []
  return assign.slots.flatMap((slot) => {
    const value = given.get(slot)
    if (value === undefined || value === NONE) return []
    const name = shortName(hand, slot)
    return line(/^\d+$/.test(value) ? so(value, name) : `${name}, ${hand.name(value)}`, `${slot}=${value}`)
  })
}

/** So many of what is called by its plural: "1 carrier", "4 minesweepers". */
function so(number: string, names: string): string {
  const words = names.charAt(0).toLocaleLowerCase('en') + names.slice(1)
  return `${number} ${number === '1' ? words.replace(/s$/, '') : words}`
}

export function sumOf(bill: readonly Charge[]): number {
  return bill.reduce((sum, charge) => sum + charge.points, 0)
}

/** What the button says where the answer has its price: "Hire for 24", "Sell for +40". */
export function withPrice(label: string, hand: Hand): string {
  const bill = billOf(hand)
  return bill.length ? `${label} for ${priced(sumOf(bill))}` : label
}

/** What is dealt in by its plain name, without what is said about it. */
export function shortName(hand: Hand, slot: string): string {
  return hand.decision?.items[slot]?.name || hand.name(slot)
}
