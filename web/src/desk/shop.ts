// Ships to be had and to be given up: what may be done with each, by the type of the ship.
import type { Hand } from '../lib/hand.svelte'
import type { Option, Pick } from '../lib/pick'
import { isShop, priceOf } from '../lib/prices'
import { unitsOf } from './pages'
import { TYPES } from './words'

export interface Offer {
  ship: string
  options: readonly Option[]
}

/** The ships of a type, with what the cheapest and the dearest deal with one of them costs. */
export interface Shelf {
  key: string
  title: string
  offers: readonly Offer[]
  prices: readonly number[]
}

/** One thing that may be done: to buy, to give up, to exchange. */
export interface Counter {
  heading: string
  shelves: readonly Shelf[]
  ships: number
}

/** Whether a page deals in ships: several deals of a kind, and some of them are paid for. */
export function isDealing(hand: Hand): boolean {
  return hand.atDesk && !!hand.pick && isShop(hand.decision) && hand.pick.rows().some((row) => dealsOf(hand.pick as Pick, row.heading).length > 1)
}

/** The deals of a kind: each is about a ship. */
function dealsOf(pick: Pick, heading: string): Option[] {
  return pick.list([], heading, Infinity).filter((option) => option.short !== undefined)
}

export function countersOf(hand: Hand, pick: Pick): Counter[] {
  const kinds = pick.rows().map(({ heading }) => ({ heading, deals: dealsOf(pick, heading) })).filter(({ deals }) => deals.length)
  const types = typesOfShips(hand, kinds.flatMap(({ deals }) => deals))
  return kinds.map(({ heading, deals }) => {
    const ships = Map.groupBy(deals, (option) => option.names[0] ?? '')
    const shelves = Map.groupBy([...ships], ([ship]) => types.get(ship) ?? '')
    return {
      heading,
      ships: ships.size,
      shelves: [...Object.keys(TYPES), ''].flatMap((key) => {
        const found = shelves.get(key)
        if (!found) return []
        const prices = found.flatMap(([, options]) => options.map((option) => priceOf(hand.decision, option.notation)))
        const offers = found.map(([ship, options]) => ({ ship, options }))
        return [{ key, title: TYPES[key] ?? 'Others', offers, prices: [...new Set(prices.filter((one) => one !== null))].sort((one, other) => other - one) }]
      }),
    }
  })
}

/** Of which type each ship is: that of the ship of the desk in whose place she may come. */
function typesOfShips(hand: Hand, deals: readonly Option[]): ReadonlyMap<string, string> {
  const units = unitsOf(hand)
  const found = new Map<string, string>()
  for (const { names } of deals) {
    const type = names.map((name) => units.get(name)?.short).find((short) => short)
    if (type) for (const name of names) found.set(name, type)
  }
  return sameColumn(hand, deals, found)
}

/** Who can take nobody's place is of the type of those who cost as much. */
function sameColumn(hand: Hand, deals: readonly Option[], known: Map<string, string>): ReadonlyMap<string, string> {
  const dear = (option: Option): string => `${option.names[1] ?? ''} ${priceOf(hand.decision, option.notation) ?? ''}`
  const byPrice = new Map(deals.flatMap((option) => (known.has(option.names[0] ?? '') ? [[dear(option), known.get(option.names[0] ?? '') ?? ''] as const] : [])))
  const found = new Map(known)
  for (const option of deals) {
    const [ship = ''] = option.names
    const type = byPrice.get(dear(option))
    if (!found.has(ship) && type) found.set(ship, type)
  }
  return found
}
