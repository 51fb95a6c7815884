import { describe, expect, it } from 'vitest'
import type { BattleTrackStage, PieceView, Side, TrackDivision } from '../generated/wire'
import {
  bandsOf,
  byThemselves,
  inSight,
  isCut,
  moveWords,
  nameIn,
  trackOf,
  worthOf,
  type Stand,
  type Track,
} from './track'

const SLOTS = { move: 'a-1:move', smoke: 'a-1:smoke', comb: 'a-1:comb', leave: 'a-1:leave', scatter: 'a-1:scatter', starshell: 'a-1:starshell' }

function ship(id: string, side: Side, cell: number): PieceView {
  return {
    id,
    board: 'battle',
    cell: String(cell),
    side,
    kind: 'dd',
    label: id.toUpperCase(),
    short: 'DD',
    face_down: false,
    badges: [],
    card: {},
    nation: '',
    factors: [],
    move: '',
    hits: null,
    rings: [],
    ship: id,
  } as Partial<PieceView> as PieceView
}

function division(key: string, side: Side, order: number, cell: number, ships: string[], more: Partial<TrackDivision> = {}): TrackDivision {
  return { key, name: key.toUpperCase(), side, cell, ships, order, train: false, moved: 0, did: [], lights: '', ...more }
}

/** Two German divisions at 0 and 3, an Allied one at 5 and the train at 8. */
function fight(train = true): { track: Track; pieces: Map<string, PieceView> } {
  const pieces = [ship('g1', 'axis', 0), ship('g2', 'axis', 3), ship('a1', 'allied', 5), ship('a2', 'allied', 5), ...Array.from({ length: 9 }, (_, i) => ship(`a${i + 3}`, 'allied', 8))]
  const stage: BattleTrackStage = {
    type: 'battle-track',
    first: -2,
    last: 11,
    round: 2,
    rounds: 12,
    fought: 1,
    steps: [],
    weapons: [
      { key: 'primary', words: 'primary guns', verb: 'reach', torpedoes: false },
      { key: 'torpedoes', words: 'torpedoes', verb: 'run', torpedoes: true },
    ],
    engager: 'axis',
    break_off: 'break',
    starshell: 6,
    running: 2,
    masked: -1,
    scale: { least: -2, chances: [0.05, 0.1, 0.166667, 0.333333] },
    plain: { within: 3, modifier: 1, ships: ['a3'] },
    over: null,
    surprised: [],
    forming: [],
    divisions: [
      division('g-1', 'axis', 1, 0, ['g1'], { lights: 'a-2' }),
      division('g-2', 'axis', 2, 3, ['g2']),
      division('a-1', 'allied', 1, 5, ['a1', 'a2'], { moved: -2 }),
      division('a-2', 'allied', 2, 8, pieces.slice(4).map((piece) => piece.id), { train }),
      division('a-3', 'allied', 3, 9, []),
    ],
    slots: { 'a-1': SLOTS },
    best: { 'a-1': 'a2', 'a-2': 'a3' },
    sight: { axis: 5 },
    ships: {
      g1: [
        { kind: 'primary', slot: 'g1:primary', reach: [1, 1, 0, 0, 0, -1, -1, -1, -1], dice: 6, hampered: 3, against: { a1: 0, a2: -1, a3: 0 } },
        { kind: 'torpedoes', slot: 'g1:torpedoes', reach: [1, 0, 0, -1, -1, -1], dice: 4, hampered: 4, against: { a1: 0, a2: 0, a3: 0 } },
      ],
    },
    hits: { a1: 2 },
    fired: [{ side: 'axis', ship: 'g1', weapon: 'primary', target: 'a1', dice: 6, hits: 2, why: 'range 5 -1' }],
    sunk: { allied: [{ ship: 'a9', name: 'A9 Achates', cell: 8, round: 1 }], axis: [] },
  }
  return { track: trackOf(stage), pieces: new Map(pieces.map((piece) => [piece.id, piece])) }
}

const STILL: Stand = { cell: (division) => division.cell, hampered: () => false, lit: new Set() }
const moved = (key: string, by: number, rest: Partial<Stand> = {}): Stand => ({ ...STILL, cell: (one) => one.cell + (one.key === key ? by : 0), ...rest })

describe('what the board says', () => {
  const { track } = fight()

  it('has the divisions that have ships left, and those of each ship', () => {
    expect(track.divisions.map(({ key }) => key)).toEqual(['g-1', 'g-2', 'a-1', 'a-2'])
    expect(track.divisionOf('a2')?.key).toBe('a-1')
    expect([track.cells[0], track.cells.at(-1), track.sight('axis'), track.sight('allied')]).toEqual([-2, 11, 5, null])
  })

  it('has what did damage, and who went down on which side', () => {
    expect(track.sunk).toEqual([{ ship: 'a9', cell: 8, round: 1, name: 'A9 Achates', side: 'allied' }])
    expect(track.hits.get('a1')).toBe(2)
  })

  it('knows what each slot orders', () => {
    expect([track.orderAt('a-1:move'), track.orderAt('g1:primary')]).toEqual([{ key: 'a-1', what: 'move' }, undefined])
    expect([track.mountAt('g1:torpedoes')?.torpedoes, track.mountAt('a-1:smoke')]).toEqual([true, undefined])
    expect([track.slotOf('a-1', 'starshell'), track.slotOf('g-1', 'move')]).toEqual(['a-1:starshell', undefined])
    expect([moveWords(-2), moveWords(0)]).toEqual(['2 to the left', 'stays'])
  })
})

describe('what a shot is worth', () => {
  const { track } = fight()

  it('goes by the range after the move, and the dice that are left at full speed', () => {
    const still = worthOf(track, 'g1:primary', 'a1', STILL)
    expect([still?.cells, still?.net, still?.dice]).toEqual([5, -1, 6])
    expect(still?.chance).toBeCloseTo(1 - 0.9 ** 6)
    const near = worthOf(track, 'g1:primary', 'a1', moved('g-1', 3, { hampered: () => true }))
    expect([near?.cells, near?.net, near?.dice]).toEqual([2, 0, 3])
    expect(near?.chance).toBeCloseTo(1 - (1 - 0.166667) ** 3)
  })

  it('is nothing out of range or sight, unless the target is lit up', () => {
    expect(worthOf(track, 'g1:primary', 'a3', STILL)).toBeNull()
    expect(worthOf(track, 'g1:primary', 'a3', moved('g-1', 2))).toBeNull()
    expect(worthOf(track, 'g1:primary', 'a3', moved('g-1', 2, { lit: new Set(['a-2']) }))?.cells).toBe(6)
    expect(worthOf(track, 'g1:secondary', 'a1', STILL)).toBeNull()
  })

  it('counts a division in the way of torpedoes', () => {
    const close = worthOf(track, 'g1:torpedoes', 'a1', moved('g-1', 2))
    expect([close?.net, close?.dice]).toEqual([-1, 4])
    expect(worthOf(track, 'g1:torpedoes', 'a3', moved('g-1', 4))?.net).toBe(-2)
  })

  it('counts plain targets at short range', () => {
    expect(worthOf(track, 'g1:primary', 'a3', moved('g-1', 4))?.net).toBe(0)
    expect(worthOf(track, 'g1:primary', 'a3', moved('g-1', 5))?.net).toBe(1)
  })

  it('without an order goes to the best ship of the nearest division in sight', () => {
    expect(byThemselves(track, 'g1:primary', STILL)).toBe('a2')
    expect(byThemselves(track, 'g1:primary', moved('g-1', 7))).toBe('a3')
    expect(byThemselves(track, 'g1:primary', moved('g-1', -2))).toBeNull()
    expect(byThemselves(track, 'g1:torpedoes', STILL)).toBeNull()
  })

  it('sees as far as any division of the side does', () => {
    const seen = inSight(track, 'axis', moved('g-2', 1))
    expect([Math.min(...seen), Math.max(...seen)]).toEqual([-2, 9])
  })
})

describe('where counters lie', () => {
  const frame = { width: 1008, height: 320, areas: 14, size: 46 }

  it('puts a division into its cell, ships below each other, merchants into a pile', () => {
    const { track, pieces } = fight()
    const bands = bandsOf(track, pieces, frame)
    expect(bands.map((band) => [band.division.key, Math.round(band.x / 72 - 0.5) - 2])).toEqual([['g-1', 0], ['g-2', 3], ['a-1', 5], ['a-2', 8]])
    const [a1, a2] = bands[2]?.tiles ?? []
    expect(a2?.y).toBeGreaterThan((a1?.y ?? 0) + 46)
    expect(bands[3]?.tiles.map((tile) => [tile.title, tile.pieces.length])).toEqual([['merchants', 9]])
    for (const band of bands) {
      expect(band.y).toBeGreaterThanOrEqual(0)
      expect(band.y + band.height).toBeLessThanOrEqual(frame.height)
    }
  })

  it('lays many ships two abreast where the cells beside are free, else the rest in a pile', () => {
    const { track, pieces } = fight(false)
    const wide = bandsOf(track, pieces, frame)[3]
    expect(new Set(wide?.tiles.map((tile) => tile.x)).size).toBe(2)
    const crowd = { ...track, divisions: track.divisions.map((one) => (one.key === 'g-2' ? { ...one, cell: 7 } : one)) }
    const narrow = bandsOf(crowd, pieces, frame).find((band) => band.division.key === 'a-2')
    expect(narrow && isCut(narrow)).toBe(true)
    expect(narrow?.tiles.reduce((sum, tile) => sum + tile.pieces.length, 0)).toBe(9)
  })

  it('never lets two divisions of one cell lie over each other', () => {
    const { track, pieces } = fight()
    const together = { ...track, divisions: track.divisions.map((one) => ({ ...one, cell: 5 })) }
    const bands = bandsOf(together, pieces, { ...frame, height: 420 })
    expect(bands.map((band) => band.division.side)).toEqual(['axis', 'axis', 'allied', 'allied'])
    for (const [i, band] of bands.slice(1).entries()) expect(band.y).toBeGreaterThanOrEqual((bands[i]?.y ?? 0) + (bands[i]?.height ?? 0))
  })

  it('writes the name that there is room for', () => {
    const wide = (text: string): number => text.length * 6
    expect(nameIn('G3 Friedrich Eckoldt (Z16)', 200, wide)).toBe('G3 Friedrich Eckoldt (Z16)')
    expect(nameIn('G3 Friedrich Eckoldt (Z16)', 70, wide)).toBe('G3 Friedrich Eckoldt')
    expect(nameIn('G3 Friedrich Eckoldt (Z16)', 50, wide)).toBe('G3 Z16')
    expect(nameIn('A7 Honeysuckle', 40, wide)).toBe('A7')
    expect(nameIn('G1 Scharnhorst', 48, wide)).toBe('G1 Scharnhorst')
    expect(nameIn('merchants', 20, wide)).toBe('merchants')
  })
})
