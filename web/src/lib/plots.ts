// The last plots of a seat, kept in this browser: so that a force can do as it did last turn, that the orders of this turn
// can be looked at while the next page of the same plot is asked, and that a plot that is taken back is not lost.
import type { Side } from '../generated/wire'

/** A route by the directions of its legs, or the names of places off the chart; or a word. */
export type Course = readonly (number | string)[] | string
type Courses = Record<string, Course>
/** Where a value comes from that was not drawn by hand. */
export type Mark = { like: 'last' } | { like: 'other'; slot: string }

/** A page of a plot as it was committed. */
export interface Page {
  print: string
  given: [string, string][]
  order: string[]
  marks: [string, Mark][]
  /** The missions of aircraft in words: another page knows no others. */
  missions: [string, string][]
}
export interface Plot {
  /** Everything that the page asked about. */
  slots: readonly string[]
  courses: Courses
  page: Page
}
interface Orders {
  turn: number
  /** Whether nothing else has been answered since. */
  last: boolean
  pages: Page[]
}

/** Of so many seats something is kept. */
const MOST = 12

function read<Kept>(key: string): Record<string, Kept> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, Kept>
  } catch {
    return {} // storage may be closed to us, or hold something of another time; then nothing is remembered
  }
}

function write<Kept>(key: string, seat: string, kept: Kept): void {
  const others = Object.entries(read<Kept>(key)).filter(([other]) => other !== seat)
  try {
    localStorage.setItem(key, JSON.stringify(Object.fromEntries([...others.slice(1 - MOST), [seat, kept]])))
  } catch {
    // as above
  }
}

function seatOf(match: string, side: Side | null): string {
  return `${match} ${side}`
}

function ordersIn(seat: string, turn: number): Orders | null {
  const orders = read<Orders>('orders')[seat]
  return orders?.turn === turn ? orders : null
}

export function lastPlot(match: string, side: Side | null): Courses {
  return read<Courses>('plots')[seatOf(match, side)] ?? {}
}

/** A plot has several pages, so each is laid over what was kept of the others. */
export function keepPlot(match: string, side: Side | null, turn: number, { slots, courses, page }: Plot): void {
  const seat = seatOf(match, side)
  const before = Object.entries(lastPlot(match, side)).filter(([slot]) => !slots.includes(slot))
  write<Courses>('plots', seat, { ...Object.fromEntries(before), ...courses })
  write<Orders>('orders', seat, { turn, last: true, pages: [...(ordersIn(seat, turn)?.pages ?? []), page] })
}

/** The missions that were given on the pages of this turn's plot that are committed already, in words. */
export function missionsOf(match: string, side: Side | null, turn: number): ReadonlyMap<string, string> {
  // What was kept by an earlier version of this page has none.
  return new Map(ordersIn(seatOf(match, side), turn)?.pages.flatMap((page) => page.missions ?? []) ?? [])
}

/** Whether the last answer of a seat was a page of this turn's plot. */
export function hasPlotted(match: string, side: Side | null, turn: number): boolean {
  return ordersIn(seatOf(match, side), turn)?.last ?? false
}

/** Something else has been answered. */
export function passPlot(match: string, side: Side | null, turn: number): void {
  const orders = ordersIn(seatOf(match, side), turn)
  if (orders?.last) write<Orders>('orders', seatOf(match, side), { ...orders, last: false })
}

/** One has gone back to a question: the page as it was committed, if it was one. It and those after it are open again. */
export function takeBack(match: string, side: Side | null, turn: number, print: string): Page | null {
  const pages = ordersIn(seatOf(match, side), turn)?.pages ?? []
  const at = pages.findLastIndex((page) => page.print === print)
  if (pages.length) write<Orders>('orders', seatOf(match, side), { turn, last: at > 0, pages: at < 0 ? [] : pages.slice(0, at) })
  return pages[at] ?? null
}

/** Whoever comes next at this browser is to find no plot of anybody's. */
export function forgetPlots(): void {
  try {
    for (const key of ['plots', 'orders']) localStorage.removeItem(key)
  } catch {
    // as above
  }
}
