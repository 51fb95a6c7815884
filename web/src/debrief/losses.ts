// Losses by side and cause, and the ends of a convoy's ships.
import type { Loss, Side, Tally } from '../generated/wire'

export interface Cause {
  cause: string
  count: number
  units: { name: string; kind: string; turn: number }[]
}

/** A side's losses by what caused them, the heaviest first. */
export function byCause(losses: readonly Loss[], side: Side): Cause[] {
  const causes = new Map<string, Cause>()
  for (const loss of losses) {
    if (loss.side !== side) continue
    const found = causes.get(loss.cause) ?? { cause: loss.cause, count: 0, units: [] }
    found.count += 1
    found.units.push({ name: loss.unit, kind: loss.kind, turn: loss.turn })
    causes.set(loss.cause, found)
  }
  return [...causes.values()].sort((a, b) => b.count - a.count)
}

/** How an end is drawn: home, lost from the air, lost otherwise, or neither. */
export type Fate = 'home' | 'crossed' | 'struck' | 'away'

const LOOKS: Fate[] = ['home', 'crossed', 'struck', 'away']

/** The ends of a tally in its own order, each with its look and its count in each row. */
export function ends(tally: Tally): { name: string; look: Fate; counts: number[] }[] {
  const names = [...new Set(tally.rows.flatMap((row) => Object.keys(row.ends)))]
  return names
    .map((name, i) => ({ name, look: LOOKS[Math.min(i, LOOKS.length - 1)] ?? 'away', counts: tally.rows.map((row) => row.ends[name] ?? 0) }))
    .filter(({ counts }) => counts.some((count) => count > 0))
}
