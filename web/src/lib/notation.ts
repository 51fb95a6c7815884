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
