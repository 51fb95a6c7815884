// The values that one slot of a decision may take, from their wire form.
import type { AmongWire, EitherWire, RoutesWire } from '../generated/wire'

/** No value, in an assignment. */
export const NONE = '-'

/** The cells next to a cell of a board. */
export type Neighbours = (board: string, cell: string) => readonly string[]

const NUMBERED = /^(.*?)(\d{1,9})$/

/** The value after one that ends in a number: `0109` is followed by `0110`. */
function follower(value: string): string | null {
  const found = NUMBERED.exec(value)
  if (!found) return null
  const [, stem = '', digits = ''] = found
  return stem + String(Number(digits) + 1).padStart(digits.length, '0')
}

/** The values that were drawn together as runs (`1510..1514`). */
export function unrun(drawn: readonly string[]): string[] {
  const values: string[] = []
  for (const run of drawn) {
    const cut = run.indexOf('..')
    const last = cut < 0 ? '' : run.slice(cut + 2)
    let value = cut < 0 ? run : run.slice(0, cut)
    values.push(value)
    while (last && value !== last) {
      const next = follower(value)
      if (next === null || value.length > last.length) throw new Error(`'${run}' is no run of values`)
      value = next
      values.push(value)
    }
  }
  return values
}

/** Values in order, with consecutive numbers drawn together. */
export function runs(values: readonly string[]): string[] {
  const drawn: string[] = []
  let first = ''
  let last = ''
  let follows: string | null = null
  const close = (): void => {
    if (first) drawn.push(first === last ? first : `${first}..${last}`)
  }
  for (const value of values) {
    if (value !== follows || !first) {
      close()
      first = value
    }
    last = value
    follows = follower(value)
  }
  close()
  return drawn
}

export type DomainWire = AmongWire | RoutesWire | EitherWire

/** What a slot may be given. Values are words, or routes (`1001>1002>1103`), or either. */
export interface Domain {
  /** The words that it may be given. */
  readonly words: Among | null
  /** The routes that it may be given. */
  readonly routes: Routes | null
  /** Why a value is not in the domain, or null if it is. */
  refusal(value: string): string | null
  /** What a value takes up room at: itself, or the end of a route. */
  target(value: string): string
  /** Every target of a value. */
  targets(): readonly string[]
  /** A value with this target; of routes the cheapest. */
  valueTo(target: string): string
  /** The value that stands still, or null where that may not be. */
  stay(): string | null
  /** Whether a value may be kept while it is not finished. */
  begins(value: string): boolean
}

/** The cells of a way, its start first. */
export function cellsOf(way: string): string[] {
  return way.split('>')
}

export class Among implements Domain {
  readonly values: readonly string[]
  readonly members: ReadonlySet<string>
  /** Whether the values are numbers, and no names. */
  readonly numbers: boolean
  readonly routes = null

  constructor(wire: AmongWire) {
    this.values = unrun(wire.values)
    this.numbers = wire.numbers ?? false
    this.members = new Set(this.values)
  }

  get words(): Among {
    return this
  }

  refusal(value: string): string | null {
    return this.members.has(value) ? null : `${value} is not among the choices`
  }

  target(value: string): string {
    return value
  }

  targets(): readonly string[] {
    return this.values
  }

  valueTo(target: string): string {
    return target
  }

  stay(): null {
    return null
  }

  begins(value: string): boolean {
    return this.members.has(value)
  }
}

/** Ways over neighbouring cells, written `1001>1002>1103`. */
export class Routes implements Domain {
  readonly start: string
  readonly points: number
  readonly least: number
  /** Where every way has to end; empty where it may end anywhere. */
  readonly goal: string
  readonly words = null
  readonly #costs = new Map<string, number>()
  readonly #edges = new Map<string, readonly string[]>()
  readonly #neighbours: (cell: string) => readonly string[]
  #far: ReadonlyMap<string, number> | undefined

  constructor(wire: RoutesWire, neighbours: Neighbours) {
    this.start = wire.start
    this.points = wire.points
    this.least = wire.least
    // What is as usual is left out on the way here.
    this.goal = wire.goal ?? ''
    for (const [cost, cells] of Object.entries(wire.costs)) {
      for (const cell of unrun(cells)) this.#costs.set(cell, Number(cost))
    }
    for (const [cell, onward] of Object.entries(wire.edges ?? {})) this.#edges.set(cell, unrun(onward))
    this.#neighbours = (cell) => neighbours(wire.board, cell)
  }

  get routes(): Routes {
    return this
  }

  #next(cell: string): readonly string[] {
    return this.#edges.get(cell) ?? this.#neighbours(cell)
  }

  /** Why the legs of a way are not allowed, be it finished or not. */
  #wrongLeg(way: string): string | null {
    const [first = '', ...rest] = cellsOf(way)
    if (first !== this.start) return `the route starts at ${this.start}, not at ${first}`
    let cell = first
    let points = this.points
    for (const onward of rest) {
      if (!this.#next(cell).includes(onward)) return `${onward} is not next to ${cell}`
      const cost = this.#costs.get(onward)
      if (cost === undefined) return `${onward} cannot be entered`
      if (cost > points) return `${onward} is out of reach: the whole route may cost ${this.points}`
      points -= cost
      cell = onward
    }
    return null
  }

  refusal(way: string): string | null {
    const wrong = this.#wrongLeg(way)
    if (wrong !== null) return wrong
    if (cellsOf(way).length - 1 < this.least) return `the route has to go at least ${this.least} on`
    return this.goal && this.target(way) !== this.goal ? `the route has to end at ${this.goal}` : null
  }

  begins(way: string): boolean {
    return this.#wrongLeg(way) === null
  }

  target(way: string): string {
    return way.slice(way.lastIndexOf('>') + 1)
  }

  targets(): readonly string[] {
    if (this.goal) return [this.goal]
    return [...(this.least > 0 ? [] : [this.start]), ...this.reach(this.start).keys()]
  }

  valueTo(target: string): string {
    return [this.start, ...(this.reach(this.start).get(target) ?? [])].join('>')
  }

  stay(): string | null {
    return this.refusal(this.start) === null ? this.start : null
  }

  /** The points that a way has used. */
  used(way: string): number {
    const [, ...rest] = cellsOf(way)
    return rest.reduce((sum, cell) => sum + (this.#costs.get(cell) ?? 0), 0)
  }

  /** How many points the goal is away from each cell. */
  #toGoal(): ReadonlyMap<string, number> {
    if (this.#far) return this.#far
    const before = new Map<string, string[]>()
    for (const cell of new Set([this.start, ...this.#costs.keys()])) {
      for (const onward of this.#next(cell)) before.set(onward, [...(before.get(onward) ?? []), cell])
    }
    const far = new Map([[this.goal, 0]])
    const front = [this.goal]
    while (front.length) {
      const cell = front.shift() as string
      const spent = (far.get(cell) ?? 0) + (this.#costs.get(cell) ?? Infinity)
      for (const earlier of before.get(cell) ?? []) {
        if (spent >= (far.get(earlier) ?? Infinity)) continue
        far.set(earlier, spent)
        front.push(earlier)
      }
    }
    this.#far = far
    return far
  }

  /** Every cell that can still be reached from the end of a way, with the cheapest way there. */
  reach(way: string): Map<string, string[]> {
    const from = this.target(way)
    const left = this.points - this.used(way)
    const best = new Map<string, { spent: number; way: string[] }>([[from, { spent: 0, way: [] }]])
    const front = [from]
    while (front.length) {
      const cell = front.shift() as string
      const here = best.get(cell)
      if (!here) continue
      for (const onward of this.#next(cell)) {
        const cost = this.#costs.get(onward)
        if (cost === undefined || here.spent + cost > left) continue
        const known = best.get(onward)
        if (known && known.spent <= here.spent + cost) continue
        // From where the goal is too far, nobody can end at it.
        if (this.goal && here.spent + cost + (this.#toGoal().get(onward) ?? Infinity) > left) continue
        best.set(onward, { spent: here.spent + cost, way: [...here.way, onward] })
        front.push(onward)
      }
    }
    best.delete(from)
    return new Map([...best].map(([cell, found]) => [cell, found.way]))
  }
}

/** A route, or a word such as whom to sail with. */
export class Either implements Domain {
  readonly words: Among | null
  readonly routes: Routes | null

  constructor(readonly domains: readonly (Among | Routes)[]) {
    this.words = domains.find((domain) => domain instanceof Among) ?? null
    this.routes = domains.find((domain) => domain instanceof Routes) ?? null
  }

  refusal(value: string): string | null {
    const refusals = this.domains.map((domain) => domain.refusal(value))
    return refusals.includes(null) ? null : (refusals[0] ?? `${value} is not among the choices`)
  }

  #of(value: string): Domain | undefined {
    return this.domains.find((domain) => domain.begins(value))
  }

  target(value: string): string {
    return this.#of(value)?.target(value) ?? value
  }

  targets(): readonly string[] {
    return [...new Set(this.domains.flatMap((domain) => domain.targets()))]
  }

  valueTo(target: string): string {
    return this.domains.find((domain) => domain.targets().includes(target))?.valueTo(target) ?? target
  }

  stay(): string | null {
    return this.routes?.stay() ?? null
  }

  begins(value: string): boolean {
    return this.#of(value) !== undefined
  }
}

export function domainOf(wire: DomainWire, neighbours: Neighbours): Domain {
  switch (wire.type) {
    case 'among':
      return new Among(wire)
    case 'routes':
      return new Routes(wire, neighbours)
    case 'either':
      return new Either(wire.domains.map((part) => (part.type === 'among' ? new Among(part) : new Routes(part, neighbours))))
  }
}
