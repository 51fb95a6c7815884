import { expect, it } from 'vitest'
import type { CoachStep, Until, View } from '../generated/wire'
import { isDone, isLeftOut } from './coaching.svelte'

const until: Until = { rules: [], turn: 0, question: '', on_chart: '', badge: {}, gone: '' }
const step = (change: Partial<typeof until> | null): CoachStep => ({ title: 'A', text: 'B', ask: '', points: [], after: [], unless: [], until: change && { ...until, ...change } })
const view = {
  log: [{ number: 4, rule: 'X-1', text: '', event: {} }],
  decision: { question: 'X-2/part' },
  situation: { clock: { turn: 2 }, boards: [{ name: 'map' }], pieces: [{ id: 'u-1', board: 'map', badges: ['patrol'] }, { id: 'hipper', board: 'port', badges: [] }] },
} as unknown as View

it('waits for what can be seen, since the step began', () => {
  expect(isDone(step({ rules: ['X-1'] }), view, 4)).toBe(true)
  expect(isDone(step({ rules: ['X-1'] }), view, 5)).toBe(false)
  expect(isDone(step({ turn: 2 }), view, 9)).toBe(true)
  expect(isDone(step({ turn: 3 }), view, 9)).toBe(false)
  expect(isDone(step({ question: 'X-2/part' }), view, 9)).toBe(true)
  expect(isDone(step({ badge: { 'u-1': 'patrol' } }), view, 9)).toBe(true)
  expect(isDone(step({ badge: { hipper: 'patrol' } }), view, 9)).toBe(false)
  expect(isDone(step({ on_chart: 'u-1' }), view, 9)).toBe(true)
  expect(isDone(step({ on_chart: 'hipper' }), view, 9)).toBe(false)
})

it('does not wait for a unit that is gone', () => {
  expect(isDone(step({ gone: 'u-2' }), view, 9)).toBe(true)
  expect(isDone(step({ gone: 'u-1' }), view, 9)).toBe(false)
})

it('leaves out what speaks of something that has not happened, or asks for what has', () => {
  expect(isLeftOut({ ...step(null), after: ['X-1'] }, view.log)).toBe(false)
  expect(isLeftOut({ ...step(null), after: ['X-3'] }, view.log)).toBe(true)
  expect(isLeftOut({ ...step(null), unless: ['X-1'] }, view.log)).toBe(true)
  expect(isLeftOut({ ...step(null), unless: ['X-3'] }, view.log)).toBe(false)
})

it('is never done by itself where a card only explains', () => {
  expect(isDone(step(null), view, 0)).toBe(false)
})
