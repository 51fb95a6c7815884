// Displays that are big enough to take the chart's place: which payload is drawn by which component, fetched when a match has it.
import type { Component } from 'svelte'
import type { Lighting, Spot } from '../board/types'
import type { Board, Side, Situation } from '../generated/wire'
import type { Hand } from '../lib/hand.svelte'
import { Part } from '../lib/part.svelte'
import type { Payload } from '../lib/payload'

/** What every stage is given. */
export interface StageProps {
  board: Board
  situation: Situation
  side: Side | null
  hand: Hand
  light: Lighting
  /** Whether it is touched: on a phone, where whatever can be hit is 44 px at least. */
  touch: boolean
  onpick: (cell: string) => void
  onpickpiece: (piece: string) => void
  onpoint: (spot: Spot | null) => void
  onwhy: (spot: Spot) => void
  /** Shows a piece's card. */
  oncard: (piece: string) => void
  /** Back to the chart. */
  onclose: () => void
}

interface StageKind {
  part: Part<{ default: Component<StageProps> }>
  /** What the switch between the chart and the display calls it. */
  word: string
}

const STAGES: Readonly<Partial<Record<Payload['type'], StageKind>>> = {
  convoy: { part: new Part(() => import('./Convoy.svelte')), word: 'Convoy display' },
  'surface-combat': { part: new Part(() => import('./SurfaceCombat.svelte')), word: 'Surface combat' },
  'battle-track': { part: new Part(() => import('./BattleTrack.svelte')), word: 'Battle' },
  'air-battle': { part: new Part(() => import('./AirBattle.svelte')), word: 'Air battle' },
}

export function stageOf(board: Board): StageKind | undefined {
  return board.payload === null ? undefined : STAGES[board.payload.type]
}

export function isStage(board: Board): boolean {
  return stageOf(board) !== undefined
}
