// Tells somebody who looks at another page that it is their move, if they have asked for it.
import { untrack } from 'svelte'
import type { Hand } from './hand.svelte'

export class Notifier {
  on = $state(false)

  constructor(readonly hand: Hand) {
    $effect(() => {
      if (hand.decision === null || !this.on || !document.hidden) return
      new Notification('Barents: your move', { body: untrack(() => hand.decision?.prompt ?? ''), tag: hand.session.match })
    })
  }

  async ask(): Promise<void> {
    this.on = (await Notification.requestPermission()) === 'granted'
  }
}
