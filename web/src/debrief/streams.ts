// The dice of a match as the umpire throws them, written a second time: streams of bytes from a keyed hash, one for each
// audience. It is the same as the program's own kernel/dice.py, and is held to it by the vectors beside it.
import { blake2b } from '@noble/hashes/blake2.js'
import type { Side } from '../generated/wire'
import { BOTH } from '../start/sides'

const BLOCK = 64
export const AUDIENCES = ['everyone', 'allied', 'axis', 'nobody'] as const
export type Audience = (typeof AUDIENCES)[number]
export type Offsets = Partial<Record<Audience, number>>
export type Words = Partial<Record<Side, string>>

const encoded = (text: string): Uint8Array => new TextEncoder().encode(text)

/** What a hash is for: sixteen bytes, the rest of them zero. */
function purpose(text: string): Uint8Array {
  const padded = new Uint8Array(16)
  padded.set(encoded(text))
  return padded
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The bytes that are written as hexadecimal digits, or nothing where they are none. */
export function unhex(text: unknown): Uint8Array | null {
  if (typeof text !== 'string' || !/^([0-9a-f]{2})*$/i.test(text)) return null
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

/** What the umpire publishes before the first die: it binds the secret without telling it. */
export function commitment(secret: Uint8Array): string {
  return hex(blake2b(secret, { dkLen: 32, personalization: purpose('barents commit') }))
}

/** What a computer contributes to the dice: it follows from the secret, so that the seal binds it too. */
export function computersWord(secret: Uint8Array, side: Side): string {
  return hex(blake2b(encoded(side), { key: blake2b(secret), dkLen: 16, personalization: purpose('barents word') }))
}

/** The key of a match's dice, from the umpire's secret and the words of both seats. */
function mix(secret: Uint8Array, words: Words): Uint8Array {
  const both = BOTH.map((side) => `${side}=${words[side] ?? ''}`).join('\0')
  return blake2b(encoded(both), { key: blake2b(secret), personalization: purpose('barents dice') })
}

/** One stream of dice; recorded bytes, if there are any, come first. */
class Stream {
  offset = 0
  #block = -1
  #bytes = new Uint8Array(0)

  constructor(
    readonly key: Uint8Array,
    readonly prefix: Uint8Array,
  ) {}

  at(offset: number): number {
    if (offset < this.prefix.length) return this.prefix[offset] ?? 0
    const past = offset - this.prefix.length
    const block = Math.floor(past / BLOCK)
    if (block !== this.#block) {
      const number = new DataView(new ArrayBuffer(8))
      number.setUint32(0, block % 2 ** 32, true)
      number.setUint32(4, Math.floor(block / 2 ** 32), true)
      this.#bytes = blake2b(new Uint8Array(number.buffer), { key: this.key })
      this.#block = block
    }
    return this.#bytes[past % BLOCK] ?? 0
  }

  /** A whole number from 0 to n - 1, each equally likely: bytes that would favour some are thrown away. */
  below(n: number): number {
    if (n <= 256) {
      const limit = 256 - (256 % n)
      for (;;) {
        const value = this.at(this.offset++)
        if (value < limit) return value % n
      }
    }
    const width = Math.floor((n.toString(2).length + 15) / 8)
    const [span, many] = [1n << BigInt(8 * width), BigInt(n)]
    const limit = span - (span % many)
    for (;;) {
      let value = 0n
      for (let i = 0; i < width; i++) value |= BigInt(this.at(this.offset++)) << BigInt(8 * i)
      if (value < limit) return Number(value % many)
    }
  }
}

/** The dice of a match: a stream for each audience. */
export class Box {
  readonly #key: Uint8Array
  readonly #taken: Partial<Record<Audience, Uint8Array>>
  readonly #streams = new Map<Audience, Stream>()

  /** `taken` are bytes that a step under way had taken of other dice; these go on after them. */
  constructor(secret: Uint8Array, words: Words, taken: Partial<Record<Audience, Uint8Array>> = {}) {
    this.#key = mix(secret, words)
    this.#taken = taken
    for (const audience of AUDIENCES) {
      const given = taken[audience]
      if (given) this.stream(audience).offset = given.length
    }
  }

  stream(audience: Audience): Stream {
    let stream = this.#streams.get(audience)
    if (!stream) {
      const key = blake2b(encoded(audience), { key: this.#key })
      stream = new Stream(key, this.#taken[audience] ?? new Uint8Array(0))
      this.#streams.set(audience, stream)
    }
    return stream
  }

  get offsets(): Offsets {
    const used = [...this.#streams].filter(([, stream]) => stream.offset)
    return Object.fromEntries(used.map(([audience, stream]) => [audience, stream.offset]))
  }

  set offsets(offsets: Offsets) {
    for (const audience of AUDIENCES) this.stream(audience).offset = offsets[audience] ?? 0
  }

  /** The last bytes that an audience's dice took. */
  last(audience: Audience, count: number): Uint8Array | null {
    const stream = this.stream(audience)
    if (count > stream.offset) return null
    return Uint8Array.from({ length: count }, (_, i) => stream.at(stream.offset - count + i))
  }
}
