import { beforeEach, expect, it, vi } from 'vitest'
import type { DecisionView, View } from '../generated/wire'
import type { Session } from './session.svelte'

vi.stubGlobal('document', { documentElement: { dataset: {} } })
const { Hand } = await import('./hand.svelte')
const { bound, groupsOf, missionOf, tabsOf, together } = await import('./orders')

const piece = (id: string, cell: string, side: string): object => ({ id, cell, side, board: 'map', kind: 'dd', label: id.toUpperCase(), ship: id })
const asked = (change: Partial<DecisionView>): DecisionView =>
  ({ rule: 'X-1', prompt: '', circumstance: '', window: false, words: {}, headings: {}, odds: {}, asides: null, kinds: {}, slots: {}, groups: {}, items: {}, ...change }) as DecisionView

const mission = asked({
  words: { 'attack 2919': 'Attack 2919', 'patrol 2919': 'Patrol', pass: 'Pass' },
  headings: { 'attack 2919': 'Attack', 'patrol 2919': 'Patrol', pass: 'Pass', spot: 'Recon' },
  options: {
    type: 'pick', about: '',
    listed: [
      { action: {}, notation: 'attack 2919', pieces: [], cells: ['2919'] },
      { action: {}, notation: 'patrol 2919', pieces: [], cells: ['2919'] },
      { action: {}, notation: 'pass', pieces: [], cells: [] },
    ],
    products: [{ do: 'spot', fields: ['scout', 'cell'], domains: [{ type: 'among', values: ['3016..3017'], numbers: false }], of: { 'u-88': 0 } }],
  },
})
const escorts = asked({ options: { type: 'subset', about: '', items: ['u-88', 'u-99', 'z-28'], least: 2, most: 2, groups: [] } })
const bases = asked({
  options: {
    type: 'assign',
    ordered: false,
    capacity: { '1001': 1 },
    slots: { 'u-88': { domain: 0, optional: false }, 'u-99': { domain: 0, optional: true } },
    domains: [{ type: 'among', values: ['1001..1003'], numbers: false }],
  },
})

let said: string[] = []
let drafts: unknown[] = []

// A row of hexes; east is the first direction, west the second.
const row = ['2919', '2920', '2921', '2922', '2923']
const compass = (cell: string): (string | undefined)[] => {
  const at = row.indexOf(cell)
  return at < 0 ? [] : [row[at + 1], row[at - 1]]
}
const routes = (start: string, change: object = {}): object => ({
  type: 'routes', board: 'map', start, points: 3, least: 0, costs: { 1: ['2919..2923'] }, ...change,
})
const plot = asked({
  options: {
    type: 'assign',
    ordered: false,
    capacity: {},
    slots: {
      'u-88': { domain: 0, optional: false },
      'u-99': { domain: 1, optional: true },
      'z-28': { domain: 2, optional: false },
      'z-29': { domain: 3, optional: true },
    },
    domains: [
      routes('2919'),
      { type: 'either', domains: [routes('2919'), { type: 'among', values: ['with-u-88'], numbers: false }] },
      routes('2920', { goal: '2922', edges: { '2922': ['2921', '2923', 'out'], out: [] }, costs: { 1: ['2919..2923', 'out'] } }),
      { type: 'among', values: ['alone'], numbers: false },
    ],
  } as unknown as DecisionView['options'],
})

function hand(decision: DecisionView, draft: unknown = null): InstanceType<typeof Hand> {
  const view = {
    decision,
    situation: { boards: [], pieces: [piece('u-88', '2919', 'axis'), piece('u-99', '2920', 'axis'), piece('mt-1', '3016', 'allied')] },
  } as unknown as View
  const session = {
    match: 'm',
    view,
    draft,
    side: 'axis',
    line: 'up',
    choosing: false,
    consider: () => Promise.resolve(null),
    keepDraft: (kept: unknown) => Promise.resolve(drafts.push(kept)),
    choose: (notation: string) => Promise.resolve(said.push(notation)).then(() => ({ done: true })),
    why: () => Promise.resolve(null),
  } as unknown as Session
  const around = (_: string, cell: string): string[] => compass(cell).filter((one) => one !== undefined)
  return new Hand(session, () => around, () => new Map([['1002', 'Banak']]), () => undefined, compass)
}

beforeEach(() => {
  said = []
  drafts = []
  vi.useFakeTimers()
})

it('narrows by clicks until one answer is left, which is chosen and not given', async () => {
  const mine = hand(mission)
  expect(mine.quiet.map((option) => option.notation)).toEqual(['pass'])
  mine.take({ cell: '2919' })
  expect(mine.rows.map((row) => row.heading)).toEqual(['Attack', 'Patrol'])
  expect(mine.ready).toBeNull()
  mine.take({ cell: '3016' })
  expect(mine.ready).toMatchObject({ notation: 'spot u-88 3016' })
  expect(said).toEqual([])
  await mine.execute()
  expect(said).toEqual(['spot u-88 3016'])
})

it('goes back a step at a time, and last of all to the quiet choice', () => {
  const mine = hand(mission)
  mine.take({ piece: 'u-88' })
  mine.take({ cell: '3017' })
  expect(mine.back() && mine.picks.length).toBe(1)
  expect(mine.back() && mine.picks.length).toBe(0)
  expect(mine.back() && mine.ready?.notation).toBe('pass')
})

it('lights what may be chosen, pieces apart from cells', () => {
  const { light } = hand(mission)
  expect([[...light.cells].sort(), [...light.pieces]]).toEqual([['2919', '3016', '3017'], ['u-88']])
})

it('says what is missing of several, and writes them in the order that the umpire keeps', () => {
  const mine = hand(escorts)
  mine.toggle('z-28')
  expect([mine.missing, mine.ready]).toEqual(['one more to choose', null])
  mine.toggle('u-88')
  expect(mine.ready?.notation).toBe('choose u-88,z-28')
  mine.toggle('u-99')
  expect(mine.now.refusal?.reason).toContain('no more than 2')
  expect(mine.items.size).toBe(2)
})

it('keeps a draft when the hand rests, and lays it only over the question that it answers', () => {
  const mine = hand(bases)
  mine.take({ cell: '1001' })
  expect([mine.active, mine.missing]).toEqual(['u-99', null])
  mine.take({ cell: '1001' })
  expect(mine.given.has('u-99')).toBe(false)
  vi.advanceTimersByTime(1000)
  expect(drafts).toHaveLength(1)
  expect(hand(bases, drafts[0]).ready?.notation).toBe('assign u-88=1001 u-99=-')
  expect(hand(escorts, drafts[0]).items.size).toBe(0)
  expect(mine.name('1002')).toBe('Banak')
})

it('plots forces side by side: legs are added and taken back, who follows goes along, a gap is a stay', () => {
  const mine = hand(plot)
  const { giving } = mine
  expect([mine.active, mine.unsent, mine.missing]).toEqual(['u-88', ['u-88', 'u-99', 'z-28'], 'Missing: z-28'])
  mine.take({ cell: '2921' })
  mine.take({ cell: '2922' })
  expect(mine.given.get('u-88')).toBe('2919>2920>2921>2922')
  mine.take({ cell: '2923' })
  expect(mine.given.get('u-88'), 'there are no more points').toBe('2919>2920>2921>2922')
  giving.activate('u-99')
  expect(giving.leaders('u-99')).toEqual(['u-88'])
  giving.follow('u-88')
  expect(giving.leaders('u-88'), 'nobody follows his own follower').toEqual([])
  giving.activate('u-88')
  giving.unstep()
  expect([...mine.given.values()]).toEqual(['2919>2920>2921', '2919>2920>2921'])
  expect(mine.light.routes.map((route) => route.state)).toEqual(['plotting', 'follows'])
  giving.activate('z-28')
  const lit = row.filter((cell) => mine.light.cells.has(cell))
  expect(lit, 'only from where its goal can still be reached').toEqual(['2921', '2922'])
  mine.take({ cell: '2921' })
  expect(mine.missing).toContain('has to end at 2922')
  mine.take({ cell: '2922' })
  giving.give('u-88', null, false)
  expect(mine.given.has('u-99'), 'without its leader it has no order').toBe(false)
  giving.give('u-99', 'with-u-88', false)
  expect(mine.ready).toEqual({ notation: 'assign u-88=2919 u-99=with-u-88 z-28=2920>2921>2922 z-29=-', label: 'Commit plot, 1 gap' })
})

it('keeps a plot that is half made, and repeats the last one by its directions', async () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) })
  const mine = hand(plot)
  mine.take({ cell: '2920' })
  mine.giving.activate('z-28')
  mine.take({ cell: '2921' })
  vi.advanceTimersByTime(1000)
  const again = hand(plot, drafts.at(-1))
  expect([...again.given]).toEqual([['u-88', '2919>2920'], ['z-28', '2920>2921']])
  expect(again.active).toBe('u-99')
  again.giving.activate('z-28')
  again.take({ cell: '2922' })
  await again.execute()
  expect(said).toEqual(['assign u-88=2919>2920 u-99=- z-28=2920>2921>2922 z-29=-'])
  const next = hand(plot)
  expect(next.giving.again('u-99'), 'it had no order').toBeNull()
  next.giving.allAsLastTurn()
  expect([...next.given]).toEqual([['u-88', '2919>2920'], ['z-28', '2920>2921>2922']])
  expect(next.light.routes.map((route) => route.state)).toEqual(['plotting', 'last'])
  vi.unstubAllGlobals()
})

it('takes a lone item at once, and says so on the button', () => {
  const lone = hand(asked({ options: { type: 'subset', about: '', items: ['u-88'], least: 0, most: 1, groups: [] } }))
  expect(lone.ready).toMatchObject({ notation: 'choose u-88', label: 'Choose U-88' })
  lone.toggle('u-88')
  expect(lone.ready).toBeNull()
})

it('has a plain button for a question without a choice', () => {
  const nothing = hand(asked({ options: { type: 'assign', ordered: false, capacity: {}, slots: {}, domains: [] } }))
  expect([nothing.ready?.notation, nothing.ready?.label]).toEqual(['assign', 'Go on'])
})

// Everything that a plot can have: forces, boats, aircraft, and searches that nobody in particular makes.
const whole = asked({
  deed: 'covers',
  options: {
    type: 'assign',
    ordered: false,
    capacity: {},
    slots: {
      'u-88': { domain: 0, optional: true },
      'u-99': { domain: 1, optional: true },
      fulmar: { domain: 2, optional: true },
      'search-1': { domain: 3, optional: true },
      'search-2': { domain: 3, optional: true },
      'z-29': { domain: 4, optional: true },
    },
    domains: [
      routes('2919'),
      routes('2920', { edges: { '2920': ['2919', '2921', 'down'], down: [] }, costs: { 1: ['2919..2923'], 2: ['down'] } }),
      { type: 'among', values: ['u-88'], numbers: false },
      { type: 'among', values: ['2921..2923'], numbers: false },
      { type: 'among', values: ['alone'], numbers: false },
    ],
  } as unknown as DecisionView['options'],
})

function wholeHand(): InstanceType<typeof Hand> {
  const mine = hand(whole)
  const kinds: Record<string, string> = { 'u-99': 'ss-submerged' }
  const pieces = mine.view?.situation.pieces.map((one) => ({ ...one, kind: kinds[one.id] ?? one.kind })) ?? []
  const fulmar = { ...piece('fulmar', 'ready', 'axis'), board: 'deck', kind: 'air-f' }
  Object.assign(mine.session.view?.situation ?? {}, { pieces: [...pieces, fulmar] })
  return mine
}

it('sorts the slots of a plot by their kinds, and counts what is done of each', () => {
  const mine = wholeHand()
  expect(groupsOf(mine)).toEqual({
    forces: ['u-88'], rows: ['u-88'], boats: ['u-99'], air: ['fulmar'], searches: ['search-1', 'search-2'], others: ['z-29'],
  })
  expect(tabsOf(mine).map(({ words, current }) => [words, current])).toEqual([['Plot 0/1', true], ['Air 0/3', false], ['Boats 0/1', false]])
  tabsOf(mine)[2]?.open()
  mine.giving.setDown('u-99', false)
  mine.take({ cell: '2922' })
  expect(bound(mine, 'u-99')).toBe('to 2922')
  expect(together(mine, ['u-99'])).toBe('U-\u206099 2')
  tabsOf(mine)[1]?.open()
  expect(mine.active).toBe('fulmar')
  mine.giving.give('fulmar', 'u-88', false)
  expect(missionOf(mine, mine.given.get('fulmar') ?? '')).toBe('covers U-88')
  mine.giving.activate('search-1')
  mine.take({ cell: '2923' })
  expect(mine.active, 'one hex, and it is done').toBe('search-2')
  expect(tabsOf(mine).map(({ words }) => words)).toEqual(['Plot 0/1', 'Air 2/3', 'Boats 1/1'])
  expect(mine.ready?.label, 'a search that is open is a gap, an aircraft that stands ready is none').toBe('Commit plot, 2 gaps')
  mine.giving.activate('u-88')
  mine.giving.done()
  expect([mine.given.get('u-88'), mine.active]).toEqual(['2919', 'search-2'])
})

it('asks for missions without a route like a plot, but not where aircraft must be placed', () => {
  const missions = (optional: boolean): DecisionView['options'] =>
    ({ type: 'assign', ordered: false, capacity: {}, slots: { 'u-88': { domain: 0, optional } }, domains: [{ type: 'among', values: ['u-99'], numbers: false }] }) as unknown as DecisionView['options']
  const flying = (optional: boolean): boolean => {
    const mine = hand(asked({ options: missions(optional) }))
    for (const one of mine.view?.situation.pieces ?? []) Object.assign(one, { kind: 'air-f' })
    return mine.isPlot
  }
  expect([flying(true), flying(false)]).toEqual([true, false])
})

it('gives a plot back as it was when it is taken back', async () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) })
  const mine = hand(plot)
  mine.take({ cell: '2920' })
  mine.giving.follow('u-88', 'u-99')
  mine.giving.give('z-28', '2920>2921>2922', false)
  await mine.execute()
  expect(mine.given.size).toBe(0)
  Object.assign(mine.session, { undo: () => Promise.resolve({ done: true }) })
  await mine.undo()
  expect([...mine.given.values()]).toEqual(['2919>2920', '2919>2920', '2920>2921>2922'])
  expect(mine.marks.get('u-99')).toEqual({ like: 'other', slot: 'u-88' })
  vi.unstubAllGlobals()
})

it('gives several forces of a plot one order, and says who cannot do the same', () => {
  const mine = hand(plot)
  mine.take({ piece: 'u-88' })
  mine.take({ piece: 'u-99', more: true })
  expect(mine.together).toEqual(['u-88', 'u-99'])
  mine.take({ cell: '2922' })
  expect([...mine.given]).toEqual([['u-99', '2919>2920>2921>2922'], ['u-88', '2919>2920>2921>2922']])
  mine.giving.activate('z-29')
  mine.giving.give('z-29', 'alone')
  expect(mine.now.refusal?.reason).toBe('U-88, U-99 cannot do the same.')
  expect(mine.back() && mine.back() && mine.together).toBeNull()
})
