/** How counters are drawn at so many pixels a hex. */
export type Level = 'dot' | 'S' | 'M' | 'L'

export const NUMBERS_FROM = 34
export const LARGEST_HEX = 96
/** Pixels a hex to begin with: with a mouse, and under a finger. */
export const READING_HEX = 40
export const TOUCHING_HEX = 47

export function levelAt(k: number): Level {
  return k < 18 ? 'dot' : k < 34 ? 'S' : k < 48 ? 'M' : 'L'
}

export function counterSize(k: number): number {
  return k < 18 ? 5 : Math.min(64, 0.9 * k)
}

/** A counter that shares its hex shows as much as there is room for. */
export function levelOf(level: Level, share: number): Level {
  if (share === 1) return level
  return level === 'L' ? 'M' : level === 'M' ? 'S' : level
}
