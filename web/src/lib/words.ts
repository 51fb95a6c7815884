// Small words that every panel uses.
import type { Side } from '../generated/wire'

/** The people of a side, as a sentence speaks of them. */
export const PEOPLE: Record<Side, string> = { allied: 'the Allies', axis: 'the Germans' }
/** A side's name as a heading. */
export const SIDES: Record<Side, string> = { allied: 'Allied', axis: 'Axis' }

export function other(side: Side): Side {
  return side === 'allied' ? 'axis' : 'allied'
}

export function isSide(word: string): word is Side {
  return word === 'allied' || word === 'axis'
}

/** With a capital at the front, for a sentence. */
export function sentence(text: string): string {
  return text.charAt(0).toLocaleUpperCase('en') + text.slice(1)
}

/** A chance in percent, without decimals: never "0%" for what can happen, nor "100%" for what can fail. */
export function percent(chance: number): string {
  if (chance <= 0) return '0%'
  if (chance < 0.01) return 'under 1%'
  if (chance < 1 && chance > 0.99) return 'over 99%'
  return `${Math.round(chance * 100)}%`
}

/** Points as they are said: halves as a fraction, minus as in print. */
export function points(value: number): string {
  const whole = Math.floor(Math.abs(value))
  const half = Math.abs(value) - whole === 0.5
  const words = half ? `${whole || ''}½` : String(Math.abs(value))
  return value < 0 ? `−${words}` : words
}

/** A number with its sign, minus as in print. */
export function signed(value: number): string {
  return value < 0 ? points(value) : `+${points(value)}`
}

/** A rule's id as a person reads it: `NC-8.1-drm-ace` is NC 8.1, `AC-B.13-time` AC B.13. */
export function ruleName(id: string): string {
  const found = /^([A-Z]+)-((?:[A-Z]\.)?\d+(?:\.\d+)*)/.exec(id)
  return found ? `${found[1]} ${found[2]}` : id
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** A date of the game (`1942-07-03T16:00`, or a month, `1942-07`) in words, or as it came where it is in words already. */
export function dateWords(date: string, year = true): string {
  const found = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d))?/.exec(date)
  const month = /^(\d{4})-(\d\d)$/.exec(date)
  if (month) return `${MONTHS[Number(month[2]) - 1]}${year ? ` ${month[1]}` : ''}`
  if (!found) return year ? date : date.replace(/ \d{4}(?=,| |$)/, '')
  const [, y, m, d, hour, minute] = found
  const day = DAYS[new Date(Date.UTC(Number(y), Number(m) - 1, Number(d))).getUTCDay()]
  const words = `${day} ${Number(d)} ${MONTHS[Number(m) - 1]}${year ? ` ${y}` : ''}`
  return hour === undefined ? words : `${words}, ${hour}:${minute}`
}

/** The hour of a date of the game, if it has one. */
export function hourOf(date: string): number | null {
  const found = /(\d\d):(\d\d)/.exec(date)
  return found ? Number(found[1]) + Number(found[2]) / 60 : null
}

/** Names in a row: "a, b and c". */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']

/** A small number in words. */
export function spelled(count: number): string {
  return NUMBERS[count] ?? count.toLocaleString('en')
}

/** So many of something: "1 hex", "3 hexes". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}

/** The name under which the record sheets are opened beside the displays; no board is called so. */
export const SHEETS = '(record sheets)'
