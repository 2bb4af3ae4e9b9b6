import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isCardPage } from '#domain/card-pages.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../deps.ts'
import { cardPageHeaders } from '../http/security-headers.ts'
import { isPrefetch } from '../session/own-pages.ts'
import { readSettings } from '../settings/settings.ts'

const built = fileURLToPath(new URL('../../web/dist/', import.meta.url))

/** Opened directly, a file of the portal loads nothing and cannot be framed. */
const policyOfFiles = "default-src 'none'; frame-ancestors 'none'"

/** Serves the built portal: its hashed files cached for ever, its page for every path of the browser's router. */
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
      // Assets have a hash of their content in their name; other files may change.
      const isHashed = path.includes('/assets/')
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      // The page's policy means nothing for a script, style or font, so the short one is sent.
      if (isHashed) reply.header('content-security-policy', policyOfFiles)
      // Stripe's bank account form uses our font and has to fetch it.
      if (path.endsWith('.woff2')) reply.header('access-control-allow-origin', '*')
    },
  })
  const page = withSettings('index.html', deps)
  const cardPage = cardPageHeaders(deps.config)
  // The log-in page is prerendered, so that it shows before any script has run.
  const loginPage = withSettings('login.html', deps)
  app.get('/assets/*', notFound)
  app.get('/login', async (request, reply) =>
    sendPage(request, reply, await (hasQuery(request) ? page() : loginPage())),
  )
  app.get('/pay-now', async (request, reply) => {
    // Its URL may contain a link's secret. If one is made public, search engines must not list it.
    reply.header('x-robots-tag', 'noindex')
    return sendPage(request, reply.headers(cardPage), await page())
  })
  app.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
    if (isCardPage(`/${request.params['*']}`)) reply.headers(cardPage)
    return sendPage(request, reply, await page())
  })
}

const hasQuery = ({ query }: FastifyRequest) => Object.keys(query as object).length > 0

function sendPage(request: FastifyRequest, reply: FastifyReply, page: string): FastifyReply {
  // A prefetched page could use up a link or send a code that nobody requested.
  if (isPrefetch(request) && hasQuery(request)) throw new Refusal('forbidden')
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page)
}

/** The page contains the settings, so that the first screen needs no call. */
function withSettings(file: string, deps: Deps): () => Promise<string> {
  const [before = '', ...after] = readFileSync(`${built}${file}`, 'utf8').split('<!--settings-->')
  return async () => {
    const json = JSON.stringify(await readSettings(deps)).replaceAll('<', '\\u003c')
    return [before, ...after].join(`<script type="application/json" id="settings">${json}</script>`)
  }
}
