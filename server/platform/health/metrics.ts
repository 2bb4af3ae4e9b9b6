import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { Gauge, Histogram, Registry } from 'prom-client'
import type { Deps } from '../deps.ts'
import { jobFailures } from '../jobs/job-failures.ts'
import type { Log } from '../log.ts'
import { channels } from '../providers/channels.ts'
import { probeWrite } from './health.store.ts'
import { withTimeout } from './with-timeout.ts'
import { readReadings, type Readings } from './readings.ts'

const requestDuration = new Histogram({
  name: 'larkwell_request_duration_seconds',
  help: 'Time to reply',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers: [],
})
const loopDelay = monitorEventLoopDelay({ resolution: 20 })

/** Counts every reply by route and status. The route is its pattern, so that no id becomes a label. */
export function measureRequests(app: FastifyInstance, log: Log): void {
  loopDelay.enable()
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    const { method } = request
    const { statusCode: status, elapsedTime: ms } = reply
    // A stream lasts as long as its client listens, so its duration is not a reply time.
    const isStream = String(reply.getHeader('content-type')).startsWith('text/event-stream')
    if (!isStream) requestDuration.observe({ method, route, status }, ms / 1000)
    log.info({ reqId: request.id, method, route, status, ms: Math.round(ms * 10) / 10 }, 'request')
    done()
  })
}

/** A gauge that a process reports without reading the database. */
export type ProcessGauge = { name: string; help: string; read: () => number }

type Sample = { labels?: Record<string, string>; value: number }

/** Metrics that are read from the database at each scrape: by name, with help text and how to read them. */
const databaseMetrics: Record<string, { help: string; samples: (readings: Readings) => Sample[] }> = {
  larkwell_outbox_waiting: {
    help: 'Messages not yet sent',
    samples: ({ outbox }) => [{ value: outbox.count }],
  },
  larkwell_outbox_oldest_seconds: {
    help: 'Age of the oldest message not yet sent',
    samples: ({ outbox }) => [{ value: outbox.oldestSeconds }],
  },
  larkwell_outbox_stuck: {
    help: '1 if waiting messages are not being sent',
    samples: ({ stuckChannels }) =>
      channels.map((channel) => ({ labels: { channel }, value: Number(stuckChannels.includes(channel)) })),
  },
  larkwell_payments_unknown: {
    help: 'Payments whose outcome is not known',
    samples: ({ unknownPayments }) => [{ value: unknownPayments.count }],
  },
  larkwell_payments_unknown_oldest_seconds: {
    help: 'Age of the oldest payment whose outcome is not known',
    samples: ({ unknownPayments }) => [{ value: unknownPayments.oldestSeconds }],
  },
  larkwell_refunds_unknown: {
    help: 'Refunds whose outcome is not known',
    samples: ({ unknownRefunds }) => [{ value: unknownRefunds.count }],
  },
  larkwell_refunds_unknown_oldest_seconds: {
    help: 'Age of the oldest refund whose outcome is not known',
    samples: ({ unknownRefunds }) => [{ value: unknownRefunds.oldestSeconds }],
  },
  larkwell_ledger_check_age_seconds: {
    help: 'Time since the last check of the ledger',
    samples: ({ ledgerCheck }) => (ledgerCheck ? [{ value: ledgerCheck.ageSeconds }] : []),
  },
  larkwell_ledger_violations: {
    help: 'Violations found by the last check of the ledger',
    samples: ({ ledgerCheck }) => (ledgerCheck ? [{ value: ledgerCheck.violations }] : []),
  },
  larkwell_parked_items: {
    help: 'Rows that a job could not process and that wait for staff',
    samples: ({ parked }) => parked.map(({ work, count }) => ({ labels: { work }, value: count })),
  },
  larkwell_jobs_given_up: {
    help: 'Jobs of the last days that failed at every try',
    samples: ({ givenUp }) => givenUp.map(({ job, count }) => ({ labels: { job }, value: count })),
  },
  larkwell_jobs_idle_seconds: {
    help: 'Time since any process started a scheduled job',
    samples: ({ idleSeconds }) => [{ value: idleSeconds }],
  },
  larkwell_job_last_success_age_seconds: {
    help: 'Time since the last success of a scheduled job',
    samples: ({ jobs }) =>
      jobs.map(({ name, secondsSinceSuccess }) => ({ labels: { job: name }, value: secondsSinceSuccess })),
  },
  larkwell_job_overdue: {
    help: '1 if a scheduled job has not succeeded for too long',
    samples: ({ jobs }) => jobs.map((job) => ({ labels: { job: job.name }, value: Number(job.isOverdue) })),
  },
  larkwell_wal_archiving_failing: {
    help: '1 if the database cannot archive its write-ahead log',
    samples: ({ isArchivingFailing }) => [{ value: Number(isArchivingFailing) }],
  },
}

/**
 * Serves Prometheus text. Metrics from the database are left out while it is unavailable; the process still reports
 * itself.
 */
export function serveMetrics(
  app: FastifyInstance,
  deps: Deps,
  processGauges: readonly ProcessGauge[] = [],
): void {
  const registry = new Registry()
  registry.registerMetric(requestDuration)
  registry.registerMetric(jobFailures)
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const processMetric = (name: string, help: string, read: () => number) => {
    const metric = gauge(name, help)
    return () => metric.set(read())
  }
  const sumOfPools = (of: 'connections' | 'waiting') => deps.db.load()[of] + deps.jobDb.load()[of]
  const processMetrics = [
    processMetric('larkwell_database_connections', 'Open connections of this process', () =>
      sumOfPools('connections'),
    ),
    processMetric('larkwell_database_waiting', 'Callers waiting for a connection', () =>
      sumOfPools('waiting'),
    ),
    processMetric('larkwell_event_loop_delay_seconds', '99th percentile since the last scrape', () => {
      const seconds = loopDelay.percentile(99) / 1e9
      // Otherwise one bad minute would show for as long as the process runs.
      loopDelay.reset()
      return seconds
    }),
    ...processGauges.map(({ name, help, read }) => processMetric(name, help, read)),
    processMetric('process_resident_memory_bytes', 'Memory of this process', () => process.memoryUsage.rss()),
  ]
  const isUp = gauge('larkwell_database_up', '1 if this process can read the database')
  const isWritable = gauge('larkwell_database_writable', '1 if this process can write to the database')
  // All of them may have labels: after a reset, a gauge that cannot have any would report 0 instead of nothing.
  const databaseGauges = Object.entries(databaseMetrics).map(([name, { help, samples }]) => ({
    metric: gauge(name, help, ['channel', 'work', 'job']),
    samples,
  }))
  const ifAvailable = <T>(work: Promise<T>) =>
    withTimeout(work).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'metrics without the database')
      return undefined
    })
  app.get('/metrics', async (_request, reply) => {
    for (const set of processMetrics) set()
    const writing = probeWrite(deps.db, deps.clock()).then(() => true)
    const [readings, isWritten] = await Promise.all([ifAvailable(readReadings(deps)), ifAvailable(writing)])
    isUp.set(readings ? 1 : 0)
    isWritable.set(isWritten ? 1 : 0)
    for (const { metric, samples } of databaseGauges) {
      metric.reset()
      for (const { labels = {}, value } of readings ? samples(readings) : []) metric.set(labels, value)
    }
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
