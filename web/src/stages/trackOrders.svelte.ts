// Giving orders on the battle track: drags, clicks and arrow keys become values of the decision's slots.
import type { DecisionView, DivisionSlots, PieceView } from '../generated/wire'
import type { Hand } from '../lib/hand.svelte'
import { partsOf } from '../lib/parts'
import { byThemselves, worthOf, type Deed, type Division, type Stand, type Track, type Worth } from './track'

/** What is ordered: which division a ship is in, or what divisions and weapons do in a round. */
export type Kind = 'divisions' | 'round' | 'none'

export interface Aim {
  slot: string
  target: string
  /** Whether it was ordered; else guns choose their target by themselves. */
  ordered: boolean
}

export class TrackOrders {
  /** A division that is being dragged, and by how many cells. */
  dragged = $state.raw<{ key: string; by: number } | null>(null)
  /** What was ordered in a round, while the other side has still to order. */
  #kept = $state.raw<{ round: number; given: ReadonlyMap<string, string>; decision: DecisionView | null }>({ round: -1, given: new Map(), decision: null })

  constructor(
    readonly hand: Hand,
    readonly track: () => Track,
  ) {}

  readonly kind: Kind = $derived.by(() => {
    const { assign } = this.hand
    if (!assign) return 'none'
    const { breakOff, forming } = this.track()
    if (assign.slots.includes(breakOff)) return 'round'
    return forming.length && assign.slots.every((slot) => forming.includes(slot)) ? 'divisions' : 'none'
  })

  /** Whether one's orders are given and the other side's are not. */
  readonly waiting: boolean = $derived.by(() => !this.hand.decision && this.#kept.round === this.track().round)
  readonly given: ReadonlyMap<string, string> = $derived.by(() => {
    if (this.kind === 'round') return this.hand.given
    return this.waiting ? this.#kept.given : new Map<string, string>()
  })

  /** Remember what is ordered now. */
  keep(): void {
    if (this.kind === 'round') this.#kept = { round: this.track().round, given: this.hand.given, decision: this.hand.decision }
  }

  // What is at hand

  readonly active: string | null = $derived.by(() => (this.kind === 'round' ? this.hand.active : null))
  /** The weapon that is being aimed. */
  readonly aiming: string | null = $derived.by(() => (this.active !== null && this.track().mountAt(this.active) ? this.active : null))
  /** The division that is ordered, or whose ship is. */
  readonly division: Division | null = $derived.by(() => {
    const { active } = this
    if (active === null) return null
    const track = this.track()
    const key = track.orderAt(active)?.key ?? track.divisionOf(this.shipOf(active))?.key
    return track.divisions.find((one) => one.key === key) ?? null
  })

  has(slot: string | undefined): slot is string {
    return slot !== undefined && this.kind === 'round' && (this.hand.assign?.slots.includes(slot) ?? false)
  }

  /** The slot by which a division can be told something now. */
  slotOf(key: string, what: keyof DivisionSlots): string | undefined {
    const slot = this.track().slotOf(key, what)
    return this.has(slot) ? slot : undefined
  }

  /** What a division has been told. */
  told(key: string, what: keyof DivisionSlots): string | undefined {
    const slot = this.track().slotOf(key, what)
    return slot === undefined ? undefined : this.given.get(slot)
  }

  /** The ship whose weapon a slot aims; none for one that orders a division. */
  shipOf(slot: string): string {
    return this.track().mountAt(slot)?.ship ?? ''
  }

  // Moves

  /** The most cells that a division may go; 0 where it may not be ordered. */
  reach(key: string): number {
    const slot = this.slotOf(key, 'move')
    if (slot === undefined) return 0
    return Math.max(0, ...(this.hand.assign?.domain(slot).targets().map(Number) ?? []))
  }

  move(key: string): number {
    if (this.dragged?.key === key) return this.dragged.by
    return Number(this.told(key, 'move') ?? 0)
  }

  setMove(key: string, by: number): void {
    const most = this.reach(key)
    const slot = this.slotOf(key, 'move')
    if (!most || slot === undefined) return
    const cells = Math.max(-most, Math.min(most, by))
    this.hand.giving.activate(slot)
    this.hand.giving.give(slot, this.hand.assign?.domain(slot).targets().find((value) => Number(value) === cells) ?? null, false)
  }

  /** Whoever combs does not close any enemy. */
  isHeld(division: Division): boolean {
    const by = this.move(division.key)
    if (!by || !this.does(division.key, 'comb')) return false
    const there = division.cell + by
    return this.track().divisions.some((one) => one.side !== division.side && Math.abs(there - one.cell) < Math.abs(division.cell - one.cell))
  }

  /** Whether a division goes at full speed, and fires less. */
  isRunning(key: string): boolean {
    const most = this.reach(key)
    return most >= this.track().run && Math.abs(this.move(key)) === most
  }

  /** How one's own divisions will stand. */
  readonly stand: Stand = $derived.by(() => ({
    cell: (division) => division.cell + (this.isHeld(division) ? 0 : this.move(division.key)),
    hampered: (division) => (this.isRunning(division.key) && !this.isHeld(division)) || this.does(division.key, 'comb'),
    lit: new Set([...this.given].flatMap(([slot, value]) => (this.track().orderAt(slot)?.what === 'starshell' ? [value] : []))),
  }))

  // What else a division does

  does(key: string, deed: Deed): boolean {
    return this.told(key, deed) !== undefined
  }

  toggle(slot: string, value = 'yes'): void {
    this.hand.giving.give(slot, this.hand.given.get(slot) === value ? null : value, false)
  }

  // Weapons

  slotsOf(ship: string): string[] {
    return this.kind === 'round' ? (this.hand.assign?.slots.filter((slot) => this.shipOf(slot) === ship) ?? []) : []
  }

  /** The target of an order, and how many dice of torpedoes are at it, if it is of torpedoes. */
  #aimed(value: string): { target: string; dice: number | undefined } {
    const parts = partsOf(this.kind === 'round' ? this.hand.decision : this.#kept.decision, value)
    return { target: parts?.spot || value, dice: parts?.number ? Number(parts.number) : undefined }
  }

  /** At whom an order is aimed, without the number of torpedoes. */
  targetOf(slot: string): string | null {
    const value = this.given.get(slot)
    return value === undefined ? null : this.#aimed(value).target
  }

  /** How many dice of torpedoes are ordered. */
  tubes(slot: string): number | undefined {
    const value = this.given.get(slot)
    return value === undefined ? undefined : this.#aimed(value).dice
  }

  worth(slot: string, target: string): Worth | null {
    return worthOf(this.track(), slot, target, this.stand, this.targetOf(slot) === target ? this.tubes(slot) : undefined)
  }

  /** Everything that will fire, as far as one can tell. */
  readonly aims: readonly Aim[] = $derived.by(() => {
    const slots = this.kind === 'round' ? (this.hand.assign?.slots ?? []) : [...this.given.keys()]
    return slots.flatMap((slot): Aim[] => {
      if (!this.track().mountAt(slot)) return []
      const target = this.targetOf(slot)
      if (target !== null) return [{ slot, target, ordered: true }]
      const chosen = byThemselves(this.track(), slot, this.stand)
      return chosen === null ? [] : [{ slot, target: chosen, ordered: false }]
    })
  })

  /** The ships that the weapon at hand can be aimed at. */
  readonly targets: ReadonlySet<string> = $derived.by(() => {
    const { aiming } = this
    if (aiming === null) return new Set<string>()
    return new Set(this.hand.assign?.domain(aiming).targets().map((value) => this.#aimed(value).target))
  })

  /** A ship was clicked; whether it was of use. */
  press(piece: PieceView): boolean {
    const { aiming, hand } = this
    if (aiming !== null && this.targets.has(piece.id)) {
      this.aim(aiming, piece.id)
      return true
    }
    const slots = this.slotsOf(piece.id)
    if (!slots.length) return false
    const at = aiming === null ? -1 : slots.indexOf(aiming)
    // Clicked once more it is the next weapon's turn.
    const next = at >= 0 ? slots[(at + 1) % slots.length] : (slots.find((slot) => !hand.given.has(slot)) ?? slots[0])
    hand.giving.activate(next ?? null)
    return true
  }

  /** Aim a weapon, all torpedoes at once, and go on to the next; at the same ship once more takes it back. */
  aim(slot: string, target: string): void {
    const { hand } = this
    if (this.targetOf(slot) === target) {
      hand.giving.give(slot, null, false)
      return
    }
    const value = hand.assign?.domain(slot).targets().find((one) => this.#aimed(one).target === target)
    if (value === undefined) return
    hand.giving.give(slot, value, false)
    const slots = hand.assign?.slots ?? []
    const round = [...slots.slice(slots.indexOf(slot) + 1), ...slots.slice(0, slots.indexOf(slot))]
    const next = round.find((one) => this.track().mountAt(one) && !hand.given.has(one) && this.reaches(one))
    hand.giving.activate(next ?? slot)
  }

  setTubes(slot: string, dice: number): void {
    const target = this.targetOf(slot)
    const offered = this.hand.assign?.domain(slot).targets() ?? []
    const value = offered.find((one) => this.#aimed(one).target === target && this.#aimed(one).dice === dice)
    if (value !== undefined) this.hand.giving.give(slot, value, false)
  }

  /** Whether a weapon reaches anybody. */
  reaches(slot: string): boolean {
    return this.track().divisions.some((one) => one.ships[0] !== undefined && worthOf(this.track(), slot, one.ships[0], this.stand) !== null && one.side !== this.track().divisionOf(this.shipOf(slot))?.side)
  }

  /** Everything is as it was before any order. */
  clear(): void {
    this.hand.keep({ given: new Map() })
  }
}
