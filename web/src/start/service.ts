// What the pages around the table ask of the server. A failure is always told in words.
import type { Problem } from '../generated/wire'

/** Something that did not work, in a sentence for a person. */
export class Trouble extends Error {
  readonly status: number

  constructor(words: string, status = 0) {
    super(words)
    this.status = status
  }
}

async function request(path: string, init: RequestInit): Promise<Response> {
  let response: Response
  try {
    response = await fetch(path, { credentials: 'same-origin', ...init })
  } catch {
    throw new Trouble('There is no word from the server. Nothing is lost; try again when it is back.')
  }
  if (response.ok) return response
  throw new Trouble(await reasonOf(response), response.status)
}

async function reasonOf(response: Response): Promise<string> {
  try {
    const problem = (await response.json()) as Partial<Problem>
    if (problem.reason) return problem.reason
  } catch {
    // Not one of our answers; the status says enough.
  }
  if (response.status === 404) return 'There is no such game, or it is not yours to see.'
  if (response.status === 413) return 'That file is larger than any record of a game.'
  if (response.status === 429) return 'That was a little quick. Wait a moment and try again.'
  return `The server could not do this (${response.status}). Nothing is lost; try again.`
}

/** Fetch something. */
export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return (await (await request(path, signal ? { signal } : {})).json()) as T
}

/** Fetch a file as it is, byte for byte. */
export async function getText(path: string): Promise<string> {
  return (await request(path, {})).text()
}

async function send<T>(method: 'POST' | 'PUT' | 'DELETE', path: string, body: unknown): Promise<T> {
  const answer = await request(path, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: typeof body === 'string' || body instanceof Blob ? body : JSON.stringify(body),
  })
  const text = await answer.text()
  // Some things are done without a word.
  return (text ? JSON.parse(text) : null) as T
}

/** Send something, or a file as it is, and read the answer. */
export function post<T>(path: string, body: unknown): Promise<T> {
  return send('POST', path, body)
}

/** Put something in the place of what is there. */
export function put<T>(path: string, body: unknown): Promise<T> {
  return send('PUT', path, body)
}

/** Take something away. */
export async function remove(path: string, body: unknown = {}): Promise<void> {
  await send('DELETE', path, body)
}

/** What went wrong, in words for a person; what a browser says of it is not. */
export const wordsOf = (error: unknown): string =>
  error instanceof Trouble ? error.message : 'Nothing is lost; try again when the server is back.'
