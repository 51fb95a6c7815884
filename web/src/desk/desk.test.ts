import { beforeEach, expect, it, vi } from 'vitest'
import type { DecisionView } from '../generated/wire'
import type { Session } from '../lib/session.svelte'
import { muster, orders, seen, shop } from './fixtures/allied'

vi.stubGlobal('document', { documentElement: { dataset: {} } })
const { Hand } = await import('../lib/hand.svelte')
const { billOf, priced, sumOf } = await import('../lib/prices')
const { fieldOf, fleetsOf, layoutOf, palette, send, typesOf, unitsOf } = await import('./pages')

let said: string[] = []

/** A hand at the desk, with the parts that an assignment has. */
function at(decision: DecisionView): InstanceType<typeof Hand> {
  const session = {
    view: seen(decision),
    side: 'allied',
    match: 'm',
    line: 'up',
    choosing: false,
    draft: null,
    consider: () => Promise.resolve(null),
    keepDraft: () => Promise.resolve(),
    choose: (notation: string) => Promise.resolve(said.push(notation)).then(() => ({ done: true })),
  } as unknown as Session
  return new Hand(session, () => () => [], () => new Map(), () => undefined)
}

function assignOf(hand: InstanceType<typeof Hand>) {
  if (!hand.assign) throw new Error('nothing is assigned')
  return hand.assign
}

beforeEach(() => {
  said = []
  vi.useFakeTimers()
})

it('adds up what is hired, names the sum, and pays nothing before the button', async () => {
  const hand = at(shop)
  expect([layoutOf(hand), hand.ready?.label]).toEqual(['numbers', 'Go on'])
  hand.giving.give('CV', '1', false)
  hand.giving.give('MS', '4', false)
  expect(billOf(hand)).toEqual([{ words: '1 carrier', points: 50 }, { words: '4 minesweepers', points: 2 }])
  expect([sumOf(billOf(hand)), hand.ready?.label]).toEqual([52, 'Hire for 52'])
  hand.giving.give('CV', null, false)
  expect(hand.ready?.label).toBe('Hire for 2')
  expect(said).toEqual([])
  await hand.execute()
  expect(said).toEqual(['assign CV=- MS=4'])
})

it('shows what is gained with its plus', () => {
  expect([priced(15), priced(-40)]).toEqual(['15', '+40'])
  const hand = at({ ...shop, prices: { 'CV=1': -80 } })
  hand.giving.give('CV', '1', false)
  expect(hand.ready?.label).toBe('Hire for +80')
})

it('begins with what is proposed, and sends several ships at once as far as there is room', () => {
  const hand = at(muster)
  const assign = assignOf(hand)
  expect([layoutOf(hand), hand.given.get('victorious'), hand.given.get('echo')]).toEqual(['muster', 'cover-1', 'pq-17'])
  expect(hand.ready?.label).toBe('Commit')
  expect(palette(assign)).toEqual(['pq-17', 'cover-1', 'Scapa Flow', 'Hvalfjordur'])
  const parts = typesOf(hand, assign.slots, unitsOf(hand))
  expect(parts.map(({ title, slots }) => [title, slots.length])).toEqual([['Carriers', 1], ['Heavy cruisers', 2], ['Destroyers', 4]])
  expect(send(hand, assign, parts[2]?.slots ?? [], 'Hvalfjordur')).toBe(2)
  expect([...hand.given.values()].filter((place) => place === 'Hvalfjordur')).toHaveLength(2)
  expect(send(hand, assign, ['kent'], 'Hvalfjordur')).toBe(0)
})

it('lays the orders of several fleets out by fleet, and draws the way that is pointed at', () => {
  const hand = at(orders)
  const assign = assignOf(hand)
  expect([layoutOf(hand), hand.active]).toEqual(['fleets', null])
  const parts = fleetsOf(hand, assign)
  expect(parts.map((part) => part.title)).toEqual(['PQ-17', 'First covering fleet', ''])
  expect(parts[0]?.slots.map((slot) => parts[0] && fieldOf(hand, parts[0], slot))).toEqual(['Sails in turn', 'Goes by', 'First by way of'])
  // What is given is drawn; what is pointed at takes its place.
  expect(hand.light.routes.map(({ state, cells }) => [state, cells[1]])).toEqual([['plotted', '3010']])
  hand.pointed = ['pq-17:route=SOUTH']
  expect(hand.light.routes.map(({ state, cells }) => [state, cells[1]])).toEqual([['plotting', '3015']])
})
