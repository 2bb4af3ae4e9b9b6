import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { Gauge, Histogram, Registry } from 'prom-client'
import type { Deps } from '../deps.ts'
import type { Log } from '../log.ts'
import { outboxBacklog } from '../outbox/outbox.ts'

const requestDuration = new Histogram({
  name: 'larkwell_request_duration_seconds',
  help: 'Time to reply',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers: [],
})
const loopDelay = monitorEventLoopDelay({ resolution: 20 })

/** Counts every reply by route and status; the route is its pattern, so that no id becomes a label. */
export function measureRequests(app: FastifyInstance, log: Log): void {
  loopDelay.enable()
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    const { method } = request
    const { statusCode: status, elapsedTime: ms } = reply
    requestDuration.observe({ method, route, status }, ms / 1000)
    log.info({ reqId: request.id, method, route, status, ms: Math.round(ms * 10) / 10 }, 'request')
    done()
  })
}

/** Prometheus text. On a port of its own if METRICS_PORT is set. */
export function serveMetrics(app: FastifyInstance, deps: Deps): void {
  const registry = new Registry()
  registry.registerMetric(requestDuration)
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await read())
      },
    })
  gauge('larkwell_database_connections', 'Open connections of this process', () => deps.db.load().connections)
  gauge('larkwell_database_waiting', 'Callers waiting for a connection', () => deps.db.load().waiting)
  gauge('larkwell_outbox_waiting', 'Messages not yet sent', async () => (await outboxBacklog(deps.db)).count)
  gauge('larkwell_event_loop_delay_seconds', '99th percentile', () => loopDelay.percentile(99) / 1e9)
  gauge('process_resident_memory_bytes', 'Memory of this process', () => process.memoryUsage.rss())
  app.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  )
}
