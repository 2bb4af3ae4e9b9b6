import { fastify } from 'fastify'
import { buildApp } from './app.ts'
import { buildCardFrame } from './card-entry/card-frame.ts'
import { readConfig } from './config.ts'
import { clusterName } from './health/health.store.ts'
import { serveMetrics } from './health/metrics.ts'
import { jobHandlers } from './jobs/job-handlers.ts'
import { closeDeps, openDeps } from './open-deps.ts'

const drainMs = 25_000

const config = readConfig()
const deps = await openDeps(config)
if (!config.allowsEmbeddedDatabase && (await clusterName(deps.db)) === 'larkwell-embedded') {
  throw new Error(
    'The embedded database is for trying Larkwell out: production needs a PostgreSQL of its own.',
  )
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
  deps.log.info({ signal }, 'shutting down')
  setTimeout(() => process.exit(1), drainMs).unref()
  await Promise.all([app.close(), cardFrame.close()])
  await closeDeps(deps)
  process.exit(0)
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void shutDown(signal))
