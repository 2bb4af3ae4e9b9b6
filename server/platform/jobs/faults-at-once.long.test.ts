import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { sessionTokenHeader } from '#contract/headers.ts'
import { ensureDatabase } from '#tools/postgres/databases.ts'
import { addFamily } from '#tools/testing/family.ts'
import { poisonedLoops, type Loop } from '#tools/testing/poisoned-loops.ts'
import { testServer } from '#tools/testing/server.ts'
import { canFillDisk, postgresOnSmallDisk } from '#tools/testing/small-disk.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { migrate } from '../database/migrate.ts'
import { sql } from '../database/sql.ts'
import { checkLedger } from '../../books/ledger/invariants.ts'
import { jobHandlers } from '../../app/job-handlers.ts'
import { schedules, type JobName } from './jobs.ts'

const minute = 60_000
const readers = 4

/** Many faults occur in one afternoon. The long run lasts as long as real outages. */
const faultsAtOnce = async () => {
  const postgres = await postgresOnSmallDisk()
  const databaseUrl = await ensureDatabase(postgres.url('postgres'), 'larkwell')
  await migrate(databaseUrl)
  const server = await testServer({ databaseUrl })
  afterAll(() => postgres.remove())
  const { deps, call } = server
  const { db } = deps
  const fault = (rule: object) => server.sandboxApi('faults', { times: 999_999, ...rule })

  const { loops, arrange, itemOf } = await poisonedLoops(server)

  const tokens: { accountId: string; token: string }[] = []
  for (let place = 0; place < readers; place += 1) {
    const reader = { email: `reader${place}@demo.example`, mobile: `+6149157403${place}` }
    const { accountId } = await addFamily(server, reader)
    tokens.push({ accountId, token: await server.logIn(reader.email, reader.mobile) })
  }

  /** The replies to customers who are not affected by the faults, by the faults at the time. */
  const statuses = new Map<string, number[]>()
  let phase = 'before'
  const stopping = new AbortController()
  const reading = Promise.all(
    tokens.map(async (reader) => {
      while (!stopping.signal.aborted) {
        const during = phase
        const { status, headers } = await call(
          `GET /api/portal/customer/account/${reader.accountId}/overview`,
          { token: reader.token },
        )
        reader.token = headers.get(sessionTokenHeader) ?? reader.token
        // A reply that began in one phase and ended in another belongs to neither.
        if (during === phase) statuses.set(during, [...(statuses.get(during) ?? []), status])
        await sleep(50)
      }
    }),
  )
  afterAll(async () => {
    stopping.abort()
    await reading
  })
  const goodShare = (during: string) => {
    const seen = statuses.get(during) ?? []
    return { count: seen.length, share: seen.filter((status) => status === 200).length / seen.length }
  }

  /**
   * Starts the jobs that the scheduler would start by now. A failed job is retried by the next round, as in
   * production.
   */
  const runJobs = async () => {
    const handlers = jobHandlers(deps)
    for (const name of Object.keys(schedules) as JobName[])
      await (handlers[name] as (data: object) => Promise<void>)({}).catch(() => {})
    // Some of them make their own row due.
    for (const loop of loops) await loop.run().catch(() => {})
  }
  const families = new Map<Loop, { bad: string; good: string }>()

  it('has a row of two families in every loop, one of them bad', async () => {
    for (const loop of loops) families.set(loop, await arrange(loop))
    expect(families.size).toBe(loops.length)
  })

  it('processes every healthy row and parks the others while text messages hang and mail is down for an hour', async () => {
    phase = 'providers away'
    await fault({ provider: 'sms', action: 'hang' })
    await fault({ provider: 'smtp', action: 'smtp:451' })
    for (let tens = 0; tens < 7; tens += 1) {
      await runJobs()
      await server.travel(10 * minute + 1)
      await sleep(500)
    }
    await fetch(`${server.sandboxUrl}/_sandbox/api/faults`, { method: 'DELETE' })
    phase = 'between'
    expect(goodShare('providers away').share).toBeGreaterThanOrEqual(0.99)
  })

  it('tells all callers to retry while the database is unavailable for a minute, and continues by itself', async () => {
    phase = 'going away'
    await postgres.stop()
    phase = 'database away'
    const back = Date.now() + minute
    while (Date.now() < back) {
      await runJobs()
      await sleep(5_000)
    }
    phase = 'coming back'
    await postgres.start()
    await expect.poll(async () => (await call('GET /readyz')).status).toBe(200)
    phase = 'between'
    expect(new Set(statuses.get('database away'))).toEqual(new Set([503]))
  })

  it.runIf(canFillDisk)(
    'shows balances while the disk is full, and writes again when it is not',
    async () => {
      phase = 'disk full'
      await postgres.fill()
      expect((await call('GET /readyz')).status).toBe(503)
      await runJobs()
      await sleep(2_000)
      await postgres.free()
      phase = 'between'
      await expect.poll(async () => (await call('GET /readyz')).status).toBe(200)
      expect(goodShare('disk full').share).toBeGreaterThanOrEqual(0.99)
    },
  )

  it('has then processed every healthy row, and shows every other one to staff and in the metrics', async () => {
    for (let tens = 0; tens < 14; tens += 1) {
      await runJobs()
      await server.travel(10 * minute + 1)
      await sleep(100)
    }
    const done = () =>
      Promise.all(
        [...families].map(async ([loop, { bad, good }]) => ({
          work: loop.work,
          good: await loop.isDone(good),
          bad: await loop.isDone(bad),
        })),
      )
    // A message that was being sent when the disk was full is free when its lease ends, a minute of real time later.
    await expect
      .poll(
        async () => {
          await runJobs()
          return done()
        },
        { timeout: 2 * minute, interval: 5_000 },
      )
      .toEqual(loops.map(({ work }) => ({ work, good: true, bad: false })))
    const { body: parked } = await call('GET /api/staff/parked-items', await addStaff(server, 'operations'))
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    for (const [loop, { bad }] of families) {
      expect(parked).toContainEqual(expect.objectContaining(itemOf(loop, bad)))
      expect(metrics).toMatch(new RegExp(`larkwell_parked_items{work="${loop.work}"} [1-9]`))
    }
    const letters = await db.many<{ recipient: string; status: string }>(sql`
      select recipient, status from outbox_message where status = 'Waiting' and id::text not in (
        select item from parked_item)`)
    expect(letters).toEqual([])
    expect(goodShare('between').share).toBeGreaterThanOrEqual(0.99)
    // These rows were created without postings, so the invariants that compare the two (I4, I5, I11, I12) cannot hold
    // for them.
    const violations = await checkLedger(db, {
      now: deps.clock(),
      provider: { accounts: deps.providers.stripe, since: new Date(0) },
    })
    expect(violations.filter(({ invariant }) => !/^I(4|5|11|12) /.test(invariant))).toEqual([])
    for (const during of statuses.keys()) console.log(during, goodShare(during))
  })
}

describe('When everything goes wrong at once', faultsAtOnce)
