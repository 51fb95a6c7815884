import type { Geometry } from './geometry'

/** What the window shows: pixels of the board's origin, and pixels a hex. */
export interface Transform {
  x: number
  y: number
  k: number
}

export interface Side {
  /** Dark bars, from and to in pixels along the side. */
  bars: [number, number][]
  degrees: { at: number; text: string }[]
}

const NARROWEST_BAR = 9
const NAMES_APART = 46
const SAMPLE = 24 // px between the points at which a side is measured

/** The graduation of one side of the window: longitude along the top and bottom, latitude along the others. */
export function graduation(
  geometry: Geometry,
  transform: Transform,
  side: 'top' | 'bottom' | 'left' | 'right',
  box: { left: number; top: number; right: number; bottom: number },
): Side {
  const level = side === 'top' || side === 'bottom'
  const [start, end] = level ? [box.left, box.right] : [box.top, box.bottom]
  const fixed = side === 'top' ? box.top : side === 'bottom' ? box.bottom : side === 'left' ? box.left : box.right
  const count = Math.max(2, Math.ceil((end - start) / SAMPLE))
  const samples: [number, number][] = []
  for (let i = 0; i <= count; i += 1) {
    const at = start + ((end - start) * i) / count
    const [px, py] = level ? [at, fixed] : [fixed, at]
    const { lat, lon } = geometry.globe((px - transform.x) / transform.k, (py - transform.y) / transform.k)
    samples.push([at, level ? lon : lat])
  }
  const fine = level ? [0.5, 1, 2, 5, 10] : [0.25, 0.5, 1, 2, 5]
  const step = fine.find((s) => farEnough(crossings(samples, s), NARROWEST_BAR)) ?? 10
  const named =
    (level ? [1, 2, 5, 10] : [0.5, 1, 2, 5]).find((s) => farEnough(crossings(samples, s), NAMES_APART)) ?? 10
  const bars: [number, number][] = []
  let from = start
  for (const [at] of [...crossings(samples, step), [end, 0]]) {
    if (at === undefined) continue
    const middle = valueAt(samples, (from + at) / 2)
    if (Math.abs(Math.floor(middle / step)) % 2 === 0) bars.push([from, at])
    from = at
  }
  const degrees = crossings(samples, named)
    .filter(([at]) => at > start + 18 && at < end - 18)
    .map(([at, degree]) => ({ at, text: level ? meridian(degree) : `${degree}°${degree < 0 ? 'S' : 'N'}` }))
  return { bars, degrees }
}

/** Where the samples cross whole multiples of a step. */
export function crossings(samples: readonly (readonly [number, number])[], step: number): [number, number][] {
  const found: [number, number][] = []
  for (let i = 0; i + 1 < samples.length; i += 1) {
    const [a, low] = samples[i] as [number, number]
    const [b, high] = samples[i + 1] as [number, number]
    const rising = high > low
    const first = Math.ceil(Math.min(low, high) / step)
    const last = Math.ceil(Math.max(low, high) / step) - 1
    const here: [number, number][] = []
    for (let n = first; n <= last; n += 1) {
      here.push([a + ((b - a) * (n * step - low)) / (high - low), n * step])
    }
    found.push(...(rising ? here : here.reverse()))
  }
  return found
}

function farEnough(places: readonly (readonly [number, number])[], least: number): boolean {
  return places.every(([at], i) => i === 0 || at - (places[i - 1]?.[0] ?? 0) >= least)
}

function valueAt(samples: readonly (readonly [number, number])[], at: number): number {
  for (let i = 0; i + 1 < samples.length; i += 1) {
    const [a, low] = samples[i] as [number, number]
    const [b, high] = samples[i + 1] as [number, number]
    if (at <= b) return low + ((high - low) * (at - a)) / (b - a || 1)
  }
  return samples.at(-1)?.[1] ?? 0
}

function meridian(degree: number): string {
  return `${Math.abs(degree)}°${degree > 0 ? 'E' : degree < 0 ? 'W' : ''}`
}
