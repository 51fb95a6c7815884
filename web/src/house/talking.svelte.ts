// What is said at the table, and how much of it has been read. One for a seat, or a place in the gallery.
import type { ChatLine } from '../generated/wire'
import type { Session } from '../lib/session.svelte'

/** How long a line may be. */
export const MOST_WORDS = 500
const KEY = 'talk-read'
/** Of so many tables we remember how far we have read. */
const MOST_TABLES = 60

function kept(): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, number>
  } catch {
    return {} // storage may be closed to us, or hold something of another time; then all counts as unread
  }
}

function keep(table: string, number: number): void {
  try {
    const { [table]: _, ...others } = kept()
    const entries = Object.entries(others).slice(-(MOST_TABLES - 1))
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...entries, [table, number]])))
  } catch {
    // as above
  }
}

export class Talking {
  open = $state(false)
  /** What was refused of what we said. */
  refused = $state('')
  #read = $state(-1)
  readonly #key: string

  readonly lines: readonly ChatLine[] = $derived.by(() => this.session.talk)
  readonly unread: number = $derived.by(() =>
    this.open ? 0 : this.lines.filter((line) => line.number > this.#read && !this.isMine(line)).length,
  )
  /** The last that was said while nobody read, for those who hear the page. */
  readonly heard: string = $derived.by(() => {
    const last = this.lines.at(-1)
    return last && this.unread && !this.isMine(last) ? `${last.name || 'The other side'} says: ${last.words}` : ''
  })
  /** Whether there is anybody to talk to: another person across the table, or the gallery. */
  readonly possible: boolean = $derived.by(() => {
    const { table, watching } = this.session
    if (!table) return false
    return watching || (!table.both_sides && table.seats.every((seat) => seat.kind === 'person') && !table.invitation)
  })

  constructor(readonly session: Session) {
    this.#key = `${session.match}/${session.seat}`
    this.#read = kept()[this.#key] ?? -1
    $effect(() => {
      const last = this.lines.at(-1)?.number ?? -1
      if (!this.open || last <= this.#read) return
      this.#read = last
      keep(this.#key, last)
    })
  }

  isMine(line: ChatLine): boolean {
    return line.side !== '' && line.side === this.session.side
  }

  /** Say something; whether it was taken. */
  async say(words: string): Promise<boolean> {
    this.refused = ''
    const outcome = await this.session.say(words)
    if (!outcome.done) this.refused = outcome.refusal?.reason ?? 'The server did not answer; say it again when the line is back.'
    return outcome.done
  }
}
