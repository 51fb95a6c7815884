// The one-line notation of answers, written exactly as the umpire's kernel writes it.

// What need not be quoted: no white space (as Python counts it), no quotation mark, comma or equals sign.
const PLAIN = /^[^\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000",=]+$/

/** A word in quotation marks, in ASCII alone. */
function inMarks(text: string): string {
  return JSON.stringify(text).replace(/[\x7f-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** A word of an answer: a piece, a cell, an item. */
export function word(text: string): string {
  return text !== '-' && PLAIN.test(text) ? text : inMarks(text)
}

/** A slot or its value, where a bare dash stands for nothing. */
function part(text: string): string {
  return text === '-' ? '-' : word(text)
}

/** An action of one or two parts, as products make them. */
export function action(tag: string, parts: readonly string[]): string {
  return [tag, ...parts.map(word)].join(' ')
}

/** The answer to a `Subset`. */
export function choose(items: readonly string[]): string {
  return `choose ${items.length ? items.map(word).join(',') : '-'}`
}

/** The answer to an `Assign`. */
export function assign(pairs: readonly (readonly [string, string])[]): string {
  return ['assign', ...pairs.map(([slot, value]) => `${part(slot)}=${part(value)}`)].join(' ')
}

// Reading it again: a word is bare, or in quotation marks as JSON has them.
const WORD = /"(?:[^"\\]|\\.)*"|[^\s",=]+/g

function words(text: string): string[] {
  return [...text.matchAll(WORD)].map(([found]) => (found.startsWith('"') ? (JSON.parse(found) as string) : found))
}

/** The items of an answer to a `Subset`; null if it is none. */
export function chosenIn(text: string): string[] | null {
  const [tag, ...items] = words(text)
  if (tag !== 'choose') return null
  return text === choose([]) ? [] : items
}

/** The values of an answer to an `Assign`, by slot; null if it is none. */
export function assignedIn(text: string): Map<string, string> | null {
  const [tag, ...rest] = words(text)
  if (tag !== 'assign') return null
  const given = new Map<string, string>()
  for (let i = 0; i + 1 < rest.length; i += 2) given.set(rest[i] as string, rest[i + 1] as string)
  return given
}
