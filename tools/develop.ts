import { watch } from 'node:fs'
import { join } from 'node:path'
import { startChild } from './child.ts'
import { freePort, isPortFree } from './ports.ts'
import { programOf } from './program.ts'
import { inProject } from './project.ts'
import { untilReady } from './ready.ts'
import type { Stack } from './stack.ts'

/** For development: pages reload in place, and the server restarts when its code changes. */
export async function develop(
  stack: Stack,
  dataDir: string,
  say: (text: string) => void,
): Promise<{ url: string; stop(): Promise<void> }> {
  const port = (await isPortFree(5173)) ? 5173 : await freePort()
  const pages = await servePages(port, stack.portalUrl, join(dataDir, 'pages.log'))
  const stopWatching = whenCodeChanges(['server', 'contract', 'domain'], async (file) => {
    say(`${file} changed, the server restarts …`)
    await stack.restartServer().then(
      () => say('  ready again'),
      (error: Error) => say(error.message),
    )
  })
  return {
    url: pages.url,
    stop: async () => {
      stopWatching()
      await pages.stop()
    },
  }
}

/** The pages from their sources; what they call is the server at `serverUrl`. */
export async function servePages(
  port: number,
  serverUrl: string,
  log: string,
): Promise<{ url: string; stop(): Promise<void> }> {
  const args = ['web', '--host', '127.0.0.1', '--port', String(port), '--strictPort']
  const env = { API_PORT: new URL(serverUrl).port, NODE_ENV: 'development' }
  const pages = await startChild('The page server', programOf('vite'), env, log, args)
  await untilReady(pages, `http://127.0.0.1:${port}`, log)
  return { url: `http://localhost:${port}`, stop: () => pages.stop() }
}

/** One save causes several events. They are combined, and reactions run one after the other. */
function whenCodeChanges(rooms: string[], react: (file: string) => Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined
  let turn = Promise.resolve()
  const watchers = rooms.map((room) =>
    watch(inProject(room), { recursive: true }, (_event, name) => {
      if (!name || !/\.(ts|sql)$/.test(name) || name.endsWith('.test.ts')) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        turn = turn.then(() => react(`${room}/${name}`))
      }, 150)
    }),
  )
  return () => watchers.forEach((watcher) => watcher.close())
}
