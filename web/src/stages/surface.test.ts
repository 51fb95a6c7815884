import { describe, expect, it } from 'vitest'
import type { DecisionView, PieceView, Side, SurfaceCombatStage } from '../generated/wire'
import { isAfter, oddsOf } from '../lib/worth'
import { arc, byArea, chipAt, layOut, lineOf, rowsIn, runsOf, sinking, type Frame } from './surface'

const AREAS = Array.from({ length: 24 }, (_, i) => String(i + 1))

function stage(more: Partial<SurfaceCombatStage> = {}): SurfaceCombatStage {
  return {
    type: 'surface-combat',
    areas: 24,
    round: 2,
    rounds: 8,
    steps: [],
    weapons: [
      { key: 'main', words: 'main guns', verb: 'reach', torpedoes: false },
      { key: 'torpedoes', words: 'torpedoes', verb: 'run', torpedoes: true },
    ],
    columns: ['move', 'main', 'secondary', 'AA'],
    groups: ['1', '2'],
    places: {},
    smokes: 'smoke',
    weapon: '',
    smoke: [],
    convoy: null,
    moved: [],
    submerged: [],
    shots: [],
    ships: {},
    ...more,
  }
}

function ship(id: string, side: Side, area: number, kind = 'dd'): PieceView {
  return {
    id,
    board: 'surface-combat',
    cell: String(area),
    side,
    kind,
    label: id,
    short: kind.toUpperCase(),
    face_down: false,
    badges: [],
    card: {},
    nation: '',
    factors: [],
    move: '',
    hits: null,
    rings: [],
    ship: id,
    sheets: [], force: '',
  }
}

const FRAME: Frame = { width: 960, height: 300, areas: 24, size: 40 }

describe('what the board says', () => {
  const line = lineOf(
    stage({
      smoke: [3],
      convoy: { name: 'PQ-17', marker: 'pq-17', beside: 'convoy', ships: ['mt-1'] },
      shots: [{ ship: 'tirpitz', weapon: 'main', target: 'london' }],
      ships: {
        london: {
          levels: [[4, 8, null, 7], [3, 6, null, 5]],
          hurt: [],
          weapons: [
            { kind: 'main', slot: 'london:main', reach: [0, 0, -1] },
            { kind: 'torpedoes', slot: 'london', reach: [0, -1] },
          ],
        },
      },
    }),
  )

  it('has areas by their names, weapons, the convoy and what both have declared', () => {
    expect([line.areas.at(-1), line.smoke.has('3'), line.withConvoy.has('mt-1')]).toEqual(['24', true, true])
    expect([...line.weapons('london').keys()]).toEqual(['main', 'torpedoes'])
    expect(line.shots.map(({ ship, weapon, target }) => [ship, weapon?.words, target])).toEqual([['tirpitz', 'main guns', 'london']])
  })

  it('has the modifier for range in each area, as far as a weapon reaches', () => {
    const modifiers = byArea(line, 3, line.weapons('london').get('main')?.reach ?? [])
    expect(modifiers.slice(0, 6)).toEqual([-1, 0, 0, 0, -1, null])
  })

  it('knows a weapon by its slot', () => {
    expect([line.aimedBy('london')?.weapon?.key, line.aimedBy('london:main')?.ship, line.aimedBy('z-24')]).toEqual(['torpedoes', 'london', undefined])
    expect([sinking(0, 4), sinking(3, 4)]).toEqual(['The fourth hit sinks her.', 'The next hit sinks her.'])
  })
})

describe('where counters lie', () => {
  const line = lineOf(stage({ convoy: { name: 'PQ-17', marker: 'pq-17', beside: 'convoy', ships: AREAS.map((n) => `mt-${n}`) } }))

  it('puts ships into the column of their area, the weightiest on top', () => {
    const tiles = layOut([ship('z-24', 'axis', 6), ship('tirpitz', 'axis', 6, 'bb')], line, FRAME)
    expect(tiles.map((tile) => tile.key)).toEqual(['tirpitz', 'z-24'])
    expect(tiles.every((tile) => tile.x === 220)).toBe(true)
    expect((tiles[1]?.y ?? 0) - (tiles[0]?.y ?? 0)).toBeGreaterThan(FRAME.size)
  })

  it('piles up what there is no room for, and loses nobody', () => {
    const many = AREAS.map((n) => ship(`dd-${n}`, 'axis', 9)).concat(ship('london', 'allied', 9, 'ca'))
    const tiles = layOut(many, line, FRAME)
    expect(tiles).toHaveLength(rowsIn(FRAME))
    expect(new Set(tiles.flatMap((tile) => tile.pieces.map((piece) => piece.id))).size).toBe(25)
    expect(tiles.at(-1)?.key).toBe('london')
    expect(tiles.every((tile) => tile.y - 20 >= 0 && tile.y + 20 <= FRAME.height)).toBe(true)
  })

  it('keeps the convoy in one pile beside its escorts', () => {
    const tiles = layOut([...AREAS.map((n) => ship(`mt-${n}`, 'allied', 19, 'mt')), ship('fury', 'allied', 19)], line, FRAME)
    expect(tiles.map((tile) => [tile.title, tile.pieces.length])).toEqual([
      ['fury', 1],
      ['PQ-17', 24],
    ])
  })

  it('shows a ship where it is ordered to, beside where it is', () => {
    const fury = ship('fury', 'allied', 19)
    const tiles = layOut([fury], line, FRAME, [{ piece: fury, area: 15 }])
    expect(tiles.map((tile) => [tile.area, tile.ghost])).toEqual([
      [15, true],
      [19, false],
    ])
  })

  it('draws areas that follow upon each other together', () => {
    expect(runsOf(['3', '4', '6', '7', '8'])).toEqual([
      [3, 4],
      [6, 8],
    ])
  })
})

describe('lines and chips', () => {
  it('run from edge to edge, towards the target', () => {
    expect(arc({ x: 100, y: 50 }, { x: 300, y: 50 }, 40)).toMatch(/^M124 50Q200 .* 276 50$/)
    expect(arc({ x: 300, y: 50 }, { x: 100, y: 50 }, 40)).toMatch(/^M276 50Q.* 124 50$/)
  })

  it('are written on the side that the fire comes from, unless a counter lies there', () => {
    const [target, from] = [{ x: 300, y: 100 }, { x: 800, y: 100 }]
    expect(chipAt(target, from, [target], FRAME).x).toBeGreaterThan(300)
    expect(chipAt(target, from, [target, { x: 340, y: 100 }], FRAME).x).toBeLessThan(300)
  })
})

describe('what an order is worth', () => {
  const odds = (chance: number) => ({ chance, of: 'a hit', modifiers: {}, outcomes: [], notes: [] })
  const decision = {
    order_odds: { 'tirpitz:main': { london: { first: odds(0.4), after: odds(0.2) } } },
    slots: {
      'scheer:main': { group: 'scheer', role: 'main', words: 'main guns' },
      'tirpitz:main': { group: 'tirpitz', role: 'main', words: 'main guns' },
      'tirpitz:secondary': { group: 'tirpitz', role: 'secondary', words: 'secondary guns' },
    },
  } as Partial<DecisionView> as DecisionView
  const order = ['scheer:main', 'tirpitz:main', 'tirpitz:secondary']

  it('is less for whoever is not the first at a target', () => {
    const given = new Map([['scheer:main', 'london']])
    expect(oddsOf(decision, order, new Map(), 'tirpitz:main', 'london')?.chance).toBe(0.4)
    expect(oddsOf(decision, order, given, 'tirpitz:main', 'london')?.chance).toBe(0.2)
    expect(oddsOf(decision, [...order].reverse(), given, 'tirpitz:main', 'london')?.chance).toBe(0.4)
  })

  it('is not less after another battery of the same ship', () => {
    expect(isAfter(decision, order, new Map([['tirpitz:main', 'london']]), 'tirpitz:secondary', 'london')).toBe(false)
  })
})
