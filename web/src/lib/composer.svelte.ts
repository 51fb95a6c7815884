// Values that are made of parts, such as `cover:pq-17:2`: first the kind is chosen, then its object, then its pace.
import type { Hand } from './hand.svelte'

export interface Kind {
  kind: string
  title: string
  help: string
  objects: readonly string[]
}

interface Parts {
  kind: string
  object: string
  pace: string
}

/** The kind, the object and the pace of a value. A pace is one digit at its end. */
export function partsOf(value: string): Parts {
  const [kind = '', ...rest] = value.split(':')
  const pace = /^\d$/.test(rest.at(-1) ?? '') ? (rest.pop() ?? '') : ''
  return { kind, object: rest.join(':'), pace }
}

/** A usual pace, where a fleet was told none. */
const USUAL = '2'

export class Composer {
  #opened = $state.raw<{ slot: string; print: string; kind: string } | null>(null)
  #paces = $state.raw<ReadonlyMap<string, string>>(new Map())

  constructor(readonly hand: Hand) {}

  /** Whether values are chosen by their parts. */
  get on(): boolean {
    return Object.keys(this.#named).length > 0
  }

  /** The kinds of this page with their names. */
  get #named(): Readonly<Record<string, string>> {
    return this.hand.decision?.kinds ?? {}
  }

  /** What the kind of a value is called. */
  title(value: string): string | undefined {
    return this.#named[partsOf(value).kind]?.split(': ')[0]
  }

  #values(slot: string): readonly string[] {
    return this.hand.assign?.domain(slot).words?.values ?? []
  }

  /** Whether a slot is given kinds; others of the same page have plain values. */
  has(slot: string): boolean {
    return this.on && this.kinds(slot).length > 0
  }

  kinds(slot: string): Kind[] {
    const found = Map.groupBy(this.#values(slot).map(partsOf), ({ kind }) => kind)
    return Object.entries(this.#named).flatMap(([kind, words]) => {
      const [title = '', ...help] = words.split(': ')
      const objects = [...new Set(found.get(kind)?.map(({ object }) => object))]
      return objects.length ? { kind, title, help: help.join(': '), objects } : []
    })
  }

  /** The kind that is open: by hand, else that of the value, else the first if it is chosen on the chart alone. */
  open(slot: string): Kind | null {
    const kinds = this.kinds(slot)
    const { given, print } = this.hand
    const byHand = this.#opened?.slot === slot && this.#opened.print === print ? this.#opened.kind : null
    const wanted = byHand ?? (given.has(slot) ? partsOf(given.get(slot) ?? '').kind : null)
    const [first] = kinds
    return kinds.find(({ kind }) => kind === wanted) ?? (wanted === null && first && this.#isWide(first) ? first : null)
  }

  /** Whether a kind has as many objects as only the chart can show. */
  #isWide({ objects }: Kind): boolean {
    return objects.length > 20
  }

  /** Open a kind, or close it; one that names nothing is given at once. */
  choose(slot: string, kind: Kind): void {
    const [only, ...more] = kind.objects
    const same = this.open(slot)?.kind === kind.kind
    this.#opened = { slot, print: this.hand.print, kind: same ? '' : kind.kind }
    if (!same && only !== undefined && !more.length) this.give(slot, kind.kind, only)
  }

  /** The paces that an object may be gone to at; none where there is no such thing. */
  paces(slot: string, kind: string, object: string): string[] {
    return this.#values(slot)
      .map(partsOf)
      .filter((one) => one.kind === kind && one.object === object && one.pace)
      .map(({ pace }) => pace)
  }

  /** The value of a kind and an object, at the pace that was last wished for. */
  value(slot: string, kind: string, object: string, wish?: string): string | null {
    const paces = this.paces(slot, kind, object)
    const wished = wish ?? this.#paces.get(slot) ?? USUAL
    const pace = paces.includes(wished) ? wished : paces.at(-1)
    const value = [kind, ...(object || !pace ? [object] : []), ...(pace ? [pace] : [])].join(':')
    return this.#values(slot).find((one) => one === value || one === kind && !object) ?? null
  }

  give(slot: string, kind: string, object: string, pace?: string): void {
    const value = this.value(slot, kind, object, pace)
    if (pace !== undefined) this.#paces = new Map([...this.#paces, [slot, pace]])
    if (value !== null) this.hand.giving.give(slot, value, false)
  }

  /** What an object is known by on the chart: a piece, a cell, the place of that name, or where a report was made. */
  spot(object: string): string {
    const [name = ''] = object.split(':')
    const { hand } = this
    if (hand.pieceIds.has(name) || hand.giving.compass(name).length) return name
    const seen = hand.view?.situation.sightings.find((sighting) => sighting.name === name)
    return seen?.cell ?? [...hand.places()].find(([, place]) => place === name)?.[0] ?? ''
  }

  /** What may be clicked for a slot. */
  spots(slot: string): string[] {
    return this.open(slot)?.objects.map((object) => this.spot(object)).filter(Boolean) ?? []
  }

  /** What a click means for a slot. */
  clicked(slot: string, names: readonly string[]): string | null {
    const kind = this.open(slot)
    const object = kind?.objects.find((one) => names.includes(this.spot(one)))
    return kind && object !== undefined ? this.value(slot, kind.kind, object) : null
  }

  /** A value in words, where the view has none. */
  words(value: string): string | undefined {
    const { object } = partsOf(value)
    const title = this.title(value)
    if (title === undefined || !value.includes(':')) return undefined
    return object ? `${title} ${this.hand.name(object)}` : title
  }
}
