// Which stack is fanned out: by pointing at it for a while, or by hand until it is put away.
import type { Stack } from './stacks'

const SOON = 250
/** There is time to reach a fan that was opened by pointing. */
const LATER = 450

export class Fanning {
  opened = $state.raw<{ place: string; stays: boolean } | undefined>()
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Open a stack until it is put away; without one, put away what is open. */
  show(place: string | undefined): void {
    this.opened = place === undefined ? undefined : { place, stays: true }
  }

  /** The pointer is on a stack, or on nothing. */
  point(stack: Stack | undefined): void {
    clearTimeout(this.#timer)
    if (stack && stack.pieces.length > 1 && !stack.hidden) {
      this.#timer = setTimeout(() => (this.opened = { place: stack.place, stays: false }), SOON)
    } else if (this.opened && !this.opened.stays) this.#timer = setTimeout(() => (this.opened = undefined), LATER)
  }

  /** The pointer is on the fan itself. */
  enter(): void {
    clearTimeout(this.#timer)
  }

  toggle(stack: Stack | undefined): void {
    if (this.opened?.stays) this.opened = undefined
    else if (stack && !stack.hidden) this.show(stack.place)
  }
}
