import type { FastifyInstance } from 'fastify'
import { Refusal } from '#domain/refusal.ts'
import { readMigrations } from '../database/migrate.ts'
import type { Deps } from '../deps.ts'
import { outboxBacklog } from '../outbox/outbox.ts'
import { appliedMigrations } from './health.store.ts'

const outboxPatienceMs = 5 * 60_000

/** `/livez`: the process answers. `/readyz`: it can do its work. Neither reveals why not. */
export function serveHealth(app: FastifyInstance, deps: Deps): void {
  const expected = readMigrations().then((migrations) => migrations.map((migration) => migration.name))

  app.get('/livez', async () => ({ status: 'alive' }))

  app.get('/readyz', async (request) => {
    const [applied, waiting] = await Promise.all([appliedMigrations(deps.db), outboxBacklog(deps.db)])
    const missing = (await expected).filter((name) => !applied.has(name))
    const oldestMs = waiting.oldest ? deps.clock().getTime() - waiting.oldest.getTime() : 0
    if (missing.length > 0) request.log.error({ migrations: missing }, 'migrations are missing')
    if (oldestMs > outboxPatienceMs) request.log.error({ count: waiting.count }, 'messages are stuck')
    if (missing.length > 0) throw new Refusal('unavailable', { retryAfterSeconds: 5 })
    return { status: 'ready' }
  })
}
