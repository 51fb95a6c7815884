// The workbench: `npx vite --config dev/vite.config.ts`. Boards and counters with made-up positions, to look at.
// It is no part of the production build and needs no server.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type Plugin } from 'vite'

const here = fileURLToPath(new URL('.', import.meta.url))
const maps = fileURLToPath(new URL('../../src/barents/atlas/maps/', import.meta.url))

/** Serves `/geometry/NAME.json` from the atlas, as the server does. */
function geometry(): Plugin {
  return {
    name: 'geometry',
    configureServer(server) {
      server.middlewares.use('/geometry/', (request, response) => {
        const name = (request.url ?? '').replace(/^\//, '').replace(/\..*$/, '')
        const read = (suffix: string): object => JSON.parse(readFileSync(`${maps}${name}.${suffix}`, 'utf8')) as object
        response.setHeader('Content-Type', 'application/json')
        response.end(JSON.stringify({ ...read('json'), chart: read('chart.json') }))
      })
    },
  }
}

export default defineConfig({
  root: here,
  publicDir: fileURLToPath(new URL('../public', import.meta.url)),
  plugins: [svelte({ configFile: '../svelte.config.js' }), geometry()],
  server: { fs: { allow: [fileURLToPath(new URL('..', import.meta.url))] } },
})
