// The dice of a record: what fell, beside what was due.

interface Sealed {
  commitment: string
  secret: string
  nonces: Partial<Record<string, string>>
}

/** What of a record's file the pages read. */
export interface RecordFile extends Sealed {
  /** Other dice, in a match that somebody went on with from its record. */
  renewed?: Sealed[]
  chapters: { dice: [audience: string, die: string, faces: number[]][] }[]
}

export interface Fallen {
  sides: number
  throws: number
  /** How often each face fell, 1 first. */
  faces: number[]
  /** How often each should have. */
  due: number
}

/** Every die by its number of sides, the one thrown most first; draws of counters are no dice. */
export function fallen(record: RecordFile): Fallen[] {
  const kinds = new Map<number, number[]>()
  for (const chapter of record.chapters) {
    for (const [, die, faces] of chapter.dice) {
      const sides = Number(/^\d*d(\d+)$/.exec(die)?.[1] ?? 0)
      if (!sides) continue
      const counts = kinds.get(sides) ?? new Array<number>(sides).fill(0)
      for (const face of faces) {
        const at = face === 0 ? sides - 1 : face - 1
        counts[at] = (counts[at] ?? 0) + 1
      }
      kinds.set(sides, counts)
    }
  }
  return [...kinds]
    .map(([sides, faces]) => {
      const throws = faces.reduce((sum, count) => sum + count, 0)
      return { sides, throws, faces, due: throws / sides }
    })
    .sort((a, b) => b.throws - a.throws)
}
