import { describe, expect, it } from 'vitest'
import type { Board, PieceView, Side } from '../generated/wire'
import {
  bandsOf,
  byThemselves,
  divisionIn,
  inSight,
  isCut,
  moveOf,
  moveWords,
  nameIn,
  plateOf,
  trackOf,
  weaponOf,
  worthOf,
  type Stand,
  type Track,
} from './track'

const CELLS = Array.from({ length: 14 }, (_, i) => String(i - 2))
const SCALE = ['-2:0.05', '-1:0.1', '0:0.166667', '1:0.333333']

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

/** Two German divisions at 0 and 3, an Allied one at 5 and the train at 8. */
function fight(marks: Record<string, string[]> = {}): { track: Track; pieces: Map<string, PieceView> } {
  const pieces = [ship('g1', 'axis', 0), ship('g2', 'axis', 3), ship('a1', 'allied', 5), ship('a2', 'allied', 5), ...Array.from({ length: 9 }, (_, i) => ship(`a${i + 3}`, 'allied', 8))]
  const board = {
    name: 'battle',
    geometry: 'battle-track',
    marks: {
      cells: CELLS,
      round: ['2', '12'],
      last: ['1'],
      engager: ['axis'],
      'division:g-1': ['g1'],
      'division:g-2': ['g2'],
      'division:a-1': ['a1', 'a2'],
      'division:a-2': pieces.slice(4).map((piece) => piece.id),
      train: ['a-2'],
      moved: ['a-1:-2'],
      lit: ['g-1>a-2'],
      'sight:axis': ['5'],
      shell: ['6'],
      run: ['2'],
      scale: SCALE,
      'range:g1:primary': ['1', '1', '0', '0', '0', '-1', '-1', '-1', '-1'],
      'dice:g1:primary': ['6', '3'],
      'mods:g1:primary': ['a1:0', 'a2:-1', 'a3:0'],
      plain: ['3', '1', 'a3'],
      best: ['a-1:a2', 'a-2:a3'],
      fired: ['g1|primary|a1|6|2|range 5 -1'],
      sunk: ['a9|8|1|A9 Achates'],
      hits: ['a1:2'],
      ...marks,
    },
  } as Partial<Board> as Board
  return { track: trackOf(board, pieces), pieces: new Map(pieces.map((piece) => [piece.id, piece])) }
}

const STILL: Stand = { cell: (division) => division.cell, hampered: () => false, lit: new Set() }
const moved = (key: string, by: number, rest: Partial<Stand> = {}): Stand => ({ ...STILL, cell: (one) => one.cell + (one.key === key ? by : 0), ...rest })

describe('what the board says', () => {
  const { track } = fight()

  it('has divisions where their ships are', () => {
    expect(track.divisions.map(({ key, side, cell, order, train, moved: by }) => [key, side, cell, order, train, by])).toEqual([
      ['g-1', 'axis', 0, 1, false, 0],
      ['g-2', 'axis', 3, 2, false, 0],
      ['a-1', 'allied', 5, 1, false, -2],
      ['a-2', 'allied', 8, 2, true, 0],
    ])
    expect(track.divisionOf('a2')?.key).toBe('a-1')
    expect(track.divisions[0]?.lights).toBe('a-2')
  })

  it('has what was fired, what it did, and who went down', () => {
    expect(track.fired).toEqual([{ ship: 'g1', weapon: 'primary', target: 'a1', dice: 6, hits: 2, why: 'range 5 -1' }])
    expect(track.sunk).toEqual([{ ship: 'a9', cell: 8, round: 1, name: 'A9 Achates' }])
    expect(track.hits.get('a1')).toBe(2)
  })

  it('tells slots of divisions from those of weapons', () => {
    expect([divisionIn('a-1:move'), divisionIn('a1:primary'), weaponOf('a1:torpedoes'), weaponOf('a-1:smoke')]).toEqual(['a-1', null, 'torpedoes', null])
    expect([plateOf('g-2'), moveOf(-2), moveOf(3), moveWords(-2), moveWords(0)]).toEqual(['G 2', '-2', '+3', '2 to the left', 'stays'])
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
  const frame = { width: 1008, height: 320, areas: CELLS.length, size: 46 }

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
    const { track, pieces } = fight({ train: [] })
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
