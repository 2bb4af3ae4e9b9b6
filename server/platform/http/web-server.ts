import { randomUUID } from 'node:crypto'
import { fastify, LogController, type FastifyInstance } from 'fastify'
import { requestIdHeader } from '#contract/headers.ts'
import type { Deps } from '../deps.ts'
import { replyWithError } from './errors.ts'
import { letGoWhenClosing } from './let-go.ts'
import { measureRequests } from '../health/metrics.ts'

type Manner = {
  /** On every reply, errors too. */
  headers: Record<string, string>
  /** Replies that no cache may keep, by the matched route: the text of a URL can spell the same path in many ways. */
  isPrivate: (route: string | undefined) => boolean
  /** On these, where they differ from the others. */
  privateHeaders?: Record<string, string>
}

/** What both of our web servers have in common, before they have anything to say. */
export function createWebServer(
  { config, log }: Deps,
  { headers, isPrivate, privateHeaders }: Manner,
): FastifyInstance {
  const app = fastify({
    loggerInstance: log,
    // One line for each reply is written by measureRequests.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 256 * 1024,
    // A client that has not sent everything by then is cut off. Node takes the longer of two times for this one, so that for
    // the head alone must be the shorter; and by itself it looks for latecomers too seldom.
    requestTimeout: 30_000,
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 2_000 },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    // A forwarded address counts only when one of our own proxies reports it.
    trustProxy: config.trustedProxies,
  }) as unknown as FastifyInstance

  // JSON is all we read; a form or plain text posted from a foreign page is refused before it is looked at.
  app.removeContentTypeParser('text/plain')
  app.setErrorHandler(replyWithError)
  // A logger for each request costs more than the line that it writes: who writes one names the request.
  app.setChildLoggerFactory((logger) => logger)
  const onPrivate = { ...headers, ...privateHeaders, 'cache-control': 'no-store' }
  app.addHook('onRequest', (request, reply, done) => {
    reply
      .headers(isPrivate(request.routeOptions.url) ? onPrivate : headers)
      .header(requestIdHeader, request.id)
    done()
  })
  measureRequests(app, log)
  letGoWhenClosing(app, log)
  return app
}
