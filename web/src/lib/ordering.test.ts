import { beforeEach, expect, it, vi } from 'vitest'
import type { Deed, DecisionView, Menu, Plan, PlannedAnswer, View } from '../generated/wire'
import type { Session } from './session.svelte'

vi.stubGlobal('document', { documentElement: { dataset: {} } })
const { Hand } = await import('./hand.svelte')

// Three boats and a convoy on a row of hexes; east is the first direction, west the second.
const row = Array.from({ length: 12 }, (_, at) => `${1001 + at}`)
const compass = (cell: string): (string | undefined)[] => {
  const at = row.indexOf(cell)
  return at < 0 ? [] : [row[at + 1], row[at - 1]]
}
const piece = (id: string, cell: string, side = 'axis'): object => ({ id, cell, side, board: 'map', kind: 'ss', label: id.toUpperCase(), ship: id, card: {}, hits: null })
const places: Record<string, string> = { 'u-1': '1003', 'u-2': '1004', 'u-3': '1006' }
const pieces = [...Object.entries(places).map(([id, cell]) => piece(id, cell)), piece('mt-1', '1005', 'allied'), piece('u-9', '1010')]
const decision = {
  rule: 'X-1', question: 'mission', prompt: '', circumstance: '', window: false, words: {}, headings: {}, odds: {}, asides: null, kinds: {}, slots: {}, groups: {}, items: {},
  menus: true, units: [],
  options: { type: 'pick', about: '', products: [], listed: [...Object.values(places), 'pass'].map((cell) => ({ action: {}, notation: `go ${cell}`, pieces: [], cells: cell === 'pass' ? [] : [cell] })) },
} as unknown as DecisionView

const deed = (name: string, change: Partial<Deed>): Deed => ({ name, title: name, key: name[0] ?? '', help: '', reach: '', cells: [], places: [], odds: null, facts: [], refusal: null, hopeless: false, ...change })
const reach = (unit: string): string[] => row.filter((cell) => Math.abs(Number(cell) - Number(places[unit])) <= 2)
const away = (unit: string): string[] => reach(unit).filter((cell) => cell !== places[unit])
const refusal = { reason: 'It is too far.', rule: 'X-2' }
let deeds: (unit: string) => Deed[]
let sent: (readonly PlannedAnswer[])[] = []
let asked: string[] = []
let hold: Promise<void> | null = null

function hand(): InstanceType<typeof Hand> {
  const session = {
    match: 'm', draft: null, side: 'axis', line: 'up', choosing: false,
    view: { decision, situation: { boards: [], pieces } } as unknown as View,
    consider: () => Promise.resolve(null),
    keepDraft: () => Promise.resolve(),
    why: () => Promise.resolve({ reason: 'No.', rule: '' }),
    menu: ([unit = '']: string[]): Promise<Menu | null> =>
      Promise.resolve(unit in places ? { units: [unit], deeds: deeds(unit), title: '', state: '', others: [], facts: [], rule: '' } : null),
    plan: async ([unit = '']: string[], name: string, cell: string): Promise<Plan> => {
      asked.push(`${unit} ${name} ${cell}`)
      await hold
      const way = row.slice(...([row.indexOf(places[unit] ?? ''), row.indexOf(cell)].sort((a, b) => a - b).map((at, end) => at + end) as [number, number]))
      const far = cell !== '' && !reach(unit).includes(cell)
      return { answers: far ? [] : [{ question: 'mission', answer: `${name} ${unit} ${cell}`.trim(), order: 0 }], words: `${name} to ${cell}`, way: cell ? way : [], about: [], odds: null, value: '', refusal: far ? refusal : null }
    },
    follow: (answers: PlannedAnswer[]) => Promise.resolve(sent.push(answers)).then(() => ({ done: true })),
  } as unknown as Session
  const around = (_: string, cell: string): string[] => compass(cell).filter((one) => one !== undefined)
  return new Hand(session, () => around, () => new Map(), () => undefined, compass)
}
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

beforeEach(() => {
  sent = []
  asked = []
  hold = null
  deeds = (unit) => [
    deed('attack', { reach: 'strike', cells: reach(unit).filter((cell) => cell === '1005') }),
    deed('sortie', { reach: 'move', cells: away(unit) }),
    deed('patrol', { reach: 'watch', cells: reach(unit) }),
    deed('recon', { refusal: { reason: 'done this turn', rule: 'X-3' } }),
    deed('ram', { key: 'x', hopeless: true, cells: ['1012'] }),
  ]
})

it('lights who can act, and asks for all that a unit can do when it is clicked', async () => {
  const mine = hand()
  expect([[...mine.light.pieces], [...mine.light.cells]]).toEqual([['u-1', 'u-2', 'u-3'], []])
  mine.take({ piece: 'u-1' })
  await settled()
  expect(mine.ordering.deeds.map(({ name }) => name)).toEqual(['attack', 'sortie', 'patrol', 'recon', 'ram'])
  expect(mine.light.reaches.map(({ kind }) => kind)).toEqual(['strike', 'move', 'watch'])
  expect(mine.ready).toBeNull()
})

it('takes a unit, a lit hex and one confirmation for a whole order', async () => {
  const mine = hand()
  mine.take({ piece: 'u-1' })
  await settled()
  mine.take({ cell: '1001' })
  await settled()
  expect(mine.ready).toMatchObject({ label: 'sortie to 1001' })
  expect(mine.light.routes[0]).toMatchObject({ numbered: true, cells: ['1001', '1002', '1003'] })
  // A second click there plans the same and sends nothing.
  mine.take({ cell: '1001' })
  await settled()
  expect(sent).toEqual([])
  await mine.execute()
  expect(sent).toEqual([[{ question: 'mission', answer: 'sortie u-1 1001', order: 0 }]])
})

it('changes what is done at a hex by its letter, and means a strike where an enemy is clicked', async () => {
  const mine = hand()
  mine.take({ piece: 'u-1' })
  await settled()
  mine.take({ cell: '1002' })
  await settled()
  expect(mine.ordering.press('p')).toBe(true)
  await settled()
  expect(mine.ready?.answers?.[0]?.answer).toBe('patrol u-1 1002')
  mine.ordering.back()
  mine.ordering.back()
  mine.take({ piece: 'mt-1' })
  await settled()
  expect(mine.ready?.answers?.[0]?.answer).toBe('attack u-1 1005')
})

it('means a deed of a letter where the unit is, if it can be done there', async () => {
  const mine = hand()
  mine.take({ piece: 'u-1' })
  await settled()
  mine.ordering.press('s')
  await settled()
  expect(mine.ready).toBeNull()
  mine.ordering.press('p')
  await settled()
  expect(mine.ready?.answers?.[0]?.answer).toBe('patrol u-1 1003')
})

it('keeps the letter of a deed that is refused from meaning anything else', async () => {
  const mine = hand()
  mine.take({ piece: 'u-1' })
  await settled()
  expect([mine.ordering.press('r'), mine.ordering.press('z')]).toEqual([true, false])
  expect(mine.ordering.deed).toBeNull()
})

it('shows one reach alone while its row is pointed at', async () => {
  const mine = hand()
  mine.take({ piece: 'u-1' })
  await settled()
  mine.ordering.pointed = 'patrol'
  expect(mine.light.reaches.map(({ kind }) => kind)).toEqual(['watch'])
})

it('says why a hex that is not lit is none', async () => {
  const mine = hand()
  mine.take({ piece: 'u-1' })
  await settled()
  mine.take({ cell: '1011' })
  await settled()
  expect(mine.now.why).toEqual({ about: '1011', refusal })
  expect(mine.ordering.units).toEqual(['u-1'])
})

it('goes back from the plan to the unit, and from the unit to nobody', async () => {
  const mine = hand()
  mine.take({ piece: 'u-1' })
  await settled()
  mine.take({ cell: '1001' })
  await settled()
  expect([mine.back(), mine.ready, mine.ordering.units]).toEqual([true, null, ['u-1']])
  expect([mine.back(), mine.ordering.units]).toEqual([true, []])
})

it('has the only deed chosen, and planned where it needs no place', async () => {
  deeds = () => [deed('dive', {}), deed('recon', { refusal })]
  const mine = hand()
  mine.take({ piece: 'u-2' })
  await settled()
  expect(mine.ready?.answers?.[0]?.answer).toBe('dive u-2')
  expect(mine.back() && mine.ordering.chosen).toBe(false)
})

it('looks at a unit that the question is not about', async () => {
  const mine = hand()
  mine.take({ piece: 'u-9' })
  await settled()
  expect(mine.ordering.chosen).toBe(false)
})

it('sends what was confirmed before its plan had come', async () => {
  const mine = hand()
  mine.take({ piece: 'u-1' })
  await settled()
  mine.take({ cell: '1001' })
  await settled()
  let come = (): void => undefined
  hold = new Promise((resolve) => (come = resolve))
  mine.take({ cell: '1002' })
  // Nothing that was planned before is sent in its place.
  expect([mine.ready, mine.ordering.sendSoon()]).toEqual([null, true])
  expect(sent).toEqual([])
  come()
  await settled()
  expect(sent).toEqual([[{ question: 'mission', answer: 'sortie u-1 1002', order: 0 }]])
})

it('keeps what was pressed and clicked before it was known what the unit can do', async () => {
  const mine = hand()
  mine.take({ piece: 'u-1' })
  mine.ordering.press('p')
  mine.take({ cell: '1002' })
  expect(mine.ordering.sendSoon()).toBe(true)
  await settled()
  expect(sent).toEqual([[{ question: 'mission', answer: 'patrol u-1 1002', order: 0 }]])
})

it('gives several units one order, each by a plan of its own', async () => {
  const mine = hand()
  mine.take({ piece: 'u-1' })
  mine.take({ piece: 'u-2', more: true })
  await settled()
  mine.take({ piece: 'u-3', more: true })
  await settled()
  expect([mine.ordering.together, mine.ordering.units]).toEqual([true, ['u-1', 'u-2', 'u-3']])
  expect(mine.ordering.press('p')).toBe(true)
  mine.take({ cell: '1005' })
  await settled()
  expect(mine.light.ghosts).toHaveLength(3)
  expect(mine.ready?.label).toBe('Send 3 units')
  // On a line no two go to one hex.
  mine.ordering.form({ shape: 'line', apart: 2 })
  await settled()
  await mine.execute()
  expect(sent[0]?.map(({ answer, order }) => `${order} ${answer}`)).toEqual(['0 patrol u-1 1003', '1 patrol u-2 1005', '2 patrol u-3 1007'])
})
