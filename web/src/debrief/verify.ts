// Throws every die of a record again, here in the browser, and holds the record against what this browser has kept: it
// says what it has checked, what it could not, and what is wrong. The server is not asked.
import type { Side } from '../generated/wire'
import type { Kept } from '../lib/seals'
import { counted, other } from '../lib/words'
import { BOTH, OF_SIDE } from '../start/sides'
import { AUDIENCES, Box, commitment, computersWord, hex, unhex, type Audience, type Offsets, type Words } from './streams'

type Thrown = [audience: string, die: string, told: number[]]

interface Sealed {
  commitment: string
  secret: string
  nonces: Words
}
interface Renewal extends Sealed {
  chapter: number
  dice: number
  taken: Partial<Record<Audience, string>>
  turn: number
}
/** What of a record's file concerns its dice. */
export interface DiceRecord extends Sealed {
  chapters: { offsets: Offsets; closing: string; dice: Thrown[] }[]
  renewed?: Renewal[]
}

/** Who sat where: a computer's word follows from the secret. */
export interface Sat {
  side: Side
  kind: 'computer' | 'person'
}

export interface Findings {
  /** Throws and draws, and how many of them were draws. */
  dice: number
  draws: number
  /** Whether this browser's own seal and word are those of the record. */
  sealed: boolean
  checked: string[]
  /** What could not be checked. */
  open: string[]
  wrong: string[]
}

const DRAW = 'draw '
/** Characters in the name of a throw. */
const LONGEST = 16
/** Milliseconds of work between two breaths of the page. */
const SLICE = 12

class Wrong extends Error {}

/** Check a record. `progress` hears how many dice have been thrown. */
export async function checkDice(
  record: DiceRecord,
  kept: Partial<Record<Side, Kept>>,
  seats: readonly Sat[],
  progress: (dice: number) => void = () => undefined,
): Promise<Findings> {
  const found: Findings = { dice: 0, draws: 0, sealed: false, checked: [], open: [], wrong: [] }
  try {
    checkSecrets(record, found)
    await throwAgain(record, found, progress)
  } catch (error) {
    found.wrong.push(error instanceof Wrong ? error.message : 'The record is damaged: it cannot be read as one.')
    return found
  }
  checkWords(record, kept, seats, found)
  return found
}

function secretOf(sealed: Sealed): Uint8Array {
  const secret = unhex(sealed.secret)
  if (!secret) throw new Wrong('The record is damaged: its secret is no number.')
  return secret
}

function checkSecrets(record: DiceRecord, found: Findings): void {
  const all = [record, ...(record.renewed ?? [])]
  const before = found.wrong.length
  if (commitment(secretOf(record)) !== record.commitment) found.wrong.push('The secret does not fit the seal.')
  for (const renewal of record.renewed ?? []) {
    if (commitment(secretOf(renewal)) === renewal.commitment) continue
    found.wrong.push(`The secret of the dice from turn ${renewal.turn} on does not fit its seal.`)
  }
  if (found.wrong.length === before) found.checked.push(all.length > 1 ? 'Each secret fits its seal.' : 'The secret fits the seal.')
}

// The dice

async function throwAgain(record: DiceRecord, found: Findings, progress: (dice: number) => void): Promise<void> {
  const coming = [...(record.renewed ?? [])]
  let box = new Box(secretOf(record), record.nonces)
  let known = true
  let rested = performance.now()
  for (const [index, chapter] of record.chapters.entries()) {
    const where = record.chapters.length > 1 ? `In chapter ${index + 1} die` : 'Die'
    checkOffsets(chapter.offsets)
    if (known && chapter.closing && !sameOffsets(box.offsets, chapter.offsets)) {
      throw new Wrong(`Chapter ${index + 1} does not go on with the dice where ${index ? `chapter ${index} ended` : 'they begin'}.`)
    }
    box.offsets = chapter.offsets
    known = chapter.closing !== '' // or it is bare: nothing is known of it but what was done
    for (let number = 0; number <= chapter.dice.length; number++) {
      while (coming[0]?.chapter === index && coming[0].dice === number) box = renewed(coming.shift() as Renewal, box)
      const thrown = chapter.dice[number]
      if (!thrown) break
      again(box, thrown, `${where} ${number + 1}`, found)
      found.dice += 1
      if (number % 64 === 0 && performance.now() - rested > SLICE) {
        progress(found.dice)
        await new Promise((resolve) => setTimeout(resolve))
        rested = performance.now()
      }
    }
  }
  if (coming.length) throw new Wrong('The record has no such die as the one at which other dice begin.')
  sayThrown(record, found)
}

function sayThrown(record: DiceRecord, found: Findings): void {
  const throws = found.dice - found.draws
  if (throws) {
    const many = throws === 1 ? 'the one throw' : `all ${throws.toLocaleString('en')} throws`
    found.checked.push(`This browser has made ${many} again, from the secret and the words of both sides: they fall as the record says.`)
  }
  if (found.draws) {
    found.open.push(`What came of ${counted(found.draws, 'draw')} follows from the dice by the rules, which this browser does not know: “barents verify” draws again.`)
  }
  const bare = record.chapters.flatMap((chapter, index) => (chapter.closing ? [] : [index + 1]))
  if (bare.length) found.open.push(`Nobody wrote the dice of chapter ${bare.join(', ')} down, nor where the next chapter takes them up.`)
  const first = record.renewed?.[0]
  if (first) {
    found.open.push(`The match goes on from a record${first.turn ? `, from turn ${first.turn}` : ''}. Whoever brought the record knew the dice before; this browser can only tell that they follow from their own secret.`)
  }
}

/** Throw or draw again; an error where it falls otherwise. */
function again(box: Box, thrown: Thrown, where: string, found: Findings): void {
  const [name, die, told] = thrown
  const audience = AUDIENCES.find((each) => each === name)
  if (!audience || !told.every((face) => Number.isSafeInteger(face))) throw new Wrong(`${where} is no die.`)
  const stream = box.stream(audience)
  if (die.startsWith(DRAW)) {
    const names = die.slice(DRAW.length).split(',').filter(Boolean)
    const [count = -1, pool = -1] = told
    if (told.length !== 2 || count < 0 || count > pool || count > names.length) throw new Wrong(`${where} is no draw.`)
    for (let taken = 0; taken < count; taken++) stream.below(pool - taken)
    found.draws += 1
    return
  }
  const [, times = '', sides = '0'] = /^(\d*)d(\d+)$/.exec(die) ?? []
  if (die.length > LONGEST || Number(times || 1) !== told.length || Number(sides) < 1) throw new Wrong(`${where} is no die.`)
  const fell = told.map(() => stream.below(Number(sides)) + 1)
  if (fell.some((face, i) => face !== told[i])) {
    throw new Wrong(`${where} (${die}) falls ${fell.join(', ')} by the secret and the words. The record says ${told.join(', ')}.`)
  }
}

function sameOffsets(ours: Offsets, theirs: Offsets): boolean {
  return AUDIENCES.every((each) => (ours[each] ?? 0) === (theirs[each] ?? 0))
}

function checkOffsets(offsets: Offsets): void {
  if (!AUDIENCES.every((each) => Number.isSafeInteger(offsets[each] ?? 0) && (offsets[each] ?? 0) >= 0)) {
    throw new Wrong('The record is damaged: it does not say where its dice stand.')
  }
}

/** Other dice, after those before them: what the step under way had taken must be what those gave. */
function renewed(renewal: Renewal, before: Box): Box {
  const taken: Partial<Record<Audience, Uint8Array>> = {}
  for (const audience of AUDIENCES) {
    const text = renewal.taken[audience]
    if (text === undefined) continue
    const bytes = unhex(text)
    const gave = bytes && before.last(audience, bytes.length)
    if (!bytes || !gave || hex(gave) !== hex(bytes)) {
      throw new Wrong(`The dice from turn ${renewal.turn} on begin with others than those that had fallen.`)
    }
    taken[audience] = bytes
  }
  return new Box(secretOf(renewal), renewal.nonces, taken)
}

// The words

/** Hold the dice that fell last against what this browser has kept: it gave its word for them, and for no others. */
function checkWords(record: DiceRecord, kept: Partial<Record<Side, Kept>>, seats: readonly Sat[], found: Findings): void {
  const dice = record.renewed?.at(-1) ?? record
  const own = BOTH.filter((side) => kept[side])
  let sealed = own.length > 0
  for (const side of own) {
    const { seal, word, refused } = kept[side] as Kept
    if (seal !== dice.commitment) {
      sealed = false
      found.wrong.push(`Before you gave your word the umpire showed this browser another seal than the record has: ${seal}.`)
    } else found.checked.push('The umpire showed this browser this very seal before you gave your word.')
    if (dice.nonces[side] === word) {
      const both = dice.nonces[other(side)] === word && !kept[other(side)]
      found.checked.push(`The record has the word that this browser gave${both ? ', for both sides' : ''}.`)
    } else if (refused) {
      sealed = false
      found.open.push('The umpire did not take the word of this browser. If you gave yours on another device, check the dice there.')
    } else {
      sealed = false
      found.wrong.push(`The record has another ${OF_SIDE[side]} word than this browser gave: ${word}.`)
    }
  }
  found.sealed = sealed && !found.wrong.length
  if (!own.length) {
    found.open.push('This browser keeps no seal of this match, because you gave no word for its dice here. It cannot tell whether the umpire published the seal before the first die.')
  }
  if (!Object.keys(dice.nonces).length) found.open.push('Nobody gave a word for these dice: whoever knew the secret knew them all.')
  else for (const side of BOTH) if (!kept[side]) othersWord(dice, side, own, kept, seats, found)
}

/** What can be said of a word that this browser did not give. */
function othersWord(dice: Sealed, side: Side, own: readonly Side[], kept: Partial<Record<Side, Kept>>, seats: readonly Sat[], found: Findings): void {
  const word = dice.nonces[side]
  if (own.some((each) => kept[each]?.word === word)) return
  const follows = word === computersWord(secretOf(dice), side)
  if (seats.find((seat) => seat.side === side)?.kind !== 'computer') {
    if (own.length) {
      found.open.push('Your opponent gave the other word, and only your opponent’s browser can tell whether the record has it. Nobody else could choose these dice, but your opponent could, together with whoever runs the server.')
    }
  } else if (follows) {
    found.checked.push(`The computer’s word follows from the secret${own.length ? ', so that the seal bound it before you gave yours: nobody could choose these dice' : ''}.`)
  } else if (own.length) {
    found.sealed = false
    found.wrong.push('The computer’s word does not follow from the secret. Whoever runs the server could choose it after you had given yours.')
  } else {
    found.open.push('The computer’s word does not follow from the secret: the match was begun by an older program, or goes on from a record.')
  }
}
