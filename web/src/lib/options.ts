// The three shapes of a decision, from their wire forms: what may be answered, why an answer is not one yet, and how it
// is written. A shape agrees with the umpire's kernel on every answer (vectors.json holds it to that).
import type { AssignWire, DecisionView, GroupWire, Odds, PickWire, SubsetWire } from '../generated/wire'
import { Among, domainOf, NONE, Routes, type Neighbours } from './domains'
import { action, assign, choose } from './notation'
import { spelled } from './words'

/** The name under which a person knows an item, a cell or a slot. */
export type Naming = (id: string) => string
const asIs: Naming = (id) => id

// Pick

/** One answer, ready to be given. */
export interface Option {
  notation: string
  words: string
  heading: string
  names: readonly string[]
  /** What sets it apart from others of its kind, where the kind's own words would only be said again. */
  short?: string
  /** The route that a value stands for, if it is one. */
  route?: readonly string[]
  odds?: Odds
  aside: boolean
  /** The numbers and words of a listed action, by field. */
  fields?: Readonly<Record<string, unknown>>
}

/** Options of one kind, drawn together: a row of the panel. */
export interface Row {
  heading: string
  aside: boolean
  /** How many answers there are; the listing may stop before. */
  count: number
  /** The answer itself, where only one is left. */
  only: Option | null
}

interface Part {
  do: string
  heading: string
  aside: boolean
  first: string
  domain: Among | Routes
  product: number
}

/** Each pick is a handful of names of which an answer has to name one: a hex, or any of the pieces in it. */
export type Picks = readonly (readonly string[])[]

/** How many answers of one kind are listed in words before the list stops. */
const MOST_LISTED = 400
/** How many answers of one kind that name nothing on the board stand each in a row of their own. */
const MOST_APART = 4

export class Pick {
  readonly listed: readonly Option[]
  readonly #parts: readonly Part[]
  readonly #cells = new Map<Part, readonly string[]>()

  constructor(
    readonly decision: Asked,
    neighbours: Neighbours,
    readonly name: Naming = asIs,
  ) {
    const listed: Option[] = []
    const parts: Part[] = []
    let number = 0
    for (const [wire, aside] of [
      [decision.options, false],
      [decision.asides, true],
    ] as const) {
      if (wire?.type !== 'pick') continue
      for (const one of wire.listed) {
        const heading = decision.headings[one.notation] ?? ''
        listed.push({
          notation: one.notation,
          words: decision.words[one.notation] ?? one.notation,
          heading: heading || decision.words[one.notation] || one.notation,
          names: [...one.pieces, ...one.cells],
          odds: decision.odds[one.notation],
          aside,
          fields: one.action,
        })
      }
      for (const product of wire.products) {
        const domains = product.domains.map((domain) => domainOf(domain, neighbours))
        for (const [first, of] of Object.entries(product.of)) {
          const domain = domains[of]
          if (!domain) throw new Error(`the product '${product.do}' has no domain ${of}`)
          const heading = decision.headings[product.do] || product.do
          parts.push({ do: product.do, heading, aside, first, domain, product: number })
        }
        number += 1
      }
    }
    // A few answers that name nothing on the board are no group: each is a row with its own words.
    const nameless = Map.groupBy(listed.filter((one) => one.names.length === 0), (one) => one.heading)
    const few = new Set([...nameless].filter(([, group]) => group.length <= MOST_APART).map(([heading]) => heading))
    this.listed = listed.map((one) =>
      one.names.length === 0 && few.has(one.heading) ? { ...one, heading: one.words } : one,
    )
    this.#parts = parts
  }

  /** The cells or pieces that the second part of an action may name. */
  #seconds(part: Part): readonly string[] {
    let cells = this.#cells.get(part)
    if (!cells) {
      if (part.domain instanceof Among) cells = part.domain.values
      else {
        const { start, least } = part.domain
        cells = [...(least > 0 ? [] : [start]), ...part.domain.reach(start).keys()]
      }
      this.#cells.set(part, cells)
    }
    return cells
  }

  /** The second parts that go with some picks: null where the first part does not. */
  #left(part: Part, picks: Picks): readonly string[] | null {
    let free = part.first !== ''
    let seconds = this.#seconds(part)
    const owed: (readonly string[])[] = []
    for (const pick of picks) {
      if (free && pick.includes(part.first)) free = false
      else owed.push(pick)
    }
    if (owed.length > 1) return null
    const [pick] = owed
    if (pick) {
      if (part.domain instanceof Among) {
        const { members } = part.domain
        seconds = pick.filter((name) => members.has(name))
      } else seconds = seconds.filter((name) => pick.includes(name))
      if (!seconds.length) return null
    }
    return seconds
  }

  #made(part: Part, second: string): Option {
    let value = second
    let route: string[] | undefined
    if (part.domain instanceof Routes) {
      route = [part.domain.start, ...(part.domain.reach(part.domain.start).get(second) ?? [])]
      value = route.join('>')
    }
    return this.#option(part, value, route)
  }

  #option(part: Part, value: string, route?: readonly string[]): Option {
    const second = part.domain.target(value)
    const notation = action(part.do, part.first ? [part.first, value] : [value])
    const named = [...(part.first ? [part.first] : []), second]
    const short = named.map((name) => this.name(name)).join(', ')
    return {
      notation,
      words: `${part.heading}: ${short}`,
      short,
      heading: part.heading,
      names: named,
      route,
      aside: part.aside,
    }
  }

  /** The answers left after some picks, one row a kind, in the order in which the kinds come. */
  rows(picks: Picks = [], heading: string | null = null): Row[] {
    const rows = new Map<string, Row>()
    const add = (of: string, aside: boolean, count: number, only: () => Option): void => {
      const key = `${aside ? 'aside ' : ''}${of}`
      const row = rows.get(key) ?? { heading: of, aside, count: 0, only: null }
      row.only = row.count === 0 && count === 1 ? only() : null
      row.count += count
      rows.set(key, row)
    }
    for (const option of this.listed) {
      if (heading !== null && option.heading !== heading) continue
      if (fits(option.names, picks)) add(option.heading, option.aside, 1, () => option)
    }
    for (const part of this.#parts) {
      if (heading !== null && part.heading !== heading) continue
      const seconds = this.#left(part, picks)
      const [one] = seconds ?? []
      if (seconds && one !== undefined) add(part.heading, part.aside, seconds.length, () => this.#made(part, one))
    }
    return [...rows.values()]
  }

  /** Every name that an answer left after some picks could still add. */
  names(picks: Picks = [], heading: string | null = null): Set<string> {
    const found = new Set<string>()
    for (const option of this.listed) {
      if ((heading === null || option.heading === heading) && fits(option.names, picks)) {
        for (const name of option.names) found.add(name)
      }
    }
    for (const part of this.#parts) {
      if (heading !== null && part.heading !== heading) continue
      const seconds = this.#left(part, picks)
      if (!seconds) continue
      if (part.first) found.add(part.first)
      for (const second of seconds) found.add(second)
    }
    return found
  }

  /** Where answers begin: the first of two parts, or what the listed ones name. The rest are ends, not beginnings. */
  beginnings(): Set<string> {
    const firsts = this.#parts.flatMap((part) => (part.first ? [part.first] : []))
    return new Set(firsts.length ? firsts : this.listed.flatMap((option) => (option.aside ? [] : option.names)))
  }

  /** The answers themselves, as far as a list is of use. */
  list(picks: Picks, heading: string): Option[] {
    const found = this.listed.filter((option) => option.heading === heading && fits(option.names, picks))
    for (const part of this.#parts) {
      if (part.heading !== heading) continue
      for (const second of this.#left(part, picks) ?? []) {
        if (found.length >= MOST_LISTED) return found
        found.push(this.#made(part, second))
      }
    }
    return found
  }

  /** The action of a route drawn by hand, in place of the cheapest way to its end. */
  along(option: Option, route: readonly string[]): Option | null {
    for (const part of this.#parts) {
      if (!(part.domain instanceof Routes) || part.heading !== option.heading) continue
      if (part.first && !option.names.includes(part.first)) continue
      const way = route.join('>')
      if (part.domain.refusal(way) === null) return this.#option(part, way, route)
    }
    return null
  }

  /** Whether a line is the notation of one of the answers, by the parts that it was made of. */
  allows(tag: string, parts: readonly string[]): boolean {
    const line = action(tag, parts)
    if (this.listed.some((option) => option.notation === line)) return true
    const [first, second] = parts.length === 2 ? parts : ['', parts[0]]
    return this.#parts.some(
      (part) => part.do === tag && part.first === first && second !== undefined && part.domain.refusal(second) === null,
    )
  }
}

/** What a `Pick` reads of a decision. */
type Asked = {
  options: DecisionView['options']
  asides: DecisionView['asides']
  words: DecisionView['words']
  headings: DecisionView['headings']
  odds: DecisionView['odds']
}

/** A decision around bare options, as tests and asides have them. */
export function bare(options: PickWire): Asked {
  return { options, asides: null, words: {}, headings: {}, odds: {} }
}

function fits(names: readonly string[], picks: Picks): boolean {
  return picks.every((pick) => pick.some((name) => names.includes(name)))
}

// Subset

function limits(least: number, most: number): string {
  return least === most ? String(least) : `${least} to ${most}`
}

export class Subset {
  readonly items: readonly string[]
  readonly least: number
  readonly most: number
  readonly groups: readonly GroupWire[]

  constructor(
    wire: SubsetWire,
    readonly name: Naming = asIs,
  ) {
    ;({ items: this.items, least: this.least, most: this.most, groups: this.groups } = wire)
  }

  /** Why a choice of items is not an answer, or null if it is. */
  refusal(chosen: readonly string[]): string | null {
    const distinct = new Set(chosen)
    if (distinct.size !== chosen.length) return 'an item is chosen twice'
    for (const item of chosen) {
      if (!this.items.includes(item)) return `${this.name(item)} is not among the choices`
    }
    if (distinct.size < this.least || distinct.size > this.most) {
      return `choose ${limits(this.least, this.most)}, not ${distinct.size}`
    }
    for (const group of this.groups) {
      const count = group.items.filter((item) => distinct.has(item)).length
      const name = group.name || group.items.map(this.name).join(', ')
      if (count < group.least) return `at least ${group.least} of ${name}`
      if (count > group.most) return `at most ${group.most} of ${name}`
    }
    return null
  }

  /** What is still to be done, for a person; null when nothing is. */
  owed(chosen: ReadonlySet<string>): string | null {
    const few = this.least - chosen.size
    if (few > 0) return `${spelled(few)} more to choose`
    return this.refusal([...chosen])
  }

  /** Why one more item cannot be added, or null if it can. */
  full(chosen: ReadonlySet<string>, item: string): string | null {
    if (chosen.size >= this.most) return `no more than ${this.most} may be chosen`
    for (const group of this.groups) {
      if (!group.items.includes(item)) continue
      const count = group.items.filter((one) => chosen.has(one)).length
      if (count >= group.most) return `at most ${group.most} of ${group.name || group.items.map(this.name).join(', ')}`
    }
    return null
  }

  /** As many as there may be, in their order. */
  all(): string[] {
    const chosen = new Set<string>()
    for (const item of this.items) if (this.full(chosen, item) === null) chosen.add(item)
    return this.items.filter((item) => chosen.has(item))
  }

  notation(chosen: Iterable<string>): string {
    const among = new Set(chosen)
    return choose(this.items.filter((item) => among.has(item)))
  }
}

// Assign

/** So many values for each gap are much choice. */
const MUCH = 4

export type Pairs = readonly (readonly [string, string])[]

export class Assign {
  readonly slots: readonly string[]
  readonly ordered: boolean
  readonly #optional: ReadonlySet<string>
  readonly #domains: Readonly<Record<string, Among | Routes>>
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
    const of: Record<string, Among | Routes> = {}
    for (const slot of this.slots) {
      const domain = domains[wire.slots[slot]?.domain ?? -1]
      if (!domain) throw new Error(`the slot '${slot}' has no domain`)
      of[slot] = domain
    }
    this.#domains = of
  }

  domain(slot: string): Among | Routes {
    const domain = this.#domains[slot]
    if (!domain) throw new Error(`there is no '${slot}' to assign`)
    return domain
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
    return this.slots.filter((slot) => !given.has(slot) && !this.#optional.has(slot))
  }

  /** The slots that are not given anything, in order; those that are optional become a dash. */
  pairs(given: ReadonlyMap<string, string>, order: readonly string[] = this.slots): Pairs {
    return order.filter((slot) => given.has(slot) || this.#optional.has(slot)).map((slot) => [slot, given.get(slot) ?? NONE])
  }

  notation(given: ReadonlyMap<string, string>, order: readonly string[] = this.slots): string {
    return assign(this.pairs(given, order))
  }

  /**
   * A value for each gap, or null if it cannot be done: spread out where there is much choice, else like its
   * neighbour's where there is room, else wherever there is.
   */
  filled(given: ReadonlyMap<string, string>): Map<string, string> | null {
    const result = new Map(given)
    const held = new Map<string, string[]>()
    for (const [slot, value] of given) {
      const target = this.domain(slot).target(value)
      held.set(target, [...(held.get(target) ?? []), slot])
    }
    const gaps = this.gaps(given)
    const free = new Set(gaps)
    const wishes = new Map<string, string[]>()
    let last = ''
    for (const [number, slot] of gaps.entries()) {
      const domain = this.domain(slot)
      if (domain instanceof Routes) {
        if (domain.least > 0) return null
        result.set(slot, domain.start)
        free.delete(slot)
        continue
      }
      const before = this.slots[this.slots.indexOf(slot) - 1]
      last = (before && given.has(before) ? given.get(before) : last) ?? ''
      const count = domain.values.length
      const much = count > gaps.length * MUCH
      const from = much ? Math.floor(((number + 0.5) / gaps.length) * count) : Math.floor(count / 2)
      const wish = [...domain.values.slice(from), ...domain.values.slice(0, from)]
      if (much) last = ''
      wishes.set(slot, domain.members.has(last) ? [last, ...wish.filter((value) => value !== last)] : wish)
    }
    // Augmenting paths: a full target may send one of its gaps elsewhere.
    const place = (slot: string, tried: Set<string>): boolean => {
      for (const value of wishes.get(slot) ?? []) {
        if (tried.has(value)) continue
        tried.add(value)
        const there = held.get(value) ?? []
        const most = this.#room(value)
        if (most === undefined || there.length < most) {
          held.set(value, [...there, slot])
          result.set(slot, value)
          return true
        }
        for (const other of there) {
          if (!free.has(other) || !place(other, tried)) continue
          held.set(value, [...(held.get(value) ?? []).filter((one) => one !== other), slot])
          result.set(slot, value)
          return true
        }
      }
      return false
    }
    for (const slot of gaps) if (free.has(slot) && !place(slot, new Set())) return null
    return result
  }
}

/** A short print of what is asked, so that a draft is laid only over the question that it answers. */
export function fingerprint(rule: string, options: DecisionView['options']): string {
  const text = JSON.stringify([rule, options])
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0
  }
  return `${rule} ${text.length.toString(36)} ${hash.toString(36)}`
}
