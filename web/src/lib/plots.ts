// The last plot of a seat, kept in this browser, so that a force can do as it did last turn.
import type { Side } from '../generated/wire'

/** A route by the directions of its legs, or the names of places off the chart; or a word. */
export type Course = readonly (number | string)[] | string
type Plots = Record<string, Record<string, Course>>

const KEY = 'plots'
/** Of so many seats the last plot is kept. */
const MOST = 12

function read(): Plots {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Plots
  } catch {
    return {} // storage may be closed to us, or hold something of another time; then nothing is remembered
  }
}

export function lastPlot(match: string, side: Side | null): Record<string, Course> {
  return read()[`${match} ${side}`] ?? {}
}

export function keepPlot(match: string, side: Side | null, courses: Record<string, Course>): void {
  const seat = `${match} ${side}`
  const others = Object.entries(read()).filter(([key]) => key !== seat)
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...others.slice(1 - MOST), [seat, courses]])))
  } catch {
    // as above
  }
}
