// What was searched in vain is worth knowing for one turn more than the umpire marks it.
import { untrack } from 'svelte'
import type { Board } from '../generated/wire'
import { chartOf } from './payload'
import type { Session } from './session.svelte'

export class Remembered {
  /** The last turn in which something was searched in vain, and where. */
  #last = $state.raw<{ turn: number; cells: readonly string[] }>({ turn: 0, cells: [] })

  constructor(session: Session) {
    $effect(() => {
      const situation = session.view?.situation
      const cells = situation?.boards.flatMap((board) => chartOf(board).empty ?? []) ?? []
      const turn = situation?.clock.turn ?? 0
      untrack(() => {
        if (cells.length || turn > this.#last.turn + 1 || turn < this.#last.turn) this.#last = { turn, cells }
      })
    })
  }

  /** The cells of this turn, or else of the one before. */
  get cells(): readonly string[] {
    return this.#last.cells
  }

  /** A board with what is remembered of it. */
  board(board: Board): Board {
    const chart = chartOf(board)
    return chart.empty?.length === 0 && this.cells.length ? { ...board, payload: { ...chart, empty: [...this.cells] } } : board
  }
}
