// The briefing of a match: opened by itself once, before the first turn is over, and whenever one asks for it.
import type { Briefing } from '../generated/wire'
import type { Session } from './session.svelte'
import { settings } from './settings.svelte'

const KEPT = 'briefed'
const MOST_KEPT = 200
/** After so many games the tips fold by themselves. */
const TIPS_FOLD = 3

function read(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '[]')
    return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : []
  } catch {
    return [] // storage may be closed to us; then nothing is remembered
  }
}

export class Briefings {
  shown = $state.raw<Briefing | null>(null)
  #asked = false

  constructor(readonly session: Session) {
    $effect(() => {
      const { view, side, line } = session
      if (this.#asked || line !== 'up' || !view || side === null || !settings.briefings) return
      this.#asked = true
      if (!view.result && view.situation.clock.turn <= 1 && !read().includes(this.#key)) void this.open()
    })
  }

  get #key(): string {
    return `${this.session.match} ${this.session.side ?? ''}`
  }

  /** Whether somebody has read so many briefings that the tips are folded. */
  get folded(): boolean {
    return read().length >= TIPS_FOLD
  }

  async open(): Promise<void> {
    this.shown = await this.session.briefing()
  }

  close(): void {
    if (this.shown === null) return
    this.shown = null
    try {
      localStorage.setItem(KEPT, JSON.stringify([...new Set([...read(), this.#key])].slice(-MOST_KEPT)))
    } catch {
      // as above: it will be shown again
    }
  }
}
