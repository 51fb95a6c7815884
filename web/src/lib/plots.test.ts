import { beforeEach, expect, it, vi } from 'vitest'
import { forgetPlots, hasPlotted, keepPlot, lastPlot, missionsOf, passPlot, takeBack, type Plot } from './plots'

const page = (print: string, given: Record<string, string>, slots = Object.keys(given)): Plot => ({
  slots,
  courses: Object.fromEntries(Object.keys(given).map((slot) => [slot, [1]])),
  page: { print, given: Object.entries(given), order: slots, marks: [], missions: Object.entries(given).filter(([, value]) => !value.includes('>')) },
})

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value), removeItem: (key: string) => kept.delete(key) })
})

it('keeps the pages of one turn side by side: missions do not wipe out last turn\'s routes', () => {
  keepPlot('m', 'allied', 6, page('sea', { pq: '1>2', tigris: '3>4' }))
  keepPlot('m', 'allied', 7, page('air', { fulmar: 'fleet' }))
  expect(Object.keys(lastPlot('m', 'allied'))).toEqual(['pq', 'tigris', 'fulmar'])
  expect([...missionsOf('m', 'allied', 7)], 'of this turn only').toEqual([['fulmar', 'fleet']])
  keepPlot('m', 'allied', 7, page('sea', { pq: '2>3' }, ['pq', 'tigris']))
  expect(lastPlot('m', 'allied'), 'who was given no order has none to repeat').not.toHaveProperty('tigris')
  expect([...missionsOf('m', 'allied', 7).keys()], 'on a later page too').toEqual(['fulmar'])
  expect(missionsOf('m', 'axis', 7).size + missionsOf('other', 'allied', 7).size).toBe(0)
})

it('gives a page back that is taken back, and keeps those before it', () => {
  keepPlot('m', 'allied', 7, page('air', { fulmar: 'fleet' }))
  keepPlot('m', 'allied', 7, page('sea', { pq: '2>3' }))
  expect(hasPlotted('m', 'allied', 7)).toBe(true)
  expect(takeBack('m', 'allied', 7, 'sea')?.given).toEqual([['pq', '2>3']])
  expect([...missionsOf('m', 'allied', 7).keys()]).toEqual(['fulmar'])
  expect(takeBack('m', 'allied', 7, 'which aircraft'), 'another question').toBeNull()
  expect(missionsOf('m', 'allied', 7).size).toBe(0)
})

it('knows whether a plot was the last thing that was answered', () => {
  keepPlot('m', 'axis', 7, page('sea', { 'u-88': '2>3' }))
  expect([hasPlotted('m', 'axis', 7), hasPlotted('m', 'axis', 8), hasPlotted('m', 'allied', 7)]).toEqual([true, false, false])
  passPlot('m', 'axis', 7)
  expect(hasPlotted('m', 'axis', 7)).toBe(false)
})

it('leaves nothing behind for whoever comes next', () => {
  keepPlot('m', 'axis', 7, page('sea', { 'u-88': '2>3' }))
  forgetPlots()
  expect([lastPlot('m', 'axis'), missionsOf('m', 'axis', 7).size]).toEqual([{}, 0])
})
