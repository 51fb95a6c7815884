// The staff's proposal for a page: it is filled in, and everything in it can still be changed.
import type { Hand } from './hand.svelte'
import { assignedIn, chosenIn } from './notation'

/** Ask the staff, and fill the page in; why it could not be, or nothing. */
export async function fillIn(hand: Hand): Promise<string> {
  const print = hand.print
  const proposal = await hand.session.propose()
  if (hand.print !== print) return ''
  if (!proposal) return 'The server did not answer.'
  if ('reason' in proposal) return proposal.reason
  const items = hand.subset ? chosenIn(proposal.action) : null
  if (items) {
    hand.setItems(items)
    return ''
  }
  const { assign } = hand
  const given = assign ? assignedIn(proposal.action) : null
  if (!assign || !given) return proposal.words
  const proposed = new Map([...given].filter(([slot, value]) => assign.slots.includes(slot) && value !== '-'))
  // What the player has set stays, where the rest can be as proposed.
  const both = new Map([...proposed, ...hand.given])
  const keeps = assign.refusal(assign.pairs(both, hand.order)) === null
  hand.keep({ given: keeps ? both : proposed, active: null, marks: new Map() })
  return ''
}
