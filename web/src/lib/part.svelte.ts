// A part of the page that is fetched when it is needed, and once: a stage, a desk.

export class Part<T> {
  #here = $state.raw<T | null>(null)
  #failed = $state(false)
  #coming = false

  constructor(readonly load: () => Promise<T>) {}

  /** The part, or null while it is on its way; whoever looks at it has it fetched. */
  get now(): T | null {
    this.fetch()
    return this.#here
  }

  /** Whether it did not come. */
  get failed(): boolean {
    return this.#failed
  }

  /** Have it at hand soon. */
  fetch(): void {
    if (this.#coming) return
    this.#coming = true
    this.load().then(
      (part) => {
        this.#here = part
        this.#failed = false
      },
      () => (this.#failed = true),
    )
  }

  /** Try once more. */
  again(): void {
    this.#coming = false
    this.fetch()
  }
}
