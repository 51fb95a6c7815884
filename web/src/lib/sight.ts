/** Bring an item of a list into sight by scrolling the list alone, so that nothing around it moves away. */
export function bringIntoSight(list: HTMLElement | undefined, selector: string): void {
  const item = list?.querySelector(selector)
  if (!list || !item) return
  const box = list.getBoundingClientRect()
  const own = item.getBoundingClientRect()
  list.scrollTop += past(own.top, own.bottom, box.top, box.bottom)
  list.scrollLeft += past(own.left, own.right, box.left, box.right)
}

/** By how much a stretch sticks out of another: before it negative, behind it positive. */
function past(start: number, end: number, first: number, last: number): number {
  if (start < first) return start - first
  return end > last ? Math.min(end - last, start - first) : 0
}
