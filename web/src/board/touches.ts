/** Tells a tap with two fingers from everything else that fingers do. */
export class Touches {
  private readonly down_ = new Map<number, { x: number; y: number }>()
  private began = 0
  private most = 0
  private moved = false

  constructor(private readonly ontwo: (event: PointerEvent) => void) {}

  down(event: PointerEvent): void {
    if (event.pointerType !== 'touch') return
    if (this.down_.size === 0) {
      this.began = event.timeStamp
      this.most = 0
      this.moved = false
    }
    this.down_.set(event.pointerId, { x: event.clientX, y: event.clientY })
    this.most = Math.max(this.most, this.down_.size)
  }

  up(event: PointerEvent): void {
    const start = this.down_.get(event.pointerId)
    if (!start) return
    if (Math.hypot(event.clientX - start.x, event.clientY - start.y) > 12) this.moved = true
    this.down_.delete(event.pointerId)
    if (this.down_.size === 0 && this.most === 2 && !this.moved && event.timeStamp - this.began < 400) this.ontwo(event)
  }

  cancel(event: PointerEvent): void {
    this.down_.delete(event.pointerId)
    this.moved = true
  }
}
