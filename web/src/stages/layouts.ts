// Where the cells of the displays lie. The file comes from the game's own data: `python -m tools.display_layouts`.
import displays from '../generated/displays.json'

export interface LaidCell {
  name: string
  /** What stands in its corner, and what it is called in words. */
  label: string
  title: string
  kind: string
  /** Column and row; of hexes their axial coordinates. */
  x: number
  y: number
  /** How many columns it covers. */
  wide: number
}

const LAYOUTS: Readonly<Record<string, { cells: readonly LaidCell[] }>> = displays

export const CONVOY_COLUMNS = displays.convoy.columns
export const CONVOY_ROWS = displays.convoy.rows
export const AIR_RINGS = displays['air-battle'].rings

export function cellsOf(geometry: string): readonly LaidCell[] {
  return LAYOUTS[geometry]?.cells ?? []
}

const NAMES = new Map<string, ReadonlySet<string>>()

/** The names of a display's cells. */
export function namesOf(geometry: string): ReadonlySet<string> {
  let names = NAMES.get(geometry)
  if (!names) NAMES.set(geometry, (names = new Set(cellsOf(geometry).map((cell) => cell.name))))
  return names
}
