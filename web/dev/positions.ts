// Made-up positions to look at: they show states, not good play.
import type { Board, Clock, PieceView, Side, SightingView, Situation, Trail } from '../src/generated/wire'
import type { Lighting } from '../src/board/types'
import { DARK } from '../src/board/types'

export interface Position {
  side: Side | null
  board: Board
  displays: Board[]
  situation: Situation
  light: Lighting
}

let number = 0

export function piece(side: Side, kind: string, label: string, cell: string, more: Partial<PieceView> = {}): PieceView {
  number += 1
  return {
    id: `p${number}`,
    board: 'map',
    cell,
    side,
    kind,
    label,
    short: '',
    face_down: false,
    badges: [],
    card: {},
    nation: side === 'axis' ? 'german' : 'british',
    factors: [],
    move: '',
    hits: null,
    rings: [],
    ship: '',
    ...more,
  }
}

const boat = (label: string, cell: string, more: Partial<PieceView> = {}): PieceView =>
  piece('axis', 'ss-submerged', label, cell, {
    short: 'SS',
    factors: ['6', '2'],
    move: '3',
    hits: { taken: 0, of: 2 },
    ...more,
  })

const back = (side: Side, cell: string, badges: string[] = []): PieceView =>
  piece(side, 'unknown', 'Face-down counters', cell, { short: '?', face_down: true, badges })

const merchant = (label: string, cell: string, nation: string): PieceView =>
  piece('allied', 'mt', label, cell, { short: 'MT', factors: ['2'], move: '3', hits: { taken: 0, of: 2 }, nation })

export const board = (more: Partial<Board> = {}): Board => ({
  name: 'map',
  title: 'The Barents Sea',
  geometry: 'north-cape',
  marks: { ice: ['summer'], zones: ['soviet_limit', 'berg_summer'] },
  count: null,
  side: null,
  sign: '',
  note: '',
  ...more,
})

const clock = (more: Partial<Clock> = {}): Clock => ({
  turn: 11,
  turns: 42,
  phase: '',
  date: '1942-07-03 16:00',
  weather: 'clear',
  light: 'sun all day',
  hours: 4,
  sun: [0, 24],
  sky: 'clear',
  effects: [],
  ...more,
})

const situation = (
  boards: Board[],
  pieces: PieceView[],
  time: Clock,
  sightings: SightingView[] = [],
  trails: Trail[] = [],
): Situation => ({ boards, pieces, clock: time, sightings, trails, tracks: [], sheets: [] })

const around = (...columns: [number, number, number][]): Set<string> =>
  new Set(
    columns.flatMap(([column, from, to]) => Array.from({ length: to - from + 1 }, (_, i) => `${column}${from + i}`)),
  )

// By day: one boat chosen, a convoy seen.

const ace = boat('U-255', '3020', { badges: ['ace'] })
const ju87 = piece('axis', 'air-db', 'Ju 87', '2633', {
  short: 'DB',
  factors: ['5', '1'],
  move: '15',
  rings: [{ cell: '2633', radius: 15, words: 'Ju 87 from Banak, 15 hexes' }],
})
const nations = ['british', 'american', 'american', 'soviet', 'other']
const convoy = Array.from({ length: 41 }, (_, i) => merchant(`Merchant ${i + 1}`, '2919', nations[i % 5] ?? 'british'))
convoy[0] = piece('allied', 'group', 'PQ 17', '2919', {
  short: 'PQ',
  badges: ['reconnoitred'],
  move: '3',
  nation: 'british',
})

const dayPieces: PieceView[] = [
  ace,
  boat('U-457', '2720'),
  boat('U-703', '3318', { kind: 'ss', move: '4', badges: ['surfaced'] }),
  boat('U-334', '3421'),
  boat('U-657', '3723', { badges: ['patrol'] }),
  boat('U-88', '2324', { factors: ['3', '1'], move: '1', hits: { taken: 1, of: 2 } }),
  piece('axis', 'air-r', 'BV 138', '2618', { short: 'R', factors: ['1', '2'], move: 'U', badges: ['patrol'] }),
  ...[1, 2, 3].map((n) =>
    piece('axis', 'air-r', `BV 138 ${n}`, '2330', { short: 'R', factors: ['1', '2'], move: 'U' }),
  ),
  ...[1, 2, 3, 4].map((n) =>
    piece('axis', 'air-at', `Ju 88 ${n}`, '2633', { short: 'AT', factors: ['4', '3'], move: 'U' }),
  ),
  ju87,
  ...[1, 2, 3, 4].map((n) =>
    piece('axis', 'air-db', `Ju 87 ${n}`, '3633', { short: 'DB', factors: ['5', '1'], move: '15' }),
  ),
  ...convoy,
  back('allied', '2222'),
  back('allied', '3524'),
  back('allied', '1726'),
  back('allied', '2126', ['surfaced']),
  back('allied', '3926'),
]

const day: Position = {
  side: 'axis',
  board: board(),
  displays: [],
  situation: situation(
    [board()],
    dayPieces,
    clock(),
    [{ cell: '1622', what: 'surface ships', source: 'BV 138', turn: 9, age: 2, side: 'allied', kind: 'ca' }],
    [
      {
        side: 'allied',
        words: 'PQ 17',
        cells: [
          [8, '2018'],
          [9, '2318'],
          [10, '2619'],
          [11, '2919'],
        ],
      },
      {
        side: 'allied',
        words: 'cruisers? seen T9',
        cells: [
          [9, '1622'],
          [10, '1923'],
          [11, '2222'],
        ],
      },
      {
        side: 'allied',
        words: 'moves 3 a turn',
        cells: [
          [9, '4126'],
          [10, '3825'],
          [11, '3524'],
        ],
      },
    ],
  ),
  light: {
    ...DARK,
    cells: around([27, 19, 22], [28, 18, 22], [29, 18, 23], [30, 17, 23], [31, 18, 23], [32, 18, 22], [33, 19, 22]),
    pieces: new Set([convoy[0].id]),
    chosenPieces: new Set([ace.id]),
    pointed: { cells: new Set(), pieces: new Set([ju87.id]) },
  },
}

// By night: storm, winter ice, an open stack.

const warship = (
  kind: string,
  short: string,
  label: string,
  factors: string[],
  move: string,
  of: number,
  cell = '2018',
): PieceView => piece('allied', kind, label, cell, { short, factors, move, hits: { taken: 0, of }, badges: ['patrol'] })

const fleet = [
  warship('bb', 'BB', 'King George V', ['8', '–', '6'], '7', 4),
  warship('bb', 'BB', 'Duke of York', ['8', '–', '6'], '7', 4),
  warship('bc', 'BC', 'Renown', ['7', '2', '5'], '7', 3),
  warship('cv', 'CV', 'Victorious', ['2', '–', '6'], '8', 3),
  warship('cl', 'CL', 'Kenya', ['5', '3', '4'], '8', 2),
  warship('dd', 'DD', 'Onslow', ['4', '4', '3'], '9', 1),
  warship('dd', 'DD', 'Faulknor', ['4', '4', '3'], '9', 1),
  warship('dd', 'DD', 'Ashanti', ['4', '4', '3'], '9', 1),
  warship('dd', 'DD', 'Offa', ['4', '4', '3'], '9', 1),
]
const nightPieces = [
  ...fleet,
  ...Array.from({ length: 17 }, (_, i) => merchant(i ? `Merchant ${i}` : 'Empire Byron', '2015', 'british')),
  ...Array.from({ length: 17 }, (_, i) => merchant(i ? `Ship ${i}` : 'Earlston', '1215', 'british')),
  piece('allied', 'ss-submerged', 'Tigris', '2323', { short: 'SS', factors: ['6', '1'], move: '3' }),
  piece('allied', 'ss', 'Trident', '1326', { short: 'SS', factors: ['6', '1'], move: '4', badges: ['surfaced'] }),
  back('axis', '2019'),
  back('axis', '2318'),
  back('axis', '2818'),
  back('axis', '2720'),
]
const winter = board({ marks: { ice: ['winter'], zones: ['soviet_limit', 'berg_winter'] } })

const night: Position = {
  side: 'allied',
  board: winter,
  displays: [],
  situation: situation(
    [winter],
    nightPieces,
    clock({ sky: 'storm', sun: [8, 17], date: '1942-03-07 20:00' }),
    [],
    [
      {
        side: 'allied',
        words: 'PQ 12',
        cells: [
          [7, '1113'],
          [8, '1413'],
          [9, '1714'],
          [10, '2015'],
        ],
      },
      {
        side: 'axis',
        words: 'moving',
        cells: [
          [7, '1126'],
          [8, '1325'],
          [9, '1524'],
          [10, '2019'],
        ],
      },
    ],
  ),
  light: {
    ...DARK,
    pieces: new Set(fleet.map((p) => p.id)),
    chosenPieces: new Set(fleet.filter((p) => /King|Duke|Renown|Onslow|Faulknor/.test(p.label)).map((p) => p.id)),
    pointed: { cells: new Set(['2019']), pieces: new Set() },
  },
}

// Fog: a stack lost from sight.

const fog: Position = {
  ...day,
  situation: situation(
    [board()],
    [
      boat('U-255', '3021', { kind: 'ss', move: '4', badges: ['ace', 'surfaced'] }),
      ...dayPieces.slice(1, 7),
      back('allied', '2919'),
      back('allied', '2222'),
      back('allied', '3524'),
      back('allied', '2124', ['surfaced']),
    ],
    clock({ sky: 'fog', weather: 'fog, flights to 9' }),
    [{ cell: '2619', what: 'PQ 17', source: 'U-255', turn: 11, age: 1, side: 'allied', kind: 'mt' }],
    [
      {
        side: 'allied',
        words: 'PQ 17?',
        cells: [
          [10, '2318'],
          [11, '2619'],
          [12, '2919'],
        ],
      },
      {
        side: 'allied',
        words: '',
        cells: [
          [11, '3826'],
          [12, '3524'],
        ],
      },
    ],
  ),
  light: {
    ...DARK,
    cells: around([28, 18, 19], [29, 18, 20], [30, 18, 19]),
    pieces: new Set(),
    routes: [
      { cells: ['3723', '3722', '3621', '3620'], state: 'plotting', side: 'axis', label: '3' },
      { cells: ['2324', '2424', '2524'], state: 'plotted', side: 'axis' },
      { cells: ['3318', '3418', '3517'], state: 'last', side: 'axis' },
      { cells: ['2720', '2620', '2521'], state: 'follows', side: 'axis' },
    ],
  },
}

// Displays: boxes that are known, known in part and not known; a base; a choice among boxes and pieces.

const display = (name: string, title: string, more: Partial<Board>): Board =>
  board({ name, title, geometry: 'box', marks: {}, side: 'allied', ...more })

const held = Array.from({ length: 12 }, (_, i) =>
  piece(
    'allied',
    i < 2 ? 'dd' : i < 4 ? 'de' : 'mt',
    i < 2 ? (['Onslow', 'Oribi'][i] ?? '') : i < 4 ? `Escort ${i}` : `Merchant ${i}`,
    'box-1',
    {
      board: 'box-1',
      short: i < 2 ? 'DD' : i < 4 ? 'DE' : 'MT',
      factors: i < 2 ? ['4', '4', '3'] : ['2'],
      move: i < 2 ? '9' : '3',
      hits: { taken: i === 5 ? 1 : 0, of: 2 },
      nation: nations[i % 5] ?? 'british',
    },
  ),
)
const atBase = Array.from({ length: 5 }, (_, i) =>
  piece('axis', i < 3 ? 'air-at' : 'air-t', i < 3 ? `Ju 88 ${i + 1}` : `He 111 ${i - 2}`, '2633', {
    short: i < 3 ? 'AT' : 'T',
    factors: ['4', '3'],
    move: '20',
    card: { base: 'Banak', ...(i === 2 ? { 'this turn': 'attacked' } : {}) },
    badges: i === 4 ? ['patrol'] : [],
  }),
)
const boxes = [
  display('box-1', 'Holding box 1', { count: 12, sign: 'mt', note: '8 merchants, 2 destroyers, 2 escorts' }),
  display('box-2', 'Holding box 2', { count: 9, sign: 'group' }),
  display('box-3', 'Holding box 3', { count: 0, note: 'empty' }),
  display('base-2633', 'Banak 5/5', {
    count: 4,
    side: 'axis',
    marks: { at: ['2633'] },
    note: '2 Ju 88 ready, 1 flown',
  }),
  display('box-4', 'Holding box 4', { count: 0, note: 'empty' }),
]

const displays: Position = {
  ...day,
  displays: boxes,
  side: 'axis',
  situation: situation([board(), ...boxes], [...held, ...atBase], clock()),
  light: {
    ...DARK,
    cells: new Set(['box-4']),
    pieces: new Set([...atBase.slice(0, 2), ...held.slice(0, 3)].map((p) => p.id)),
    chosenPieces: new Set(held.slice(0, 1).map((p) => p.id)),
  },
}

const empty = (name: string, marks: Record<string, string[]>): Position => {
  const chart = board({ geometry: name, marks })
  return { side: 'axis', board: chart, displays: [], situation: situation([chart], [], clock()), light: DARK }
}

export const POSITIONS: Record<string, Position> = {
  day,
  night,
  fog,
  displays,
  nordkapp: empty('nordkapp', { ice: ['spring'] }),
  'arctic-disaster': empty('arctic-disaster', { ice: ['july'] }),
  operations: empty('operations', { ice: ['12'] }),
}
