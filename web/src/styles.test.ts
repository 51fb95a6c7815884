import { expect, it } from 'vitest'
import { SCREENS, writtenOut } from './screens'

const sheets = {
  ...import.meta.glob<string>('./**/*.svelte', { query: '?raw', import: 'default', eager: true }),
  ...import.meta.glob<string>('./*.css', { query: '?raw', import: 'default', eager: true }),
}
// Typefaces are declared where they are, tokens where they are made.
const styles = Object.entries(sheets)
  .filter(([file]) => !['./fonts.css', './tokens.css'].includes(file))
  .map(([file, text]) => [file, file.endsWith('.css') ? text : (/<style>(.*)<\/style>/s.exec(text)?.[1] ?? '')] as const)

/** What a pattern finds and nobody may write, by file. */
function found(pattern: RegExp, may: (value: string) => boolean): string[] {
  return styles.flatMap(([file, text]) =>
    [...text.matchAll(pattern)].filter(([, value = '']) => !may(value)).map(([whole]) => `${file}: ${whole}`),
  )
}

it('reads all styles', () => {
  expect(styles.length).toBeGreaterThan(150)
})

it('names every screen', () => {
  const named = (value: string): boolean => value.slice(3, -1) in SCREENS || value === '(prefers-reduced-motion: reduce)'
  expect(found(/@media ([^{]+?) \{/g, named)).toEqual([])
})

it('sets text in one of few styles', () => {
  expect(found(/[^-\w]font: ([^;]+);/g, (value) => value === 'inherit' || /^var\(--type-\w+\)$/.test(value))).toEqual([])
})

it('has few sizes of letters, but for the numbers of hexes and the names of seas', () => {
  const exceptions = ['8px', '25px']
  expect(found(/font-size: ([^;]+);/g, (value) => /^var\(--size-\w+\)$/.test(value) || exceptions.includes(value))).toEqual([])
})

it('has two kinds of corners, and discs', () => {
  expect(found(/border-radius: ([^;]+);/g, (value) => value === '50%' || /^(var\(--radius(-chip)?\)|0| )+$/.test(value))).toEqual([])
})

it('writes out what is named, and knows no other screens', () => {
  expect(writtenOut('@media (--phone) {')).toBe('@media (max-width: 899px) {')
  expect(() => writtenOut('@media (--watch) {')).toThrow('no screen is called')
})
