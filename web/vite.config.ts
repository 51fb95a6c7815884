import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'
import { indexChartPlugin } from './scripts/index-chart.ts'
import { screensPlugin } from './scripts/screens.ts'

// `npm run dev` talks to a server started with `barents serve --port 8000`.
const service = process.env.BARENTS ?? 'http://127.0.0.1:8000'

export default defineConfig({
  plugins: [svelte(), screensPlugin(), indexChartPlugin()],
  build: {
    outDir: '../src/barents/server/static',
    emptyOutDir: true,
    // Nothing inline: the page's Content-Security-Policy takes scripts, styles and fonts from files alone.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      '/api': { target: service, ws: true },
      '/geometry': service,
      '/join': service,
    },
  },
})
