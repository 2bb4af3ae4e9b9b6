import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import { contract } from '#contract/contract.ts'
import { staffContract } from '#contract/staff.ts'
import { Refusal } from '#domain/refusal.ts'
import { accountsRoutes } from './accounts/accounts.routes.ts'
import { addressEntryRoutes } from './address-entry/address-entry.routes.ts'
import { calendarFeedRoutes } from './calendar-feed/calendar-feed.routes.ts'
import { serveCalendarFeed } from './calendar-feed/serve-calendar-feed.ts'
import { contactChangeRoutes } from './contact-change/contact-change.routes.ts'
import type { Deps } from './deps.ts'
import { serveDocumentation } from './documentation/documentation.ts'
import { explanationsRoutes } from './explanations/explanations.routes.ts'
import { serveHealth } from './health/health.ts'
import { serveMetrics } from './health/metrics.ts'
import { bindContract } from './http/http.ts'
import { guestPaymentsRoutes } from './pay-now/guest-payments.routes.ts'
import { identityRoutes } from './identity/identity.routes.ts'
import { invoicesRoutes } from './invoices/invoices.routes.ts'
import { loginRoutes } from './login/login.routes.ts'
import { overviewRoutes } from './overview/overview.routes.ts'
import { payNowRoutes } from './pay-now/pay-now.routes.ts'
import { paymentMethodsRoutes } from './payment-methods/payment-methods.routes.ts'
import { paymentScheduleRoutes } from './payment-schedule/payment-schedule.routes.ts'
import { failedPaymentsRoutes } from './plan-changes/failed-payments.routes.ts'
import { careRoutes } from './care/care.routes.ts'
import { planChangesRoutes } from './plan-changes/plan-changes.routes.ts'
import { serveDesk } from './portal/desk.ts'
import { servePortal } from './portal/portal.ts'
import { profileRoutes } from './profile/profile.routes.ts'
import { callHeaders, securityHeaders } from './http/security-headers.ts'
import { isApiRoute, refuseForeignPages } from './session/own-pages.ts'
import { settingsRoutes } from './settings/settings.ts'
import { statementsRoutes } from './statements/statements.routes.ts'
import { supportRoutes } from './support/support.routes.ts'
import { switchAccountRoutes } from './switch-account/switch-account.routes.ts'
import { transactionsRoutes } from './transactions/transactions.routes.ts'
import { serveWebhooks } from './webhooks/webhooks.ts'
import { serveContributionCallback } from './staff/families/contribution-callback.ts'
import { serveImports } from './staff/imports/serve-imports.ts'
import { serveLive } from './staff/live/serve-live.ts'
import { staffRoutes } from './staff/staff.routes.ts'
import { createWebServer } from './http/web-server.ts'
import { withdrawalsRoutes } from './withdrawals/withdrawals.routes.ts'

/** The handlers of the whole contract. */
export function allHandlers(deps: Deps) {
  return {
    ...settingsRoutes(deps),
    ...loginRoutes(deps),
    ...contactChangeRoutes(deps),
    ...accountsRoutes(deps),
    ...addressEntryRoutes(deps),
    ...overviewRoutes(deps),
    ...explanationsRoutes(deps),
    ...paymentMethodsRoutes(deps),
    ...paymentScheduleRoutes(deps),
    ...planChangesRoutes(deps),
    ...failedPaymentsRoutes(deps),
    ...careRoutes(deps),
    ...calendarFeedRoutes(deps),
    ...payNowRoutes(deps),
    ...guestPaymentsRoutes(deps),
    ...profileRoutes(deps),
    ...statementsRoutes(deps),
    ...identityRoutes(deps),
    ...invoicesRoutes(deps),
    ...supportRoutes(deps),
    ...switchAccountRoutes(deps),
    ...transactionsRoutes(deps),
    ...withdrawalsRoutes(deps),
  }
}

async function notFound(): Promise<never> {
  throw new Refusal('not_found')
}

/** The web server as a value, so that tests can build one too. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const app = createWebServer(deps, {
    headers: securityHeaders(deps.config),
    isPrivate: isApiRoute,
    privateHeaders: callHeaders,
  })
  app.addHook('onRequest', refuseForeignPages(deps.config))
  // Compressed requests are refused: they could unpack to any size.
  await app.register(compress, {
    threshold: 2048,
    encodings: ['br', 'gzip'],
    globalDecompression: false,
  })

  bindContract(app, deps, contract, allHandlers(deps))
  bindContract(app, deps, staffContract, staffRoutes(deps))
  serveDocumentation(app, deps.config)
  serveHealth(app, deps)
  if (deps.config.metricsPort === undefined && !deps.config.isProduction) serveMetrics(app, deps)
  // Elsewhere, or nowhere: not even the portal's page, which every other path gives.
  else app.get('/metrics', notFound)
  serveCalendarFeed(app, deps)
  await serveWebhooks(app, deps)
  await serveContributionCallback(app, deps)
  await serveImports(app, deps)
  serveLive(app, deps)
  app.all('/api/*', notFound)
  serveDesk(app, deps)
  await servePortal(app, deps)
  return app
}
