/** A box in pixels. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

export const FAN = { counter: 54, step: 62, columns: 5, rows: 3, pad: 12, head: 28 } as const

/** How large a fan of so many counters is; above three rows it scrolls, and in a low window sooner. */
export function fanSize(
  count: number,
  hint: boolean,
  room = Infinity,
): { width: number; height: number; rows: number } {
  const places = count + (hint && count % FAN.columns !== 0 ? 1 : 0)
  const columns = Math.min(FAN.columns, Math.max(places, 2))
  const most = Math.max(1, Math.min(FAN.rows, Math.floor((0.42 * room - FAN.head) / FAN.step)))
  const rows = Math.min(most, Math.ceil(places / FAN.columns))
  const bar = Math.ceil(places / FAN.columns) > most ? 14 : 0
  return {
    rows,
    width: columns * FAN.step + 2 * FAN.pad - 8 + bar,
    height: FAN.head + rows * FAN.step + FAN.pad - 4,
  }
}

/**
 * Where a fan opens: inside the window, clear of its own stack and of what may be chosen, rather clear of other stacks
 * too, near the stack, and rather on the side with more room. If nothing is clear it covers as little as it can, but
 * never the stack.
 */
export function placeFan(
  window: { width: number; height: number },
  size: { width: number; height: number },
  stack: Box,
  avoid: readonly Box[],
  spare: readonly Box[] = [],
): { left: number; top: number } {
  const margin = 8
  const roomRight = window.width - stack.right
  const roomLeft = stack.left
  let best = { left: margin, top: margin }
  let least = Infinity
  const lastLeft = Math.max(margin, window.width - size.width - margin)
  const lastTop = Math.max(margin, window.height - size.height - margin)
  for (const left of steps(margin, lastLeft)) {
    for (const top of steps(margin, lastTop)) {
      const box = { left, top, right: left + size.width, bottom: top + size.height }
      let cost = gap(box, stack)
      if (overlaps(box, grown(stack, 18))) cost += 1e6
      for (const other of avoid) if (overlaps(box, other)) cost += 2000
      for (const other of spare) if (overlaps(box, other)) cost += 120
      if (roomRight >= roomLeft ? left < stack.right : box.right > stack.left) cost += 60
      if (cost < least) [best, least] = [{ left, top }, cost]
    }
  }
  return best
}

function steps(from: number, to: number): number[] {
  const found: number[] = []
  for (let at = from; at < to; at += 14) found.push(at)
  found.push(to)
  return found
}

export function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

function grown(box: Box, by: number): Box {
  return { left: box.left - by, top: box.top - by, right: box.right + by, bottom: box.bottom + by }
}

/** How far apart two boxes are. */
function gap(a: Box, b: Box): number {
  const x = Math.max(a.left - b.right, b.left - a.right, 0)
  const y = Math.max(a.top - b.bottom, b.top - a.bottom, 0)
  return Math.hypot(x, y)
}
