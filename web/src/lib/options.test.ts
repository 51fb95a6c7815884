import { describe, expect, it } from 'vitest'
import type { AssignWire, DecisionView, PickWire, SubsetWire } from '../generated/wire'
import { Among, runs, unrun, type Neighbours } from './domains'
import { action, assign, assignedIn, choose, chosenIn } from './notation'
import { Assign } from './assign'
import { fingerprint } from './options'
import { bare, Pick } from './pick'
import { Subset } from './subset'
import vectors from './vectors.json'

interface Answered {
  notation: string
  reason: string | null
  items?: string[]
  settled?: string | null
  pairs?: [string, string][]
  tag?: string
  parts?: string[]
}
interface Case {
  options: PickWire | SubsetWire | AssignWire
  answers: Answered[]
}

const around = vectors.neighbours as Record<string, string[]>
const neighbours: Neighbours = (_, cell) => around[cell] ?? []
const cases = vectors.cases as unknown as Case[]

describe('the kernel and the client agree', () => {
  it('on runs of values', () => {
    for (const { values, drawn } of vectors.runs) {
      expect(unrun(drawn)).toEqual(values)
      expect(runs(values)).toEqual(drawn)
    }
  })

  it('on every subset: reason and notation', () => {
    for (const { options, answers } of cases) {
      if (options.type !== 'subset') continue
      const subset = new Subset(options)
      for (const answer of answers) {
        const items = answer.items ?? []
        expect(choose(items)).toBe(answer.notation)
        expect(chosenIn(answer.notation)).toEqual(items)
        expect(subset.refusal(items)).toBe(answer.reason)
        if (answer.reason === null) expect(subset.notation(items)).toBe(answer.settled)
      }
    }
  })

  it('on every assignment: reason and notation', () => {
    for (const { options, answers } of cases) {
      if (options.type !== 'assign') continue
      const shape = new Assign(options, neighbours)
      for (const answer of answers) {
        expect(assign(answer.pairs ?? [])).toBe(answer.notation)
        expect(assignedIn(answer.notation)).toEqual(new Map(answer.pairs ?? []))
        expect(shape.refusal(answer.pairs ?? [])).toBe(answer.reason)
      }
    }
  })

  it('on every pick: notation, and whether it may be', () => {
    for (const { options, answers } of cases) {
      if (options.type !== 'pick') continue
      const pick = new Pick(bare(options), neighbours)
      for (const answer of answers) {
        expect(action(answer.tag ?? '', answer.parts ?? [])).toBe(answer.notation)
        expect([answer.notation, pick.allows(answer.tag ?? '', answer.parts ?? [])]).toEqual([
          answer.notation,
          answer.reason === null,
        ])
      }
    }
  })

  it('so that clicking the parts of an answer leads to it', () => {
    let checked = 0
    for (const { options, answers } of cases) {
      if (options.type !== 'pick') continue
      const pick = new Pick(bare(options), neighbours)
      for (const answer of answers) {
        if (answer.reason !== null || answer.parts?.length !== 2 || answer.parts[1]?.includes('>')) continue
        const picks = answer.parts.map((part) => [part])
        const left = pick.rows(picks).flatMap((row) => pick.list(picks, row.heading))
        expect(left.map((option) => option.notation)).toContain(answer.notation)
        checked += 1
      }
    }
    expect(checked).toBeGreaterThan(20)
  })
})

const decision: DecisionView = {
  rule: 'X-1',
  prompt: '',
  circumstance: '',
  phase: '',
  kinds: {},
  slots: {},
  groups: {},
  items: {},
  standing: null,
  prices: {},
  ways: {},
  verb: '',
  units: [],
  deed: '',
  both: false,
  help: {},
  layout: '',
  lone: '',
  question: '',
  menus: false,
  staff: false,
  order_odds: {},
  window: false,
  odds: {},
  asides: null,
  words: { 'declare attack 2919': 'Attack 2919', 'declare attack 3016': 'Attack 3016', pass: 'Pass' },
  headings: { 'declare attack 2919': 'Attack', 'declare attack 3016': 'Attack', pass: 'Pass', spot: 'Recon' },
  options: {
    type: 'pick', about: '',
    listed: [
      { action: {}, notation: 'declare attack 2919', pieces: [], cells: ['2919'] },
      { action: {}, notation: 'declare attack 3016', pieces: [], cells: ['3016'] },
      { action: {}, notation: 'pass', pieces: [], cells: [] },
    ],
    products: [
      {
        do: 'spot',
        fields: ['scout', 'cell'],
        domains: [{ type: 'among', values: ['2918..2920'], numbers: false }],
        of: { 'u-88': 0, 'u-255': 0 },
      },
    ],
  },
}

describe('a pick', () => {
  const pick = new Pick(decision, neighbours)

  it('draws options of one kind together, with their count', () => {
    expect(pick.rows().map((row) => [row.heading, row.count])).toEqual([
      ['Attack', 2],
      ['Pass', 1],
      ['Recon', 6],
    ])
  })

  it('is narrowed by what is clicked until one answer is left', () => {
    expect(pick.rows([['2919']]).map((row) => [row.heading, row.count])).toEqual([
      ['Attack', 1],
      ['Recon', 2],
    ])
    const [row] = pick.rows([['2919'], ['u-88', 'mt-01']])
    expect(row?.only?.notation).toBe('spot u-88 2919')
    expect(pick.rows([['2919'], ['u-88'], ['u-255']])).toEqual([])
    expect([...pick.names([['u-88']])].sort()).toEqual(['2918', '2919', '2920', 'u-88'])
  })
})

describe('an assignment', () => {
  const wire: AssignWire = {
    type: 'assign',
    ordered: false,
    capacity: { x: 1, y: 1 },
    domains: [
      { type: 'among', values: ['x', 'y'], numbers: false },
      { type: 'among', values: ['y'], numbers: false },
    ],
    slots: { a: { domain: 0, optional: false }, b: { domain: 1, optional: false }, c: { domain: 0, optional: true } },
  }
  const shape = new Assign(wire, neighbours)

  it('says what is missing and who has room', () => {
    const given = new Map([['a', 'y']])
    expect(shape.gaps(given)).toEqual(['b'])
    expect(shape.hasRoom(given, 'b', 'y')).toBe(false)
    expect(shape.hasRoom(given, 'a', 'y')).toBe(true)
  })
})

it('a fingerprint tells one question from another', () => {
  const other = { ...decision.options, products: [] } as PickWire
  expect(fingerprint('X-1', decision.options)).toBe(fingerprint('X-1', structuredClone(decision.options)))
  expect(fingerprint('X-1', decision.options)).not.toBe(fingerprint('X-1', other))
  expect(new Among({ type: 'among', values: ['0109..0111'], numbers: false }).members.has('0110')).toBe(true)
})
