// Where several units go that are given one order: all to one place, or side by side on a line through it.

export interface Formation {
  shape: 'one' | 'line'
  /** By how many directions the line is turned from how it lies by itself. */
  turned: number
  /** How many hexes lie from one to the next. */
  apart: number
}

type Compass = (cell: string) => readonly (string | undefined)[]
type Far = ReadonlyMap<string, number>

/** How many hexes every cell lies from one. */
function distances(from: string, compass: Compass): Far {
  const far = new Map([[from, 0]])
  for (const cell of far.keys()) {
    for (const other of compass(cell)) if (other !== undefined && !far.has(other)) far.set(other, (far.get(cell) ?? 0) + 1)
  }
  return far
}

/** How many hexes a way goes, whether it names them all or only its ends; off the chart a leg is one. */
export function lengthOf(way: readonly string[], compass: Compass): number {
  return way.slice(1).reduce((sum, cell, leg) => {
    const from = way[leg] ?? ''
    return sum + (compass(from).includes(cell) ? 1 : (distances(from, compass).get(cell) ?? 1))
  }, 0)
}

/** A straight line of places through a cell, as far in a direction as against it; it ends at the edge of the chart. */
export function lineThrough(cell: string, direction: number, count: number, apart: number, compass: Compass): string[] {
  const around = compass(cell).length
  const walk = (way: number, places: number): string[] => {
    const found: string[] = []
    let at: string | undefined = cell
    for (let step = 1; step <= places * apart && at !== undefined; step += 1) {
      at = compass(at)[way]
      if (at !== undefined && step % apart === 0) found.push(at)
    }
    return found
  }
  const against = walk((direction + around / 2) % around, Math.floor((count - 1) / 2))
  return [...against.reverse(), cell, ...walk(direction, Math.ceil((count - 1) / 2))]
}

/**
 * The place of each of some units, out of its reach: the nearest to where it is wanted. On a line no two go to one
 * place. Whoever can go nowhere has none.
 */
export function stationed(
  { shape, turned, apart }: Formation,
  cell: string,
  from: readonly string[],
  reaches: readonly (readonly string[])[],
  compass: Compass,
): (string | null)[] {
  const around = compass(cell).length
  const known = new Map<string, Far>()
  const far = (one: string): Far => {
    const found = known.get(one) ?? distances(one, compass)
    known.set(one, found)
    return found
  }
  if (shape === 'one' || from.length < 2 || !around) return reaches.map((reach) => nearest(far(cell), reach))
  // By itself the line lies so that most of them reach their places on it, and with the least way.
  const lines = Array.from({ length: around / 2 }, (_, way) => {
    const line = lineThrough(cell, way, from.length, apart, compass)
    const places = matched(line, from, reaches, far)
    const missed = places.filter((place) => place === null || !line.includes(place)).length
    const sailed = places.reduce((sum, place, at) => sum + (place === null ? 0 : (far(from[at] ?? '').get(place) ?? 0)), 0)
    return { way, cost: missed * known.size * 100 + sailed }
  })
  const { way } = lines.reduce((best, one) => (one.cost < best.cost ? one : best))
  const turn = (way + turned) % around
  return matched(lineThrough(cell, turn, from.length, apart, compass), from, reaches, far)
}

function nearest(far: Far, reach: readonly string[], taken: ReadonlySet<string> = new Set()): string | null {
  const open = reach.filter((cell) => far.has(cell) && !taken.has(cell))
  return open.reduce<string | null>((best, one) => (best === null || (far.get(one) ?? 0) < (far.get(best) ?? 0) ? one : best), null)
}

/** The places of a line given to units: first what can be reached, then what is near; each goes as near to its own as it can. */
function matched(
  line: readonly string[],
  from: readonly string[],
  reaches: readonly (readonly string[])[],
  far: (cell: string) => Far,
): (string | null)[] {
  const pairs = from.flatMap((cell, unit) =>
    line.map((place) => ({ unit, place, way: far(cell).get(place) ?? Infinity, short: reaches[unit]?.includes(place) ? 0 : 1 })),
  )
  pairs.sort((one, other) => one.short - other.short || one.way - other.way)
  const wishes = new Map<number, string>()
  for (const { unit, place } of pairs) {
    if (!wishes.has(unit) && ![...wishes.values()].includes(place)) wishes.set(unit, place)
  }
  const taken = new Set<string>()
  return from.map((_, unit) => {
    const place = nearest(far(wishes.get(unit) ?? line[0] ?? ''), reaches[unit] ?? [], taken)
    if (place !== null) taken.add(place)
    return place
  })
}
