// A half-made answer that the server keeps for its seat, and what of it fits the question that is asked.
import type { Hand, Progress } from './hand.svelte'
import type { Mark } from './plots'

export type Draft = { print: string; items?: string[]; given?: [string, string][]; order?: string[]; marks?: [string, Mark][] }

export function drafted(hand: Hand, draft: Draft | null): Partial<Progress> {
  const { subset, assign, giving } = hand
  if (!draft || draft.print !== hand.print) return {}
  if (subset && draft.items) return { items: new Set(draft.items.filter((item) => subset.items.includes(item))) }
  if (!assign || !draft.given) return {}
  // A route that is not finished is kept too.
  const given = new Map(draft.given.filter(([slot, value]) => assign.slots.includes(slot) && assign.domain(slot).begins(value)))
  const marks = new Map(draft.marks?.filter(([slot]) => given.has(slot)))
  const order = draft.order && [...draft.order].sort().join() === [...assign.slots].sort().join() ? draft.order : assign.slots
  const open = hand.isPlot ? giving.slots.filter((slot) => !given.has(slot) && giving.needs(slot)) : assign.gaps(given)
  return { given, order, marks, active: open[0] ?? null }
}
