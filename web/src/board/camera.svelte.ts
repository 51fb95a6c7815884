import { select } from 'd3-selection'
import { zoom, zoomIdentity, type D3ZoomEvent } from 'd3-zoom'
import type { Geometry } from './geometry'
import type { Transform } from './neatline'
import { LARGEST_HEX, READING_HEX } from './scale'

interface Size {
  width: number
  height: number
}

/**
 * Where the window stands over the chart.
 *
 * `live` follows the hand, frame by frame, and only moves what is drawn already; `settled` is what the chart is drawn
 * for, and follows when the hand rests or has gone far.
 */
export class Camera {
  live = $state.raw<Transform>({ x: 0, y: 0, k: READING_HEX })
  settled = $state.raw<Transform>({ x: 0, y: 0, k: READING_HEX })

  /** Whether a drag does something else than move the chart. */
  held = false

  private node: HTMLElement | undefined
  private size: Size = { width: 0, height: 0 }
  private geometry: Geometry | undefined
  private placed = false
  private readonly behaviour = zoom<HTMLElement, unknown>()
    .clickDistance(4)
    .extent(() => [
      [0, 0],
      [this.size.width, this.size.height],
    ])
    .filter((event: MouseEvent & TouchEvent) => event.type === 'wheel' || (!event.ctrlKey && !event.shiftKey && !event.button && !this.held))
    .on('zoom', (event: D3ZoomEvent<HTMLElement, unknown>) => this.follow(event.transform))
    .on('end', () => this.settle())

  /** Take hold of the window's element. */
  attach(node: HTMLElement): () => void {
    this.node = node
    select(node).call(this.behaviour).on('dblclick.zoom', null)
    return () => {
      select(node).on('.zoom', null)
      this.node = undefined
    }
  }

  /** The window has this size, and looks at this map; `hex` and `home` are how large and where it first looks. */
  fit(geometry: Geometry, size: Size, hex: number, home: () => readonly [number, number]): void {
    if (!this.node || size.width <= 0 || size.height <= 0) return
    const fresh = geometry !== this.geometry
    const centre = this.placed && !fresh ? this.middle() : undefined
    this.geometry = geometry
    this.size = size
    const { left, top, right, bottom } = geometry.frame
    this.behaviour
      .translateExtent([
        [left, top],
        [right, bottom],
      ])
      .scaleExtent([this.least, LARGEST_HEX])
    if (!centre) {
      this.placed = true
      const k = Math.max(this.least, hex)
      select(this.node).call(this.behaviour.transform, zoomIdentity.scale(k))
      this.look(...home())
    } else {
      this.zoomTo(Math.max(this.least, this.live.k))
      this.look(...centre)
    }
  }

  /** Pixels a hex at which the whole map is seen. */
  get least(): number {
    if (!this.geometry) return 1
    const { width, height } = this.geometry.frame
    return Math.min(this.size.width / width, this.size.height / height, LARGEST_HEX)
  }

  /** Put a point of the board into the middle, as far as the map's edge lets it. */
  look(x: number, y: number): void {
    if (this.node) select(this.node).call(this.behaviour.translateTo, x, y)
  }

  zoomBy(factor: number): void {
    if (this.node) select(this.node).call(this.behaviour.scaleBy, factor)
  }

  zoomTo(k: number): void {
    if (this.node) select(this.node).call(this.behaviour.scaleTo, k)
  }

  panBy(x: number, y: number): void {
    if (this.node) select(this.node).call(this.behaviour.translateBy, x / this.live.k, y / this.live.k)
  }

  showAll(): void {
    this.zoomTo(this.least)
  }

  middle(): readonly [number, number] {
    const { x, y, k } = this.live
    return [(this.size.width / 2 - x) / k, (this.size.height / 2 - y) / k]
  }

  private follow({ x, y, k }: Transform): void {
    this.live = { x, y, k }
    const far = Math.max(
      Math.abs(x - this.settled.x) / this.size.width,
      Math.abs(y - this.settled.y) / this.size.height,
    )
    if (k === this.settled.k && far > 0.3) this.settle()
  }

  private settle(): void {
    const { x, y, k } = this.live
    // Whole pixels, so that lines and letters are sharp at rest.
    const { left = 0, top = 0 } = this.geometry?.frame ?? {}
    this.live = { x: Math.round(x + left * k) - left * k, y: Math.round(y + top * k) - top * k, k }
    this.settled = this.live
  }
}
