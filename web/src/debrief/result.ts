// The result as a sentence.
import type { Debrief } from '../generated/wire'
import { points as spoken } from '../lib/words'
import { OF_SIDE } from '../start/sides'

/** "Crushing German victory, 309 to 218": the winner's points first, where both sides have points. */
export function resultOf(debrief: Pick<Debrief, 'winner' | 'level' | 'points'>): { headline: string } {
  const { winner, level, points } = debrief
  const [allied, axis] = [points['allied'], points['axis']]
  const [first, second] = winner === 'allied' ? [allied, axis] : [axis, allied]
  const score = first === undefined || second === undefined ? '' : `, ${spoken(first)} to ${spoken(second)}`
  if (!winner) return { headline: `A draw${score}` }
  // A level in one or two plain words goes before the victory; a longer one says it all by itself.
  const words = level.replace(/[-_]/g, ' ').trim()
  const plain = /^[a-z]+( [a-z]+)?$/i.test(words) && !/victory|win|draw|resign/i.test(words)
  // A level may say whose it is: "German tactical victory".
  if (words.startsWith(OF_SIDE[winner]) && words.endsWith('victory')) return { headline: words + score }
  const said = plain ? `${words} ${OF_SIDE[winner]} victory` : `${OF_SIDE[winner]} victory`
  return { headline: said.charAt(0).toUpperCase() + said.slice(1) + score }
}
