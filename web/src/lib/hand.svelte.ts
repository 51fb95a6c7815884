// The answer that is being made: what has been clicked, what is left, what may be given. One for a seat.
import { proposed } from '../desk/pages'
import type { Lighting, Spot } from '../board/types'
import type { Considered, DecisionView, PieceView, Refusal, View } from '../generated/wire'
import { Advising } from './advising.svelte'
import { Assign } from './assign'
import { Composer } from './composer.svelte'
import type { Neighbours } from './domains'
import { drafted, type Draft } from './drafts'
import { Giving, type Marks } from './giving'
import { lighting } from './light'
import { fingerprint, type Naming } from './options'
import { Pick, type Option, type Picks, type Row } from './pick'
import { Ordering } from './ordering.svelte'
import { keepPlot, passPlot, takeBack } from './plots'
import { pointing, type Pointing } from './pointing'
import { readyOf, some, type Ready } from './ready'
import type { Session } from './session.svelte'
import { settings } from './settings.svelte'
import { Standing } from './standing.svelte'
import { Subset } from './subset'

const DRAFT_PAUSE = 400
const CONSIDER_PAUSE = 80
/** Two clicks within so many milliseconds are one double click. */
const DOUBLE_CLICK = 500

/** How far the answer to one question has come. */
export interface Progress {
  print: string
  /** Pick: what was clicked, the kind that is open, the answer that is left or was chosen. */
  picks: Picks
  heading: string | null
  chosen: Option | null
  /** Subset */
  items: ReadonlySet<string>
  /** Assign: values by slot, the order of the slots, the slot at hand. */
  given: ReadonlyMap<string, string>
  order: readonly string[]
  active: string | null
  /** The slots that are given one order together; null while each has its own. */
  together: readonly string[] | null
  /** Which values are as last turn's, or follow another's. */
  marks: Marks
  refusal: Refusal | null
  /** Asking why not: the next click is a question. */
  asking: boolean
  why: { about: string; refusal: Refusal } | null
}

export class Hand {
  #kept = $state.raw<Progress | null>(null)
  /** The option or the line under the pointer. */
  pointed = $state.raw<readonly string[]>([])
  /** The answer in the umpire's words, with its odds. */
  considered = $state.raw<Considered | null>(null)
  #draftTimer: ReturnType<typeof setTimeout> | undefined
  /** Whether something has been made that the server does not have yet. */
  #drafting = false
  #considerTimer: ReturnType<typeof setTimeout> | undefined
  #wentBack = $state(false)
  /** The pages that were committed here, as they were made: one that is taken back is to be changed, not made again. */
  readonly #committed = new Map<string, Partial<Progress>>()
  /** The page that one went back from, as far as it was made: the answer to another one makes the server forget its draft. */
  #left: { turn: number; draft: Draft } | null = null
  /** The place whose click was an answer at once, and when: the second click there is not one to the next question. */
  #atOnce: { cell: string; when: number } | null = null
  /** How often something was answered or taken back here. */
  answered = $state(0)

  readonly giving: Giving
  readonly composer: Composer
  readonly ordering: Ordering
  readonly standing: Standing
  readonly advising = new Advising(this)

  readonly view: View | null = $derived.by(() => this.session.view)
  readonly decision: DecisionView | null = $derived(this.view?.decision ?? null)
  readonly print: string = $derived(this.decision ? fingerprint(this.decision.rule, this.decision.options) : '')
  readonly labels: ReadonlyMap<string, string> = $derived.by(() => {
    const labels = new Map<string, string>()
    for (const board of this.view?.situation.boards ?? []) labels.set(board.name, board.title)
    for (const piece of this.view?.situation.pieces ?? []) labels.set(piece.id, piece.label)
    return labels
  })
  readonly pieceIds: ReadonlySet<string> = $derived(new Set(this.view?.situation.pieces.map((piece) => piece.id)))
  readonly pick: Pick | null = $derived.by(() =>
    this.decision?.options.type === 'pick' ? new Pick(this.decision, this.neighbours(), this.name) : null,
  )
  /** What else may be done first, where the question itself is of another shape. */
  readonly asides: Pick | null = $derived.by(() =>
    this.decision && this.decision.options.type !== 'pick' && this.decision.asides?.type === 'pick'
      ? new Pick(this.decision, this.neighbours(), this.name)
      : null,
  )
  readonly subset: Subset | null = $derived.by(() =>
    this.decision?.options.type === 'subset' ? new Subset(this.decision.options, this.name) : null,
  )
  readonly assign: Assign | null = $derived.by(() =>
    this.decision?.options.type === 'assign' ? new Assign(this.decision.options, this.neighbours(), this.name) : null,
  )
  /** Whether one sits at a desk, not before a chart. */
  readonly atDesk: boolean = $derived(!!this.view?.situation.desk)
  readonly isPlot: boolean = $derived.by(() => this.giving.isPlot)
  /** What was kept is of use for the question that it was kept for; another begins anew, or with its draft. */
  readonly now: Progress = $derived.by(() => (this.#kept?.print === this.print ? this.#kept : this.#begin()))
  readonly every: readonly Row[] = $derived((this.pick ?? this.asides)?.rows(this.picks) ?? [])
  readonly rows: readonly Row[] = $derived(this.every.filter((row) => !row.aside && !this.isQuiet(row)))
  readonly asideRows: readonly Row[] = $derived(this.every.filter((row) => row.aside))
  /** Pass, decline, stop: answers that name nothing, beside others that do. They stay whatever has been clicked. */
  readonly quiet: readonly Option[] = $derived(
    (this.pick?.rows() ?? []).filter((row) => !row.aside && this.isQuiet(row)).flatMap((row) => row.only ?? []),
  )
  /** The kind of option that is open: chosen by hand, or the only one there is. */
  readonly open: string | null = $derived.by(() => {
    if (this.heading !== null) return this.heading
    const [only, ...more] = this.rows
    return only && !more.length && only.count > 1 ? only.heading : null
  })
  /** Why the answer cannot be given yet. */
  readonly missing: string | null = $derived.by(() => {
    if (this.subset) return this.subset.owed(this.items)
    if (this.assign) {
      const gaps = this.assign.gaps(this.given)
      if (gaps.length) return `Missing: ${some(gaps, this.name)}`
      return this.assign.refusal(this.assign.pairs(this.given, this.order))
    }
    return null
  })
  /** The forces of a plot that have no order. */
  readonly unsent: readonly string[] = $derived.by(() => {
    const { assign } = this
    if (this.standing.may) return []
    return assign && this.isPlot ? assign.slots.filter((slot) => !this.given.has(slot) && this.giving.needs(slot)) : []
  })
  /** Whether what is assigned are places of pieces that have one already: whoever is given none stays. */
  readonly stands: boolean = $derived.by(() => {
    const { assign } = this
    if (!assign?.slots.length || assign.isPlot) return false
    const places = new Map(this.view?.situation.pieces.map((piece) => [piece.id, piece.cell]))
    return assign.slots.every((slot) => assign.optional(slot) && assign.domain(slot).refusal(places.get(slot) ?? '') === null)
  })
  readonly unordered: string = $derived.by(() => {
    return this.unsent.length ? some(this.unsent, this.name) : ''
  })
  readonly ready: Ready | null = $derived.by(() => readyOf(this))
  /** The answer that is ready and that only the umpire can put into words: listed ones came with theirs. */
  readonly #answer: string | null = $derived(
    this.chosen && this.chosen.short === undefined ? null : this.ready?.notation || null,
  )
  /** The odds of what is chosen. */
  readonly odds = $derived(
    this.considered && this.considered.odds ? this.considered.odds : (this.chosen?.odds ?? null),
  )
  readonly light: Lighting = $derived.by(() => lighting(this))
  /** The units that can act: those an answer names, and one's own that lie where an answer begins. */
  readonly actors: ReadonlySet<string> = $derived.by(() => {
    const pieces = this.view?.situation.pieces ?? []
    if (this.subset) return new Set(this.subset.items.filter((item) => this.pieceIds.has(item)))
    if (this.assign) return new Set(this.assign.slots.filter((slot) => this.pieceIds.has(slot)))
    if (!this.pick) return new Set<string>()
    const names = this.pick.beginnings()
    const own = pieces.filter((piece) => piece.side === this.session.side && !this.idle.has(piece.id))
    // Where no answer names anything on the board, the question says whom it is about.
    const told = this.ordering.on && this.decision?.units.length
    return new Set(own.filter((piece) => told || names.has(piece.id) || names.has(piece.cell)).map((piece) => piece.id))
  })
  /** One's own units that no answer can send, though one may name the place where they lie. */
  readonly idle: ReadonlySet<string> = $derived.by(() => {
    const units = this.decision?.units ?? []
    const own = this.view?.situation.pieces.filter((piece) => piece.side === this.session.side) ?? []
    return new Set(units.length ? own.map(({ id }) => id).filter((id) => !units.includes(id)) : [])
  })

  /** The units on a board that can act, in order; those that are named by their hex alone once a hex. */
  stations(board: string): PieceView[] {
    const named = this.pick?.beginnings() ?? this.actors
    const units = this.view?.situation.pieces.filter((piece) => piece.board === board && this.actors.has(piece.id)) ?? []
    const first = new Map(units.map((piece): [string, string] => [piece.cell, piece.id]).reverse())
    return units.filter((piece) => named.has(piece.id) || first.get(piece.cell) === piece.id)
  }

  constructor(
    readonly session: Session,
    readonly neighbours: () => Neighbours,
    /** The names of places on the chart, by cell. */
    readonly places: () => ReadonlyMap<string, string>,
    /** Looks at a piece or a cell that is not among the choices. */
    readonly look: (spot: Spot) => void,
    /** The cells around a cell by direction. */
    compass: (cell: string) => readonly (string | undefined)[] = () => [],
  ) {
    this.giving = new Giving(this, compass)
    this.composer = new Composer(this)
    this.ordering = new Ordering(this)
    this.standing = new Standing(this)
    // Whoever leaves in the middle of it loses nothing.
    $effect(() => {
      addEventListener('pagehide', this.#sendDraft)
      return () => removeEventListener('pagehide', this.#sendDraft)
    })
    $effect(() => {
      const notation = this.#answer
      clearTimeout(this.#considerTimer)
      this.considered = null
      if (notation !== null) this.#considerTimer = setTimeout(() => void this.#consider(notation), CONSIDER_PAUSE)
    })
  }

  name: Naming = (id) => this.labels.get(id) ?? this.places().get(id) ?? this.decision?.words[id] ?? this.composer.words(id) ?? id

  /** What the button says: the words if they are short, else the kind and the place. */
  label(option: Option): string {
    const words = this.considered?.words && option === this.chosen ? this.considered.words : option.words
    const place = this.atDesk ? option.names[0] : option.names.at(-1)
    if (words.length <= 26 || !place) return words
    return `${option.heading}, ${this.name(place)}`
  }

  /** What stands for something lights it while the mouse or the focus is on it. */
  pointing(names: readonly string[]): Pointing {
    return pointing(names, (now) => (this.pointed = now))
  }

  isQuiet(row: Row): boolean {
    if (!row.only || row.only.names.length) return false
    if (row.only.notation === 'decline') return true
    return (this.pick?.names().size ?? 0) > 0
  }

  /** Whether one has just gone back to the question. */
  get wentBack(): boolean {
    return this.#wentBack
  }
  get turn(): number {
    return this.view?.situation.clock?.turn ?? 0
  }
  get picks(): Picks {
    return this.now.picks
  }
  get heading(): string | null {
    return this.now.heading
  }
  get chosen(): Option | null {
    return this.now.chosen
  }
  get items(): ReadonlySet<string> {
    return this.now.items
  }
  get given(): ReadonlyMap<string, string> {
    return this.now.given
  }
  get order(): readonly string[] {
    return this.now.order
  }
  get active(): string | null {
    return this.now.active
  }
  get together(): readonly string[] | null {
    return this.now.together
  }
  get marks(): Marks {
    return this.now.marks
  }
  get asking(): boolean {
    return this.now.asking
  }

  set(change: Partial<Omit<Progress, 'print'>>): void {
    this.#kept = { ...this.now, ...change }
  }

  reset(): void {
    this.pointed = []
    this.#kept = null
    this.ordering.clear()
  }

  #begin(): Progress {
    const { assign, pick } = this
    const empty: Progress = {
      print: this.print,
      picks: [],
      heading: null,
      chosen: null,
      items: new Set(),
      given: assign && this.atDesk ? proposed(assign) : new Map(),
      order: assign?.slots ?? [],
      active: this.giving.first(),
      together: null,
      marks: new Map(),
      refusal: null,
      asking: false,
      why: null,
    }
    const [only, ...more] = pick?.rows().filter((row) => !row.aside) ?? []
    if (only?.only && !more.length) empty.chosen = only.only
    // One item that may be taken or left is taken, and the button names it; so are all, where all must be.
    const { items = [], most = 0, least = 0 } = this.subset ?? {}
    if ((items.length === 1 && most === 1) || least === items.length) empty.items = new Set(items)
    return { ...empty, ...drafted(this, this.#left?.turn === this.turn ? this.#left.draft : null), ...drafted(this, this.session.draft as Draft | null) }
  }

  // Drafts

  /** Keep what has been made so far, here and with the server; of quick changes there the first and the last. */
  keep(change: Partial<Progress>): void {
    this.set({ refusal: null, ...change })
    this.#drafting = true
    if (this.#draftTimer === undefined) this.#sendDraft()
    clearTimeout(this.#draftTimer)
    this.#draftTimer = setTimeout(() => {
      this.#draftTimer = undefined
      this.#sendDraft()
    }, DRAFT_PAUSE)
  }

  /** Send what has not been sent, if it is still of use. */
  #sendDraft = (): void => {
    const made = this.#kept
    if (!this.#drafting || !made || made.print !== this.print) return
    this.#drafting = false
    void this.session.keepDraft(this.#draftOf(made))
  }

  #draftOf(made: Progress): Draft {
    const draft: Draft = { print: made.print }
    if (this.subset) draft.items = [...made.items]
    if (this.assign) Object.assign(draft, { given: [...made.given], order: [...made.order], marks: [...made.marks] })
    return draft
  }

  // Asking the umpire

  async #consider(notation: string): Promise<void> {
    const answer = await this.session.consider(notation)
    if (this.ready?.notation === notation) this.considered = answer
  }

  /** Ask why not; the answer is about the place where a unit was to go there. */
  async ask(spot: Spot, about = spot.piece ?? spot.cell ?? ''): Promise<void> {
    this.set({ asking: false })
    const print = this.print
    const refusal = (await this.session.why(spot)) ?? { reason: 'The server gave no answer; ask again in a moment.', rule: '' }
    if (print === this.print) this.refuse(this.name(about), refusal)
  }

  /** Say why not; or no longer. */
  refuse(about: string, refusal: Refusal | null): void {
    if (refusal || this.now.why) this.set({ why: refusal ? { about, refusal } : null })
  }

  askNext(): void {
    this.set({ asking: !this.asking, why: null })
  }

  // Clicks

  /** A cell or a piece of a board was clicked. */
  take(spot: Spot): void {
    if (this.asking) {
      void this.ask(spot)
      return
    }
    const names = this.#namesAt(spot)
    if (this.#isSecondClick(names) || this.ordering.take(names, spot)) return
    if (this.pick) this.narrow(names, spot)
    else if (this.subset) this.#takeItem(names, spot)
    else if (this.assign) this.giving.take(names, spot)
    else this.look(spot)
  }

  /** Whether a click belongs to one that was an answer already. */
  #isSecondClick(names: readonly string[]): boolean {
    const { cell, when } = this.#atOnce ?? { cell: '', when: -DOUBLE_CLICK }
    return names.includes(cell) && performance.now() - when < DOUBLE_CLICK
  }

  /** What a click can mean: the piece, its cell, or what lies in the cell. */
  #namesAt(spot: Spot): string[] {
    const pieces = this.view?.situation.pieces ?? []
    if (spot.piece !== undefined) {
      const at = pieces.find((piece) => piece.id === spot.piece)
      return at ? [spot.piece, at.cell] : [spot.piece]
    }
    const cell = spot.cell ?? ''
    return [cell, ...pieces.filter((piece) => piece.cell === cell).map((piece) => piece.id)]
  }

  /** A click leaves the answers that it fits. */
  narrow(names: readonly string[], spot: Spot): void {
    const pick = this.pick
    if (!pick) return
    const offered = (picks: Picks): string[] => {
      const left = pick.names(picks, this.heading)
      const found = names.filter((name) => left.has(name))
      // A piece is meant before its cell, a cell before what lies in it.
      const [first] = found
      return first !== undefined && first === names[0] ? [first] : found
    }
    for (const base of [this.picks, this.picks.slice(0, -1), []]) {
      const found = offered(base)
      if (!found.length || found.join() === base.at(-1)?.join()) continue
      const next: Picks = [...base, found]
      if (!pick.rows(next, this.heading).length) continue
      this.#settle(next, names)
      if (spot.piece !== undefined) this.look(spot)
      return
    }
    if (this.heading !== null) {
      // Not of the kind that is open, but perhaps of another.
      const left = pick.names()
      if (names.some((name) => left.has(name))) {
        this.set({ heading: null, chosen: null, picks: [] })
        this.narrow(names, spot)
        return
      }
    }
    this.look(spot)
  }

  /**
   * When one answer is left it is chosen, not executed, unless the player has asked for that. Whoever clicks a unit of
   * his own looks at it: what that unit alone could do is not done by this click.
   */
  #settle(picks: Picks, clicked: readonly string[]): void {
    const rows = (this.pick?.rows(picks, this.heading) ?? []).filter((row) => !row.aside)
    const only = rows.length === 1 ? (rows[0]?.only ?? null) : null
    this.set({ picks, chosen: only, refusal: null })
    const own = this.view?.situation.pieces.filter((piece) => piece.side === this.session.side).map(({ id }) => id)
    if (!only || !settings.actAtOnce || only.odds || only.names.every((name) => own?.includes(name))) return
    const cell = clicked.find((name) => !this.pieceIds.has(name))
    if (cell !== undefined) this.#atOnce = { cell, when: performance.now() }
    void this.execute()
  }

  /** A row of the panel was clicked. */
  takeRow(row: Row): void {
    const heading = this.heading === row.heading ? null : row.heading
    this.set({ refusal: null, ...(row.only ? { chosen: row.only } : { chosen: null, heading }) })
  }

  /** The row of a number was asked for by its key. */
  press(index: number): void {
    const row = this.rows[index]
    const item = this.subset?.items[index]
    if (row) this.takeRow(row)
    else if (item !== undefined) this.toggle(item)
    else if (this.assign) this.giving.activate(this.assign.slots[index] ?? this.active)
  }

  takeOption(option: Option): void {
    this.set({ refusal: null, chosen: option })
  }

  /** Several units are to be given one order. */
  gather(units: readonly string[]): void {
    if (this.ordering.on) void this.ordering.gather(units.filter((unit) => this.actors.has(unit)))
    else if (this.assign) this.giving.gather(units)
  }

  /** A list of those that can be given one order together, or one by one again. */
  several(): void {
    if (this.ordering.on) this.ordering.several()
    else if (this.assign) this.giving.several()
  }

  /** Whether more than one can be given the same order. */
  get canGather(): boolean {
    if (this.ordering.on) return this.actors.size > 1
    return this.isPlot && (this.assign?.slots.length ?? 0) > 1
  }

  #takeItem(names: readonly string[], spot: Spot): void {
    const subset = this.subset
    if (!subset) return
    const items = names.filter((name) => subset.items.includes(name))
    const [item] = items
    if (item === undefined) this.look(spot)
    else if (item === names[0] || items.length === 1) this.toggle(item)
    else this.look(spot)
  }

  toggle(item: string): void {
    const items = new Set(this.items)
    if (!items.delete(item)) {
      const full = this.subset?.full(items, item)
      // One place only: the new one takes it.
      if (full && this.subset?.most === 1) items.clear()
      else if (full) {
        this.object(`${this.name(item)} cannot be added: ${full}.`)
        return
      }
      items.add(item)
    }
    this.keep({ items })
  }

  setItems(items: Iterable<string>): void {
    this.keep({ items: new Set(items) })
  }

  /** Say why something cannot be done. */
  object(reason: string): void {
    this.set({ refusal: { reason, rule: this.decision?.rule ?? '' } })
  }

  /** One step back; whether there was one to take. */
  back(): boolean {
    const { asking, why, refusal, chosen, picks, heading } = this.now
    if (this.advising.leave()) return true
    if (asking) this.set({ asking: false })
    else if (why || refusal) this.set({ why: null, refusal: null })
    else if (this.ordering.back()) return true
    else if (this.together) this.giving.several()
    else if (chosen || picks.length) this.set({ chosen: null, picks: picks.slice(0, -1) })
    else if (heading !== null) this.set({ heading: null })
    else if (this.quiet.length === 1 && this.quiet[0]) this.set({ chosen: this.quiet[0] })
    else return false
    return true
  }

  /** Give the answer that is ready; whether it was taken. One that stands by itself is nobody's doing. */
  async execute(ready: Ready | null = this.ready, byItself = false): Promise<boolean> {
    if (!ready || this.session.choosing || this.session.line !== 'up') return false
    this.#wentBack = false
    clearTimeout(this.#draftTimer)
    this.#draftTimer = undefined
    this.#drafting = false
    if (this.now.refusal) this.set({ refusal: null })
    const [plot, turn] = [this.isPlot ? this.giving.kept() : null, this.turn]
    this.#committed.set(this.print, { items: this.items, given: this.given, order: this.order, marks: this.now.marks })
    if (this.#left?.draft.print === this.print) this.#left = null
    const outcome = await (ready.answers ? this.session.follow(ready.answers, ready.stop) : this.session.choose(ready.notation))
    if (outcome.done) {
      const { match, side } = this.session
      if (plot) keepPlot(match, side, turn, plot)
      else passPlot(match, side, turn)
      this.answered += 1
      if (!byItself) this.standing.answered()
      this.reset()
    } else {
      this.#wentBack = true
      if (outcome.refusal) this.set({ refusal: outcome.refusal })
    }
    return outcome.done
  }

  /** Let the staff answer for the rest of this phase. */
  async leaveToStaff(): Promise<void> {
    const outcome = await this.session.leaveToStaff(true)
    if (outcome.done) this.reset()
    else if (outcome.refusal) this.set({ refusal: outcome.refusal })
  }

  async undo(): Promise<void> {
    this.#wentBack = true
    // What has been made of this page is there when one comes to it again.
    this.#sendDraft()
    const left = { turn: this.turn, draft: this.#draftOf(this.now) }
    const outcome = await this.session.undo()
    if (outcome.done) {
      this.#left = left
      const { match, side } = this.session
      const page = takeBack(match, side, this.turn, this.print)
      this.answered += 1
      this.reset()
      // What was committed is as it was, to be changed.
      const made = this.#committed.get(this.print)
      if (page) this.keep({ given: new Map(page.given), order: page.order, marks: new Map(page.marks), active: null })
      else if (made && (this.subset || this.assign)) this.keep({ ...made, active: null })
    } else if (outcome.refusal) this.set({ refusal: outcome.refusal })
  }
}
