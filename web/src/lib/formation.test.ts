import { expect, it } from 'vitest'
import { lengthOf, lineThrough, stationed } from './formation'

// Hexes of a plain by their columns and rows, six directions from the east.
const STEPS = [[1, 0], [1, -1], [0, -1], [-1, 0], [-1, 1], [0, 1]]
const compass = (cell: string): (string | undefined)[] => {
  const [q = 0, r = 0] = cell.split(',').map(Number)
  return STEPS.map(([dq = 0, dr = 0]) => [q + dq, r + dr]).map(([x = 0, y = 0]) => (Math.max(Math.abs(x), Math.abs(y)) > 9 ? undefined : `${x},${y}`))
}
const within = (cell: string, far: number): string[] => {
  let found = new Set([cell])
  for (let step = 0; step < far; step += 1) found = new Set([...found, ...[...found].flatMap((one) => compass(one).filter((other) => other !== undefined))])
  return [...found]
}

it('lays a line through a hex to both sides, as far as the chart goes', () => {
  expect(lineThrough('0,0', 0, 3, 2, compass)).toEqual(['-2,0', '0,0', '2,0'])
  expect(lineThrough('9,0', 0, 3, 2, compass)).toEqual(['7,0', '9,0'])
})

it('lays the line where most can reach it, and turns it by hand', () => {
  const from = ['0,-3', '0,0', '0,3']
  const reaches = from.map((cell) => within(cell, 3))
  expect(stationed({ shape: 'line', turned: 0, apart: 3 }, '2,0', from, reaches, compass)).toEqual(['2,-3', '2,0', '2,3'])
  expect(stationed({ shape: 'line', turned: 1, apart: 3 }, '2,0', from, reaches, compass)).not.toEqual(['2,-3', '2,0', '2,3'])
})

it('sends all to one hex, or as near to it as each can come', () => {
  expect(stationed({ shape: 'one', turned: 0, apart: 3 }, '4,0', ['0,0', '3,0'], [within('0,0', 2), within('3,0', 2)], compass)).toEqual(['2,0', '4,0'])
  expect(stationed({ shape: 'one', turned: 0, apart: 3 }, '4,0', ['0,0'], [[]], compass)).toEqual([null])
})

it('measures a way that names its ends alone', () => {
  expect([['0,0', '1,0', '2,0'], ['0,0', '3,0'], ['0,0', 'port'], ['0,0'], []].map((way) => lengthOf(way, compass))).toEqual([2, 3, 1, 0, 0])
})
