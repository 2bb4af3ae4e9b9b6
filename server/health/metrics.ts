import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { logReply, type Log } from '../log.ts'
import { outboxBacklog } from '../outbox/outbox.ts'

const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

type Replied = { route: string; method: string; status: number }

/** How many replies came within each bound and not within the one before it. */
type Series = Replied & { buckets: number[]; sumSeconds: number; count: number }

/** By route: a name to look for that would have to be put together for each reply costs more than to look through few. */
const requests = new Map<string, Series[]>()
const loopDelay = monitorEventLoopDelay({ resolution: 20 })

/** Counts every reply by route and status; the route is its pattern, so that no id becomes a label. */
export function measureRequests(app: FastifyInstance, log: Log): void {
  loopDelay.enable()
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    const { method } = request
    const { statusCode: status, elapsedTime: ms } = reply
    observe({ route, method, status }, ms / 1000)
    logReply(log, { reqId: request.id, method, route, status, ms: Math.round(ms * 10) / 10 })
    done()
  })
}

function seriesOf({ route, method, status }: Replied): Series {
  let ofRoute = requests.get(route)
  if (!ofRoute) requests.set(route, (ofRoute = []))
  let series = ofRoute.find((each) => each.status === status && each.method === method)
  if (!series) {
    series = { route, method, status, buckets: bounds.map(() => 0), sumSeconds: 0, count: 0 }
    ofRoute.push(series)
  }
  return series
}

function observe(replied: Replied, seconds: number): void {
  const series = seriesOf(replied)
  const place = bounds.findIndex((bound) => seconds <= bound)
  if (place >= 0) series.buckets[place] = (series.buckets[place] ?? 0) + 1
  series.sumSeconds += seconds
  series.count += 1
}

/** Prometheus text. On a port of its own where METRICS_PORT names one. */
export function serveMetrics(app: FastifyInstance, deps: Deps): void {
  app.get('/metrics', async (_request, reply) => {
    const { connections, waiting } = deps.db.load()
    const outbox = await outboxBacklog(deps.db)
    const lines = [
      ...histogram(),
      gauge('larkwell_database_connections', 'Open connections of this process', connections),
      gauge('larkwell_database_waiting', 'Callers waiting for a connection', waiting),
      gauge('larkwell_outbox_waiting', 'Messages not yet sent', outbox.count),
      gauge('larkwell_event_loop_delay_seconds', '99th percentile', loopDelay.percentile(99) / 1e9),
      gauge('process_resident_memory_bytes', 'Memory of this process', process.memoryUsage.rss()),
    ]
    return reply.type('text/plain; version=0.0.4').send(`${lines.join('\n')}\n`)
  })
}

function histogram(): string[] {
  const name = 'larkwell_request_duration_seconds'
  const lines = [`# HELP ${name} Time to reply`, `# TYPE ${name} histogram`]
  for (const series of [...requests.values()].flat()) {
    const labels = `method="${series.method}",route="${series.route}",status="${series.status}"`
    let within = 0
    bounds.forEach((bound, place) => {
      within += series.buckets[place] ?? 0
      lines.push(`${name}_bucket{${labels},le="${bound}"} ${within}`)
    })
    lines.push(`${name}_bucket{${labels},le="+Inf"} ${series.count}`)
    lines.push(`${name}_sum{${labels}} ${series.sumSeconds}`, `${name}_count{${labels}} ${series.count}`)
  }
  return lines
}

function gauge(name: string, help: string, value: number): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${value}`
}
