import { describe, expect, test } from 'vitest'
import type { Distributions, GameCard, Interval, LabCard, Panel, StudyGame, StudyReport, Swing } from '../generated/wire'
import { axisOf, axisTicks, barsOf, barWords, changeWords, panelWords, rounded, shareWords, tornadoAxis } from './scales'
import { amiss, amount, armsOf, leftWords, mostGames, progressWords, speedWords, termsOf, valueOf, wantedAgain, wantedFor } from './study'

const interval = (mean: number, low: number, high: number): Interval => ({ mean, low, high })
const panel = (title: string, values: Record<number, number>, history: number | null = null): Panel => ({
  title,
  games: Object.values(values).reduce((a, b) => a + b, 0),
  bins: Object.entries(values).map(([value, games]) => ({ value: Number(value), games })),
  mean: interval(4.25, 3, 5.5),
  least: 1,
  most: 9,
  history,
  word: history === null ? '' : 'history',
  beyond: history === null ? null : interval(0.25, 0.2, 0.3),
})
const figure = (...panels: Panel[]): Distributions => ({ type: 'distributions', title: '', note: '', unit: 'lost', panels })

describe('figures', () => {
  test('no number stands without how far it may be off', () => {
    expect(shareWords(interval(0.48, 0.43, 0.53))).toBe('48% ± 5')
    expect(shareWords(interval(0, 0, 0.3)), 'not the same both ways').toBe('0%, 0–30')
    expect(changeWords(interval(-9.2, -10.4, -8))).toBe('−9 (−10 to −8)')
    expect(panelWords(panel('x', { 3: 1 }))).toBe('one game so far')
    expect(panelWords(panel('x', { 3: 5 })), 'nothing is sure because nothing differed').toBe('3 in every one of 5 games')
    expect(panelWords(panel('x', { 3: 4, 4: 4 }))).toBe('mean 4.3 ± 1.3')
    expect(panelWords(panel('x', { 3: 6, 4: 6 }, 4))).toBe('mean 4.3 ± 1.3 · nine in ten from 1 to 9 · 4 or more in 25% ± 5')
  })

  test('all panels of a figure share one axis and one scale', () => {
    const axis = axisOf(figure(panel('a', { 0: 3, 7: 1 }), panel('b', { 31: 2, 20: 2 }, 24)))
    expect(axis).toEqual({ from: 0, to: 32, step: 1, top: 0.75 })
    expect(axisOf(figure(panel('few', { 0: 1 }))).to, 'a few values do not fill the page').toBe(12)
    const wide = axisOf(figure(panel('points', { [-214]: 1, 190: 1 })))
    expect([wide.from, wide.to, wide.step]).toEqual([-220, 200, 20])
  })

  test('bars hold every game once, each between its bounds', () => {
    const bars = barsOf([{ value: -3, games: 1 }, { value: 0, games: 2 }, { value: 4, games: 1 }, { value: 5, games: 7 }], -5, 5)
    expect(bars.map((bar) => [bar.from, bar.games])).toEqual([[-5, 1], [0, 3], [5, 7]])
    expect(bars.map(barWords)).toEqual(['−5 to −1', '0 to 4', '5 to 9'])
    expect(barWords({ from: 3, to: 4, games: 1 })).toBe('3')
  })

  test('axes have round ticks', () => {
    expect([0.3, 1, 3, 12, 51].map(rounded)).toEqual([0.5, 1, 5, 20, 100])
    expect(axisTicks(0, 36)).toEqual([0, 10, 20, 30])
    const rows: Swing[] = [{ label: 'a', low: interval(-6, -9, -3), high: null, provenance: '' }]
    expect(tornadoAxis(rows).ticks).toEqual([-5, 0, 5])
    expect(tornadoAxis(rows).reach).toBeGreaterThan(9)
  })
})

describe('what is asked', () => {
  const scenario = (name: string, turns: number) => ({ name, title: name, turns, about: '', tasks: {}, begins: '', minutes: 0, parts: [], coached: null, opponent: '' })
  const game: GameCard = {
    name: 'cape', title: 'Cape', about: '', chart: '', geometry: {},
    scenarios: [scenario('long', 42), scenario('short', 12)],
    options: [{ name: 'growlers', title: 'Growlers', about: '', kind: 'switch', default: false, choices: [], people: [] }],
    players: ['admiral', 'captain', 'cadet', 'random'].map((name) => ({ name, title: name, about: '' })),
  }
  const lab: LabCard = {
    most_games: 400,
    weeks: [{ name: 'pq17', title: '', about: '', rule_sets: ['a', 'b', 'c', 'd'] }],
    tables: { cape: Array.from({ length: 12 }, (_, i) => ({ name: `t${i}`, title: `T${i}` })) },
  }

  test('only what the question needs is sent', () => {
    const wanted = wantedFor(game, lab, 'pairs')
    expect(wanted).toMatchObject({ scenario: 'short', players: ['cadet', 'captain'], allied: 'captain' })
    wanted.options['growlers'] = true
    const terms = termsOf(wanted, game)
    expect(terms).toMatchObject({ players: ['cadet', 'captain'], allied: '', tables: [], week: '', options: { growlers: true } })
    expect(termsOf({ ...wanted, ask: 'result' }, game)).toMatchObject({ players: [], allied: 'captain', axis: 'captain', tables: [] })
    expect(termsOf({ ...wanted, ask: 'tables' }, game).tables).toHaveLength(8)
    expect(termsOf({ ...wanted, ask: 'compare' }, game)).toMatchObject({ game: '', options: {}, week: 'pq17' })
  })

  test('a study stays within its bounds', () => {
    const wanted = wantedFor(game, lab, 'pairs')
    expect([armsOf(wanted, lab), mostGames(wanted, lab), amount(wanted, lab)]).toEqual([4, 100, 'Four pairs, 20 each: 80 games'])
    expect(amiss({ ...wanted, games: 101 }, lab)).toBe('That would be 404 games: at most 100 here.')
    expect(amiss({ ...wanted, players: ['cadet'] }, lab)).toBe('Choose at least two players.')
    expect(amiss({ ...wanted, ask: 'tables', tables: [] }, lab)).toBe('Choose at least one table.')
    expect(amiss({ ...wanted, games: 0 }, lab)).not.toBe('')
    expect(amiss(wanted, lab)).toBe('')
    expect([armsOf({ ...wanted, ask: 'tables' }, lab), armsOf({ ...wanted, ask: 'compare' }, lab)]).toEqual([17, 4])
  })

  test('a study that is repeated has the same terms and other dice', () => {
    const terms = termsOf({ ...wantedFor(game, lab, 'tables'), tables: ['t9'], games: 7, options: { growlers: true } }, game)
    const again = wantedAgain(terms, [game], lab)
    expect(again && termsOf(again, game)).toEqual({ ...terms, seed: terms.seed + 1 })
  })
})

describe('while it is played', () => {
  const report = { played: 90, games: 120, seconds: 30, state: 'running' as const }

  test('speed and what is left', () => {
    expect([speedWords(report), leftWords(report), progressWords(report)]).toEqual(['3 games a second', 'about 10 s left', '90 of 120 games played'])
    expect(speedWords({ ...report, played: 2 })).toBe('4 games a minute')
    expect(leftWords({ ...report, played: 10 })).toBe('about 5 min 30 s left')
    expect(leftWords({ ...report, played: 1 }), 'one game says nothing about the next').toBe('')
    expect(leftWords({ ...report, state: 'stopped' })).toBe('')
    expect(progressWords({ ...report, state: 'stopped' })).toBe('Stopped after 90 of 120 games')
    expect(progressWords({ ...report, played: 120, state: 'done' })).toBe('120 games played')
  })

  test('behind a bar lie the games that it counts', () => {
    const arm = (title: string) => ({ title, game: '', scenario: '', allied: '', axis: '', table: '', step: 0, provenance: '', history: null })
    const study = { plan: { arms: [arm('North Cape'), arm('Nordkapp')] } } as unknown as StudyReport
    const game: StudyGame = { arm: 1, number: 1, winner: null, level: '', values: { 'Merchants of PQ 17 lost': 4, 'German points': 7.5 }, choices: 1 }
    expect(valueOf(game, study, 'Nordkapp', 'merchants of PQ 17 lost')).toBe(4)
    expect(valueOf(game, study, 'North Cape', 'merchants of PQ 17 lost')).toBeUndefined()
    expect(valueOf(game, study, 'German points', 'points')).toBe(8)
  })
})
