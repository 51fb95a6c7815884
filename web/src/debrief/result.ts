// The result as a sentence.
import type { Debrief } from '../generated/wire'
import { OF_SIDE } from '../start/sides'

/** "Crushing German victory, 309 to 218": the winner's points first, where both sides have points. */
export function resultOf(debrief: Pick<Debrief, 'winner' | 'level' | 'points'>): { headline: string } {
  const { winner, level, points } = debrief
  const [allied, axis] = [points['allied'], points['axis']]
  const score = allied === undefined || axis === undefined ? '' : winner === 'allied' ? `, ${allied} to ${axis}` : `, ${axis} to ${allied}`
  if (!winner) return { headline: `A draw${score}` }
  // A level in one or two plain words goes before the victory; a longer one says it all by itself.
  const words = level.replace(/[-_]/g, ' ').trim()
  const plain = /^[a-z]+( [a-z]+)?$/i.test(words) && !/victory|win|draw|resign/i.test(words)
  const said = plain ? `${words} ${OF_SIDE[winner]} victory` : `${OF_SIDE[winner]} victory`
  return { headline: said.charAt(0).toUpperCase() + said.slice(1) + score }
}
