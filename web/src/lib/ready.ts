// The answer that may be given now, and what the button says.
import type { Follow, PlannedAnswer } from '../generated/wire'
import type { Hand } from './hand.svelte'
import type { Naming } from './options'
import { withPrice } from './prices'
import { counted, spelled } from './words'

/** An answer that may be given now. */
export interface Ready {
  notation: string
  label: string
  /** Of a whole order: its answers, of which the first is given now. */
  answers?: readonly PlannedAnswer[]
  /** What keeps the next of several orders from being begun. */
  stop?: Follow['stop']
}

/** Some names, and how many more there are. */
export function some(names: readonly string[], name: Naming): string {
  const shown = names.slice(0, 3).map(name).join(', ')
  return names.length > 3 ? `${shown} and ${names.length - 3} more` : shown
}

export function readyOf(hand: Hand): Ready | null {
  const { chosen, subset, assign, items, given, order, ordering } = hand
  if (ordering.chosen) {
    const answers = ordering.planned.flatMap(({ plan }, order) => plan?.answers.map((answer) => ({ ...answer, order })) ?? [])
    return answers.length ? { notation: '', label: ordering.label, answers, stop: ordering.together ? ordering.stop : '' } : null
  }
  if (chosen) return { notation: chosen.notation, label: withPrice(hand.label(chosen), hand) }
  if (hand.missing !== null) return null
  if (subset) {
    // To take none where some could be taken is a quiet choice, with a button of its own.
    return !items.size && subset.most > 0 ? null : { notation: subset.notation(items), label: withPrice(chooses(hand), hand) }
  }
  return assign ? { notation: assign.notation(given, order), label: withPrice(commits(hand), hand) } : null
}

function chooses({ items, name, decision }: Hand): string {
  const [only] = items
  const verb = decision?.verb || 'Choose'
  if (items.size === 1 && only !== undefined) return `${verb} ${name(only)}`
  return items.size ? `${verb} ${spelled(items.size)}` : 'Go on'
}

function commits(hand: Hand): string {
  const { assign, given } = hand
  if (!assign) return ''
  if (hand.atDesk) return given.size ? hand.decision?.verb || 'Commit' : 'Go on'
  if (hand.stands) return given.size ? `Move ${spelled(given.size)}` : 'Leave all in place'
  if (hand.standing.may) return given.size ? `Give ${counted(given.size, 'order')}` : 'Leave this page as it is'
  const idle = hand.isPlot ? hand.unsent.length : assign.slots.length - given.size
  const gaps = idle ? `, ${hand.isPlot ? counted(idle, 'gap') : `${idle} without`}` : ''
  const plot = assign.slots.some((slot) => assign.moves(slot) && !hand.giving.isSearch(slot))
  return !assign.slots.length ? 'Go on' : `${plot ? 'Commit plot' : 'Commit'}${gaps}`
}
