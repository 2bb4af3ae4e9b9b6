import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type Stripe from 'stripe'
import { dateIn } from '#domain/calendar/calendar.ts'
import { cents } from '#domain/money.ts'
import { regionFacts, type Region } from '#domain/region.ts'
import { systemClock } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { sql } from '#server/platform/database/sql.ts'
import { bodyHash } from '#server/platform/idempotency/body-hash.ts'
import { openJobs } from '#server/platform/jobs/jobs.ts'
import { createLog } from '#server/platform/log.ts'
import { pay, type PaymentOrder } from '#server/books/payments/pay.ts'
import type { PaymentRow } from '#server/books/payments/payments.reads.ts'
import { receipt } from '#server/books/payments/receipt.ts'
import { paymentReply, type PaymentDeps } from '#server/books/payments/settle.ts'
import { readRateLimits } from '#server/platform/rate-limit/limits.ts'
import type { StripeAccount } from '#server/platform/providers/stripe/client.ts'
import { atOnce } from '../at-once.ts'
import { postAtFloor, type Written } from './floor-payment.ts'
import { quantile } from './goal.ts'
import { costFromNow } from './process-usage.ts'
import { serveOrders } from './worker.ts'

/**
 * How payments are posted: at the floor; by us, spread over all schools or all to one; and once more with the keys of
 * the last posting.
 */
export type Way = 'floor' | 'larkwell' | 'one school' | 'replay'

export type Order = { way: Way; payments: number }

/** What so many payments took, each of them on average. */
export type Posted = {
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** Processor time of Node and of the database together, and of the database alone. */
  cpuUs: number
  databaseCpuUs: number
  /** How many cores other programs kept busy meanwhile. */
  otherCores: number
}

const inFlight = 16
const amount = cents(12_500)
const basisPoints = 100
const surcharge = cents(125)

type Payer = Pick<PaymentRow, 'shortId' | 'schoolName' | 'methodName' | 'payer'> & {
  accountId: string
  region: Region
  institutionId: string
  sourceId: string
}
type Account = Payer & { written: Written }

const databaseUrl = process.env.DATABASE_URL ?? ''
const db = openDatabase(databaseUrl)
const log = createLog('warn')
const jobs = await openJobs(databaseUrl, log, { doesJobs: true })
// Few families pay much more often here than any would.
const config = { ...readConfig(), rateLimits: readRateLimits('{"customer-payments":1000000}') }
const accounts = (await listPayers()).map((payer): Account => ({ ...payer, written: writtenFor(payer) }))
const [anyone] = accounts
if (!anyone) throw new Error('There is nobody who could pay.')
const oneSchool = anyone.institutionId

const deps: PaymentDeps = {
  config,
  db,
  log,
  jobs,
  clock: systemClock,
  // Nobody else is asked for a payment.
  providers: { stripe: { AU: yesSayer('AU'), UK: yesSayer('UK') } } as PaymentDeps['providers'],
}

type Done = { wish: PaymentOrder; body: unknown }
let latest: Done[] = []
let turn = 0

serveOrders(post)

async function post({ way, payments }: Order): Promise<Posted> {
  const cost = costFromNow({ database: Number(process.env.DATABASE_PID) })
  const ms = way === 'replay' ? await repeat(payments) : await begin(way, payments)
  const { seconds, costOf, otherCores } = cost()
  const [node, database] = [costOf('node'), costOf('database')]
  const each = (sum: number) => (sum / payments) * 1e6
  return {
    perSecond: payments / seconds,
    p50Ms: quantile(ms, 0.5),
    p99Ms: quantile(ms, 0.99),
    cpuUs: each(node + database),
    databaseCpuUs: each(database),
    otherCores,
  }
}

/** So many at a time, until all are done. Says how long each took. */
async function inTurn(payments: number, work: (place: number) => Promise<void>): Promise<number[]> {
  const ms: number[] = []
  await atOnce(inFlight, Array(payments).keys(), async (place) => {
    const startedAt = performance.now()
    await work(place)
    ms.push(performance.now() - startedAt)
  })
  return ms
}

async function begin(way: Exclude<Way, 'replay'>, payments: number): Promise<number[]> {
  const done: Done[] = []
  const ms = await inTurn(payments, async () => {
    const account = accounts[turn++ % accounts.length]
    if (!account) return
    const order = wishOf(account, way === 'one school' ? oneSchool : account.institutionId)
    if (way === 'floor') return postAtFloor(db, order, account.written, deps.clock())
    const { status, body, isReplay } = await pay(deps, order)
    if (status !== 200 || isReplay) throw new Error(`A payment was answered with ${status}.`)
    done.push({ wish: order, body })
  })
  if (way !== 'floor') latest = done
  return ms
}

async function repeat(payments: number): Promise<number[]> {
  return inTurn(payments, async (place) => {
    const first = latest[place % latest.length]
    if (!first) throw new Error('Nothing was posted that could be repeated.')
    const { body, isReplay } = await pay(deps, first.wish)
    if (!isReplay || !isDeepStrictEqual(body, first.body)) throw new Error('A replay was answered otherwise.')
  })
}

function wishOf(account: Account, institutionId: string): PaymentOrder {
  const { accountId, region, sourceId, schoolName, shortId, methodName, payer } = account
  return {
    accountId,
    region,
    kind: 'Early',
    scope: 'customer',
    key: randomUUID(),
    bodyHash: bodyHash({ source: sourceId, amount, institution: institutionId }),
    institutionId,
    requestId: null,
    sourceId,
    cardEntryId: null,
    amount,
    surcharge,
    basisPoints,
    providerCustomerId: `cus_${shortId}`,
    providerPaymentMethodId: `pm_${shortId}`,
    providerMandateId: null,
    changeReason: null,
    changeDescription: null,
    receipt: { schoolName, shortId, methodName, methodType: null, payer },
    actor: { actorKind: 'Customer', actorId: payer?.id ?? null, requestId: randomUUID() },
    limit: ['customer-payments', accountId],
  }
}

/** The receipt and the answer of any payment of this family, made once. */
function writtenFor(payer: Payer): Written {
  const now = systemClock()
  const today = dateIn(payer.region, now)
  const { currency } = regionFacts[payer.region]
  const known: Partial<PaymentRow> = {
    ...payer,
    id: randomUUID(),
    status: 'Succeeded',
    amount,
    surcharge,
    basisPoints,
    paidOn: today,
    createdAt: now,
  }
  const payment = known as PaymentRow
  const message = receipt(payment, today)
  if (!message) throw new Error(`Nobody is to be told of a payment of ${payer.shortId}.`)
  return { message, reply: paymentReply(payment), currency, today }
}

/** Says yes at once, so that only what we do ourselves is measured. */
function yesSayer(region: Region): StripeAccount {
  const create = async (intent: Stripe.PaymentIntentCreateParams) => ({
    id: `pi_${String(intent.metadata && intent.metadata['paymentId'])}`,
    status: 'succeeded',
  })
  const client = { paymentIntents: { create } } as unknown as Stripe
  return { region, client, publishableKey: '', webhookSecret: '' }
}

async function listPayers(): Promise<Payer[]> {
  return db.many<Payer>(sql`
    select account.id as "accountId", account.region, account.short_id as "shortId",
      account.institution_id as "institutionId", institution.name as "schoolName", source.id as "sourceId",
      source.display_name as "methodName",
      json_build_object('id', customer.id, 'email', customer.email, 'firstName', customer.first_name) as payer
    from account
      join institution on institution.id = account.institution_id
      join repayment_source source on source.account_id = account.id and source.is_default
      join account_member on account_member.account_id = account.id
      join customer on customer.id = account_member.customer_id
    order by account.id limit 2000`)
}
