import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import { fastify, LogController, type FastifyInstance } from 'fastify'
import { contract } from '#contract/contract.ts'
import { requestIdHeader } from '#contract/headers.ts'
import { Refusal } from '#domain/refusal.ts'
import { accountsRoutes } from './accounts/accounts.routes.ts'
import type { Deps } from './deps.ts'
import { serveDocumentation } from './documentation/documentation.ts'
import { replyWithError } from './errors.ts'
import { serveHealth } from './health/health.ts'
import { measureRequests, serveMetrics } from './health/metrics.ts'
import { bindContract } from './http.ts'
import { loginRoutes } from './login/login.routes.ts'
import { overviewRoutes } from './overview/overview.routes.ts'
import { servePortal } from './portal/portal.ts'
import { securityHeaders } from './security-headers.ts'
import { settingsRoutes } from './settings/settings.ts'

/** All handlers there are. An endpoint of the contract without one answers 501. */
export function allHandlers(deps: Deps) {
  return {
    ...settingsRoutes(deps),
    ...loginRoutes(deps),
    ...accountsRoutes(deps),
    ...overviewRoutes(deps),
  }
}

/** The web server as a value: tests build one too. The process that owns it is main.ts. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: deps.log,
    // One line for each reply is written by measureRequests.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 256 * 1024,
    requestTimeout: 30_000,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    // A forwarded address counts only when one of our own proxies reports it.
    trustProxy: deps.config.trustedProxies,
  }) as unknown as FastifyInstance

  // JSON is all we read; a form or plain text posted from a foreign page is refused before it is looked at.
  app.removeContentTypeParser('text/plain')
  app.setErrorHandler(replyWithError)
  const headers = securityHeaders(deps.config)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header(requestIdHeader, request.id)
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
  })
  measureRequests(app)
  await app.register(compress, { threshold: 2048, encodings: ['br', 'gzip'] })

  bindContract(app, deps, contract, allHandlers(deps))
  serveDocumentation(app)
  serveHealth(app, deps)
  if (deps.config.metricsPort === undefined) serveMetrics(app, deps)
  app.all('/api/*', async () => {
    throw new Refusal('not_found')
  })
  await servePortal(app, deps)
  return app
}
