// The lobby as it stands: asked for again every few seconds while somebody looks, or wants to be told.
import type { Lobby, MatchCard } from '../generated/wire'
import { bell } from '../lib/notifier.svelte'
import { get, wordsOf } from '../start/service'

const PAUSE = 4000
/** While the page is out of sight. */
const LONG_PAUSE = 20_000

/** At a table whose other seat is still offered there is nothing to do but wait; and our own games need no watching. */
function arranged(lobby: Lobby): Lobby {
  const offered = new Set(lobby.challenges.filter((challenge) => challenge.mine).map((challenge) => challenge.match))
  const ours = new Set(lobby.mine.map((card) => card.match))
  return {
    ...lobby,
    mine: lobby.mine.map((card) =>
      offered.has(card.match) ? { ...card, my_move: false, words: 'Nobody has taken the other seat yet' } : card,
    ),
    watchable: lobby.watchable.filter((game) => !ours.has(game.match)),
  }
}

export class LobbyView {
  lobby = $state.raw<Lobby | null>(null)
  trouble = $state('')
  /** When it was last told of. */
  now = $state(Date.now())
  /** What has happened to our own tables since we came. */
  news = $state('')
  #timer: ReturnType<typeof setTimeout> | undefined
  #ended = false
  /** Answers may overtake each other; only the newest counts. */
  #asked = 0

  readonly mine: readonly MatchCard[] = $derived.by(() => {
    const going = (this.lobby?.mine ?? []).filter((match) => !match.over)
    return going.sort((one, other) => Number(other.my_move) - Number(one.my_move))
  })

  constructor() {
    const seen = (): void => {
      if (!document.hidden) void this.look()
    }
    void this.look()
    $effect(() => {
      document.addEventListener('visibilitychange', seen)
      return () => {
        this.#ended = true
        clearTimeout(this.#timer)
        document.removeEventListener('visibilitychange', seen)
      }
    })
  }

  async look(): Promise<void> {
    clearTimeout(this.#timer)
    const asked = (this.#asked += 1)
    try {
      const found = arranged(await get<Lobby>('/api/lobby'))
      if (asked !== this.#asked || this.#ended) return
      this.#compare(this.lobby, found)
      this.lobby = found
      this.now = Date.now()
      this.trouble = ''
    } catch (error) {
      if (asked !== this.#asked || this.#ended) return
      this.trouble = wordsOf(error)
    }
    this.#timer = setTimeout(() => this.#again(), document.hidden ? LONG_PAUSE : PAUSE)
  }

  #again(): void {
    if (!document.hidden || bell.on) void this.look()
  }

  /** Say what is new: that somebody has sat down at our table, or that we are to move. */
  #compare(before: Lobby | null, after: Lobby): void {
    if (!before) return
    const open = new Set(after.challenges.map((challenge) => challenge.match))
    for (const { match } of before.challenges.filter((challenge) => challenge.mine && !open.has(challenge.match))) {
      const taken = after.mine.find((card) => card.match === match && !card.over)
      if (taken) this.news = `${taken.opponent || 'Somebody'} has sat down at your table: ${taken.game_title}, ${taken.scenario_title}.`
    }
    const moved = new Set(before.mine.filter((card) => card.my_move).map((card) => card.match))
    for (const card of after.mine.filter((one) => one.my_move && !one.over && !moved.has(one.match))) {
      bell.ring(`${card.game_title}, ${card.scenario_title}. ${card.words}`, card.match, `/match/${card.match}/${card.sides[0] ?? 'allied'}`)
    }
  }
}
