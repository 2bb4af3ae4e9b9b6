import { join, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, type LogLevel, type Plugin } from 'vite'
import { layerOrder } from './layer-order.ts'
import { precompress } from './precompress.ts'
import { preloadFonts } from './preload-fonts.ts'
import { subsetFonts } from './subset-fonts.ts'

type SeparatePage = {
  /** A folder of `web/` that has a page of this name. */
  name: string
  /** Where its files go, and so the path at which the browser asks for them. */
  assetsDir: string
  /** What has to keep its name, because a library asks for it by that. */
  plugins?: Plugin[]
  /** Brotli's. The best takes ten times as long as the next but one, for a few percent. */
  quality?: number
}

/**
 * Builds a page that shares no file with the portal, after it. The card frame comes from another origin and should
 * contain as little script as possible; the desk and the API reference contain much that no parent should download.
 */
export function buildSeparatePage({ name, assetsDir, plugins = [], quality }: SeparatePage): Plugin {
  const folder = join(import.meta.dirname, '..', name)
  let outDir = ''
  let logLevel: LogLevel | undefined
  return {
    name: `build-${name}`,
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
        plugins: [react(), layerOrder(), subsetFonts(), preloadFonts(), ...plugins, precompress(quality)],
        build: {
          outDir,
          emptyOutDir: false,
          assetsDir,
          assetsInlineLimit: 0,
          modulePreload: { polyfill: false },
          rolldownOptions: { input: join(folder, `${name}.html`) },
        },
      })
    },
  }
}
