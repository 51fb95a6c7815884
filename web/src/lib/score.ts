// What the points mean now: who is ahead and by how much, which level of victory that is, and where the next one begins.
import type { Band, Side, Track } from '../generated/wire'
import { points, SIDES, signed } from './words'

export interface Score {
  track: Track
  /** Whether the scale runs from the Axis up to the Allies; it is drawn with the Allies at the left all the same. */
  mirrored: boolean
  allied: number | null
  axis: number | null
  /** Who is ahead, in a few words: "Axis +4". */
  lead: string
  side: Side | null
  now: Band | null
  /** What comes next for whoever is ahead, or if nothing does, for the other: "Clear German from 20". */
  next: string
}

function sumOf(tracks: readonly Track[], side: Side): number | null {
  const own = tracks.filter((track) => track.kind === 'points' && track.side === side)
  return own.length ? own.reduce((sum, track) => sum + track.value, 0) : null
}

/** A level without what goes without saying. */
export function level(words: string): string {
  return words.replace(/ victory$/, '')
}

/** The score of a game that has a scale of victory; null where it has none. */
export function scoreOf(tracks: readonly Track[]): Score | null {
  const track = tracks.find((one) => one.kind === 'scale' && one.bands.length > 1)
  if (!track) return null
  const mirrored = track.bands[0]?.side === 'axis'
  const at = track.bands.findIndex((band) => band.upto === null || track.value < band.upto)
  const now = track.bands[at] ?? null
  const high = mirrored ? 'allied' : 'axis'
  const low = mirrored ? 'axis' : 'allied'
  const side = now?.side ?? null
  const lead = track.short ? `${track.short} ${signed(track.value)}` : track.value === 0 ? 'Even' : `${SIDES[track.value > 0 ? high : low]} ${signed(Math.abs(track.value))}`
  return { track, mirrored, allied: sumOf(tracks, 'allied'), axis: sumOf(tracks, 'axis'), lead, side, now, next: nextOf(track, at, side === low) || nextOf(track, at, side !== low) }
}

function nextOf(track: Track, at: number, down: boolean): string {
  const next = track.bands[at + (down ? -1 : 1)]
  const end = down ? next?.upto : track.bands[at]?.upto
  if (!next || end === null || end === undefined) return ''
  return `${level(next.words)} ${down ? 'below' : 'from'} ${points(end)}`
}
