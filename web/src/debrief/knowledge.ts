// How much of the enemy a side knew, at one moment and turn by turn.
import { kindRank } from '../counters/glyphs'
import type { PieceView, Side, Situation } from '../generated/wire'

/** How many of the enemy's pieces a side could name, of all that there were. */
export function recognised(known: Situation, truth: Situation, side: Side): { known: number; of: number } {
  const enemy = (piece: PieceView): boolean => piece.side !== side
  return {
    known: known.pieces.filter((piece) => enemy(piece) && !piece.face_down).length,
    of: truth.pieces.filter(enemy).length,
  }
}

/** Of the enemy's pieces of a kind, how many there were and how many could be named. */
export interface KindTally {
  kind: string
  of: number
  known: number
  names: string[]
}

export type Tallies = ReadonlyMap<string, KindTally>

/** A side's knowledge of the enemy by kinds; the kind's letters are the key. */
export function tallied(known: Situation, truth: Situation, side: Side): Tallies {
  const kinds = new Map<string, KindTally>()
  const of = (piece: PieceView): KindTally => {
    const key = piece.short || piece.kind
    const found = kinds.get(key) ?? { kind: piece.kind, of: 0, known: 0, names: [] }
    kinds.set(key, found)
    return found
  }
  for (const piece of truth.pieces) {
    if (piece.side === side) continue
    const kind = of(piece)
    kind.of += 1
    kind.names.push(piece.label)
  }
  for (const piece of known.pieces) {
    if (piece.side === side || piece.face_down) continue
    const kind = kinds.get(piece.short || piece.kind)
    if (kind) kind.known += 1
  }
  return kinds
}

export type Grade = 'most' | 'some' | 'none' | 'gone'

export interface KnowledgeRow {
  key: string
  kind: string
  words: string
  /** A grade a turn; undefined until it has come. */
  grades: (Grade | undefined)[]
}

/** The kinds of which something was known for the most turns, the heaviest first, with a grade for each turn. */
export function knowledgeRows(turns: readonly (Tallies | undefined)[], most: number): KnowledgeRow[] {
  const found = new Map<string, { kind: string; names: Set<string>; turns: number }>()
  for (const turn of turns) {
    for (const [key, tally] of turn ?? []) {
      const row = found.get(key) ?? { kind: tally.kind, names: new Set<string>(), turns: 0 }
      tally.names.forEach((name) => row.names.add(name))
      row.turns += Number(tally.known > 0)
      found.set(key, row)
    }
  }
  return [...found]
    .filter(([, row]) => row.turns > 0)
    .sort(([, a], [, b]) => b.turns - a.turns)
    .slice(0, most)
    .sort(([, a], [, b]) => kindRank(a.kind) - kindRank(b.kind))
    .map(([key, row]) => ({
      key,
      kind: row.kind,
      words: row.names.size <= 2 ? [...row.names].join(', ') : `${row.names.size} ${key}`,
      grades: turns.map((turn) => turn && gradeOf(turn.get(key))),
    }))
}

function gradeOf(tally: KindTally | undefined): Grade {
  if (!tally || tally.of === 0) return 'gone'
  if (tally.known * 2 >= tally.of) return 'most'
  return tally.known > 0 ? 'some' : 'none'
}
