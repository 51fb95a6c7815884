// The rule that is open beside the chart, and what waits meanwhile.
import type { Chapter, Odds, Rulebook } from '../generated/wire'
import { games, rulebook } from '../lib/api'
import { chapterOf } from './book'

class RuleSheet {
  open = $state.raw<{ game: string; rule: string } | null>(null)
  /** What the table asks meanwhile, by which rule, and the odds that it shows for it. */
  waits = $state('')
  asked = $state('')
  cases = $state.raw<readonly { words: string; odds: Odds }[]>([])
  private from: HTMLElement | null = null

  show(game: string, rule: string): void {
    if (!this.open) this.from = document.activeElement instanceof HTMLElement ? document.activeElement : null
    this.open = { game, rule }
  }

  close(): void {
    this.open = null
    this.from?.focus()
    this.from = null
  }
}

export const ruleSheet = new RuleSheet()

/** The chapter that explains a rule: of this game, or of the one that is played inside it. */
export async function placeOf(game: string, rule: string): Promise<{ book: Rulebook; chapter: Chapter } | null> {
  const own = await rulebook(game)
  const found = chapterOf(own, rule)
  if (found) return { book: own, chapter: found }
  for (const other of await games()) {
    const book = await rulebook(other.name)
    const chapter = chapterOf(book, rule)
    if (chapter) return { book, chapter }
  }
  return null
}
