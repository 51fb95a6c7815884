// Values that are made of parts, such as `cover:pq-17:2`: first the kind is chosen, then its object, then its pace.
import type { KindView } from '../generated/wire'
import type { Hand } from './hand.svelte'
import { partsOf } from './parts'

export interface Kind {
  kind: string
  title: string
  help: string
  objects: readonly string[]
}

interface Composed {
  value: string
  kind: string
  /** What it is about, in one word: its parts but the pace. */
  object: string
  pace: string
}

/** Between the parts of an object. */
const AND = ' + '

/** A usual pace, where a fleet was told none. */
const USUAL = '2'

export class Composer {
  #opened = $state.raw<{ slot: string; print: string; kind: string } | null>(null)
  #paces = $state.raw<ReadonlyMap<string, string>>(new Map())

  constructor(readonly hand: Hand) {}

  /** Whether values are chosen by their parts. */
  get on(): boolean {
    return this.#titled.length > 0
  }

  /** The kinds of this page that one chooses by. */
  get #titled(): [string, KindView][] {
    return Object.entries(this.hand.decision?.kinds ?? {}).filter(([, { title }]) => title)
  }

  /** What the kind of a value is called. */
  title(value: string): string | undefined {
    const parts = this.parts(value)
    return parts ? this.hand.decision?.kinds[parts.kind]?.title : undefined
  }

  /** A value by its parts; null where it has none. */
  parts(value: string): Composed | null {
    const found = partsOf(this.hand.decision, value)
    return found && { value, kind: found.kind, object: found.objects.join(AND), pace: found.number }
  }

  #composed(slot: string): Composed[] {
    return this.#values(slot).flatMap((value) => this.parts(value) ?? [])
  }

  #values(slot: string): readonly string[] {
    return this.hand.assign?.domain(slot).words?.values ?? []
  }

  /** Whether a slot is given kinds; others of the same page have plain values. */
  has(slot: string): boolean {
    return this.on && this.kinds(slot).length > 0
  }

  kinds(slot: string): Kind[] {
    const found = Map.groupBy(this.#composed(slot), ({ kind }) => kind)
    return this.#titled.flatMap(([kind, { title, help }]) => {
      const objects = [...new Set(found.get(kind)?.map(({ object }) => object))]
      return objects.length ? { kind, title, help, objects } : []
    })
  }

  /** The kind that is open: by hand, else that of the value, else the first if it is chosen on the chart alone. */
  open(slot: string): Kind | null {
    const kinds = this.kinds(slot)
    const { given, print } = this.hand
    const byHand = this.#opened?.slot === slot && this.#opened.print === print ? this.#opened.kind : null
    const wanted = byHand ?? (given.has(slot) ? (this.parts(given.get(slot) ?? '')?.kind ?? '') : null)
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
    return this.#composed(slot)
      .filter((one) => one.kind === kind && one.object === object && one.pace)
      .map(({ pace }) => pace)
  }

  /** The value of a kind and an object, at the pace that was last wished for. */
  value(slot: string, kind: string, object: string, wish?: string): string | null {
    const paces = this.paces(slot, kind, object)
    const wished = wish ?? this.#paces.get(slot) ?? USUAL
    const pace = paces.includes(wished) ? wished : paces.at(-1)
    const found = this.#composed(slot).find((one) => one.kind === kind && one.object === object && one.pace === (pace ?? ''))
    return found?.value ?? null
  }

  give(slot: string, kind: string, object: string, pace?: string): void {
    const value = this.value(slot, kind, object, pace)
    if (pace !== undefined) this.#paces = new Map([...this.#paces, [slot, pace]])
    if (value !== null) this.hand.giving.give(slot, value, false)
  }

  /** What an object is known by on the chart: a piece, a cell, the place of that name, or where a report was made. */
  spot(object: string): string {
    const [name = ''] = object.split(AND)
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

  /** An object as it is called. */
  naming(object: string): string {
    return object.split(AND).map(this.hand.name).join(' ')
  }

  /** A value in words, where the view has none. */
  words(value: string): string | undefined {
    const parts = this.parts(value)
    const title = this.title(value)
    if (!parts || !title) return undefined
    return parts.object ? `${title} ${this.naming(parts.object)}` : title
  }
}
