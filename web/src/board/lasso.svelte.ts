// A line drawn round some stacks, to choose them together.

type Place = readonly [number, number]

/** Shorter than this it is a click. */
const SHORT = 8

/** Whether a place lies inside a closed line. */
export function inside([x, y]: Place, line: readonly Place[]): boolean {
  let found = false
  line.forEach(([ax, ay], at) => {
    const [bx, by] = line[(at + 1) % line.length] ?? [0, 0]
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) found = !found
  })
  return found
}

export class Lasso {
  /** Where the hand has gone, in pixels of the window. */
  line = $state.raw<readonly Place[]>([])
  #drawing = false
  #drew = false

  /** Begin where the hand is. */
  down(place: Place): void {
    this.#drawing = true
    this.#drew = false
    this.line = [place]
  }

  move(place: Place): void {
    if (this.#drawing) this.line = [...this.line, place]
  }

  /** The hand lets go: the line, if it went round anything. */
  up(): readonly Place[] | null {
    if (!this.#drawing) return null
    const [first, ...rest] = this.line
    this.#drawing = false
    this.line = []
    this.#drew = first !== undefined && rest.some(([x, y]) => Math.hypot(x - first[0], y - first[1]) > SHORT)
    return this.#drew && first ? [first, ...rest] : null
  }

  /** Whether the click that comes now is the end of a line; it is asked once. */
  ended(): boolean {
    const drew = this.#drew
    this.#drew = false
    return drew
  }
}
