import { expect, it } from 'vitest'
import { PLATE_HEIGHT, placePlates } from './edges'
import { overlaps, type Box } from './fan'

const window = { width: 390, height: 402 }
const contact = (cell: string, x: number, y: number, age = 1) => ({ key: cell, cell, side: 'axis' as const, what: 'surface units', note: 'T6, 5 hexes', age, x, y })
const boxes = (plates: ReturnType<typeof placePlates>): Box[] =>
  plates.map(({ left, top, width }) => ({ left, top, right: left + width, bottom: top + PLATE_HEIGHT }))

it('tells of contacts outside the window at the edge where they would come in, the newest first and a few at most', () => {
  const plates = placePlates(
    window,
    [contact('1405', 120, 900), contact('2101', -300, 200, 0), contact('2000', 200, 200), contact('2709', 700, -300, 4)],
    [],
  )
  expect(plates.map((plate) => plate.of.cell), 'neither what is in sight nor what is too old').toEqual(['2101', '1405'])
  const [west, south] = plates
  expect(west?.left).toBeLessThan(20)
  expect(Math.abs(west?.angle ?? 0)).toBeGreaterThan(170)
  expect(south?.top).toBeGreaterThan(330)
  expect(south?.angle).toBeGreaterThan(80)
  expect(south?.angle).toBeLessThan(100)
  const many = Array.from({ length: 9 }, (_, number) => contact(`19${number}0`, 900, 40 * number))
  expect(placePlates(window, many, [])).toHaveLength(3)
})

it('never covers a lit hex or another plate, and leaves a plate out that finds no room', () => {
  const contacts = [contact('1405', 120, 900), contact('1407', 140, 900), contact('1409', 160, 900)]
  const lit: Box[] = [{ left: 0, top: 200, right: 390, bottom: 402 }]
  const placed = boxes(placePlates(window, contacts, lit))
  expect(placed).toHaveLength(3)
  for (const [number, box] of placed.entries()) {
    for (const other of [...lit, ...placed.slice(number + 1)]) expect(overlaps(box, other)).toBe(false)
    expect(box.left >= 0 && box.top >= 0 && box.right <= window.width && box.bottom <= window.height).toBe(true)
  }
  expect(placePlates(window, contacts, [{ left: 0, top: 0, right: 390, bottom: 402 }])).toEqual([])
})
