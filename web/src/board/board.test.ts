import { describe, expect, test } from 'vitest'
import { badgeFace, damageOf, shownBadges } from '../counters/badges'
import { GLYPHS } from '../counters/glyphs'
import type { PieceView, Side, SightingView } from '../generated/wire'
import { Arrivals } from './arrivals'
import { fanSize, overlaps, placeFan, type Box } from './fan'
import hexes from './fixtures/hexes.json'
import { Geometry, type GeometryFile } from './geometry'
import { clearOf, labelled } from './names'
import { crossings, graduation } from './neatline'
import { crowd, outerBox, placedStacks, stackUnder, Turning } from './places'
import { chained, inside, outline, outlineSides, ticks } from './region'
import { inFanOrder, spoken, stacksOf, toldOf } from './stacks'
import { stopsOf, towards } from './stops'
import { DARK } from './types'
import { isDark } from './weather'

const files = import.meta.glob<object>('../../../src/barents/atlas/maps/*.json', { eager: true, import: 'default' })

function map(name: string): Geometry {
  const file = (suffix: string): object => files[`../../../src/barents/atlas/maps/${name}.${suffix}`] ?? {}
  return new Geometry({ ...file('json'), chart: file('chart.json') } as GeometryFile)
}

const maps = Object.fromEntries(Object.keys(hexes).map((name) => [name, map(name)]))
const sea = map('north-cape')

let number = 0
function piece(side: Side, kind: string, label: string, cell: string, more: Partial<PieceView> = {}): PieceView {
  number += 1
  return {
    id: `p${number}`,
    board: 'map',
    cell,
    side,
    kind,
    label,
    short: kind.toUpperCase(),
    face_down: false,
    badges: [],
    card: {},
    nation: '',
    factors: [],
    move: '',
    hits: null,
    rings: [],
    ship: '',
    force: '',
    sheets: [],
    ...more,
  }
}

describe('the grid', () => {
  test.each(Object.entries(hexes))('of %s is the kernel’s', (name, { cells }) => {
    const grid = maps[name]?.grid
    const first = Object.keys(cells).sort()[0] ?? ''
    for (const [cell, known] of Object.entries(cells)) {
      const [x = 0, y = 0] = grid?.centre(cell) ?? []
      expect([x, y].map((value) => Math.round(value * 1e6) / 1e6)).toEqual(known.centre.map((value) => value + 0))
      const corner = grid?.corners(cell)[0] ?? []
      corner.forEach((value, i) => expect(value).toBeCloseTo(known.corner[i] ?? NaN, 5))
      expect(grid?.neighbours(cell)).toEqual(known.neighbours)
      expect(grid?.distance(first, cell)).toBe(known.distance)
    }
  })

  test.each(Object.keys(hexes))('of %s finds the hex under a point, wherever in the hex it is', (name) => {
    const grid = maps[name]?.grid
    for (const cell of grid?.cells.filter((_, i) => i % 97 === 0) ?? []) {
      const [x, y] = grid?.centre(cell) ?? [0, 0]
      for (const [cx, cy] of grid?.corners(cell) ?? []) {
        expect(grid?.at(x + 0.95 * (cx - x), y + 0.95 * (cy - y))).toBe(cell)
      }
    }
  })

  test('knows latitude and longitude between the hexes and beyond the last', () => {
    const [x, y] = sea.centre('2727')
    const [a, b] = [sea.globe(x, y), sea.globe(x + 1, y)]
    expect(b.lon).toBeGreaterThan(a.lon)
    expect(sea.globe(x, y - 1).lat - a.lat).toBeCloseTo(0.2, 1) // twelve miles
    const cape = sea.map.places.find((place) => place.name === 'North Cape')
    const found = sea.globe(cape?.x ?? 0, cape?.y ?? 0)
    expect(found.lat).toBeCloseTo(cape?.lat ?? 0, 2)
    expect(found.lon).toBeCloseTo(cape?.lon ?? 0, 2)
    expect(sea.globe(sea.frame.left, sea.frame.top).lat).toBeGreaterThan(sea.globe(0, 0).lat)
  })
})

describe('a region', () => {
  test('is outlined once, by the sides that no two of its hexes share', () => {
    const cell = '2919'
    const seven = [cell, ...sea.neighbours(cell)]
    expect(outlineSides(sea.grid, [cell])).toHaveLength(6)
    expect(outlineSides(sea.grid, seven)).toHaveLength(18)
    const [line, ...more] = chained(outlineSides(sea.grid, seven))
    expect(more).toEqual([])
    expect(line).toHaveLength(19)
    expect(outline(sea.grid, seven).match(/Z/g)).toHaveLength(1)
  })

  test('of two zones is the area of their cells, and of one that zone alone', () => {
    const zones = ['zone_barents', 'zone_norwegian']
    const disaster = map('arctic-disaster')
    for (const tags of [zones, zones.slice(1)])
      expect(disaster.areaOf(tags)).toBe(outline(disaster.grid, tags.flatMap((tag) => disaster.zone(tag))))
    expect(disaster.areaOf(zones.slice(1))).not.toBe(disaster.area('zone_norwegian'))
  })

  test('with a hole has two outlines, and two hexes apart have one each', () => {
    const ring = sea.neighbours('2919')
    expect(chained(outlineSides(sea.grid, ring))).toHaveLength(2)
    expect(chained(outlineSides(sea.grid, ['2919', '4010']))).toHaveLength(2)
  })

  test('lies on the right of its outline, where the ticks point', () => {
    for (const line of chained(outlineSides(sea.grid, ['2919']))) {
      for (const [, end] of ticks(line, 0.1)) expect(inside([sea.grid.corners('2919')], ...end)).toBe(true)
    }
  })

  test('leaves out the edge of the board when asked', () => {
    const corner = sea.cells[0] ?? ''
    const edge = 6 - sea.neighbours(corner).length
    expect(outlineSides(sea.grid, [corner], { edge: false })).toHaveLength(6 - edge)
  })
})

describe('stacks', () => {
  const dark = { chosenPieces: new Set<string>(), pieces: new Set<string>() }

  test('lie in a fan by kind, then by name', () => {
    const labels = ['U-9', 'U-88', 'Onslow', 'Ashanti', 'Tirpitz'].map((label) =>
      piece('allied', label.startsWith('U') ? 'ss' : label === 'Tirpitz' ? 'bb' : 'dd', label, '2919'),
    )
    expect(inFanOrder(labels).map((p) => p.label)).toEqual(['Tirpitz', 'Ashanti', 'Onslow', 'U-9', 'U-88'])
  })

  test('of the enemy’s backs look the same whatever is in them', () => {
    const one = [piece('allied', 'unknown', 'Face-down counters', '2919', { face_down: true })]
    const forty = Array.from({ length: 40 }, () =>
      piece('allied', 'unknown', 'Face-down counters', '2919', { face_down: true }),
    )
    for (const pieces of [one, forty]) {
      const [stack, ...more] = stacksOf(pieces, 'axis', dark)
      expect(more).toEqual([])
      expect(stack).toMatchObject({ hidden: true, count: undefined, edges: 0, name: '', told: '' })
      expect(spoken(stack ?? ({} as never))).toBe('Allied counters, face down')
    }
  })

  test('of one’s own show their number, and their faces though the enemy sees backs', () => {
    const own = ['Onslow', 'Offa', 'Kenya'].map((label) => piece('allied', 'dd', label, '2018', { face_down: true }))
    const [stack] = stacksOf(own, 'allied', dark)
    expect(stack).toMatchObject({ hidden: false, own: true, count: 3, edges: 2 })
  })

  test('keep the enemy’s faces and backs apart, and both sides', () => {
    const mixed = [
      piece('allied', 'mt', 'Carlton', '2919'),
      piece('allied', 'unknown', '?', '2919', { face_down: true }),
      piece('axis', 'ss', 'U-255', '2919'),
    ]
    const stacks = stacksOf(mixed, 'axis', dark)
    expect(stacks.map((stack) => [stack.side, stack.hidden])).toEqual([
      ['allied', true],
      ['allied', false],
      ['axis', false],
    ])
    const places = placedStacks(sea, stacks)
    expect(places.map(({ stack }) => stack.own)).toEqual([false, false, true])
    const own = places.find(({ stack }) => stack.own)
    expect(own && stackUnder(places, own.x, own.y, 40)).toBe(own?.stack)
  })

  test('turn over when faces lie where backs lay, and not when something merely joins them', () => {
    const turning = new Turning()
    const back = piece('allied', 'unknown', '?', '2919', { face_down: true })
    const face = piece('allied', 'mt', 'Carlton', '2919')
    const look = (...pieces: PieceView[]): string[] => [
      ...turning.look(placedStacks(sea, stacksOf(pieces, 'axis', dark))),
    ]
    expect(look(back)).toEqual([])
    expect(look(face)).toEqual([`${face.id} face`])
    expect(look(face)).toEqual([])
    expect(look(face, piece('axis', 'ss', 'U-255', '2919'))).toEqual([])
    expect(look(back)).toEqual([`${back.id} back`])
  })

  test('are looked at first where most of them lie', () => {
    expect(crowd([], [5, 5])).toBeUndefined()
    expect(
      crowd(
        [
          [0, 0],
          [20, 20],
          [22, 21],
          [24, 20],
        ],
        [5, 5],
      ),
    ).toEqual([22, 20.5])
  })

  test('have the chosen piece on top, else the marker that names them', () => {
    const [ship, marker] = [piece('allied', 'mt', 'Carlton', '2919'), piece('allied', 'group', 'PQ 17', '2919')]
    const [named] = stacksOf([ship, marker], 'axis', dark)
    expect(named).toMatchObject({ top: { label: 'PQ 17' }, name: 'PQ 17', count: 2 })
    const [chosen] = stacksOf([ship, marker], 'axis', { ...dark, chosenPieces: new Set([ship.id]) })
    expect(chosen?.top.label).toBe('Carlton')
    expect(chosen?.place).toBe(named?.place)
  })
})

describe('a fan', () => {
  const window = { width: 1000, height: 700 }
  const size = fanSize(9, true)
  const boxAt = (left: number, top: number): Box => ({ left, top, right: left + size.width, bottom: top + size.height })

  test('has five to a row and three rows at most', () => {
    expect(fanSize(5, false).height).toBeLessThan(fanSize(6, false).height)
    expect(fanSize(16, false).height).toBe(fanSize(15, false).height)
    expect(fanSize(41, false).height).toBe(fanSize(15, false).height)
  })

  test('opens clear of its stack and of what may be chosen, inside the window', () => {
    for (const [x, y] of [
      [30, 30],
      [500, 350],
      [960, 660],
      [980, 20],
      [20, 680],
    ] as const) {
      const stack = { left: x - 18, top: y - 18, right: x + 18, bottom: y + 18 }
      const lit = Array.from({ length: 5 }, (_, i) => ({
        left: x + 20 + 30 * i,
        top: y - 60,
        right: x + 60 + 30 * i,
        bottom: y + 60,
      }))
      const { left, top } = placeFan(window, size, stack, lit)
      const fan = boxAt(left, top)
      expect(overlaps(fan, stack)).toBe(false)
      for (const hex of lit) expect(overlaps(fan, hex)).toBe(false)
      expect(fan.left >= 0 && fan.top >= 0 && fan.right <= window.width && fan.bottom <= window.height).toBe(true)
    }
  })

  test('opens to the side with more sea', () => {
    const left = { left: 180, top: 330, right: 216, bottom: 366 }
    expect(placeFan(window, size, left, []).left).toBeGreaterThan(left.right)
    const right = { left: 780, top: 330, right: 816, bottom: 366 }
    expect(placeFan(window, size, right, []).left + size.width).toBeLessThan(right.left)
  })
})

describe('the frame', () => {
  test('has a mark where each degree crosses it, both ways', () => {
    expect(
      crossings(
        [
          [0, 9.5],
          [100, 11.5],
        ],
        1,
      ),
    ).toEqual([
      [25, 10],
      [75, 11],
    ])
    expect(
      crossings(
        [
          [0, 74],
          [100, 72.5],
        ],
        1,
      ).map(([, degree]) => degree),
    ).toEqual([73])
  })

  test('agrees with the degrees that the chart was made with', () => {
    const { left, top, right, bottom } = sea.frame
    const k = 40
    const box = { left: left * k, top: top * k, right: right * k, bottom: bottom * k }
    const { degrees } = graduation(sea, { x: 0, y: 0, k }, 'top', box)
    expect(degrees.length).toBeGreaterThan(20)
    for (const { at, text } of degrees) {
      const known = sea.chart.neatline.top.lon.find(([, degree]) => `${degree}°E` === text)
      expect(Math.abs(at / k - (known?.[0] ?? NaN))).toBeLessThan(0.1)
    }
  })
})

describe('the keyboard', () => {
  test('stands on what may be chosen, by its full name, and goes by direction', () => {
    const convoy = Array.from({ length: 41 }, (_, i) =>
      piece('allied', i ? 'mt' : 'group', i ? `Ship ${i}` : 'PQ 17', '2919', { badges: i ? [] : ['reconnoitred'] }),
    )
    const light = { ...DARK, cells: new Set(['2919', ...sea.neighbours('2919'), '2910']) }
    const stops = stopsOf(sea, stacksOf(convoy, 'axis', light), light)
    const middle = stops.find((stop) => stop.cell === '2919')
    expect(middle?.name).toBe('2919, PQ 17, 41 pieces, reconnoitred, may be chosen')
    expect(stops).toHaveLength(8)
    const go = (dx: number, dy: number): string | undefined => middle && towards(stops, middle, dx, dy)?.cell
    expect([go(0, -1), go(0, 1)]).toEqual(['2918', '2920'])
    expect(['3018', '3019']).toContain(go(1, 0))
    expect(['2818', '2819']).toContain(go(-1, 0))
  })

  test('looks at every stack where nothing may be chosen', () => {
    const stops = stopsOf(sea, stacksOf([piece('axis', 'ss', 'U-255', '3020')], 'axis', DARK), DARK)
    expect(stops).toMatchObject([{ cell: '3020', name: '3020, U-255', open: false }])
  })
})

describe('badges', () => {
  test('of every game are shown: known ones drawn, others by their first letters', () => {
    expect(badgeFace('on patrol')?.sign).toBe('patrol')
    expect(badgeFace('movement -1')).toMatchObject({ sign: 'number', text: '−1' })
    expect(badgeFace('Überraschung')).toEqual({ sign: 'letters', text: 'Üb', title: 'Überraschung' })
    expect(badgeFace('damage 2')).toBeUndefined()
    expect(shownBadges(['ace', 'halted', 'patrol', 'surfaced']).map((face) => face.text)).toEqual(['', '', '+2'])
  })

  test('tell damage where no hits are counted', () => {
    expect(damageOf(null, ['surfaced', 'damage 2'])).toBe(2)
    expect(damageOf({ taken: 1 }, ['damage 2'])).toBe(1)
  })
})

test('the sprite holds every silhouette', () => {
  for (const kind of ['bb', 'ss-submerged', 'air-db', 'group']) expect(GLYPHS.get(kind)?.body).toContain('<path')
  expect([...GLYPHS.values()].filter((glyph) => glyph.wide).length).toBeGreaterThan(12)
})

test('it is dark when the middle of the turn lies outside the hours of light', () => {
  expect(isDark('1942-03-07 12:00', 4, [8, 17])).toBe(false)
  expect(isDark('1942-03-07 16:00', 4, [8, 17])).toBe(true)
  expect(isDark('1942-07-03 00:00', 4, [0, 24])).toBe(false)
  expect(isDark('1942-12-24 12:00', 4, [0, 0])).toBe(true)
  expect(isDark('', 4, null)).toBe(false)
})

describe('names beside counters', () => {
  const dark = { chosenPieces: new Set<string>(), pieces: new Set<string>() }
  const k = 40

  test('touch no counter and no other name, wherever there is room', () => {
    const crowded = ['2919', ...sea.neighbours('2919'), '2921'].map((cell, i) => piece('axis', 'ss', `U-${100 + i}`, cell))
    const places = placedStacks(sea, stacksOf(crowded, 'axis', dark))
    const boxes = places.map((place) => outerBox(place, { x: 0, y: 0, k }))
    const wanted = places.map(({ stack }, i) => ({ key: stack.key, text: stack.name, box: boxes[i] as Box }))
    const found = [...labelled(wanted, boxes).values()].map(({ box }) => box)
    expect(found.length).toBeGreaterThan(2)
    for (const [i, box] of found.entries()) {
      for (const other of [...boxes, ...found.slice(i + 1)]) expect(overlaps(box, other)).toBe(false)
    }
  })

  test('are those of their convoy, for one’s own and for contacts that lie face down', () => {
    const own = ['Carlton', 'Olopana'].map((label) => piece('allied', 'mt', label, '2919', { force: 'PQ-17' }))
    const escort = piece('allied', 'dd', 'Onslow', '2919')
    expect(stacksOf([...own, escort], 'allied', dark)[0]?.name).toBe('PQ-17')
    const back = [piece('allied', 'unknown', '?', '2919', { face_down: true })]
    const sighting = { open: true, cell: '2919', side: 'allied', title: 'PQ 12', what: 'merchants' } as SightingView
    expect(stacksOf(back, 'axis', dark, toldOf([], [sighting]))[0]?.told).toBe('PQ 12')
  })

  test('and crosses of what was sunk lie clear of whoever sank it', () => {
    const places = placedStacks(sea, stacksOf([piece('axis', 'air-at', 'He 111', '2919')], 'axis', dark))
    const boxes = places.map((place) => outerBox(place, { x: 0, y: 0, k }))
    const cross = clearOf(sea.centre('2919'), k, boxes)
    for (const box of boxes) expect(overlaps(cross.box, box)).toBe(false)
    expect(clearOf(sea.centre('2919'), k, []).x).toBeCloseTo(sea.centre('2919')[0] * k)
  })
})

describe('arrivals', () => {
  test('are told until they have been in sight, and nothing is at first', () => {
    const dark = { chosenPieces: new Set<string>(), pieces: new Set<string>() }
    const look = (...pieces: PieceView[]) => stacksOf(pieces, 'axis', dark)
    const arrivals = new Arrivals()
    const [boat, ship] = [piece('axis', 'ss', 'U-255', '2919'), piece('allied', 'bb', 'Duke of York', '0505')]
    const out = (cell: string): boolean => cell !== '0505'
    expect(arrivals.look(look(boat), out)).toEqual([])
    expect(arrivals.look(look(boat, ship), out).map(({ cell }) => cell)).toEqual(['0505'])
    expect(arrivals.look(look(boat, ship), out), 'not seen yet').toHaveLength(1)
    expect(arrivals.look(look(boat, ship), () => true)).toEqual([])
    expect(arrivals.look(look(boat, ship), out), 'seen').toEqual([])
  })
})
