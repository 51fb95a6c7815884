import { describe, expect, test } from 'vitest'
import { ago, clockSpoken, clockWords, PACES, paceWords, ratingWords, warning } from './words'
import { invitationPath } from './invitation'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe('words of the house', () => {
  test('paces', () => {
    expect(PACES.map(paceWords)).toEqual([
      'no clock', '30 min + 15 s', '90 min + 30 s', '3 h + 60 s', 'a move a day', 'a move in 3 days', 'a move a week',
    ])
    expect(paceWords({ minutes: 45, seconds: 0, days: 0 })).toBe('45 min')
  })

  test('clocks, to read and to hear', () => {
    const times = [0, 999, 59_001, MINUTE, 5 * MINUTE - 1, HOUR + 23 * MINUTE + 4000, 52 * HOUR + MINUTE, 72 * HOUR, -50]
    expect(times.map(clockWords)).toEqual(['0:00', '0:01', '1:00', '1:00', '5:00', '1:23:04', '2 d 4 h', '3 days', '0:00'])
    expect([0, 61_000, HOUR, 49 * HOUR + 5000, 24 * HOUR].map(clockSpoken)).toEqual([
      'no time', '1 minute 1 second', '1 hour', '2 days 1 hour', '1 day',
    ])
  })

  test('one is warned at five minutes and at one', () => {
    expect([6 * MINUTE, 5 * MINUTE, 2 * MINUTE, MINUTE, 10].map(warning)).toEqual([null, 5 * MINUTE, 5 * MINUTE, MINUTE, MINUTE])
  })

  test('how long ago, and ratings', () => {
    expect([10, 5 * MINUTE, 3 * HOUR, 25 * HOUR, 72 * HOUR].map((past) => ago(0, past))).toEqual([
      'just now', '5 min ago', '3 h ago', '1 day ago', '3 days ago',
    ])
    expect([ratingWords(-2.04), ratingWords(25)]).toEqual(['−2.0', '25.0'])
  })
})

describe('an invitation that is pasted', () => {
  const here = 'https://sea.example'
  test('leads to its seat', () => {
    expect(invitationPath(' https://sea.example/join/abc-D_1 ', here)).toEqual({ path: '/join/abc-D_1' })
    expect(invitationPath('/join/abc', here)).toEqual({ path: '/join/abc' })
    expect(invitationPath('sea.example/join/abc', here)).toEqual({ path: '/join/abc' })
  })

  test('or says what is wrong with it', () => {
    for (const [text, words] of [
      ['', 'Paste the link'],
      ['https://other.example/join/abc', 'other.example'],
      ['https://sea.example/match/1/axis', 'not an invitation'],
      ['javascript:alert(1)', 'not an invitation'],
      ['hello there', 'not an invitation'],
    ] as const) {
      expect(invitationPath(text, here)).toEqual({ trouble: expect.stringContaining(words) as string })
    }
  })
})
