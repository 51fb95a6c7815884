import type { HexGrid, Point } from './hexgrid'

export type Line = readonly Point[]

/**
 * The sides that bound a set of hexes, each once, running clockwise about the set: the set is on its right.
 *
 * With `edge: false` the sides along the edge of the board are left out.
 */
export function outlineSides(grid: HexGrid, cells: Iterable<string>, { edge = true } = {}): [Point, Point][] {
  const members = new Set(cells)
  const sides: [Point, Point][] = []
  for (const cell of members) {
    if (!grid.has(cell)) continue
    const corners = grid.corners(cell)
    grid.around(cell).forEach((other, i) => {
      if (other === undefined ? edge : !members.has(other)) {
        sides.push([corners[i] as Point, corners[(i + 1) % 6] as Point])
      }
    })
  }
  return sides
}

/** Sides joined end to end into lines as long as they go; a closed line repeats its first point. */
export function chained(sides: readonly (readonly [Point, Point])[]): Line[] {
  const from = new Map<string, (readonly [Point, Point])[]>()
  const ends = new Set<string>()
  for (const side of sides) {
    const begin = key(side[0])
    const others = from.get(begin)
    if (others) others.push(side)
    else from.set(begin, [side])
    ends.add(key(side[1]))
  }
  const lines: Line[] = []
  const follow = (start: string): void => {
    const first = from.get(start)?.pop()
    if (!first) return
    const line: Point[] = [first[0], first[1]]
    for (;;) {
      const next = from.get(key(line[line.length - 1] as Point))?.pop()
      if (!next) break
      line.push(next[1])
    }
    lines.push(line)
  }
  // Open lines first, from their beginnings; what is left are rings.
  for (const start of from.keys()) if (!ends.has(start)) follow(start)
  for (const start of from.keys()) while ((from.get(start)?.length ?? 0) > 0) follow(start)
  return lines
}

/** One path about a set of hexes. */
export function outline(grid: HexGrid, cells: Iterable<string>, scale = 1): string {
  return chained(outlineSides(grid, cells))
    .map((line) => `M${line.map((p) => `${fine(p[0] * scale)},${fine(p[1] * scale)}`).join('L')}Z`)
    .join('')
}

/** Whether a point lies within some rings, by the even-odd rule. */
export function inside(rings: readonly Line[], x: number, y: number): boolean {
  let within = false
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i, i += 1) {
      const [xi, yi] = ring[i] as Point
      const [xj, yj] = ring[j] as Point
      if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) within = !within
    }
  }
  return within
}

/** Short strokes from the middle of every side towards its right, where the zone lies. */
export function ticks(line: Line, length: number): [Point, Point][] {
  const strokes: [Point, Point][] = []
  for (let i = 0; i + 1 < line.length; i += 1) {
    const [x1, y1] = line[i] as Point
    const [x2, y2] = line[i + 1] as Point
    const far = Math.hypot(x2 - x1, y2 - y1) || 1
    const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2]
    strokes.push([
      [x, y],
      [x - ((y2 - y1) / far) * length, y + ((x2 - x1) / far) * length],
    ])
  }
  return strokes
}

function key([x, y]: Point): string {
  return `${Math.round(x * 1000)},${Math.round(y * 1000)}`
}

function fine(value: number): string {
  return String(Math.round(value * 100) / 100)
}
