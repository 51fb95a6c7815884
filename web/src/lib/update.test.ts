import { expect, it } from 'vitest'
import type { LogLine, PieceView, Update, View } from '../generated/wire'
import { updated } from './update'

const piece = (id: string, cell: string): PieceView => ({ id, cell }) as PieceView
const line = (number: number, text = ''): LogLine => ({ number, text }) as LogLine
const nothing: Update = { revision: 2, view: {}, situation: {}, pieces: [], gone: [], order: null, log_from: 9, log: [], story_from: 9, story: [] }

const view = {
  situation: { pieces: [piece('a', '1'), piece('b', '1'), piece('c', '2')], clock: { turn: 1 }, tracks: [] },
  log: [line(7), line(8, 'old')],
  story: [],
  undo: true,
  decision: null,
} as unknown as View

const where = (of: View): string[] => of.situation.pieces.map((one) => `${one.id}${one.cell}`)

it('leaves what was not named as it was', () => {
  const after = updated(view, nothing)
  expect(after).toEqual(view)
  expect(after.situation.pieces).toBe(view.situation.pieces)
})

it('takes pieces away, puts others in their place, and adds the new at the end', () => {
  const after = updated(view, { ...nothing, gone: ['a'], pieces: [piece('b', '9'), piece('d', '3')] })
  expect(where(after)).toEqual(['b9', 'c2', 'd3'])
})

it('orders the pieces as told', () => {
  const after = updated(view, { ...nothing, pieces: [piece('d', '3')], order: ['d', 'c', 'b', 'a'] })
  expect(where(after)).toEqual(['d3', 'c2', 'b1', 'a1'])
})

it('replaces whole parts of view and situation', () => {
  const after = updated(view, { ...nothing, view: { undo: false }, situation: { clock: { turn: 2 } } })
  expect([after.undo, after.situation.clock.turn]).toEqual([false, 2])
})

it('cuts the log off at its number, not at its place, and goes on from there', () => {
  const after = updated(view, { ...nothing, log_from: 8, log: [line(8, 'new'), line(9)] })
  expect(after.log.map((one) => [one.number, one.text])).toEqual([
    [7, ''],
    [8, 'new'],
    [9, ''],
  ])
  expect(updated(view, { ...nothing, log_from: 3, log: [line(3)] }).log.map((one) => one.number)).toEqual([3])
})
