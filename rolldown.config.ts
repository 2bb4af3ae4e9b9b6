import { chmod } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { defineConfig } from 'rolldown'

const out = join(import.meta.dirname, 'server', 'dist')
const opsOut = join(import.meta.dirname, 'ops', 'dist')
const opsFile = 'ops.js'

export default defineConfig([
  /**
   * The server and its packages as one file: finding, reading and linking 1,500 of them takes longer than all the rest of
   * a start. Not minified, so that stack traces stay readable.
   */
  {
    input: { main: 'server/main.ts' },
    platform: 'node',
    // Reads its fonts from its own folder, and is loaded only for the first document.
    external: ['pdfkit'],
    plugins: [{ name: 'own-place', transform: withOwnPlace }],
    output: { dir: out, format: 'esm', cleanDir: true },
  },
  /** The staff's command line as one file that runs alone: no npm, no packages and no sources at a desk. */
  {
    input: { ops: 'ops/main.ts' },
    platform: 'node',
    plugins: [{ name: 'executable', writeBundle: () => chmod(join(opsOut, opsFile), 0o755) }],
    output: { dir: opsOut, entryFileNames: opsFile, format: 'esm', cleanDir: true, codeSplitting: false },
  },
])

/** Modules of ours read files beside them; in the bundle they find them where they were. */
function withOwnPlace(code: string, id: string): string | undefined {
  if (!id.startsWith(join(import.meta.dirname, 'server'))) return undefined
  const path = JSON.stringify(relative(out, id))
  return code.replaceAll('import.meta.url', `new URL(${path}, import.meta.url).href`)
}
