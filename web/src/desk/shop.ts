// Ships to be had and to be given up: what may be done with each, by the type of the ship.
import type { Hand } from '../lib/hand.svelte'
import type { Option, Pick } from '../lib/pick'
import { priceOf } from '../lib/prices'
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

/** Whether a page deals in ships: it says so, and there are several deals of a kind. */
export function isDealing(hand: Hand): boolean {
  return hand.atDesk && !!hand.pick && hand.decision?.layout === 'shop' && hand.pick.rows().some((row) => dealsOf(hand.pick as Pick, row.heading).length > 1)
}

/** The deals of a kind: each is about a ship. */
function dealsOf(pick: Pick, heading: string): Option[] {
  return pick.list([], heading, Infinity).filter((option) => option.short !== undefined)
}

export function countersOf(hand: Hand, pick: Pick): Counter[] {
  const kinds = pick.rows().map(({ heading }) => ({ heading, deals: dealsOf(pick, heading) })).filter(({ deals }) => deals.length)
  return kinds.map(({ heading, deals }) => {
    const ships = Map.groupBy(deals, (option) => option.names[0] ?? '')
    const shelves = Map.groupBy([...ships], ([ship]) => hand.decision?.items[ship]?.type ?? '')
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
