// What is read from a rulebook: the chapter of a rule, words that are explained, and what a search finds.
import type { Chapter, Rulebook, Term } from '../generated/wire'

/** Whether a rule's id begins so, by whole parts, as the kernel has it. */
function begins(rule: string, start: string): boolean {
  return rule.startsWith(start) && (rule.length === start.length || '.-'.includes(rule.charAt(start.length)))
}

/** The chapter that explains a rule: the one that names the longest beginning of its id. */
export function chapterOf(book: Rulebook, rule: string): Chapter | null {
  let longest = 0
  let found: Chapter | null = null
  for (const chapter of book.chapters)
    for (const start of chapter.rules)
      if (start.length > longest && begins(rule, start)) [longest, found] = [start.length, chapter]
  return found
}

/** A piece of a line: plain, strong, or a word with its meaning. */
export interface Piece {
  words: string
  strong: boolean
  meaning: string
}

/** A line in pieces. Each word is explained where it first stands: `seen` are those that have been. */
export function pieces(text: string, terms: readonly Term[], seen: Set<string>): Piece[] {
  return text.split('**').flatMap((part, at) => explained(part, at % 2 === 1, terms, seen))
}

function explained(text: string, strong: boolean, terms: readonly Term[], seen: Set<string>): Piece[] {
  let first: { at: number; length: number; term: Term } | null = null
  for (const term of terms) {
    if (seen.has(term.word)) continue
    for (const word of [term.word, ...term.also]) {
      // Letters on counters mean themselves only as they are written there.
      const found = new RegExp(`(?<![\\w/-])${word.replace(/[/.]/g, '\\$&')}(?![\\w/-])`, word === word.toUpperCase() ? '' : 'i').exec(text)
      if (found && (!first || found.index < first.at || (found.index === first.at && word.length > first.length)))
        first = { at: found.index, length: word.length, term }
    }
  }
  if (!first) return text ? [{ words: text, strong, meaning: '' }] : []
  seen.add(first.term.word)
  const { at, length, term } = first
  return [
    ...(at ? [{ words: text.slice(0, at), strong, meaning: '' }] : []),
    { words: text.slice(at, at + length), strong, meaning: term.meaning },
    ...explained(text.slice(at + length), strong, terms, seen),
  ]
}

/** A place that a search has found: a chapter with some words of it, or a word with its meaning. */
export interface Found {
  game: string
  gameTitle: string
  chapter: number | null
  title: string
  words: string
}

const AROUND = 60

/** What stands of some words in some books: titles first, then words that are explained, then the text. */
export function search(books: readonly Rulebook[], words: string): Found[] {
  const wanted = words.trim().toLowerCase()
  if (wanted.length < 2) return []
  const titles: Found[] = []
  const terms: Found[] = []
  const texts: Found[] = []
  for (const book of books) {
    const place = (chapter: number | null, title: string, said: string): Found => ({ game: book.game, gameTitle: book.title, chapter, title, words: said })
    for (const chapter of book.chapters) {
      const text = textOf(chapter)
      const at = text.toLowerCase().indexOf(wanted)
      if (chapter.title.toLowerCase().includes(wanted)) titles.push(place(chapter.number, chapter.title, chapter.about))
      else if (at >= 0) texts.push(place(chapter.number, chapter.title, around(text, at, wanted.length)))
    }
    for (const term of book.terms)
      if (term.chapter !== null && [term.word, ...term.also].some((word) => word.toLowerCase().startsWith(wanted))) terms.push(place(term.chapter, term.word, term.meaning))
  }
  return [...titles, ...terms, ...texts]
}

function around(text: string, at: number, length: number): string {
  const from = Math.max(0, text.lastIndexOf(' ', Math.max(0, at - AROUND)))
  const to = text.indexOf(' ', at + length + AROUND)
  return `${from ? '… ' : ''}${text.slice(from, to < 0 ? undefined : to).trim()}${to < 0 ? '' : ' …'}`
}

function textOf(chapter: Chapter): string {
  return [chapter.about, ...chapter.blocks.flatMap((block) => block.rows.flat())].join(' ').replaceAll('**', '')
}
