// A seat's line to the server: the view as it stands, what is under way, and what has gone wrong.
import type { Answer, Briefing, ChatLine, Coach, Considered, Fault, Follow, Following, Hello, LogLine, Menu, Message, Order, Plan, PlannedAnswer, Proposed, Refusal, Side, Table, Update, View, Window } from '../generated/wire'
import { keepSeal, keptSeal, newWord, type Kept } from './seals'
import { updated } from './update'

/** Where the line stands: the first word has not come, it is up, it is being mended, there is no such seat for us, or
 *  the match cannot be played any more and can only be read. */
export type Line = 'opening' | 'up' | 'lost' | 'closed' | 'stopped'

/** A message without its number, which the session gives. */
type Unnumbered<M> = M extends Message ? Omit<M, 'id'> : never
export type Sayable = Unnumbered<Message>

/** What came back: done, refused with a reason, or the line broke before an answer. */
export type Outcome =
  | { done: true }
  | { done: false; refusal: Refusal }
  | { done: false; refusal: null }

interface Pending {
  settle(answer: Answer | null): void
}

/** What stands in a seat's place in the address of those who only watch. */
export const GALLERY = 'watch'
/** How the server hangs up on whoever has no business at this seat. */
const NOT_YOURS = 4404
/** And where a match cannot be gone on with. */
const CANNOT_GO_ON = 4409
const FIRST_PAUSE = 1
const LONGEST_PAUSE = 30

export class Session {
  readonly match: string
  readonly seat: string
  /** Whether we only look on. */
  readonly watching: boolean
  line = $state<Line>('opening')
  /** Seconds until the next attempt, while the line is lost. */
  pause = $state(0)
  table = $state.raw<Table | null>(null)
  /** When the table was told of, by this page's own clock: the clocks on it have gone on since. */
  tableAt = $state(0)
  /** What was said in our room, the oldest first. */
  talk = $state.raw<readonly ChatLine[]>([])
  view = $state.raw<View | null>(null)
  side = $state<Side | null>(null)
  windows = $state.raw<readonly Window[]>([])
  orders = $state.raw<Readonly<Record<string, Order>>>({})
  revision = $state(0)
  draft: unknown = null
  /** The last line that was read when we came, and the last that has been since. */
  unreadFrom = $state(0)
  /** A choice that the server has not yet acknowledged. */
  choosing = $state(false)
  /** Whether the last choice was acknowledged, for what we say when the line breaks. */
  recorded = $state(true)
  fault = $state<Fault['words']>('')
  /** What is left of the orders given beforehand, and whether the staff answers. */
  following = $state.raw<Following | null>(null)
  coach = $state.raw<Coach | null>(null)
  /** The answers of the orders that were sent from here. */
  #sent: readonly PlannedAnswer[] = []
  /** How many of the orders given beforehand have not been begun. */
  readonly toFollow: number = $derived.by(() => {
    const left = Map.groupBy(this.following?.answers ?? [], ({ order }) => order)
    const whole = (order: number): number => this.#sent.filter((answer) => answer.order === order).length
    return [...left].filter(([order, answers]) => answers.length >= whole(order)).length
  })
  #socket: WebSocket | null = null
  #waiting = new Map<number, Pending>()
  #number = 0
  #attempt = 0
  #timer: ReturnType<typeof setInterval> | undefined
  #ended = false
  /** The next question comes before the word that the last answer is taken. Until that word nothing new is shown, or
   *  whatever somebody quick has begun to answer there would be swept away with the last answer. */
  #held: Update[] = []
  #changing = 0
  #offered = false

  constructor(match: string, seat: string) {
    this.match = match
    this.seat = seat
    this.watching = seat === GALLERY
    this.#open()
  }

  #open(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const path = `/api/matches/${encodeURIComponent(this.match)}/${encodeURIComponent(this.seat)}/live`
    const socket = new WebSocket(`${scheme}://${location.host}${path}`)
    this.#socket = socket
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#hear(JSON.parse(String(event.data)) as Answer)
    }
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#lost(event.code)
    }
  }

  #hear(said: Answer): void {
    switch (said.is) {
      case 'hello':
        this.#greeted(said)
        break
      case 'update':
        this.#held.push(said.update)
        if (!this.#changing) this.#show()
        break
      case 'table':
        this.#seated(said.table)
        break
      case 'talk':
        this.#said(said.lines)
        break
      case 'fault':
        this.fault = said.words
        break
      case 'following':
        this.following = said
        break
      default: {
        const pending = this.#waiting.get(said.id)
        this.#waiting.delete(said.id)
        pending?.settle(said)
      }
    }
  }

  /** Show what has come since. */
  #show(): void {
    const held = this.#held.splice(0)
    if (this.view === null) return
    for (const update of held) {
      this.view = updated(this.view, update)
      this.revision = update.revision
    }
    this.#contribute()
  }

  #greeted(hello: Hello): void {
    this.#held = []
    // Lines that were fetched before a break in the line are kept, if they join up with what is sent now.
    const first = hello.view.log[0]?.number ?? 0
    const before = this.view?.log.filter((line) => line.number < first) ?? []
    const joined = before.at(-1)?.number === first - 1 && this.view?.result === hello.view.result
    if (this.line === 'opening') this.unreadFrom = hello.seen
    this.view = joined ? { ...hello.view, log: [...before, ...hello.view.log] } : hello.view
    this.revision = hello.revision
    this.#seated(hello.table)
    this.talk = hello.talk
    this.side = hello.side
    this.orders = hello.orders
    this.windows = hello.windows
    this.draft = hello.draft
    this.following = hello.following
    this.coach = hello.coach
    this.line = 'up'
    this.pause = 0
    this.#attempt = 0
    this.#offered = false
    this.#contribute()
  }

  #seated(table: Table): void {
    this.table = table
    this.tableAt = performance.now()
  }

  #said(lines: readonly ChatLine[]): void {
    const last = this.talk.at(-1)?.number ?? -1
    const fresh = lines.filter((line) => line.number > last)
    if (fresh.length) this.talk = [...this.talk, ...fresh]
  }

  /** The dice wait for a random word of ours when we are waited for without being asked anything. */
  #contribute(): void {
    const { view, side, table } = this
    if (!view || this.#offered || view.decision || view.result || side === null) return
    // Nobody gives a word before the umpire has sealed its secret: it could choose the secret to suit the word.
    if (!view.waiting.includes(side) || !table?.commitment) return
    this.#offered = true
    const before = keptSeal(this.match, side)
    if (before && before.seal !== table.commitment) {
      this.fault =
        'The umpire has sealed another secret since this browser gave its word for the dice. This browser gives no second word, since the dice could be chosen by it.'
      return
    }
    void this.#give(side, before ?? { seal: table.commitment, word: newWord() }, before !== null)
  }

  /** Who asks for a word twice is given the same, or he could go on asking until he likes the dice. */
  async #give(side: Side, { seal, word }: Kept, again: boolean): Promise<void> {
    if (!again) keepSeal(this.match, side, { seal, word })
    const outcome = await this.ask({ do: 'contribute', nonce: word })
    // Somebody who plays on two devices may have given his word on the other.
    if (!outcome.done && outcome.refusal && !again) keepSeal(this.match, side, { seal, word, refused: true })
    if (outcome.done && again) keepSeal(this.match, side, { seal, word })
  }

  #lost(code: number): void {
    this.#socket = null
    for (const pending of this.#waiting.values()) pending.settle(null)
    this.#waiting.clear()
    if (this.#ended) return
    if (code === NOT_YOURS) {
      this.close()
      return
    }
    if (code === CANNOT_GO_ON) {
      this.close()
      this.line = 'stopped'
      return
    }
    if (this.line !== 'opening' || this.#attempt > 0) this.line = 'lost'
    this.pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.#attempt)
    this.#attempt += 1
    clearInterval(this.#timer)
    this.#timer = setInterval(() => {
      this.pause -= 1
      if (this.pause <= 0) this.tryNow()
    }, 1000)
  }

  tryNow(): void {
    clearInterval(this.#timer)
    this.pause = 0
    if (this.#socket === null && !this.#ended) this.#open()
  }

  /** End the session: nothing of this seat stays. */
  close(): void {
    this.#ended = true
    clearInterval(this.#timer)
    this.#socket?.close()
    this.#socket = null
    this.view = null
    this.draft = null
    this.line = 'closed'
  }

  #send(said: Sayable): Promise<Answer | null> {
    const socket = this.#socket
    if (socket?.readyState !== WebSocket.OPEN) return Promise.resolve(null)
    const id = (this.#number += 1)
    return new Promise((resolve) => {
      this.#waiting.set(id, { settle: resolve })
      socket.send(JSON.stringify({ ...said, id }))
    })
  }

  /** Ask for something to be done. */
  async ask(said: Sayable): Promise<Outcome> {
    const answer = await this.#send(said)
    if (answer?.is === 'done') return { done: true }
    return { done: false, refusal: answer?.is === 'refused' ? answer.refusal : null }
  }

  /** Give the answer to the pending decision. */
  choose(action: string): Promise<Outcome> {
    return this.#answer({ do: 'choose', action, revision: this.revision })
  }

  /** Give a whole order: the first answer now, the others as their questions come. None gives up what is left of one. */
  follow(answers: readonly PlannedAnswer[], stop: Follow['stop'] = ''): Promise<Outcome> {
    this.#sent = answers
    return this.#answer({ do: 'follow', answers: [...answers], stop, revision: this.revision })
  }

  /** Let the staff answer for the rest of the phase, or no longer. */
  leaveToStaff(on: boolean): Promise<Outcome> {
    return this.#answer({ do: 'staff', on, revision: this.revision })
  }

  async #answer(said: Sayable): Promise<Outcome> {
    this.choosing = true
    this.recorded = false
    this.fault = ''
    const outcome = await this.#change(said)
    this.choosing = false
    // The server forgets a draft with the choice that it became.
    if (outcome.done) this.draft = null
    // A broken line leaves it open whether the choice arrived: the next hello shows it.
    this.recorded = outcome.done || outcome.refusal !== null
    return outcome
  }

  async undo(): Promise<Outcome> {
    return this.#change({ do: 'undo', revision: this.revision })
  }

  async #change(said: Sayable): Promise<Outcome> {
    this.#changing += 1
    const outcome = await this.ask(said)
    this.#changing -= 1
    if (!this.#changing) this.#show()
    return outcome
  }

  async consider(action: string): Promise<Considered | null> {
    const answer = await this.#send({ do: 'consider', action })
    return answer?.is === 'considered' ? answer : null
  }

  async briefing(): Promise<Briefing | null> {
    const answer = await this.#send({ do: 'briefing' })
    return answer?.is === 'briefing' ? answer.briefing : null
  }

  async why(of: { piece?: string; cell?: string }): Promise<Refusal | null> {
    if (this.watching) return null
    const answer = await this.#send({ do: 'why', ...of })
    if (answer?.is === 'refused') return answer.refusal
    if (answer?.is !== 'considered') return null
    return answer.refusal ?? { reason: answer.words, rule: '' }
  }

  /** All that some units can do together; null where it is not about them. */
  async menu(units: readonly string[]): Promise<Menu | null> {
    const answer = await this.#send({ do: 'menu', units: [...units] })
    return answer?.is === 'menu' ? answer.menu : null
  }

  /** The whole order for a deed of theirs at a place. */
  async plan(units: readonly string[], deed: string, cell: string): Promise<Plan | null> {
    const answer = await this.#send({ do: 'plan', units: [...units], deed, cell })
    return answer?.is === 'plan' ? answer.plan : null
  }

  /** What the staff would answer, or why it says nothing. */
  async propose(): Promise<Proposed | Refusal | null> {
    const answer = await this.#send({ do: 'propose' })
    return answer?.is === 'proposed' ? answer : answer?.is === 'refused' ? answer.refusal : null
  }

  async keepDraft(draft: unknown): Promise<void> {
    this.draft = draft
    await this.#send({ do: 'draft', draft })
  }

  async order(orders: Record<string, Order>): Promise<Outcome> {
    const outcome = await this.ask({ do: 'orders', orders })
    if (outcome.done) this.orders = orders
    return outcome
  }

  /** Fetch older lines; whether there were any. */
  async older(): Promise<boolean> {
    const first = this.view?.log[0]?.number ?? 0
    if (first <= 0) return false
    const answer = await this.#send({ do: 'older', before: first })
    if (answer?.is !== 'lines' || !this.view) return false
    const have = new Set(this.view.log.map((line) => line.number))
    const lines: LogLine[] = answer.lines.filter((line) => !have.has(line.number))
    const told = new Set(this.view.story.map((passage) => passage.first))
    const story = answer.story.filter((passage) => !told.has(passage.first))
    this.view = { ...this.view, log: [...lines, ...this.view.log], story: [...story, ...this.view.story] }
    return lines.length > 0
  }

  /** Say something to the others in our room. */
  say(words: string): Promise<Outcome> {
    return this.ask({ do: 'say', words })
  }

  async seen(number: number): Promise<void> {
    if (!this.watching) await this.#send({ do: 'seen', number })
  }
}
