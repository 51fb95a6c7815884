import { expect, it } from 'vitest'
import type { LogLine } from '../generated/wire'
import { spoken } from './log'

const told = (number: number, text: string, about: Record<string, string | number> = {}): LogLine => ({
  number,
  rule: 'X-1',
  text,
  event: { what: 'told', rule: 'X-1', words: '', about },
})
const roll: LogLine = {
  number: 3,
  rule: 'X-2',
  text: 'U-255: d6 4 +3 ace = 7',
  event: { what: 'rolled', rule: 'X-2', subject: 'u-255', die: 'd6', faces: [4], modifiers: { ace: 3 }, total: 7, needs: '' },
}
const names: Record<string, string> = { 'u-255': 'U-255', aldersdale: 'Aldersdale' }

it('sets the one who acts apart', () => {
  const name = (id: string): string => names[id] ?? id
  expect(spoken(roll, name)).toEqual({ who: 'U-255', what: '' })
  expect(spoken(told(5, 'Aldersdale is sunk', { ship: 'aldersdale' }), name)).toEqual({ who: 'Aldersdale', what: ' is sunk' })
  expect(spoken(told(0, 'The convoys form'), name)).toEqual({ who: '', what: 'The convoys form' })
})
