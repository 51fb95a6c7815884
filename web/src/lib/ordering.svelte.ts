// Orders for people who choose the unit first: who is to act, all that it can do, and the whole order for a place.
import { untrack } from 'svelte'
import type { Spot } from '../board/types'
import type { Deed, Follow, Menu, PieceView, Plan } from '../generated/wire'
import { stationed, type Formation } from './formation'
import type { Hand } from './hand.svelte'
import { tip } from './tip.svelte'
import { sentence } from './words'

/** Units that go as one, all that they can do, and the order that is planned for them. */
export interface Party {
  units: readonly string[]
  menu: Menu | null
  cell: string
  plan: Plan | null
}

interface Orders {
  print: string
  parties: readonly Party[]
  /** The deed that was chosen by its row or its key; null while a place alone says what is meant. */
  deed: string | null
  /** The place that was clicked; null while there is none, '' for a deed that needs none. */
  cell: string | null
  /** A plan is being asked for. */
  asking: boolean
  /** Several units in different places are given one order. */
  together: boolean
}

const NOBODY: Omit<Orders, 'print'> = { parties: [], deed: null, cell: null, asking: false, together: false }

export class Ordering {
  #kept = $state.raw<Orders | null>(null)
  /** The deed whose row is pointed at. */
  pointed = $state<string | null>(null)
  formation = $state.raw<Formation>({ shape: 'one', turned: 0, apart: 3 })
  /** What keeps the next of several orders from being begun. */
  stop = $state<Follow['stop']>('harm')
  /** Whether a drag on the chart goes round units. */
  lassoing = $state(false)
  #plans = new Map<string, Plan>()
  /** Enter was pressed while the plan was on its way. */
  #sends = false
  /** The question whose only unit was stepped back from. */
  #left = ''
  /** What was clicked and pressed before it was known what the chosen can do. */
  #later = $state.raw<(() => void)[] | null>(null)
  /** What was asked for last: an answer to anything before it comes too late. */
  #asked = 0

  constructor(readonly hand: Hand) {
    $effect(() => {
      // Who alone can act need not be chosen.
      const [only, ...more] = this.idle ? this.hand.actors : []
      if (only !== undefined && !more.length && this.#left !== this.hand.print && !this.hand.session.choosing) untrack(() => void this.choose([only]))
    })
    $effect(() => {
      this.#tell()
      return () => tip.clear()
    })
  }

  /** Whether what is asked takes whole orders for units; a page of slots takes them one beside the other. */
  get on(): boolean {
    const { decision, assign, atDesk } = this.hand
    return (decision?.menus ?? false) && assign === null && !atDesk
  }
  get #now(): Orders {
    const { print } = this.hand
    return this.#kept?.print === print ? this.#kept : { ...NOBODY, print }
  }
  #set(change: Partial<Orders>): void {
    this.#kept = { ...this.#now, ...change }
  }

  get parties(): readonly Party[] {
    return this.on ? this.#now.parties : []
  }
  get units(): readonly string[] {
    return this.parties.flatMap((party) => party.units)
  }
  /** Whether somebody has been chosen. */
  get chosen(): boolean {
    return this.parties.length > 0
  }
  get together(): boolean {
    return this.on && this.#now.together
  }
  get cell(): string | null {
    return this.#now.cell
  }
  get asking(): boolean {
    return this.#now.asking
  }
  /** Whether it is not known yet what the chosen can do. */
  get loading(): boolean {
    return this.#later !== null
  }
  /** Whether nobody is chosen and nothing else was begun: the units that can act are what is lit. */
  get idle(): boolean {
    const { picks, heading, chosen, actors } = this.hand
    return this.on && !this.chosen && !picks.length && heading === null && chosen === null && actors.size > 0
  }

  /** What the chosen can do: each deed once, those of several units drawn together. */
  get deeds(): readonly Deed[] {
    const found = new Map<string, Deed>()
    for (const { menu } of this.parties) {
      for (const deed of menu?.deeds ?? []) {
        const before = found.get(deed.name)
        if (!before || (before.refusal && !deed.refusal)) found.set(deed.name, deed)
        else if (!deed.refusal) found.set(deed.name, { ...before, cells: [...new Set([...before.cells, ...deed.cells])] })
      }
    }
    return [...found.values()]
  }
  get #possible(): readonly Deed[] {
    return this.deeds.filter((deed) => !deed.refusal)
  }

  /** The deed that is meant: as it was chosen, else the first that the place is good for. */
  get deed(): Deed | null {
    const { deed: name, cell } = this.#now
    if (name !== null) return this.deeds.find((deed) => deed.name === name) ?? null
    return cell ? this.#deedAt(cell, false) : null
  }

  /** A move is what a hex means first; what lies there and can be struck is meant itself. */
  #deedAt(cell: string, struck: boolean): Deed | null {
    const there = this.#possible.filter((deed) => deed.cells.includes(cell))
    const plain = there.filter((deed) => !deed.hopeless)
    const wanted = struck ? plain.find((deed) => deed.reach === 'strike') : undefined
    return wanted ?? plain.find((deed) => deed.reach === 'move') ?? plain[0] ?? there[0] ?? null
  }

  /** The deeds whose reach is lit: that under the pointer, else the one that was chosen, else all that are not folded. */
  get lit(): readonly Deed[] {
    const one = this.pointed ?? this.#now.deed
    const shown = this.#possible.filter((deed) => (one === null ? !deed.hopeless : deed.name === one))
    return shown.length || one === null ? shown : this.#possible.filter((deed) => !deed.hopeless)
  }

  /** Where a click plans something, whatever is pointed at. */
  get open(): readonly string[] {
    const { deed } = this.#now
    return this.#possible.filter((one) => (deed === null ? !one.hopeless : one.name === deed)).flatMap((one) => one.cells)
  }

  /** The orders that may be given now, one after the other. */
  get planned(): readonly Party[] {
    return this.parties.filter(({ plan }) => plan !== null && !plan.refusal && plan.answers.length > 0)
  }

  /** What the button says. */
  get label(): string {
    const [only] = this.planned
    return this.together ? `Send ${this.planned.length === 1 ? this.hand.name(only?.units[0] ?? '') : `${this.planned.length} units`}` : (only?.plan?.words ?? '')
  }

  // Choosing who

  /** Ask what some units can do together; where it is not about them the click means something else. */
  async choose(units: readonly string[], otherwise?: () => void): Promise<void> {
    this.#begin([units], false)
    const menus = await this.#menus([units])
    if (!menus) return
    if (menus[0]) this.#take(menus)
    else {
      this.#later = null
      this.#set({ parties: [] })
      otherwise?.()
    }
  }

  /** Give one order to several units, wherever they are. */
  async gather(units: readonly string[]): Promise<void> {
    const parties = units.map((unit) => [unit])
    this.#begin(parties, true)
    const menus = await this.#menus(parties)
    if (menus) this.#take(menus)
  }

  #begin(parties: readonly (readonly string[])[], together: boolean): void {
    this.pointed = null
    this.#plans.clear()
    this.#sends = false
    this.#later = []
    if (this.hand.picks.length || this.hand.heading !== null || this.hand.chosen) this.hand.set({ picks: [], heading: null, chosen: null })
    const { deed } = this.#now
    this.#set({ ...NOBODY, parties: parties.map((units) => ({ units, menu: null, cell: '', plan: null })), together, deed: together && this.#now.together ? deed : null })
  }

  async #menus(parties: readonly (readonly string[])[]): Promise<(Menu | null)[] | null> {
    const number = (this.#asked += 1)
    const { print } = this.hand
    const menus = await Promise.all(parties.map((units) => this.hand.session.menu(units)))
    return number === this.#asked && print === this.hand.print ? menus : null
  }

  #take(menus: readonly (Menu | null)[]): void {
    // Who goes with them goes by the same order: all of a squadron, whichever of it was clicked.
    const parties = this.parties.map((party, at) => ({ ...party, units: (this.together ? null : menus[at]?.units) ?? party.units, menu: menus[at] ?? null }))
    const later = this.#later ?? []
    this.#later = null
    this.#set({ parties })
    const [only, ...more] = this.#possible.filter((deed) => !deed.hopeless)
    // One possible deed: there is nothing to choose but its place.
    if (only && !more.length) void this.mean(only)
    else if (this.#now.deed !== null && !this.deeds.some((deed) => deed.name === this.#now.deed && !deed.refusal)) this.#set({ deed: null })
    for (const act of later) act()
  }

  /** Take a unit to the chosen, or from them. Whoever lies with them goes with them. */
  toggle(unit: string): void {
    const { units } = this
    const left = units.filter((one) => one !== unit)
    const [party] = this.parties
    if (!this.together && party && (party.menu?.others.includes(unit) || units.includes(unit))) {
      if (left.length === units.length) void this.choose([...units, unit])
      else if (left.length) void this.choose(left)
      else this.clear()
      return
    }
    const next = left.length === units.length ? [...units, unit] : left
    if (next.length) void this.gather(next)
    else this.clear()
  }

  /** A list of those that can act, to give several of them one order. */
  several(): void {
    if (this.together) void this.one()
    else if (this.on) void this.gather(this.units.length > 1 ? this.units : this.#alike)
  }

  /** Those that can act and are of the kind of the chosen one; else of the kind of which there are most. */
  get #alike(): string[] {
    const able = this.hand.view?.situation.pieces.filter((piece) => this.hand.actors.has(piece.id)) ?? []
    const kinds = [...Map.groupBy(able, (piece) => piece.kind).values()].sort((one, other) => other.length - one.length)
    const mine = kinds.find((kind) => kind.some((piece) => piece.id === this.units[0])) ?? kinds[0] ?? []
    return mine.map((piece) => piece.id)
  }

  /** One by one again: the first of several. */
  one(): Promise<void> | void {
    const [first] = this.units
    return first === undefined ? this.clear() : this.choose([first])
  }

  clear(): void {
    this.#asked += 1
    this.#later = null
    this.pointed = null
    this.lassoing = false
    this.#plans.clear()
    this.#kept = null
  }

  // Choosing what and where

  /** A row or a key: this deed, at the place that was clicked if it can be done there. */
  async mean(deed: Deed): Promise<void> {
    if (deed.refusal) return
    this.pointed = null
    const place = this.#placeFor(deed)
    this.#set({ deed: deed.name, cell: place, parties: this.parties.map((party) => ({ ...party, plan: null, cell: '' })) })
    if (place !== null) await this.#plan(deed, place)
  }

  /** Where a deed is meant that was chosen without a place: the one that was clicked, the only one, or here. */
  #placeFor({ cells }: Deed): string | null {
    const { cell } = this.#now
    const [only, ...more] = cells
    if (only === undefined) return ''
    if (cell && cells.includes(cell)) return cell
    if (!more.length) return only
    const here = this.together ? undefined : this.#piece(this.units[0] ?? '')?.cell
    return here !== undefined && cells.includes(here) ? here : null
  }

  /** The deed of a key; of several with one key the next. */
  press(key: string): boolean {
    if (!this.chosen) return false
    if (this.#later && key >= 'a' && key <= 'z') {
      this.#later.push(() => this.press(key))
      return true
    }
    const with_ = this.#possible.filter((deed) => deed.key.toLocaleLowerCase('en') === key)
    const at = with_.findIndex((deed) => deed.name === this.deed?.name)
    const next = with_[(at + 1) % with_.length]
    if (next) void this.mean(next)
    return next !== undefined || this.deeds.some((deed) => deed.key.toLocaleLowerCase('en') === key)
  }

  /** A click on the chart; whether it was for us. */
  take(names: readonly string[], spot: Spot): boolean {
    if (!this.on) return false
    const { pieceIds, actors } = this.hand
    const own = names.filter((name) => pieceIds.has(name) && this.#isOwn(name))
    const unit = spot.piece !== undefined && own.includes(spot.piece) ? spot.piece : own.find((name) => actors.has(name))
    const cell = names.find((name) => !pieceIds.has(name)) ?? ''
    if (spot.more && unit !== undefined) {
      this.toggle(unit)
      return true
    }
    // A counter that can act is meant itself, not the hex that it lies in, unless it is known what is to be done there.
    const wanted = this.#now.deed !== null && (this.deed?.cells.includes(cell) ?? false)
    const meant = unit !== undefined && !wanted && (!this.units.includes(unit) || this.#deedAt(cell, false) === null)
    if (this.chosen && !meant) {
      const struck = names.some((name) => pieceIds.has(name) && !this.#isOwn(name))
      void this.#go(cell, struck)
      return true
    }
    if (unit === undefined || (!this.chosen && !this.idle)) return false
    if (this.units.includes(unit)) return true
    this.hand.look({ piece: unit })
    void this.choose([unit], () => this.hand.narrow(names, spot))
    return true
  }

  #isOwn(id: string): boolean {
    return this.hand.view?.situation.pieces.some((piece) => piece.id === id && piece.side === this.hand.session.side) ?? false
  }

  async #go(cell: string, struck: boolean): Promise<void> {
    if (this.#later) this.#later.push(() => void this.#go(cell, struck))
    if (!cell || this.#later) return
    const { deed: name } = this.#now
    // Whoever has said what is to be done asks where that can be, and nothing else.
    const chosen = name === null ? null : this.#possible.find((deed) => deed.name === name && deed.cells.includes(cell))
    const deed = name === null ? this.#deedAt(cell, struck) : chosen
    if (this.together && this.formation.shape === 'line' && !deed) {
      // A line may be laid through a place that none of them can reach.
      const meant = this.deed ?? this.#possible.find((one) => one.reach === 'move')
      if (meant) return this.#plan(meant, cell)
    }
    if (!deed) return this.#whyNot(cell)
    this.#set({ deed: chosen || struck ? deed.name : null, cell })
    await this.#plan(deed, cell)
  }

  /** Say why nobody can be sent to a place that is not lit. */
  async #whyNot(cell: string): Promise<void> {
    const deed = this.deed ?? this.#possible.find((one) => one.reach === 'move') ?? this.#possible.find((one) => one.cells.length)
    const [party] = this.parties
    const number = (this.#asked += 1)
    const plan = deed && party ? await this.hand.session.plan(party.units, deed.name, cell) : null
    const refusal = plan?.refusal ?? (await this.hand.session.why({ piece: party?.units[0] ?? '', cell }))
    if (number === this.#asked && refusal) this.hand.refuse(this.hand.name(cell), refusal)
  }

  // Planning

  async #plan(deed: Deed, cell: string): Promise<void> {
    const number = (this.#asked += 1)
    const places = this.#places(deed, cell)
    this.hand.refuse('', null)
    // What was planned before must not be sent for what is being asked for now.
    this.#set({ cell, asking: true, parties: this.parties.map((party) => ({ ...party, plan: null })) })
    const plans = await Promise.all(this.parties.map((party, at) => this.#planned(party, deed.name, places[at] ?? null)))
    if (number !== this.#asked) return
    this.#set({ asking: false, parties: this.parties.map((party, at) => ({ ...party, cell: places[at] ?? '', plan: plans[at] ?? null })) })
    const [only] = plans
    if (!this.together && only?.refusal) this.hand.refuse(cell ? this.hand.name(cell) : deed.title, only.refusal)
    if (this.#sends) void this.hand.execute()
    this.#sends = false
  }

  async #planned(party: Party, deed: string, cell: string | null): Promise<Plan | null> {
    if (cell === null || party.menu?.deeds.find((one) => one.name === deed)?.refusal !== null) return null
    const key = [...party.units, deed, cell].join(' ')
    const plan = this.#plans.get(key) ?? (await this.hand.session.plan(party.units, deed, cell))
    if (plan) this.#plans.set(key, plan)
    return plan
  }

  /** Where each of them goes: all to one place, or side by side on a line through it. */
  #places(deed: Deed, cell: string): (string | null)[] {
    if (!this.together || !cell) return this.parties.map(() => cell)
    const { compass } = this.hand.giving
    const reaches = this.parties.map(({ menu }) => menu?.deeds.find((one) => one.name === deed.name && !one.refusal)?.cells ?? [])
    const from = this.parties.map(({ units }) => this.#piece(units[0] ?? '')?.cell ?? '')
    return stationed(this.formation, cell, from, reaches, compass)
  }

  #piece(id: string): PieceView | undefined {
    return this.hand.view?.situation.pieces.find((piece) => piece.id === id)
  }

  /** Lay them out otherwise, about the same place. */
  form(change: Partial<Formation>): void {
    this.formation = { ...this.formation, ...change }
    const { cell } = this.#now
    const { deed } = this
    if (deed && cell) void this.#plan(deed, cell)
  }

  /** Enter was pressed before the plan had come: it is sent when it is there. */
  sendSoon(): boolean {
    if (this.#later?.length) this.#later.push(() => this.sendSoon())
    else if (this.asking) this.#sends = true
    else return false
    return true
  }

  /** One step back: the plan, then what was to be done, then who; whether there was one. */
  back(): boolean {
    if (!this.chosen) return false
    if (this.#later) {
      this.#leave()
      return true
    }
    this.#asked += 1
    this.#sends = false
    const { cell, deed } = this.#now
    const [only, ...more] = this.#possible.filter((one) => !one.hopeless)
    const preset = only && !more.length ? only.name : null
    const meant = this.deed && this.deed.cells.length > 1 ? deed : null
    const bare = this.parties.map((party) => ({ ...party, plan: null, cell: '' }))
    if (cell !== null && (deed === null || deed !== preset || meant !== null)) this.#set({ cell: null, deed: meant ?? preset, asking: false, parties: bare })
    else if (deed !== null && deed !== preset) this.#set({ deed: preset, asking: false, parties: bare })
    else this.#leave()
    return true
  }

  /** Nobody, though there may be one alone who can act. */
  #leave(): void {
    this.#left = this.hand.print
    this.clear()
  }

  // The line under the chart

  #tell(): void {
    const { deed, cell } = this
    const [first] = this.planned
    if (!first?.plan || !deed) {
      if (this.together) tip.set(['Drag round units', 'or hold Shift and click them', 'then click a hex to send them all'])
      else tip.clear()
      return
    }
    const place = cell ? [this.hand.name(cell)] : [this.hand.name(first.units[0] ?? '')]
    const others = this.#possible.filter((one) => one.name !== deed.name && one.key && cell && one.cells.includes(cell))
    const keys = [
      { key: '⏎', words: deed.title.toLocaleLowerCase('en') },
      ...others.slice(0, 2).map((one) => ({ key: one.key.toLocaleUpperCase('en'), words: `${one.title.toLocaleLowerCase('en')} instead` })),
    ]
    tip.set(this.together ? [`${this.planned.length} units`, deed.title] : [...place, ...first.plan.about.map(sentence)], keys)
  }
}
