// The umpire's seals as this browser was shown them, and the words that it gave for the dice: kept in this browser, so
// that nobody can exchange them afterwards. Who holds a record against them need not trust the server.
import type { Side } from '../generated/wire'

export interface Kept {
  /** What the umpire published of its secret before this browser gave its word. */
  seal: string
  word: string
  /** Whether the umpire did not take the word, because it had one already. */
  refused?: boolean
}

const KEY = 'seals'
/** Of so many seats they are kept. */
const MOST = 200
/** Where storage is closed to us or full, they are kept as long as the page is open. */
const here = new Map<string, Kept>()

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null) return false
  const { seal, word } = value as Partial<Record<keyof Kept, unknown>>
  return typeof seal === 'string' && typeof word === 'string'
}

function read(): [string, Kept][] {
  try {
    const all: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    if (typeof all !== 'object' || all === null) return []
    return Object.entries(all).filter((entry): entry is [string, Kept] => isKept(entry[1]))
  } catch {
    return [] // storage may be closed to us, or hold something of another time
  }
}

function seatOf(match: string, side: Side): string {
  return `${match} ${side}`
}

/** What was kept of a seat. */
export function keptSeal(match: string, side: Side): Kept | null {
  const seat = seatOf(match, side)
  return new Map(read()).get(seat) ?? here.get(seat) ?? null
}

export function keepSeal(match: string, side: Side, kept: Kept): void {
  const seat = seatOf(match, side)
  here.set(seat, kept)
  const others = read().filter(([other]) => other !== seat)
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...others.slice(1 - MOST), [seat, kept]])))
  } catch {
    // as above
  }
}

/** Random words for the dice. */
export function newWord(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
