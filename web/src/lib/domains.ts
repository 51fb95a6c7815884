// The values that one slot of a decision may take, from their wire form.
import type { AmongWire, RoutesWire } from '../generated/wire'

/** No value, in an assignment. */
export const NONE = '-'

export type DomainWire = AmongWire | RoutesWire
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

export interface Domain {
  /** Why a value is not in the domain, or null if it is. */
  refusal(value: string): string | null
  /** What a value takes up room at: itself, or the end of a route. */
  target(value: string): string
}

export class Among implements Domain {
  readonly values: readonly string[]
  readonly members: ReadonlySet<string>

  constructor(wire: AmongWire) {
    this.values = unrun(wire.values)
    this.members = new Set(this.values)
  }

  refusal(value: string): string | null {
    return this.members.has(value) ? null : `${value} is not among the choices`
  }

  target(value: string): string {
    return value
  }
}

/** Ways over neighbouring cells, written `1001>1002>1103`. */
export class Routes implements Domain {
  readonly start: string
  readonly points: number
  readonly least: number
  readonly #costs = new Map<string, number>()
  readonly #neighbours: (cell: string) => readonly string[]

  constructor(wire: RoutesWire, neighbours: Neighbours) {
    this.start = wire.start
    this.points = wire.points
    this.least = wire.least
    for (const [cost, cells] of Object.entries(wire.costs)) {
      for (const cell of unrun(cells)) this.#costs.set(cell, Number(cost))
    }
    this.#neighbours = (cell) => neighbours(wire.board, cell)
  }

  /** The cells of a way, its start first. */
  static cells(way: string): string[] {
    return way.split('>')
  }

  refusal(way: string): string | null {
    const [first = '', ...rest] = Routes.cells(way)
    if (first !== this.start) return `the route starts at ${this.start}, not at ${first}`
    let cell = first
    let points = this.points
    for (const onward of rest) {
      if (!this.#neighbours(cell).includes(onward)) return `${onward} is not next to ${cell}`
      const cost = this.#costs.get(onward)
      if (cost === undefined) return `${onward} cannot be entered`
      if (cost > points) return `${onward} is out of reach: there are ${this.points} points for the whole route`
      points -= cost
      cell = onward
    }
    return rest.length < this.least ? `the route has to go at least ${this.least} on` : null
  }

  target(way: string): string {
    return way.slice(way.lastIndexOf('>') + 1)
  }

  /** The points that a way has used. */
  used(way: string): number {
    const [, ...rest] = Routes.cells(way)
    return rest.reduce((sum, cell) => sum + (this.#costs.get(cell) ?? 0), 0)
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
      for (const onward of this.#neighbours(cell)) {
        const cost = this.#costs.get(onward)
        if (cost === undefined || here.spent + cost > left) continue
        const known = best.get(onward)
        if (known && known.spent <= here.spent + cost) continue
        best.set(onward, { spent: here.spent + cost, way: [...here.way, onward] })
        front.push(onward)
      }
    }
    best.delete(from)
    return new Map([...best].map(([cell, found]) => [cell, found.way]))
  }
}

export function domainOf(wire: DomainWire, neighbours: Neighbours): Among | Routes {
  return wire.type === 'among' ? new Among(wire) : new Routes(wire, neighbours)
}
