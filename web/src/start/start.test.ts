import { describe, expect, test } from 'vitest'
import indexChart from 'virtual:index-chart'
import map from '../../../src/barents/atlas/maps/operations.json'
import nordkapp from '../../../src/barents/atlas/maps/nordkapp.json'
import type { GameCard } from '../generated/wire'
import { badges, monthOf, sightOf } from './chart'
import { area, crossings, simplified, toChart, toGlobe, type Point } from './projection'
import { ANYBODY, HERE, PERSON, aloneBy, firstGame, firstVoyage, lessonOf, lengthOf, numberFor, openingOf, optionsInWords, pauseFrom, wishesFor } from './wishes'
import { stopWords } from '../house/words'

const { conic, frames } = indexChart

describe('the index chart', () => {
  test('every place of the widest map lies where the atlas has it', () => {
    for (const { lat, lon, x, y } of map.places) {
      const [px, py] = toChart(conic, [lon, lat])
      expect(Math.hypot(px - x, py - y)).toBeLessThan(0.005)
    }
  })

  test('chart and globe are inverse', () => {
    for (const place of [[-40, 66], [0, 60], [25, 70], [55, 74]] as Point[]) {
      const [lon, lat] = toGlobe(conic, toChart(conic, place))
      expect(lon).toBeCloseTo(place[0], 8)
      expect(lat).toBeCloseTo(place[1], 8)
    }
  })

  test('a frame has the map it is of inside, and its corners are the map’s', () => {
    const hexes = nordkapp.hexes.filter(([id]) => !nordkapp.grid.isolated.includes(String(id)))
    const frame = frames['nordkapp'] ?? []
    const xs = frame.map(([x]) => x)
    const ys = frame.map(([, y]) => y)
    for (const [, lat, lon] of hexes) {
      const [x, y] = toChart(conic, [Number(lon), Number(lat)])
      expect(x).toBeGreaterThan(Math.min(...xs) - 0.35)
      expect(x).toBeLessThan(Math.max(...xs) + 0.35)
      expect(y).toBeGreaterThan(Math.min(...ys) - 0.35)
      expect(y).toBeLessThan(Math.max(...ys) + 0.35)
    }
    // 20 by 22 hexes of 40 km on a chart of 66.7 km.
    expect(area(frame)).toBeGreaterThan(0.9 * 19 * 21 * 0.866 * (40 / 66.672) ** 2)
    expect(Object.keys(frames).sort()).toEqual(['arctic-disaster', 'nordkapp', 'north-cape', 'operations'])
  })

  test('the box is filled, and every frame stays in sight where it can', () => {
    const frame = frames['north-cape'] ?? []
    for (const [width, height] of [[970, 660], [360, 300], [1400, 500]] as Point[]) {
      const sight = sightOf(indexChart, [frame], width, height)
      const [left, top, right, bottom] = indexChart.frame
      expect(sight.left).toBeGreaterThanOrEqual(left - 1e-9)
      expect(sight.top).toBeGreaterThanOrEqual(top - 1e-9)
      expect(sight.left + width / sight.scale).toBeLessThanOrEqual(right + 1e-9)
      expect(sight.top + height / sight.scale).toBeLessThanOrEqual(bottom + 1e-9)
      expect(Math.max(...frame.map(([x]) => x))).toBeLessThan(sight.left + width / sight.scale)
    }
  })

  test('numbers of frames keep clear of each other and inside the box', () => {
    const square: Point[] = [[20, 20], [200, 20], [200, 200], [20, 200]]
    const placed = badges([square, square, [[-50, -50], [500, -50], [500, 500], [-50, 500]]], 300, 300, 16)
    expect(placed[0]).toEqual([200, 20])
    const gaps = placed.flatMap(([x, y], i) => placed.slice(0, i).map(([ox, oy]) => Math.hypot(x - ox, y - oy)))
    expect(Math.min(...gaps)).toBeGreaterThan(60)
    for (const [x, y] of placed) expect(Math.min(x, y, 300 - x, 300 - y)).toBeGreaterThanOrEqual(16)
  })

  test('the neatline is graduated where whole degrees cross it', () => {
    const [from, to] = [toChart(conic, [10, 70]), toChart(conic, [40, 70])]
    const found = crossings(conic, from, to, 'longitude', 10)
    expect(found.length).toBeGreaterThanOrEqual(2)
    for (const at of found) {
      const [lon] = toGlobe(conic, [from[0] + (to[0] - from[0]) * at, from[1] + (to[1] - from[1]) * at])
      expect(Math.abs(lon / 10 - Math.round(lon / 10))).toBeLessThan(0.001)
    }
  })

  test('a thinned line keeps its ends and stays near', () => {
    const line = Array.from({ length: 50 }, (_, i): Point => [i, Math.sin(i / 5)])
    const thin = simplified(line, 0.1)
    expect(thin.length).toBeLessThan(30)
    expect([thin[0], thin[thin.length - 1]]).toEqual([line[0], line[49]])
  })
})

describe('what is chosen', () => {
  const scenario = (name: string, turns: number) => ({ name, title: name, turns, about: '', tasks: {}, begins: '', minutes: 0, parts: [], coached: null, opponent: '' })
  const player = (name: string) => ({ name, title: name, about: '' })
  const option = { name: 'growlers', title: 'Growlers', about: '', kind: 'switch' as const, default: false, choices: [], people: [] }
  const game = (name: string): GameCard => ({
    name, title: name, about: '', chart: '', geometry: {},
    scenarios: [scenario('long', 42), scenario('short', 30)],
    options: [option],
    players: [player('random'), player('doctrine')],
  })

  test('a first game is the shortest one as the Germans against the captain', () => {
    const first = firstGame([{ ...game('solo'), players: [] }, game('north_cape'), game('zulu')])
    expect(first?.wishes).toMatchObject({ game: 'north_cape', scenario: 'short', side: 'axis', opponent: 'doctrine' })
    expect(firstGame([{ ...game('solo'), players: [] }])).toBeNull()
  })

  test('only options that were changed are sent', () => {
    const wishes = wishesFor(game('x'))
    expect(openingOf(wishes, game('x'), ' Anna ')).toMatchObject({ options: {}, name: 'Anna', windows: 'orders' })
    wishes.options['growlers'] = true
    expect(openingOf(wishes, game('x'), '').options).toEqual({ growlers: true })
  })

  test('who plays alone needs no opponent, and has the side that is left to people', () => {
    const solitaire = { ...option, name: 'solitaire', title: 'Solitaire', people: ['axis' as const] }
    const card = { ...game('x'), options: [option, solitaire] }
    const wishes = { ...wishesFor(card), side: 'allied' as const, opponent: PERSON }
    expect(aloneBy(card, wishes)).toBeUndefined()
    wishes.options['solitaire'] = true
    expect(aloneBy(card, wishes)).toBe(solitaire)
    expect(openingOf(wishes, card, '')).toMatchObject({ side: 'axis', opponent: 'doctrine', options: { solitaire: true } })
    expect(optionsInWords(card, wishes.options), 'it stands among the opponents').toBe('as the game has them')
  })

  test('terms go out only where somebody else is to come', () => {
    const terms = { pace: { minutes: 90, seconds: 30, days: 0 }, watched: true, rated: true }
    const wishes = { ...wishesFor(game('x')), ...terms }
    const none = { open_to_all: false, pace: null, watched: false, rated: false }
    expect(openingOf({ ...wishes, opponent: 'doctrine' }, game('x'), '')).toMatchObject(none)
    expect(openingOf({ ...wishes, opponent: HERE }, game('x'), '')).toMatchObject(none)
    expect(openingOf({ ...wishes, opponent: PERSON }, game('x'), '')).toMatchObject({ ...terms, open_to_all: false, opponent: 'person' })
    expect(openingOf({ ...wishes, opponent: ANYBODY }, game('x'), '')).toMatchObject({ ...terms, open_to_all: true, opponent: 'person' })
  })

  test('a pause goes out where two people are asked, and has a length that can be lived with', () => {
    const wishes = { ...wishesFor(game('x')), windows: 'ask' as const, opponent: PERSON }
    expect(openingOf(wishes, game('x'), '').pause).toBe(20)
    expect(openingOf({ ...wishes, pause: 0 }, game('x'), '').pause).toBe(0)
    expect(openingOf({ ...wishes, windows: 'orders' }, game('x'), '').pause).toBe(0)
    expect(openingOf({ ...wishes, opponent: HERE }, game('x'), '').pause).toBe(0)
    expect(openingOf({ ...wishes, opponent: 'doctrine' }, game('x'), '').pause).toBe(0)
    expect(openingOf({ ...wishes, pace: { minutes: 0, seconds: 0, days: 2 } }, game('x'), '').pause).toBe(0)
    expect(['', '0', '-3', '2', '30', '999', 'x'].map(pauseFrom)).toEqual([0, 0, 0, 5, 30, 120, 0])
    expect([stopWords(0), stopWords(30)]).toEqual(['stops at every secret reaction', 'stops 30 seconds at every secret reaction'])
  })

  test('lengths, dates and numbers in words', () => {
    expect(lengthOf({ turns: 30, minutes: 150 })).toBe('30 turns, about 2½ hours')
    expect(lengthOf({ turns: 1, minutes: 0 })).toBe('1 turn')
    expect(lengthOf({ turns: 11, minutes: 80 })).toBe('11 turns, about 80 minutes')
    expect(['5 March 1942', '1942-12-30 08:00', 'soon'].map(monthOf)).toEqual([3, 12, 7])
    expect(numberFor({ ...option, kind: 'number', default: 2, choices: [0, 6] }, '9')).toBe(6)
    expect(numberFor({ ...option, kind: 'number', default: 2, choices: [] }, 'x')).toBe(2)
  })
})

test('offers somebody who knows nothing the scenario with a coach, and it is not the first game', () => {
  const plain = { name: 'long', title: 'Long', turns: 30, about: '', tasks: {}, begins: '', minutes: 90, parts: [], coached: null, opponent: '' }
  const voyage = { ...plain, name: 'voyage', title: 'Voyage', turns: 6, coached: 'axis' as const, opponent: 'cadet' }
  const players = ['captain', 'cadet'].map((name) => ({ name, title: name, about: '' }))
  const game = { name: 'cape', title: 'Cape', about: '', chart: '', geometry: {}, scenarios: [plain, voyage], options: [], players }
  expect(firstVoyage([game])?.wishes).toMatchObject({ scenario: 'voyage', side: 'axis', opponent: 'cadet' })
  expect(firstGame([game])?.scenario.name).toBe('long')
  expect(firstVoyage([{ ...game, scenarios: [plain] }])).toBeNull()
  expect(lessonOf(game)?.scenario.name).toBe('voyage')
  expect(lessonOf({ ...game, scenarios: [plain] })).toBeNull()
})
