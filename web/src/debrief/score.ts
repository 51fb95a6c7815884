// The points of a game turn by turn, and the step chart drawn from them.
import type { Debrief, Moment, Side } from '../generated/wire'

/** Points when so many turns have been played: the first value is where a side began, the last where it ended. */
export function scores(debrief: Pick<Debrief, 'turns' | 'points'>, side: Side): number[] {
  const held: number[] = []
  for (const { turn, points } of debrief.turns) {
    const before = held[held.length - 1] ?? 0
    while (held.length < turn - 1) held.push(before)
    held[turn - 1] = points[side] ?? before
  }
  const last = held[held.length - 1] ?? 0
  return [...held, debrief.points[side] ?? last]
}

/** Points won in each turn, the first turn first. */
export function gains(debrief: Pick<Debrief, 'turns' | 'points'>, side: Side): number[] {
  const held = scores(debrief, side)
  return held.slice(1).map((points, i) => points - (held[i] ?? 0))
}

/** Round numbers from 0 to cover a range, at most so many of them. */
export function ticks(most: number, count: number): number[] {
  const rough = Math.max(1, most) / (count - 1)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, [1, 2, 5, 10].map((times) => times * power).find((value) => value >= rough) ?? rough)
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => i * step)
}

/** Turns to name under the axis: evenly, the last one always. */
export function turnTicks(turns: number): number[] {
  const step = [1, 2, 3, 5, 6, 10, 12, 20, 50].find((value) => turns / value <= 8) ?? Math.ceil(turns / 8)
  const named = Array.from({ length: Math.floor(turns / step) }, (_, i) => (i + 1) * step)
  const last = named[named.length - 1] ?? 0
  if (last === turns) return named
  return [...(turns - last <= step / 2 ? named.slice(0, -1) : named), turns]
}

/** A line of steps: level through a turn, then up by what the turn brought. */
export function stepPath(values: readonly number[], x: (turn: number) => number, y: (points: number) => number): string {
  return values.map((value, i) => (i ? `H${round(x(i))}V${round(y(value))}` : `M${round(x(0))} ${round(y(value))}`)).join('')
}

/** Labels at the lines' ends, pushed apart until none touches another. */
export function apart(wanted: readonly number[], gap: number): number[] {
  const order = wanted.map((at, i) => ({ at, i })).sort((a, b) => a.at - b.at)
  for (let k = 1; k < order.length; k++) {
    const [above, below] = [order[k - 1], order[k]]
    if (above && below && below.at - above.at < gap) {
      const middle = (above.at + below.at) / 2
      ;[above.at, below.at] = [middle - gap / 2, middle + gap / 2]
    }
  }
  const placed: number[] = []
  for (const { at, i } of order) placed[i] = at
  return placed
}

/** The moments in the order of the game, numbered, of those that moved most. */
export function numbered(moments: readonly Moment[], most: number): (Moment & { number: number })[] {
  return [...moments]
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points))
    .slice(0, most)
    .sort((a, b) => a.step - b.step)
    .map((moment, i) => ({ ...moment, number: i + 1 }))
}

export interface Pin {
  number: number
  side: Side
  x: number
  y: number
  words: string
}

/** The moments as pins on the lines: the first of a place carries the numbers of all that stand there. */
export function pins(
  moments: readonly (Moment & { number: number })[],
  lines: Record<Side, readonly number[]>,
  x: (turn: number) => number,
  y: (points: number) => number,
): Pin[] {
  const found: Pin[] = []
  for (const moment of moments) {
    const points = lines[moment.side][moment.turn] ?? 0
    const at = { x: x(moment.turn), y: y(points) }
    const there = found.find((pin) => Math.hypot(pin.x - at.x, pin.y - at.y) < 12)
    const words = `${moment.number}`
    if (there) there.words += ` · ${words}`
    else found.push({ number: moment.number, side: moment.side, ...at, words })
  }
  return found
}

const round = (value: number): number => Math.round(value * 10) / 10
