// Putting pieces into cells of a display: who may go where, and who makes room.
import type { Assign } from '../lib/assign'

export interface Placing {
  /** Where each piece stands as long as nothing else is said; one that is not on the display has no place. */
  base: ReadonlyMap<string, string>
  /** What has been said so far: a value for a piece. */
  given: ReadonlyMap<string, string>
  allows(slot: string, value: string): boolean
  /** How many have room at a value; undefined where any number has. */
  room(value: string): number | undefined
}

export type Moved =
  | { done: true; given: Map<string, string> }
  /** It may not go there; or whoever is there may not go where it comes from. */
  | { done: false; blocker: string | null }

/** Pieces that are assigned places: `base` has those that stand in one already. */
export function placingOf(assign: Assign, given: ReadonlyMap<string, string>, base: ReadonlyMap<string, string>): Placing {
  return {
    base,
    given,
    allows: (slot, value) => assign.slots.includes(slot) && assign.domain(slot).refusal(value) === null,
    room: (value) => assign.capacity[value],
  }
}

/** What a piece does now: as it was told, else as it stands. */
export function valueOf(placing: Placing, slot: string): string | undefined {
  return placing.given.get(slot) ?? placing.base.get(slot)
}

/** Move a piece; where there is no room it changes places with one that is there. */
export function moved(placing: Placing, slot: string, value: string): Moved {
  const { base, allows, room } = placing
  if (!allows(slot, value)) return { done: false, blocker: null }
  const from = valueOf(placing, slot)
  const given = new Map(placing.given)
  const put = (one: string, to: string | undefined): void => {
    if (to === undefined || to === base.get(one)) given.delete(one)
    else given.set(one, to)
  }
  const there = [...new Set([...base.keys(), ...placing.given.keys()])].filter((one) => one !== slot && valueOf(placing, one) === value)
  const most = room(value)
  const [other] = most !== undefined && there.length >= most ? there.slice(-1) : []
  if (other !== undefined) {
    const back = from ?? base.get(other)
    // One that comes from nowhere sends the other away, unless it stood there from the beginning.
    if (from === undefined && base.has(other)) return { done: false, blocker: other }
    if (from !== undefined && !allows(other, from)) return { done: false, blocker: other }
    put(other, back)
  }
  put(slot, value)
  return { done: true, given }
}
