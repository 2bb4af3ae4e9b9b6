import { fastify } from 'fastify'
import { buildApp } from './app.ts'
import { buildCardFrame } from './card-entry/card-frame.ts'
import { readConfig } from './config.ts'
import { clusterName } from './health/health.store.ts'
import { serveMetrics } from './health/metrics.ts'
import { jobHandlers } from './jobs/job-handlers.ts'
import { flushLog } from './log.ts'
import { warnOfMissingApprover } from './staff/approvals/approvals.ts'
import { closeDeps, openDeps } from './open-deps.ts'

const drainMs = 25_000

const config = readConfig()
const deps = await openDeps(config)
if (!config.allowsEmbeddedDatabase && (await clusterName(deps.db)) === 'larkwell-embedded') {
  throw new Error('The embedded database is for demos: production needs its own PostgreSQL (DATABASE_URL).')
}

await warnOfMissingApprover(deps)

const app = await buildApp(deps)
const cardFrame = await buildCardFrame(deps)

const started = start()
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void shutDown(signal))
await started

async function start(): Promise<void> {
  await cardFrame.listen({ host: config.host, port: config.cardFrame.port })
  await app.listen({ host: config.host, port: config.port })
  if (config.doesJobs) await deps.jobs.work(jobHandlers(deps))
  if (config.metricsPort === undefined) return
  const metrics = fastify()
  serveMetrics(metrics, deps)
  await metrics.listen({ host: '127.0.0.1', port: config.metricsPort })
}

/** Refuses new calls, finishes those under way, then exits. */
async function shutDown(signal: string): Promise<void> {
  deps.log.info({ signal }, 'shutting down')
  setTimeout(() => void leave(1), drainMs).unref()
  // Something half open cannot be closed.
  await started
  await Promise.all([app.close(), cardFrame.close()])
  await closeDeps(deps)
  await leave(0)
}

async function leave(code: number): Promise<never> {
  await flushLog(deps.log)
  process.exit(code)
}
