import { join, relative } from 'node:path'
import { defineConfig } from 'rolldown'

const out = join(import.meta.dirname, 'server', 'dist')

/**
 * The server and its packages as one file: finding, reading and linking 1,500 of them takes longer than all the rest of
 * a start. Not minified, so that stack traces stay readable.
 */
export default defineConfig({
  input: { main: 'server/main.ts' },
  platform: 'node',
  // Reads its fonts from its own folder, and is loaded only for the first document.
  external: ['pdfkit'],
  plugins: [{ name: 'own-place', transform: withOwnPlace }],
  output: { dir: out, format: 'esm', cleanDir: true },
})

/** Modules of ours read files beside them; in the bundle they find them where they were. */
function withOwnPlace(code: string, id: string): string | undefined {
  if (!id.startsWith(join(import.meta.dirname, 'server'))) return undefined
  const path = JSON.stringify(relative(out, id))
  return code.replaceAll('import.meta.url', `new URL(${path}, import.meta.url).href`)
}
