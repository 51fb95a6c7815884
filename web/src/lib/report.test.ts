import { expect, it } from 'vitest'
import type { Passage, Shot } from '../generated/wire'
import { firstUnread, isNews, newsOf, placesOf, readBefore, roundsOf } from './report'

const passage = (first: number, last: number, more: Partial<Passage> = {}): Passage => ({
  first, last, heading: 'Turn 1', text: '', kind: '', side: 'allied', outcome: '', tone: '', weight: 1, names: [], lost: [],
  title: '', sentences: [], way: [], changes: [], shots: [], month: null, ...more,
})
const shot = (shooter: string, line: number | null = null): Shot => ({ shooter, target: 'U-403', line, outcome: '', tone: '' })

it('makes cards of what the enemy did, not of what is routine, nor of what one has just done oneself', () => {
  const answered = { line: 10, alone: true }
  expect(isNews(passage(11, 12), 'axis', answered)).toBe(true)
  expect(isNews(passage(11, 12, { weight: 0 }), 'axis', answered)).toBe(false)
  expect(isNews(passage(11, 12, { side: 'axis' }), 'axis', answered)).toBe(false)
  // A plot is made by both, the staff acts by itself, and of what was before this page nobody knows.
  expect(isNews(passage(11, 12, { side: 'axis' }), 'axis', { line: 10, alone: false })).toBe(true)
  expect(isNews(passage(11, 12, { side: 'axis' }), 'axis', null)).toBe(true)
})

it('makes cards of great moments and battles whoever made them', () => {
  const answered = { line: 10, alone: true }
  expect(isNews(passage(11, 12, { side: 'axis', weight: 2 }), 'axis', answered)).toBe(true)
  expect(isNews(passage(11, 12, { side: 'axis', shots: [shot('Tirpitz')] }), 'axis', answered)).toBe(true)
})

it('reads on from the last line that was read, and shows a deed again that has gone on since', () => {
  const story = [passage(0, 3), passage(4, 9), passage(10, 12)]
  const firsts = (read: number): number[] => newsOf(story, read, 'axis', null).map(({ first }) => first)
  expect(firsts(3)).toEqual([4, 10])
  expect(firsts(7)).toEqual([4, 10])
  expect(firsts(12)).toEqual([])
})

it('begins with this turn where nothing was ever read', () => {
  const story = [passage(0, 3, { heading: 'Turn 7' }), passage(4, 9, { heading: 'Turn 8' })]
  expect(newsOf(story, 0, 'axis', null).map(({ first }) => first)).toEqual([4])
})

it('counts as read what one has gone on from', () => {
  const cards = [passage(4, 9), passage(12, 14)]
  expect([0, 1, 2].map((at) => readBefore(cards, at, 20))).toEqual([3, 11, 20])
})

it('happens along its way, or where what it names is', () => {
  const cellOf = (name: string): string | undefined => ({ 'u-403': '1920', '2119': '2119', '2120': '2120' })[name]
  expect(placesOf(passage(0, 0, { way: ['2119', '2120'], names: ['u-403'] }), cellOf)).toEqual(['2119', '2120'])
  expect(placesOf(passage(0, 0, { names: ['pq-12', 'u-403', '1920'] }), cellOf)).toEqual(['1920'])
})

it('begins another round when somebody fires again, and opens at the first that was not read', () => {
  const rounds = roundsOf([shot('Tirpitz', 5), shot('Z 25', 6), shot('Kenya', 7), shot('Tirpitz', 12), shot('Kenya', 13)])
  expect(rounds.map((round) => round.length)).toEqual([3, 2])
  expect([0, 7, 12, 20].map((read) => firstUnread(rounds, read))).toEqual([0, 1, 1, 1])
  // Two guns of one ship are of one round.
  expect(roundsOf([shot('Kenya'), shot('Kenya'), shot('Z 25')])).toHaveLength(1)
})
