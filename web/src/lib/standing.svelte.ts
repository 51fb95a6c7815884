// Orders that stand: pages that may be left as they are, for this turn or until something happens.
import { untrack } from 'svelte'
import type { Hand } from './hand.svelte'
import { isAir } from './orders'

/** Reports of the enemy, and one's own units on the map. */
interface Known {
  reports: ReadonlySet<string>
  own: readonly string[]
}

/** At the longest so many turns go by without a question. */
const LONGEST = 6

export class Standing {
  /** Until when everything goes on as before, and what was known when that was said. */
  #run = $state.raw<{ until: number; known: Known } | null>(null)
  /** The page that was passed over just now, in the words by which one asks for it. */
  passed = $state.raw<string>('')

  constructor(readonly hand: Hand) {
    $effect(() => {
      if (!this.#goesOn || this.hand.session.choosing) return
      untrack(() => {
        this.#fill()
        const words = this.#seldom
        void this.hand.execute(this.hand.ready, true).then((done) => done && words && (this.passed = words))
      })
    })
    $effect(() => {
      // Whatever else is asked, or learnt, ends it.
      const { decision, view } = this.hand
      const asked = decision !== null && typeof decision.standing !== 'string'
      if (this.#run && (asked || this.#hasNews || view?.result || this.hand.turn > this.#run.until)) this.#run = null
    })
  }

  /** Whether the page at hand may be left as it is. */
  get may(): boolean {
    const { decision, assign } = this.hand
    return typeof decision?.standing === 'string' && !!assign?.slots.length && !this.hand.atDesk
  }

  /** The words by which one asks for the page, if it is seldom wanted. */
  get #seldom(): string {
    return this.hand.decision?.standing ?? ''
  }

  /** Whether all goes on as before for more than this page. */
  get running(): boolean {
    return this.#run !== null
  }

  /** Whether the page at hand is answered by itself. */
  get passes(): boolean {
    const { hand } = this
    if (!this.may || hand.wentBack || hand.session.line !== 'up') return false
    if (this.#seldom) return true
    return this.#run !== null && hand.turn <= this.#run.until && !this.#hasNews
  }

  get #goesOn(): boolean {
    return this.passes && this.hand.ready !== null
  }

  get #known(): Known {
    const { view, session } = this.hand
    const reports = new Set(view?.situation.sightings.map(({ key, what }) => `${key} ${what}`))
    const own = view?.situation.pieces.filter((piece) => piece.side === session.side && piece.board === 'map').map(({ id }) => id) ?? []
    return { reports, own }
  }

  /** Whether the enemy has been reported since, or something of one's own is gone. */
  get #hasNews(): boolean {
    if (!this.#run) return false
    const [{ known }, now] = [this.#run, this.#known]
    return [...now.reports].some((one) => !known.reports.has(one)) || known.own.some((one) => !now.own.includes(one))
  }

  /** Aircraft that are told nothing do again what they did last. */
  #fill(): void {
    const { hand } = this
    for (const slot of hand.assign?.slots ?? []) {
      if (isAir(hand, slot) && !hand.given.has(slot)) hand.giving.asLastTurn(slot)
    }
  }

  /** How many orders of earlier turns are given again. */
  get repeated(): number {
    const { hand } = this
    return hand.assign?.slots.filter((slot) => isAir(hand, slot) && !hand.given.has(slot) && hand.giving.again(slot) !== null).length ?? 0
  }

  /** This page as it is, and all that may be so for a number of turns. */
  async asBefore(turns = 0): Promise<void> {
    const { hand } = this
    this.#fill()
    this.passed = ''
    this.#run = { until: hand.turn + Math.min(turns, LONGEST), known: this.#known }
    if (!(await hand.execute())) this.#run = null
  }

  /** Go back to the page that was passed over. */
  async ask(): Promise<void> {
    this.passed = ''
    this.#run = null
    await this.hand.undo()
  }

  /** Something was answered by hand. */
  answered(): void {
    this.passed = ''
  }
}
