import { describe, expect, test } from 'vitest'
import type { LogLine, PieceView, Situation } from '../generated/wire'
import { fallen } from './dice'
import { knowledgeRows, tallied } from './knowledge'
import { byCause, ends } from './losses'
import { latestPlace } from './place'
import { apart, gains, numbered, pins, scores, stepPath, ticks, turnTicks } from './score'
import { resultOf } from './result'
import { Ruler } from './scrubber'

const turns = [
  { step: 0, turn: 1, date: '', points: { allied: 0, axis: 0 } },
  { step: 10, turn: 2, date: '', points: { allied: 2, axis: 4 } },
  { step: 10, turn: 3, date: '', points: { allied: 2, axis: 9 } },
]
const debrief = { turns, points: { allied: 5, axis: 9 } }

describe('points by turn', () => {
  test('a line has one value more than there are turns, and ends with the result', () => {
    expect(scores(debrief, 'axis')).toEqual([0, 4, 9, 9])
    expect(scores(debrief, 'allied')).toEqual([0, 2, 2, 5])
    expect(gains(debrief, 'allied')).toEqual([2, 0, 3])
  })

  test('a turn that the record does not name holds what was before', () => {
    const gap = { turns: turns.slice(0, 2).map((turn, i) => ({ ...turn, turn: i ? 4 : 1 })), points: { allied: 5 } }
    expect(scores(gap, 'allied')).toEqual([0, 0, 0, 2, 5])
  })

  test('steps are level through a turn and rise at its end', () => {
    expect(stepPath([0, 4, 4], (turn) => turn * 10, (points) => 100 - points)).toBe('M0 100H10V96H20V96')
  })

  test('axes have round numbers, few lines, and always name the last turn', () => {
    expect(ticks(216, 6)).toEqual([0, 50, 100, 150, 200])
    expect(ticks(3, 6)).toEqual([0, 1, 2, 3])
    expect(ticks(0, 6)).toEqual([0])
    expect(turnTicks(42)).toEqual([6, 12, 18, 24, 30, 36, 42])
    expect(turnTicks(11)).toEqual([2, 4, 6, 8, 11])
    for (let most = 1; most < 900; most += 7) expect(ticks(most, 6).length).toBeLessThanOrEqual(6)
  })

  test('labels that would touch move apart evenly', () => {
    expect(apart([50, 44], 18)).toEqual([56, 38])
    expect(apart([10, 90], 18)).toEqual([10, 90])
  })

  test('moments are numbered in the order of the game, and share a pin where they fall together', () => {
    const moment = (step: number, turn: number, points: number) => ({ step, turn, side: 'axis' as const, points, words: '' })
    const shown = numbered([moment(30, 3, 5), moment(2, 1, 9), moment(4, 1, 8), moment(1, 1, 1)], 3)
    expect(shown.map(({ step, number }) => [step, number])).toEqual([[2, 1], [4, 2], [30, 3]])
    const lines = { allied: [0, 0, 0, 0], axis: [0, 17, 17, 22] }
    const placed = pins(shown, lines, (turn) => turn * 100, (points) => -points)
    expect(placed.map(({ words, x, y }) => [words, x, y])).toEqual([['1 · 2', 100, -17], ['3', 300, -22]])
  })
})

describe('the scrubber', () => {
  const ruler = new Ruler([{ step: 0, turn: 1 }, { step: 10, turn: 2 }, { step: 40, turn: 3 }], 60)

  test('turns are of one length, whatever their number of steps', () => {
    expect([0, 10, 25, 40, 60].map((step) => ruler.at(step))).toEqual([0, 1 / 3, 0.5, 2 / 3, 1])
  })

  test('a place on the ruler and its step agree', () => {
    for (let step = 0; step <= 60; step++) expect(ruler.stepAt(ruler.at(step))).toBe(step)
    expect([ruler.stepAt(-1), ruler.stepAt(2)]).toEqual([0, 60])
  })

  test('going by turns stops at the start of this turn first', () => {
    expect([0, 10, 39, 40, 60].map((step) => ruler.turnFrom(step, 1))).toEqual([10, 40, 40, 60, 60])
    expect([60, 40, 25, 10, 3, 0].map((step) => ruler.turnFrom(step, -1))).toEqual([40, 10, 10, 0, 0, 0])
    expect([0, 9, 10, 60].map((step) => ruler.turn(step))).toEqual([1, 1, 2, 3])
    expect([0, 1, 2].map((index) => ruler.endOf(index))).toEqual([9, 39, 59])
  })

  test('playing passes every start of a turn and reaches the end', () => {
    const seen: number[] = [0]
    while ((seen[seen.length - 1] ?? 60) < 60) seen.push(ruler.playFrom(seen[seen.length - 1] ?? 0))
    expect(seen).toEqual(expect.arrayContaining([0, 10, 40, 60]))
    expect(seen.length).toBeLessThan(30)
  })
})

describe('the result in a line', () => {
  test('the level, the side and the winner’s points first', () => {
    const points = { allied: 218, axis: 309 }
    expect(resultOf({ winner: 'axis', level: 'crushing', points }).headline).toBe('Crushing German victory, 309 to 218')
    expect(resultOf({ winner: 'allied', level: 'resigned', points: {} }).headline).toBe('Allied victory')
    const halves = { allied: 0.5, axis: 12.5 }
    expect(resultOf({ winner: 'axis', level: 'German tactical victory', points: halves }).headline).toBe('German tactical victory, 12½ to ½')
    expect(resultOf({ winner: null, level: 'draw', points: { allied: 9, axis: 9 } }).headline).toBe('A draw, 9 to 9')
  })
})

describe('dice, losses and convoys', () => {
  test('dice are counted by their sides; a ten may be written 0, and draws are no dice', () => {
    const record = {
      commitment: '', secret: '', nonces: {},
      chapters: [{ dice: [['everyone', '2d6', [6, 1]], ['axis', 'd10', [0]], ['nobody', 'draw mt-1', [1, 2]], ['axis', 'd6', [6]]] as [string, string, number[]][] }],
    }
    expect(fallen(record)).toEqual([
      { sides: 6, throws: 3, faces: [1, 0, 0, 0, 0, 2], due: 0.5 },
      { sides: 10, throws: 1, faces: [0, 0, 0, 0, 0, 0, 0, 0, 0, 1], due: 0.1 },
    ])
  })

  test('losses are gathered by cause, the heaviest first, for one side only', () => {
    const loss = (side: 'allied' | 'axis', unit: string, cause: string) => ({ side, unit, cause, kind: 'mt', turn: 1 })
    const found = byCause([loss('allied', 'a', 'U-boats'), loss('allied', 'b', 'aircraft'), loss('axis', 'c', 'mines'), loss('allied', 'd', 'aircraft')], 'allied')
    expect(found.map(({ cause, count }) => [cause, count])).toEqual([['aircraft', 2], ['U-boats', 1]])
  })

  test('ends keep their order and look, and one that nobody met is left out', () => {
    const looks = { arrived: 'home', bombed: 'crossed', sunk: 'struck' } as const
    const found = ends({ title: '', kind: 'mt', looks, rows: [{ name: 'This game', ends: { arrived: 3, bombed: 0, sunk: 1 } }, { name: 'History', ends: { arrived: 2, bombed: 0, sunk: 2 } }] })
    expect(found).toEqual([{ name: 'arrived', look: 'home', counts: [3, 2] }, { name: 'sunk', look: 'struck', counts: [1, 2] }])
  })
})

describe('what was known', () => {
  const piece = (id: string, part: Partial<PieceView>): PieceView => ({
    id, board: 'map', cell: '0101', side: 'axis', kind: 'ss', label: id, short: 'SS', face_down: false, badges: [],
    card: {}, nation: '', factors: [], move: '', hits: null, rings: [], ship: '', sheets: [], force: '', ...part,
  })
  const situation = (...pieces: PieceView[]) => ({ pieces }) as unknown as Situation

  test('only enemy pieces with a face are named, and a kind that was never named has no row', () => {
    const truth = situation(piece('u-1', {}), piece('u-2', {}), piece('u-3', {}), piece('tirpitz', { kind: 'bb', short: 'BB' }), piece('mt-1', { side: 'allied' }))
    const dark = situation(piece('a', { face_down: true }), piece('mt-1', { side: 'allied' }))
    const seen = situation(piece('b', {}), piece('a', { face_down: true }))
    const later = situation(piece('tirpitz', { kind: 'bb', short: 'BB' }))
    const turns = [tallied(dark, truth, 'allied'), tallied(seen, truth, 'allied'), tallied(dark, later, 'allied'), undefined]
    expect(knowledgeRows(turns, 9)).toEqual([{ key: 'SS', kind: 'ss', words: '3 SS', grades: ['none', 'some', 'gone', undefined] }])
    expect(knowledgeRows([tallied(later, truth, 'allied')], 9)).toMatchObject([{ words: 'tirpitz', grades: ['most'] }])
  })

  test('the chart turns to what the newest line names', () => {
    const line = (text: string, about: Record<string, string>): LogLine => ({ number: 1, rule: '', text, event: { what: 'told', rule: '', words: text, about } })
    const view = { situation: situation(piece('u-1', { cell: '0505' })), log: [line('{u} dives', { u: 'u-1' }), line('Combat at 2027', {}), line('Turn 6', {})] }
    const onMap = (cell: string): boolean => /^\d{4}$/.test(cell)
    expect(latestPlace(view, onMap)).toBe('2027')
    expect(latestPlace({ ...view, log: view.log.slice(0, 1) }, onMap)).toBe('0505')
  })
})
