import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Challenge, Lobby, MatchCard } from '../generated/wire'
import { bell } from '../lib/notifier.svelte'
import { LobbyView } from './lobby.svelte'

/** What the page is told, in order; what it has told by the browser's notices; whether somebody looks. */
const stage = vi.hoisted(() => {
  const stage = { told: [] as (object | null)[], rung: [] as string[], screen: { hidden: false } }
  class Notice {
    static permission = 'default'
    static requestPermission(): Promise<string> {
      return Promise.resolve((Notice.permission = 'granted'))
    }
    constructor(_: string, how: { body: string }) {
      stage.rung.push(how.body)
    }
  }
  vi.stubGlobal('document', Object.assign(stage.screen, { documentElement: { dataset: {} } }))
  vi.stubGlobal('location', { pathname: '/lobby' })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  vi.stubGlobal('Notification', Notice)
  vi.stubGlobal('fetch', () => {
    const next = stage.told.length > 1 ? stage.told.shift() : stage.told[0]
    return next ? Promise.resolve({ ok: true, json: () => Promise.resolve(next) }) : Promise.reject(new Error('gone'))
  })
  return stage
})

const challenge = (match: string, mine: boolean): Challenge => ({ match, mine }) as Challenge
const card = (match: string, my_move: boolean, more: object = {}): MatchCard =>
  ({ match, my_move, over: false, opponent: 'Bob', game_title: 'Nordkapp', scenario_title: match, words: '', sides: ['axis'], ...more }) as unknown as MatchCard
const lobby = (mine: MatchCard[], challenges: Challenge[] = []): Lobby => ({ mine, challenges, watchable: [] })

async function entered(...told: (Lobby | null)[]): Promise<LobbyView> {
  stage.told = told
  const view = new LobbyView()
  await vi.advanceTimersByTimeAsync(0)
  return view
}

beforeEach(() => {
  vi.useFakeTimers()
  stage.screen.hidden = false
})

afterEach(() => {
  vi.useRealTimers()
})

it('looks again every few seconds and says who has sat down at our table', async () => {
  // The dice may wait for our word already; that is no move.
  const view = await entered(lobby([card('m', true, { opponent: '' })], [challenge('m', true), challenge('n', false)]), lobby([card('m', true)]))
  expect([view.news, view.mine[0]?.my_move]).toEqual(['', false])
  await vi.advanceTimersByTimeAsync(5000)
  expect([view.news, view.mine[0]?.my_move]).toEqual(['Bob has sat down at your table: Nordkapp, m.', true])
})

it('puts the games first in which we are to move, and leaves out those that are over', async () => {
  expect((await entered(lobby([card('theirs', false), card('over', true, { over: true }), card('ours', true)]))).mine.map((one) => one.match)).toEqual(['ours', 'theirs'])
})

it('keeps what it has when there is no word from the server, and goes on trying', async () => {
  const view = await entered(lobby([card('m', true)]), null, lobby([]))
  await vi.advanceTimersByTimeAsync(5000)
  expect([view.mine.length, view.trouble]).toEqual([1, expect.stringContaining('no word from the server')])
  await vi.advanceTimersByTimeAsync(5000)
  expect([view.mine.length, view.trouble]).toEqual([0, ''])
})

it('rings when it has become our move and nobody looks, if that was asked for', async () => {
  await bell.ask()
  await entered(lobby([card('m', false), card('n', true)]), lobby([card('m', true), card('n', true)]))
  stage.screen.hidden = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(stage.rung, 'once, and not for what was so before').toEqual(['Nordkapp, m. '])
  stage.screen.hidden = false
  bell.ring('while somebody looks', 'm', '/')
  bell.silence()
  stage.screen.hidden = true
  bell.ring('when it is not wanted', 'm', '/')
  expect(stage.rung).toHaveLength(1)
})
