// The coach of a scenario: which card is shown, and whether what it waits for has come about. The terminal has the same
// in barents/kernel/coach.py.
import type { Coach, CoachStep, View } from '../generated/wire'
import type { Session } from './session.svelte'

interface Kept {
  step: number
  since: number
  left: boolean
}

/** Whether what a step waits for has come about, as far as its side can see, since a line of the log. */
export function isDone(step: CoachStep, view: View, since: number): boolean {
  const { until } = step
  if (!until) return false
  const pieces = new Map(view.situation.pieces.map((piece) => [piece.id, piece]))
  const chart = view.situation.boards[0]?.name
  return (
    view.log.some((line) => line.number >= since && until.rules.includes(line.rule)) ||
    (until.question !== '' && view.decision?.question === until.question) ||
    (until.on_chart !== '' && pieces.get(until.on_chart)?.board === chart) ||
    (until.gone !== '' && !pieces.has(until.gone)) ||
    Object.entries(until.badge).some(([unit, badge]) => pieces.get(unit)?.badges.includes(badge)) ||
    (until.turn > 0 && view.situation.clock.turn >= until.turn)
  )
}

/** Whether a step speaks of what has not happened, or asks for what has. */
export function isLeftOut(step: CoachStep, log: View['log']): boolean {
  const told = (rules: readonly string[]): boolean => log.some((line) => rules.includes(line.rule))
  return (step.after.length > 0 && !told(step.after)) || told(step.unless)
}

export class Coaching {
  #kept = $state.raw<Kept>({ step: 0, since: 0, left: false })
  folded = $state(false)

  readonly coach: Coach | null = $derived.by(() => this.session.coach)
  readonly step: CoachStep | null = $derived.by(() => {
    const { coach, session } = this
    return coach && !this.#kept.left && !session.view?.result ? (coach.steps[this.#kept.step] ?? null) : null
  })

  constructor(readonly session: Session) {
    try {
      const kept = JSON.parse(localStorage.getItem(this.#key) ?? 'null') as Kept | null
      if (kept) this.#kept = kept
    } catch {
      // storage may be closed to us, or what was kept is of another time: then one begins anew
    }
    $effect(() => {
      const { view } = session
      // What has come of an order is known when one is asked again: till then the card stays.
      if (view?.decision && this.step && isDone(this.step, view, this.#kept.since)) this.next()
    })
  }

  get #key(): string {
    return `coach ${this.session.match}`
  }

  get number(): number {
    return this.#kept.step + 1
  }

  /** Whether the card has a button to go on: it only explains. */
  get explains(): boolean {
    return this.step !== null && !this.step.until
  }

  #set(change: Partial<Kept>): void {
    this.#kept = { ...this.#kept, ...change }
    try {
      localStorage.setItem(this.#key, JSON.stringify(this.#kept))
    } catch {
      // as above
    }
  }

  next(): void {
    const log = this.session.view?.log ?? []
    const steps = this.coach?.steps ?? []
    const to = steps.findIndex((step, n) => n > this.#kept.step && !isLeftOut(step, log))
    this.#set({ step: to < 0 ? steps.length : to, since: (log.at(-1)?.number ?? -1) + 1 })
  }

  back(): void {
    if (this.#kept.step) this.#set({ step: this.#kept.step - 1 })
  }

  leave(): void {
    this.#set({ left: true })
  }
}
