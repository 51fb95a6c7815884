// The line under the chart: what is pointed at or planned, in a few words, and which keys would do what.

/** A key, and what it does just now. */
export interface TipKey {
  key: string
  words: string
}

export class Tip {
  /** A few words each; the first names what it is about. */
  words = $state.raw<readonly string[]>([])
  keys = $state.raw<readonly TipKey[]>([])

  set(words: readonly string[], keys: readonly TipKey[] = []): void {
    this.words = words
    this.keys = keys
  }

  clear(): void {
    this.set([])
  }
}

/** One line for the page. */
export const tip = new Tip()
