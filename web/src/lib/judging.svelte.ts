// What a player has made of his contacts, kept for each match in this browser: nobody else is told.
import type { SightingView } from '../generated/wire'
import { contactsOf, join, NOTHING_JUDGED, part, rename, type Contact, type Judged } from './contacts'

const PREFIX = 'contacts:'

function read(match: string): Judged {
  try {
    const { joined = [], names = {} } = JSON.parse(localStorage.getItem(PREFIX + match) ?? '{}') as Partial<Judged>
    return { joined, names }
  } catch {
    return NOTHING_JUDGED // storage may be closed to us, or hold what is of another time
  }
}

export class Judging {
  #judged = $state.raw<Judged>(NOTHING_JUDGED)

  constructor(readonly match: string) {
    this.#judged = read(match)
  }

  of(sightings: readonly SightingView[]): Contact[] {
    return contactsOf(sightings, this.#judged)
  }

  join(one: Contact, other: Contact): void {
    this.#keep(join(this.#judged, one, other))
  }

  part(contact: Contact): void {
    this.#keep(part(this.#judged, contact))
  }

  rename(contact: Contact, name: string): void {
    this.#keep(rename(this.#judged, contact, name))
  }

  #keep(judged: Judged): void {
    this.#judged = judged
    try {
      localStorage.setItem(PREFIX + this.match, JSON.stringify(judged))
    } catch {
      // as above
    }
  }
}

const books = new Map<string, Judging>()

/** The one of a match: the list and the chart share it. */
export function judgingOf(match: string): Judging {
  const found = books.get(match) ?? new Judging(match)
  books.set(match, found)
  return found
}
