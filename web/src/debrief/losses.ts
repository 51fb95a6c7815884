// Losses by side and cause, and the ends of a convoy's ships.
import type { Fate, Loss, Side, Tally } from '../generated/wire'

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

/** The ends of a tally in its own order, each with its look and its count in each row. */
export function ends(tally: Tally): { name: string; look: Fate; counts: number[] }[] {
  const names = [...new Set(tally.rows.flatMap((row) => Object.keys(row.ends)))]
  return names
    .map((name) => ({ name, look: tally.looks[name] ?? 'away', counts: tally.rows.map((row) => row.ends[name] ?? 0) }))
    .filter(({ counts }) => counts.some((count) => count > 0))
}
