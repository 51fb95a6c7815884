// The log as a person reads it: by turn, newest first, and only what was asked for.
import type { LogLine, PieceView, Side } from '../generated/wire'

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
  lines: LogLine[]
}

/** The turn that a line begins, or null. */
function begins(line: LogLine): number | null {
  const turn = line.event.what === 'told' ? line.event.about['turn'] : undefined
  return typeof turn === 'number' ? turn : null
}

/** Lines by turn, the newest turn and the newest line first. */
export function byTurn(lines: readonly LogLine[]): Turn[] {
  const turns: Turn[] = []
  let now: number | null = null
  for (const line of lines) {
    now = begins(line) ?? now
    let last = turns.at(-1)
    if (!last || last.turn !== now) {
      last = { turn: now, lines: [] }
      turns.push(last)
    }
    last.lines.push(line)
  }
  // The oldest lines that we hold may be of a turn whose beginning we do not hold.
  const [oldest, next] = turns
  if (oldest?.turn === null && next?.turn && next.turn > 1) oldest.turn = next.turn - 1
  for (const turn of turns) turn.lines.reverse()
  return turns.reverse()
}

export type Filter = 'all' | 'dice' | 'mine' | 'theirs' | 'losses'

const LOSS = /\b(sunk|sinks?|lost|loses?|destroyed|shot down|scuttled|hits?|damaged|eliminated|abandoned)\b/i

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
  return turns.map(({ turn, lines }) => ({ turn, lines: lines.filter(passes) })).filter(({ lines }) => lines.length > 0)
}
