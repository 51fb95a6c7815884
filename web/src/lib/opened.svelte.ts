// Which displays lie open over the chart: those that were asked for, a battle while it lasts, and what the decision needs.
import { untrack } from 'svelte'
import type { Board, PieceView } from '../generated/wire'
import type { Chart } from './chart.svelte'
import type { Hand } from './hand.svelte'
import { SHEETS } from './words'

export class Opened {
  names = $state<readonly string[]>([])
  #turnedOver = false

  readonly #pieces: readonly PieceView[] = $derived.by(() => this.chart.session.view?.situation.pieces ?? [])
  /** What the record sheets are called; empty where the game keeps none. */
  readonly sheets: string = $derived.by(() => this.chart.session.view?.situation.sheets.find((sheet) => !sheet.boxes)?.title ?? '')
  /** The displays that the decision is about. */
  readonly wanted: ReadonlySet<string> = $derived.by(() => {
    const { cells, pieces } = this.hand.light
    const names = new Set<string>()
    for (const one of this.chart.displays) if (cells.has(one.name)) names.add(one.name)
    for (const piece of this.#pieces) if (pieces.has(piece.id) || cells.has(piece.cell)) names.add(piece.board)
    if (this.chart.board) names.delete(this.chart.board.name)
    return names
  })
  readonly fighting: boolean = $derived.by(() => this.displays().some((one) => one.battle))

  constructor(
    readonly chart: Chart,
    readonly hand: Hand,
    /** The displays that lie over the chart when they are open. */
    readonly displays: () => readonly Board[],
    onsheets: () => void,
  ) {
    // When a scenario of a campaign is over and the next begins, the sheets say how things stand.
    let turn = 0
    let atDesk = false
    $effect(() => {
      const now = chart.session.view?.situation.clock.turn ?? 0
      // Between a desk and its operations turns count anew, and nothing is over.
      const moved = atDesk !== hand.atDesk
      atDesk = hand.atDesk
      if (now < turn && this.sheets && !moved) {
        this.#turnedOver = true
        untrack(() => {
          this.names = [SHEETS]
          onsheets()
        })
      }
      turn = now
    })
    // A battle lies open while it lasts. A display that the decision needs opens by itself, when there is nothing to choose on the chart, and closes with it.
    let byItself = false
    $effect(() => {
      const asked = hand.print !== ''
      const battle = this.fighting
      if (!chart.geometry || this.#turnedOver) return
      untrack(() => {
        const needed = this.displays().filter((one) => (battle ? one.battle : asked && !this.onChart() && this.wanted.has(one.name)))
        if (needed.length || byItself) this.names = needed.map((one) => one.name)
        byItself = needed.length > 0
      })
    })
  }

  /** Whether something may be chosen on the chart. */
  onChart(): boolean {
    const { cells, pieces } = this.hand.light
    const map = this.chart.board?.name
    return [...cells].some((cell) => this.chart.has(cell)) || this.#pieces.some((piece) => pieces.has(piece.id) && piece.board === map)
  }

  /** A display, or all of a battle; once more puts it away. */
  toggle(name: string): void {
    const battle = this.displays().filter((one) => one.battle).map((one) => one.name)
    this.names = this.names.includes(name) ? [] : battle.includes(name) ? battle : [name]
  }

  toggleAll(): void {
    this.names = this.names.length ? [] : [...(this.sheets ? [SHEETS] : []), ...this.chart.displays.map((one) => one.name)]
  }

  close(): void {
    this.names = []
    this.#turnedOver = false
  }
}
