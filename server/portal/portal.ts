import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../deps.ts'
import { isPrefetch } from '../session/own-pages.ts'
import { readSettings } from '../settings/settings.ts'

const built = fileURLToPath(new URL('../../web/dist/', import.meta.url))

/** Opened by themselves, files of the portal load nothing and stand in no frame. */
const policyOfFiles = "default-src 'none'; frame-ancestors 'none'"

/** Serves the built portal: its files for ever, its page for every path that the browser's router knows. */
export async function servePortal(app: FastifyInstance, deps: Deps): Promise<void> {
  const notFound = async () => {
    throw new Refusal('not_found')
  }
  if (!existsSync(`${built}index.html`)) {
    app.get('/*', notFound)
    return
  }
  await app.register(fastifyStatic, {
    root: built,
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['*.html'],
    setHeaders: (reply, path) => {
      // Names of assets carry a hash of their content; other files may change under their name.
      const isHashed = path.includes('/assets/')
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      // The rules for a page say nothing to a script, a style or a font, and would be sent with each of them.
      if (isHashed) reply.header('content-security-policy', policyOfFiles)
      // The card processor's form for bank accounts is set in our type, which it has to fetch.
      if (path.endsWith('.woff2')) reply.header('access-control-allow-origin', '*')
    },
  })
  const page = withSettings('index.html', deps)
  // The plain log-in page comes already drawn, so that it shows before any script has run.
  const loginPage = withSettings('login.html', deps)
  app.get('/assets/*', notFound)
  app.get('/login', async (request, reply) =>
    sendPage(request, reply, await (request.url.includes('?') ? page() : loginPage())),
  )
  app.get('/*', async (request, reply) => sendPage(request, reply, await page()))
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: string): FastifyReply {
  // Drawn ahead of a visit that may never come, a page could use a link up or send a code that nobody asked for.
  if (isPrefetch(request) && request.url.includes('?')) throw new Refusal('forbidden')
  // The address of a payment page may hold the secret of a link; where one was made public, nobody should find it.
  if (request.url.startsWith('/pay-now')) reply.header('x-robots-tag', 'noindex')
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page)
}

/** The settings travel inside the page, so that the first screen needs no call. */
function withSettings(file: string, deps: Deps): () => Promise<string> {
  const [before = '', ...after] = readFileSync(`${built}${file}`, 'utf8').split('<!--settings-->')
  return async () => {
    const json = JSON.stringify(await readSettings(deps)).replaceAll('<', '\\u003c')
    return [before, ...after].join(`<script type="application/json" id="settings">${json}</script>`)
  }
}
