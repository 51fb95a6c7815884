import type { Deed, Side } from '../generated/wire'

/** What the decision, the log and the pointer light up. */
export interface Lighting {
  /** Cells that may be chosen: one region with dots. */
  cells: ReadonlySet<string>
  /** Pieces in such cells that can do nothing there: no brackets. */
  idle: ReadonlySet<string>
  /** Pieces that may be chosen: brackets. */
  pieces: ReadonlySet<string>
  chosenCells: ReadonlySet<string>
  chosenPieces: ReadonlySet<string>
  /** The option or the line of the log under the pointer. */
  pointed: { cells: ReadonlySet<string>; pieces: ReadonlySet<string> }
  /** Orders drawn on the chart. */
  routes: readonly RouteLine[]
  /** Hexes that are going to be searched, and pieces where they are going to be put. */
  searches: readonly string[]
  placed: readonly { cell: string; piece: string }[]
  /** What the chosen units can do where, a drawing for each kind; then the cells are drawn by these alone. */
  reaches: readonly Reach[]
  /** Where units will be by the orders that are planned. */
  ghosts: readonly { cell: string; piece: string; label: string }[]
  /** Whether a click chooses a unit or plans its order, and gives no answer. */
  planning: boolean
  /** In a battle: who fires at whom, and whether that is being decided. */
  shots: readonly { from: string; to: string; active: boolean }[]
}

/** The places of deeds of one kind. */
export interface Reach {
  kind: Deed['reach']
  cells: readonly string[]
  /** What is said at single places: a chance, a few words. */
  labels: readonly { cell: string; words: string }[]
}

export interface RouteLine {
  cells: readonly string[]
  state: 'plotting' | 'plotted' | 'last' | 'follows'
  side: Side
  label?: string
  /** With a number at the end of each leg. */
  numbered?: boolean
}

/** An event of a report: the places where it was, the last one last; as a way, or merely as what it speaks of. */
export interface ChartEvent {
  cells: readonly string[]
  way: boolean
  side: Side | null
}

/** How an order is drawn by how it was made. */
export const STROKES: Record<RouteLine['state'], { width: number; dash?: string }> = {
  plotting: { width: 3 },
  plotted: { width: 2.4 },
  last: { width: 2.2, dash: '9 4' },
  follows: { width: 2.2, dash: '2 4' },
}

/** Where something was lost. */
export interface Cross {
  id: string
  cell: string
  name: string
}

export type Layer = 'grid' | 'numbers' | 'names' | 'ice' | 'zones' | 'tracks' | 'rings' | 'weather' | 'sightings'

export type Layers = Record<Layer, boolean>

/** What the pointer, a click or a key is about. */
export interface Spot {
  cell?: string
  piece?: string
  /** It is taken to what is chosen already, not in its place. */
  more?: boolean
}

export const ALL_LAYERS: Layers = {
  grid: true,
  numbers: true,
  names: true,
  ice: true,
  zones: true,
  tracks: true,
  rings: true,
  weather: true,
  sightings: true,
}

export const DARK: Lighting = {
  cells: new Set(),
  idle: new Set(),
  pieces: new Set(),
  chosenCells: new Set(),
  chosenPieces: new Set(),
  pointed: { cells: new Set(), pieces: new Set() },
  routes: [],
  searches: [],
  placed: [],
  reaches: [],
  ghosts: [],
  planning: false,
  shots: [],
}
