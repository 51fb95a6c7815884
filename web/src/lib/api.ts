// What is fetched once over HTTP and kept: the games, their ships, their rules in our words.
import type { GameCard, Rulebook, ShipCard } from '../generated/wire'

const kept = new Map<string, Promise<unknown>>()

function once<T>(path: string): Promise<T> {
  let answer = kept.get(path) as Promise<T> | undefined
  if (!answer) {
    answer = fetch(path, { headers: { accept: 'application/json' } }).then((found) => {
      if (!found.ok) throw new Error(`${path}: ${found.status}`)
      return found.json() as Promise<T>
    })
    // A failure is not kept: the next who asks tries again.
    answer.catch(() => kept.delete(path))
    kept.set(path, answer)
  }
  return answer
}

export function games(): Promise<GameCard[]> {
  return once('/api/games')
}

/** The real ships behind a game's counters, by the counter's ship. */
export function ships(game: string): Promise<Record<string, ShipCard>> {
  return once(`/api/games/${encodeURIComponent(game)}/ships`)
}

/** The rules of a game in our words, by their ids. */
export function rules(game: string): Promise<Record<string, string>> {
  return once(`/api/games/${encodeURIComponent(game)}/rules`)
}

/** A game's rulebook: chapters with counters and worked examples, and its words. */
export function rulebook(game: string): Promise<Rulebook> {
  return once(`/api/games/${encodeURIComponent(game)}/rulebook`)
}
