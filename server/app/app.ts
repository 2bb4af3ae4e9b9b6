import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import { contract } from '#contract/contract.ts'
import { staffContract } from '#contract/staff.ts'
import { Refusal } from '#domain/refusal.ts'
import { accountsRoutes } from '../people/accounts/accounts.routes.ts'
import { addressEntryRoutes } from '../portal-api/address-entry/address-entry.routes.ts'
import { calendarFeedRoutes } from '../portal-api/calendar-feed/calendar-feed.routes.ts'
import { serveCalendarFeed } from '../portal-api/calendar-feed/serve-calendar-feed.ts'
import { contactChangeRoutes } from '../people/contact-change/contact-change.routes.ts'
import type { Deps } from '../platform/deps.ts'
import { serveDocumentation } from './documentation/documentation.ts'
import { explanationsRoutes } from '../portal-api/explanations/explanations.routes.ts'
import { serveHealth } from '../platform/health/health.ts'
import { processGauges } from './process-gauges.ts'
import { serveMetrics } from '../platform/health/metrics.ts'
import { authentication } from './authentication.ts'
import { bindContract } from '../platform/http/http.ts'
import { guestPaymentsRoutes } from '../portal-api/pay-now/guest-payments.routes.ts'
import { identityRoutes } from '../people/identity/identity.routes.ts'
import { invoicesRoutes } from '../portal-api/invoices/invoices.routes.ts'
import { loginRoutes } from '../people/login/login.routes.ts'
import { overviewRoutes } from '../portal-api/overview/overview.routes.ts'
import { payNowRoutes } from '../portal-api/pay-now/pay-now.routes.ts'
import { paymentMethodsRoutes } from '../books/payment-methods/payment-methods.routes.ts'
import { paymentScheduleRoutes } from '../plans/schedule-page/payment-schedule.routes.ts'
import { failedPaymentsRoutes } from '../plans/plan-changes/failed-payments.routes.ts'
import { careRoutes } from '../plans/care/care.routes.ts'
import { planChangesRoutes } from '../plans/plan-changes/plan-changes.routes.ts'
import { serveDesk } from '../portal-api/portal/desk.ts'
import { servePortal } from '../portal-api/portal/portal.ts'
import { profileRoutes } from '../portal-api/profile/profile.routes.ts'
import { callHeaders, securityHeaders } from '../platform/http/security-headers.ts'
import { isApiRoute, refuseForeignPages } from '../people/session/own-pages.ts'
import { settingsRoutes } from '../platform/settings/settings.ts'
import { statementsRoutes } from '../portal-api/statements/statements.routes.ts'
import { supportRoutes } from '../portal-api/support/support.routes.ts'
import { switchAccountRoutes } from '../plans/switch-account/switch-account.routes.ts'
import { transactionsRoutes } from '../portal-api/transactions/transactions.routes.ts'
import { serveWebhooks } from '../books/webhooks/webhooks.ts'
import { serveContributionCallback } from '../desk-api/accounts/contribution-callback.ts'
import { serveImports } from '../desk-api/imports/serve-imports.ts'
import { serveLive } from '../desk-api/live/serve-live.ts'
import { staffRoutes } from '../desk-api/desk.routes.ts'
import { createWebServer } from '../platform/http/web-server.ts'
import { withdrawalsRoutes } from '../books/withdrawals/withdrawals.routes.ts'

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

/** Builds the web server without listening, so that tests can build one too. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const app = createWebServer(deps, {
    headers: securityHeaders(deps.config),
    isPrivate: isApiRoute,
    privateHeaders: callHeaders,
  })
  app.addHook('onRequest', refuseForeignPages(deps.config))
  // Requests are not decompressed, because a compressed body could unpack to any size.
  await app.register(compress, {
    threshold: 2048,
    encodings: ['br', 'gzip'],
    globalDecompression: false,
  })

  const binding = { deps, authentication: authentication(deps) }
  bindContract(app, binding, contract, allHandlers(deps))
  bindContract(app, binding, staffContract, staffRoutes(deps))
  serveDocumentation(app, deps.config)
  serveHealth(app, deps)
  if (deps.config.metricsPort === undefined && !deps.config.isProduction)
    serveMetrics(app, deps, processGauges(deps))
  // Metrics are on another port or on none. Without this route, the portal would answer with its page.
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
