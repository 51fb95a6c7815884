// The words for the sides around the table; those at it are in lib/words.
import type { Side } from '../generated/wire'

export const BOTH = ['allied', 'axis'] as const satisfies readonly Side[]

/** "German victory", "Allied losses". */
export const OF_SIDE: Record<Side, string> = { allied: 'Allied', axis: 'German' }
