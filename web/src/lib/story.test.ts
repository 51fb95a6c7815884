import { expect, it } from 'vitest'
import type { LogLine, Passage } from '../generated/wire'
import { byHeading, counts, emphasised, entriesOf, newestOf, openChapters, passes, retold, summary, type Filter } from './story'

const line = (number: number, text: string, what: 'told' | 'rolled' = 'told'): LogLine =>
  ({ number, rule: 'X-1', text, event: { what } }) as unknown as LogLine
const passage = (first: number, last: number, heading: string, more: Partial<Passage> = {}): Passage => ({
  first, last, heading, text: `*Deed* ${first}`, kind: '', side: null, outcome: '', tone: '', weight: 0, names: [], lost: [], title: '', sentences: [], way: [], changes: [], shots: [], month: null, ...more,
})

const log = [line(0, 'The convoys form'), line(1, 'Turn 1'), line(2, 'd6 4', 'rolled'), line(3, 'U-255 sights a stack'), line(4, 'Turn 2'), line(5, 'Aldersdale is sunk')]
const story = [
  passage(0, 0, ''),
  passage(1, 1, 'Turn 1'),
  passage(2, 3, 'Turn 1', { side: 'axis' }),
  passage(4, 4, 'Turn 2'),
  passage(5, 5, 'Turn 2', { side: 'axis', lost: ['aldersdale'], outcome: 'Aldersdale lost.' }),
]
const entries = entriesOf(story, log)

it('gives each deed its lines, as far as they are held', () => {
  expect(entries.map((entry) => entry.lines.map(({ number }) => number))).toEqual([[0], [1], [2, 3], [4], [5]])
  expect(entriesOf(story.slice(2), log.slice(3)).map((entry) => entry.lines.map(({ number }) => number))).toEqual([[3], [4], [5]])
})

it('groups by heading, newest first, and keeps so many of the newest', () => {
  const firsts = (chapters: ReturnType<typeof byHeading>): [string, number[]][] => chapters.map(({ heading, entries: of }) => [heading, of.map(({ first }) => first)])
  expect(firsts(byHeading(entries))).toEqual([['Turn 2', [5, 4]], ['Turn 1', [2, 1]], ['', [0]]])
  expect(firsts(newestOf(byHeading(entries), 3))).toEqual([['Turn 2', [5, 4]], ['Turn 1', [2]]])
})

it('filters by side, dice, losses and words, and counts', () => {
  const found = (filter: Filter, text = '', side: 'allied' | 'axis' = 'axis'): number[] =>
    entries.filter((entry) => passes(entry, filter, text, side)).map(({ first }) => first)
  expect(found('mine')).toEqual([2, 5])
  expect(found('enemy')).toEqual([])
  expect(found('enemy', '', 'allied')).toEqual([2, 5])
  expect(found('dice')).toEqual([2])
  expect(found('losses')).toEqual([5])
  expect(found('all', ' SIGHTS ')).toEqual([2])
  expect(found('all', 'deed 4')).toEqual([4])
  expect(counts(entries, 'axis')).toEqual({ all: 5, mine: 2, enemy: 0, dice: 1, losses: 1 })
})

it('sets names apart', () => {
  expect(emphasised('*U-255* sails, and *Tirpitz*')).toEqual([
    { words: 'U-255', strong: true },
    { words: ' sails, and ', strong: false },
    { words: 'Tirpitz', strong: true },
  ])
})

it('goes on where the story has changed', () => {
  expect(retold(story, 4, [passage(4, 6, 'Turn 2')]).map(({ first, last }) => [first, last])).toEqual([[0, 0], [1, 1], [2, 3], [4, 6]])
  expect(retold(story, 6, [])).toEqual(story)
})

it('leaves the newest turns open until there is enough to read, and folds the others to a line', () => {
  const deeds = (first: number, count: number, heading: string): Passage[] => Array.from({ length: count }, (_, i) => passage(first + i, first + i, heading))
  const chapters = byHeading(entriesOf([...deeds(0, 9, 'Turn 1'), ...deeds(9, 6, 'Turn 2'), ...deeds(15, 3, 'Turn 3')], []))
  expect(openChapters(chapters)).toBe(2)
  expect(openChapters(chapters.slice(1))).toBe(2)
  expect(summary(byHeading(entries)[0]!)).toBe('2 deeds · 1 lost')
  expect(summary(byHeading(entriesOf([passage(0, 0, 'Turn 1', { weight: 2, title: 'PQ 12 is found' })], []))[0]!)).toBe('PQ 12 is found')
})
