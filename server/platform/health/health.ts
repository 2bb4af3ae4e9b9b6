import type { FastifyInstance } from 'fastify'
import { Refusal } from '#domain/refusal.ts'
import { readMigrations } from '../database/migrate.ts'
import type { Deps } from '../deps.ts'
import { appliedMigrations, probeWrite } from './health.store.ts'
import { withTimeout } from './with-timeout.ts'
import { stuckChannels } from './readings.ts'

type Fault = { fields: object; text: string }

/**
 * `/livez` says that the process replies, for load balancers. `/readyz` says that everything works, for monitoring.
 * It fails in every process at once, so a load balancer that used it would take the whole service away. Neither
 * reveals the cause of a failure.
 */
export function serveHealth(app: FastifyInstance, deps: Deps): void {
  const expected = readMigrations().then((migrations) => migrations.map((migration) => migration.name))
  let underWay: Promise<Fault[]> | undefined

  /** Simultaneous probes share one check, because the probe is public and writes to the database. */
  const check = () =>
    (underWay ??= findFaults(deps, expected).finally(() => {
      underWay = undefined
    }))

  app.get('/livez', async () => ({ status: 'alive' }))

  app.get('/readyz', async ({ log }) => {
    const faults = await withTimeout(check()).catch((error: unknown): Fault[] => [
      { fields: { err: error }, text: 'the database cannot be read or written' },
    ])
    for (const { fields, text } of faults) log.error(fields, text)
    if (faults.length > 0) throw new Refusal('unavailable', { retryAfterSeconds: 5 })
    return { status: 'ready' }
  })
}

async function findFaults(deps: Deps, expected: Promise<string[]>): Promise<Fault[]> {
  const applied = await appliedMigrations(deps.db)
  const missing = (await expected).filter((name) => !applied.has(name))
  // Later checks may need tables of the missing migrations.
  if (missing.length > 0) return [{ fields: { migrations: missing }, text: 'migrations are missing' }]
  await probeWrite(deps.db, deps.clock())
  const stuck = await stuckChannels(deps)
  return stuck.map((channel) => ({ fields: { code: channel }, text: 'nothing leaves the outbox' }))
}
