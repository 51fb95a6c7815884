// The chart under a replay: fetched once by the name that the view gives to its map.
import { loadGeometry, type Geometry } from '../board/geometry'
import type { Board, View } from '../generated/wire'
import { games } from '../lib/api'
import { Trouble, wordsOf } from '../start/service'

export class ReplayChart {
  geometry = $state.raw<Geometry | null>(null)
  trouble = $state('')

  async load(game: string, board: Board): Promise<void> {
    try {
      const card = (await games()).find((one) => one.name === game)
      const url = card?.geometry[board.geometry]
      if (!url) throw new Trouble(`There is no chart for ${board.title}.`)
      this.geometry = await loadGeometry(url)
    } catch (error) {
      this.trouble = wordsOf(error)
    }
  }
}

/** The board of a view that has a chart: the first whose pieces lie on a map. */
export const mapOf = (view: View): Board | undefined =>
  view.situation.boards.find((board) => board.geometry !== '') ?? view.situation.boards[0]
