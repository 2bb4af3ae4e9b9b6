import { randomUUID } from 'node:crypto'
import { fastify, LogController, type FastifyInstance } from 'fastify'
import { requestIdHeader } from '#contract/headers.ts'
import type { Deps } from '../deps.ts'
import { replyWithError } from './errors.ts'
import { closeConnectionsOnShutdown } from './close-connections.ts'
import { measureRequests } from '../health/metrics.ts'

type ServerOptions = {
  /** The headers of every reply, including errors. */
  headers: Record<string, string>
  /**
   * Whether no cache may store the replies of a route. Decided by the matched route, because a URL can spell the same
   * path in many ways.
   */
  isPrivate: (route: string | undefined) => boolean
  /** The headers of private replies that differ from the others. */
  privateHeaders?: Record<string, string>
}

/** The common set-up of both web servers, without routes. */
export function createWebServer(
  { config, log }: Deps,
  { headers, isPrivate, privateHeaders }: ServerOptions,
): FastifyInstance {
  const app = fastify({
    loggerInstance: log,
    // One line for each reply is written by measureRequests.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 256 * 1024,
    // A client that has not sent its whole request by then is cut off. Node uses the longer of the two timeouts for
    // this, so the header timeout must be the shorter one. By default Node checks for late clients too rarely.
    requestTimeout: 30_000,
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 2_000 },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    // A forwarded address counts only when one of our own proxies reports it.
    trustProxy: config.trustedProxies,
  }) as unknown as FastifyInstance

  // The server reads only JSON: a form or plain text posted from a foreign page is refused before it is parsed.
  app.removeContentTypeParser('text/plain')
  app.setErrorHandler(replyWithError)
  // A logger for each request costs more than the line that it writes, so each line names its request instead.
  app.setChildLoggerFactory((logger) => logger)
  const onPrivate = { ...headers, ...privateHeaders, 'cache-control': 'no-store' }
  app.addHook('onRequest', (request, reply, done) => {
    reply
      .headers(isPrivate(request.routeOptions.url) ? onPrivate : headers)
      .header(requestIdHeader, request.id)
    done()
  })
  measureRequests(app, log)
  closeConnectionsOnShutdown(app, log)
  return app
}
