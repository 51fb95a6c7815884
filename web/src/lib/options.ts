// What the three shapes of a decision have in common. A shape is made from its wire form and says what may be answered,
// why an answer is not one yet, and how it is written; it agrees with the umpire's kernel on every answer (vectors.json
// holds it to that).
import type { DecisionView } from '../generated/wire'

/** The name under which a person knows an item, a cell or a slot. */
export type Naming = (id: string) => string
export const asIs: Naming = (id) => id

/** A short print of what is asked, so that a draft is laid only over the question that it answers. */
export function fingerprint(rule: string, options: DecisionView['options']): string {
  const text = JSON.stringify([rule, options])
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0
  }
  return `${rule} ${text.length.toString(36)} ${hash.toString(36)}`
}
