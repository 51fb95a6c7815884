// The chart of a match and what the list of games says about it: fetched once, and again when that fails.
import { untrack } from 'svelte'
import { loadGeometry, type Geometry } from '../board/geometry'
import type { Board, GameCard, PieceView } from '../generated/wire'
import { games } from './api'
import type { Neighbours } from './domains'
import { asGiven } from './given'
import type { Session } from './session.svelte'
import { counted } from './words'

/** What is no place to steer by. */
const NO_LANDMARKS: ReadonlySet<string> = new Set(['exit'])
const POINTS = ['east', 'south-east', 'south', 'south-west', 'west', 'north-west', 'north', 'north-east']
const NOT_FETCHED = 'The chart could not be fetched.'

export class Chart {
  card = $state.raw<GameCard | null>(null)
  geometry = $state.raw<Geometry | null>(null)
  fault = $state('')

  readonly boards: readonly Board[] = $derived.by(() => this.session.view?.situation.boards ?? [])
  /** The board that has a chart of ours; the others are displays. */
  readonly board: Board | null = $derived(this.boards.find((one) => this.card && one.geometry in this.card.geometry) ?? null)
  readonly displays: readonly Board[] = $derived.by(() => {
    const { view } = this.session
    return this.boards.filter((one) => one !== this.board).map((one) => (view ? asGiven(one, view) : one))
  })
  /** The names of places, by hex. */
  readonly places: ReadonlyMap<string, string> = $derived.by(() => {
    const names = new Map<string, string>()
    for (const place of this.geometry?.map.places ?? []) {
      if (place.hex && (place.kind === 'airbase' || !names.has(place.hex)) && place.kind !== 'exit') names.set(place.hex, place.name)
    }
    return names
  })
  /** Of a campaign: the scenario that is being played, by the date. */
  readonly part: string = $derived.by(() => {
    const scenarios = this.card?.scenarios ?? []
    const parts = scenarios.find((one) => one.name === this.session.table?.scenario)?.parts ?? []
    const now = this.session.view?.situation.clock.date ?? ''
    const begun = scenarios.filter((one) => parts.includes(one.name) && one.begins <= now)
    return begun.sort((one, other) => one.begins.localeCompare(other.begins)).at(-1)?.title ?? ''
  })

  constructor(readonly session: Session) {
    $effect(() => {
      if (this.session.table?.game) untrack(() => void this.find())
    })
    $effect(() => {
      const address = this.board && this.card?.geometry[this.board.geometry]
      if (!address) return
      loadGeometry(address)
        .then((found) => (this.geometry = found))
        .catch(() => (this.fault = NOT_FETCHED))
    })
  }

  async find(): Promise<void> {
    this.fault = ''
    try {
      const name = this.session.table?.game
      this.card = (await games()).find((one) => one.name === name) ?? null
    } catch {
      this.fault = NOT_FETCHED
    }
  }

  readonly around: Neighbours = (_, cell) => (this.has(cell) ? (this.geometry?.neighbours(cell) ?? []) : [])

  /** The cells around a cell by direction, with a hole where there is none. */
  compass(cell: string): readonly (string | undefined)[] {
    return this.has(cell) ? (this.geometry?.grid.around(cell) ?? []) : []
  }

  /** Where on the chart a piece is: its cell, or that of the box it lies in; nowhere if it is on neither. */
  placeOf(piece: PieceView | undefined): string[] {
    const box = this.displays.find((one) => one.name === piece?.board)
    return [piece?.cell ?? '', box?.at ?? ''].filter((cell) => this.has(cell)).slice(0, 1)
  }

  /** Where a cell is, as one says it: "at Banak", "3 hexes north-east of Bear Island". */
  said(cell: string): string {
    const { geometry } = this
    if (!geometry || !this.has(cell)) return ''
    const { grid, map } = geometry
    const marks = map.places.filter((place) => place.hex && !NO_LANDMARKS.has(place.kind))
    const here = marks.find((place) => place.hex === cell)
    if (here) return `at ${here.name}`
    let near: { name: string; hex: string; far: number } | undefined
    for (const { name, hex } of marks) {
      const far = hex ? grid.distance(cell, hex) : Infinity
      if (hex && (!near || far < near.far)) near = { name, hex, far }
    }
    if (!near || !Number.isFinite(near.far)) return ''
    const [[x, y], [toX, toY]] = [grid.centre(near.hex), grid.centre(cell)]
    const point = POINTS[(Math.round(Math.atan2(toY - y, toX - x) / (Math.PI / 4)) + 8) % 8]
    return `${counted(near.far, 'hex', 'hexes')} ${point} of ${near.name}`
  }

  has(cell: string): boolean {
    return this.geometry?.grid.has(cell) ?? false
  }
}
