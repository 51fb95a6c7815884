// Which deeds make a report: what came that one did not do oneself, and great moments whoever made them.
import type { Passage, Shot, Side } from '../generated/wire'

/** The last answer that was given here: the newest line then, and whether what follows is one's own doing alone. */
export interface Answered {
  line: number
  alone: boolean
}

/** Whether a passage is worth a card to a side. What one's own answer set off was seen as it fell, but for what is great or a battle. */
export function isNews(passage: Passage, side: Side | null, answered: Answered | null): boolean {
  if (passage.weight === 0) return false
  if (passage.side !== side || passage.weight === 2 || passage.shots.length > 0) return true
  return !(answered?.alone && passage.first > answered.line)
}

/** The passages after a line that make a report; of a game that one has never looked at, those of this turn alone. */
export function newsOf<P extends Passage>(story: readonly P[], read: number, side: Side | null, answered: Answered | null): P[] {
  const news = story.filter((passage) => passage.last > read && isNews(passage, side, answered))
  const now = story.at(-1)?.heading
  return read > 0 ? news : news.filter((passage) => passage.heading === now)
}

/** Up to which line everything is read when the cards before one have been. */
export function readBefore(cards: readonly Passage[], at: number, newest: number): number {
  const next = cards[at]
  return next ? next.first - 1 : newest
}

/** Where on the chart a passage happened: the way that it went, or else the places and pieces that it names. */
export function placesOf(passage: Passage, cellOf: (name: string) => string | undefined): string[] {
  const found = passage.way.length ? passage.way : passage.names
  return [...new Set(found.flatMap((name) => cellOf(name) ?? []))]
}

/** The shots of a battle by rounds: who fires again begins another. */
export function roundsOf(shots: readonly Shot[]): Shot[][] {
  const rounds: Shot[][] = []
  let fired = new Set<string>()
  for (const shot of shots) {
    if (!rounds.length || (fired.has(shot.shooter) && rounds.at(-1)?.at(-1)?.shooter !== shot.shooter)) {
      rounds.push([])
      fired = new Set()
    }
    fired.add(shot.shooter)
    rounds.at(-1)?.push(shot)
  }
  return rounds
}

/** The first round that was not read: shots have the numbers of their lines. */
export function firstUnread(rounds: readonly (readonly Shot[])[], read: number): number {
  const at = rounds.findIndex((round) => round.some((shot) => (shot.line ?? Infinity) > read))
  return at < 0 ? Math.max(0, rounds.length - 1) : at
}
