import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv, type Plugin } from 'vite'
import { apiOrigin } from '../domain/environment.ts'
import { buildSeparatePage } from './build/build-separate-page.ts'
import { chunks } from './build/chunks.ts'
import { drawPages } from './build/draw-pages.ts'
import { layerOrder } from './build/layer-order.ts'
import { pdfDecoders } from './build/pdf-decoders.ts'
import { precompress } from './build/precompress.ts'
import { preloadFonts } from './build/preload-fonts.ts'
import { subsetFonts } from './build/subset-fonts.ts'

export default defineConfig(({ mode }) => {
  const { API_PORT } = loadEnv(mode, import.meta.dirname, 'API_')
  const page = { origin: '', protocol: 'http:', hostname: '127.0.0.1' }
  const api = apiOrigin(page, { isDevelopment: true, apiPort: API_PORT ? Number(API_PORT) : undefined })
  return {
    plugins: [
      react(),
      layerOrder(),
      subsetFonts(),
      preloadFonts(),
      drawPages(),
      precompress(),
      buildSeparatePage({ name: 'card-frame', assetsDir: 'card-frame/assets' }),
      buildSeparatePage({ name: 'desk', assetsDir: 'desk/assets', plugins: [pdfDecoders('desk/assets')] }),
      deskInDevelopment(),
      buildSeparatePage({ name: 'api-reference', assetsDir: 'assets/api-reference', quality: 9 }),
      settingsInDevelopment(api),
    ],
    // Modules in the folder `api` have addresses below /api as well.
    server: { proxy: { '^/api/(?!.*\\.tsx?(\\?|$))': api, [ownDeskPaths]: api } },
    build: {
      // Every supported browser knows module preloads. Assets stay separate files, so that they can be cached.
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      rolldownOptions: {
        output: {
          codeSplitting: { groups: chunks },
          // The default names of shared chunks list all their users.
          chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
          assetFileNames: ({ names: [name = ''] }) => `assets/${name.split(/[~.]/)[0]}-[hash][extname]`,
        },
      },
    },
  }
})

/** Below /desk, but not the desk's page: the frame of a mail, and the decoders of scans, which only a build has. */
const ownDeskPaths = '^/desk/(mail-frame|assets/)'

/** In production the server sends the desk's page for every path below /desk. */
function deskInDevelopment(): Plugin {
  return {
    name: 'desk-in-development',
    apply: 'serve',
    configureServer: ({ middlewares }) => {
      middlewares.use((request, _response, next) => {
        const path = request.url ?? ''
        const isPage = /^\/desk(\/[^.]*)?(\?|$)/.test(path) && !new RegExp(ownDeskPaths).test(path)
        if (isPage) request.url = '/desk/desk.html'
        next()
      })
    },
    // The page is sent for every path, so what it loads cannot be named from where it lies.
    transformIndexHtml: (html) => html.replace('./main.tsx', '/desk/main.tsx'),
  }
}

/** In production the server writes the settings into the page; here the development server does. */
function settingsInDevelopment(api: string): Plugin {
  return {
    name: 'settings-in-development',
    apply: 'serve',
    transformIndexHtml: async (html) => {
      const settings = await fetch(`${api}/api/settings`).then((reply) => reply.text())
      return html.replace(
        '<!--settings-->',
        `<script type="application/json" id="settings">${settings.replaceAll('<', '\\u003c')}</script>`,
      )
    },
  }
}
