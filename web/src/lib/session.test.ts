import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Answer, View } from '../generated/wire'
import { keepSeal, keptSeal } from './seals'
import { Session } from './session.svelte'

/** A line that a test holds the other end of. */
class FakeSocket {
  static readonly OPEN = 1
  static all: FakeSocket[] = []
  readyState = 1
  sent: Record<string, unknown>[] = []
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null

  constructor(readonly url: string) {
    FakeSocket.all.push(this)
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>)
  }
  close(): void {
    this.readyState = 3
  }
  say(answer: unknown): void {
    this.onmessage?.({ data: JSON.stringify(answer as Answer) })
  }
  drop(code = 1006): void {
    this.readyState = 3
    this.onclose?.({ code })
  }
  get last(): Record<string, unknown> {
    return this.sent.at(-1) ?? {}
  }
}

const view = { waiting: ['allied'], decision: null, result: null, log: [], story: [], situation: { pieces: [] } } as unknown as View
const hello = (change: Partial<View> = {}, rest: object = {}): unknown => ({
  is: 'hello',
  revision: 4,
  side: 'axis',
  table: { commitment: 'sealed' },
  orders: {},
  windows: [],
  draft: null,
  seen: 0,
  talk: [],
  view: { ...view, ...change },
  ...rest,
})

beforeEach(() => {
  vi.useFakeTimers()
  FakeSocket.all = []
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('location', { protocol: 'https:', host: 'sea.example' })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function opened(said: unknown = hello(), match = 'm 1'): [Session, FakeSocket] {
  const session = new Session(match, 'axis')
  const socket = FakeSocket.all.at(-1) as FakeSocket
  socket.say(said)
  return [session, socket]
}

it('speaks to its own seat, and to no other', () => {
  const [, socket] = opened()
  expect(socket.url).toBe('wss://sea.example/api/matches/m%201/axis/live')
})

it('names the revision that a choice answers, and waits for the answer', async () => {
  const [session, socket] = opened()
  socket.say({ is: 'update', update: { revision: 7, view: {}, situation: {}, pieces: [], gone: [], order: null, log_from: 0, log: [], story_from: 0, story: [] } })
  const outcome = session.choose('pass')
  expect(socket.last).toMatchObject({ do: 'choose', action: 'pass', revision: 7 })
  expect([session.choosing, session.recorded]).toEqual([true, false])
  socket.say({ is: 'refused', id: 999, refusal: { reason: 'of another', rule: '' } })
  socket.say({ is: 'done', id: socket.last['id'] })
  expect(await outcome).toEqual({ done: true })
  expect([session.choosing, session.recorded]).toEqual([false, true])
})

it('shows the next question with the word that the last answer is taken, not before', async () => {
  const [session, socket] = opened()
  const outcome = session.choose('pass')
  socket.say({ is: 'update', update: { revision: 8, view: {}, situation: {}, pieces: [], gone: [], order: null, log_from: 0, log: [], story_from: 0, story: [] } })
  expect(session.revision).not.toBe(8)
  socket.say({ is: 'done', id: socket.last['id'] })
  await outcome
  expect([session.revision, session.choosing]).toEqual([8, false])
})

it('hands a refusal on, with its reason', async () => {
  const [session, socket] = opened()
  const outcome = session.choose('sortie tirpitz 1912')
  socket.say({ is: 'refused', id: socket.last['id'], refusal: { reason: 'ice', rule: 'X-2' } })
  expect(await outcome).toEqual({ done: false, refusal: { reason: 'ice', rule: 'X-2' } })
})

const WAITED = { waiting: ['allied', 'axis'] } as Partial<View>

/** Storage that a test can look into, or break. */
function storage(kept = new Map<string, string>()): Map<string, string> {
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) })
  return kept
}

it('gives a random word when the dice wait for it, once', () => {
  storage()
  const [, socket] = opened(hello(WAITED))
  expect(socket.sent).toHaveLength(1)
  expect(socket.last).toMatchObject({ do: 'contribute' })
  expect(socket.last['nonce']).toMatch(/^[0-9a-f]{32}$/)
  const [, quiet] = opened()
  expect(quiet.sent).toEqual([])
})

it('gives no word before the umpire has sealed its secret', () => {
  storage()
  const [, socket] = opened(hello(WAITED, { table: { commitment: '' } }), 'unsealed')
  expect(socket.sent).toEqual([])
})

it('keeps the seal and its word, and gives the same word to whoever asks again', () => {
  storage()
  const [, first] = opened(hello(WAITED), 'twice')
  expect(keptSeal('twice', 'axis')).toEqual({ seal: 'sealed', word: first.last['nonce'] })
  const [, second] = opened(hello(WAITED), 'twice')
  expect(second.last['nonce']).toBe(first.last['nonce'])
})

it('gives no second word when the umpire seals another secret', () => {
  storage()
  opened(hello(WAITED), 'another')
  const [session, socket] = opened(hello(WAITED, { table: { commitment: 'another' } }), 'another')
  expect(socket.sent).toEqual([])
  expect(session.fault).toContain('sealed another secret')
  expect(keptSeal('another', 'axis')?.seal).toBe('sealed')
})

it('remembers that its word was not taken, until it is', async () => {
  storage()
  const [, socket] = opened(hello(WAITED), 'refused')
  socket.say({ is: 'refused', id: socket.last['id'], refusal: { reason: 'The dice do not wait for you.', rule: '' } })
  await vi.advanceTimersByTimeAsync(0)
  expect(keptSeal('refused', 'axis')?.refused).toBe(true)
  const [, again] = opened(hello(WAITED), 'refused')
  again.say({ is: 'done', id: again.last['id'] })
  await vi.advanceTimersByTimeAsync(0)
  expect(keptSeal('refused', 'axis')).toEqual({ seal: 'sealed', word: again.last['nonce'] })
})

it('keeps seals while the page is open where storage is forbidden, full or full of nonsense', () => {
  const broken = (): never => {
    throw new DOMException('no')
  }
  for (const [number, getItem] of [broken, () => 'nonsense', () => 'null', () => '[1, {"seal": 2}]', () => '{"m axis": {"seal": 1}}'].entries()) {
    vi.stubGlobal('localStorage', { getItem, setItem: broken })
    keepSeal(`broken ${number}`, 'axis', { seal: 's', word: 'w' })
    expect(keptSeal(`broken ${number}`, 'axis')).toEqual({ seal: 's', word: 'w' })
    expect(keptSeal('m', 'axis')).toBeNull()
  }
})

it('forgets the oldest seals', () => {
  const kept = storage()
  for (let match = 0; match < 230; match++) keepSeal(String(match), 'allied', { seal: 's', word: String(match) })
  const seats = Object.keys(JSON.parse(kept.get('seals') ?? '{}') as object)
  expect([seats.length, seats[0], seats.at(-1)]).toEqual([200, '30 allied', '229 allied'])
})

it('mends the line with growing pauses and keeps the view meanwhile', async () => {
  const [session, socket] = opened()
  const outcome = session.choose('pass')
  socket.drop()
  await vi.advanceTimersByTimeAsync(0)
  expect(await outcome).toEqual({ done: false, refusal: null })
  expect([session.line, session.pause, session.recorded, session.view !== null]).toEqual(['lost', 1, false, true])
  await vi.advanceTimersByTimeAsync(1000)
  expect(FakeSocket.all).toHaveLength(2)
  FakeSocket.all[1]?.drop()
  await vi.advanceTimersByTimeAsync(0)
  expect(session.pause).toBe(2)
  session.tryNow()
  FakeSocket.all[2]?.say(hello({}, { revision: 9 }))
  expect([session.line, session.revision]).toEqual(['up', 9])
})

it('says so when there is no such seat for us, and drops what it had of it', () => {
  const [session, socket] = opened()
  socket.drop(4404)
  expect([session.line, session.view]).toEqual(['closed', null])
  expect(FakeSocket.all).toHaveLength(1)
})

it('keeps what is said in its room, each line once, and when the clocks were told', () => {
  const line = (number: number): object => ({ number, name: 'Anna', side: 'allied', words: 'Good luck', said: 0 })
  const [session, socket] = opened(hello({}, { talk: [line(1), line(2)] }))
  socket.say({ is: 'talk', lines: [line(2), line(3)] })
  expect(session.talk.map((one) => one.number)).toEqual([1, 2, 3])
  void session.say('And to you')
  expect(socket.last).toMatchObject({ do: 'say', words: 'And to you' })
  const before = session.tableAt
  vi.advanceTimersByTime(5)
  socket.say({ is: 'table', table: {} })
  expect(session.tableAt - before).toBe(5)
})

it('looks on from the gallery without a side', () => {
  const session = new Session('m', 'watch')
  FakeSocket.all.at(-1)?.say(hello({ waiting: ['allied', 'axis'] }, { side: null }))
  expect([session.watching, session.side, FakeSocket.all.at(-1)?.sent]).toEqual([true, null, []])
  expect(FakeSocket.all.at(-1)?.url).toBe('wss://sea.example/api/matches/m/watch/live')
})

it('asks no more where a match cannot be played on, and says that it can be read', () => {
  const session = new Session('m', 'axis')
  FakeSocket.all[0]?.drop(4409)
  vi.advanceTimersByTime(60_000)
  expect([session.line, session.view, FakeSocket.all.length]).toEqual(['stopped', null, 1])
})

it('drops everything of the seat when it is closed, and hears no more', () => {
  const [session, socket] = opened()
  session.close()
  socket.say(hello())
  socket.drop()
  expect([session.view, session.line]).toEqual([null, 'closed'])
  expect(FakeSocket.all).toHaveLength(1)
})

it('counts the orders that have not been begun, not the answers that are left', async () => {
  const [session, socket] = opened()
  const answers = [0, 0, 1, 1, 2].map((order) => ({ question: 'q', answer: 'a', order }))
  const outcome = session.follow(answers, 'harm')
  expect(socket.last).toMatchObject({ do: 'follow', answers, stop: 'harm', revision: 4 })
  socket.say({ is: 'following', answers: answers.slice(1), staff: '', why: '' })
  expect(session.toFollow).toBe(2)
  socket.say({ is: 'following', answers: answers.slice(2), staff: '', why: '' })
  expect(session.toFollow).toBe(2)
  socket.say({ is: 'following', answers: answers.slice(3), staff: '', why: '' })
  expect(session.toFollow).toBe(1)
  socket.say({ is: 'done', id: 1 })
  expect(await outcome).toEqual({ done: true })
})
