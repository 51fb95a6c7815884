// What one order of a sheet is worth, before the sheet is given: the umpire says it for each slot and value.
import type { DecisionView, Odds } from '../generated/wire'
import { assign as notation } from './notation'

/** Behind an order's notation: its odds where another slot is given the same value before it. */
const AFTER = ' after another'

/** The unit of a slot, as the displays' marks write it: `tirpitz:main` is a battery of Tirpitz. */
export function unitOf(slot: string): string {
  const cut = slot.lastIndexOf(':')
  return cut < 0 ? slot : slot.slice(0, cut)
}

/** What a slot of a decision belongs to: a ship, a fleet; else it stands for itself. */
export function groupOf(decision: DecisionView | null, slot: string): string {
  return decision?.slots[slot]?.group ?? slot
}

/** Whether another unit is aimed at the same before this one, as things are ordered. */
export function isAfter(decision: DecisionView | null, order: readonly string[], given: ReadonlyMap<string, string>, slot: string, value: string): boolean {
  const first = order.find((one) => one === slot || given.get(one) === value)
  return first !== undefined && groupOf(decision, first) !== groupOf(decision, slot)
}

export function oddsOf(
  decision: DecisionView | null,
  order: readonly string[],
  given: ReadonlyMap<string, string>,
  slot: string,
  value: string,
): Odds | null {
  const key = notation([[slot, value]])
  const second = isAfter(decision, order, given, slot, value) ? decision?.odds[key + AFTER] : undefined
  return second ?? decision?.odds[key] ?? null
}
