import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import { contract } from '#contract/contract.ts'
import { staffContract } from '#contract/staff.ts'
import { Refusal } from '#domain/refusal.ts'
import { accountsRoutes } from './accounts/accounts.routes.ts'
import type { Deps } from './deps.ts'
import { serveDocumentation } from './documentation/documentation.ts'
import { explanationsRoutes } from './explanations/explanations.routes.ts'
import { serveHealth } from './health/health.ts'
import { serveMetrics } from './health/metrics.ts'
import { bindContract } from './http.ts'
import { invoicesRoutes } from './invoices/invoices.routes.ts'
import { loginRoutes } from './login/login.routes.ts'
import { overviewRoutes } from './overview/overview.routes.ts'
import { payNowRoutes } from './pay-now/pay-now.routes.ts'
import { paymentMethodsRoutes } from './payment-methods/payment-methods.routes.ts'
import { paymentScheduleRoutes } from './payment-schedule/payment-schedule.routes.ts'
import { servePortal } from './portal/portal.ts'
import { profileRoutes } from './profile/profile.routes.ts'
import { securityHeaders } from './security-headers.ts'
import { refuseForeignPages } from './session/own-pages.ts'
import { settingsRoutes } from './settings/settings.ts'
import { statementsRoutes } from './statements/statements.routes.ts'
import { supportRoutes } from './support/support.routes.ts'
import { transactionsRoutes } from './transactions/transactions.routes.ts'
import { serveWebhooks } from './webhooks/webhooks.ts'
import { serveContributionCallback } from './staff/contribution-callback.ts'
import { serveImports } from './staff/imports/serve-imports.ts'
import { staffRoutes } from './staff/staff.routes.ts'
import { createWebServer } from './web-server.ts'
import { withdrawalsRoutes } from './withdrawals/withdrawals.routes.ts'

/** All handlers there are. An endpoint of the contract without one answers 501. */
export function allHandlers(deps: Deps) {
  return {
    ...settingsRoutes(deps),
    ...loginRoutes(deps),
    ...accountsRoutes(deps),
    ...overviewRoutes(),
    ...explanationsRoutes(deps),
    ...paymentMethodsRoutes(deps),
    ...paymentScheduleRoutes(deps),
    ...payNowRoutes(deps),
    ...profileRoutes(deps),
    ...statementsRoutes(deps),
    ...invoicesRoutes(deps),
    ...supportRoutes(deps),
    ...transactionsRoutes(deps),
    ...withdrawalsRoutes(deps),
  }
}

/** The web server as a value: tests build one too. The process that owns it is main.ts. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const app = createWebServer(deps, {
    headers: securityHeaders(deps.config),
    isPrivate: (url) => url.startsWith('/api/'),
  })
  app.addHook('onRequest', refuseForeignPages)
  // What is sent to us packed is refused: it could unpack to anything.
  await app.register(compress, {
    threshold: 2048,
    encodings: ['br', 'gzip'],
    globalDecompression: false,
  })

  bindContract(app, deps, contract, allHandlers(deps))
  bindContract(app, deps, staffContract, staffRoutes(deps))
  serveDocumentation(app)
  serveHealth(app, deps)
  if (deps.config.metricsPort === undefined) serveMetrics(app, deps)
  await serveWebhooks(app, deps)
  await serveContributionCallback(app, deps)
  await serveImports(app, deps)
  app.all('/api/*', async () => {
    throw new Refusal('not_found')
  })
  await servePortal(app, deps)
  return app
}
