// Writes out the screens that styles name: `@media (--phone)` becomes `@media (max-width: 899px)`.
import type { Plugin } from 'vite'
import { SCREENS } from '../src/screens.ts'

const NAMED = /@media\s*\(--([\w-]+)\)/g

export function writtenOut(styles: string): string {
  return styles.replace(NAMED, (_, name: string) => {
    if (!(name in SCREENS)) throw new Error(`no screen is called '${name}': see src/screens.ts`)
    return `@media ${SCREENS[name as keyof typeof SCREENS]}`
  })
}

export function screensPlugin(): Plugin {
  return {
    name: 'screens',
    enforce: 'pre',
    transform: {
      filter: { id: /\.css(\?|$)/ },
      handler: (styles) => ({ code: writtenOut(styles), map: null }),
    },
  }
}
