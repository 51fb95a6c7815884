// The events of a month one after the other on the chart, at a speed of one's own, with a stop at each battle.

/** Milliseconds that an event is shown at the slowest speed. */
const EACH = 2400
export const SPEEDS = [1, 4, 16] as const

export class Player {
  at = $state(0)
  playing = $state(false)
  speed = $state<(typeof SPEEDS)[number]>(4)
  stops = $state(true)

  constructor(readonly events: () => readonly { shots: readonly unknown[] }[]) {
    $effect(() => {
      if (!this.playing) return
      const timer = setInterval(() => this.#tick(), EACH / this.speed)
      return () => clearInterval(timer)
    })
  }

  #tick(): void {
    this.step(1)
    const { at } = this
    if (this.#isLast || (this.stops && (this.events()[at]?.shots.length ?? 0) > 0)) this.playing = false
  }

  get #isLast(): boolean {
    return this.at >= this.events().length - 1
  }

  show(at: number): void {
    this.at = Math.min(Math.max(0, at), Math.max(0, this.events().length - 1))
  }

  step(by: number): void {
    this.show(this.at + by)
  }

  toggle(): void {
    if (!this.playing && this.#isLast) this.at = 0
    this.playing = !this.playing
  }

  end(): void {
    this.playing = false
    this.show(this.events().length - 1)
  }
}
