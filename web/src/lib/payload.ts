// What a board was sent to be drawn in it: there is one type for each geometry.
import type { Board, ChartState } from '../generated/wire'

export type Payload = NonNullable<Board['payload']>
/** The payload of one geometry. */
export type PayloadOf<K extends Payload['type']> = Extract<Payload, { type: K }>

/** A map of which nothing special is said. */
const PLAIN: ChartState = {
  type: 'chart',
  ice: '',
  zones: null,
  fog: null,
  bands: [],
  weather: [],
  reports: [],
  recon: [],
  empty: null,
  searched: [],
  bound: [],
  marks: {},
}

/** What of a map is in force. */
export function chartOf(board: Board): ChartState {
  return payloadOf(board, 'chart') ?? PLAIN
}

export function payloadOf<K extends Payload['type']>(board: Board, type: K): PayloadOf<K> | null {
  return board.payload?.type === type ? (board.payload as PayloadOf<K>) : null
}
