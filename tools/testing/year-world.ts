import { randomUUID } from 'node:crypto'
import { reopenings } from '#domain/accounts.ts'
import { addDays, dateIn, startOfDay, type CalendarDate } from '#domain/calendar/calendar.ts'
import { returnOutcomes } from '#domain/charges.ts'
import { cents, toDecimal, type Cents } from '#domain/money.ts'
import { extraOutcomes } from '#domain/plan/changes/extra.ts'
import { skipOutcomes } from '#domain/plan/changes/skip.ts'
import { settleDebit } from '#sandbox/stripe/bank-debits.ts'
import { closeDispute, dispute } from '#sandbox/stripe/disputes.ts'
import { failRefund, refund } from '#sandbox/stripe/refunds.ts'
import { startCardEntry } from '#server/books/card-entry/card-entry.ts'
import { importFile, matchDeposit } from '#server/books/deposits/deposits.ts'
import { takeDepositBack } from '#server/books/deposits/take-deposit-back.ts'
import { readFreeCredit } from '#server/books/free-credit/free-credit.ts'
import { violationsOfAccounts } from '#server/books/ledger/invariants.store.ts'
import { matchCharges, withReturns } from '#server/books/ledger/provider-comparison.ts'
import { findPaymentsOfCharges } from '#server/books/ledger/provider-comparison.store.ts'
import { expireRequests } from '#server/books/payment-requests/payment-requests.ts'
import { lookAtDuePayments } from '#server/books/payments/look.ts'
import { orderRefund, lookAtRefunds, type RefundInput } from '#server/books/refunds/refunds.ts'
import { remitToSchools } from '#server/books/remittances/remittances.ts'
import { collectEvents } from '#server/books/webhooks/collect-events.ts'
import { handleEvent, handleForgottenEvents } from '#server/books/webhooks/handle-event.ts'
import { storeEvent } from '#server/books/webhooks/webhooks.ts'
import { finishWithdrawal } from '#server/books/withdrawals/decide-withdrawal.ts'
import {
  cancelUnconfirmed,
  confirmWithdrawal,
  requestWithdrawal,
} from '#server/books/withdrawals/withdrawals.ts'
import { closeAccount, reopenAccount } from '#server/desk-api/accounts/closing.ts'
import type { PayloadOf } from '#server/desk-api/approvals/approved-actions.ts'
import { approve, requestApproval } from '#server/desk-api/approvals/approvals.ts'
import { applyFeeChange, savePreview } from '#server/desk-api/fee-changes/fee-changes.ts'
import { recordOfflinePayment, type OfflinePayment } from '#server/desk-api/money/offline-payments.ts'
import { requestPayment, withdrawPaymentRequest } from '#server/desk-api/money/payment-requests.ts'
import { makeBatch } from '#server/desk-api/money/payouts.ts'
import { reverseOfflinePayment } from '#server/desk-api/money/reverse-offline.ts'
import { findFeeSchedule } from '#server/desk-api/schools/schools.reads.ts'
import { countExtras } from '#server/plans/plan-changes/count-extras.ts'
import { runRepayments } from '#server/plans/repayments/run-repayments.ts'
import type { Caller } from '#server/platform/http/callers.ts'
import type { Deps } from '#server/platform/deps.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { sql } from '#server/platform/database/sql.ts'
import { listedCharge } from '#server/platform/providers/stripe/charges.ts'
import { payEarly } from '#server/portal-api/pay-now/customer-payment.ts'
import { payAsGuest } from '#server/portal-api/pay-now/guest-payment.ts'
import type { ApprovalKind } from '#domain/approvals.ts'
import type { Account } from '../demo/account.ts'
import { mobileOf } from '../demo/people.ts'
import { schoolId, schools } from '../demo/schools.ts'
import { bankAccount, bpay, visaCredit, visaDebit } from '../demo/sources.ts'
import { addFamily } from './family.ts'
import { outsideModel } from './outside-model.ts'
import { atItsSize, openParts, openStripe, processesOf, survive, type Event } from './payment-world.ts'
import { addHelper, planChanges, planViolations, type Step } from './plan-world.ts'
import { linkOf } from './request-link.ts'

const firstDay = '2027-02-15' as CalendarDate
const hourMs = 60 * 60_000
const school = 'Wattle Grove College'
const institutionId = schoolId(school)
const wellBehaved: Step = { answer: 'clear', dies: undefined }

/** A card that works, one that is declined, and bank accounts that pay after days, or send the debit back. */
const good = visaCredit()
const declined = { ...visaCredit(), providerId: 'pm_card_chargeCustomerFail' }
const bank = bankAccount()
const returned = { ...bankAccount(), providerId: 'pm_auBecsDebit_referToCustomer' }
const households: Account[] = [
  { sources: [good, bank, declined], plans: [{ status: 'Saved', starts: 8, frequency: 'Fortnight' }] },
  { sources: [bank, visaDebit(), declined], plans: [{ status: 'Saved', starts: 6, frequency: 'Week' }] },
  { sources: [returned, good, bank], plans: [{ status: 'Saved', starts: 9, frequency: 'Month' }] },
  { sources: [declined, bank, good], plans: [{ status: 'Saved', starts: 12, frequency: 'Month' }] },
  { sources: [bpay(), good, bank], plans: [{ status: 'Saved', starts: 7, frequency: 'Fortnight' }] },
  {
    sources: [good, returned],
    productType: 'PlusFunded',
    plans: [{ status: 'Saved', starts: 7, frequency: 'Week' }],
  },
]

type Family = {
  accountId: string
  customerId: string
  email: string
  shortId: string
  sourceIds: string[]
  caller: Caller
}

type Size = {
  seed: number
  families: number
  /** Statements that break a rule in the database on purpose. */
  tampering?: readonly string[]
}

export type YearWorld = Awaited<ReturnType<typeof openYear>>

/** Families in one time, with one provider and one database, who live through a year that is drawn from a seed. */
export async function openYear({ seed, families: size, tampering = [] }: Size) {
  const parts = await openParts({ connections: 1 })
  const { db } = parts
  const chance = randomOf(seed)
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(chance() * list.length)]
  const upTo = (most: number) => 1 + Math.floor(chance() * most)
  const often = (share: number) => chance() < share
  let now = atHour(firstDay, 6)
  let hasFaults = true
  const { stripe, merchant, onTheWay } = openStripe(() => now, String(seed))
  const processWith = processesOf({ ...parts, stripe, clock: () => now })
  /** Connections of their own for what happens at the same moment: all else happens in the same order each time. */
  const crowd = openDatabase(atItsSize(parts.databaseUrl), { connections: 6 })
  const otherProcessWith = processesOf({ ...parts, db: crowd, stripe, clock: () => now })
  const healthy = processWith()
  const model = outsideModel(db, merchant, () => now)
  const story: string[] = []
  const late: Event[] = []
  const today = () => dateIn('AU', now)
  const turn = () => stripe.turnAt(merchant)

  const step = (): Step =>
    hasFaults
      ? {
          answer: often(0.06) ? 'lost' : often(0.04) ? 'never-sent' : 'clear',
          dies: often(0.08) ? Math.floor(chance() * 30) : undefined,
        }
      : wellBehaved
  /** How often each thing was done, refused or ended by a death. */
  const outcomes = new Map<string, number>()
  let doing = ''
  const count = (outcome: string) => {
    story.push(`  ${outcome}`)
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  }
  const as = async (how: Step, work: (deps: Deps) => Promise<unknown>, processOf = processWith) => {
    const name = doing
    count(`${name}: ${await survive(() => work(processOf(how)))}`)
  }
  /** Two processes at the same moment. */
  const both = (...works: ((deps: Deps) => Promise<unknown>)[]) =>
    Promise.all(works.map((work) => as(wellBehaved, work, otherProcessWith)))

  const families: Family[] = []
  for (let number = 0; number < size; number += 1) {
    const email = `family${number}@demo.example`
    const account = { ...households[number % households.length], withdrawals: { bankAccounts: ['6789'] } }
    const { customerId, accounts, accountId } = await addFamily(
      { deps: healthy },
      { email, mobile: mobileOf('AU', email), accounts: [account] },
    )
    const shortId = accounts[0]?.shortId ?? ''
    const sourceIds = accounts[0]?.sourceIds ?? []
    const caller: Caller = {
      customerId,
      sessionId: customerId,
      email,
      firstName: 'Olivia',
      region: 'AU',
      accountIds: [accountId],
      impersonatorEmail: null,
      renewedToken: undefined,
    }
    families.push({ accountId, customerId, email, shortId, sourceIds, caller })
  }
  const [staff, second] = [await addHelper(db, now), await addHelper(db, now)]
  await db.run(sql`update institution set dishonour_fee_minor = 2500 where id = ${institutionId}`)
  await db.run(sql`
    update payout_bank_account set payable_from = null`)
  await db.transaction(async (tx) => {
    for (const text of tampering) await tx.client.query(text)
  })
  // Some banks take a week.
  for (const [id, hidden] of merchant.hidden)
    if (hidden.debit && often(0.4)) merchant.hidden.set(id, { ...hidden, days: 3 + upTo(4) })

  /** Something that needs two of our people. */
  async function twoPeople<Kind extends ApprovalKind>(deps: Deps, kind: Kind, payload: PayloadOf<Kind>) {
    const key = randomUUID()
    const { id } = await deps.db.transaction((tx) => requestApproval(tx, deps, staff, { kind, payload, key }))
    await approve(deps, second, id)
  }

  const paymentsOf = ({ accountId }: Family, kinds: readonly string[]) =>
    db.many<{ id: string; intent: string | null }>(sql`
      select id, provider_payment_id as intent from payment where account_id = ${accountId}
        and kind = any(${kinds}::text[]) and status not in ('Failed') order by created_at, amount_minor, id`)
  const requestsOf = ({ accountId }: Family) =>
    db.many<{ id: string; left: Cents }>(sql`
      select id, open_minor as left from payment_request
      where account_id = ${accountId} and is_open order by created_at, amount_due_minor`)
  const overdueOf = ({ accountId }: Family) =>
    db.values<Cents>(sql`
      select open_minor from charge where account_id = ${accountId} and open_minor > 0
        and (status in ('Overdue', 'Retrying') or kind in ('Fee', 'Request')) order by due_on, amount_minor`)
  const chargeOf = (intent: string | null) =>
    intent === null ? undefined : [...merchant.charges.newest({ payment_intent: intent })][0]

  const early = (family: Family, amount: number, sourceId: string) => (deps: Deps) =>
    payEarly(deps, {
      accountId: family.accountId,
      caller: family.caller,
      requestId: 'simulation',
      clientRequestId: randomUUID(),
      body: { repaymentSourceId: sourceId, amount: toDecimal(cents(amount)), instId: institutionId },
    })
  const byLink = (family: Family, requestId: string, amount: number, method: object) => async (deps: Deps) =>
    payAsGuest(deps, {
      clientRequestId: randomUUID(),
      address: '203.0.113.7',
      cookie: () => undefined,
      requestId: 'simulation',
      caller: family.caller,
      body: {
        repaymentRequestId: await linkOf(deps, requestId),
        larkwellId: institutionId,
        shortId: family.shortId,
        email: family.email,
        amount: toDecimal(cents(amount)),
        paymentAmountChangeReason: 'ToPayMore',
        ...(method as { repaymentSourceId: string }),
      },
    })
  /** A card that somebody types on the page of a link. */
  async function typedCard(deps: Deps, family: Family, paymentRequestId: string) {
    const form = { id: randomUUID(), accountId: family.accountId, region: 'AU' as const, paymentRequestId }
    const { clientSecret } = await startCardEntry(deps, form, '203.0.113.7')
    const [id = ''] = clientSecret.split('_secret_')
    const token = often(0.8) ? 'pm_card_visa' : 'pm_card_chargeCustomerFail'
    const intent = await deps.providers.stripe.AU.client.setupIntents.confirm(id, { payment_method: token })
    return { token: idOf(intent.payment_method) }
  }
  /** What people pay: what is owing, or another amount. */
  async function someAmount(family: Family): Promise<number> {
    const owing = await overdueOf(family)
    if (owing.length > 0 && often(0.7))
      return often(0.5) ? (pick(owing) ?? 100) : owing.reduce((all, each) => all + each, 0)
    return 100 * upTo(400)
  }

  const operations: [weight: number, name: string, work: (family: Family) => Promise<unknown>][] = [
    [
      8,
      'pays early',
      async (family) => as(step(), early(family, await someAmount(family), pick(family.sourceIds) ?? '')),
    ],
    [
      5,
      'pays by link',
      async (family) => {
        const request = pick(await requestsOf(family))
        if (!request || request.left <= 0) return
        const amount = often(0.7) ? request.left : upTo(request.left + 50_00)
        const how = step()
        const isTyped = often(0.5)
        await as(how, async (deps) =>
          byLink(
            family,
            request.id,
            amount,
            isTyped
              ? await typedCard(deps, family, request.id)
              : { repaymentSourceId: pick(family.sourceIds) },
          )(deps),
        )
      },
    ],
    [
      4,
      'pays twice at once',
      async (family) => {
        const amount = await someAmount(family)
        const request = pick(await requestsOf(family))
        const [one = '', other = ''] = [pick(family.sourceIds), pick(family.sourceIds)]
        await both(
          early(family, amount, one),
          request && request.left > 0 && often(0.6)
            ? byLink(family, request.id, request.left, { repaymentSourceId: other })
            : early(family, often(0.5) ? amount : amount + 100, other),
        )
      },
    ],
    [
      2,
      'pays while we collect',
      async (family) =>
        both(early(family, await someAmount(family), pick(family.sourceIds) ?? ''), (deps) =>
          runRepayments(deps),
        ),
    ],
    [
      4,
      'pays extra',
      (family) => {
        const outcome = pick(extraOutcomes) ?? 'Next'
        const share = chance()
        const sourceId = pick(family.sourceIds) ?? ''
        return changesOf(family).payExtra(
          step(),
          (deps, extra, left) => {
            const amount = cents(Math.max(1_00, Math.round(left * (share < 0.1 ? 1 : share / 3))))
            return payEarly(deps, {
              accountId: family.accountId,
              caller: family.caller,
              requestId: 'simulation',
              clientRequestId: randomUUID(),
              body: { repaymentSourceId: sourceId, amount: toDecimal(amount), instId: institutionId, extra },
            })
          },
          outcome,
        )
      },
    ],
    [
      3,
      'moves a payment',
      (family) => changesOf(family).move(step(), { which: upTo(4) - 1, days: upTo(20) - 3 }),
    ],
    [
      2,
      'skips payments',
      (family) =>
        changesOf(family).skip(step(), {
          places: [upTo(4) - 1, upTo(4)],
          outcome: pick(skipOutcomes) ?? 'Spread',
        }),
    ],
    [2, 'undoes a change', (family) => changesOf(family).undo(step(), { which: upTo(4) - 1 })],
    [
      2,
      'takes one payment from another method',
      (family) => changesOf(family).chooseMethod(step(), { which: upTo(3) - 1, source: upTo(3) - 1 }),
    ],
    [
      3,
      'moves a failed payment',
      (family) => changesOf(family).moveFailed(step(), { which: upTo(3) - 1, days: upTo(12) - 1 }),
    ],
    [
      3,
      'pays a failed payment with another method',
      (family) => changesOf(family).payFailedFrom(step(), { which: upTo(3) - 1, source: upTo(3) - 1 }),
    ],
    [1, 'asks for help', (family) => changesOf(family).hold(step())],
    [2, 'ends its request for help', (family) => changesOf(family).endHold(step())],
    [
      2,
      'gets a proposal',
      async (family) => {
        const lower = { count: upTo(4), amount: cents(100 * upTo(150)) }
        await changesOf(family).propose(step(), { lower, laterCount: upTo(12) })
        if (often(0.6)) await changesOf(family).accept(step())
        else await changesOf(family)[pick(['decline', 'askForAnother'] as const) ?? 'decline'](step())
      },
    ],
    [3, 'pays by BPAY', async (family) => deposit(family, await someAmount(family), { isKnown: true })],
    [
      1,
      'pays by BPAY with a wrong reference',
      async (family) => deposit(family, await someAmount(family), { isKnown: false }),
    ],
    [
      2,
      'brings a cheque or cash',
      async (family) => {
        const request = often(0.3) ? pick(await requestsOf(family)) : undefined
        const payload: OfflinePayment = {
          accountId: family.accountId,
          institutionId: null,
          requestId: request?.id ?? null,
          amount: cents(request && request.left > 0 ? request.left : await someAmount(family)),
          receivedOn: today(),
          manner: pick(['Cheque', 'Transfer', 'Cash'] as const) ?? 'Cash',
          reference: randomUUID(),
        }
        await as(step(), async (deps) => {
          const payment = await recordOfflinePayment(deps, staff, payload)
          if (payment === 'NeedsApproval') await twoPeople(deps, 'OfflinePayment', payload)
        })
      },
    ],
    [
      1,
      'had its cheque recorded by mistake',
      async (family) => {
        const payment = pick(await paymentsOf(family, ['Offline']))
        if (!payment) return
        await as(step(), async (deps) => {
          if ((await reverseOfflinePayment(deps, staff, payment.id)) === 'NeedsApproval')
            await twoPeople(deps, 'OfflineReversal', { paymentId: payment.id })
        })
      },
    ],
    [
      3,
      'is asked for an amount by its school',
      (family) => {
        const request = {
          accountId: family.accountId,
          amountDue: cents(100 * upTo(300)),
          dueOn: addDays(today(), upTo(20)),
        }
        return as(step(), (deps) => requestPayment(deps, staff, request))
      },
    ],
    [
      1,
      'is no longer asked by its school',
      async (family) => {
        const request = pick(await requestsOf(family))
        if (request) await as(step(), (deps) => withdrawPaymentRequest(deps, staff, request.id))
      },
    ],
    [
      3,
      'gets money back',
      async (family) => {
        const payment = pick(await paymentsOf(family, ['Instalment', 'Early', 'Guest']))
        const charge = payment && chargeOf(payment.intent)
        if (!payment || charge?.status !== 'succeeded') return
        const amount = often(0.5) ? null : cents(upTo(charge.amount))
        const payload: RefundInput = {
          paymentId: payment.id,
          amount,
          outcome: pick(returnOutcomes) ?? 'AskAgain',
          clientRequestId: randomUUID(),
        }
        await as(step(), async (deps) => {
          if ((await orderRefund(deps, staff, payload)) === 'NeedsApproval')
            await twoPeople(deps, 'Refund', payload)
        })
      },
    ],
    [
      1,
      'gets money back by the page of the provider',
      async (family) => {
        const payment = pick(await paymentsOf(family, ['Instalment', 'Early', 'Guest']))
        const charge = payment && chargeOf(payment.intent)
        if (charge?.status !== 'succeeded' || charge.disputed || charge.refunded) return
        refund(turn(), charge, often(0.5) ? undefined : upTo(charge.amount - charge.amount_refunded))
        count(`${doing}: done`)
      },
    ],
    [
      1,
      'is refunded in vain',
      async (family) => {
        const payment = pick(await paymentsOf(family, ['Instalment', 'Early', 'Guest']))
        const charge = payment && chargeOf(payment.intent)
        const made = charge && [...merchant.refunds.newest({ charge: charge.id })][0]
        if (!made) return
        failRefund(turn(), made.id)
        count(`${doing}: done`)
      },
    ],
    [
      2,
      'disputes a payment',
      async (family) => {
        const payment = pick(await paymentsOf(family, ['Instalment', 'Early', 'Guest']))
        const charge = payment && chargeOf(payment.intent)
        if (charge?.status !== 'succeeded' || charge.disputed || charge.refunded) return
        const left = charge.amount - charge.amount_refunded
        const amount = often(0.5) ? undefined : often(0.5) ? upTo(left) : left + upTo(40_00)
        dispute(turn(), charge, amount === undefined ? {} : { amount })
        count(`${doing}: done`)
      },
    ],
    [
      2,
      'hears of its dispute',
      async (family) => {
        const open = await disputesOf(family)
        const one = pick(open)
        if (!one) return
        closeDispute(turn(), one, often(0.5) ? 'won' : 'lost')
        count(`${doing}: done`)
      },
    ],
    [
      1,
      'is paid by a bank that had said no',
      async (family) => {
        const failed = await db.many<{ id: string; intent: string }>(sql`
          select payment.id, provider_payment_id as intent from payment join repayment_source source
            on source.account_id = payment.account_id and source.id = payment.source_id and source.type = 'BankAccount'
          where payment.account_id = ${family.accountId} and payment.status = 'Failed' and provider_payment_id is not null
          order by payment.created_at, amount_minor`)
        const payment = pick(failed)
        const intent = payment && merchant.paymentIntents.find(payment.intent)
        const charge = payment && chargeOf(payment.intent)
        if (!intent || !charge || intent.status !== 'requires_payment_method') return
        model.paidAfterAll(payment.id)
        Object.assign(intent, {
          status: 'processing',
          payment_method: charge.payment_method,
          last_payment_error: null,
        })
        Object.assign(charge, {
          status: 'pending',
          captured: true,
          amount_captured: charge.amount,
          failure_code: null,
        })
        settleDebit(turn(), intent.id, 'succeeded')
        count(`${doing}: done`)
      },
    ],
    [
      2,
      'withdraws credit',
      async (family) => {
        const { free } = await readFreeCredit(db, { accountId: family.accountId, now })
        const bankAccountId = await db.value<string>(sql`
          select id from payout_bank_account where account_id = ${family.accountId}`)
        const amount = cents(often(0.3) ? free : upTo(Math.max(1, free)))
        const actor = { accountId: family.accountId, customerId: family.customerId, requestId: 'simulation' }
        await as(step(), async (deps) => {
          const { request } = await requestWithdrawal(deps, actor, {
            bankAccountId,
            amount: toDecimal(amount),
            clientRequestId: undefined,
          })
          if (amount > free) throw new Error('More was withdrawn than was free')
          const code = await db.value<string>(sql`
            select facts->>'code' from outbox_message where account_id = ${family.accountId} and kind = 'WithdrawalCode'
            order by created_at desc, id limit 1`)
          if (often(0.8)) await confirmWithdrawal(deps, actor, { id: request.id, code })
        })
      },
    ],
    [2, 'has its withdrawal decided', decideWithdrawalOf],
    [
      1,
      'is let off',
      async (family) => {
        const type = pick(['WriteOff', 'Goodwill', 'Credit', 'Debit'] as const) ?? 'Goodwill'
        const owing = pick(await overdueOf(family))
        const amount = cents(upTo(type === 'WriteOff' || type === 'Goodwill' ? (owing ?? 100) : 30_00))
        await as(step(), (deps) =>
          twoPeople(deps, 'Adjustment', {
            accountId: family.accountId,
            type,
            amount,
            description: 'Simulated',
          }),
        )
      },
    ],
    [1, 'is closed, or opened again', (family) => changeStanding(family, step())],
  ]
  const all = operations.reduce((total, [weight]) => total + weight, 0)

  const changesOf = (family: Family) => planChanges({ ...family, db, clock: () => now, as }, staff)
  const disputesOf = async (family: Family) => {
    const payments = await paymentsOf(family, ['Instalment', 'Early', 'Guest'])
    return payments
      .flatMap(({ intent }) =>
        intent === null ? [] : [...merchant.disputes.newest({ payment_intent: intent })],
      )
      .filter(({ status }) => status === 'needs_response')
  }

  /** The account is closed, or opened again: what happens to its charges is up to the product. */
  async function changeStanding({ accountId }: Family, how: Step): Promise<void> {
    const isActive = async () =>
      (await db.value<string>(sql`select status from account where id = ${accountId}`)) === 'Active'
    const wasActive = await isActive()
    await as(how, (deps) =>
      wasActive
        ? closeAccount(deps, staff, accountId, { isAcknowledged: true })
        : reopenAccount(deps, staff, accountId, { begin: reopenings[now.getUTCDate() % 3] ?? 'Nothing' }),
    )
    const isNow = await isActive()
    if (wasActive && !isNow) model.closed(accountId, now)
    if (!wasActive && isNow) model.reopened(accountId, now)
  }

  let deposits = 0
  async function deposit({ accountId }: Family, amount: number, { isKnown }: { isKnown: boolean }) {
    const reference = await db.value<string>(sql`select bpay_reference from account where id = ${accountId}`)
    deposits += 1
    const day = today().replaceAll('-', '')
    const bankReference = `BANK${seed}X${deposits}`
    const billerCode = schools[school].billerCode ?? ''
    const text = [
      `00,BPAY,1,${day}`,
      `50,${billerCode},${isKnown ? reference : '123'},${amount},${day},${bankReference}`,
      `99,1,${amount}`,
    ].join('\n')
    const file = (deps: Deps) => importFile(deps, `${bankReference}.csv`, text)
    if (often(0.2)) await both(file, file)
    else await as(step(), file)
    // The file stays until all of it is in.
    await as(wellBehaved, file)
    if (isKnown) return
    await as(step(), (deps) =>
      matchDeposit(deps, { billerCode, bankReference, accountId }, staff.staff.staffId),
    )
    if (often(0.4)) await as(step(), (deps) => takeDepositBack(deps, staff, { billerCode, bankReference }))
  }

  async function decideWithdrawalOf({ accountId }: Family) {
    const rows = await db.many<{
      id: string
      status: string
      payout: number | null
      reviewId: string | null
    }>(sql`
      select request.id, request.status, payout_number as payout, review.id as "reviewId"
      from withdrawal_request request left join review on review.account_id = request.account_id
        and review.subject_id = request.id
      where request.account_id = ${accountId} and request.status in ('Pending', 'Approved', 'Paid')
      order by request.created_at, amount_minor`)
    const request = pick(rows)
    if (!request) return
    const { id, status, reviewId } = request
    await as(step(), async (deps) => {
      if (status === 'Pending' && often(0.3)) return finishWithdrawal(deps, staff, id, 'Declined')
      if (status === 'Pending' && reviewId) return twoPeople(deps, 'Withdrawal', { reviewId })
      if (status === 'Paid')
        return often(0.3) ? twoPeople(deps, 'WithdrawalReturn', { withdrawalId: id }) : undefined
      const from = { bank: 'WBC', userId: '123456', bsb: '032-000', accountNumber: '123456' }
      const number = request.payout ?? (await makeBatch(deps, staff, { region: 'AU', from })).number
      await twoPeople(deps, 'PayoutRelease', { number }).catch(() => {})
      return finishWithdrawal(deps, staff, id, 'Paid')
    })
  }

  /** What concerns all families: a school's fees and our rates change. */
  async function changePrices() {
    if (often(0.7)) {
      const percent = 0.7 + upTo(6) / 10
      const validFrom = addDays(today(), upTo(6))
      return as(step(), (deps) =>
        twoPeople(deps, 'SurchargeRate', {
          region: 'AU',
          cardGroup: 'VisaOrMastercardCredit',
          percent,
          validFrom,
        }),
      )
    }
    const by = often(0.6) ? 60_00 : -45_00
    return as(step(), async (deps) => {
      const fees = await findFeeSchedule(db, { schoolId: institutionId, year: 2027 })
      if (!fees) throw new Error('The school has no fees')
      const items = fees.items.map((item) =>
        item.name === 'Tuition' && item.amount !== null ? { ...item, amount: cents(item.amount + by) } : item,
      )
      const preview = await deps.db.transaction((tx) =>
        savePreview(tx, deps, staff, { schoolId: institutionId, year: 2027, terms: fees.terms, items }),
      )
      await applyFeeChange(deps, staff, preview)
    })
  }

  /** Events come late, twice, in any order, or not at all: then they are on the provider's list. */
  async function hearEvents() {
    await stripe.webhooks.flush()
    doing = 'events'
    const waiting = [...late.splice(0), ...[...onTheWay.values()].flat()]
    onTheWay.clear()
    while (waiting.length > 0) {
      const [event] = waiting.splice(hasFaults ? Math.floor(chance() * waiting.length) : 0, 1)
      if (!event) return
      if (hasFaults && often(0.25)) late.push(event)
      else if (hasFaults && often(0.05)) continue
      else {
        const hear = async (deps: Deps) => {
          await storeEvent(deps, 'AU', event)
          await handleEvent(deps, event.id).catch(leaveToTheSweep)
        }
        if (hasFaults && often(0.05)) await both(hear, hear)
        else await as(hasFaults && often(0.05) ? { answer: 'clear', dies: upTo(12) } : wellBehaved, hear)
      }
    }
  }

  const jobs: Record<string, (deps: Deps) => Promise<unknown>> = {
    'collect events': (deps) => collectEvents(deps),
    'run repayments': (deps) => runRepayments(deps),
    'look at payments': (deps) => lookAtDuePayments(deps),
    'look at refunds': (deps) => lookAtRefunds(deps),
    'handle forgotten events': (deps) => handleForgottenEvents(deps),
    'expire requests': (deps) => expireRequests(deps),
    'cancel unconfirmed withdrawals': (deps) => cancelUnconfirmed(deps),
    'count extras': (deps) => countExtras(deps),
    'remit to schools': (deps) => remitToSchools(deps),
  }

  async function doJobs(names: readonly string[]) {
    for (const name of names) {
      const job = jobs[name]
      if (!job) continue
      doing = name
      let isIdle = false
      const once = async (deps: Deps) => {
        const done = await job(deps)
        isIdle =
          typeof done === 'object' && done !== null
            ? Object.values(done).every((count) => count === 0)
            : done === 0
      }
      if (hasFaults && often(0.1)) await both(job, job)
      else await as(step(), once)
      if (!isIdle) await check(name)
    }
  }

  async function check(what: string) {
    story.push(`${now.toISOString()} ${what}`)
    const isQuiet = what === 'a day without faults'
    const faults = await model.faults({ isQuiet })
    if (faults.length > 0) throw new Error(faults.join('\n'))
  }

  async function checkBooks() {
    const ids = families.map(({ accountId }) => accountId)
    const violations = [
      ...(await violationsOfAccounts(db, ids)).map(({ invariant, subject }) => `${invariant}: ${subject}`),
      ...(await planViolations(db, ids)),
    ]
    if (violations.length > 0) throw new Error(violations.join('\n'))
  }

  /** All letters of the day arrive, or some a day late. */
  const deliverLetters = () =>
    db.run(sql`
      update outbox_message set status = 'Sent', sent_at = ${now}
      where status = 'Waiting' and (${hasFaults ? chance() < 0.9 : true} or kind <> 'UpcomingDebit')`)

  async function day(): Promise<void> {
    const on = addDays(today(), 1)
    for (const hour of hasFaults ? [8, 13, 18] : [8]) {
      now = atHour(on, hour)
      stripe.catchUp()
      await hearEvents()
      await check('events')
      if (hasFaults) await liveOn()
      if (hour === 8) await doJobs(Object.keys(jobs))
      else if (often(0.4))
        await doJobs(['run repayments', 'look at payments', 'handle forgotten events', 'count extras'])
      await deliverLetters()
    }
    await checkBooks()
  }

  /** What families and our people do in some hours. */
  async function liveOn(): Promise<void> {
    for (const family of families) {
      if (!often(0.2)) continue
      const operation = drawn(operations, chance() * all)
      doing = operation[1]
      await operation[2](family)
      await check(`${family.shortId} ${doing}`)
    }
    if (!often(0.03)) return
    doing = 'prices change'
    await changePrices()
    await check(doing)
  }

  /** A day without faults, after which we must know all that the provider knows. */
  async function dayOfTruth(): Promise<void> {
    hasFaults = false
    for (let days = 0; days < 2; days += 1) await day()
    await check('a day without faults')
    hasFaults = true
  }

  return {
    story,
    counts: () => [...outcomes].map((each) => each.join(' ')).toSorted(),
    async live(days: number) {
      for (let left = days; left > 0; left -= 1) await (left % 20 === 0 ? dayOfTruth() : day())
    },
    close: async () => {
      stripe.close()
      await Promise.all([db.close(), crowd.close()])
    },
    today,
    /** Faults stop, all disputes are decided, all accounts are open, and time passes. */
    async calmDown(days: number) {
      hasFaults = false
      for (const family of families) {
        for (const one of await disputesOf(family)) closeDispute(turn(), one, often(0.5) ? 'won' : 'lost')
        if (model.isClosed(family.accountId)) await changeStanding(family, wellBehaved)
        await changesOf(family).endHold(wellBehaved)
      }
      for (let left = days; left > 0; left -= 1) await day()
      await check('a day without faults')
      const leftovers = [...(await model.leftovers()), ...(await differences())]
      if (leftovers.length > 0) throw new Error(`After calm:\n${leftovers.join('\n')}`)
    },
    /** What the year came to, for the comparison of two years of one seed. */
    digest: () =>
      db.value<string>(sql`
      select md5(string_agg(concat_ws(' ', short_id, kind, payment.status, amount_minor, payment.created_at), ',' order by short_id, payment.created_at,
        kind, amount_minor, payment.status))
      from payment join account on account.id = payment.account_id`),
  }

  /** What the provider's books say otherwise than ours. */
  async function differences() {
    const { client } = healthy.providers.stripe.AU
    const theirs = await client.charges.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 })
    const ours = await findPaymentsOfCharges(
      db,
      theirs.map((charge) => idOf(charge.payment_intent)),
    )
    const found = matchCharges(
      ours,
      await withReturns(healthy.providers.stripe.AU, ours, theirs.map(listedCharge)),
    )
    return found.map((difference) => JSON.stringify(difference))
  }
}

/** What could not be handled now is handled by the sweep. */
function leaveToTheSweep(error: Error): void {
  if (error.message !== 'the payment of a refund or dispute has not arrived') throw error
}

const idOf = (named: string | { id: string } | null) =>
  typeof named === 'string' ? named : (named?.id ?? '')

const atHour = (day: CalendarDate, hour: number) => new Date(startOfDay(day, 'AU').getTime() + hour * hourMs)

function drawn<T extends [number, ...unknown[]]>(list: readonly T[], at: number): T {
  let left = at
  const found = list.find(([weight]) => (left -= weight) < 0)
  if (!found) throw new Error('Nothing was drawn')
  return found
}

/** The same numbers for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
