// Records of games: files that the server reads.
import type { MatchCard, Opened } from '../generated/wire'
import { get, post } from './service'

/** Give the server a record; where its match is to be found. */
export async function loadRecord(file: Blob): Promise<string> {
  const opened = await post<Opened>('/api/records', await file.text())
  const mine = await get<MatchCard[]>('/api/matches')
  const over = mine.find((match) => match.match === opened.match)?.over
  return over ? `/debrief/${opened.match}` : `/match/${opened.match}/${opened.side}`
}
