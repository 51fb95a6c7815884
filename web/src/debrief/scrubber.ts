// The scrubber: a ruler with one bar a turn, all of the same length, over the steps of a record.

export interface TurnStart {
  step: number
  turn: number
}

export class Ruler {
  readonly steps: number
  readonly turns: readonly TurnStart[]

  constructor(turns: readonly TurnStart[], steps: number) {
    this.steps = Math.max(0, steps)
    this.turns = turns.length ? turns : [{ step: 0, turn: 1 }]
  }

  /** A step that there is. */
  held(step: number): number {
    return Math.max(0, Math.min(this.steps, Math.round(step)))
  }

  /** Which turn of the list a step belongs to. */
  index(step: number): number {
    let found = 0
    this.turns.forEach((turn, i) => {
      if (turn.step <= step) found = i
    })
    return found
  }

  /** The number of the turn that a step belongs to. */
  turn(step: number): number {
    return this.turns[this.index(step)]?.turn ?? 1
  }

  private bounds(index: number): [number, number] {
    return [this.turns[index]?.step ?? 0, this.turns[index + 1]?.step ?? this.steps]
  }

  /** How far along the ruler a step is, from 0 to 1. */
  at(step: number): number {
    const index = this.index(this.held(step))
    const [from, to] = this.bounds(index)
    const within = to > from ? (this.held(step) - from) / (to - from) : 0
    return (index + Math.min(1, within)) / this.turns.length
  }

  /** The step at a place of the ruler. */
  stepAt(fraction: number): number {
    const place = Math.max(0, Math.min(1, fraction)) * this.turns.length
    const index = Math.min(this.turns.length - 1, Math.floor(place))
    const [from, to] = this.bounds(index)
    return this.held(from + (place - index) * (to - from))
  }

  /** The start of the next turn, or back to the start of this one, then of the one before. */
  turnFrom(step: number, way: 1 | -1): number {
    const index = this.index(step)
    if (way === 1) return this.turns[index + 1]?.step ?? this.steps
    const start = this.turns[index]?.step ?? 0
    return step > start ? start : (this.turns[index - 1]?.step ?? 0)
  }

  /** The last step of a turn of the list: what was known then is not yet covered up for the next, nor by the end told to all. */
  endOf(index: number): number {
    const [from, to] = this.bounds(index)
    return Math.max(from, to - 1)
  }

  /** Where playing goes next: an eighth of a turn on, never over the start of another. */
  playFrom(step: number): number {
    const [from, to] = this.bounds(this.index(step))
    return this.held(Math.min(to, step + Math.max(1, Math.ceil((to - from) / 8))))
  }
}
