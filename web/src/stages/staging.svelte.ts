// Which display has taken the chart's place: the one that the decision lies on or that is fought on, or one opened by hand.
import { untrack } from 'svelte'
import type { Board } from '../generated/wire'
import type { Chart } from '../lib/chart.svelte'
import type { Hand } from '../lib/hand.svelte'
import { payloadOf } from '../lib/payload'
import { namesOf } from './layouts'
import { isStage, stageOf } from './stages'

/** The turn in which a battle was seen to be over. */
function endOf(board: Board): number | null {
  return payloadOf(board, 'battle-track')?.over ?? null
}

export class Staging {
  /** The name of the display that is shown instead of the chart. */
  #opened = $state<string | null>(null)
  /** Whether it opened by itself, and closes with what it was opened for. */
  #byItself = false
  /** The battle whose end has been shown. */
  #ended = ''

  readonly boards: readonly Board[] = $derived.by(() => this.chart.displays.filter(isStage))
  /** The displays that are too small to be stages. */
  readonly others: readonly Board[] = $derived.by(() => this.chart.displays.filter((one) => !isStage(one)))
  readonly open: Board | null = $derived(this.boards.find((one) => one.name === this.#opened) ?? null)
  /** The display on which something may be chosen, while there is nothing to choose on the chart; else the one with a fight on it. */
  readonly wanted: string | null = $derived.by(() => {
    const fought = this.boards.filter((one) => one.battle)
    const { board } = this.chart
    const onChart = [...this.#named].some((name) => this.chart.has(name) || this.#boardOf.get(name) === board?.name)
    const holds = (one: Board): boolean => {
      const cells = namesOf(one.geometry)
      const formed = payloadOf(one, 'battle-track')?.forming ?? []
      return [...this.#named].some((name) => cells.has(name) || formed.includes(name) || this.#boardOf.get(name) === one.name)
    }
    // Of ships in several boxes some may be on a display too: it opens for what lies on it alone.
    const alone = (one: Board): boolean =>
      holds(one) && [...this.#named].every((name) => [undefined, one.name].includes(this.#boardOf.get(name)))
    // A fight comes before the chart where its ships are asked about; leaving the hex afterwards is done on the chart.
    const asked = fought.find(holds) ?? (onChart ? undefined : this.boards.find(alone))
    return (asked ?? (onChart ? undefined : fought[0]))?.name ?? null
  })
  readonly #boardOf: ReadonlyMap<string, string> = $derived.by(
    () => new Map(this.chart.session.view?.situation.pieces.map((piece) => [piece.id, piece.board])),
  )
  /** Whatever the answers to the question can name. */
  readonly #named: ReadonlySet<string> = $derived.by(() => {
    const { pick, subset, assign } = this.hand
    if (assign) return new Set(assign.slots.flatMap((slot) => [slot, ...assign.domain(slot).targets()]))
    return new Set(pick?.names() ?? subset?.items ?? [])
  })

  constructor(
    readonly chart: Chart,
    readonly hand: Hand,
  ) {
    // The displays of this match are fetched while the chart is looked at, so that they are there when they open.
    $effect(() => {
      for (const board of this.boards) stageOf(board)?.part.fetch()
    })
    // Anew with every question, so that whoever went back to the chart is shown where the next one is answered.
    $effect(() => {
      const asked = this.hand.print
      const name = this.wanted
      const over = this.boards.find((one) => endOf(one) !== null)
      untrack(() => {
        // How a battle ended is looked at until one goes back to the chart.
        const end = over ? `${over.title} ${endOf(over)}` : ''
        if (over && name === null && end !== this.#ended) {
          this.#ended = end
          this.#opened = over.name
          this.#byItself = false
        } else if (name !== null && (asked || this.#opened === null)) {
          this.#opened = name
          this.#byItself = true
        } else if (name === null && this.#byItself) this.close()
      })
    })
  }

  /** Show a display instead of the chart, once more puts it away; whether there is such a one. */
  toggle(name: string): boolean {
    if (!this.boards.some((one) => one.name === name)) return false
    this.show(this.#opened === name ? null : name)
    return true
  }

  /** Show a display, or the chart. */
  show(name: string | null): void {
    this.#opened = name
    // What the question wants closes with it, whoever opened it.
    this.#byItself = name !== null && name === this.wanted
  }

  /** Back to the chart; whether there was a way back. */
  close(): boolean {
    const closed = this.#opened !== null
    this.#opened = null
    this.#byItself = false
    return closed
  }
}
