// The lines of the log: whom and what they name.
import type { LogLine } from '../generated/wire'

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
