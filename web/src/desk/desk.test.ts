import { expect, it, vi } from 'vitest'
import type { DecisionView } from '../generated/wire'
import type { Session } from '../lib/session.svelte'
import { muster, orders, seen, shop } from './fixtures/allied'

vi.stubGlobal('document', { documentElement: { dataset: {} } })
const { Hand } = await import('../lib/hand.svelte')
const { billOf, sumOf } = await import('../lib/prices')
const { fieldOf, fleetsOf, layoutOf, palette, send, typesOf, unitsOf } = await import('./pages')

/** A hand at the desk, and what it has sent to the server. */
function at(decision: DecisionView): { hand: InstanceType<typeof Hand>; said: string[] } {
  vi.stubGlobal('addEventListener', () => undefined)
  const said: string[] = []
  const session = {
    view: seen(decision), side: 'allied', match: 'm', line: 'up', choosing: false, draft: null, table: { seats: [] },
    choose: (notation: string) => (said.push(notation), Promise.resolve({ done: true })),
    consider: () => Promise.resolve(null),
    keepDraft: () => Promise.resolve(),
  } as unknown as Session
  let hand: InstanceType<typeof Hand> | undefined
  $effect.root(() => {
    hand = new Hand(session, () => () => [], () => new Map(), () => undefined)
  })
  if (!hand) throw new Error('no hand')
  return { hand, said }
}
