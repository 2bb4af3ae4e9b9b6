import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../deps.ts'
import { settingsOf } from '../settings/settings.ts'

const built = fileURLToPath(new URL('../../web/dist/', import.meta.url))

/** Serves the built portal: its files for ever, its page for every path that the browser's router knows. */
export async function servePortal(app: FastifyInstance, deps: Deps): Promise<void> {
  if (!existsSync(`${built}index.html`)) {
    app.get('/*', async () => {
      throw new Refusal('not_found')
    })
    return
  }
  await app.register(fastifyStatic, {
    root: built,
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Names of assets carry a hash of their content; other files may change under their name.
      const isHashed = path.includes('/assets/')
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const page = pageWithSettings(deps)
  app.get('/assets/*', async () => {
    throw new Refusal('not_found')
  })
  app.get('/*', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page),
  )
}

/** The settings travel inside the page, so that the first screen needs no call. */
function pageWithSettings({ config }: Deps): string {
  const json = JSON.stringify(settingsOf(config)).replaceAll('<', '\\u003c')
  const script = `<script type="application/json" id="settings">${json}</script>`
  return readFileSync(`${built}index.html`, 'utf8').replace('<!--settings-->', script)
}
