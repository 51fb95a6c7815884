import { expect, it } from 'vitest'
import type { Side, Track } from '../generated/wire'
import { scoreOf } from './score'

const track = (value: number, bands: [string, number | null, Side | null][], more: Partial<Track> = {}): Track => ({
  name: 'difference', title: 'German less Allied', value, most: null, side: null, kind: 'scale', short: '',
  bands: bands.map(([words, upto, side]) => ({ words, upto, side })), ...more,
})
const CAPE: [string, number | null, Side | null][] = [
  ['Clear Allied victory', -19, 'allied'],
  ['Close Allied victory', 0, 'allied'],
  ['Close German victory', 20, 'axis'],
  ['Clear German victory', null, 'axis'],
]

it('says who is ahead, what that is, and what comes next for him', () => {
  const told = (value: number): unknown[] => {
    const score = scoreOf([track(value, CAPE)])
    return [score?.lead, score?.now?.words, score?.next]
  }
  expect(told(4)).toEqual(['Axis +4', 'Close German victory', 'Clear German from 20'])
  expect(told(-3)).toEqual(['Allied +3', 'Close Allied victory', 'Clear Allied below −19'])
  expect(told(0)).toEqual(['Even', 'Close German victory', 'Clear German from 20'])
  // Where nothing is left to be won, it says how far the other has to go.
  expect(told(30)).toEqual(['Axis +30', 'Clear German victory', 'Close German below 20'])
})

it('knows a scale that runs the other way', () => {
  const score = scoreOf([track(14, [['Axis minor', 10, 'axis'], ['Draw', 20, null], ['Allied minor', null, 'allied']], { short: 'Score' })])
  expect([score?.mirrored, score?.lead, score?.now?.words, score?.next]).toEqual([true, 'Score +14', 'Draw', 'Allied minor from 20'])
  expect(scoreOf([])).toBeNull()
})
