// Writes out the screens that styles name: `@media (--phone)` becomes `@media (max-width: 899px)`.
import type { Plugin } from 'vite'
import { writtenOut } from '../src/screens.ts'

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
