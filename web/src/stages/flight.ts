// Lines of flight over a display.

export interface Point {
  x: number
  y: number
}

const HEAD = 8

/** An arrow from one square into another: from the edge of the one to a little inside the other. */
export function arrowTo(from: Point, to: Point, half: Point): string {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = Math.hypot(dx, dy) || 1
  const [ux, uy] = [dx / length, dy / length]
  // As far as the edge of the square that it starts in.
  const edge = Math.min(half.x / Math.abs(ux || 1e-9), half.y / Math.abs(uy || 1e-9))
  const tip = { x: from.x + ux * (edge + 14), y: from.y + uy * (edge + 14) }
  const tail = { x: from.x + ux * (edge - 16), y: from.y + uy * (edge - 16) }
  const wing = (turn: number): string => {
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
    return `${round(tip.x - HEAD * (ux * cos - uy * sin))} ${round(tip.y - HEAD * (ux * sin + uy * cos))}`
  }
  const end = `${round(tip.x)} ${round(tip.y)}`
  return `M${round(tail.x)} ${round(tail.y)}L${end}M${wing(0.5)}L${end}L${wing(-0.5)}`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

/** Where raiders wait beside a disc: left or right of it by their targets, and from top to bottom in that order. */
export function besides(targets: readonly (Point | undefined)[], halfWidth: number, height: number): Point[] {
  const sides = targets.map((target, i) => (target ? (target.x < 0 || (target.x === 0 && i % 2 === 0) ? -1 : 1) : i % 2 === 0 ? -1 : 1))
  const places: Point[] = targets.map(() => ({ x: 0, y: 0 }))
  for (const side of [-1, 1]) {
    const here = targets.map((_, i) => i).filter((i) => sides[i] === side)
    here.sort((one, other) => (targets[one]?.y ?? 0) - (targets[other]?.y ?? 0) || one - other)
    here.forEach((i, row) => (places[i] = { x: side * halfWidth, y: ((row + 0.5) / here.length - 0.5) * height }))
  }
  return places
}
