// What would you do? The adviser's answer to the question at hand, with its reasons; it is shown, and nothing is sent.
import type { Proposed } from '../generated/wire'
import type { Hand } from './hand.svelte'

export class Advising {
  #shown = $state.raw<{ print: string; advice: Proposed } | null>(null)
  asking = $state(false)

  constructor(readonly hand: Hand) {}

  /** Whether one may ask here: not in a rated match, nor where the table has agreed to play without. */
  get may(): boolean {
    const { session, decision } = this.hand
    return !!decision && !session.watching && !session.table?.rated && !session.table?.unadvised
  }

  /** The advice to the question at hand. */
  get advice(): Proposed | null {
    return this.#shown?.print === this.hand.print ? this.#shown.advice : null
  }

  async ask(): Promise<void> {
    if (!this.may || this.asking) return
    const { print } = this.hand
    this.asking = true
    const found = await this.hand.session.propose()
    this.asking = false
    if (this.hand.print !== print) return
    if (found && 'action' in found) this.#shown = { print, advice: found }
    else this.hand.object(found?.reason ?? 'The server did not answer.')
  }

  /** Put it away; whether there was any. */
  leave(): boolean {
    const was = this.advice !== null
    this.#shown = null
    return was
  }

  async follow(action: string, words: string): Promise<void> {
    if (await this.hand.execute({ notation: action, label: words })) this.leave()
  }

  /** The ways and places that the order names on the chart. */
  get ways(): string[][] {
    return (this.advice?.action ?? '').split(/[\s,=]+/).flatMap((word) => {
      const cells = word.split('>').filter((cell) => /^\d{4}$/.test(cell))
      return cells.length ? [cells] : []
    })
  }
}
