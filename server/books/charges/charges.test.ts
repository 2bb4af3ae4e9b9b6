import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { addDays } from '#domain/calendar/calendar.ts'
import { addBusinessDays } from '#domain/calendar/holidays.ts'
import { cents, toDecimal } from '#domain/money.ts'
import { bankAccount, unauthorisedBankAccount, visaDebit, type Source } from '#tools/demo/sources.ts'
import { addGuest } from '#tools/testing/guest.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { expectSoundLedger, paymentsOf } from '#tools/testing/payments.ts'
import { cancelInstalments, daysOf, setInstalmentAmount } from '#tools/testing/repayments.ts'
import { linkOf } from '#tools/testing/request-link.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { sql } from '../../platform/database/sql.ts'
import { deliverWaiting } from '../../letters/outbox/outbox.ts'
import { readFreeCredit } from '../free-credit/free-credit.ts'
import { readBalance } from '../ledger/ledger.reads.ts'
import { findPayment } from '../payments/payments.reads.ts'
import { settle } from '../payments/settle.ts'
import { remitToSchools } from '../remittances/remittances.ts'

const server = await testServer()
const { deps } = server
const { goTo, run, runUntil, today, addPlanFamily, hearNews, restFamilies } = daysOf(server)

afterEach(() => expectSoundLedger(server))
afterEach(restFamilies)

type Family = Awaited<ReturnType<typeof addPlanFamily>>

const businessDays = (days: number) => addBusinessDays(today('AU'), days, calendars.AU)
const takenFrom = async (accountId: string) =>
  (await paymentsOf(server, accountId))
    .filter(({ status }) => status === 'Succeeded')
    .reduce((sum, { amount }) => sum + amount, 0)
const debitsOf = ({ accountId, next }: Family) =>
  deps.db.many<{ id: string; status: string; amount: number }>(sql`
    select id, status, amount_minor as amount from payment
    where account_id = ${accountId} and kind = 'Instalment' and plan_id = ${next.planId}
      and instalment_seq = ${next.seq} order by attempt`)
/** What was settled of an instalment, by whatever payments, and what its school has got of it. */
const moneyOf = ({ accountId, next }: Family) =>
  deps.db.first<{ settled: number; passedOn: number }>(sql`
    select settled_minor as settled, passed_on_minor as "passedOn" from instalment
    where account_id = ${accountId} and plan_id = ${next.planId} and seq = ${next.seq}`)
const lettersOf = (accountId: string, kind: string) =>
  deps.db.many<{ facts: any }>(sql`
    select facts from outbox_message where account_id = ${accountId} and kind = ${kind} order by created_at`)
const bookOf = async (accountId: string, book: string) =>
  Number(
    (
      await deps.db.first<{ amount: number }>(sql`
        select coalesce(sum(amount_minor), 0) as amount from ledger_posting
        where account_id = ${accountId} and book = ${book}`)
    )?.amount,
  )
const remitFor = async (days: number) => {
  for (let gone = 0; gone < days; gone += 1) {
    await goTo(addDays(today('AU'), 1), 'AU')
    await remitToSchools(deps)
    // What is told by day leaves with the next sweep.
    await deliverWaiting(deps)
  }
}
const payWith = async (family: Family, amount: number, source: string | undefined) =>
  family.pay(toDecimal(cents(amount)), { source, token: await server.logIn(family.email, family.mobile) })
const intentOf = async (accountId: string) =>
  (
    await deps.db.first<{ intent: string }>(sql`
      select provider_payment_id as intent from payment where account_id = ${accountId}
      order by created_at desc limit 1`)
  )?.intent ?? ''
const refund = async (accountId: string, amount?: number) => {
  const { data } = await deps.providers.stripe.AU.client.charges.list({
    payment_intent: await intentOf(accountId),
  })
  await server.sandboxApi('stripe/refund', { charge: data[0]?.id, ...(amount !== undefined && { amount }) })
  await hearNews()
}

/** A family whose debit has failed for want of money and is to be tried again in three business days. */
async function failedFamily(...others: Source[]) {
  const family = await addPlanFamily({ sources: [visaDebit(), ...others] })
  await family.comeToCollection()
  await server.sandboxApi('faults', {
    provider: 'stripe',
    match: family.accountId,
    action: 'decline:insufficient_funds',
  })
  await run()
  const retryOn = addBusinessDays(family.next.collectOn, 3, calendars.AU)
  expect(await family.now()).toMatchObject({ status: 'Retrying', retryOn })
  await goTo(addDays(retryOn, -1), 'AU')
  return { ...family, retryOn }
}

describe('Money on its way', () => {
  it('for a payment that has failed stops its next try, and is taken once', async () => {
    const family = await failedFamily(bankAccount())
    const { accountId, next } = family
    expect((await payWith(family, next.amount, family.sourceIds[1])).body.status).toBe('Processing')
    expect(await family.now()).toMatchObject({ open: 0, settled: 0 })
    await goTo(family.retryOn, 'AU')
    await run()
    expect(await debitsOf(family)).toMatchObject([{ status: 'Failed' }])
    await goTo(businessDays(6), 'AU')
    await run()
    expect(await family.now()).toMatchObject({ status: 'Paid', settled: next.amount })
    expect(await takenFrom(accountId)).toBe(next.amount)
  })

  it('that does not come leaves the payment to be tried again', async () => {
    const family = await failedFamily(unauthorisedBankAccount())
    const { next } = family
    await payWith(family, next.amount, family.sourceIds[1])
    await goTo(family.retryOn, 'AU')
    await run()
    expect(await debitsOf(family)).toHaveLength(1)
    for (let days = 0; days < 8; days += 1) {
      await goTo(businessDays(1), 'AU')
      await run()
    }
    expect(await debitsOf(family)).toMatchObject([{ status: 'Failed' }, { status: 'Succeeded' }])
    expect(await moneyOf(family)).toMatchObject({ settled: next.amount })
  })

  it('of an early payment lowers the link of its school, which nobody else can pay by card or cheque', async () => {
    const guest = await addGuest(
      server,
      { amountDue: cents(400_00) },
      { plans: [], bpay: false, sources: [bankAccount()] },
    )
    const early = await server.call(`POST /api/portal/customer/account/${guest.accountId}/payments`, {
      token: guest.token,
      headers: { 'X-Larkwell-Client-Req-Id': randomUUID() },
      body: { repaymentSourceId: guest.sourceIds[0], amount: 400, instId: guest.instId },
    })
    expect(early.body.status).toBe('Processing')
    expect(await guest.row()).toMatchObject({ status: 'Open', pending: 400_00 })
    const second = await guest.payByLink({ token: await guest.card(), amount: 400 })
    expect(second).toMatchObject({
      status: 409,
      body: { code: 'payment_in_progress', payment: { amount: 400 } },
    })
    const { token } = await addStaff(server, 'operations')
    const cheque = await server.call('POST /api/staff/offline-payments', {
      token,
      body: {
        accountId: guest.accountId,
        requestId: guest.requestId,
        amount: 400,
        receivedOn: today('AU'),
        manner: 'Cheque',
        reference: 'C-100',
        reason: 'Came by post',
      },
    })
    expect(cheque.status).toBe(409)
    await goTo(businessDays(6), 'AU')
    await run()
    expect(await guest.row()).toEqual({ status: 'Paid', paid: 400_00, pending: 0 })
    expect(await takenFrom(guest.accountId)).toBe(400_00)
  })
})

describe('A fee for a returned debit', () => {
  async function withFee() {
    const family = await addPlanFamily({ sources: [bankAccount(), visaDebit()] })
    await deps.db.run(sql`update institution set dishonour_fee_minor = 2500`)
    await family.comeToCollection()
    await run()
    const start = await readBalance(deps.db, family.accountId)
    await server.sandboxApi('stripe/settle', {
      paymentIntent: await intentOf(family.accountId),
      outcome: 'account_closed',
    })
    await hearNews()
    await run()
    await deps.db.run(sql`update institution set dishonour_fee_minor = 0`)
    expect(await readBalance(deps.db, family.accountId)).toBe(start - 25_00)
    return family
  }

  it('is paid to us and never to the school, and leaves nothing behind', async () => {
    const family = await withFee()
    const { accountId, next } = family
    const { requestId } = await family.now()
    const link = await linkOf(deps, requestId ?? '')
    const page = await server.call(`GET /api/portal/guest/payment-page-details?request=${link}`)
    expect(page.body.payableDetails.amountDue).toBe(toDecimal(cents(next.amount + 25_00)))
    expect((await payWith(family, next.amount + 25_00, family.sourceIds[1])).body.status).toBe('Succeeded')
    await run()
    expect(await deps.db.first(sql`select status from payment_request where id = ${requestId}`)).toEqual({
      status: 'Cancelled',
    })
    await remitFor(9)
    expect(await moneyOf(family)).toEqual({ settled: next.amount, passedOn: next.amount })
    expect(await bookOf(accountId, 'FeeIncome')).toBe(25_00)
    expect(
      await deps.db.first(sql`select sum(passed_on_minor)::int as got from charge
      where account_id = ${accountId} and kind = 'Fee'`),
    ).toEqual({ got: 0 })
    expect(await readBalance(deps.db, accountId)).toBe(0)
  })
})

describe('An instalment whose money goes back', () => {
  it('in part is owing by that part: the family is asked for it, and the school gets all of it', async () => {
    const family = await addPlanFamily({ sources: [visaDebit()] })
    const { accountId, next } = family
    await family.comeToCollection()
    await run()
    await refund(accountId, 50_00)
    await run()
    const owing = await family.now()
    expect(owing).toMatchObject({ status: 'Overdue', open: 50_00, settled: next.amount - 50_00 })
    expect(await lettersOf(accountId, 'PaymentOverdue')).toMatchObject([{ facts: { amount: 50_00 } }])
    await payWith(family, 50_00, family.sourceIds[0])
    expect(await family.now()).toMatchObject({ status: 'Paid', open: 0 })
    await remitFor(9)
    expect(await moneyOf(family)).toEqual({ settled: next.amount, passedOn: next.amount })
  })

  it('in full is asked for again, and its plan can end', async () => {
    const family = await addPlanFamily({ sources: [visaDebit()] })
    const { accountId, next } = family
    await cancelInstalments(
      server,
      sql`account_id = ${accountId} and status = 'Scheduled' and seq <> ${next.seq}`,
    )
    await family.comeToCollection()
    await run()
    await refund(accountId)
    await run()
    const { status, requestId } = await family.now()
    expect(status).toBe('Overdue')
    expect(requestId).not.toBeNull()
    expect(await lettersOf(accountId, 'PaymentOverdue')).toMatchObject([
      { facts: { requestId, amount: next.amount, dueOn: next.dueOn } },
    ])
    expect((await payWith(family, next.amount, family.sourceIds[0])).body.status).toBe('Succeeded')
    await run()
    expect((await family.now()).status).toBe('Paid')
    expect(
      await deps.db.first(
        sql`select status from plan where account_id = ${accountId} and id = ${next.planId}`,
      ),
    ).toEqual({ status: 'Completed' })
  })
})

describe('What was sent to a school unasked and went back after the school had got it', () => {
  it('is asked for again, however often it is paid and goes back', async () => {
    const family = await addPlanFamily({ sources: [bankAccount()] })
    const { accountId } = family
    await payWith(family, 60_00, family.sourceIds[0])
    for (let days = 0; days < 5; days += 1) await goTo(businessDays(1), 'AU')
    await remitFor(9)
    const { data } = await deps.providers.stripe.AU.client.charges.list({
      payment_intent: await intentOf(accountId),
    })
    await server.sandboxApi('stripe/dispute', { charge: data[0]?.id })
    await hearNews()
    const asked = async () => {
      await run()
      return deps.db.many<{ id: string; left: number }>(sql`
        select id, amount_due_minor - amount_paid_minor as left from payment_request
        where account_id = ${accountId} and is_open`)
    }
    const [request] = await asked()
    expect(request).toMatchObject({ left: 60_00 })
    const { token } = await addStaff(server, 'operations')
    const reason = 'Came by post'
    const cheque = await server.call('POST /api/staff/offline-payments', {
      token,
      body: {
        accountId,
        requestId: request?.id,
        amount: 60,
        receivedOn: today('AU'),
        manner: 'Transfer',
        reference: 'T-1',
        reason,
      },
    })
    expect(cheque.status).toBe(200)
    expect(await asked()).toEqual([])
    const back = `POST /api/staff/offline-payments/${cheque.body.id}/reverse`
    expect((await server.call(back, { token, body: { reason } })).status).toBe(200)
    expect(await asked()).toMatchObject([{ left: 60_00 }])
  })
})

describe('A refund that fails after the rest was passed on', () => {
  it('is the school’s again', async () => {
    const family = await addPlanFamily({ sources: [visaDebit()] })
    const { accountId, next } = family
    await family.comeToCollection()
    await run()
    await refund(accountId, 50_00)
    await remitFor(9)
    const left = next.amount - 50_00
    expect(await moneyOf(family)).toEqual({ settled: left, passedOn: left })
    const [made] = await deps.db.many<{ id: string }>(sql`
      select provider_refund_id as id from refund where account_id = ${accountId}`)
    await server.sandboxApi('stripe/fail-refund', { refund: made?.id })
    await hearNews()
    await remitFor(5)
    expect(await moneyOf(family)).toEqual({ settled: next.amount, passedOn: next.amount })
  })
})

describe('The second money for one instalment', () => {
  it('is the credit of the family, and never the school’s', async () => {
    const family = await addPlanFamily({ sources: [bankAccount()] })
    const { accountId, next } = family
    await family.comeToCollection()
    await run()
    // The bank says that the first try has failed, and takes the money all the same.
    const [first] = await debitsOf(family)
    const tried = await findPayment(deps.db, { accountId, id: first?.id ?? '' })
    if (!tried) throw new Error('The first try has vanished')
    const providerPaymentId = tried.providerPaymentId ?? ''
    await settle(deps, tried, { kind: 'Declined', providerPaymentId, reason: 'insufficient_funds' })
    expect(await family.now()).toMatchObject({ status: 'Retrying' })
    // Tried again before the money of the first comes.
    const soon = businessDays(1)
    await deps.db.run(sql`
      update instalment set retry_on = ${soon}, noticed_on = ${addDays(next.collectOn, -9)}, notice_id = null
      where account_id = ${accountId} and plan_id = ${next.planId} and seq = ${next.seq}`)
    await goTo(soon, 'AU')
    await run()
    for (let days = 0; days < 8; days += 1) {
      await goTo(businessDays(1), 'AU')
      await run()
    }
    expect(await debitsOf(family)).toMatchObject([{ status: 'Succeeded' }, { status: 'Succeeded' }])
    await remitFor(9)
    expect(await moneyOf(family)).toEqual({ settled: next.amount, passedOn: next.amount })
    const { free } = await readFreeCredit(deps.db, { accountId, now: deps.clock() })
    expect(free).toBe(next.amount)
  })
})

it('A payment that is tried for the eleventh time is still collected', async () => {
  const family = await addPlanFamily()
  const { accountId, next } = family
  await deps.db.run(
    sql`update instalment set tries = 10 where account_id = ${accountId} and seq = ${next.seq}`,
  )
  await family.comeToCollection()
  await run()
  expect(await family.now()).toMatchObject({ status: 'Paid', tries: 11 })
})

describe('An instalment of more than anybody may type', () => {
  /** Some payments for three children, of which the debit fails for good. */
  async function behindBy(amount: number) {
    const family = await addPlanFamily({
      plans: [{ status: 'Saved', starts: 12 }],
      sources: [visaDebit()],
    })
    const { accountId, next } = family
    await setInstalmentAmount(server, sql`account_id = ${accountId} and seq = ${next.seq}`, amount)
    await family.comeToCollection()
    await server.sandboxApi('faults', {
      provider: 'stripe',
      match: family.accountId,
      action: 'decline:lost_card',
    })
    await run()
    const { status, requestId } = await family.now()
    expect(status).toBe('Overdue')
    expect(await lettersOf(family.accountId, 'PaymentOverdue')).toMatchObject([{ facts: { amount } }])
    return { ...family, requestId: requestId ?? '' }
  }

  it('is asked for, and paid at once by its link or in the portal, but no more than that', async () => {
    const [one, other] = [await behindBy(120_000_00), await behindBy(130_000_00)]
    const link = await linkOf(deps, one.requestId)
    const page = await server.call(`GET /api/portal/guest/payment-page-details?request=${link}`)
    expect(page.body.payableDetails.amountDue).toBe(120_000)
    const key = randomUUID()
    const byLink = async (amount: number, clientRequestId = randomUUID()) =>
      server.call('POST /api/portal/guest/payments', {
        token: await server.logIn(one.email, one.mobile),
        headers: { 'X-Larkwell-Client-Req-Id': clientRequestId },
        body: {
          amount,
          repaymentSourceId: one.sourceIds[0],
          larkwellId: one.instId,
          shortId: one.accounts[0]?.shortId,
          email: one.email,
          repaymentRequestId: link,
          paymentAmountChangeReason: amount === 120_000 ? undefined : 'ToPayMore',
        },
      })
    expect(await byLink(120_000.01)).toMatchObject({
      status: 400,
      body: { fields: { amount: 'Please enter an amount up to 120,000' } },
    })
    const paid = await byLink(120_000, key)
    expect(paid.body).toMatchObject({ status: 'Succeeded', amount: 120_000 })
    // Sent again, it is the same payment, although nothing is due any more.
    expect((await byLink(120_000, key)).body).toMatchObject({ paymentId: paid.body.paymentId })
    expect((await one.now()).status).toBe('Paid')

    const token = await server.logIn(other.email, other.mobile)
    const path = `/api/portal/customer/account/${other.accountId}/payment-page-details`
    const due = async () => (await server.call(`GET ${path}`, { token })).body.institutions[0].due
    expect(await due()).toBe(130_000)
    expect((await payWith(other, 130_000_01, other.sourceIds[0])).status).toBe(400)
    expect((await payWith(other, 130_000_00, other.sourceIds[0])).body.status).toBe('Succeeded')
    expect((await other.now()).status).toBe('Paid')
    expect(await due()).toBe(0)
  })
})

describe('A family of which nobody may log in', () => {
  const ways = [
    [
      'because all parents are blocked',
      (id: string) => sql`update customer set status = 'Disabled' where id = ${id}`,
    ],
    ['because no parent is left', (id: string) => sql`delete from account_member where customer_id = ${id}`],
  ] as const

  it.each(ways)(
    '%s, is collected from, asked, refunded and passed on to its school like any other',
    async (_, act) => {
      const family = await addPlanFamily({
        plans: [{ status: 'Saved', starts: 12, frequency: 'Week' }],
        sources: [visaDebit()],
      })
      const { accountId, next } = family
      await deps.db.run(act(family.customerId))
      await family.comeToCollection()
      await run()
      expect(await family.now()).toMatchObject({ status: 'Paid', settled: next.amount })
      await refund(accountId, 50_00)
      await run()
      expect(await family.now()).toMatchObject({ status: 'Overdue', open: 50_00 })
      expect((await family.now()).requestId).not.toBeNull()

      const rows = await family.rows()
      const second = rows.find(({ status }) => status === 'Scheduled') ?? next
      await server.sandboxApi('faults', {
        provider: 'stripe',
        match: accountId,
        action: 'decline:lost_card',
      })
      await runUntil(addDays(second.collectOn, 1))
      const failed = (await family.rows()).find(({ seq }) => seq === second.seq)
      expect(failed).toMatchObject({ status: 'Overdue', requestId: (await family.now()).requestId })
      const third = rows.filter(({ status }) => status === 'Scheduled')[1] ?? next
      await runUntil(addDays(third.collectOn, 1))
      expect((await family.rows()).find(({ seq }) => seq === third.seq)?.status).toBe('Paid')
      await remitFor(9)
      expect(await moneyOf(family)).toEqual({ settled: next.amount - 50_00, passedOn: next.amount - 50_00 })
      expect(
        await deps.db.many(sql`select work, reason from parked_item where account_id = ${accountId}`),
      ).toEqual([])
    },
  )
})
