// Giving orders on the Surface Combat Display: clicks on ships, areas and groups become values of the decision's slots.
import type { PieceView } from '../generated/wire'
import type { Assign } from '../lib/assign'
import { NONE } from '../lib/domains'
import type { Hand } from '../lib/hand.svelte'
import { isAfter, oddsOf, unitOf } from '../lib/worth'
import type { Shot } from './surface'

/** What is ordered: which group a ship is in, where it goes, or at whom it fires. */
export type Kind = 'groups' | 'moves' | 'fire' | 'none'

/** Areas are numbered. */
export function isArea(value: string): boolean {
  return /^\d+$/.test(value)
}

export class SurfaceOrders {
  /** Slots that are given their orders together. */
  #together = $state.raw<readonly string[]>([])

  constructor(
    readonly hand: Hand,
    readonly round: () => number,
  ) {}

  get assign(): Assign | null {
    return this.hand.assign
  }

  readonly kind: Kind = $derived.by(() => {
    const { assign, hand } = this
    if (!assign) return 'none'
    if (!this.round()) return 'groups'
    return assign.slots.some((slot) => assign.domain(slot).targets().some((value) => hand.pieceIds.has(value))) ? 'fire' : 'moves'
  })

  /** The slots at hand: one, or those of a group. */
  readonly current: readonly string[] = $derived.by(() => {
    const { active, assign } = this.hand
    if (active === null || !assign) return []
    return this.#together.includes(active) ? this.#together.filter((slot) => assign.slots.includes(slot)) : [active]
  })

  /** What the slots at hand can be given, all of them. */
  readonly open: readonly string[] = $derived.by(() => {
    const { assign, hand } = this
    const [first, ...more] = this.current
    if (!assign || first === undefined) return []
    const others = more.map((slot) => new Set(assign.domain(slot).targets()))
    return assign
      .domain(first)
      .targets()
      .filter((value) => others.every((each) => each.has(value)) && assign.hasRoom(hand.given, first, value))
  })

  /** Values that are neither ships nor areas: smoke, submerging. */
  words(areas: readonly string[]): string[] {
    if (this.kind !== 'moves') return []
    return this.open.filter((value) => !areas.includes(value) && !this.hand.pieceIds.has(value))
  }

  slotsOf(ship: string): string[] {
    return this.assign?.slots.filter((slot) => unitOf(slot) === ship) ?? []
  }

  /** Whom the orders so far are aimed at, in their order. */
  readonly shots: readonly Shot[] = $derived.by(() => {
    const { hand } = this
    if (this.kind !== 'fire') return []
    return hand.order.flatMap((slot) => {
      const target = hand.given.get(slot)
      return target === undefined ? [] : [{ slot, target }]
    })
  })

  /** Where ships are ordered to go. */
  readonly moves: ReadonlyMap<string, number> = $derived.by(() => {
    const found = new Map<string, number>()
    if (this.kind !== 'moves') return found
    for (const [slot, value] of this.hand.given) if (isArea(value)) found.set(slot, Number(value))
    return found
  })

  chance(slot: string, target: string): number | null {
    const { decision, order, given } = this.hand
    return oddsOf(decision, order, given, slot, target)?.chance ?? null
  }

  /** The factor and the modifiers of an order, in a few words. */
  worth(slot: string, target: string): string {
    const { decision, order, given } = this.hand
    const odds = oddsOf(decision, order, given, slot, target)
    if (!odds) return ''
    const sum = Object.values(odds.modifiers).reduce((total, one) => total + one, 0)
    const [factor = ''] = odds.notes
    const half = isAfter(decision, order, given, slot, target) && factor ? ', half' : ''
    return [factor.startsWith('factor') ? factor + half : '', sum ? `${sum < 0 ? '−' : '+'}${Math.abs(sum)}` : ''].filter(Boolean).join(', ')
  }

  // Clicks

  /** A ship of the line was clicked; whether it was of use for the decision. */
  press(piece: PieceView): boolean {
    const { hand, assign } = this
    if (!assign) return false
    const { active } = hand
    if (this.kind === 'fire' && active !== null && this.open.includes(piece.id)) {
      this.give(piece.id)
      return true
    }
    const slots = this.slotsOf(piece.id)
    if (!slots.length) return false
    const at = active === null ? -1 : slots.indexOf(active)
    // Clicked once more it is the next weapon's turn.
    const next = at >= 0 ? slots[(at + 1) % slots.length] : (slots.find((slot) => !hand.given.has(slot)) ?? slots[0])
    this.#together = []
    hand.giving.activate(next ?? null)
    return true
  }

  /** Whether a ship may be sent to another area. */
  goes(ship: string): boolean {
    return this.slotsOf(ship).some((slot) => this.assign?.domain(slot).targets().some(isArea))
  }

  /** Give a group its orders together. */
  pressAll(pieces: readonly PieceView[]): void {
    const slots = pieces.flatMap((piece) => this.slotsOf(piece.id))
    const [first] = slots
    if (first === undefined) return
    this.#together = slots
    this.hand.giving.activate(first)
  }

  /** Give what is at hand a value, and go on to the next; the same value once more takes it back. */
  give(value: string): void {
    const { hand, assign } = this
    const slots = this.current
    if (!assign || !slots.length) return
    const again = slots.every((slot) => hand.given.get(slot) === value)
    for (const slot of slots.slice(0, -1)) this.#set(slot, again ? null : value)
    const last = slots.at(-1)
    if (last === undefined) return
    if (again) this.#set(last, null)
    else hand.giving.give(last, value)
    if (!again) this.#together = []
  }

  /** Whatever is at hand is left as it is. */
  clear(): void {
    for (const slot of this.current) this.#set(slot, NONE)
  }

  #set(slot: string, value: string | null): void {
    this.hand.giving.give(slot, value, false)
  }
}
