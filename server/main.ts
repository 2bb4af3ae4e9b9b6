import { fastify } from 'fastify'
import { buildApp } from './app.ts'
import { buildCardFrame } from './card-entry/card-frame.ts'
import { movableClock, systemClock } from './clock.ts'
import { readConfig } from './config.ts'
import { openDatabase } from './database/open.ts'
import type { Deps } from './deps.ts'
import { clusterName } from './health/health.store.ts'
import { serveMetrics } from './health/metrics.ts'
import { jobHandlers } from './jobs/job-handlers.ts'
import { openJobs } from './jobs/jobs.ts'
import { createLog } from './log.ts'
import { mailProvider } from './providers/mail.ts'
import { smsProvider } from './providers/sms.ts'
import { stripeAccounts } from './providers/stripe/client.ts'
import { tokens } from './session/token.ts'

const drainMs = 25_000

const config = readConfig()
const log = createLog(config.logLevel)
const db = openDatabase(config.databaseUrl)
if (!config.allowsEmbeddedDatabase && (await clusterName(db)) === 'larkwell-embedded') {
  throw new Error(
    'The embedded database is for trying Larkwell out: production needs a PostgreSQL of its own.',
  )
}

const deps: Deps = {
  config,
  log,
  db,
  clock: config.clockFile ? movableClock(config.clockFile) : systemClock,
  tokens: tokens(config.sessionKeys),
  jobs: await openJobs(config.databaseUrl, log),
  providers: {
    mail: mailProvider(config.mail),
    sms: smsProvider(config.sms),
    stripe: stripeAccounts(config),
  },
}

const app = await buildApp(deps)
const cardFrame = await buildCardFrame(deps)
await cardFrame.listen({ host: config.host, port: config.cardFrame.port })
await app.listen({ host: config.host, port: config.port })
await deps.jobs.work(jobHandlers(deps))
if (config.metricsPort !== undefined) {
  const metrics = fastify()
  serveMetrics(metrics, deps)
  await metrics.listen({ host: '127.0.0.1', port: config.metricsPort })
}

/** New calls are refused, those under way are finished, then the process leaves. */
async function shutDown(signal: string): Promise<void> {
  log.info({ signal }, 'shutting down')
  setTimeout(() => process.exit(1), drainMs).unref()
  await Promise.all([app.close(), cardFrame.close()])
  await deps.jobs.stop()
  deps.providers.mail.close()
  await db.close()
  process.exit(0)
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void shutDown(signal))
