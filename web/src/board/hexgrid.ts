import type { GridSpec } from '../generated/wire'

export type Point = readonly [number, number]

const LINE_STEP = Math.sqrt(3) / 2 // between straight columns (flat) or rows (pointy), in hexes
const CIRCUMRADIUS = 1 / Math.sqrt(3)

// Axial steps (q, r), clockwise from the north.
const STEPS: Record<GridSpec['orientation'], readonly Point[]> = {
  flat: [
    [0, -1],
    [1, -1],
    [1, 0],
    [0, 1],
    [-1, 1],
    [-1, 0],
  ],
  pointy: [
    [1, -1],
    [1, 0],
    [0, 1],
    [-1, 1],
    [-1, 0],
    [0, -1],
  ],
}

/**
 * The hexes of a board: where they lie and which are neighbours.
 *
 * Board coordinates have neighbouring centres 1 apart, x to the right and y down, and begin at the westernmost and
 * northernmost centre. The side from corner i to corner i + 1 faces the i-th neighbour.
 */
export class HexGrid {
  readonly flat: boolean
  readonly cells: readonly string[]
  private readonly spec: GridSpec
  private readonly originX: number
  private readonly originY: number
  private readonly farX: number
  private readonly farY: number
  private readonly axial = new Map<string, Point>()
  private readonly byAxial = new Map<string, string>()
  private readonly lonely: ReadonlySet<string>
  private readonly offsets: readonly Point[]

  constructor(spec: GridSpec, cells: readonly string[]) {
    this.spec = spec
    this.flat = spec.orientation === 'flat'
    this.cells = cells
    this.lonely = new Set(spec.isolated)
    const [x, y] = this.origin()
    this.originX = x
    this.originY = y
    for (const cell of cells) {
      const place = this.axialOf(...this.position(...this.parse(cell)))
      this.axial.set(cell, place)
      this.byAxial.set(place.join(), cell)
    }
    const centres = cells.map((cell) => this.centre(cell))
    this.farX = centres.reduce((far, [cx]) => Math.max(far, cx), 0)
    this.farY = centres.reduce((far, [, cy]) => Math.max(far, cy), 0)
    const first = this.flat ? -2 / 3 : -1 / 2
    this.offsets = [0, 1, 2, 3, 4, 5].map((i) => {
      const angle = Math.PI * (first + i / 3)
      return [CIRCUMRADIUS * Math.cos(angle), CIRCUMRADIUS * Math.sin(angle)]
    })
  }

  has(cell: string): boolean {
    return this.axial.has(cell)
  }

  centre(cell: string): Point {
    return this.onBoard(...this.position(...this.parse(cell)))
  }

  corners(cell: string): Point[] {
    const [x, y] = this.centre(cell)
    return this.offsets.map(([dx, dy]) => [x + dx, y + dy])
  }

  /** The neighbour on each of the six sides; undefined at the edge of the board. */
  around(cell: string): (string | undefined)[] {
    const place = this.axial.get(cell)
    return STEPS[this.spec.orientation].map(([dq, dr]) => {
      if (!place || this.lonely.has(cell)) return undefined
      const other = this.byAxial.get(`${place[0] + dq},${place[1] + dr}`)
      return other !== undefined && this.lonely.has(other) ? undefined : other
    })
  }

  neighbours(cell: string): string[] {
    return this.around(cell).filter((other) => other !== undefined)
  }

  distance(start: string, end: string): number {
    const a = this.axial.get(start)
    const b = this.axial.get(end)
    if (!a || !b) return Infinity
    const q = a[0] - b[0]
    const r = a[1] - b[1]
    return (Math.abs(q) + Math.abs(r) + Math.abs(q + r)) / 2
  }

  /** The cell under a point of the board, if there is one. */
  at(x: number, y: number): string | undefined {
    const dx = this.flat ? x / LINE_STEP + this.originX : 2 * x + this.originX
    const dy = this.flat ? 2 * y + this.originY : y / LINE_STEP + this.originY
    const q = this.flat ? dx : (dx - dy) / 2
    const r = this.flat ? (dy - dx) / 2 : dy
    return this.byAxial.get(rounded(q, r).join())
  }

  /** The cell whose centre is nearest, on or off the board. */
  nearest(x: number, y: number): string | undefined {
    const [cx, cy] = [Math.min(Math.max(x, 0), this.farX), Math.min(Math.max(y, 0), this.farY)]
    // Along a ragged edge the next hex may lie half a hex further in.
    for (const [dx, dy] of [
      [0, 0],
      [0, 0.5],
      [0, -0.5],
      [0.5, 0],
      [-0.5, 0],
    ] as const) {
      const under = this.at(cx + dx, cy + dy)
      if (under !== undefined) return under
    }
    let best: string | undefined
    let least = Infinity
    for (const cell of this.cells) {
      const [ox, oy] = this.centre(cell)
      const far = (ox - x) ** 2 + (oy - y) ** 2
      if (far < least) [best, least] = [cell, far]
    }
    return best
  }

  private parse(cell: string): Point {
    const first = Number(cell.slice(0, 2))
    const last = Number(cell.slice(2))
    return this.spec.id === 'CCRR' ? [first, last] : [last, first]
  }

  /** Doubled coordinates: the shifted axis counts half hexes. */
  private position(column: number, row: number): Point {
    const x = this.spec.columns_grow === 'east' ? column : -column
    const y = this.spec.rows_grow === 'south' ? row : -row
    const odd = Math.abs((this.flat ? column : row) % 2) === 1
    const way = this.spec.shift === 'south' || this.spec.shift === 'east' ? 1 : -1
    let half = odd === (this.spec.shifted === 'odd') ? way : 0
    if (this.spec.shifted === 'even') half += 1 // makes the parities of both coordinates agree
    return this.flat ? [x, 2 * y + half] : [2 * x + half, y]
  }

  private axialOf(x: number, y: number): Point {
    return this.flat ? [x, Math.floor((y - x) / 2)] : [Math.floor((x - y) / 2), y]
  }

  private onBoard(x: number, y: number): Point {
    const [dx, dy] = [x - this.originX, y - this.originY]
    return this.flat ? [dx * LINE_STEP, dy / 2] : [dx / 2, dy * LINE_STEP]
  }

  private origin(): Point {
    const [first, last] = this.spec.columns
    const [top, bottom] = this.spec.rows
    // Two lines from each end hold every extreme, shifted or not.
    const columns = [first, Math.min(first + 1, last), Math.max(last - 1, first), last]
    const rows = [top, Math.min(top + 1, bottom), Math.max(bottom - 1, top), bottom]
    const places = columns.flatMap((column) => rows.map((row) => this.position(column, row)))
    return [Math.min(...places.map(([x]) => x)), Math.min(...places.map(([, y]) => y))]
  }
}

function rounded(q: number, r: number): Point {
  const s = -q - r
  let [iq, ir] = [Math.round(q), Math.round(r)]
  const is = Math.round(s)
  const [dq, dr, ds] = [Math.abs(iq - q), Math.abs(ir - r), Math.abs(is - s)]
  if (dq > dr && dq > ds) iq = -ir - is
  else if (dr > ds) ir = -iq - is
  return [iq, ir]
}
