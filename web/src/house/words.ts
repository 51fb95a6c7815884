// How the house speaks of clocks, paces, ratings and how long ago something was.
import type { Pace } from '../generated/wire'
import { counted } from '../lib/words'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The paces that are offered when a table is opened, the slowest last. */
export const PACES: readonly (Pace | null)[] = [
  null,
  { minutes: 30, seconds: 15, days: 0 },
  { minutes: 90, seconds: 30, days: 0 },
  { minutes: 180, seconds: 60, days: 0 },
  { minutes: 0, seconds: 0, days: 1 },
  { minutes: 0, seconds: 0, days: 3 },
  { minutes: 0, seconds: 0, days: 7 },
]

/** "90 min + 30 s", "a move a day", "no clock". */
export function paceWords(pace: Pace | null): string {
  if (pace?.days) {
    if (pace.days === 1) return 'a move a day'
    return pace.days === 7 ? 'a move a week' : `a move in ${pace.days} days`
  }
  if (!pace || !(pace.minutes || pace.seconds)) return 'no clock'
  const whole = pace.minutes >= 120 && pace.minutes % 60 === 0 ? `${pace.minutes / 60} h` : `${pace.minutes} min`
  return pace.seconds ? `${whole} + ${pace.seconds} s` : whole
}

/** What a pace means for whoever agrees to it. */
export function paceMeans(pace: Pace | null): string {
  if (!pace) return 'Nobody is hurried; a game by post may rest for weeks.'
  if (pace.days) return 'Each side has so long for each of its turns. Whoever has no time left loses.'
  return 'Each side has so long for the whole game, and a little more for each turn that it finishes. Whoever has no time left loses.'
}

/** How a clock stands, as far as it matters: "3 days", "2 d 4 h", "1:23:04", "4:09". */
export function clockWords(left: number): string {
  const seconds = Math.max(0, Math.ceil(left / SECOND))
  if (seconds >= 86_400) {
    const [days, hours] = [Math.floor(seconds / 86_400), Math.floor((seconds % 86_400) / 3600)]
    return hours ? `${days} d ${hours} h` : counted(days, 'day')
  }
  const two = (value: number): string => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)]
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/** The same for those who hear it. */
export function clockSpoken(left: number): string {
  const seconds = Math.max(0, Math.ceil(left / SECOND))
  const parts: [number, string][] = [
    [Math.floor(seconds / 86_400), 'day'],
    [Math.floor((seconds % 86_400) / 3600), 'hour'],
    [Math.floor((seconds % 3600) / 60), 'minute'],
    [seconds % 60, 'second'],
  ]
  const first = parts.findIndex(([count]) => count > 0)
  if (first < 0) return 'no time'
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count)
    .map(([count, unit]) => counted(count, unit))
    .join(' ')
}

/** The marks at which one is told how much is left. */
export const WARNINGS = [5 * MINUTE, MINUTE] as const

/** The warning that a clock has come under, if any. */
export function warning(left: number): number | null {
  return WARNINGS.filter((mark) => left <= mark).at(-1) ?? null
}

/** Below this a clock is printed bold. */
export const LOW = MINUTE

/** How long ago something was. */
export function ago(then: number, now: number): string {
  const past = now - then
  if (past < MINUTE) return 'just now'
  if (past < HOUR) return `${Math.floor(past / MINUTE)} min ago`
  if (past < DAY) return `${Math.floor(past / HOUR)} h ago`
  return `${counted(Math.floor(past / DAY), 'day')} ago`
}

/** A day of our own time, as one writes it: "16 Nov 2026". */
export function day(then: number): string {
  return new Date(then).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
}

/** When something was said: the hour today, with its day before that. */
export function hour(then: number, now: number): string {
  const time = new Date(then).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
  if (new Date(then).toDateString() === new Date(now).toDateString()) return time
  return `${new Date(then).toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })}, ${time}`
}

/** A rating as it is shown: one decimal, minus as in print. */
export function ratingWords(rating: number): string {
  return rating.toFixed(1).replace('-', '−')
}

/** That people are asked in every secret reaction, and how long each is held open. */
export function stopWords(pause: number): string {
  return pause ? `stops ${pause} seconds at every secret reaction` : 'stops at every secret reaction'
}
