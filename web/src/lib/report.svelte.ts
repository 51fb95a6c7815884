// What happened since one's last answer, card by card, until it is read.
import { untrack } from 'svelte'
import type { Chart } from './chart.svelte'
import type { Hand } from './hand.svelte'
import type { Shot } from '../generated/wire'
import { firstUnread, newsOf, placesOf, readBefore, roundsOf, type Answered } from './report'
import { entriesOf, type Entry } from './story'

/** An event of the report, and where on the chart it was. */
export interface Card extends Entry {
  places: readonly string[]
}

export class Report {
  /** Which card lies open. */
  #at = $state(0)
  /** The last line that was read before this report. */
  #from = $state<number | null>(null)
  /** Where the last report began that was read here, to be read again. */
  #before = $state<number | null>(null)
  #round = $state<number | null>(null)
  /** How often the card at hand was asked to be shown again on the chart. */
  replays = $state(0)
  /** Up to which line everything has been put off. */
  #later = $state(-1)
  #answered = $state.raw<Answered | null>(null)
  /** What the server has been told that we have read. */
  #told = -1
  #seenHidden = $state(document.hidden)

  readonly story: readonly Entry[] = $derived.by(() => entriesOf(this.hand.view?.story ?? [], this.hand.view?.log ?? []))
  readonly #newest: number = $derived.by(() => this.hand.view?.log.at(-1)?.number ?? -1)
  readonly #read: number = $derived.by(() => this.#from ?? this.hand.session.unreadFrom)
  readonly cards: readonly Card[] = $derived.by(() => {
    const { session } = this.hand
    if (session.watching || session.view === null) return []
    const pieces = new Map(this.hand.view?.situation.pieces.map((piece) => [piece.id, piece]))
    const cellOf = (name: string): string | undefined => this.chart.placeOf(pieces.get(name))[0] ?? (this.chart.has(name) ? name : undefined)
    return newsOf(this.story, this.#read, session.side, this.#answered).map((entry) => ({ ...entry, places: placesOf(entry, cellOf) }))
  })
  /** Whether a question is put to the player, and not answered by itself. */
  readonly #put: boolean = $derived.by(() => this.hand.decision !== null && !this.hand.standing.passes)
  /** Before a computer one waits until it has done; a person may take days. */
  readonly #due: boolean = $derived.by(() => {
    const { table, side } = this.hand.session
    if (this.#put || this.hand.view?.result) return true
    return table?.seats.some((seat) => seat.side !== side && seat.kind === 'person' && !seat.here) ?? false
  })
  readonly open: boolean = $derived(this.#due && this.cards.length > 0 && (this.cards.at(-1)?.last ?? 0) > this.#later)
  readonly at: number = $derived(Math.min(this.#at, Math.max(0, this.cards.length - 1)))
  readonly card: Card | null = $derived(this.open ? (this.cards[this.at] ?? null) : null)
  /** A battle's shots, round by round, and the round that is shown. */
  readonly rounds: readonly (readonly Shot[])[] = $derived(roundsOf(this.card?.shots ?? []))
  readonly round: number = $derived(Math.min(this.#round ?? firstUnread(this.rounds, this.#read), Math.max(0, this.rounds.length - 1)))
  readonly #isLastRound: boolean = $derived(this.round >= this.rounds.length - 1)
  /** Whether nothing comes after what is shown. */
  readonly isLast: boolean = $derived(this.at >= this.cards.length - 1 && this.#isLastRound)
  /** The newest deed, where none is worth a card: it is said in a line. */
  readonly note: Entry | null = $derived.by(() => (this.open ? null : (this.story.findLast((entry) => entry.text !== '') ?? null)))

  constructor(
    readonly hand: Hand,
    readonly chart: Chart,
  ) {
    const { session } = hand
    // Whoever answers has read what lay before him.
    $effect(() => {
      if (!session.choosing) return
      untrack(() => {
        if (this.open) this.#close()
        const alone = !(hand.decision?.both ?? false) && !session.following?.staff
        this.#answered = { line: this.#newest, alone }
      })
    })
    // What the staff does is not one's own doing, and is told in one report.
    $effect(() => {
      if (!session.following?.staff) return
      untrack(() => (this.#answered = { line: this.#newest, alone: false }))
    })
    $effect(() => {
      const look = (): void => void (this.#seenHidden = document.hidden)
      document.addEventListener('visibilitychange', look)
      return () => document.removeEventListener('visibilitychange', look)
    })
    // What makes no card is read when it is in sight; what makes one, when one has gone on from it.
    $effect(() => {
      if (this.#seenHidden || session.line !== 'up') return
      const read = readBefore(this.cards, this.at, this.#newest)
      untrack(() => this.#tell(read))
    })
  }

  #tell(read: number): void {
    if (read <= this.#told) return
    this.#told = read
    void this.hand.session.seen(read)
  }

  #close(): void {
    this.#before = this.#read
    this.#from = this.#newest
    this.#at = 0
    this.#round = null
    this.replays = 0
  }

  show(at: number): void {
    this.#at = Math.min(Math.max(0, at), this.cards.length - 1)
    this.#round = null
    this.replays = 0
  }

  /** The next round of a battle, or the next card; after the last one everything is read. */
  next(): void {
    if (this.isLast) this.#close()
    else if (!this.#isLastRound) this.#round = this.round + 1
    else this.show(this.at + 1)
  }

  /** To the end of a battle, or of the report. */
  end(): void {
    if (this.#isLastRound) this.#close()
    else this.#round = this.rounds.length - 1
  }

  back(): void {
    this.show(this.at - 1)
  }

  /** All is read: to one's orders. */
  done(): void {
    this.#close()
  }

  /** To be read later: it is not told again until there is more, or one comes back. */
  later(): void {
    this.#later = this.#newest
  }

  /** Whether there is a report to be read again. */
  get past(): boolean {
    return !this.open && this.#before !== null
  }

  again(): void {
    if (this.past) this.#from = this.#before
  }

  replay(): void {
    this.replays += 1
  }
}
