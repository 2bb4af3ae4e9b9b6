import type Stripe from 'stripe'
import { cents, type Cents } from '#domain/money.ts'
import { createChanges } from '#sandbox/changes.ts'
import { createFaults } from '#sandbox/faults/faults.ts'
import type { Routes } from '#sandbox/http.ts'
import { createIds } from '#sandbox/ids.ts'
import { closeDispute, dispute } from '#sandbox/stripe/disputes.ts'
import { inProcessClient } from '#sandbox/stripe/in-process-client.ts'
import { createStripe } from '#sandbox/stripe/stripe.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase, type Database, type Db } from '#server/platform/database/open.ts'
import { sql } from '#server/platform/database/sql.ts'
import { messageSources } from '#server/app/message-sources.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '#server/platform/deps.ts'
import { matchCharges, withReturns } from '#server/books/ledger/provider-comparison.ts'
import type { PaymentToMatch } from '#server/books/ledger/provider-comparison.store.ts'
import { violationsOfAccounts } from '#server/books/ledger/invariants.store.ts'
import { createLog } from '#server/platform/log.ts'
import { lookAtDuePayments } from '#server/books/payments/look.ts'
import { pay } from '#server/books/payments/pay.ts'
import type { ExtraIntent } from '#server/books/payments/payments.reads.ts'
import { listedCharge } from '#server/platform/providers/stripe/charges.ts'
import { stripeAccounts } from '#server/platform/providers/stripe/client.ts'
import { handledKinds, handleEvent } from '#server/books/webhooks/handle-event.ts'
import { storeEvent } from '#server/books/webhooks/webhooks.ts'
import { limits } from '#server/platform/rate-limit/limits.ts'
import type { Account } from '../demo/account.ts'
import { bankAccount, visaCredit } from '../demo/sources.ts'
import { testDatabase } from './database.ts'
import { addFamily } from './family.ts'

type Step = { answer: string; dies: number | undefined }
type Attempt = { sum: Cents; source: number; key: string; extra?: ExtraIntent | undefined }

export type Event = Stripe.Event & {
  data: { object: { id: string; object: string; customer?: string; payment_intent?: string } }
}

class Died extends Error {}

/** The database as a process sees it that dies after so many statements: from then on nothing reaches it. */
function mortal(db: Database, statements: number | undefined): Database {
  if (statements === undefined) return db
  let left = statements
  const live = async <T>(work: () => Promise<T>): Promise<T> => {
    if (left <= 0) throw new Died()
    left -= 1
    return work()
  }
  const over = (target: Db): Db => ({
    many: (statement) => live(() => target.many(statement)),
    first: (statement) => live(() => target.first(statement)),
    value: (statement) => live(() => target.value(statement)),
    values: (statement) => live(() => target.values(statement)),
    run: (statement) => live(() => target.run(statement)),
  })
  return {
    ...db,
    ...over(db),
    transaction: (work) => db.transaction((tx) => work({ ...tx, ...over(tx) })),
  }
}

/** A database, settings under which nobody is slowed down, and a log that ends the test. */
export async function openParts({ connections }: { connections: number }) {
  const databaseUrl = await testDatabase()
  const db = openDatabase(atItsSize(databaseUrl), { connections })
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    STRIPE_API_URL: 'http://127.0.0.1:1',
    // A history holds more payments than a family would make in its few minutes.
    RATE_LIMIT_SCALE: '1000000',
    RATE_LIMITS: JSON.stringify(Object.fromEntries(Object.keys(limits).map((name) => [name, 1_000_000]))),
  })
  // What the server would only log, such as a payment that throws in a batch, must end the test.
  const log = Object.assign(createLog('silent'), {
    error({ err }: { err?: unknown }) {
      if (err instanceof Error && !isDeath(err)) throw err
    },
  })
  return { databaseUrl, db, config, log }
}

type Parts = Pick<Awaited<ReturnType<typeof openParts>>, 'db' | 'config' | 'log'> & {
  stripe: ReturnType<typeof openStripe>['stripe']
  clock: Deps['clock']
}

/** Our processes in one time and with one provider: each may die, and may not get its answers. */
export function processesOf({ db, config, log, stripe, clock }: Parts) {
  const network = inProcessClient(stripe.provider.routes as Routes)
  const accountsBy = new Map<string, ReturnType<typeof stripeAccounts>>()
  /** Stripe's client takes longer to make than the call that is then made with it. */
  const accountsWith = (answer: string) => {
    const known = accountsBy.get(answer) ?? stripeAccounts(config, troubled(network, answer))
    accountsBy.set(answer, known)
    return known
  }
  return ({ answer = 'clear', dies }: { answer?: string; dies?: number | undefined } = {}): Deps => {
    const own = mortal(db, dies)
    return {
      config,
      log,
      db: own,
      jobDb: own,
      stopWatching: () => {},
      clock,
      messageSources,
      startedAt: clock(),
      tokens: {} as Deps['tokens'],
      jobs: {
        start: () => {},
        enqueue: async () => {},
        work: async () => {},
        retry: async () => {},
        stopAccepting: async () => {},
        stop: async () => {},
      },
      // Nobody else is asked for a payment.
      providers: { stripe: accountsWith(answer) } as Deps['providers'],
    }
  }
}

export type World = Awaited<ReturnType<typeof openWorld>>

/** Our real code on a real database, and the sandbox's Stripe in the same process: no network, no waiting. */
export async function openWorld() {
  const { db, config, log } = await openParts({ connections: 2 })
  let families = 0

  /** A family in a time and with a provider of its own, so that each history can be told again by itself. */
  async function family(account: Account = onlyPayments, startsAt = '2026-11-16T00:00:00Z') {
    families += 1
    let now = new Date(startsAt)
    const { stripe, merchant, onTheWay } = openStripe(() => now)
    const turn = () => stripe.turnAt(merchant)
    const depsWith = processesOf({ db, config, log, stripe, clock: () => now })
    const healthy = depsWith()
    const { accountId, customerId, accounts } = await addFamily(
      { deps: healthy },
      { email: `family${families}@demo.example`, mobile: null, accounts: [account] },
    )
    const atProvider = await db.first<{ customer: string; institution: string; shortId: string }>(sql`
      select stripe_customer_id as customer, institution_id as institution, short_id as "shortId"
      from account where id = ${accountId}`)
    const sources = await db.many<{ id: string; method: string; mandate: string | null }>(sql`
      select id, provider_payment_method_id as method, provider_mandate_id as mandate
      from repayment_source where account_id = ${accountId} order by created_at`)
    if (!atProvider || sources.length !== accounts[0]?.sourceIds.length)
      throw new Error('The family is incomplete')
    const attempts: Attempt[] = []
    const lost: Event[] = []

    const attempt = async (params: Attempt, { answer, dies }: Step) => {
      const source = sources[params.source % sources.length]
      if (!source) return
      const deps = depsWith({ dies, answer })
      await survive(() =>
        pay(deps, {
          accountId,
          region: 'AU',
          kind: 'Early',
          scope: 'customer',
          key: params.key,
          bodyHash: JSON.stringify([params.sum, params.source]),
          institutionId: atProvider.institution,
          requestId: null,
          sourceId: source.id,
          cardEntryId: null,
          amount: params.sum,
          surcharge: cents(Math.floor(params.sum / 100)),
          basisPoints: 100,
          providerCustomerId: atProvider.customer,
          providerPaymentMethodId: source.method,
          providerMandateId: source.mandate,
          changeReason: null,
          changeDescription: null,
          extra: params.extra,
          receipt: {
            schoolName: 'School',
            shortId: atProvider.shortId,
            methodName: null,
            methodType: null,
            payer: null,
          },
          actor: { actorKind: 'Customer', actorId: null, requestId: null },
          limit: ['customer-payments', accountId],
        }),
      )
    }
    const { client } = healthy.providers.stripe.AU
    const charges = () =>
      client.charges.list({ customer: atProvider.customer, limit: 100 }).autoPagingToArray({ limit: 10_000 })
    const refundable = async () =>
      (await charges()).filter(
        ({ status, disputed, amount, amount_refunded: back }) =>
          status === 'succeeded' && !disputed && amount > back,
      )
    const events = async () => {
      await stripe.webhooks.flush()
      return onTheWay.get(atProvider.customer) ?? []
    }
    const forget = (event: Event) => {
      const left = (onTheWay.get(atProvider.customer) ?? []).filter((one) => one !== event)
      onTheWay.set(atProvider.customer, left)
    }
    const hear = (event: Event, dies?: number) => {
      const deps = depsWith({ dies })
      return survive(async () => {
        await storeEvent(deps, 'AU', event)
        await handleEvent(deps, event.id)
        forget(event)
      })
    }
    const oneOf = <T>(list: readonly T[], which: number): T | undefined => list[which % list.length]
    const openPayments = () =>
      db.many<{ id: string }>(sql`
        select id from payment where account_id = ${accountId} and provider_key is not null and is_under_way`)

    return {
      accountId,
      customerId,
      db,
      clock: () => now,
      /** Our own code, in a process that may die and with a provider that may not answer. */
      as: ({ answer, dies }: Step, work: (deps: Deps) => Promise<unknown>) =>
        survive(() => work(depsWith({ dies, answer }))),
      /** Later, with everything told that the provider has to tell. */
      async goTo(instant: Date) {
        now = instant
        stripe.catchUp()
        for (const event of await events()) await hear(event)
      },
      async pay({ sum, source, extra, ...step }: Omit<Attempt, 'key'> & Step) {
        const params = { sum, source, extra, key: `request-${attempts.length}` }
        attempts.push(params)
        await attempt(params, step)
      },
      async payAgain({ which, ...step }: Step & { which: number }) {
        const params = oneOf(attempts, which)
        if (params) await attempt(params, step)
      },
      async deliver({ which, twice, dies }: { which: number; twice: boolean; dies: number | undefined }) {
        const event = oneOf(await events(), which)
        if (!event) return
        await hear(event, dies)
        if (twice) await hear(event)
      },
      async lose(which: number) {
        const event = oneOf(await events(), which)
        if (!event) return
        forget(event)
        lost.push(event)
      },
      async janitor({ minutes, dies }: { minutes: number; dies: number | undefined }) {
        now = new Date(now.getTime() + minutes * 60_000)
        stripe.catchUp()
        await survive(() => lookAtDuePayments(depsWith({ dies })))
      },
      async refund({ which, percent }: { which: number; percent: number }) {
        const charge = oneOf(await refundable(), which)
        const left = charge ? charge.amount - charge.amount_refunded : 0
        const part = Math.floor((left * percent) / 100)
        if (charge && part > 0) await client.refunds.create({ charge: charge.id, amount: part })
      },
      async dispute(which: number) {
        const charge = oneOf(await refundable(), which)
        const known = charge && merchant.charges.find(charge.id)
        if (known) dispute(turn(), known)
      },
      async closeDispute({ which, outcome }: { which: number; outcome: 'won' | 'lost' }) {
        const disputed = (await charges()).filter((charge) => charge.disputed)
        const charge = oneOf(disputed, which)
        if (!charge) return
        const { data: disputes } = await client.disputes.list({ charge: charge.id })
        const open = disputes.find(({ status }) => status === 'needs_response')
        if (open) closeDispute(turn(), merchant.disputes.get(open.id), outcome)
      },
      violations: () => violationsOfAccounts(db, [accountId]),
      /** Time passes without trouble: everything is told, everything is looked after. */
      async calmDown() {
        // What was lost is found in the provider's list of events.
        for (const event of lost) await hear(event)
        for (let round = 0; round < 40; round += 1) {
          const waiting = await events()
          if ((await openPayments()).length === 0 && waiting.length === 0) return
          // An event only says where to look: of several about one object the last will do.
          const last = new Map(waiting.map((event) => [subjectOf(event), event]))
          for (const event of last.values()) await hear(event)
          for (const event of waiting) forget(event)
          now = new Date(now.getTime() + 12 * 60 * 60_000)
          stripe.catchUp()
          await lookAtDuePayments(healthy)
        }
      },
      unsettled: openPayments,
      close: () => stripe.close(),
      /** What the provider's books say otherwise than ours. */
      async differences() {
        const ours = await db.many<PaymentToMatch>(sql`
          select id, provider_payment_id as "providerPaymentId", amount_minor + surcharge_minor as total, currency,
            status in ('Succeeded', 'Refunded', 'Disputed') as "hasSucceeded", refunded_minor as refunded,
            disputed_minor as disputed
          from payment where account_id = ${accountId} and provider_key is not null`)
        const theirs = (await charges()).map(listedCharge)
        return matchCharges(ours, await withReturns(healthy.providers.stripe.AU, ours, theirs))
      },
    }
  }

  return { family, close: () => db.close() }
}

/**
 * Statements are planned when the tables are empty, and would read them from end to end ever after. In a database of
 * the size that they are made for, nobody would.
 */
export function atItsSize(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  url.searchParams.set('options', '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off')
  return url.href
}

function subjectOf({ data: { object } }: Event): string {
  return `${object.payment_intent ?? object.id} ${object.object}`
}

/** The provider's memory starts with its seed: ids must not come again in another family's story. */
let seeds = 0

export function openStripe(time: () => Date, seed = `${process.pid} ${(seeds += 1)}`) {
  const changes = createChanges()
  const ids = createIds(`simulation ${seed}`)
  /** Webhooks on their way, by the provider's customer whom they are about. */
  const onTheWay = new Map<string, Event[]>()
  const customerOf = new Map<string, string>()
  const stripe = createStripe({
    clock: { now: time, realNow: time, offsetMs: () => 0, moveTo: () => {}, reset: () => {} },
    ids,
    faults: createFaults(ids, changes, { now: time }),
    changes,
    keys: { AU: { webhookUrl: 'http://larkwell.test/webhooks' } },
    send: async (_url, _headers, body) => {
      const event = JSON.parse(body) as Event
      const { id, object, customer, payment_intent: intent } = event.data.object
      if (object === 'payment_intent' && customer) customerOf.set(id, customer)
      const about = customer ?? customerOf.get(intent ?? '')
      if (about && handledKinds.includes(event.type)) {
        onTheWay.set(about, [...(onTheWay.get(about) ?? []), event])
      }
      return 200
    },
  })
  const merchant = stripe.merchants.find(({ region }) => region === 'AU')
  if (!merchant) throw new Error('The sandbox has no Australian account')
  return { stripe, merchant, onTheWay }
}

/** Two that work, and two that do not: one says so at once, one after some days. */
const methods = [
  visaCredit(),
  bankAccount(),
  { ...visaCredit(), providerId: 'pm_card_chargeCustomerFail' },
  { ...bankAccount(), providerId: 'pm_auBecsDebit_referToCustomer' },
]

const onlyPayments: Account = { sources: methods, plans: [], bpay: false, balance: cents(0) }

type Network = ReturnType<typeof inProcessClient>

/** The way to the provider for one operation, on which an answer may get lost. */
function troubled(network: Network, answer: string): Network {
  if (answer === 'clear') return network
  return {
    ...network,
    getClientName: () => network.getClientName(),
    async makeRequest(...request) {
      const [, , path, method] = request
      if (method !== 'POST' || !path.startsWith('/v1/payment_intents')) return network.makeRequest(...request)
      if (answer === 'never-sent') throw lostConnection()
      const reply = await network.makeRequest(...request)
      if (answer === 'lost') throw lostConnection()
      return { ...reply, getStatusCode: () => 500, toJSON: async () => ({ error: { type: 'api_error' } }) }
    },
  }
}

function lostConnection(): Error {
  return Object.assign(new TypeError('the connection was lost'), { code: 'ETIMEDOUT' })
}

/** A process that dies, or refuses, ends here; the world goes on. Returns how it ended. */
export async function survive(work: () => Promise<unknown>): Promise<string> {
  try {
    await work()
    return 'done'
  } catch (error) {
    if (error instanceof Refusal) return error.code
    if (!isDeath(error)) throw error
    return 'died'
  }
}

/** A run goes on with its next step when one fails, and tells of all in the end. */
function isDeath(error: unknown): boolean {
  return error instanceof Died || (error instanceof AggregateError && error.errors.every(isDeath))
}
