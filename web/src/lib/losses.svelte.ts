// What has been lost before our eyes: whose it was, and where it lay when it was last seen.
import { untrack } from 'svelte'
import type { Cross } from '../board/types'
import type { Side } from '../generated/wire'
import type { Session } from './session.svelte'

export class Losses {
  /** The losses of this turn, for the chart. */
  crosses = $state.raw<readonly Cross[]>([])
  readonly #seen = new Map<string, { cell: string; side: Side; label: string }>()
  #turn = 0
  #told = -1

  constructor(readonly session: Session) {
    $effect(() => {
      const view = this.session.view
      if (view) untrack(() => this.#look(view.situation.clock.turn))
    })
  }

  #look(turn: number): void {
    const view = this.session.view
    if (!view) return
    const crosses = turn === this.#turn ? [...this.crosses] : []
    this.#turn = turn
    const fresh = view.story.filter((passage) => passage.last > this.#told)
    // What was told before the page was opened has no place that we know of.
    const first = this.#told < 0
    this.#told = view.log.at(-1)?.number ?? this.#told
    for (const id of first ? [] : fresh.flatMap((passage) => passage.lost)) {
      const last = this.#seen.get(id)
      if (last && !crosses.some((cross) => cross.id === id)) crosses.push({ id, cell: last.cell, name: last.label })
    }
    this.crosses = crosses
    for (const { id, cell, side, label } of view.situation.pieces) this.#seen.set(id, { cell, side, label })
  }

  sideOf = (id: string): Side | null => {
    if (id === 'allied' || id === 'axis') return id
    return this.#seen.get(id)?.side ?? null
  }
}
