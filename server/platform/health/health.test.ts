import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { regions } from '#domain/region.ts'
import { freePort } from '#tools/ports.ts'
import { describeLong, itLong } from '#tools/testing/long-tests.ts'
import { addPayer } from '#tools/testing/payments.ts'
import { startBeside } from '#tools/testing/server-process.ts'
import { testServer, type TestServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { sql } from '../database/sql.ts'
import { jobHandlers } from '../../app/job-handlers.ts'
import { deliverWaiting, putAllInOutbox } from '../../letters/outbox/outbox.ts'

const server = await testServer()
const { call, deps, sandboxApi, travel } = server
const { db } = deps
const minute = 60_000
const operations = await addStaff(server, 'operations')

const isReady = async ({ call: ask }: TestServer = server) => (await ask('GET /readyz')).status
/** The metric line, such as `larkwell_x{job="y"} 3`, or undefined if there is none. */
async function metric(name: string, url = server.url): Promise<number | undefined> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const line = text.split('\n').find((each) => each.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length + 1))
}
const runJob = (name: string) =>
  call(`POST /api/staff/jobs/${name}/run`, { token: operations.token, body: { reason: 'Test' } })
const lastRun = (name: string) =>
  db.first<{ outcome: string | null }>(sql`
    select outcome from job_run where name = ${name} order by started_at desc limit 1`)

describe('A job that fails', () => {
  it('is in the log with its name and its error, and is counted', async () => {
    const job = 'cancel-unconfirmed-withdrawals'
    const failures = `larkwell_job_failures_total{job="${job}"}`
    // Test files share one counter.
    const before = (await metric(failures)) ?? Number.NaN
    const logged = vi.spyOn(deps.log, 'error')
    await db.run(sql`alter table withdrawal_request rename to withdrawal_request_away`)
    try {
      await runJob(job)
      await expect.poll(async () => (await lastRun(job))?.outcome).toBe('Failed')
      await expect.poll(() => metric(failures)).toBe(before + 1)
    } finally {
      await db.run(sql`alter table withdrawal_request_away rename to withdrawal_request`)
    }
    const lines = logged.mock.calls.map(([fields]) => fields as { job?: string; err?: Error })
    expect(lines.find((line) => line.job === job)?.err?.message).toMatch(/withdrawal_request/)
    logged.mockRestore()
  })

  itLong('is overdue until it has succeeded again, each job by its own schedule', async () => {
    const overdue = (job: string) => metric(`larkwell_job_overdue{job="${job}"}`)
    const age = (job: string) => metric(`larkwell_job_last_success_age_seconds{job="${job}"}`)
    const [everyMinute, everyHour] = ['cancel-unconfirmed-withdrawals', 'end-temporary-plans']
    for (const job of [everyMinute, everyHour]) {
      await runJob(job)
      await expect.poll(async () => (await lastRun(job))?.outcome).toBe('Done')
    }
    expect([await overdue(everyMinute), await overdue(everyHour)]).toEqual([0, 0])
    await travel(20 * minute)
    expect([await overdue(everyMinute), await overdue(everyHour)]).toEqual([1, 0])
    expect(await age(everyMinute)).toBeGreaterThanOrEqual(20 * 60)
    const jobs = await call('GET /api/staff/jobs', { token: operations.token })
    const shown = (name: string) => jobs.body.find((each: { name: string }) => each.name === name)
    expect(shown(everyMinute)).toMatchObject({ isOverdue: true, lastDoneAt: expect.any(String) })
    expect(shown(everyHour)).toMatchObject({ isOverdue: false })
    await runJob(everyMinute)
    await expect.poll(() => overdue(everyMinute)).toBe(0)
  })
})

describe('A scrape', () => {
  it('counts payments whose outcome is not known, with the age of the oldest', async () => {
    for (const account of regions) await sandboxApi('stripe/webhook-endpoint', { account, url: null })
    await sandboxApi('faults', {
      provider: 'stripe',
      method: 'POST',
      path: '/v1/payment_intents',
      action: 'drop',
      times: 9,
    })
    const payer = await addPayer(server)
    expect((await payer.pay(21)).status).toBe(202)
    await travel(3 * minute)
    expect(await metric('larkwell_payments_unknown')).toBe(1)
    expect(await metric('larkwell_payments_unknown_oldest_seconds')).toBeGreaterThanOrEqual(180)
  })

  it('says when the ledger was last checked, and how many violations it had', async () => {
    expect(await metric('larkwell_ledger_violations')).toBeUndefined()
    const check = () => jobHandlers(deps)['seal-ledger']({})
    await check()
    expect(await metric('larkwell_ledger_violations')).toBe(0)
    await travel(60 * minute)
    expect(await metric('larkwell_ledger_check_age_seconds')).toBeGreaterThanOrEqual(3600)

    const { accountId } = await addPayer(server)
    const posting = sql`select ctid from ledger_posting where account_id = ${accountId}
      order by entry_id, line limit 1`
    const tamper = (cents: number) =>
      db.transaction(async (tx) => {
        await tx.run(sql`set local session_replication_role = replica`)
        await tx.run(sql`
          update ledger_posting set amount_minor = amount_minor + ${cents}::bigint where ctid in (${posting})`)
      })
    await tamper(1)
    await check()
    expect(await metric('larkwell_ledger_violations')).toBeGreaterThan(0)
    await tamper(-1)
    await check()
    expect(await metric('larkwell_ledger_violations')).toBe(0)
  })

  it('counts parked rows by the work that left them', async () => {
    const now = deps.clock()
    await db.run(sql`
      insert into parked_item (work, item, reason, first_failed_at, last_failed_at, try_after)
      values ('renew-plans', '1', 'broken', ${now}, ${now}, null), ('renew-plans', '2', 'broken', ${now}, ${now}, null),
        ('renew-plans', '3', 'to be tried again', ${now}, ${now}, ${now})`)
    expect(await metric('larkwell_parked_items{work="renew-plans"}')).toBe(2)
    await db.run(sql`delete from parked_item`)
    expect(await metric('larkwell_parked_items{work="renew-plans"}')).toBeUndefined()
  })

  it('still reports the process itself while the database is unavailable', async () => {
    const away = await testServer({ doesJobs: false })
    await away.deps.db.close()
    const text = await (await fetch(`${away.url}/metrics`)).text()
    expect(text).toMatch(/^larkwell_database_up 0$/m)
    expect(text).toMatch(/^process_resident_memory_bytes \d+$/m)
    expect(text).not.toMatch(/^larkwell_outbox_waiting /m)
    // Closed together with the test file.
    away.deps.db.close = async () => {}
  })
})

describe('The readiness probe', () => {
  const text = (recipient: string) =>
    putAllInOutbox(db, deps, [
      { kind: 'LogInCode', facts: { code: '654321' }, recipient, customerId: null, accountId: null },
    ] as Parameters<typeof putAllInOutbox>[2])
  const letter = (recipient: string) =>
    putAllInOutbox(db, deps, [
      {
        kind: 'PlanCompleted',
        facts: { firstName: 'Olivia', shortId: 'LW1', schoolName: 'Oakfield School', tuitionYear: 2026 },
        recipient,
        customerId: null,
      },
    ] as Parameters<typeof putAllInOutbox>[2])

  afterEach(async () => {
    await fetch(`${server.sandboxUrl}/_sandbox/api/faults`, { method: 'DELETE' })
    await db.run(sql`delete from outbox_message`)
    await db.run(sql`delete from parked_item`)
  })

  it('fails while the outbox sends nothing, and recovers by itself', async () => {
    await text('+61491570801')
    expect(await isReady()).toBe(200)
    await travel(6 * minute)
    expect(await isReady()).toBe(503)
    expect(await metric('larkwell_outbox_stuck{channel="sms"}')).toBe(1)
    expect(await metric('larkwell_outbox_stuck{channel="email"}')).toBe(0)
    expect(await metric('larkwell_outbox_oldest_seconds')).toBeGreaterThanOrEqual(360)
    await deliverWaiting(deps)
    expect(await isReady()).toBe(200)
    expect(await metric('larkwell_outbox_stuck{channel="sms"}')).toBe(0)
  })

  it('does not count a letter as late that has to wait for the morning, or for the end of a hold', async () => {
    await letter('sleeps@demo.example')
    await travel(120 * minute)
    expect(await metric('larkwell_outbox_oldest_seconds')).toBeGreaterThanOrEqual(7200)
    await db.run(sql`update outbox_message set not_before = ${deps.clock()}::timestamptz + interval '1 hour'`)
    expect(await metric('larkwell_outbox_oldest_seconds')).toBe(0)
    expect(await isReady()).toBe(200)
  })

  it('does not fail for one message that does not leave while others do, or that is parked', async () => {
    await letter('stays@demo.example')
    await travel(6 * minute)
    expect(await isReady()).toBe(503)
    const now = deps.clock()
    await db.run(sql`
      insert into outbox_message (id, channel, recipient, kind, facts, is_secret, status, created_at, sent_at)
      select ${randomUUID()}, channel, 'gone@demo.example', kind, facts, is_secret, 'Sent', ${now}, ${now}
      from outbox_message`)
    expect(await isReady()).toBe(200)
    await travel(6 * minute)
    expect(await isReady()).toBe(503)
    await db.run(sql`
      insert into parked_item (work, item, reason, first_failed_at, last_failed_at)
      select 'outbox', id::text, 'cannot be written', ${now}, ${now} from outbox_message where status = 'Waiting'`)
    expect(await isReady()).toBe(200)
    expect(await metric('larkwell_outbox_waiting')).toBe(0)
  })

  it('does not fail for a code that came too late to be sent', async () => {
    await text('+61491570802')
    await db.run(sql`update outbox_message set send_before = ${deps.clock()}`)
    await travel(6 * minute)
    expect(await isReady()).toBe(200)
  })

  it('fails on migrations that are missing', async () => {
    await db.run(sql`update migration set name = 'x' || name where name like 'schema/20%'`)
    expect(await isReady()).toBe(503)
    await db.run(sql`update migration set name = substr(name, 2) where name like 'x%'`)
    expect(await isReady()).toBe(200)
  })
})

describe('A database that cannot be written', async () => {
  const other = await testServer({ doesJobs: false })
  // Opened before the database refuses writes, so that this connection can allow them again.
  const admin = new pg.Client({ connectionString: other.databaseUrl })
  await admin.connect()
  const name = new URL(other.databaseUrl).pathname.slice(1)
  /** Only a new connection takes on the setting. */
  const set = async (setting: string) => {
    await admin.query(`alter database ${name} ${setting}`)
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`,
    )
  }
  afterEach(() => set('reset all'))
  afterAll(() => admin.end())

  it.each([
    ['takes no writes', 'default_transaction_read_only', 'on'],
    ['has no room for another file', 'temp_file_limit', '0'],
  ])('because it %s fails the readiness probe until it can again', async (_, setting, value) => {
    await expect.poll(() => isReady(other)).toBe(200)
    await set(`set ${setting} = ${value}`)
    // By then the server has connected again, and can read.
    const read = () => other.deps.db.first(sql`select current_setting(${setting}) as value`).catch(() => {})
    await expect.poll(read).toEqual({ value })
    expect(await isReady(other)).toBe(503)
    expect(await metric('larkwell_database_writable', other.url)).toBe(0)
    expect(await metric('larkwell_database_up', other.url)).toBe(1)
    expect((await other.call('GET /livez')).status).toBe(200)
    await set('reset all')
    await expect.poll(() => isReady(other)).toBe(200)
  })
})

describeLong('When no process runs jobs', () => {
  it('a process that only serves says so: in its log, its metrics and to staff', async () => {
    const serving = await testServer({ doesJobs: false })
    const before = new Date(serving.deps.clock().getTime() - 20 * minute)
    await serving.deps.db.run(sql`
      insert into job_run (name, id, started_at, ended_at, outcome)
      values ('deliver-waiting', ${randomUUID()}, ${before}, ${before}, 'Done')`)
    const beside = await startBeside(serving, { JOBS: 'elsewhere' })
    await expect.poll(beside.output).toMatch(/"level":"error".*"code":"jobs_idle".*no process runs jobs/)
    expect(await metric('larkwell_jobs_idle_seconds', beside.url)).toBeGreaterThanOrEqual(1200)
    const staff = await addStaff(serving, 'operations')
    const { body } = await serving.call('GET /api/staff/health', { token: staff.token })
    expect(body.problems).toMatchObject([{ code: 'jobs_idle' }, { code: 'job_overdue' }])

    const working = await startBeside(serving)
    const { status } = await serving.call('POST /api/staff/jobs/purge-expired/run', {
      token: staff.token,
      body: { reason: 'Test' },
    })
    expect(status).toBe(200)
    await expect.poll(() => metric('larkwell_jobs_idle_seconds', beside.url)).toBeLessThan(300)
    for (const { child, exit } of [beside, working]) {
      child.kill('SIGTERM')
      await exit
    }
  })
})

describe('In production', () => {
  it.each(['/metrics', '/api/openapi/staff.json'])('%s is not for the public', async (path) => {
    const { url } = await testServer({ isProduction: true })
    expect((await fetch(url + path)).status).toBe(404)
    expect((await fetch(`${url}/api/openapi/customer.json`)).status).toBe(200)
  })

  itLong('metrics are on a port of their own', async () => {
    const port = await freePort()
    const beside = await startBeside(server, { METRICS_PORT: String(port), JOBS: 'elsewhere' })
    expect(await metric('larkwell_database_up', `http://127.0.0.1:${port}`)).toBe(1)
    expect((await fetch(`${beside.url}/metrics`)).status).toBe(404)
    beside.child.kill('SIGTERM')
    await beside.exit
  })
})
