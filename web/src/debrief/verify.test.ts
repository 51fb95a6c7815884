import { describe, expect, test } from 'vitest'
import type { Side } from '../generated/wire'
import type { Kept } from '../lib/seals'
import { Box, commitment, computersWord, unhex, type Audience } from './streams'
import vectors from './vectors.json'
import { checkDice, type DiceRecord, type Findings, type Sat } from './verify'

const PEOPLE: Sat[] = [{ side: 'allied', kind: 'person' }, { side: 'axis', kind: 'person' }]
const COMPUTER: Sat[] = [{ side: 'allied', kind: 'computer' }, { side: 'axis', kind: 'person' }]
const secret = unhex(vectors.secret) as Uint8Array
type Name = keyof typeof vectors.records

/** A record of its own, to be changed. */
function record(name: Name = 'against a computer'): DiceRecord {
  return structuredClone(vectors.records[name]) as unknown as DiceRecord
}

function own(seal = vectors.commitment, word = vectors.words.axis): Partial<Record<Side, Kept>> {
  return { axis: { seal, word } }
}

function check(found: DiceRecord, kept: Partial<Record<Side, Kept>> = own(), seats = COMPUTER): Promise<Findings> {
  return checkDice(found, kept, seats)
}

describe('streams', () => {
  test('give what the kernel gives, at any place and for any number of faces', () => {
    for (const { audience, start, given, end } of vectors.numbers) {
      const stream = new Box(secret, vectors.words).stream(audience as Audience)
      stream.offset = start
      expect(given.map(([faces]) => [faces, stream.below(faces as number)])).toEqual(given)
      expect(stream.offset).toBe(end)
    }
  })

  test('seal and computer’s word are the kernel’s', () => {
    expect(commitment(secret)).toBe(vectors.commitment)
    expect(computersWord(secret, 'allied')).toBe(vectors.words.allied)
  })
})

describe('a true record', () => {
  test('against a computer is proved whole', async () => {
    const found = await check(record())
    expect(found).toMatchObject({ wrong: [], open: [], sealed: true, draws: 0, dice: vectors.records['against a computer'].chapters[0]?.dice.length })
    expect(found.checked.join(' ')).toContain('nobody could choose these dice')
  })

  test('has chapters that go on, and draws that only the rules can tell', async () => {
    const found = await check(record('three chapters'))
    expect(found).toMatchObject({ wrong: [], dice: 6, draws: 3, sealed: true })
    expect(found.open).toEqual([expect.stringContaining('3 draws')])
  })

  test('goes on with other dice, for which one gave another word', async () => {
    const last = record('new dice').renewed?.at(-1)
    const found = await check(record('new dice'), own(last?.commitment, 'axis to two'), PEOPLE)
    expect(found).toMatchObject({ wrong: [], sealed: true })
    expect(found.checked[0]).toBe('Each secret fits its seal.')
    expect(found.open.join(' ')).toMatch(/goes on from a record, from turn \d.*Your opponent gave the other word/)
  })

  test('of which nothing was kept here follows from its secret, and no more is said', async () => {
    const found = await check(record(), {}, COMPUTER)
    expect(found).toMatchObject({ wrong: [], sealed: false })
    expect(found.open).toEqual([expect.stringContaining('keeps no seal')])
  })

  test('at one screen has one word for both', async () => {
    const [axis] = [vectors.words.axis]
    const shared = thrown({ allied: axis, axis }, 20)
    expect((await check(shared, own(), PEOPLE)).checked).toContain('The record has the word that this browser gave, for both sides.')
  })

  test('without words is open to whoever knew the secret', async () => {
    const found = await check(thrown({}, 5), {}, PEOPLE)
    expect([found.wrong, found.open.at(-1)]).toEqual([[], expect.stringContaining('Nobody gave a word')])
  })

  test('of a bare chapter is checked as far as it was written', async () => {
    const bare = record('three chapters')
    Object.assign(bare.chapters[1] ?? {}, { closing: '', dice: [] })
    const found = await check(bare)
    expect([found.wrong, found.open.at(-1)]).toEqual([[], expect.stringContaining('Nobody wrote the dice of chapter 2 down')])
  })

  test('with very many dice lets the page breathe', async () => {
    const told: number[] = []
    const found = await checkDice(thrown(vectors.words, 200_000), own(), COMPUTER, (dice) => told.push(dice))
    expect(found).toMatchObject({ wrong: [], dice: 200_000 })
    expect(told.length).toBeGreaterThan(1)
  })
})

/** A record of so many throws. */
function thrown(words: DiceRecord['nonces'], throws: number): DiceRecord {
  const stream = new Box(secret, words).stream('everyone')
  const dice: [string, string, number[]][] = Array.from({ length: throws }, () => ['everyone', 'd10', [stream.below(10) + 1]])
  return { commitment: vectors.commitment, secret: vectors.secret, nonces: words, chapters: [{ offsets: {}, closing: 'known', dice }] }
}

describe('a false record', () => {
  const changes: [string, Name, (found: DiceRecord) => unknown, string | RegExp][] = [
    ['a changed face', 'against a computer', (found) => (dieOf(found)[2] = [7 - (dieOf(found)[2][0] ?? 0)]), /^Die 4 \(d6\) falls \d by the secret and the words. The record says \d.$/],
    ['a die thrown before others', 'against a computer', (found) => (dieOf(found)[0] = 'axis'), /^Die \d+ \(d6\) falls/],
    ['a die of another kind', 'against a computer', (found) => (dieOf(found)[1] = '2d6'), 'Die 4 is no die.'],
    ['a die that is none', 'against a computer', (found) => (dieOf(found)[1] = 'd0'), 'Die 4 is no die.'],
    ['a die left out', 'three chapters', (found) => found.chapters[0]?.dice.pop(), 'Chapter 2 does not go on with the dice where chapter 1 ended.'],
    ['a first chapter that begins elsewhere', 'three chapters', (found) => (offsetsOf(found, 0).everyone = 4), 'Chapter 1 does not go on with the dice where they begin.'],
    ['a chapter that takes the dice up elsewhere', 'three chapters', (found) => (offsetsOf(found, 1).axis = 3), 'Chapter 2 does not go on with the dice where chapter 1 ended.'],
    ['a draw of more than there were', 'three chapters', (found) => ((found.chapters[0]?.dice[1] ?? dieOf(found))[2] = [4, 3]), 'In chapter 1 die 2 is no draw.'],
    ['a changed secret', 'against a computer', (found) => (found.secret = found.secret.replace('00', '01')), 'The secret does not fit the seal.'],
    ['a secret that is no number', 'against a computer', (found) => (found.secret = 'north'), 'The record is damaged: its secret is no number.'],
    ['a changed secret of new dice', 'new dice', (found) => Object.assign(found.renewed?.[0] ?? {}, { secret: '00' }), /^The secret of the dice from turn \d+ on does not fit its seal\./],
    ['a changed word for new dice', 'new dice', (found) => Object.assign(found.renewed?.[0] ?? {}, { nonces: {} }), /die \d/],
    ['new dice that begin later', 'new dice', (found) => Object.assign(found.renewed?.[0] ?? {}, { dice: 2 }), /Chapter 3 does not go on with the dice/],
    ['new dice that never begin', 'new dice', (found) => Object.assign(found.renewed?.[1] ?? {}, { chapter: 9 }), /Chapter 4 does not go on with the dice/],
    ['new dice after the last', 'new dice', (found) => found.renewed?.push({ ...(found.renewed[1] as NonNullable<DiceRecord['renewed']>[number]), chapter: 9 }), /no such die/],
    ['bytes that had not been taken', 'new dice', (found) => Object.assign(found.renewed?.[0] ?? {}, { taken: { everyone: '00' } }), /begin with others than those that had fallen/],
    ['no dice at all', 'against a computer', (found) => (found.chapters = [{} as never]), 'The record is damaged: it cannot be read as one.'],
  ]
  test.each(changes)('%s is found', async (_, name, change, words) => {
    const found = record(name)
    change(found)
    const { wrong, sealed } = await check(found, name === 'new dice' ? {} : own())
    expect(wrong.join(' ')).toMatch(words)
    expect(sealed).toBe(false)
  })

  test('another seal than this browser was shown is found', async () => {
    const found = await check(record(), own('00ff'))
    expect(found.wrong).toEqual([expect.stringContaining('another seal than the record has: 00ff')])
  })

  test('other dice than those one gave one’s word for are found', async () => {
    const found = await check(record('new dice'), own(vectors.commitment, vectors.words.axis), PEOPLE)
    expect(found.wrong).toHaveLength(2)
  })

  test('another word than this browser gave is found', async () => {
    const found = await check(record(), own(vectors.commitment, 'what I said'))
    expect(found.wrong).toEqual(['The record has another German word than this browser gave: what I said.'])
  })

  test('a word that the umpire refused is no proof', async () => {
    const found = await check(record(), { axis: { seal: vectors.commitment, word: 'what I said', refused: true } })
    expect([found.wrong, found.sealed, found.open.join(' ')]).toEqual([[], false, expect.stringContaining('another device')])
  })

  test('a computer’s word that was chosen is found, where the seal should have bound it', async () => {
    const chosen = thrown({ ...vectors.words, allied: 'chosen to suit' }, 30)
    expect((await check(chosen)).wrong).toEqual([expect.stringContaining('does not follow from the secret')])
    const older = await check(chosen, {})
    expect([older.wrong, older.open.at(-1)]).toEqual([[], expect.stringContaining('begun by an older program')])
  })
})

function dieOf(found: DiceRecord): [string, string, number[]] {
  return found.chapters[0]?.dice[3] as [string, string, number[]]
}

function offsetsOf(found: DiceRecord, chapter: number): Partial<Record<Audience, number>> {
  return found.chapters[chapter]?.offsets ?? {}
}
