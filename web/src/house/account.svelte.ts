// Who we are in this house: a guest, or somebody with an account. One for the page.
import type { AccountCard, Credentials, Farewell, NewPassword } from '../generated/wire'
import { forgetPlots } from '../lib/plots'
import { get, post, remove, wordsOf } from '../start/service'

/** What the server asks of a password and of a name; it says so itself when they do not fit. */
export const LEAST_PASSWORD = 10
export const MOST_PASSWORD = 200
export const MOST_NAME = 40

class Account {
  /** Nothing until the server has told us. */
  card = $state.raw<AccountCard | null>(null)
  trouble = $state('')
  /** Our name, or nothing for a guest. */
  readonly name: string = $derived(this.card?.name ?? '')
  readonly isGuest: boolean = $derived(this.card !== null && !this.card.name)
  #asked: Promise<void> | null = null

  /** Ask the server once who we are. */
  load(): Promise<void> {
    this.#asked ??= this.refresh()
    return this.#asked
  }

  async refresh(): Promise<void> {
    this.trouble = ''
    try {
      this.card = await get<AccountCard>('/api/account')
    } catch (error) {
      this.trouble = wordsOf(error)
      this.#asked = null
    }
  }

  async create(credentials: Credentials): Promise<void> {
    this.card = await post<AccountCard>('/api/account', credentials)
  }

  async logIn(credentials: Credentials): Promise<void> {
    this.card = await post<AccountCard>('/api/session', credentials)
  }

  async logOut(): Promise<void> {
    await remove('/api/session')
    forgetPlots()
    await this.refresh()
  }

  async changePassword(change: NewPassword): Promise<void> {
    await post('/api/account/password', change)
  }

  async leave(farewell: Farewell): Promise<void> {
    await remove('/api/account', farewell)
    forgetPlots()
    await this.refresh()
  }

  /** Hand the seats of this browser over to the account. */
  async bring(): Promise<void> {
    await post('/api/account/seats', {})
    await this.refresh()
  }
}

export const account = new Account()
