// Pieces of a display that are moved by hand: dragged, or clicked and put down, with the mouse, by touch or by keys.
import { isStill } from '../counters/motion'
import type { PieceView } from '../generated/wire'
import { moved, placingOf, valueOf, type Placing } from './arranging'
import { namesOf } from './layouts'
import type { StageProps } from './stages'

/** A mouse that has moved so far drags; a finger that has rested so long does. */
const FAR = 5
const LONG = 220
const BACK = 160
/** Near the edge of what is seen, what lies beyond comes into sight. */
const EDGE = 36
const SCROLL = 12

interface Drag {
  piece: PieceView
  x: number
  y: number
  /** It goes back to where it came from. */
  back: boolean
}

interface Start {
  piece: PieceView
  x: number
  y: number
  home: DOMRect
  touch: boolean
  timer: ReturnType<typeof setTimeout> | undefined
}

export class Arranger {
  drag = $state.raw<Drag | null>(null)
  /** The cell under what is dragged. */
  over = $state<string | null>(null)
  #picked = $state.raw<{ piece: string; print: string } | null>(null)
  #start: Start | null = null
  #dragged = false

  readonly #pieces: ReadonlyMap<string, PieceView> = $derived.by(
    () => new Map(this.props().situation.pieces.map((piece) => [piece.id, piece])),
  )
  readonly #cells: ReadonlySet<string> = $derived.by(() => namesOf(this.props().board.geometry))
  /** The question that is asked, if pieces of this display are put into its cells, or sent against others on it. */
  readonly placing: Placing | null = $derived.by(() => {
    const { hand, board } = this.props()
    const { assign } = hand
    if (!assign || assign.isPlot || !assign.slots.length) return null
    const here = (name: string): boolean => this.#pieces.get(name)?.board === board.name
    const fits = assign.slots.every((slot) => here(slot) && assign.domain(slot).words?.values.every((value) => this.#cells.has(value) || here(value)))
    if (!fits) return null
    const base = assign.slots.flatMap((slot): [string, string][] => {
      const cell = this.#pieces.get(slot)?.cell ?? ''
      return this.#cells.has(cell) ? [[slot, cell]] : []
    })
    return placingOf(assign, hand.given, new Map(base))
  })
  /** Whether pieces that stand on the display change places; else they are sent to it from outside. */
  readonly arranges: boolean = $derived((this.placing?.base.size ?? 0) > 0)
  /** The piece that has been picked up, by a click or by a drag. */
  readonly held: string | null = $derived.by(() => {
    if (this.drag && !this.drag.back) return this.drag.piece.id
    return this.arranges && this.#picked?.print === this.props().hand.print ? this.#picked.piece : null
  })
  /** The cells that the piece in hand may go to. */
  readonly open: ReadonlySet<string> = $derived.by(() => {
    const { held, placing } = this
    const { assign } = this.props().hand
    if (held === null || !placing || !assign) return new Set<string>()
    return new Set(assign.domain(held).words?.values.map((value) => this.#cell(value)))
  })

  constructor(readonly props: () => StageProps) {}

  #cell(value: string): string {
    return this.#cells.has(value) ? value : (this.#pieces.get(value)?.cell ?? '')
  }

  /** Where a piece is, with what has been said so far; no cell of the display for one that waits outside. */
  cellOf(piece: PieceView): string {
    const value = this.placing && valueOf(this.placing, piece.id)
    return value ? this.#cell(value) : piece.cell
  }

  /** Whether a piece can be picked up. */
  movable(id: string): boolean {
    return this.placing !== null && (this.props().hand.assign?.slots.includes(id) ?? false)
  }

  /** Whether a piece has been given another place than it had. */
  isMoved(id: string): boolean {
    return this.arranges && this.props().hand.given.has(id)
  }

  // Clicks and keys

  /** A piece was clicked: picked up, put down where another is, or what a click on it means otherwise. */
  take(piece: PieceView): void {
    if (this.#dragged) {
      this.#dragged = false
      return
    }
    const { onpickpiece, oncard } = this.props()
    if (this.held === piece.id) this.put()
    else if (this.held !== null) this.place(this.held, this.cellOf(piece), piece.id)
    else if (this.arranges && this.movable(piece.id)) this.pickUp(piece.id)
    else {
      if (!this.props().light.pieces.has(piece.id)) oncard(piece.id)
      onpickpiece(piece.id)
    }
  }

  takeCell(cell: string): void {
    if (this.#dragged) this.#dragged = false
    else if (this.held !== null) this.place(this.held, cell)
    else this.props().onpick(cell)
  }

  pickUp(id: string): void {
    const { hand, oncard } = this.props()
    this.#picked = { piece: id, print: hand.print }
    hand.giving.activate(id)
    oncard(id)
  }

  /** Put what is in hand back; whether there was something. */
  put(): boolean {
    const had = this.held !== null
    this.#picked = null
    return had
  }

  /** Put a piece into a cell, onto another piece if one is meant; whether it could be. */
  place(slot: string, cell: string, onto?: string): boolean {
    const { hand, situation } = this.props()
    const { placing } = this
    const { assign } = hand
    if (!placing || !assign) return false
    const there = situation.pieces.filter((piece) => this.cellOf(piece) === cell).map((piece) => piece.id)
    const meant = [...(onto === undefined ? [] : [onto]), cell, ...there]
    const value = meant.find((one) => placing.allows(slot, one)) ?? cell
    const result = moved(placing, slot, value)
    this.#picked = null
    if (result.done) {
      const next = this.arranges ? null : (assign.gaps(result.given)[0] ?? null)
      hand.keep({ given: result.given, active: next })
      return true
    }
    if (result.blocker !== null) hand.object(`${hand.name(result.blocker)} stands there and cannot change places with ${hand.name(slot)}.`)
    else void this.#explain(slot, cell)
    return false
  }

  /** Ask the umpire why a piece may not go to a cell. */
  async #explain(slot: string, cell: string): Promise<void> {
    const { hand } = this.props()
    const { print } = hand
    const refusal = (await hand.session.why({ piece: slot, cell })) ?? { reason: `${hand.name(slot)} cannot go there.`, rule: '' }
    if (print === hand.print) hand.set({ refusal })
  }

  // Dragging

  down(event: PointerEvent, piece: PieceView): void {
    if (event.button !== 0 || !event.isPrimary || !this.movable(piece.id) || !(event.currentTarget instanceof Element)) return
    const touch = event.pointerType !== 'mouse'
    this.#dragged = false
    this.#start = {
      piece,
      x: event.clientX,
      y: event.clientY,
      home: event.currentTarget.getBoundingClientRect(),
      touch,
      timer: touch ? setTimeout(() => this.#lift(event.clientX, event.clientY), LONG) : undefined,
    }
    addEventListener('pointermove', this.#move)
    addEventListener('pointerup', this.#up)
    addEventListener('pointercancel', this.#cancel)
    addEventListener('touchmove', this.#still, { passive: false })
    addEventListener('keydown', this.#escape, { capture: true })
  }

  /** While something is dragged a finger does not scroll. */
  #still = (event: TouchEvent): void => {
    if (this.drag) event.preventDefault()
  }

  #escape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !this.drag) return
    event.preventDefault()
    event.stopPropagation()
    this.#sendBack()
    this.#let()
  }

  #lift(x: number, y: number): void {
    if (!this.#start) return
    this.#dragged = true
    this.#picked = null
    this.drag = { piece: this.#start.piece, x, y, back: false }
    this.over = null
  }

  #move = (event: PointerEvent): void => {
    const start = this.#start
    if (!start || !event.isPrimary) return
    const far = Math.hypot(event.clientX - start.x, event.clientY - start.y)
    if (!this.drag) {
      if (far < FAR) return
      if (start.touch) {
        // The finger scrolls.
        this.#let()
        return
      }
      this.#lift(event.clientX, event.clientY)
    }
    this.drag = { piece: start.piece, x: event.clientX, y: event.clientY, back: false }
    this.over = this.#under(event).cell
    this.#scroll(event)
  }

  #under(event: PointerEvent): { cell: string | null; piece: string | undefined } {
    const found = document.elementsFromPoint(event.clientX, event.clientY)
    const at = found.map((one) => one.closest('.stage [data-cell]')).find(Boolean)
    const piece = found.map((one) => one.closest('.stage [data-piece]')).find(Boolean)
    return { cell: at?.getAttribute('data-cell') ?? null, piece: piece?.getAttribute('data-piece') ?? undefined }
  }

  #scroll(event: PointerEvent): void {
    const pane = document.querySelector('.stage .pane')
    if (!pane) return
    const box = pane.getBoundingClientRect()
    const by = (at: number, low: number, high: number): number => (at < low + EDGE ? -SCROLL : at > high - EDGE ? SCROLL : 0)
    pane.scrollBy(by(event.clientX, box.left, box.right), by(event.clientY, box.top, box.bottom))
  }

  #up = (event: PointerEvent): void => {
    if (!event.isPrimary) return
    const { drag } = this
    if (drag) {
      const { cell, piece } = this.#under(event)
      const elsewhere = cell !== null && cell !== this.cellOf(drag.piece)
      if (elsewhere && this.place(drag.piece.id, cell, piece === drag.piece.id ? undefined : piece)) this.drag = null
      else this.#sendBack()
    }
    this.#let()
    // The click that belongs to letting go comes at once; the next one is another.
    setTimeout(() => (this.#dragged = false))
  }

  #cancel = (): void => {
    this.drag = null
    this.#let()
  }

  #sendBack(): void {
    const home = this.#start?.home
    if (!this.drag || !home || isStill()) {
      this.drag = null
      return
    }
    this.drag = { ...this.drag, x: home.left + home.width / 2, y: home.top + home.height / 2, back: true }
    setTimeout(() => {
      if (this.drag?.back) this.drag = null
    }, BACK)
  }

  #let(): void {
    clearTimeout(this.#start?.timer)
    this.#start = null
    this.over = null
    removeEventListener('pointermove', this.#move)
    removeEventListener('pointerup', this.#up)
    removeEventListener('pointercancel', this.#cancel)
    removeEventListener('touchmove', this.#still)
    removeEventListener('keydown', this.#escape, { capture: true })
  }
}
