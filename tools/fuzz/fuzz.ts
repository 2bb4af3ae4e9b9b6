import { Agent, request } from 'node:http'
import fc from 'fast-check'
import { cents } from '#domain/money.ts'
import { uniqueConstraint } from '#server/platform/database/open.ts'
import { sql } from '#server/platform/database/sql.ts'
import { createLog } from '#server/platform/log.ts'
import { startCustomerSession } from '#server/people/session/session.ts'
import { atOnce } from '../at-once.ts'
import { bankAccount, visaCredit } from '../demo/sources.ts'
import { addFamily } from '../testing/family.ts'
import { runServer, type RunningServer } from '../testing/running-server.ts'
import { addStaff } from '../testing/staff.ts'
import { fuzzedRoutes, requestsTo, type FuzzedRequest, type World } from './requests.ts'
import { canary } from './values.ts'

export type FuzzReport = {
  count: number
  routes: number
  statuses: Record<string, number>
  slowest: { ms: number; route: string }
  /** Replies above the limit among many others, on a machine that may be busy. */
  slowOnce: number
  /** Those of them that stay above it when they are asked for again, twice, with nothing beside them. */
  slow: { ms: number; route: string }[]
  /** A reply of 500 and above, or none at all. */
  failures: { route: string; status: number; method: string; path: string; headers: string; body: string }[]
  /** What the log says of failures. */
  errors: string[]
  /** What the log quotes of a request. */
  leaks: string[]
}

const slowMs = 2_000
const connections = 6
/** Requests log people out, close accounts and so on: after so many rounds, others take their place. */
const roundsOfWorld = 3

/**
 * Sends requests that were made up from the contracts' schemas to a running server, the same for the same seed. Each
 * round goes once through every route.
 */
export async function fuzz(
  databaseUrl: string,
  { count, seed, onProgress }: { count: number; seed: number; onProgress?: (count: number) => void },
): Promise<FuzzReport> {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const server = await runServer(databaseUrl, { doesJobs: false }, log)
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const report: FuzzReport = {
    count: 0,
    routes: fuzzedRoutes.length,
    statuses: {},
    slowest: { ms: 0, route: '' },
    slowOnce: 0,
    slow: [],
    failures: [],
    errors: [],
    leaks: [],
  }
  const secrets = new Set([canary])
  try {
    for (let round = 0; report.count < count; round += roundsOfWorld) {
      const world = await newWorld(server, round)
      for (const token of [world.tokens.customer, world.tokens.staff]) secrets.add(token)
      const wanted = fuzzedRoutes.flatMap((route) =>
        fc.sample(requestsTo(route, world), { numRuns: roundsOfWorld, seed: seed + round }),
      )
      const queue = shuffled(wanted, seed + round).slice(0, count - report.count)
      const late: FuzzedRequest[] = []
      await atOnce(connections, queue, async (next) => {
        const outcome = await send(server.url, agent, next)
        note(report, next, outcome)
        if (outcome.ms > slowMs) late.push(next)
      })
      report.slowOnce += late.length
      for (const each of late) {
        const times = [await send(server.url, agent, each), await send(server.url, agent, each)].map(
          ({ ms }) => ms,
        )
        if (Math.min(...times) > slowMs) report.slow.push({ ms: Math.min(...times), route: each.route })
      }
      const logged = lines.splice(0)
      report.errors.push(...logged.filter((line) => line.includes('"level":"error"')))
      report.leaks.push(...logged.filter((line) => [...secrets].some((secret) => line.includes(secret))))
      onProgress?.(report.count)
    }
  } finally {
    agent.destroy()
    await server.close()
  }
  return report
}

/**
 * A family that has something of everything, and an admin. What staff do to families and colleagues, they do to others,
 * or all would soon be closed, disabled or logged out.
 */
async function newWorld(server: RunningServer, round: number): Promise<World> {
  const own = await newFamily(server, `own${round}`)
  const others = await newFamily(server, `other${round}`)
  const [staff, ending, colleague] = [
    await addStaff(server, 'admin'),
    await addStaff(server, 'admin'),
    await addStaff(server, 'support'),
  ]
  return {
    tokens: {
      customer: await own.session(),
      staff: staff.token,
      ending: { customer: await own.session(), staff: ending.token },
    },
    known: { own: own.known, others: [...others.known, colleague.staffId] },
  }
}

let families = 0

/** Short ids of demo families have five digits: among hundreds of families two may be the same. */
async function newFamily(server: RunningServer, name: string, tries = 5): ReturnType<typeof insertFamily> {
  try {
    return await insertFamily(server, name)
  } catch (error) {
    if (uniqueConstraint(error) !== 'account_short_id_key' || tries === 0) throw error
    return newFamily(server, `${name}x`, tries - 1)
  }
}

async function insertFamily(server: RunningServer, name: string) {
  const { deps } = server
  const email = `${name}@demo.example`
  families += 1
  const family = await addFamily(server, {
    email,
    mobile: `+6149${String(20_000_000 + families)}`,
    accounts: [
      {
        sources: [visaCredit(), bankAccount()],
        requests: [{ id: `fuzzed-${name}`, amountDue: cents(500_00) }],
        documents: { statements: [1], invoices: [1] },
        withdrawals: { bankAccounts: ['6789'], requests: [] },
      },
    ],
  })
  const { customerId, accountId } = family
  const rows = await deps.db.many<{ id: string }>(sql`
    select id::text from statement where account_id = ${accountId}
    union all select id::text from invoice where account_id = ${accountId}
    union all select id::text from student where account_id = ${accountId}
    union all select id::text from payout_bank_account where account_id = ${accountId}
    union all (select id::text from payment where account_id = ${accountId} limit 5)
    union all (select id::text from fee_schedule limit 5)
    union all (select id::text from institution limit 5) union all (select larkwell_id from institution limit 5)`)
  const ids = family.accounts.flatMap((account) => [
    ...account.enrolmentIds,
    ...account.planIds,
    ...account.sourceIds,
    ...account.requestIds,
  ])
  return {
    session: () =>
      startCustomerSession(
        deps.db,
        deps,
        { customerId, email, name: 'Olivia Bennett', accountIds: [accountId] },
        'Code',
      ),
    known: [accountId, customerId, ...ids, ...rows.map(({ id }) => id)],
  }
}

/** In an order that mixes readers and writers, and is the same for the same seed. */
function shuffled<Each>(list: readonly Each[], seed: number): Each[] {
  const [order = []] = fc.sample(fc.shuffledSubarray([...list.keys()], { minLength: list.length }), {
    numRuns: 1,
    seed,
  })
  return order.flatMap((index) => list[index] ?? [])
}

type Outcome = { status: number; ms: number }

function send(url: string, agent: Agent, wanted: FuzzedRequest): Promise<Outcome> {
  const began = performance.now()
  return new Promise((resolve) => {
    const done = (status: number) => resolve({ status, ms: performance.now() - began })
    const { hostname, port } = new URL(url)
    const call = request(
      {
        hostname,
        port,
        agent,
        method: wanted.method,
        path: wanted.path,
        headers: {
          ...wanted.headers,
          ...(wanted.body === null ? {} : { 'content-length': wanted.body.length }),
        },
      },
      (reply) => {
        reply.resume()
        reply.on('end', () => done(reply.statusCode ?? 0))
        reply.on('error', () => done(0))
      },
    )
    call.on('error', (error) =>
      done((error as NodeJS.ErrnoException).code === 'ECONNRESET' && wanted.body ? 413 : 0),
    )
    call.end(wanted.body ?? undefined)
  })
}

function note(
  report: FuzzReport,
  { route, method, path, headers, body }: FuzzedRequest,
  { status, ms }: Outcome,
) {
  report.count += 1
  report.statuses[status] = (report.statuses[status] ?? 0) + 1
  if (ms > report.slowest.ms) report.slowest = { ms, route }
  if (status < 500 && status > 0) return
  const { authorization: _, ...shown } = headers
  report.failures.push({
    route,
    status,
    method,
    path: path.slice(0, 500),
    headers: JSON.stringify(shown).slice(0, 300),
    body: body?.toString().slice(0, 800) ?? '',
  })
}
