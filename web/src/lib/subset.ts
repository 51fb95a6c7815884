// Some of the items, within limits.
import type { GroupWire, SubsetWire } from '../generated/wire'
import { choose } from './notation'
import { asIs, type Naming } from './options'
import { spelled } from './words'

function limits(least: number, most: number): string {
  return least === most ? String(least) : `${least} to ${most}`
}

export class Subset {
  readonly items: readonly string[]
  readonly least: number
  readonly most: number
  readonly groups: readonly GroupWire[]

  constructor(
    wire: SubsetWire,
    readonly name: Naming = asIs,
  ) {
    ;({ items: this.items, least: this.least, most: this.most, groups: this.groups } = wire)
  }

  /** Why a choice of items is not an answer, or null if it is. */
  refusal(chosen: readonly string[]): string | null {
    const distinct = new Set(chosen)
    if (distinct.size !== chosen.length) return 'an item is chosen twice'
    for (const item of chosen) {
      if (!this.items.includes(item)) return `${this.name(item)} is not among the choices`
    }
    if (distinct.size < this.least || distinct.size > this.most) {
      return `choose ${limits(this.least, this.most)}, not ${distinct.size}`
    }
    for (const group of this.groups) {
      const count = group.items.filter((item) => distinct.has(item)).length
      const name = group.name || group.items.map(this.name).join(', ')
      if (count < group.least) return `at least ${group.least} of ${name}`
      if (count > group.most) return `at most ${group.most} of ${name}`
    }
    return null
  }

  /** What is still to be done, for a person; null when nothing is. */
  owed(chosen: ReadonlySet<string>): string | null {
    const few = this.least - chosen.size
    if (few > 0) return `${spelled(few)} more to choose`
    return this.refusal([...chosen])
  }

  /** Why one more item cannot be added, or null if it can. */
  full(chosen: ReadonlySet<string>, item: string): string | null {
    if (chosen.size >= this.most) return `no more than ${this.most} may be chosen`
    for (const group of this.groups) {
      if (!group.items.includes(item)) continue
      const count = group.items.filter((one) => chosen.has(one)).length
      if (count >= group.most) return `at most ${group.most} of ${group.name || group.items.map(this.name).join(', ')}`
    }
    return null
  }

  /** As many as there may be, in their order. */
  all(): string[] {
    const chosen = new Set<string>()
    for (const item of this.items) if (this.full(chosen, item) === null) chosen.add(item)
    return this.items.filter((item) => chosen.has(item))
  }

  notation(chosen: Iterable<string>): string {
    const among = new Set(chosen)
    return choose(this.items.filter((item) => among.has(item)))
  }
}
