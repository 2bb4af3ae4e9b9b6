import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const library = new URL('../../node_modules/pdfjs-dist/', import.meta.url)

/** Of scans: fax and JBIG2, and JPEG 2000. In plain script, because the policy of the desk runs no WebAssembly. */
const decoders = ['jbig2_nowasm_fallback.js', 'openjpeg_nowasm_fallback.js']

/** The PDF library asks for its decoders by their names, in a folder that it is told: one for each version. */
export function pdfDecoders(assetsDir: string): Plugin {
  return {
    name: 'pdf-decoders',
    apply: 'build',
    generateBundle() {
      const { version } = JSON.parse(readFileSync(new URL('package.json', library), 'utf8')) as {
        version: string
      }
      for (const name of decoders)
        this.emitFile({
          type: 'asset',
          fileName: `${assetsDir}/pdf-${version}/${name}`,
          source: readFileSync(new URL(`wasm/${name}`, library)),
        })
    },
  }
}
