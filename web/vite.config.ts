import { relative, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv, type Plugin } from 'vite'
import { apiOrigin } from '../domain/environment.ts'
import { buildCardFrame } from './build/build-card-frame.ts'
import { drawLogin } from './build/draw-login.ts'
import { precompress } from './build/precompress.ts'
import { preloadFonts } from './build/preload-fonts.ts'

export default defineConfig(({ mode }) => {
  const { API_PORT } = loadEnv(mode, import.meta.dirname, 'API_')
  const page = { origin: '', protocol: 'http:', hostname: '127.0.0.1' }
  const api = apiOrigin(page, { isDevelopment: true, apiPort: API_PORT ? Number(API_PORT) : undefined })
  return {
    plugins: [
      react(),
      preloadFonts(),
      drawLogin(),
      precompress(),
      buildCardFrame(),
      settingsInDevelopment(api),
    ],
    server: { proxy: { '/api': api } },
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

const logInParts =
  /^(web\/ui\/(text-input|code-input|card\/card|button\/use-busy|icon\/(arrow-left|chat|mail)|spot-art\/(phone|link|mail))|web\/api\/just-sent|domain\/(login|redirect|email-suggestion))\b/
const portalParts = /^(web\/(ui|api|app|session|features\/.+-skeleton)|domain|contract)\b/
const reactAria =
  /^web\/ui\/(react-aria|select\/select|autocomplete|modal\/modal-dialog|date-input\/calendar)/
const inProject = (id: string) => relative(resolve(import.meta.dirname, '..'), id)

/**
 * Few files: a request costs more than some unused kilobytes in a shared one. One file has what every page needs, one
 * what the log-in page adds, and one what the pages behind the log-in share. What is built on React Aria is large and
 * needed by few pages, so it keeps its own chunks.
 */
const chunks = [
  { name: 'start', tags: ['$initial' as const], priority: 2 },
  { name: 'log-in-parts', test: (id: string) => logInParts.test(inProject(id)), priority: 1 },
  {
    name: 'portal-parts',
    test: (id: string) => portalParts.test(inProject(id)) && !reactAria.test(inProject(id)),
    minShareCount: 2,
  },
]
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
