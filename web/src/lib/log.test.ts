import { expect, it } from 'vitest'
import type { LogLine, PieceView } from '../generated/wire'
import { byTurn, filtered, lostIn, newestOf, outcomeOf, spoken, together } from './log'

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
const lines = [
  told(0, 'The convoys form'),
  told(1, 'Turn 1', { turn: 1 }),
  told(2, 'U-255 sights a stack', { boat: 'u-255', cell: '2919' }),
  roll,
  told(4, 'Turn 2', { turn: 2 }),
  told(5, 'Aldersdale is sunk', { ship: 'aldersdale' }),
]
const names: Record<string, string> = { 'u-255': 'U-255', aldersdale: 'Aldersdale' }
const pieces = new Map([['u-255', { id: 'u-255', side: 'axis' } as PieceView]])
const numbers = (...of: Parameters<typeof filtered>): number[] => filtered(...of).flatMap((turn) => turn.lines.map((line) => line.number))

it('groups by turn, newest first', () => {
  expect(byTurn(lines).map((turn) => [turn.turn, turn.lines.map((line) => line.number)])).toEqual([
    [2, [5, 4]],
    [1, [3, 2, 1]],
    [null, [0]],
  ])
})

it('keeps so many of the newest', () => {
  const kept = (most: number): number[] => newestOf(byTurn(lines), most).flatMap((turn) => turn.lines.map((line) => line.number))
  expect(kept(4)).toEqual([5, 4, 3, 2])
  expect(kept(2)).toEqual([5, 4])
  expect(kept(9)).toEqual([5, 4, 3, 2, 1, 0])
})

it('is not led astray by a line that speaks of a turn to come', () => {
  const more = [...lines, told(6, 'Your ships may come out from turn 4', { turn: 4 })]
  expect(byTurn(more).map((turn) => turn.turn)).toEqual([2, 1, null])
})

it('sets months apart, in which turns begin anew', () => {
  const more = [...lines, told(6, 'February 1942 begins', { month: '1942-02' }), told(7, 'Fuel for Norway'), told(8, 'Turn 1 begins', { turn: 1 })]
  expect(byTurn(more).map((turn) => turn.month ?? turn.turn)).toEqual([1, 'February 1942', 2, 1, null])
})

it('draws together what is said of one place after another', () => {
  const nothing = (number: number, cell: string): LogLine => ({
    number, rule: 'X-3', text: `${cell}: nothing`, event: { what: 'told', rule: 'X-3', words: '{cell}: nothing', about: { cell } },
  })
  const merged = together([nothing(9, '1103'), nothing(8, '1118'), told(7, 'Both sides have moved'), nothing(6, '1904')])
  expect(merged.map((line) => line.text)).toEqual(['1103, 1118: nothing', 'Both sides have moved', '1904: nothing'])
})

it('knows the turn of lines whose beginning is not held', () => {
  expect(byTurn(lines.slice(2)).map((turn) => turn.turn)).toEqual([2, 1])
})

it('filters by kind, side and words, and keeps each line in its turn', () => {
  const turns = byTurn(lines)
  expect(filtered(turns, 'dice', '', 'axis', pieces).map((turn) => turn.turn)).toEqual([1])
  expect(numbers(turns, 'mine', '', 'axis', pieces)).toEqual([3, 2])
  expect(numbers(turns, 'theirs', '', 'axis', pieces)).toEqual([])
  expect(numbers(turns, 'theirs', '', 'allied', pieces)).toEqual([3, 2])
  expect(numbers(turns, 'losses', '', 'axis', pieces)).toEqual([5])
  expect(numbers(turns, 'all', ' SIGHTS ', 'axis', pieces)).toEqual([2])
})

it('sets the one who acts apart', () => {
  const name = (id: string): string => names[id] ?? id
  expect(spoken(roll, name)).toEqual({ who: 'U-255', what: '' })
  expect(spoken(lines[5] as LogLine, name)).toEqual({ who: 'Aldersdale', what: ' is sunk' })
  expect(spoken(lines[0] as LogLine, name)).toEqual({ who: '', what: 'The convoys form' })
})

it('says how a result stands to the reader', () => {
  const sideOf = (id: string): 'allied' | 'axis' | null => (id === 'u-255' ? 'axis' : id === 'aldersdale' ? 'allied' : null)
  const tone = (text: string, about: Record<string, string | number>, reader: 'allied' | 'axis' | null): unknown[] => {
    const found = outcomeOf(told(1, text, about), text, reader, sideOf)
    return found ? [found.words, found.tone, found.gone] : []
  }
  const screened = 'U-255 is screened'
  expect(tone(screened, { boat: 'u-255' }, 'axis')).toEqual(['is screened', 'hit', false])
  expect(tone(screened, { boat: 'u-255' }, 'allied')).toEqual(['is screened', 'good', false])
  expect(tone(screened, { boat: 'u-9' }, 'allied')).toEqual(['is screened', '', false])
  expect(tone('Aldersdale is lost to U-255', { unit: 'aldersdale', by: 'u-255' }, 'axis')).toEqual(['is lost', 'good', true])
  expect(tone('Aldersdale sunk: 5 points for the Germans', { unit: 'x', points: 5, side: 'axis' }, 'allied')).toEqual(['sunk', 'hit', true])
  expect(tone('Lost from sight at 2919: Aldersdale', { cell: '2919' }, 'axis')).toEqual([])
  expect(lostIn(told(1, 'Aldersdale is lost to U-255', { unit: 'aldersdale', by: 'u-255' }))).toEqual(['aldersdale'])
})
