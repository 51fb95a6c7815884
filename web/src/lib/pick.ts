// One answer out of a list, or out of products of two parts such as a piece and a cell.
import type { DecisionView, Odds, PickWire } from '../generated/wire'
import { cellsOf, domainOf, type Domain, type Neighbours } from './domains'
import { action } from './notation'
import { asIs, type Naming } from './options'

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
  /** The word that the notation of its answers begins with, where they have the same. */
  tag: string
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
  domain: Domain
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
      cells = part.domain.targets()
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
      const open = new Set(seconds)
      seconds = pick.filter((name) => open.has(name))
      if (!seconds.length) return null
    }
    return seconds
  }

  #made(part: Part, second: string): Option {
    const value = part.domain.valueTo(second)
    return this.#option(part, value, part.domain.routes ? cellsOf(value) : undefined)
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
    const add = (of: string, tag: string, aside: boolean, count: number, only: () => Option): void => {
      const key = `${aside ? 'aside ' : ''}${of}`
      const row = rows.get(key) ?? { heading: of, tag, aside, count: 0, only: null }
      if (row.tag !== tag) row.tag = ''
      row.only = row.count === 0 && count === 1 ? only() : null
      row.count += count
      rows.set(key, row)
    }
    for (const option of this.listed) {
      if (heading !== null && option.heading !== heading) continue
      if (fits(option.names, picks)) add(option.heading, tagOf(option), option.aside, 1, () => option)
    }
    for (const part of this.#parts) {
      if (heading !== null && part.heading !== heading) continue
      const seconds = this.#left(part, picks)
      const [one] = seconds ?? []
      if (seconds && one !== undefined) add(part.heading, part.do, part.aside, seconds.length, () => this.#made(part, one))
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
  list(picks: Picks, heading: string, most = MOST_LISTED): Option[] {
    const found = this.listed.filter((option) => option.heading === heading && fits(option.names, picks))
    for (const part of this.#parts) {
      if (part.heading !== heading) continue
      for (const second of this.#left(part, picks) ?? []) {
        if (found.length >= most) return found
        found.push(this.#made(part, second))
      }
    }
    return found
  }

  /** The action of a route drawn by hand, in place of the cheapest way to its end. */
  along(option: Option, route: readonly string[]): Option | null {
    for (const part of this.#parts) {
      if (!part.domain.routes || part.heading !== option.heading) continue
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

/** The word that the notation of an answer begins with: that of its kind. */
export function tagOf({ notation }: Option): string {
  return notation.split(' ', 1)[0] ?? ''
}

function fits(names: readonly string[], picks: Picks): boolean {
  return picks.every((pick) => pick.some((name) => names.includes(name)))
}
