import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const smallestBytes = 1_000

/** Compresses files once, at the best level, so that the server need not do it for every request. */
export function precompress(quality = constants.BROTLI_MAX_QUALITY): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (!/\.(m?js|css|svg)$/.test(file.fileName)) continue
          const source = Buffer.from(file.type === 'chunk' ? file.code : file.source)
          if (source.length < smallestBytes) continue
          const options = { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }
          this.emitFile({
            type: 'asset',
            fileName: `${file.fileName}.br`,
            source: brotliCompressSync(source, options),
          })
          this.emitFile({
            type: 'asset',
            fileName: `${file.fileName}.gz`,
            source: gzipSync(source, { level: 9 }),
          })
        }
      },
    },
  }
}
