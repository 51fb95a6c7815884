import { beforeEach, expect, it, vi } from 'vitest'
import type { DecisionView, View } from '../generated/wire'
import type { Session } from './session.svelte'

vi.stubGlobal('document', { documentElement: { dataset: {} } })
const { Hand } = await import('./hand.svelte')

const piece = (id: string, cell: string, side: string): object => ({ id, cell, side, board: 'map', label: id.toUpperCase() })
const asked = (change: Partial<DecisionView>): DecisionView =>
  ({ rule: 'X-1', prompt: '', circumstance: '', window: false, words: {}, headings: {}, odds: {}, asides: null, ...change }) as DecisionView

const mission = asked({
  words: { 'attack 2919': 'Attack 2919', 'patrol 2919': 'Patrol', pass: 'Pass' },
  headings: { 'attack 2919': 'Attack', 'patrol 2919': 'Patrol', pass: 'Pass', spot: 'Recon' },
  options: {
    type: 'pick',
    listed: [
      { action: {}, notation: 'attack 2919', pieces: [], cells: ['2919'] },
      { action: {}, notation: 'patrol 2919', pieces: [], cells: ['2919'] },
      { action: {}, notation: 'pass', pieces: [], cells: [] },
    ],
    products: [{ do: 'spot', fields: ['scout', 'cell'], domains: [{ type: 'among', values: ['3016..3017'] }], of: { 'u-88': 0 } }],
  },
})
const escorts = asked({ options: { type: 'subset', items: ['u-88', 'u-99', 'z-28'], least: 2, most: 2, groups: [] } })
const bases = asked({
  options: {
    type: 'assign',
    ordered: false,
    capacity: { '1001': 1 },
    slots: { 'u-88': { domain: 0, optional: false }, 'u-99': { domain: 0, optional: true } },
    domains: [{ type: 'among', values: ['1001..1003'] }],
  },
})

let said: string[] = []
let drafts: unknown[] = []

function hand(decision: DecisionView, draft: unknown = null): InstanceType<typeof Hand> {
  const view = {
    decision,
    situation: { boards: [], pieces: [piece('u-88', '2919', 'axis'), piece('u-99', '2920', 'axis'), piece('mt-1', '3016', 'allied')] },
  } as unknown as View
  const session = {
    view,
    draft,
    side: 'axis',
    line: 'up',
    choosing: false,
    consider: () => Promise.resolve(null),
    keepDraft: (kept: unknown) => Promise.resolve(drafts.push(kept)),
    choose: (notation: string) => Promise.resolve(said.push(notation)).then(() => ({ done: true })),
  } as unknown as Session
  return new Hand(session, () => () => [], () => new Map([['1002', 'Banak']]), () => undefined)
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
