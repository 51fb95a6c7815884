import type { Box } from './fan'
import { scattered } from './floes'

export interface FogBar {
  x: number
  y: number
  width: number
  height: number
}

const ROW = 38

/**
 * Bars of fog over a part of the chart, in pixels: one or two every 38 px for each window's width.
 *
 * They stand still: a bar lies where it lies, whichever part is asked for.
 */
export function fogBars(area: Box, chart: Box): FogBar[] {
  const bars: FogBar[] = []
  const [first, last] = [Math.floor((area.top - chart.top) / ROW) - 1, Math.ceil((area.bottom - chart.top) / ROW)]
  for (let row = Math.max(0, first); row <= last; row += 1) {
    const chance = scattered(1942 + row)
    for (let x = chart.left - 200; x < chart.right; x += 520 + 320 * chance()) {
      const count = chance() < 0.45 ? 2 : 1
      for (let i = 0; i < count; i += 1) {
        const bar = {
          x: x + 240 * chance(),
          y: chart.top + row * ROW + 24 * chance(),
          width: 210 + 260 * chance(),
          height: 11 + 7 * chance(),
        }
        if (bar.x < area.right && bar.x + bar.width > area.left) bars.push(bar)
      }
    }
  }
  return bars
}

export const STORM = { width: 190, height: 150 }

/** A tile of driven spray: short strokes leaning 58 degrees. Two paths, one fainter than the other. */
export const storm: readonly [string, string] = (() => {
  const chance = scattered(58)
  const lean = (58 * Math.PI) / 180
  const paths: [string, string] = ['', '']
  for (let i = 0; i < 40; i += 1) {
    const [x, y, length] = [chance() * STORM.width, chance() * STORM.height, 5 + 5 * chance()]
    const [dx, dy] = [-length * Math.cos(lean), length * Math.sin(lean)]
    // A stroke that leaves the tile comes in again on the other side.
    for (const ox of [0, STORM.width]) {
      for (const oy of [0, -STORM.height]) {
        paths[i % 2] += `M${(x + ox).toFixed(1)} ${(y + oy).toFixed(1)}l${dx.toFixed(1)} ${dy.toFixed(1)}`
      }
    }
  }
  return paths
})()

/** Whether the middle of a turn lies in the dark. `sun` are the hours between which it is light. */
export function isDark(date: string, hours: number, sun: readonly [number, number] | null): boolean {
  const time = /(\d{1,2}):(\d{2})/.exec(date)
  if (!sun || !time) return false
  const middle = (Number(time[1]) + Number(time[2]) / 60 + hours / 2) % 24
  const [rise, set] = sun
  return rise <= set ? middle < rise || middle >= set : middle < rise && middle >= set
}
