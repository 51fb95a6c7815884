// What happened, as a person reads it: one entry a deed, by turn, newest first, and only what was asked for.
import type { LogLine, Passage, Side } from '../generated/wire'
import { counted } from './words'

/** A deed with the lines of the log that it was made of, as far as we hold them. */
export interface Entry extends Passage {
  lines: LogLine[]
}

/** What stands under one heading. */
export interface Chapter {
  heading: string
  /** The number of its oldest entry that we hold: no other has it. */
  from: number
  entries: Entry[]
}

/** Text in which names stand between asterisks, in parts. */
export function emphasised(text: string): { words: string; strong: boolean }[] {
  return text.split('*').flatMap((words, at) => (words ? [{ words, strong: at % 2 === 1 }] : []))
}

/** The story with its lines. Lines that belong to no passage are not told. */
export function entriesOf(story: readonly Passage[], lines: readonly LogLine[]): Entry[] {
  const first = lines[0]?.number ?? 0
  return story.map((passage) => ({
    ...passage,
    lines: lines.slice(Math.max(0, passage.first - first), Math.max(0, passage.last - first + 1)),
  }))
}

/** Entries by heading, the newest heading and the newest entry first. */
export function byHeading(entries: readonly Entry[]): Chapter[] {
  const chapters: Chapter[] = []
  for (const entry of entries) {
    let last = chapters.at(-1)
    if (last?.heading !== entry.heading) {
      last = { heading: entry.heading, from: entry.first, entries: [] }
      chapters.push(last)
    }
    last.entries.push(entry)
  }
  for (const chapter of chapters) chapter.entries.reverse()
  return chapters.reverse()
}

/** The newest entries of them, so many at most, under their headings. */
export function newestOf(chapters: readonly Chapter[], most: number): Chapter[] {
  let left = most
  const kept: Chapter[] = []
  for (const chapter of chapters) {
    if (left <= 0) break
    kept.push(chapter.entries.length > left ? { ...chapter, entries: chapter.entries.slice(0, left) } : chapter)
    left -= chapter.entries.length
  }
  return kept
}

export type Filter = 'all' | 'mine' | 'enemy' | 'dice' | 'losses'

/** Whether an entry passes a filter and holds some text. */
export function passes(entry: Entry, filter: Filter, text: string, side: Side | null): boolean {
  const wanted = text.trim().toLocaleLowerCase('en')
  if (wanted) {
    const said = [entry.text.replaceAll('*', ''), entry.outcome, ...entry.lines.map((line) => `${line.text} ${line.rule}`)]
    if (!said.some((words) => words.toLocaleLowerCase('en').includes(wanted))) return false
  }
  switch (filter) {
    case 'all':
      return true
    case 'mine':
      return entry.side !== null && entry.side === side
    case 'enemy':
      return entry.side !== null && entry.side !== side
    case 'dice':
      return entry.lines.some(({ event }) => event.what === 'rolled' || event.what === 'drew')
    case 'losses':
      return entry.lost.length > 0 || entry.outcome !== ''
  }
}

/** How many entries pass each filter. */
export function counts(entries: readonly Entry[], side: Side | null): Record<Filter, number> {
  const count = (filter: Filter): number => entries.filter((entry) => passes(entry, filter, '', side)).length
  return { all: entries.length, mine: count('mine'), enemy: count('enemy'), dice: count('dice'), losses: count('losses') }
}

/** The story cut off where the new passages begin, and those after it; older ones that were fetched stay. */
export function retold(story: readonly Passage[], from: number, passages: readonly Passage[]): Passage[] {
  return [...story.filter((passage) => passage.first < from), ...passages]
}

/** So many entries of the newest turns lie open; turns before them are folded to a line. */
export const OPEN_ENTRIES = 8

/** How many chapters lie open by themselves: the newest, and more until there is enough to read. */
export function openChapters(chapters: readonly Chapter[]): number {
  let entries = 0
  const enough = chapters.findIndex((chapter) => (entries += chapter.entries.length) >= OPEN_ENTRIES)
  return enough < 0 ? chapters.length : enough + 1
}

/** A folded turn in a line: its great moments, or how much happened and what was lost. */
export function summary(chapter: Chapter): string {
  const great = chapter.entries.filter((entry) => entry.weight === 2).map((entry) => entry.title || entry.text.replaceAll('*', ''))
  if (great.length) return great.reverse().join(' · ')
  const lost = chapter.entries.reduce((sum, entry) => sum + entry.lost.length, 0)
  return `${counted(chapter.entries.length, 'deed')} · ${lost ? `${lost} lost` : 'nothing lost'}`
}
