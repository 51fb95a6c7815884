// Where an arrow key leads among boxes on the screen.

export type Arrow = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight'

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/** Going aside costs so much more than going straight on. */
const ASIDE = 2.5

/** The nearest box in a direction: straight on rather than aside; undefined where there is none. What overlaps is here. */
export function nearest<T extends { box: Box }>(from: Box, to: readonly T[], arrow: Arrow): T | undefined {
  const across = arrow === 'ArrowLeft' || arrow === 'ArrowRight'
  const sign = arrow === 'ArrowRight' || arrow === 'ArrowDown' ? 1 : -1
  const centre = (box: Box): [number, number] => [(box.left + box.right) / 2, (box.top + box.bottom) / 2]
  const [x, y] = centre(from)
  let best: T | undefined
  let least = Infinity
  for (const one of to.filter(({ box }) => !overlaps(from, box))) {
    const [a, b] = centre(one.box)
    const [along, aside] = across ? [(a - x) * sign, Math.abs(b - y)] : [(b - y) * sign, Math.abs(a - x)]
    const cost = along + aside * ASIDE
    if (along > 1 && cost < least) [best, least] = [one, cost]
  }
  return best
}

function overlaps(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
}
