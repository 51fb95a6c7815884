// Where things stand in the laboratory's figures: bins, ticks, and estimates in words.
import type { Bin, Distributions, Interval, Panel, Swing } from '../generated/wire'

const MINUS = '−'

/** The next round number from this one up: 1, 2 or 5 times a power of ten. */
export function rounded(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return (([1, 2, 5].find((each) => each * power >= value - 1e-9) ?? 10) * power)
}

/** A number with a minus as in print. */
export const printed = (value: number): string => (value < 0 ? `${MINUS}${Math.abs(value)}` : String(value))

/** A change with its sign, minus as in print. */
export const change = (value: number): string => (value > 0 ? `+${value}` : printed(value))

/** Half the width of an interval. */
const reach = ({ low, high }: Interval): number => (high - low) / 2

/** How far a share may be off, after its percentage: "± 5", or from where to where if that is not the same both ways. */
export function shareError(share: Interval): string {
  const [low, mean, high] = [share.low, share.mean, share.high].map((each) => each * 100) as [number, number, number]
  if (Math.abs(high - mean - (mean - low)) < 3) return `± ${Math.round(reach(share) * 100)}`
  return `${Math.round(low)}–${Math.round(high)}`
}

/** A share with its error: "48% ± 5" or "8%, 2–26". */
export function shareWords(share: Interval): string {
  const error = shareError(share)
  return `${Math.round(share.mean * 100)}%${error.startsWith('±') ? ' ' : ', '}${error}`
}

/** A mean with its error: "19.4 ± 0.8". */
export function meanWords(mean: Interval): string {
  return `${printed(Number(mean.mean.toFixed(1)))} ± ${reach(mean).toFixed(1)}`
}

/** A change in points of a percent, from where to where. */
export function changeWords(moved: Interval): string {
  const [mean, low, high] = [moved.mean, moved.low, moved.high].map((each) => change(Math.round(each)))
  return `${mean} (${low} to ${high})`
}

/** What is said of a distribution under its title; nothing without knowing how sure it is. */
export function panelWords(panel: Panel): string {
  if (panel.games < 2) return panel.games ? 'one game so far' : 'no game yet'
  const [first, second] = panel.bins
  // Where nothing has differed yet there is no telling how far it may be off.
  if (first && !second) return `${printed(first.value)} in every one of ${panel.games} games`
  const words = [`mean ${meanWords(panel.mean)}`]
  if (panel.games >= 10) words.push(`nine in ten from ${printed(panel.least)} to ${printed(panel.most)}`)
  if (panel.beyond && panel.history !== null) words.push(`${panel.history} or more in ${shareWords(panel.beyond)}`)
  return words.join(' · ')
}

/** The axis that all panels of a figure share: from where to where, how wide a bar is, and how tall the tallest. */
export interface Axis {
  from: number
  to: number
  step: number
  top: number
}

const MOST_BARS = 36
const FEWEST_BARS = 12

export function axisOf(figure: Distributions): Axis {
  const values = figure.panels.flatMap((panel) => [...panel.bins.map((bin) => bin.value), ...(panel.history === null ? [] : [panel.history])])
  const least = Math.min(0, ...values)
  const most = Math.max(0, ...values)
  const step = Math.max(1, rounded((most - least + 1) / MOST_BARS))
  const from = Math.floor(least / step) * step
  const to = Math.max((Math.floor(most / step) + 1) * step, from + FEWEST_BARS * step)
  const shares = figure.panels.flatMap((panel) => barsOf(panel.bins, from, step).map((bar) => bar.games / panel.games))
  return { from, to, step, top: Math.max(0, ...shares) || 1 }
}

/** A bar: the games with a value from `from` to just before `to`. */
export interface Bar {
  from: number
  to: number
  games: number
}

export function barsOf(bins: readonly Bin[], from: number, step: number): Bar[] {
  const bars = new Map<number, Bar>()
  for (const bin of bins) {
    const start = from + Math.floor((bin.value - from) / step) * step
    const bar = bars.get(start) ?? { from: start, to: start + step, games: 0 }
    bar.games += bin.games
    bars.set(start, bar)
  }
  return [...bars.values()].sort((a, b) => a.from - b.from)
}

/** The values of a bar in words: one number, or from where to where. */
export const barWords = (bar: Bar): string =>
  bar.to - bar.from === 1 ? printed(bar.from) : `${printed(bar.from)} to ${printed(bar.to - 1)}`

/** Whole numbers for an axis, at most so many. */
export function axisTicks(from: number, to: number, most = 7): number[] {
  const step = Math.max(1, rounded((to - from) / most))
  const first = Math.ceil(from / step) * step
  const found = []
  for (let at = first; at < to; at += step) found.push(at)
  return found
}

/** How far a tornado's axis goes to either side, and its ticks. */
export function tornadoAxis(rows: readonly Swing[]): { reach: number; ticks: number[] } {
  const ends = rows.flatMap(({ low, high }) => [low, high]).flatMap((end) => (end ? [Math.abs(end.low), Math.abs(end.high)] : []))
  const far = Math.max(5, ...ends)
  const step = rounded(far / 4)
  const ticks = []
  for (let at = -Math.floor(far / step) * step; at <= far; at += step) ticks.push(at)
  return { reach: far * 1.05, ticks }
}
