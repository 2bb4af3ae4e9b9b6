import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { dateIn } from '#domain/calendar/calendar.ts'
import { addBusinessDays } from '#domain/calendar/holidays.ts'
import { readConfig } from '#server/platform/config.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openDatabase, type Db } from '#server/platform/database/open.ts'
import { sql } from '#server/platform/database/sql.ts'
import { checkLedger } from '#server/books/ledger/invariants.ts'
import { closeDeps, openDeps } from '#server/app/open-deps.ts'
import { allCharges } from '#server/platform/providers/stripe/charges.ts'
import { type Child, type Env, startChild } from '../child.ts'
import { noonOf } from '../demo/moment.ts'
import { freePort } from '../ports.ts'
import { accountFor, giveTo } from '../postgres/account.ts'
import { readOptions } from '../options.ts'
import { createDatabase } from '../postgres/databases.ts'
import { inProject } from '../project.ts'
import { sandboxEnv } from '../sandbox-env.ts'
import { untilReady } from '../ready.ts'
import { reconcile } from '#server/app/reconcile.ts'
import { isHistoryCompared } from '#server/app/compared-history.store.ts'
import { looseLimits } from '../testing/running-server.ts'
import {
  addStandby,
  archiveEverything,
  checkPrograms,
  type Cluster,
  type Home,
  hostOf,
  makePrimary,
  promote,
  restore,
  signalCluster,
  stopCluster,
  takeBaseBackup,
  until,
  urlOf,
} from './cluster.ts'
import { addFamilies, makeDue } from './families.ts'
import { guestsOf } from './guests.ts'
import { calendars } from '../testing/holiday-rules.ts'

/**
 * `npm run drill:failover`: a thousand guests pay and instalments are collected while the primary is killed and its
 * standby promoted; then the archive is restored to a moment in between. Everything is real: PostgreSQL, two servers, the
 * sandbox. Ends with an error if a payment was lost or taken twice, or the ledger is not sound. With `-- --freeze` the
 * primary is stopped instead of killed, so that its connections stay open and silent, and wakes up later.
 */
const help = `npm run drill:failover                kills the primary while a thousand guests pay
npm run drill:failover -- --freeze    stops it instead, so that it wakes up later
                          --payments 1000 --instalments 300   as many`

const { values: flags } = readOptions(help, {
  freeze: { type: 'boolean', default: false },
  payments: { type: 'string', default: '1000' },
  instalments: { type: 'string', default: '300' },
})
const isFrozen = flags.freeze
const guestPayments = Number(flags.payments)
const instalments = Number(flags.instalments)
const guestsAtOnce = 6
/** As long as a failover manager needs to be sure that the primary is gone. */
const detectionMs = 5_000

const rows: [what: string, value: string][] = []
const faults: string[] = []
const say = (text: string) => console.log(`${new Date().toISOString().slice(11, 19)}  ${text}`)
const tell = (what: string, value: string | number) => void rows.push([what, String(value)])
const check = (isTrue: boolean, fault: string) => void (isTrue || faults.push(fault))
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

const onEnd: (() => Promise<unknown>)[] = []

try {
  await checkPrograms()
  await drill()
} catch (error) {
  faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
} finally {
  for (const end of onEnd.reverse()) await end().catch(() => {})
}
const width = Math.max(...rows.map(([what]) => what.length))
console.log(`\n${rows.map(([what, value]) => `${what.padEnd(width)}  ${value}`).join('\n')}\n`)
console.log(faults.length === 0 ? 'Nothing was lost, nothing was taken twice.' : faults.join('\n'))
process.exit(faults.length === 0 ? 0 : 1)

async function drill(): Promise<void> {
  const home = await makeHome()
  const primary = await makePrimary(home)
  onEnd.push(() => stopCluster(home, primary))
  const baseBackup = await takeBaseBackup(home, primary)
  const standby = await addStandby(home, primary)
  onEnd.push(() => stopCluster(home, standby))
  say('Primary, synchronous standby and base backup are there')

  // The standby comes first, so that order alone would choose wrongly.
  const hosts = `${hostOf(standby)},${hostOf(primary)}`
  await createDatabase(urlOf(hostOf(primary), 'postgres'), 'larkwell')
  const databaseUrl = urlOf(hosts)
  await migrate(databaseUrl)

  const ports = { sandbox: await freePort(), mail: await freePort(), first: await freePort() }
  const env = await environment(home, databaseUrl, ports)
  await launch(home, 'sandbox', 'sandbox/main.ts', env, '/_sandbox/healthz', ports.sandbox)
  const deps = await openDeps({ ...readConfig(env), logLevel: 'silent', doesJobs: false })
  onEnd.push(() => closeDeps(deps))
  const { invited, planAccounts } = await addFamilies(deps, { guestPayments, instalments })
  const servers = [
    await launch(
      home,
      'server-1',
      'server/main.ts',
      await serverEnv(env, ports.first),
      '/readyz',
      ports.first,
    ),
    await launch(home, 'server-2', 'server/main.ts', await serverEnv(env), '/readyz'),
  ]
  say(`Sandbox and two servers are ready; ${invited.length} requests wait to be paid`)

  const guests = guestsOf(
    deps,
    servers.map(({ url }) => url),
  )
  const startedAt = performance.now()
  const paying = guests.pay(invited, guestsAtOnce)
  const paid = (count: number) =>
    Promise.race([
      paying,
      until(`${count} are paid`, async () => guests.acknowledged.length >= count, 900_000),
    ])

  await paid(guestPayments * 0.4)
  const due = await makeDue(deps.db, planAccounts, deps.clock())
  const run = startRun(env)
  await until('debits are being sent', async () => (await countDebits(deps.db, 'Sent')) > 0)
  await sleep(100 + Math.random() * 400)
  const before = guests.acknowledged.length
  // A frozen one could not be stopped at the end.
  if (isFrozen) onEnd.push(() => signalCluster(primary, 'SIGKILL'))
  await signalCluster(primary, isFrozen ? 'SIGSTOP' : 'SIGKILL')
  const goneAt = Date.now()
  say(
    `Primary ${isFrozen ? 'frozen' : 'killed'} after ${before} payments, in the middle of a run of ${due} debits`,
  )
  await sleep(detectionMs)
  const promotedAt = Date.now()
  await promote(home, standby)
  say(`Standby promoted in ${seconds(Date.now() - promotedAt)}`)
  const writableAt = Date.now()
  if (isFrozen) {
    await sleep(detectionMs)
    // Only its missing standby keeps it from writing now. The servers must not even ask it: they know a newer timeline.
    await signalCluster(primary, 'SIGCONT')
    say('The former primary woke up, and takes itself for the primary')
  }
  tell(
    'run interrupted by the failover',
    (await run) === 0 ? 'no, it finished' : 'yes, the servers took over',
  )

  await paid(guestPayments * 0.8)
  const restoreAt = new Date()
  // By the clock that the families live by.
  const restoreNow = deps.clock()
  const acknowledgedByThen = guests.acknowledged.map(({ paymentId }) => paymentId)
  await paying
  say(`${guests.acknowledged.length} payments acknowledged`)
  const payingMs = performance.now() - startedAt

  await until(
    'every debit has its outcome and every message is sent',
    async () => (await countOpen(deps.db)) === 0 && (await countDebits(deps.db, 'Succeeded')) >= due,
    600_000,
  )
  say('Repayment run finished, every receipt sent')
  const running = await Promise.all(servers.map(({ child }) => isRunning(child)))
  const ended = running.filter((isUp) => !isUp).length

  const times = guests.acknowledged.map(({ at }) => at)
  const next = Math.min(...times.filter((at) => at > writableAt))
  const pause = next - Math.max(...times.filter((at) => at <= writableAt))
  const slowest = Math.max(...guests.acknowledged.map(({ tookMs }) => tookMs))
  const charges = await allCharges(deps.providers.stripe)
  const taken = charges.filter(({ hasSucceeded }) => hasSucceeded).length
  const violations = await checkLedger(deps.db, {
    now: deps.clock(),
    provider: { accounts: deps.providers.stripe, since: new Date(0) },
  })
  const stored = await succeededIds(deps.db)
  const lost = guests.acknowledged.filter(({ paymentId }) => !stored.has(paymentId))
  const requestsPaidTwice = await countPaidTwice(deps.db)
  const { counts } = guests
  tell('guest payments acknowledged', `${guests.acknowledged.length} of ${guestPayments}`)
  tell('  before the primary was gone', before)
  tell('  after the standby was promoted', times.filter((at) => at > writableAt).length)
  tell('  in all', seconds(payingMs))
  tell('instalments collected', `${await countDebits(deps.db, 'Succeeded')} of ${due}`)
  tell('primary gone until promotion began', `${seconds(promotedAt - goneAt)} (the drill waits so long)`)
  tell('promotion', seconds(writableAt - promotedAt))
  tell('promotion until the next acknowledged payment', seconds(next - writableAt))
  tell('failover as guests saw it: no payment acknowledged for', seconds(pause))
  tell('longest that one guest waited', `${seconds(slowest)} (an unknown outcome is looked up after 60 s)`)
  tell('replies 503 with Retry-After', counts.unavailable)
  tell('replies "under way" (202, 409)', counts.unknown)
  tell('no reply', counts.unreachable)
  tell('calls repeated with the same key', counts.retries)
  tell('servers that ended', ended)
  tell('acknowledged payments that are missing', lost.length)
  tell('charges at the provider', taken)
  tell('payments in the ledger', stored.size)
  tell('requests or instalments paid twice', requestsPaidTwice)
  tell('violations of the ledger', violations.length)
  check(guests.acknowledged.length === guestPayments, 'Not every guest could pay')
  check(ended === 0, 'A server ended')
  check(lost.length === 0, 'Acknowledged payments are missing')
  check(taken === stored.size && stored.size === guestPayments + due, 'Charges and payments differ')
  check(requestsPaidTwice === 0, 'Something was paid twice')
  check(violations.length === 0, `The ledger is not sound: ${JSON.stringify(violations.slice(0, 5))}`)
  check(counts.wrong.length === 0, `Replies that nobody should get: ${counts.wrong.slice(0, 5).join(', ')}`)
  check(counts.withoutRetryAfter === 0, 'A 503 did not say when to come back')

  await restoreAndCheck(home, { standby, baseBackup, restoreAt, restoreNow, acknowledgedByThen, env, stored })
}

async function restoreAndCheck(
  home: Home,
  from: {
    standby: Cluster
    baseBackup: string
    restoreAt: Date
    restoreNow: Date
    acknowledgedByThen: string[]
    env: Env
    stored: Set<string>
  },
): Promise<void> {
  await archiveEverything(from.standby)
  const startedAt = performance.now()
  const restored = await restore(home, from.baseBackup, from.restoreAt)
  onEnd.push(() => stopCluster(home, restored))
  say(`Restored from the base backup and the archive to ${from.restoreAt.toISOString()}`)
  const databaseUrl = urlOf(hostOf(restored))
  const db = openDatabase(databaseUrl, { connections: 2 })
  const there = await succeededIds(db)
  const violations = await checkLedger(db, { now: from.restoreNow })
  await db.close()
  const missing = from.acknowledgedByThen.filter((id) => !there.has(id))
  tell('restored from base backup and archive in', seconds(performance.now() - startedAt))
  tell('  acknowledged before that moment', from.acknowledgedByThen.length)
  tell('  of these missing', missing.length)
  tell('  violations of the ledger', violations.length)
  check(missing.length === 0, 'The restored copy lacks payments that were acknowledged before')
  check(
    violations.length === 0,
    `The restored ledger is not sound: ${JSON.stringify(violations.slice(0, 5))}`,
  )
  check(there.size < from.stored.size, 'The restored copy is not from the past')

  const config = { ...readConfig({ ...from.env, DATABASE_URL: databaseUrl }), doesJobs: false }
  const deps = await openDeps({ ...config, logLevel: 'silent' })
  const countCharges = async () => (await allCharges(deps.providers.stripe)).length
  const chargesBefore = await countCharges()
  check(!(await isHistoryCompared(deps.db)), 'Jobs would start on the restored database')
  const first = await reconcile(deps)
  const rowsThere = await paymentIds(deps.db)
  const lost = [...from.stored].filter((id) => !rowsThere.has(id))
  const orphans = first.violations.filter(({ invariant }) => invariant.startsWith('I5'))
  tell('  of its payments settled by reconciling', (await succeededIds(deps.db)).size - there.size)
  tell('  charges later than that moment, which reconciling names', orphans.length)
  check(orphans.length === lost.length, 'Reconciling does not name exactly the payments that are not there')

  // What staff do with them.
  const refund = deps.providers.stripe.AU.client.refunds
  for (const { subject } of orphans) await refund.create({ payment_intent: subject })
  const second = await reconcile(deps)
  const differences = second.violations.filter(({ invariant }) => /^I[45]/.test(invariant))
  const chargesMade = (await countCharges()) - chargesBefore
  tell('  differences after these were refunded', differences.length)
  tell('  charges made by reconciling', chargesMade)
  check(differences.length === 0, 'Books and provider still differ after the refunds')
  check(chargesMade === 0, 'Reconciling has charged somebody')
  check(await isHistoryCompared(deps.db), 'No job would start although the books agree')
  await closeDeps(deps)
}

async function makeHome(): Promise<Home> {
  const folder = await mkdtemp(join(tmpdir(), 'larkwell-drill-'))
  await chmod(folder, 0o755)
  const account = await accountFor(folder)
  const archive = join(folder, 'archive')
  await mkdir(archive)
  await giveTo(account, archive)
  onEnd.push(async () => {
    if (faults.length > 0) console.log(`The logs are in ${folder}.`)
    else await rm(folder, { recursive: true, force: true })
  })
  return { folder, archive, account }
}

async function environment(
  { folder }: Home,
  databaseUrl: string,
  ports: { sandbox: number; mail: number; first: number },
): Promise<Env> {
  const clockFile = join(folder, 'clock.json')
  // Noon of a day on which banks work: instalments are collected.
  const now = new Date()
  const noon = noonOf(addBusinessDays(dateIn('AU', now), 1, calendars.AU), 'AU')
  await writeFile(clockFile, JSON.stringify({ offsetMs: Date.parse(noon) - now.getTime() }))
  const sandboxUrl = `http://127.0.0.1:${ports.sandbox}`
  return {
    NODE_ENV: 'development',
    ENVIRONMENT: 'beta',
    DATABASE_URL: databaseUrl,
    CLOCK_FILE: clockFile,
    SANDBOX_PORT: String(ports.sandbox),
    SANDBOX_SMTP_PORT: String(ports.mail),
    ...sandboxEnv(sandboxUrl, `smtp://127.0.0.1:${ports.mail}`),
    STRIPE_WEBHOOK_URL_AU: `http://127.0.0.1:${ports.first}/webhooks/stripe/AU`,
    STRIPE_WEBHOOK_URL_UK: `http://127.0.0.1:${ports.first}/webhooks/stripe/UK`,
    PORTAL_ORIGIN: `http://localhost:${ports.first}`,
    // All guests come from one address.
    ...looseLimits,
  }
}

async function serverEnv(env: Env, port?: number): Promise<Env> {
  return { ...env, PORT: String(port ?? (await freePort())), CARD_FRAME_PORT: String(await freePort()) }
}

async function launch(
  { folder }: Home,
  name: string,
  script: string,
  env: Env,
  readyPath: string,
  port = Number(env.PORT),
): Promise<{ child: Child; url: string }> {
  const log = join(folder, `${name}.log`)
  const child = await startChild(`The ${name}`, script, env, log)
  onEnd.push(() => child.stop())
  const url = `http://127.0.0.1:${port}`
  await untilReady(child, url + readyPath, log)
  return { child, url }
}

/** A repayment run beside those of the servers, so that one is under way at the right moment. Gives its exit code. */
async function startRun(env: Env): Promise<number | null> {
  const child = spawn(process.execPath, [inProject('tools', 'testing', 'repayment-run.ts')], {
    env: { ...process.env, ...env, LOG_LEVEL: 'silent' },
    stdio: 'ignore',
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code
}

function isRunning({ ended }: Child): Promise<boolean> {
  return Promise.race([ended.then(() => false), sleep(10, true)])
}

async function countDebits(db: Db, status: string): Promise<number> {
  const row = await db.first<{ count: number }>(sql`
    select count(*) as count from payment
    where kind = 'Instalment' and provider_key is not null and status = ${status}`)
  return row?.count ?? 0
}

/** Payments without an outcome, and messages that are not sent. */
async function countOpen(db: Db): Promise<number> {
  const row = await db.first<{ count: number }>(sql`
    select (select count(*) from payment where provider_key is not null and status in ('Created', 'Sent', 'Unknown'))
      + (select count(*) from outbox_message where status = 'Waiting') as count`)
  return row?.count ?? 0
}

async function paymentIds(db: Db): Promise<Set<string>> {
  const found = await db.many<{ id: string }>(sql`select id from payment where provider_key is not null`)
  return new Set(found.map(({ id }) => id))
}

async function succeededIds(db: Db): Promise<Set<string>> {
  const found = await db.many<{ id: string }>(sql`
    select id from payment where provider_key is not null and status = 'Succeeded'`)
  return new Set(found.map(({ id }) => id))
}

async function countPaidTwice(db: Db): Promise<number> {
  const row = await db.first<{ count: number }>(sql`
    select count(*) as count from (
      select 1 from payment where provider_key is not null and status = 'Succeeded'
      group by account_id, payment_request_id, plan_id, instalment_seq having count(*) > 1) twice`)
  return row?.count ?? 0
}
