// What one order of a sheet is worth, before the sheet is given: the umpire says it for each slot and value.
import type { DecisionView, Odds } from '../generated/wire'

/** The unit that a slot orders, or of which it orders a part. */
export function unitOf(decision: DecisionView | null, slot: string): string {
  return decision?.slots[slot]?.group ?? slot
}


/** Whether another unit is aimed at the same before this one, as things are ordered. */
export function isAfter(decision: DecisionView | null, order: readonly string[], given: ReadonlyMap<string, string>, slot: string, value: string): boolean {
  const first = order.find((one) => one === slot || given.get(one) === value)
  return first !== undefined && unitOf(decision, first) !== unitOf(decision, slot)
}

export function oddsOf(
  decision: DecisionView | null,
  order: readonly string[],
  given: ReadonlyMap<string, string>,
  slot: string,
  value: string,
): Odds | null {
  const odds = decision?.order_odds[slot]?.[value]
  return (isAfter(decision, order, given, slot, value) ? odds?.after : null) ?? odds?.first ?? null
}
