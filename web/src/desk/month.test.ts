import { expect, it } from 'vitest'
import type { MonthReport, Passage } from '../generated/wire'
import { eventsOf, quietOf, stepsOf } from './month'

const report: MonthReport = {
  month: 'July 1942', score: -16, total: 184, marker: '', begins: 10, losses: [], sailed: [],
  account: [{ label: 'cargo', points: 92, side: 'allied' }, { label: 'ships lost', points: -90, side: 'axis' }, { label: 'hired', points: -18, side: 'axis' }],
}
const passage = (first: number, more: Partial<Passage> = {}): Passage => ({
  first, last: first, heading: 'July 1942', text: '', kind: '', side: 'allied', outcome: '', tone: '', weight: 1, names: [], lost: [],
  title: '', sentences: [], way: [], changes: [], shots: [], month: null, ...more,
})

it('shows what happened between the month’s first line and its end, and what was routine apart', () => {
  const ended = passage(20, { side: null, weight: 2, month: report })
  const story = [passage(9), passage(10), passage(12, { weight: 0 }), passage(13, { weight: 0, side: null }), passage(15, { weight: 2 }), ended, passage(21)]
  expect(eventsOf(story, ended).map(({ first }) => first)).toEqual([10, 15])
  expect(quietOf(story, ended).map(({ first }) => first)).toEqual([12])
})

it('lets each post of the account stand on the one before', () => {
  expect(stepsOf(report).map(({ from, to }) => [from, to])).toEqual([[0, 92], [92, 2], [2, -16]])
})
