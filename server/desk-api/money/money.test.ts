import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dateIn } from '#domain/calendar/calendar.ts'
import { cents, toDecimal } from '#domain/money.ts'
import type { Account } from '#tools/demo/account.ts'
import { bankAccount, visaCredit } from '#tools/demo/sources.ts'
import { firstOf } from '#tools/testing/long.ts'
import { addPayer, expectSoundLedger, paymentsOf } from '#tools/testing/payments.ts'
import { linkOf } from '#tools/testing/request-link.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff, approveAs } from '#tools/testing/staff.ts'
import { sql } from '../../platform/database/sql.ts'
import { importFile as importDeposits } from '../../books/deposits/deposits.ts'
import { readFreeCredit } from '../../books/free-credit/free-credit.ts'
import { readBalance } from '../../books/ledger/ledger.reads.ts'
import { deliverWaiting } from '../../letters/outbox/outbox.ts'
import {
  closeOldSessions,
  createPaymentRequest,
  expireRequests,
} from '../../books/payment-requests/payment-requests.ts'
import { lookAtRefunds } from '../../books/refunds/refunds.ts'

const server = await testServer({ stripeTimeoutMs: 3_000 })
const { deps, call } = server
const { db } = deps
const { token, staffId } = await addStaff(server, 'operations')
const reason = 'The family called'
const day = 24 * 60 * 60_000

beforeEach(async () => {
  await fetch(`${server.sandboxUrl}/_sandbox/api/faults`, { method: 'DELETE' })
})
afterEach(async () => {
  // What staff did is told with the sweep of every minute, which does not run here.
  await deliverWaiting(deps)
  await expectSoundLedger(server)
})

const post = (path: string, body: object = {}) =>
  call(`POST /api/staff/${path}`, { token, body: { reason, ...body } })
const get = (path: string) => call(`GET /api/staff/${path}`, { token })

/** What staff have left in the trail of an account. */
const actions = async (accountId: string) =>
  db.many<{ action: string; reason: string }>(sql`
    select action, details ->> 'reason' as reason from audit_event
    where subject_id = ${accountId} and actor_kind = 'Staff' and actor_id = ${staffId} and details ? 'reason'
    order by at, id`)

const letters = async (accountId: string, kind: string) => {
  const rows = await db.many<{ facts: any }>(sql`
    select facts from outbox_message where account_id = ${accountId} and kind = ${kind} order by created_at`)
  return rows.map(({ facts }) => facts)
}

/** The outside world moves on, and everything that it tells us is taken in. */
async function news(): Promise<void> {
  await server.sandboxApi('webhooks/flush')
  const waiting = () => db.many(sql`select kind, last_error from provider_event where processed_at is null`)
  await expect.poll(waiting).toEqual([])
}

describe('A payment request', () => {
  const dueOn = dateIn('AU', new Date(deps.clock().getTime() + 14 * day))

  it('is made by staff, mailed with its link, and can be paid by anyone who has it', async () => {
    const family = await addPayer(server)
    const { accountId } = family
    const { status, body } = await post('payment-requests', {
      accountId,
      amount: '480.50',
      dueOn,
      periodName: 'Term 1 2027',
    })
    expect([status, body]).toMatchObject([
      200,
      { status: 'Open', amountDue: 480.5, amountPaid: 0, dueOn, periodName: 'Term 1 2027' },
    ])
    const link = await linkOf(deps, body.id)
    expect(Buffer.from(link, 'base64url')).toHaveLength(24)
    expect(body.id).not.toContain(link)
    expect(new Date(body.expiresAt).getTime()).toBeCloseTo(deps.clock().getTime() + 90 * day, -6)
    const mail = await server.message(family.email, 'email')
    expect(mail.links).toContain(`${deps.config.portalOrigin}/pay-now?request=${link}`)
    const page = await call(`GET /api/portal/guest/payment-page-details?request=${link}`)
    expect([page.status, page.body.payableDetails.amountDue]).toEqual([200, 480.5])
    expect(await actions(accountId)).toEqual([{ action: 'PaymentRequested', reason }])
    const listed = await get(`payment-requests?status=Open&account=${body.shortId.toLowerCase()}`)
    expect(listed.body).toMatchObject([{ id: body.id }])
  })

  it('is sent again as long as it can be paid, and cancelled once', async () => {
    const { accountId } = await addPayer(server)
    const { body } = await post('payment-requests', { accountId, amount: 100, dueOn })
    expect((await post(`payment-requests/${body.id}/resend`)).body).toEqual({ sentTo: 1 })
    expect(await letters(accountId, 'PaymentRequest')).toHaveLength(2)
    const cancelled = await post(`payment-requests/${body.id}/cancel`)
    expect([cancelled.status, cancelled.body.status]).toEqual([200, 'Cancelled'])
    const left = await db.many(sql`
      select open_minor as open, waived_minor as waived from charge where payment_request_id = ${body.id}`)
    expect(left).toEqual([{ open: 0, waived: 100_00 }])
    const waivers = await db.many(sql`
      select amount_minor as amount, reason, staff_id is not null as "isNamed" from waiver
      where account_id = ${accountId}`)
    expect(waivers).toEqual([{ amount: 100_00, reason: 'RequestCancelled', isNamed: true }])
    for (const verb of ['cancel', 'resend']) {
      const again = await post(`payment-requests/${body.id}/${verb}`)
      expect([again.status, again.body.code]).toEqual([410, 'request_cancelled'])
    }
    const link = await linkOf(deps, body.id)
    const page = await call(`GET /api/portal/guest/payment-page-details?request=${link}`)
    expect(page.body.code).toBe('request_cancelled')
    expect((await actions(accountId)).map(({ action }) => action)).toEqual([
      'PaymentRequested',
      'PaymentRequestSentAgain',
      'PaymentRequestCancelled',
    ])
  })

  it('shuts out a wallet that was opened for it when it is cancelled', async () => {
    const { accountId } = await addPayer(server)
    const { body } = await post('payment-requests', { accountId, amount: 100, dueOn })
    const opened = await call('POST /api/portal/guest/stripe-checkout-session', {
      body: {
        repaymentRequestId: await linkOf(deps, body.id),
        amount: 100,
        returnUrl: `${deps.config.portalOrigin}/pay-now`,
      },
      headers: { 'X-Larkwell-Client-Req-Id': randomUUID() },
    })
    expect(opened.status).toBe(200)
    await post(`payment-requests/${body.id}/cancel`)
    const sessions = await db.many(
      sql`select status from checkout_session where payment_request_id = ${body.id}`,
    )
    expect(sessions).toEqual([{ status: 'Expired' }])
  })

  it('is not made for an amount or a day that cannot be, nor for what is not theirs', async () => {
    const { accountId } = await addPayer(server)
    for (const [what, body, status] of [
      ['an account that is not there', { accountId: randomUUID(), amount: 10 }, 404],
      ['no amount', { amount: 0 }, 400],
      ['more than one payment may be', { amount: 100_000.01 }, 400],
      ['a day that is over', { amount: 10, expiresOn: '2026-01-01' }, 400],
      ['a school that is not theirs', { amount: 10, schoolId: randomUUID() }, 404],
      ['an invoice that is not theirs', { amount: 10, invoiceId: randomUUID() }, 404],
    ] as const) {
      const reply = await post('payment-requests', { accountId, dueOn, ...body })
      expect([what, reply.status]).toEqual([what, status])
    }
    expect(await letters(accountId, 'PaymentRequest')).toEqual([])
  })

  it('for what is overdue may be more than one payment can bring', async () => {
    const { accountId } = await addPayer(server)
    const undo = new Error('undo')
    const tried = db.transaction(async (tx) => {
      const arrears = { accountId, amountDue: cents(150_000_00), dueOn, isArrears: true, isTold: false }
      await createPaymentRequest(tx, deps, arrears)
      throw undo
    })
    await expect(tried).rejects.toBe(undo)
  })

  it('expires after its time, but not while money is on its way for it', async () => {
    const family = await addPayer(server, { sources: [bankAccount()] })
    const { accountId } = family
    const [idle, busy] = await Promise.all(
      [200, 300].map((amount) => post('payment-requests', { accountId, amount, dueOn })),
    )
    const paid = await call('POST /api/portal/guest/payments', {
      body: {
        amount: 300,
        repaymentSourceId: family.sourceIds[0],
        larkwellId: family.instId,
        shortId: busy?.body.shortId,
        email: family.email,
        repaymentRequestId: await linkOf(deps, busy?.body.id),
      },
      headers: { 'X-Larkwell-Client-Req-Id': randomUUID() },
      token: family.token,
    })
    expect(paid.body.status).toBe('Processing')
    await db.run(sql`
      update payment_request set expires_at = ${new Date(deps.clock().getTime() - 1000)}
      where account_id = ${accountId}`)
    expect(await expireRequests(deps)).toBe(1)
    const statusOf = async (id: string) => (await get(`payment-requests/${id}`)).body.status
    expect(await statusOf(idle?.body.id)).toBe('Expired')
    expect(await statusOf(busy?.body.id)).toBe('Open')
    expect(await closeOldSessions(deps)).toBe(0)
  })
})

async function payBy(amount: number, account: Account = { sources: [visaCredit()] }) {
  const family = await addPayer(server, account)
  const before = await readBalance(db, family.accountId)
  await family.pay(amount)
  const [payment] = await paymentsOf(server, family.accountId)
  return {
    ...family,
    paymentId: payment?.id ?? '',
    gained: async () => (await readBalance(db, family.accountId)) - before,
    refund: (body: object = {}) =>
      post(`payments/${payment?.id}/refunds`, { clientRequestId: randomUUID(), ...body }),
    refunds: () =>
      db.many<{ amount: number; status: string }>(sql`
        select amount_minor as amount, status from refund where payment_id = ${payment?.id} order by amount_minor`),
  }
}

describe('A refund', () => {
  it('of a part and then of the rest gives back all of a payment, surcharge and all, and no more', async () => {
    const payment = await payBy(100)
    const part = await payment.refund({ amount: 40 })
    expect([part.status, part.body.refund]).toMatchObject([200, { status: 'Done', amount: 40 }])
    expect(await payment.gained()).toBe(10_000 - 4000 + 39)
    const over = await payment.refund({ amount: 61.01 })
    expect([over.status, over.body.code]).toEqual([409, 'refund_over_left'])
    const rest = await payment.refund()
    expect(rest.body.refund).toMatchObject({ status: 'Done', amount: 61 })
    await news()
    expect(await payment.gained()).toBe(0)
    expect(await payment.refunds()).toEqual([
      { amount: 4000, status: 'Succeeded' },
      { amount: 6100, status: 'Succeeded' },
    ])
    expect((await payment.refund()).body.code).toBe('refund_over_left')
    expect((await actions(payment.accountId)).map(({ action }) => action)).toEqual([
      'RefundOrdered',
      'RefundOrdered',
    ])
    expect(await letters(payment.accountId, 'RefundSent')).toHaveLength(2)
    const listed = await get(`payments?account=${(await shortIdOf(payment.accountId)) ?? ''}`)
    expect(listed.body.find(({ id }: { id: string }) => id === payment.paymentId)).toMatchObject({
      status: 'Refunded',
      refunded: 101,
    })
  })

  it('ordered by two at once is never more than what is left', async () => {
    const payment = await payBy(100)
    const replies = await Promise.all(Array.from({ length: 4 }, () => payment.refund({ amount: 60 })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    await news()
    expect(await payment.refunds()).toEqual([{ amount: 6000, status: 'Succeeded' }])
  })

  it('ordered twice under one name is made once, and the name serves for nothing else', async () => {
    const payment = await payBy(100)
    const clientRequestId = randomUUID()
    const [first, second] = await Promise.all(
      [1, 2].map(() => payment.refund({ amount: 30, clientRequestId })),
    )
    expect([first?.body.refund.id, first?.status, second?.status]).toEqual([second?.body.refund.id, 200, 200])
    expect((await payment.refund({ amount: 31, clientRequestId })).body.code).toBe('request_id_reused')
    expect(await payment.refunds()).toEqual([{ amount: 3000, status: 'Succeeded' }])
  })

  it.each(
    firstOf(1, [
      ['after taking it', { action: 'drop', after: true, times: 2 }],
      ['before taking it', { action: 'drop', times: 2 }],
      ['with a fault', { action: 'status:500', after: true, times: 2 }],
    ] as const),
  )('of a provider that hangs up %s is looked into, and then is made once', async (_, rule) => {
    const payment = await payBy(100)
    await server.sandboxApi('faults', { provider: 'stripe', method: 'POST', path: '/v1/refunds', ...rule })
    const ordered = await payment.refund({ amount: 50 })
    expect([ordered.status, ordered.body.refund.status]).toEqual([202, 'Unknown'])
    expect((await payment.refund({ amount: 60 })).body.code).toBe('refund_over_left')
    await server.travel(61_000)
    await lookAtRefunds(deps)
    await news()
    expect(await payment.refunds()).toEqual([{ amount: 5000, status: 'Succeeded' }])
    const orders = await db.many(
      sql`select status, next_look_at from refund_order where payment_id = ${payment.paymentId}`,
    )
    expect(orders).toEqual([{ status: 'Done', next_look_at: null }])
  })

  it('to a bank account counts when the bank has it', async () => {
    const payment = await payBy(200, { sources: [bankAccount()] })
    expect((await payment.refund()).body.code).toBe('not_refundable')
    await server.travel(6 * day)
    await news()
    expect(await payment.gained()).toBe(20_000)
    const { token } = await addStaff(server, 'operations')
    const ordered = await call(`POST /api/staff/payments/${payment.paymentId}/refunds`, {
      token,
      body: { reason, clientRequestId: randomUUID() },
    })
    expect(ordered.body.refund.status).toBe('Accepted')
    expect(await payment.gained()).toBe(20_000)
    await server.travel(6 * day)
    await news()
    await lookAtRefunds(deps)
    expect(await payment.gained()).toBe(0)
    const orders = await db.many(sql`select status from refund_order where payment_id = ${payment.paymentId}`)
    expect(orders).toEqual([{ status: 'Done' }])
  })
})

async function shortIdOf(accountId: string): Promise<string | undefined> {
  const row = await db.first<{ shortId: string }>(
    sql`select short_id as "shortId" from account where id = ${accountId}`,
  )
  return row?.shortId
}

describe('Money that came without the provider', () => {
  let fresh = token
  beforeEach(async () => {
    // The clock was moved: the first session is over.
    fresh = (await addStaff(server, 'operations')).token
  })
  const record = (body: object) =>
    call('POST /api/staff/offline-payments', { token: fresh, body: { reason, ...body } })

  it('is recorded once by its reference, with entry and receipt', async () => {
    const { accountId } = await addPayer(server)
    const before = await readBalance(db, accountId)
    const receivedOn = dateIn('AU', deps.clock())
    const cheque = { accountId, amount: 350, receivedOn, manner: 'Cheque', reference: 'CBA 000123' }
    const [first, second] = await Promise.all([
      record(cheque),
      record({ ...cheque, reference: 'cba 000123' }),
    ])
    expect([first.status, second.status].toSorted()).toEqual([200, 409])
    const { body } = first.status === 200 ? first : second
    expect(body).toMatchObject({ kind: 'Offline', status: 'Succeeded', amount: 350, paidOn: receivedOn })
    expect((await readBalance(db, accountId)) - before).toBe(35_000)
    expect(await letters(accountId, 'Receipt')).toMatchObject([{ amount: 35_000, methodName: 'Cheque' }])
    expect((await record({ ...cheque, manner: 'Transfer' })).status).toBe(200)
  })

  it('pays a request', async () => {
    const { accountId } = await addPayer(server)
    const made = await call('POST /api/staff/payment-requests', {
      token: fresh,
      body: { reason, accountId, amount: 90, dueOn: dateIn('AU', deps.clock()) },
    })
    const receivedOn = dateIn('AU', deps.clock())
    const paid = {
      accountId,
      requestId: made.body.id,
      amount: 90,
      receivedOn,
      manner: 'Transfer',
      reference: 'T1',
    }
    expect((await record(paid)).status).toBe(200)
    const request = await call(`GET /api/staff/payment-requests/${made.body.id}`, { token: fresh })
    expect(request.body).toMatchObject({
      status: 'Paid',
      amountPaid: 90,
      payments: [{ status: 'Succeeded' }],
    })
    expect((await record({ ...paid, reference: 'T2' })).body.code).toBe('request_paid')
  })

  it.each(
    firstOf(1, [
      ['tomorrow', 1],
      ['years ago', -400],
    ] as const),
  )('did not come %s', async (_, days) => {
    const { accountId } = await addPayer(server)
    const receivedOn = dateIn('AU', new Date(deps.clock().getTime() + days * day))
    const reply = await record({ accountId, amount: 10, receivedOn, manner: 'Cash', reference: 'x' })
    expect([reply.status, reply.body.fields.receivedOn]).toEqual([
      400,
      expect.stringContaining('twelve months'),
    ])
  })

  it('is not more than one payment may be', async () => {
    const { accountId } = await addPayer(server)
    const receivedOn = dateIn('AU', deps.clock())
    const transfer = { accountId, receivedOn, manner: 'Transfer', reference: 'T-max' }
    const over = await record({ ...transfer, amount: 100_000.01 })
    expect([over.status, over.body.fields]).toEqual([400, { amount: 'Must be between 0.01 and 100,000' }])
    expect((await record({ ...transfer, amount: 100_000 })).status).toBe(200)
  })

  it('needs two people where it is much cash or a large cheque, however it is split', async () => {
    const { accountId } = await addPayer(server)
    const before = await readBalance(db, accountId)
    const gained = async () => (await readBalance(db, accountId)) - before
    const receivedOn = dateIn('AU', deps.clock())
    const cash = (amount: number, reference: string) =>
      record({ accountId, amount, receivedOn, manner: 'Cash', reference })
    expect((await cash(6_000, 'Receipt 1')).status).toBe(200)
    const asked = await cash(4_000.01, 'Receipt 2')
    expect([asked.status, asked.body]).toMatchObject([
      202,
      { kind: 'OfflinePayment', status: 'Open', amount: 4_000.01 },
    ])
    expect((await cash(4_000.01, 'receipt 2')).body.id).toBe(asked.body.id)
    expect(await gained()).toBe(6_000_00)
    const transfer = { accountId, amount: 20_000, receivedOn, manner: 'Transfer', reference: 'Receipt 2' }
    expect((await record(transfer)).status).toBe(200)
    const receipts = (await letters(accountId, 'Receipt')).length
    await approveAs(server, await addStaff(server, 'operations'), asked.body)
    expect(await gained()).toBe(30_000_01)
    expect(await letters(accountId, 'Receipt')).toHaveLength(receipts + 1)
    const events = await db.many<{ details: Record<string, string> }>(sql`
      select details from audit_event where subject_id = ${accountId} and action = 'OfflinePaymentRecorded'
        and details ->> 'reference' = 'Receipt 2' and details ->> 'manner' = 'Cash'`)
    expect(events).toMatchObject([{ details: { requestedBy: asked.body.requestedBy } }])
  })

  it('that waits for a second person is not recorded with another amount', async () => {
    const { accountId } = await addPayer(server)
    const cheque = {
      accountId,
      amount: 10_000.01,
      receivedOn: dateIn('AU', deps.clock()),
      manner: 'Cheque',
      reference: 'WBC 1',
    }
    const waiting = await record(cheque)
    expect([waiting.status, (await record(cheque)).body.id]).toEqual([202, waiting.body.id])
    for (const change of [{ amount: 12_000 }, { receivedOn: '2026-06-01' }])
      expect((await record({ ...cheque, ...change })).body.code).toBe('request_id_reused')
  })

  it('is taken back by two people where the family has been paid out some of it', async () => {
    const family = await addPayer(server, { plans: [], withdrawals: { bankAccounts: ['6789'] } })
    const { accountId } = family
    const receivedOn = dateIn('AU', new Date(deps.clock().getTime() - 20 * day))
    const cash = { accountId, amount: 350, receivedOn, manner: 'Cash', reference: 'Receipt 3' }
    const { body: payment } = await record(cash)
    const { free } = await readFreeCredit(db, { accountId, now: deps.clock() })
    const [bank] = await db.many<{ id: string }>(sql`
      select id from payout_bank_account where account_id = ${accountId}`)
    const taken = await call(`POST /api/portal/customer/account/${accountId}/withdrawal-requests`, {
      token: await server.logIn(family.email, family.mobile),
      body: { bankAccountId: bank?.id, amount: toDecimal(cents(free - 50_00)) },
    })
    expect(taken.status).toBe(200)
    const before = await readBalance(db, accountId)
    const reverse = () =>
      call(`POST /api/staff/offline-payments/${payment.id}/reverse`, { token: fresh, body: { reason } })
    const asked = await reverse()
    expect([asked.status, asked.body]).toMatchObject([202, { kind: 'OfflineReversal', status: 'Open' }])
    expect(asked.body.summary).toContain('the family no longer has $300.00 of it')
    expect(await readBalance(db, accountId)).toBe(before)
    await approveAs(server, await addStaff(server, 'operations'), asked.body)
    expect(await readBalance(db, accountId)).toBe(before - 350_00)
    expect((await reverse()).body.code).toBe('already_decided')
  })

  it('is taken back by one person while the family still has it', async () => {
    const { accountId } = await addPayer(server)
    const before = await readBalance(db, accountId)
    const receivedOn = dateIn('AU', deps.clock())
    const { body: payment } = await record({
      accountId,
      amount: 350,
      receivedOn,
      manner: 'Cash',
      reference: 'Receipt 4',
    })
    const reply = await call(`POST /api/staff/offline-payments/${payment.id}/reverse`, {
      token: fresh,
      body: { reason },
    })
    expect([reply.status, reply.body]).toMatchObject([200, { id: payment.id, status: 'Refunded' }])
    expect(await readBalance(db, accountId)).toBe(before)
  })

  it('and whose family nobody knows is matched by staff, once', async () => {
    const { accountId } = await addPayer(server)
    const before = await readBalance(db, accountId)
    await importDeposits(
      deps,
      'unknown.csv',
      ['00,BPAY,1,20261115', '50,254781,99,7700,20261112,DESK1', '99,1,7700', ''].join('\n'),
    )
    const waiting = await call('GET /api/staff/deposits', { token: fresh })
    expect(waiting.body).toMatchObject([{ billerCode: '254781', bankReference: 'DESK1', amount: 77 }])
    const queue = await call('GET /api/staff/queue?kind=Deposit', { token: fresh })
    expect(queue.body.items).toMatchObject([{ kind: 'Deposit', id: '254781/DESK1', amount: 77 }])
    const match = () =>
      call('POST /api/staff/deposits/254781/DESK1/match', { token: fresh, body: { reason, accountId } })
    const replies = await Promise.all([match(), match()])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await readBalance(db, accountId)) - before).toBe(cents(7700))
    const noted = await db.many(sql`
      select details ->> 'reason' as reason from audit_event
      where subject_id = ${accountId} and action = 'DepositMatched'`)
    expect(noted).toEqual([{ reason }])
  })
})
