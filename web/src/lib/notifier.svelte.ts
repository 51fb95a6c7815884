// Tells somebody who looks at another page that it is their move, if they have asked for it.
import { untrack } from 'svelte'
import type { Hand } from './hand.svelte'
import { route } from './route.svelte'
import { settings } from './settings.svelte'

/** The browser's own notices: asked for once, for every table and the lobby. */
class Bell {
  readonly possible = typeof Notification !== 'undefined'
  #permission = $state<NotificationPermission>(typeof Notification === 'undefined' ? 'denied' : Notification.permission)
  readonly on: boolean = $derived(settings.tellMe && this.#permission === 'granted')
  /** The browser does not let us. */
  readonly denied: boolean = $derived(this.#permission === 'denied')

  async ask(): Promise<void> {
    this.#permission = await Notification.requestPermission()
    settings.setTellMe(this.#permission === 'granted')
  }

  silence(): void {
    settings.setTellMe(false)
  }

  /** Ring, if it is wanted and nobody looks at this page. */
  ring(words: string, match: string, path: string): void {
    if (!this.on || !document.hidden) return
    const notice = new Notification('Barents: your move', { body: words, tag: match })
    notice.onclick = () => {
      window.focus()
      route.go(path)
    }
  }
}

export const bell = new Bell()

/** Rings when a table asks. */
export class Notifier {
  constructor(hand: Hand) {
    $effect(() => {
      if (hand.decision === null) return
      const { match, seat } = hand.session
      untrack(() => bell.ring(hand.decision?.prompt ?? '', match, `/match/${match}/${seat}`))
    })
  }
}
