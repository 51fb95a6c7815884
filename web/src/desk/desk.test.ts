import { beforeEach, expect, it, vi } from 'vitest'
import type { DecisionView } from '../generated/wire'
import type { Session } from '../lib/session.svelte'
import { muster, orders, seen, shop } from './fixtures/allied'

vi.stubGlobal('document', { documentElement: { dataset: {} } })
const { Hand } = await import('../lib/hand.svelte')
const { billOf, priced, sumOf } = await import('../lib/prices')
const { fieldOf, fleetsOf, layoutOf, palette, send, typesOf, unitsOf } = await import('./pages')
const { countersOf, isDealing } = await import('./shop')
const { inPort } = await import('../lib/orders')

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
  expect(parts[0]?.slots.map((slot) => fieldOf(hand, slot))).toEqual(['Sails in turn', 'Goes by', 'Waypoint 1'])
  // What is given is drawn; what is pointed at takes its place.
  expect(hand.light.routes.map(({ state, cells }) => [state, cells[1]])).toEqual([['plotted', '3010']])
  hand.pointed = ['pq-17:route=SOUTH']
  expect(hand.light.routes.map(({ state, cells }) => [state, cells[1]])).toEqual([['plotting', '3015']])
})

/** Two ships may come into the core, in the place of one of it or besides; one may be given up, and one exchanged. */
const deals: DecisionView = {
  ...shop,
  layout: 'shop',
  items: Object.fromEntries(
    Object.entries({ formidable: 'CV', furious: 'CV', victorious: 'CV', zulu: 'DD', tartar: 'DD', echo: 'DD' }).map(([ship, type]) => [ship, { type, name: '', facts: [], names: [], piece: null }]),
  ),
  headings: { buy: 'Buy', sell: 'Give up', exchange: 'Exchange' },
  prices: { 'buy formidable victorious': 100, 'buy formidable new': 200, 'buy furious new': 200, 'buy zulu new': 15, 'sell victorious': -80 },
  options: {
    type: 'pick', about: '',
    listed: [],
    products: [
      {
        do: 'buy', fields: ['ship', 'instead'], of: { formidable: 0, furious: 1, zulu: 1 },
        domains: [{ type: 'among', values: ['victorious', 'new'], numbers: false }, { type: 'among', values: ['new'], numbers: false }],
      },
      { do: 'sell', fields: ['ship'], of: { '': 0 }, domains: [{ type: 'among', values: ['victorious'], numbers: false }] },
      { do: 'exchange', fields: ['ship', 'other'], of: { echo: 0 }, domains: [{ type: 'among', values: ['zulu', 'tartar'], numbers: false }] },
    ],
  },
}

it('deals in ships on a page for each kind of deal, by their types, with what they cost and bring', () => {
  const hand = at(deals)
  if (!hand.pick) throw new Error('nothing is picked')
  expect([isDealing(hand), isDealing(at(shop))]).toEqual([true, false])
  const counters = countersOf(hand, hand.pick)
  const told = counters.map(({ heading, shelves }) => [heading, shelves.map(({ title, offers, prices }) => [title, offers.map(({ ship }) => ship).join(), prices.join()])])
  expect(told).toEqual([
    ['Buy', [['Carriers', 'formidable,furious', '200,100'], ['Destroyers', 'zulu', '15']]],
    ['Give up', [['Carriers', 'victorious', '-80']]],
    ['Exchange', [['Destroyers', 'echo', '']]],
  ])
  const dearer = counters[0]?.shelves[0]?.offers[0]?.options[1]
  if (!dearer) throw new Error('there is no such deal')
  hand.takeOption(dearer)
  expect(hand.ready).toEqual({ notation: 'buy formidable new', label: 'Buy: formidable, new for 200' })
})

it('knows who lies in port: fleets, and the ships whose sheets hang on them', () => {
  const piece = { badges: ['in port'], id: 'port-murmansk', sheets: ['ship-groza', 'merchants-port-murmansk'] }
  const away = { badges: [], id: 'pq-8', sheets: ['ship-echo'] }
  const found = inPort([piece, away] as unknown as Parameters<typeof inPort>[0])
  expect(['port-murmansk', 'groza', 'pq-8', 'echo'].map((one) => found.has(one))).toEqual([true, true, false, false])
})
