// Bringing what a question is about into sight, where a display is larger than its pane.
import { tick, untrack } from 'svelte'

/** What may be chosen on a display, and what is being dealt with. */
const ABOUT = 'button.hit, [data-piece][aria-pressed]'

/**
 * Scroll a pane so that the middle of what may be chosen is in its middle, or what of it is nearest to that where it is
 * larger than the pane; what is seen wholly stays where it is.
 */
export function bringIntoSight(pane: HTMLElement): void {
  void tick().then(() => untrack(() => centre(pane)))
}

function centre(pane: HTMLElement): void {
  const seen = pane.getBoundingClientRect()
  const boxes = [...pane.querySelectorAll(ABOUT)].map((one) => one.getBoundingClientRect())
  if (!boxes.length) return
  const [left, right] = [Math.min(...boxes.map((box) => box.left)), Math.max(...boxes.map((box) => box.right))]
  const [top, bottom] = [Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))]
  if (left >= seen.left && right <= seen.right && top >= seen.top && bottom <= seen.bottom) return
  let [x, y] = [(left + right) / 2, (top + bottom) / 2]
  if (right - left > seen.width || bottom - top > seen.height) {
    const middles = boxes.map((box) => [box.left + box.width / 2, box.top + box.height / 2] as const)
    const far = ([a, b]: readonly [number, number]): number => Math.hypot(a - x, b - y)
    ;[x, y] = middles.reduce((best, one) => (far(one) < far(best) ? one : best))
  }
  pane.scrollBy(x - (seen.left + seen.right) / 2, y - (seen.top + seen.bottom) / 2)
}
