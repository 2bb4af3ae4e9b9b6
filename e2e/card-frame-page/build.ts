import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { layerOrder } from '#web/build/layer-order.ts'

/** The page as one script and one style sheet, which stand in for those of the portal's own page. */
export async function buildPage(): Promise<{ script: string; style: string }> {
  const built = await build({
    root: fileURLToPath(new URL('.', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    plugins: [layerOrder()],
    // With React's double effects switched on.
    define: { 'process.env.NODE_ENV': '"development"' },
    build: {
      write: false,
      minify: false,
      chunkSizeWarningLimit: 10_000,
      rolldownOptions: { input: fileURLToPath(new URL('main.tsx', import.meta.url)) },
    },
  })
  const outputs = Array.isArray(built) ? built : [built]
  const files = outputs.flatMap((each) => ('output' in each ? each.output : []))
  const contentOf = (ending: string) => {
    const file = files.find(({ fileName }) => fileName.endsWith(ending))
    return file?.type === 'chunk' ? file.code : String(file?.source)
  }
  return { script: contentOf('.js'), style: contentOf('.css') }
}
