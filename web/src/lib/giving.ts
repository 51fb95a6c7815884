// Giving slots their values: on the chart or in the list, one after the other; routes leg by leg.
import type { Spot } from '../board/types'
import { layoutOf } from '../desk/pages'
import type { PieceView } from '../generated/wire'
import { moved, placingOf } from '../stages/arranging'
import { cellsOf, NONE, type Domain } from './domains'
import type { Hand } from './hand.svelte'
import { partsOf } from './parts'
import { missionOf } from './orders'
import { lastPlot, type Course, type Mark, type Plot } from './plots'
import { some } from './ready'
import { waitingSign } from './signs'

export type Marks = ReadonlyMap<string, Mark>

export class Giving {
  constructor(
    readonly hand: Hand,
    /** The cells around a cell by direction, with a hole where there is none. */
    readonly compass: (cell: string) => readonly (string | undefined)[],
  ) {}

  get #assign() {
    return this.hand.assign
  }

  /** A cell or a piece was clicked: the next value of the slot at hand, or another slot. */
  take(names: readonly string[], spot: Spot): void {
    const { hand } = this
    const assign = this.#assign
    if (!assign) return
    const { active } = hand
    const slot = names.find((name) => assign.slots.includes(name) && name !== active)
    if (spot.more && slot !== undefined && hand.canGather) {
      if (!hand.together) this.several()
      this.activate(slot)
      return
    }
    // A counter that waits for its order is meant itself, not the hex that it lies in, unless that is where one must go.
    const goal = active === null ? undefined : assign.domain(active).routes?.goal
    const waits = hand.isPlot && slot !== undefined && !hand.given.has(slot)
    if (waits && slot === spot.piece && !(goal && names.includes(goal))) {
      this.activate(slot)
      return
    }
    const value = active === null ? null : this.#onward(assign.domain(active), active, names)
    if (active !== null && value !== null) this.give(active, value, (!hand.isPlot || this.#isBox(active)) && !hand.composer.has(active))
    else if (slot !== undefined) this.activate(slot)
    else this.#whyNot(spot)
  }

  /** A place that the unit at hand cannot be sent to says why; what lies elsewhere is looked at. */
  #whyNot(spot: Spot): void {
    const { hand } = this
    const { active } = hand
    if (active !== null && hand.isPlot && spot.piece === undefined && hand.pieceIds.has(active)) void hand.ask({ piece: active, cell: spot.cell ?? '' }, spot.cell)
    else hand.look(spot)
  }

  #onward(domain: Domain, slot: string, names: readonly string[]): string | null {
    const { hand } = this
    if (hand.composer.has(slot)) return hand.composer.clicked(slot, names)
    const word = domain.words?.values.find(
      (value) => (names.includes(value) || names.includes(this.spotOf(value))) && this.#assign?.hasRoom(hand.given, slot, value),
    )
    if (word !== undefined) return word
    const onward = names.map((name) => this.onward(slot).get(name)).find(Boolean)
    return onward ? [this.way(slot), ...onward, ...(this.isDown(slot) ? [this.dive(slot)] : [])].join('>') : null
  }

  /** Where the route of a slot can go on to, and how; under water less far. */
  onward(slot: string): ReadonlyMap<string, readonly string[]> {
    const domain = this.#assign?.domain(slot)
    if (!domain?.routes) return new Map()
    const way = this.way(slot)
    const dive = this.isDown(slot) ? this.dive(slot) : null
    const reach = [...domain.routes.reach(way)]
    return new Map(dive === null ? reach : reach.filter(([, legs]) => domain.refusal([way, ...legs, dive].join('>')) === null))
  }

  /** What a value is known by on the chart or in a display: where a listed way ends, at whom a weapon is aimed. */
  spotOf(value: string): string {
    if (value.includes('>')) return this.lastOnChart(value)
    const { spot } = partsOf(this.hand.decision, value) ?? {}
    if (this.hand.composer.on) return this.hand.composer.spot(spot || value)
    return spot !== undefined && !this.hand.isPlot && this.hand.pieceIds.has(spot) ? spot : value
  }

  /** Whether a slot says where to look, not where to go: an aircraft's hexes, or those of nobody in particular. */
  isSearch(slot: string): boolean {
    const domain = this.#assign?.domain(slot)
    if (domain?.routes) return this.#piece(slot)?.kind.startsWith('air') ?? false
    return !this.hand.pieceIds.has(slot) && (domain?.words?.values.some((value) => this.compass(value).length > 0) ?? false)
  }

  /** A search without a counter: one hex, and it is done. */
  #isBox(slot: string): boolean {
    return !this.hand.pieceIds.has(slot) && this.isSearch(slot)
  }

  /** Whether orders are given side by side: routes, searches, or missions for aircraft that else stand ready. */
  get isPlot(): boolean {
    const assign = this.#assign
    if (!assign || this.hand.atDesk) return false
    const idles = (slot: string): boolean => assign.optional(slot) && (this.#piece(slot)?.kind.startsWith('air') ?? false)
    return assign.isPlot || (assign.slots.length > 0 && assign.slots.every((slot) => idles(slot) || this.#isBox(slot)))
  }

  /** Whether a slot without an order is a gap; the others of a plot are as they were, or stand ready. */
  needs(slot: string): boolean {
    return (this.#assign?.moves(slot) ?? false) || this.#isBox(slot)
  }

  #piece(slot: string): PieceView | undefined {
    return this.hand.view?.situation.pieces.find((piece) => piece.id === slot)
  }

  /** The slots as they are listed: in a plot convoys, fleets, ships, stragglers, boats, unless their order counts. */
  get slots(): readonly string[] {
    const assign = this.#assign
    if (!assign || !this.hand.isPlot || assign.ordered) return assign?.slots ?? []
    const ranks = new Map(assign.slots.map((slot) => [slot, this.#rank(slot)]))
    return [...assign.slots].sort((one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0))
  }

  #rank(slot: string): number {
    const piece = this.#sign(slot)
    if (!piece) return 5
    const marker = piece.ship === ''
    if (piece.kind === 'mt' || piece.kind === 'group') return marker ? 0 : 3
    return piece.kind.startsWith('ss') ? 4 : marker ? 1 : 2
  }

  /** The counter of a slot; one that waits has the sign of where it does, and a boat is drawn as it is told to go. */
  pieceOf(slot: string): PieceView | null {
    const piece = this.#sign(slot)
    return piece && this.dive(slot) !== null ? { ...piece, kind: this.isDown(slot) ? 'ss-submerged' : 'ss' } : piece
  }

  #sign(slot: string): PieceView | null {
    const { view } = this.hand
    const start = this.#assign?.domain(slot).routes?.start
    return this.#piece(slot) ?? (view && start !== undefined ? waitingSign(view.situation, start) : null)
  }

  /** The last cell of a way that is on the chart. */
  lastOnChart(way: string): string {
    return cellsOf(way).findLast((cell) => this.compass(cell).length) ?? way
  }

  /** Where a route may go at once that no click can name: off the map, or under water. */
  asides(slot: string): string[] {
    const dive = this.dive(slot)
    return this.#offChart(slot, this.way(slot)).filter((cell) => cell !== dive)
  }

  #offChart(slot: string, way: string): string[] {
    const reach = this.#assign?.domain(slot).routes?.reach(way) ?? new Map<string, string[]>()
    return [...reach].filter(([cell, onward]) => onward.length === 1 && !this.compass(cell).length).map(([cell]) => cell)
  }

  // Boats

  /** The end of a boat's route that goes submerged; null for whatever stays on the surface. */
  dive(slot: string): string | null {
    const piece = this.#piece(slot)
    const start = this.#assign?.domain(slot).routes?.start
    if (start === undefined || !piece?.kind.startsWith('ss')) return null
    return this.#offChart(slot, start)[0] ?? null
  }

  /** Whether a boat goes submerged: as it was told, else as it is. */
  isDown(slot: string): boolean {
    const dive = this.dive(slot)
    const value = this.hand.given.get(slot)
    if (dive === null) return false
    if (value !== undefined) return value.endsWith(`>${dive}`)
    return this.#piece(slot)?.kind === 'ss-submerged'
  }

  /** How far a boat goes on the surface and submerged. */
  depths(slot: string): { surfaced: number; submerged: number } {
    const routes = this.#assign?.domain(slot).routes
    if (!routes) return { surfaced: 0, submerged: 0 }
    return { surfaced: routes.points, submerged: routes.points - routes.used(`${routes.start}>${this.dive(slot) ?? ''}`) }
  }

  /** Send a boat up or down; what of its route is too far submerged is taken back. */
  setDown(slot: string, down: boolean): void {
    const dive = this.dive(slot)
    const domain = this.#assign?.domain(slot)
    if (dive === null || !domain) return
    let way = this.way(slot)
    while (down && way.includes('>') && domain.refusal(`${way}>${dive}`) !== null) way = way.slice(0, way.lastIndexOf('>'))
    this.give(slot, down ? `${way}>${dive}` : way, false)
  }

  /** The route that a slot has so far: its start alone if it has none; of a boat what it does before it dives. */
  way(slot: string): string {
    const routes = this.#assign?.domain(slot).routes
    const value = this.hand.given.get(slot)
    if (value === undefined || !routes?.begins(value)) return routes?.start ?? ''
    const dive = this.dive(slot)
    return dive !== null && value.endsWith(`>${dive}`) ? value.slice(0, -dive.length - 1) : value
  }

  /** Turn to a slot; where several are given one order it is taken to them, or from them. */
  activate(slot: string | null): void {
    const { together } = this.hand
    if (slot === null || !together) this.hand.set({ active: slot })
    else if (!together.includes(slot)) this.hand.set({ active: slot, together: [...together, slot] })
    else {
      const left = together.filter((one) => one !== slot)
      this.hand.set({ active: left.at(-1) ?? null, together: left })
    }
  }

  // Together

  /** Give several slots one order, beginning with the one at hand; or each its own again. */
  several(): void {
    const { active, together } = this.hand
    this.hand.set({ together: together ? null : active === null ? [] : [active] })
  }

  /** Those of some units that have a slot are given one order. */
  gather(units: readonly string[]): void {
    const slots = units.filter((unit) => this.#assign?.slots.includes(unit))
    if (slots.length) this.hand.set({ together: slots, active: slots.at(-1) ?? null })
  }

  /** The value of another slot that comes to the same; null where there is none. */
  #alike(value: string, slot: string, other: string): string | null {
    const { composer } = this.hand
    const assign = this.#assign
    if (!assign) return null
    const parts = composer.has(slot) ? composer.parts(value) : null
    if (parts) return composer.value(other, parts.kind, parts.object, parts.pace || undefined)
    const domain = assign.domain(other)
    if (domain.refusal(value) === null) return assign.hasRoom(this.hand.given, other, value) ? value : null
    const { routes } = domain
    const legs = routes?.reach(routes.start).get(this.lastOnChart(value))
    if (!routes || !legs) return null
    const dive = this.isDown(other) ? this.dive(other) : null
    const way = [routes.start, ...legs, ...(dive === null ? [] : [dive])].join('>')
    return domain.refusal(way) === null ? way : null
  }

  /** Give a slot its value, and go on to the next gap if that is wished. Who follows it goes the same way. */
  give(slot: string, value: string | null, onward = true, mark: Mark | null = null): void {
    const { hand } = this
    if (hand.stands) {
      this.#rearrange(slot, value)
      return
    }
    const given = new Map(hand.given)
    const marks = new Map(hand.marks)
    if (value === null || value === NONE) given.delete(slot)
    else given.set(slot, value)
    if (mark) marks.set(slot, mark)
    else marks.delete(slot)
    this.#lead(slot, given, marks)
    const fellows = hand.together?.includes(slot) ? hand.together.filter((one) => one !== slot) : []
    const behind = fellows.filter((other) => {
      const same = value === null || value === NONE ? value : this.#alike(value, slot, other)
      marks.delete(other)
      if (same === null || same === NONE) given.delete(other)
      else given.set(other, same)
      return value !== null && same === null
    })
    const next = onward && value !== null && !hand.together
    hand.keep(next ? { given, marks, active: this.#gapAfter(slot, given) } : { given, marks })
    if (behind.length) hand.object(`${some(behind, hand.name)} cannot do the same.`)
  }

  /** Give a piece that stands somewhere another place; whoever stands there changes places with it. */
  #rearrange(slot: string, value: string | null): void {
    const { hand } = this
    const assign = this.#assign
    if (!assign) return
    const base = new Map(assign.slots.map((one) => [one, this.#piece(one)?.cell ?? '']))
    const place = value === null || value === NONE ? base.get(slot) : value
    const result = moved(placingOf(assign, hand.given, base), slot, place ?? '')
    if (result.done) hand.keep({ given: result.given, active: null })
    else hand.object(`${hand.name(slot)} cannot change places with ${hand.name(result.blocker ?? '')}.`)
  }

  #lead(leader: string, given: Map<string, string>, marks: Map<string, Mark>): void {
    const way = given.get(leader)
    for (const [slot, mark] of [...marks]) {
      if (mark.like !== 'other' || mark.slot !== leader) continue
      if (way !== undefined && this.#assign?.domain(slot).refusal(way) === null) given.set(slot, way)
      else {
        given.delete(slot)
        marks.delete(slot)
      }
      this.#lead(slot, given, marks)
    }
  }

  /** This force has its order, and be it to stay: on to the next gap. */
  done(): void {
    const { active, given } = this.hand
    const stay = active === null || given.has(active) ? null : (this.#assign?.domain(active).stay() ?? null)
    if (active !== null && stay !== null) this.give(active, this.isDown(active) ? `${stay}>${this.dive(active)}` : stay, true)
    else this.nextGap()
  }

  /** The slot that a new question begins with. */
  first(): string | null {
    const { slots } = this
    // At a desk what must be given is proposed; sheets of many are gone through freely.
    if (this.hand.atDesk) return layoutOf(this.hand) === 'rows' ? (slots.find((slot) => this.#assign?.optional(slot)) ?? slots[0] ?? null) : null
    // What may be left as it is waits to be chosen, unless it is one thing alone.
    if (this.hand.standing.may && slots.length > 1) return null
    const begins = slots.find((slot) => !this.hand.isPlot || this.needs(slot))
    return begins ?? (this.#assign?.isPlot ? null : (slots[0] ?? null))
  }

  /** Whether there is another to go on to. */
  get hasNext(): boolean {
    const next = this.#gapAfter(this.hand.active, this.hand.given)
    return next !== null && next !== this.hand.active
  }

  nextGap(): void {
    if (!this.hand.together) this.activate(this.#gapAfter(this.hand.active, this.hand.given))
  }

  /** Go to the next force without an order, if there is one further down. */
  nextForce(): boolean {
    const { slots } = this
    const after = slots.slice(slots.indexOf(this.hand.active ?? '') + 1)
    if (!after.some((slot) => !this.hand.given.has(slot))) return false
    this.nextGap()
    return true
  }

  #gapAfter(slot: string | null, given: ReadonlyMap<string, string>): string | null {
    const assign = this.#assign
    if (!assign) return null
    const { slots } = this
    const from = slot === null ? -1 : slots.indexOf(slot)
    const round = [...slots.slice(from + 1), ...slots.slice(0, from + 1)]
    const open = round.filter((one) => !given.has(one))
    // Of a plot the gaps are gone through from top to bottom, or all of it where nothing has to be given an order.
    if (this.hand.isPlot && slots.some((one) => this.needs(one))) return open.find((one) => this.needs(one)) ?? null
    return (this.hand.isPlot ? undefined : open.find((one) => !assign.optional(one))) ?? open[0] ?? null
  }

  /** Take the last leg of a route back. */
  unstep(): void {
    const slot = this.hand.active
    const value = slot === null ? undefined : this.hand.given.get(slot)
    if (slot === null || value === undefined) return
    const way = this.way(slot)
    const cut = way.lastIndexOf('>')
    // Where things may be left as they are, a way without legs is no order to stay.
    const bare = cut < 0 || (this.hand.standing.may && !way.slice(0, cut).includes('>'))
    this.give(slot, bare ? null : `${way.slice(0, cut)}${value.slice(way.length)}`, false)
  }

  /** Move a slot up or down where the order counts. */
  shift(slot: string, by: number): void {
    const order = [...this.hand.order]
    const from = order.indexOf(slot)
    const to = from + by
    if (from < 0 || to < 0 || to >= order.length) return
    order.splice(from, 1)
    order.splice(to, 0, slot)
    this.hand.keep({ order })
  }

  // As last turn

  /** What a slot did last turn, from where it is now, as far as that may be; null where it may not. */
  again(slot: string): string | null {
    return this.#repeated(slot).value
  }

  /** The cell that a slot would have to enter to do as it did last turn, and cannot. */
  shut(slot: string): string | null {
    return this.#repeated(slot).shut
  }

  #repeated(slot: string): { value: string | null; shut: string | null } {
    const { session } = this.hand
    const course = lastPlot(session.match, session.side)[slot]
    const domain = this.#assign?.domain(slot)
    if (course === undefined || !domain) return { value: null, shut: null }
    if (typeof course === 'string') return { value: domain.refusal(course) === null ? course : null, shut: null }
    if (!domain.routes) return { value: null, shut: null }
    let way = domain.routes.start
    let shut: string | null = null
    for (const leg of course) {
      const next = typeof leg === 'string' ? leg : this.compass(domain.routes.target(way))[leg]
      if (next !== undefined && domain.begins(`${way}>${next}`)) way = `${way}>${next}`
      else {
        shut = next ?? null
        break
      }
    }
    const stands = way === domain.routes.start && course.length > 0
    return { value: stands || domain.refusal(way) !== null ? null : way, shut }
  }

  asLastTurn(slot: string | null = this.hand.active): void {
    const value = slot === null ? null : this.again(slot)
    if (slot !== null && value !== null) this.give(slot, value, false, { like: 'last' })
  }

  /** Every gap that can do as it did last turn. */
  allAsLastTurn(): void {
    const given = new Map(this.hand.given)
    const marks = new Map(this.hand.marks)
    for (const slot of this.#assign?.slots ?? []) {
      const value = given.has(slot) ? null : this.again(slot)
      if (value === null) continue
      given.set(slot, value)
      marks.set(slot, { like: 'last' })
    }
    this.hand.keep({ given, marks })
  }

  /** What is remembered of a plot. */
  kept(): Plot {
    const { print, given, order, marks } = this.hand
    const flown = [...given].filter(([slot]) => this.#piece(slot)?.kind.startsWith('air'))
    const missions = flown.map(([slot, value]): [string, string] => [slot, missionOf(this.hand, value)])
    const page = { print, given: [...given], order: [...order], marks: [...marks], missions }
    return { slots: this.#assign?.slots ?? [], courses: this.#courses(), page }
  }

  /** The values of a plot as they can be repeated: routes by their directions, words as they are. */
  #courses(): Record<string, Course> {
    const courses: Record<string, Course> = {}
    for (const [slot, value] of this.#assign?.pairs(this.hand.given) ?? []) {
      if (value === NONE) continue
      if (!this.#assign?.domain(slot).routes?.begins(value)) {
        courses[slot] = value
        continue
      }
      const cells = cellsOf(value)
      courses[slot] = cells.slice(1).map((cell, leg) => {
        const direction = this.compass(cells[leg] ?? '').indexOf(cell)
        return direction < 0 ? cell : direction
      })
    }
    return courses
  }

  // Following

  /** The slots whose route a slot may take over: they start where it does, and do not follow it themselves. */
  leaders(slot: string): string[] {
    const assign = this.#assign
    const routes = assign?.domain(slot).routes
    if (!assign || !routes) return []
    const follows = (one: string): boolean => {
      const mark = this.hand.marks.get(one)
      return mark?.like === 'other' && (mark.slot === slot || follows(mark.slot))
    }
    return assign.slots.filter((one) => {
      const way = this.hand.given.get(one)
      if (one === slot || way === undefined || follows(one)) return false
      return assign.domain(one).routes?.start === routes.start && routes.refusal(way) === null
    })
  }

  follow(leader: string | undefined, slot: string | null = this.hand.active): void {
    const way = leader === undefined ? undefined : this.hand.given.get(leader)
    if (slot !== null && leader !== undefined && way !== undefined) this.give(slot, way, false, { like: 'other', slot: leader })
  }
}
