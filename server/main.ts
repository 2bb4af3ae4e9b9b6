import { fastify, type FastifyInstance } from 'fastify'
import { buildApp } from './app/app.ts'
import { buildCardFrame } from './books/card-entry/card-frame.ts'
import { closeInOrder } from './platform/closing.ts'
import { readConfig } from './platform/config.ts'
import { reachDatabase } from './platform/database/reach.ts'
import { clusterName } from './platform/database/cluster-name.ts'
import { processGauges } from './app/process-gauges.ts'
import { serveMetrics } from './platform/health/metrics.ts'
import { watchHealth } from './platform/health/watch.ts'
import { warnOfMissingHolidays } from './plans/holidays/missing-holidays.ts'
import { followClock } from './app/follow-clock.ts'
import { closeConnectionsOnShutdown } from './platform/http/close-connections.ts'
import { jobHandlers } from './app/job-handlers.ts'
import { flushLog } from './platform/log.ts'
import { untilBooksAgree } from './app/reconcile.ts'
import { warnOfMissingApprover } from './desk-api/approvals/approvals.ts'
import { closingSteps, openDeps } from './app/open-deps.ts'
import { failInSentences } from './platform/program-failure.ts'
import { WrongSettings } from './platform/settings/setting.ts'

const drainMs = 25_000

failInSentences()
const config = readConfig()
await reachDatabase(config.databaseUrl)
const deps = await openDeps(config)
if (!config.allowsEmbeddedDatabase && (await clusterName(deps.db)) === 'larkwell-embedded') {
  throw new WrongSettings(['DATABASE_URL must name your own PostgreSQL: the embedded database is for demos'])
}

await warnOfMissingApprover(deps)
await warnOfMissingHolidays(deps)

const app = await buildApp(deps)
const cardFrame = await buildCardFrame(deps)

const servers: FastifyInstance[] = []
const stopping = new AbortController()
let startingJobs = Promise.resolve()
let stopFollowing = () => {}
let watch: ReturnType<typeof watchHealth> | undefined
const started = start()
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void shutDown(signal))
await started

async function start(): Promise<void> {
  await listen(cardFrame, 'CARD_FRAME_PORT', 'HOST', config.host, config.cardFrame.port)
  await listen(app, 'PORT', 'HOST', config.host, config.port)
  // Not waited for: a restored database is served, too.
  if (config.doesJobs) startingJobs = startJobs()
  watch = watchHealth(deps)
  if (config.metricsPort === undefined) {
    // The public port never serves metrics in production, because they reveal more than strangers should know.
    if (config.isProduction) deps.log.warn({ code: 'METRICS_PORT' }, 'is not set: metrics cannot be read')
    return
  }
  const metrics = fastify()
  closeConnectionsOnShutdown(metrics, deps.log)
  serveMetrics(metrics, deps, processGauges(deps))
  await listen(metrics, 'METRICS_PORT', 'METRICS_HOST', config.metricsHost, config.metricsPort)
}

async function startJobs(): Promise<void> {
  if (!(await untilBooksAgree(deps, stopping.signal))) return
  await deps.jobs.work(jobHandlers(deps))
  stopFollowing = followClock(deps)
}

async function listen(
  server: FastifyInstance,
  portSetting: string,
  hostSetting: string,
  host: string,
  port: number,
): Promise<void> {
  try {
    servers.push(server)
    await server.listen({ host, port })
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL'].includes(code))
      throw new WrongSettings([`${hostSetting} must be an address of this machine, not "${host}" (${code})`])
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error
    const reason = code === 'EADDRINUSE' ? 'another program uses it' : `this user may not use it (${code})`
    throw new WrongSettings([`${portSetting} must be another port than ${port} on ${host}: ${reason}`])
  }
}

/** Refuses new calls, finishes those in progress, then exits. */
async function shutDown(signal: string): Promise<void> {
  deps.log.info({ signal }, 'shutting down')
  const steps = [
    { name: 'the start', close: () => (stopping.abort(), Promise.all([started, startingJobs])) },
    { name: 'the watches', close: () => [stopFollowing(), watch?.stop()] },
    { name: 'new jobs', close: () => deps.jobs.stopAccepting() },
    { name: 'the web servers', close: () => Promise.all(servers.map((server) => server.close())) },
    ...closingSteps(deps),
  ]
  const isClean = await closeInOrder(steps, { log: deps.log, withinMs: drainMs })
  await leave(isClean ? 0 : 1)
}

async function leave(code: number): Promise<never> {
  await flushLog(deps.log)
  process.exit(code)
}
