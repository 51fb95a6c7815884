// What a person has set for this browser: theme, layers, act at once.
import { ALL_LAYERS, type Layers } from '../board/types'

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null // storage may be closed to us; then nothing is remembered
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // as above
  }
}

function readLayers(): Layers {
  const layers = { ...ALL_LAYERS }
  try {
    const kept = JSON.parse(read('layers') ?? '{}') as Partial<Record<string, unknown>>
    for (const name of Object.keys(layers) as (keyof Layers)[]) {
      if (typeof kept[name] === 'boolean') layers[name] = kept[name]
    }
  } catch {
    // what was kept is of another time; the usual layers serve
  }
  return layers
}

class Settings {
  theme = $state<'day' | 'night'>(document.documentElement.dataset.theme === 'night' ? 'night' : 'day')
  layers = $state<Layers>(readLayers())
  actAtOnce = $state(read('act-at-once') === 'yes')
  /** Whether the key to reports is folded. */
  keyFolded = $state(read('key-folded') === 'yes')
  /** Whether a briefing opens by itself when one sits down. */
  briefings = $state(read('briefings') !== 'no')
  /** Whether one wants to be told of one's move by this browser. */
  tellMe = $state(read('tell-me') === 'yes')
  /** What one is called as a guest. */
  guestName = $state(read('guest-name') ?? '')

  setTheme(theme: 'day' | 'night'): void {
    this.theme = theme
    document.documentElement.dataset.theme = theme
    write('theme', theme)
  }

  setLayer(name: keyof Layers, on: boolean): void {
    this.layers[name] = on
    write('layers', JSON.stringify(this.layers))
  }

  setActAtOnce(on: boolean): void {
    this.actAtOnce = on
    write('act-at-once', on ? 'yes' : 'no')
  }

  setBriefings(on: boolean): void {
    this.briefings = on
    write('briefings', on ? 'yes' : 'no')
  }

  setTellMe(on: boolean): void {
    this.tellMe = on
    write('tell-me', on ? 'yes' : 'no')
  }

  setGuestName(name: string): void {
    this.guestName = name
    write('guest-name', name)
  }

  foldKey(folded: boolean): void {
    this.keyFolded = folded
    write('key-folded', folded ? 'yes' : 'no')
  }
}

export const settings = new Settings()
