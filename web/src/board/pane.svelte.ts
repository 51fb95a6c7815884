// The window through which the chart is seen: its frame, and the part of the map that it shows.
import { Camera } from './camera.svelte'
import type { Box } from './fan'
import type { Geometry } from './geometry'
import { counterSize, levelAt } from './scale'

export class Pane {
  width = $state(0)
  height = $state(0)
  readonly camera = new Camera()

  /** Whether there is room for the graduated frame about the map. */
  readonly framed = $derived(this.width >= 620)
  readonly margin = $derived(this.framed ? { x: 22, y: 23 } : { x: 0, y: 0 })
  readonly indexWidth = $derived(this.width > 950 ? 196 : 160)
  readonly inner = $derived({ width: this.width - 2 * this.margin.x, height: this.height - 2 * this.margin.y })
  readonly frame = $derived.by(() => this.geometry().frame)
  readonly live = $derived(this.camera.live)
  readonly k = $derived(this.camera.settled.k)
  readonly level = $derived(levelAt(this.k))
  readonly size = $derived(counterSize(this.k))

  /** The part of the window that the map fills, in pixels of the board's element. */
  readonly box: Box = $derived({
    left: this.margin.x + Math.max(0, this.live.x + this.frame.left * this.live.k),
    top: this.margin.y + Math.max(0, this.live.y + this.frame.top * this.live.k),
    right: this.margin.x + Math.min(this.inner.width, this.live.x + this.frame.right * this.live.k),
    bottom: this.margin.y + Math.min(this.inner.height, this.live.y + this.frame.bottom * this.live.k),
  })
  readonly shown: Box = $derived(this.#seen(this.live))
  readonly settled: Box = $derived(this.#seen(this.camera.settled))
  /** Where the buttons for fingers lie, in pixels of the window. */
  readonly buttonsBox: Box = $derived({ left: this.inner.width - 62, top: 0, right: this.inner.width, bottom: 176 })

  /** Where plates at the foot of the map lie, in pixels of the window. */
  readonly footBox: Box = $derived({ left: 0, top: this.inner.height - 54, right: this.inner.width, bottom: this.inner.height })

  constructor(readonly geometry: () => Geometry) {}

  /** What the window shows, in board units. */
  #seen({ x, y, k }: { x: number; y: number; k: number }): Box {
    const { frame, inner } = this
    return {
      left: Math.max(frame.left, -x / k),
      top: Math.max(frame.top, -y / k),
      right: Math.min(frame.right, (inner.width - x) / k),
      bottom: Math.min(frame.bottom, (inner.height - y) / k),
    }
  }
}
