// The same vectors as the terminal's coach is held to (tests/kernel/test_coach.py).
import { expect, it } from 'vitest'
import type { CoachStep, Until, View } from '../generated/wire'
import vectors from '../../../tests/kernel/coach_vectors.json'
import { isDone, isLeftOut } from './coaching.svelte'

const until: Until = { rules: [], turn: 0, question: '', on_chart: '', badge: {}, gone: '' }

/** A view with no more than the coach looks at. */
function viewOf(name: string): View {
  const small = vectors.views[name as keyof typeof vectors.views]
  return {
    log: small.log.map(([number, rule]) => ({ number, rule, text: '', event: {} })),
    decision: small.question === null ? null : { question: small.question },
    situation: { clock: { turn: small.turn }, boards: [{ name: 'map' }, { name: 'port' }], pieces: small.pieces },
  } as unknown as View
}

function stepOf(change: object): CoachStep {
  const step = { title: 'A', text: 'B', ask: '', points: [], after: [], unless: [], until: null, ...change } as CoachStep
  return step.until ? { ...step, until: { ...until, ...step.until } } : step
}

it.each(vectors.cases)('$name', ({ view, step, since, done, left_out }) => {
  const seen = viewOf(view)
  expect(isDone(stepOf(step), seen, since)).toBe(done)
  expect(isLeftOut(stepOf(step), seen.log)).toBe(left_out)
})
