// What has come, gone on or been turned over since the last look, and nobody has seen yet because it lies outside the window.
import type { Stack } from './stacks'

export interface Arrival {
  cell: string
  stack: Stack
}

/** By its place and whatever may be seen of it: what of a stack is new to somebody who looks again. */
function print(stack: Stack): string {
  return `${stack.hidden ? 'back' : stack.pieces.map((piece) => piece.id).join()} ${stack.name || stack.told}`
}

/** Remembers which stacks lay where, and which of those that changed have not been in sight since. */
export class Arrivals {
  #known: ReadonlyMap<string, string> | null = null
  #unseen = new Map<string, Stack>()

  /** Look at the stacks as they are now; those in sight have been seen, and where one's own are one knows. */
  look(stacks: readonly Stack[], inSight: (cell: string) => boolean): Arrival[] {
    const before = this.#known
    const unseen = new Map<string, Stack>()
    for (const stack of stacks) {
      const isNew = before !== null && before.get(stack.place) !== print(stack) && !stack.own
      if ((isNew || this.#unseen.has(stack.place)) && !inSight(stack.cell)) unseen.set(stack.place, stack)
    }
    this.#known = new Map(stacks.map((stack) => [stack.place, print(stack)]))
    this.#unseen = unseen
    return [...unseen.values()].map((stack) => ({ cell: stack.cell, stack }))
  }
}
