import { resolve } from 'node:path'
import { build, type LogLevel, type Plugin } from 'vite'
import { precompress } from './precompress.ts'
import { preloadFonts } from './preload-fonts.ts'

const folder = new URL('../card-frame/', import.meta.url).pathname

/**
 * Builds the card frame's page, after the portal. The two share no file: they are served from different origins, and
 * this one should contain as little script as possible.
 */
export function buildCardFrame(): Plugin {
  let outDir = ''
  let logLevel: LogLevel | undefined
  return {
    name: 'build-card-frame',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir)
      logLevel = config.logLevel
    },
    writeBundle: async () => {
      await build({
        configFile: false,
        root: folder,
        publicDir: false,
        logLevel,
        plugins: [preloadFonts(), precompress()],
        build: {
          outDir,
          emptyOutDir: false,
          assetsDir: 'card-frame/assets',
          assetsInlineLimit: 0,
          modulePreload: { polyfill: false },
          rolldownOptions: { input: `${folder}card-frame.html` },
        },
      })
    },
  }
}
