import { expect, it } from 'vitest'
import type { Chapter, Rulebook, Term } from '../generated/wire'
import { chapterOf, pieces, search } from './book'

function chapter(number: number, title: string, rules: string[], text: string): Chapter {
  return { number, title, about: '', rules, see: [], figure: null, blocks: [{ kind: 'text', rows: [[text]] }], example: { words: '', lines: [] } }
}

const terms: Term[] = [
  { word: 'holding box', also: ['holding boxes'], meaning: 'where ships lie', chapter: 2 },
  { word: 'box', also: [], meaning: 'a square', chapter: null },
  { word: 'R', also: [], meaning: 'an aircraft that looks', chapter: null },
]
const book: Rulebook = {
  game: 'one',
  title: 'One',
  chapters: [chapter(1, 'Looking', ['NC-6', 'NC-1'], 'A unit looks.'), chapter(2, 'Face down', ['NC-6.1-decoy'], 'Pieces lie in a **holding box**.')],
  terms,
}

it('finds the chapter with the longest beginning of a rule, by whole parts', () => {
  expect(chapterOf(book, 'NC-6.1-roll')?.number).toBe(1)
  expect(chapterOf(book, 'NC-6.1-decoy-gone')?.number).toBe(2)
  expect(chapterOf(book, 'NC-11.2-ice')).toBeNull()
})

it('explains a word once, the longest first, and letters only as they are written', () => {
  const seen = new Set<string>()
  expect(pieces('Two **holding boxes**, a holding box', terms, seen)).toEqual([
    { words: 'Two ', strong: false, meaning: '' },
    { words: 'holding boxes', strong: true, meaning: 'where ships lie' },
    { words: ', a holding ', strong: false, meaning: '' },
    { words: 'box', strong: false, meaning: 'a square' },
  ])
  expect(pieces('or', terms, seen).map((piece) => piece.meaning)).toEqual([''])
  expect(pieces('r or R', terms, seen).at(-1)).toEqual({ words: 'R', strong: false, meaning: 'an aircraft that looks' })
})

it('searches titles, words and text of all books', () => {
  const other = { ...book, game: 'two', title: 'Two' }
  const found = search([book, other], 'holding')
  expect(found.map((place) => [place.game, place.title])).toEqual([['one', 'holding box'], ['two', 'holding box'], ['one', 'Face down'], ['two', 'Face down']])
  expect(found[2]?.words).toContain('Pieces lie in a holding box.')
  expect(search([book], 'x')).toEqual([])
})
