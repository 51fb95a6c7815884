import { describe, expect, it } from 'vitest'
import { moved, valueOf, type Placing } from './arranging'
import { nearest } from './arrows'
import { arrowTo, besides } from './flight'
import { AIR_RINGS, cellsOf, CONVOY_COLUMNS, CONVOY_ROWS, namesOf } from './layouts'

const ROOM = new Set(['core-1', 'core-2', 'core-3', 'screen-1', 'rescue-1'])

function placing(given: [string, string][] = [], base: [string, string][] = [['a', 'core-1'], ['b', 'core-2'], ['r', 'rescue-1']]): Placing {
  return {
    base: new Map(base),
    given: new Map(given),
    allows: (slot, value) => (slot === 'r' ? value === 'rescue-1' : ROOM.has(value) && (value !== 'rescue-1' || slot === 'b')),
    room: (value) => (ROOM.has(value) ? 1 : undefined),
  }
}

describe('moving pieces by hand', () => {
  it('moves a piece to a free cell, and takes it back', () => {
    const there = moved(placing(), 'a', 'core-3')
    expect(there).toEqual({ done: true, given: new Map([['a', 'core-3']]) })
    expect(moved(placing([['a', 'core-3']]), 'a', 'core-1')).toEqual({ done: true, given: new Map() })
  })

  it('lets two pieces change places, also when they have been moved already', () => {
    const first = moved(placing(), 'a', 'core-2')
    expect(first).toEqual({ done: true, given: new Map([['b', 'core-1'], ['a', 'core-2']]) })
    // Each comes back when the other is put where it came from.
    const given: [string, string][] = [['a', 'core-2'], ['b', 'core-1']]
    expect(moved(placing(given), 'b', 'core-2')).toEqual({ done: true, given: new Map() })
    const third = moved(placing(given), 'a', 'core-3')
    expect(third.done && [...third.given]).toEqual([['a', 'core-3'], ['b', 'core-1']])
  })

  it('refuses a cell that a piece may not have, and names who cannot make room', () => {
    expect(moved(placing(), 'a', 'rescue-1')).toEqual({ done: false, blocker: null })
    expect(moved(placing(), 'b', 'rescue-1')).toEqual({ done: false, blocker: 'r' })
  })

  it('sends another back to where it waited when its cell is taken from outside', () => {
    const two = placing([['a', 'screen-1']], [])
    expect(valueOf(two, 'b')).toBeUndefined()
    expect(moved(two, 'b', 'screen-1')).toEqual({ done: true, given: new Map([['b', 'screen-1']]) })
  })
})

describe('arrow keys', () => {
  const box = (x: number, y: number, size = 10) => ({ box: { left: x, right: x + size, top: y, bottom: y + size }, at: `${x} ${y}` })

  it('go straight on rather than aside, and not to what lies in the same place', () => {
    const all = [box(2, 2, 20), box(40, 0), box(30, 30), box(6, 60)]
    const from = box(5, 5).box
    expect(nearest(from, all, 'ArrowRight')?.at).toBe('40 0')
    expect(nearest(from, all, 'ArrowDown')?.at).toBe('6 60')
    expect(nearest(from, all, 'ArrowLeft')).toBeUndefined()
  })
})

describe('flight', () => {
  it('draws an arrow from the edge of a square into the next', () => {
    const path = arrowTo({ x: 45, y: 37 }, { x: -45, y: 37 }, { x: 45, y: 37 })
    const [, start, tip] = /^M(\S+) 37L(\S+) 37/.exec(path) ?? []
    expect([Number(start), Number(tip)]).toEqual([16, -14])
  })

  it('puts raiders on the side of their targets, in the order of these', () => {
    const places = besides([{ x: 50, y: 20 }, { x: -50, y: 0 }, { x: 50, y: -20 }, undefined], 200, 300)
    expect(places.map(({ x }) => Math.sign(x))).toEqual([1, -1, 1, 1])
    expect(places[2]?.y).toBeLessThan(places[0]?.y ?? 0)
    expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(4)
  })
})

describe('the displays', () => {
  it('fill their rectangle without overlapping', () => {
    const taken = cellsOf('convoy').flatMap(({ x, y, wide }) => Array.from({ length: wide }, (_, i) => `${x + i} ${y}`))
    expect(new Set(taken).size).toBe(taken.length)
    expect(taken.length).toBe(CONVOY_COLUMNS * CONVOY_ROWS)
    expect(cellsOf('air-battle').length).toBe(1 + 3 * AIR_RINGS * (AIR_RINGS - 1))
    expect(namesOf('surface-combat').has('24')).toBe(true)
  })
})
