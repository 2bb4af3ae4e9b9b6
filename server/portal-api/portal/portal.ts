import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isCardPage } from '#domain/card-pages.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../platform/deps.ts'
import { pageHeaders } from '../../platform/http/security-headers.ts'
import { isPrefetch } from '../../people/session/own-pages.ts'
import { readSettings } from '../../platform/settings/settings.ts'
import { openPage } from './page.ts'

const built = fileURLToPath(new URL('../../../web/dist/', import.meta.url))

/** A file of the portal, opened directly, loads nothing and cannot be framed. */
const policyOfFiles = "default-src 'none'; frame-ancestors 'none'"
/** A worker has the policy of its own file. The desk's worker loads the decoder for scans. */
const policyOfWorkers = "default-src 'none'; script-src 'self'; frame-ancestors 'none'"

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
    // Pages are sent below, with their settings and their policy.
    globIgnore: ['**/*.html'],
    setHeaders: (reply, path) => {
      // Assets have a hash of their content in their name; other files may change.
      const isHashed = path.includes('/assets/')
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      // The page's policy has no effect on a script, style or font, so the short one is sent.
      if (isHashed)
        reply.header('content-security-policy', path.includes('.worker.') ? policyOfWorkers : policyOfFiles)
      // Stripe's bank account form uses our font and has to fetch it.
      if (path.endsWith('.woff2')) reply.header('access-control-allow-origin', '*')
    },
  })
  const plain = servedPage(deps, 'index.html')
  const rendered = new Map(
    readdirSync(`${built}pages`).map((file) => [pathOf(file), servedPage(deps, `pages/${file}`)]),
  )
  app.get('/assets/*', notFound)
  app.get<{ Params: { '*': string }; Querystring: { request?: unknown } }>('/*', async (request, reply) => {
    const path = `/${request.params['*']}`
    const isPayNow = path === '/pay-now'
    // Its URL may contain a link's secret. If one is made public, search engines must not list it.
    if (isPayNow) reply.header('x-robots-tag', 'noindex')
    // The payment page is rendered as guests see it. On other pages a query needs something else than the rendered
    // page.
    const isDrawn = isPayNow ? Boolean(request.query.request) : !hasQuery(request)
    // A prefetched page could use up a link or send a code that nobody requested.
    if (isPrefetch(request) && hasQuery(request)) throw new Refusal('forbidden')
    return ((isDrawn && rendered.get(path)) || plain)(request, reply, path)
  })
}

/** The path of a page that the build has rendered, so that it shows before any script has run. */
const pathOf = (file: string) => `/${file.replace(/^index|\.html$/g, '')}`

const hasQuery = ({ query }: FastifyRequest) => Object.keys(query as object).length > 0

type ServedPage = (request: FastifyRequest, reply: FastifyReply, path: string) => Promise<FastifyReply>

function servedPage(deps: Deps, file: string): ServedPage {
  const { inline, read } = openPage(`${built}${file}`)
  const headers = pageHeaders(deps.config, { isForCards: false, inline })
  const cardHeaders = pageHeaders(deps.config, { isForCards: true, inline })
  return async (request, reply, path) => {
    const settings = JSON.stringify(await readSettings(deps))
    const { body, encoding } = await read(settings, request.headers['accept-encoding'] ?? '')
    return reply
      .headers(isCardPage(path) ? cardHeaders : headers)
      .headers({ 'cache-control': 'no-store', vary: 'accept-encoding', 'content-encoding': encoding })
      .type('text/html; charset=utf-8')
      .send(body)
  }
}
