// A month that has ended: what happened in it, and its account as it came together.
import type { MonthReport, Passage, Post } from '../generated/wire'

/** What of a month is worth showing on its chart, in its order. */
export function eventsOf<P extends Passage>(story: readonly P[], ended: Passage): P[] {
  const begins = ended.month?.begins ?? ended.first
  return story.filter((passage) => passage.first >= begins && passage.first < ended.first && passage.weight > 0 && !passage.month)
}

/** What else was done in a month, for those who want to read it. */
export function quietOf<P extends Passage>(story: readonly P[], ended: Passage): P[] {
  const begins = ended.month?.begins ?? ended.first
  return story.filter((passage) => passage.first >= begins && passage.first < ended.first && passage.weight === 0 && passage.side !== null)
}

/** A step of the account: from what it was to what it came to. */
export interface Step extends Post {
  from: number
  to: number
}

/** The account from left to right, each post on the one before. */
export function stepsOf(report: MonthReport): Step[] {
  let sum = 0
  return report.account.map((post) => {
    const from = sum
    sum += post.points
    return { ...post, from, to: sum }
  })
}
