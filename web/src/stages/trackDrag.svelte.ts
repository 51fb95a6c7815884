// Dragging a division along the track, by its plate or by one of its counters.
import type { TrackOrders } from './trackOrders.svelte'

/** A pointer that goes further than this drags. */
const FAR = 5

export class TrackDrag {
  #start: { key: string; x: number; by: number } | null = null
  #dragged = false

  constructor(
    readonly orders: TrackOrders,
    /** How wide a cell is. */
    readonly column: () => number,
  ) {}

  down(event: PointerEvent, key: string, byPlate: boolean): void {
    this.#dragged = false
    if (event.button !== 0 || !event.isPrimary || !this.orders.reach(key)) return
    // A finger on a counter scrolls the track.
    if (event.pointerType !== 'mouse' && !byPlate) return
    this.#start = { key, x: event.clientX, by: this.orders.move(key) }
  }

  move = (event: PointerEvent): void => {
    const start = this.#start
    if (!start || !event.isPrimary) return
    const far = event.clientX - start.x
    if (!this.orders.dragged && Math.abs(far) < FAR) return
    const most = this.orders.reach(start.key)
    this.orders.dragged = { key: start.key, by: Math.max(-most, Math.min(most, start.by + Math.round(far / this.column()))) }
    event.preventDefault()
  }

  up = (): void => {
    const { dragged } = this.orders
    this.cancel()
    if (!dragged) return
    this.#dragged = true
    this.orders.setMove(dragged.key, dragged.by)
  }

  cancel = (): void => {
    this.#start = null
    this.orders.dragged = null
  }

  escape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !this.orders.dragged) return
    event.preventDefault()
    event.stopPropagation()
    this.#dragged = true
    this.cancel()
  }

  /** Whether a click is the end of a drag, and means nothing more. */
  spent(): boolean {
    const was = this.#dragged
    this.#dragged = false
    return was
  }
}
