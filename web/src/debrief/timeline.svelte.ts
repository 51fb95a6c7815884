// What each side knew by the end of every turn, gathered one turn after the other while somebody looks.
import type { Side, View } from '../generated/wire'
import { get } from '../start/service'
import { tallied, type Tallies } from './knowledge'
import type { Ruler } from './scrubber'

export class Timeline {
  known = $state.raw<Record<Side, (Tallies | undefined)[]>>({ allied: [], axis: [] })
  done = $state(0)
  readonly turns: readonly { step: number; turn: number }[]
  readonly #ruler: Ruler
  readonly #match: string

  constructor(match: string, ruler: Ruler) {
    this.#match = match
    this.#ruler = ruler
    this.turns = ruler.turns
    this.known = { allied: this.turns.map(() => undefined), axis: this.turns.map(() => undefined) }
  }

  /** Gather what has not come yet; the function it gives back ends that. */
  gather(): () => void {
    const wanted = new AbortController()
    void this.#gather(wanted.signal)
    return () => wanted.abort()
  }

  async #gather(signal: AbortSignal): Promise<void> {
    for (const i of this.turns.keys()) {
      if (this.known.allied[i]) continue
      const step = this.#ruler.endOf(i)
      const view = (eyes: string): Promise<View> =>
        get(`/api/matches/${encodeURIComponent(this.#match)}/replay/${step}?eyes=${eyes}`, signal)
      try {
        const [truth, allied, axis] = await Promise.all([view('umpire'), view('allied'), view('axis')])
        if (signal.aborted) return
        const next = { allied: [...this.known.allied], axis: [...this.known.axis] }
        next.allied[i] = tallied(allied.situation, truth.situation, 'allied')
        next.axis[i] = tallied(axis.situation, truth.situation, 'axis')
        this.known = next
        this.done = i + 1
      } catch {
        // The charts above say what is wrong; what has come stays.
        return
      }
    }
  }
}
