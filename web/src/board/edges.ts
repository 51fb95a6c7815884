// What lies outside the window and is worth knowing: where at its edge a plate tells of each.
import type { Side } from '../generated/wire'
import { overlaps, type Box } from './fan'
import { OLDEST } from './sightings'

/** Something outside: a contact, or what has come or changed. */
export interface Outside {
  key: string
  cell: string
  side: Side | null
  what: string
  /** When, and how far away. */
  note: string
  /** In turns; the newest is told first. */
  age: number
}

export interface Plate {
  of: Outside
  left: number
  top: number
  width: number
  /** Where its arrow points, in degrees from the right, clockwise. */
  angle: number
}

interface Size {
  width: number
  height: number
}

/** A plate's height with the room that a finger needs. */
export const PLATE_HEIGHT = 44
const MOST = 3
const MARGIN = 6
/** Below, a finger may reach for the handle of the sheet. */
const FOOT = 22
const STEP = 12
/** How wide a plate is: its arrow, and so much a letter. */
export function plateWidth(words: string, most: number): number {
  return Math.min(most, Math.ceil(40 + 6.7 * words.length))
}

/**
 * The plates of what lies outside: the newest first, a few at most, each as near as it can be to where its contact would
 * come in. They never cover what must stay clear, nor each other; one that finds no room is left out.
 */
export function placePlates(
  window: Size,
  outside: readonly (Outside & { x: number; y: number })[],
  clear: readonly Box[],
): Plate[] {
  const plates: Plate[] = []
  const taken: Box[] = [...clear]
  const told = new Set<string>()
  const newest = [...outside].sort((one, other) => one.age - other.age)
  for (const { x, y, ...of } of newest) {
    if (plates.length === MOST) break
    const inside = x > 0 && y > 0 && x < window.width && y < window.height
    if (inside || of.age >= OLDEST || told.has(of.cell)) continue
    told.add(of.cell)
    const width = plateWidth(of.what + of.note, 0.6 * window.width)
    const wanted = { x: clamp(x - width / 2, window.width - width), y: clamp(y - PLATE_HEIGHT / 2, window.height - PLATE_HEIGHT) }
    const far = ({ left, top }: Box): number => Math.hypot(left - wanted.x, top - wanted.y)
    const free = alongEdges(window, width).filter((box) => !taken.some((other) => overlaps(box, other)))
    const [first] = free
    if (!first) continue
    const box = free.reduce((best, one) => (far(one) < far(best) ? one : best), first)
    taken.push(box)
    const middle = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 }
    const angle = Math.round((Math.atan2(y - middle.y, x - middle.x) * 180) / Math.PI)
    plates.push({ of, left: box.left, top: box.top, width, angle })
  }
  return plates
}

function clamp(at: number, most: number): number {
  return Math.max(MARGIN, Math.min(most - MARGIN, at))
}

/** Every place along the four edges. */
function alongEdges(window: Size, width: number): Box[] {
  const [lastLeft, lastTop] = [window.width - width - MARGIN, window.height - PLATE_HEIGHT - FOOT]
  const at = (left: number, top: number): Box => ({ left, top, right: left + width, bottom: top + PLATE_HEIGHT })
  const boxes: Box[] = []
  for (let left = MARGIN; left <= lastLeft; left += STEP) boxes.push(at(left, MARGIN), at(left, lastTop))
  for (let top = MARGIN; top <= lastTop; top += STEP) boxes.push(at(MARGIN, top), at(lastLeft, top))
  boxes.push(at(lastLeft, lastTop), at(lastLeft, MARGIN))
  return boxes
}
