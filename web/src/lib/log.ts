// The log as a person reads it: by turn, newest first, and only what was asked for.
import type { LogLine, PieceView, Side, Told } from '../generated/wire'

/** Everything that a line names: pieces, cells, whatever its facts are. */
export function namesOf(line: LogLine): string[] {
  const { event } = line
  switch (event.what) {
    case 'told':
      return Object.values(event.about).filter((fact): fact is string => typeof fact === 'string' && fact !== '')
    case 'rolled':
      return event.subject ? [event.subject] : []
    case 'drew':
      return [...(event.subject ? [event.subject] : []), ...event.drawn]
    case 'revealed':
      return event.pieces
  }
}

/** The cell that the last few lines spoke of, if they did. */
export function lastCell(lines: readonly LogLine[], cellOf: (name: string) => string, has: (cell: string) => boolean): string[] {
  for (const line of lines.slice(-3).reverse()) {
    const cell = namesOf(line).map(cellOf).find(has)
    if (cell !== undefined) return [cell]
  }
  return []
}

/** Who and what: a sentence that begins with a name has it set apart; dice are drawn, not told. */
export function spoken(line: LogLine, name: (id: string) => string): { who: string; what: string } {
  if (line.event.what === 'rolled') {
    const cut = line.text.indexOf(`: ${line.event.die} `)
    return { who: cut > 0 ? line.text.slice(0, cut) : 'Roll', what: '' }
  }
  const who = namesOf(line)
    .map(name)
    .filter((label) => line.text.startsWith(label))
    .sort((one, other) => other.length - one.length)[0]
  return who ? { who, what: line.text.slice(who.length) } : { who: '', what: line.text }
}

export interface Turn {
  /** The number of the turn; null for what came before the first, or before what we hold. */
  turn: number | null
  /** The number of its first line, of those that we hold. */
  from: number
  /** The month that it begins, in a game of months. */
  month?: string
  lines: LogLine[]
}

/** The turn that a line begins, or null. */
function begins(line: LogLine): number | null {
  // Other lines speak of turns too, such as one to come.
  const turn = line.event.what === 'told' && /^Turn \d/.test(line.text) ? line.event.about['turn'] : undefined
  return typeof turn === 'number' ? turn : null
}

/** The month that a line begins, in words; nothing if it begins none. */
function month(line: LogLine): string {
  const told = line.event.what === 'told' && typeof line.event.about['month'] === 'string'
  return told ? (/^(.+) begins$/.exec(line.text)?.[1] ?? '') : ''
}

/** Lines by turn, the newest turn and the newest line first. */
export function byTurn(lines: readonly LogLine[]): Turn[] {
  const turns: Turn[] = []
  let now: number | null = null
  for (const line of lines) {
    const fresh = month(line)
    now = fresh ? null : (begins(line) ?? now)
    let last = turns.at(-1)
    if (!last || last.turn !== now || fresh) {
      last = { turn: now, from: line.number, lines: [], ...(fresh ? { month: fresh } : {}) }
      turns.push(last)
    }
    last.lines.push(line)
  }
  // The oldest lines that we hold may be of a turn whose beginning we do not hold.
  const [oldest, next] = turns
  if (oldest?.turn === null && !oldest.month && next?.turn && next.turn > 1) oldest.turn = next.turn - 1
  for (const turn of turns) turn.lines.reverse()
  return turns.reverse()
}

/** The newest lines of them, so many at most, in the turns that they are of. */
export function newestOf(turns: readonly Turn[], most: number): Turn[] {
  let left = most
  const kept: Turn[] = []
  for (const turn of turns) {
    if (left <= 0) break
    kept.push(turn.lines.length > left ? { ...turn, lines: turn.lines.slice(0, left) } : turn)
    left -= turn.lines.length
  }
  return kept
}

/** Lines that say the same of one place after another are one line that names them all: "1103, 1118: nothing". */
export function together(lines: readonly LogLine[]): LogLine[] {
  const merged: LogLine[] = []
  for (const line of lines) {
    const last = merged.at(-1)
    const [one, other] = [line.event, last?.event]
    const place = one.what === 'told' ? one.about['cell'] : undefined
    if (last && other?.what === 'told' && one.what === 'told' && typeof place === 'string' && isAlike(one, other)) {
      const said = line.text.slice(place.length)
      const about = { ...other.about, [`cell ${Object.keys(other.about).length + 1}`]: place }
      merged[merged.length - 1] = { ...last, text: `${last.text.slice(0, -said.length)}, ${line.text}`, event: { ...other, about } }
    } else merged.push(line)
  }
  return merged
}

function isAlike(one: Told, other: Told): boolean {
  return one.words.startsWith('{cell}: ') && one.words === other.words && one.rule === other.rule && Object.keys(one.about).length === 1
}

/** What became of whoever a line is about: the words for it, and whether that is bad for its owner. */
const ILL = /\b(is lost|is sunk|sunk|sinks|destroyed|shot down|scuttled|eliminated|is damaged|is screened|is heard|is held off|finds nothing|misses)\b/i
const WELL = /\b(slips through|gets through|gets in|escapes|hits)\b/i
const GONE = /\b(is lost|sunk|sinks|destroyed|shot down|scuttled|eliminated)\b/i

export interface Outcome {
  before: string
  words: string
  after: string
  /** Good or bad for the reader; neither where it cannot be told. */
  tone: 'good' | 'hit' | ''
  /** Whether something is gone for good. */
  gone: boolean
}

/** The result in a sentence, as it stands to the reader. */
export function outcomeOf(line: LogLine, text: string, reader: Side | null, sideOf: (id: string) => Side | null): Outcome | null {
  if (line.event.what !== 'told') return null
  const found = ILL.exec(text) ?? WELL.exec(text)
  if (!found) return null
  const [words] = found
  const { about } = line.event
  const scored = typeof about['points'] === 'number' ? about['side'] : undefined
  const owner = namesOf(line).map(sideOf).find((side) => side !== null) ?? null
  let good: boolean | null = null
  if (scored === 'allied' || scored === 'axis') good = reader === null ? null : scored === reader
  else if (owner !== null && reader !== null) good = (owner === reader) !== ILL.test(words)
  return {
    before: text.slice(0, found.index),
    words,
    after: text.slice(found.index + words.length),
    tone: good === null ? '' : good ? 'good' : 'hit',
    gone: GONE.test(words),
  }
}

/** The pieces that a line tells the end of. */
export function lostIn(line: LogLine): string[] {
  return line.event.what === 'told' && GONE.test(line.text) ? namesOf(line).slice(0, 1) : []
}

export type Filter = 'all' | 'dice' | 'mine' | 'theirs' | 'losses'

const LOSS = /\b(sunk|sinks?|lost(?! from sight)|loses?|destroyed|shot down|scuttled|hits?|damaged|eliminated|abandoned)\b/i

/** The lines that pass a filter and hold some text, in the turns that they are of. */
export function filtered(
  turns: readonly Turn[],
  filter: Filter,
  text: string,
  side: Side | null,
  pieces: ReadonlyMap<string, PieceView>,
): Turn[] {
  const wanted = text.trim().toLocaleLowerCase('en')
  const names = (line: LogLine, mine: boolean): boolean =>
    namesOf(line).some((id) => {
      const piece = pieces.get(id)
      return piece !== undefined && (piece.side === side) === mine
    })
  const passes = (line: LogLine): boolean => {
    if (wanted && !`${line.text} ${line.rule}`.toLocaleLowerCase('en').includes(wanted)) return false
    switch (filter) {
      case 'all':
        return true
      case 'dice':
        return line.event.what === 'rolled' || line.event.what === 'drew'
      case 'mine':
        return names(line, true)
      case 'theirs':
        return names(line, false)
      case 'losses':
        return line.event.what === 'told' && LOSS.test(line.text)
    }
  }
  return turns.map((turn) => ({ ...turn, lines: turn.lines.filter(passes) })).filter(({ lines }) => lines.length > 0)
}
