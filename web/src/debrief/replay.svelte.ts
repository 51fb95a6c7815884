// A finished game shown again: the view of a step through somebody's eyes, with the steps beside it fetched ahead.
import type { View } from '../generated/wire'
import { get, wordsOf } from '../start/service'
import type { Ruler } from './scrubber'

export type Eyes = 'allied' | 'axis' | 'umpire'

const KEPT = 90
const BEAT = 320 // ms from one place to the next while it plays

export class Replay {
  step = $state(0)
  playing = $state(false)
  trouble = $state('')
  /** What is shown of each pair of eyes that is looked through; the last one stays until the next has come. */
  shown = $state.raw<Partial<Record<Eyes, View>>>({})
  /** Counts the moments that were asked for and have come, so that the chart can be turned to them. */
  arrived = $state(0)
  #sought = -1
  #eyes: readonly Eyes[] = []
  readonly #match: string
  readonly #ruler: Ruler
  readonly #views = new Map<string, Promise<View>>()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(match: string, ruler: Ruler, step: number) {
    this.#match = match
    this.#ruler = ruler
    this.step = ruler.held(step)
  }

  /** Look through these eyes from now on. */
  look(eyes: readonly Eyes[]): void {
    this.#eyes = eyes
    if (eyes.length) void this.#show()
    else this.pause()
  }

  go(step: number): void {
    const wanted = this.#ruler.held(step)
    if (wanted === this.step) return
    this.step = wanted
    void this.#show()
  }

  /** Go to a step to see what happened there. */
  jump(step: number): void {
    this.pause()
    this.#sought = this.#ruler.held(step)
    this.step = this.#sought
    void this.#show()
  }

  toggle(): void {
    if (this.playing) return this.pause()
    if (this.step >= this.#ruler.steps) this.step = 0
    this.playing = true
    void this.#show()
    this.#next()
  }

  pause(): void {
    this.playing = false
    clearTimeout(this.#timer)
  }

  #next(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      if (!this.playing) return
      this.go(this.#ruler.playFrom(this.step))
      if (this.step >= this.#ruler.steps) return this.pause()
      // The next place waits for this one, so that a slow line plays slowly and not in jumps.
      void Promise.allSettled(this.#eyes.map((eyes) => this.#view(this.step, eyes))).then(() => this.playing && this.#next())
    }, BEAT)
  }

  async #show(): Promise<void> {
    const { step } = this
    await Promise.all(
      this.#eyes.map(async (eyes) => {
        try {
          const view = await this.#view(step, eyes)
          if (this.step === step) {
            this.shown = { ...this.shown, [eyes]: view }
            this.trouble = ''
            if (this.#sought === step) {
              this.#sought = -1
              this.arrived += 1
            }
          }
        } catch (error) {
          if (this.step === step) this.trouble = wordsOf(error)
        }
      }),
    )
    if (this.step === step) this.#ahead()
  }

  /** The steps that a key or the player leads to next. */
  #ahead(): void {
    const { step } = this
    const next = this.playing ? [this.#ruler.playFrom(step)] : [step + 1, step - 1, step + 2, this.#ruler.turnFrom(step, 1)]
    for (const eyes of this.#eyes) {
      for (const other of next) if (other >= 0 && other <= this.#ruler.steps) this.#view(other, eyes).catch(() => undefined)
    }
  }

  #view(step: number, eyes: Eyes): Promise<View> {
    const key = `${step} ${eyes}`
    let view = this.#views.get(key)
    if (!view) {
      view = get<View>(`/api/matches/${encodeURIComponent(this.#match)}/replay/${step}?eyes=${eyes}`)
      view.catch(() => this.#views.delete(key))
    }
    // The newest last, so that the oldest is the first to go.
    this.#views.delete(key)
    this.#views.set(key, view)
    const [oldest] = this.#views.keys()
    if (this.#views.size > KEPT && oldest !== undefined) this.#views.delete(oldest)
    return view
  }
}
