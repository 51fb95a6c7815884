// A value for each slot: a base for an aircraft, a route for a force.
import type { AssignWire } from '../generated/wire'
import { domainOf, NONE, type Domain, type Neighbours } from './domains'
import { assign } from './notation'
import { asIs, type Naming } from './options'


export type Pairs = readonly (readonly [string, string])[]

export class Assign {
  readonly slots: readonly string[]
  readonly ordered: boolean
  /** Whether routes are drawn: then many slots are given orders side by side, and a gap is a stay where it can be. */
  readonly isPlot: boolean
  readonly #optional: ReadonlySet<string>
  readonly #domains: Readonly<Record<string, Domain>>
  readonly capacity: Readonly<Record<string, number>>

  constructor(
    wire: AssignWire,
    neighbours: Neighbours,
    readonly name: Naming = asIs,
  ) {
    this.slots = Object.keys(wire.slots)
    this.ordered = wire.ordered
    this.capacity = wire.capacity
    this.#optional = new Set(this.slots.filter((slot) => wire.slots[slot]?.optional))
    const domains = wire.domains.map((domain) => domainOf(domain, neighbours))
    const of: Record<string, Domain> = {}
    for (const slot of this.slots) {
      const domain = domains[wire.slots[slot]?.domain ?? -1]
      if (!domain) throw new Error(`the slot '${slot}' has no domain`)
      of[slot] = domain
    }
    this.#domains = of
    this.isPlot = domains.some((domain) => domain.routes)
  }

  domain(slot: string): Domain {
    const domain = this.#domains[slot]
    if (!domain) throw new Error(`there is no '${slot}' to assign`)
    return domain
  }

  /** Whether a slot is sent somewhere; the others of a plot only change something, such as whom they sail with. */
  moves(slot: string): boolean {
    const { routes, words } = this.domain(slot)
    return routes !== null || (words?.values.some((value) => value.includes('>')) ?? false)
  }

  optional(slot: string): boolean {
    return this.#optional.has(slot)
  }

  /** Why some pairs are not an answer, or null if they are. */
  refusal(pairs: Pairs): string | null {
    const named = pairs.map(([slot]) => slot)
    for (const slot of named) if (!this.slots.includes(slot)) return `there is no '${slot}' to assign`
    for (const slot of this.slots) {
      const times = named.filter((one) => one === slot).length
      if (times !== 1) return `${this.name(slot)} is ${times ? 'assigned twice' : 'left out'}`
    }
    for (const [slot, value] of pairs) {
      if (value === NONE) {
        if (!this.#optional.has(slot)) return `${this.name(slot)} must be given something`
        continue
      }
      const refusal = this.domain(slot).refusal(value)
      if (refusal !== null) return `${this.name(slot)}: ${refusal}`
    }
    return this.#overfull(pairs)
  }

  #overfull(pairs: Pairs): string | null {
    const taken = new Map<string, number>()
    for (const [slot, value] of pairs) {
      if (value === NONE) continue
      const target = this.domain(slot).target(value)
      const count = (taken.get(target) ?? 0) + 1
      const most = this.#room(target)
      if (most !== undefined && count > most) return `no more than ${most} may go to ${this.name(target)}`
      taken.set(target, count)
    }
    return null
  }

  #room(target: string): number | undefined {
    return Object.hasOwn(this.capacity, target) ? this.capacity[target] : undefined
  }

  /** How many go to each target. */
  taken(pairs: Pairs): Map<string, number> {
    const taken = new Map<string, number>()
    for (const [slot, value] of pairs) {
      if (value === NONE) continue
      const target = this.domain(slot).target(value)
      taken.set(target, (taken.get(target) ?? 0) + 1)
    }
    return taken
  }

  /** Whether a target has room for one more slot than those that are given already. */
  hasRoom(given: ReadonlyMap<string, string>, slot: string, target: string): boolean {
    const most = this.#room(target)
    if (most === undefined) return true
    const others = [...given].filter(([other]) => other !== slot)
    return (this.taken(others).get(target) ?? 0) < most
  }

  /** The slots that must still be given something. */
  gaps(given: ReadonlyMap<string, string>): string[] {
    return this.slots.filter((slot) => !given.has(slot) && this.#idle(slot) === null)
  }

  /** What a slot does that is given nothing: none, or it stays; null where it must be given something. */
  #idle(slot: string): string | null {
    return this.#optional.has(slot) ? NONE : this.domain(slot).stay()
  }

  /** The answer so far, in order; gaps that may be are filled with what they come to. */
  pairs(given: ReadonlyMap<string, string>, order: readonly string[] = this.slots): Pairs {
    return order.flatMap((slot) => {
      const value = given.get(slot) ?? this.#idle(slot)
      return value === null ? [] : [[slot, value] as const]
    })
  }

  notation(given: ReadonlyMap<string, string>, order: readonly string[] = this.slots): string {
    return assign(this.pairs(given, order))
  }
}
