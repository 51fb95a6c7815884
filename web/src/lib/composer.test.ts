import { expect, it, vi } from 'vitest'
import type { DecisionView, View } from '../generated/wire'
import { partsOf } from './parts'
import type { Session } from './session.svelte'

vi.stubGlobal('document', { documentElement: { dataset: {} } })
const { Hand } = await import('./hand.svelte')

const missions: DecisionView = {
  rule: 'X-1', prompt: '', circumstance: '', phase: '', window: false, words: {}, headings: {}, odds: {}, asides: null, standing: '',
  slots: {}, groups: {}, items: {},
  kinds: {
    intercept: { form: 'intercept:{report}:{pace}', fields: { report: 'piece', pace: 'number' }, title: 'Go after a report', help: 'one turn ahead' },
    raid: { form: 'raid:{pace}', fields: { pace: 'number' }, title: 'Raid', help: 'a free course' },
    return: { form: 'return:{port}{leads}:{pace}', fields: { port: 'word', leads: 'flag', pace: 'number' }, title: 'Return', help: '' },
    salvo: { form: '{target}/{dice}', fields: { target: 'piece', dice: 'number' }, title: '', help: '' },
    move: { form: '{cells:+}', fields: { cells: 'number' }, title: '', help: '' },
  },
  options: {
    type: 'assign',
    ordered: false,
    capacity: {},
    slots: { raiders: { domain: 0, optional: true }, oiler: { domain: 1, optional: true } },
    domains: [
      { type: 'among', values: ['intercept:c12:3', 'raid:1..raid:3', 'return:Banak:1..return:Banak:3', 'return:Banak:leads:1'], numbers: false },
      { type: 'among', values: ['return:Banak:1'], numbers: false },
    ],
  },
} as unknown as DecisionView

function hand(decision: DecisionView, said: string[] = []): InstanceType<typeof Hand> {
  const pieces = ['raiders', 'oiler'].map((id) => ({ id, cell: '2919', side: 'axis', board: 'map', kind: 'ca', label: id, ship: '', card: {}, badges: [], sheets: [] }))
  const sightings = [{ cell: '2922', what: 'a convoy', turn: 3, age: 0, name: 'c12', level: 2 }]
  const view = { decision, situation: { boards: [], pieces, sightings, clock: { turn: 3 } }, log: [], waiting: [] } as unknown as View
  const session = {
    match: 'm', view, draft: null, side: 'axis', line: 'up', choosing: false,
    consider: () => Promise.resolve(null),
    keepDraft: () => Promise.resolve(),
    choose: (notation: string) => Promise.resolve(said.push(notation)).then(() => ({ done: true })),
  } as unknown as Session
  const compass = (cell: string): (string | undefined)[] => (/^29\d\d$/.test(cell) ? ['2919'] : [])
  return new Hand(session, () => () => [], () => new Map([['2930', 'Banak']]), () => undefined, compass)
}

it('takes a value apart as its kind is written, and no other', () => {
  const parts = (value: string): unknown => partsOf(missions, value)
  expect(parts('return:Scapa Flow:leads:2')).toEqual({ kind: 'return', objects: ['Scapa Flow', 'leads'], spot: 'Scapa Flow', number: '2' })
  expect(parts('raid:3')).toEqual({ kind: 'raid', objects: [], spot: '', number: '3' })
  expect(parts('g2/3')).toEqual({ kind: 'salvo', objects: ['g2'], spot: 'g2', number: '3' })
  expect(parts('-2')).toEqual({ kind: 'move', objects: [], spot: '', number: '-2' })
  expect([parts('return:Banak'), parts('5709'), parts('raid:far')]).toEqual([null, null, null])
})

it('makes an order of a kind, an object on the chart, and the pace that was wished for', () => {
  const mine = hand(missions)
  // A page that may be left as it is has nobody at hand at first.
  expect(mine.active).toBeNull()
  expect(mine.ready?.label).toBe('Leave this page as it is')
  mine.giving.activate('raiders')
  const { composer } = mine
  expect(composer.kinds('raiders').map(({ title, objects }) => [title, objects])).toEqual([
    ['Go after a report', ['c12']], ['Raid', ['']], ['Return', ['Banak', 'Banak + leads']],
  ])
  expect([...mine.light.cells]).toEqual([])
  const [, , home] = composer.kinds('raiders')
  composer.choose('raiders', home as NonNullable<typeof home>)
  expect([...mine.light.cells]).toEqual(['2930'])
  mine.take({ cell: '2930' })
  expect([mine.given.get('raiders'), mine.active]).toEqual(['return:Banak:2', 'raiders'])
  composer.give('raiders', 'return', 'Banak', '3')
  expect(mine.given.get('raiders')).toBe('return:Banak:3')
  // A report is gone after where it was made, at the pace that was wished for last.
  composer.choose('raiders', composer.kinds('raiders')[0] as NonNullable<typeof home>)
  expect(mine.given.get('raiders')).toBe('intercept:c12:3')
  expect(composer.spot('c12')).toBe('2922')
  expect(mine.ready?.label).toBe('Give 1 order')
})

it('leaves a page as it is where that may be, and asks for seldom ones only when they are wished for', async () => {
  const said: string[] = []
  const mine = hand(missions, said)
  expect([mine.standing.may, mine.standing.passes]).toEqual([true, false])
  await mine.standing.asBefore()
  expect(said).toHaveLength(1)
  expect(said[0]).toContain('raiders=-')
  expect(hand({ ...missions, standing: 'Regroup or refuel' }).standing.passes).toBe(true)
  expect(hand({ ...missions, standing: null }).standing.may).toBe(false)
})
