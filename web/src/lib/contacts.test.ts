import { describe, expect, test } from 'vitest'
import type { SightingView } from '../generated/wire'
import { contactsOf, join, NOTHING_JUDGED, part, rename } from './contacts'

function seen(key: string, turn: number, title = ''): SightingView {
  return {
    key, cell: key.slice(0, 4), turn, age: 9 - turn, title, what: 'convoy', source: 'coast', side: 'allied', kind: 'mt', reach: 2,
    level: 0, course: '', name: '', holds: [], open: false, reports: [{ cell: key.slice(0, 4), turn, what: 'convoy', source: 'coast' }],
  }
}

describe('contacts', () => {
  const sightings = [seen('1314-6', 6), seen('1617-8', 8), seen('2716-8', 8, 'QP-8')]

  test('stand the newest first, none left out', () => {
    expect(contactsOf(sightings, NOTHING_JUDGED).map(({ key }) => key)).toEqual(['1617-8', '2716-8', '1314-6'])
  })

  test('are one as long as the player holds them for the same ships', () => {
    const [first, , last] = contactsOf(sightings, NOTHING_JUDGED)
    if (!first || !last) throw new Error('there are three')
    const judged = join(NOTHING_JUDGED, first, last)
    const [joined, other, ...more] = contactsOf(sightings, judged)
    expect([joined?.last.cell, joined?.reports.map(({ cell }) => cell), other?.name, more]).toEqual(['1617', ['1617', '1314'], 'QP-8', []])
    if (!joined || !other) throw new Error('there are two')
    expect(contactsOf(sightings, join(judged, joined, other))).toHaveLength(1)
    expect(contactsOf(sightings, part(judged, joined))).toHaveLength(3)
  })

  test('keep the player’s name when newer reports are joined to them, and lose it when it is taken away', () => {
    const [first, , last] = contactsOf(sightings, NOTHING_JUDGED)
    if (!first || !last) throw new Error('there are three')
    const judged = join(rename(NOTHING_JUDGED, last, ' PQ 12 '), first, last)
    const [joined] = contactsOf(sightings, judged)
    expect(joined?.name).toBe('PQ 12')
    if (joined) expect(contactsOf(sightings, rename(judged, joined, ''))[0]?.name).toBe('')
  })
})
