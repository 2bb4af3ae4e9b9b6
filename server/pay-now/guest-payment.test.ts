import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { contract } from '#contract/contract.ts'
import { cents } from '#domain/money.ts'
import type { Account } from '#tools/demo/account.ts'
import type { PaymentRequest } from '#tools/demo/requests.ts'
import { amex, bankAccount, visaCredit, visaDebit } from '#tools/demo/sources.ts'
import { enterCard } from '#tools/testing/card-form.ts'
import { addPayer, expectSoundLedger, paymentsOf, providerCharges } from '#tools/testing/payments.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../database/sql.ts'

const server = await testServer()
const { call, deps } = server
const payment = contract['POST /api/portal/guest/payments'].reply

afterEach(() => expectSoundLedger(server))

let count = 0
/** A family with a request, and what its guest sees and does. */
async function addRequest(request: Partial<PaymentRequest> = {}, account: Account = {}) {
  count += 1
  const id = `request-${String(count).padStart(24, '0')}`
  const asked = { id, amountDue: cents(125_000), ...request }
  const payer = await addPayer(server, { sources: [visaCredit()], ...account, requests: [asked] })
  const details = () => call(`GET /api/portal/guest/payment-page-details?request=${id}`)
  const pay = async (body: object, key = randomUUID()) =>
    call('POST /api/portal/guest/payments', {
      body: {
        larkwellId: payer.instId,
        shortId: payer.accounts[0]?.shortId,
        email: payer.email,
        repaymentRequestId: id,
        ...body,
      },
      headers: { 'X-Larkwell-Client-Req-Id': key },
    })
  const row = () =>
    deps.db.first<{ status: string; paid: number; pending: number }>(sql`
      select status, amount_paid_minor as paid, amount_pending_minor as pending from payment_request where id = ${id}`)
  const card = async (number?: string) =>
    enterCard(server, (await details()).body.tokenizationUrl, number === undefined ? {} : { number })
  return { ...payer, id, details, pay, row, card }
}

const part = { paymentAmountChangeReason: 'UnableToPayFullAmount' }

describe('The page of a payment request', () => {
  it('has what the guest needs, and no whole number of anything', async () => {
    const { details, email, instId } = await addRequest(
      { breakdown: { overdue: cents(31_000), hasAnnualTotal: true } },
      { sources: [visaCredit(), amex(), bankAccount()] },
    )
    const { body, headers } = await details()
    expect(body).toMatchObject({
      accountInfo: {
        bpayInfo: { billerCode: expect.any(String), reference: expect.stringMatching(/^\d+$/) },
        email,
        repaymentSources: [
          { isDefault: true, surchargePercentage: '1%' },
          { surchargePercentage: '1.35%' },
          {},
        ],
      },
      institutionInfo: {
        displayName: 'Wattle Grove College',
        larkwellId: instId,
        absorbCardSurcharge: 'None',
      },
      payableDetails: { amountDue: 1250, periodName: expect.stringMatching(/^Term \d \d{4}$/) },
      config: { showBreakdown: true },
    })
    expect(headers.get('x-larkwell-region')).toBe('AU')
    expect(JSON.stringify(body)).not.toMatch(/pm_|cus_|\d{12,19}(?!\d)/)
  })

  it.each([
    ['Paid', 409, 'request_paid'],
    ['Cancelled', 410, 'request_cancelled'],
    ['Expired', 410, 'request_expired'],
  ] as const)('that is %s says so', async (status, code, name) => {
    const { details } = await addRequest({ status })
    const reply = await details()
    expect([reply.status, reply.body.code]).toEqual([code, name])
    expect(reply.body.msg).toMatch(/^This payment request/)
  })

  it('that does not exist is not found', async () => {
    expect((await call('GET /api/portal/guest/payment-page-details?request=nobody')).status).toBe(404)
  })

  it('tells how its sum came about, from the ledger', async () => {
    const { id, pay, card } = await addRequest({
      breakdown: { overdue: cents(31_000), hasAnnualTotal: true },
    })
    const breakdown = async () =>
      (await call(`GET /api/portal/guest/payment-page-breakdown?request=${id}&amount=1250`)).body
    const before = await breakdown()
    expect(before).toMatchObject({ amountDueNow: 1250, overdueFees: 310, paymentFrequency: 'Fortnight' })
    expect(before.annualTotalFees).toBeGreaterThan(0)
    await pay({ token: await card(), amount: 200, ...part })
    expect(await breakdown()).toMatchObject({ amountDueNow: 1050, paidThisYear: before.paidThisYear + 200 })
  })
})

describe('A guest', () => {
  it('pays the whole with a new card, which is kept by nobody', async () => {
    const { pay, row, card, accountId, details } = await addRequest()
    const token = await card()
    const { status, body } = await pay({ token, amount: 1250 })
    expect([status, body]).toMatchObject([200, { status: 'Succeeded', amount: 1250, surchargeAmount: 12.5 }])
    expect(payment.parse(body)).toEqual(body)
    expect(await row()).toEqual({ status: 'Paid', paid: 125_000, pending: 0 })
    expect((await details()).body.code).toBe('request_paid')
    const sources = await deps.db.many(sql`select 1 from repayment_source where account_id = ${accountId}`)
    expect(sources).toHaveLength(1)
  })

  it('pays a part, and the rest stays due', async () => {
    const { pay, row, card, details } = await addRequest()
    await pay({ token: await card(), amount: 400, ...part })
    expect(await row()).toEqual({ status: 'PartPaid', paid: 40_000, pending: 0 })
    expect((await details()).body.payableDetails.amountDue).toBe(850)
  })

  it('may pay more, with a reason', async () => {
    const { pay, row, card } = await addRequest()
    const reply = await pay({ token: await card(), amount: 1300, paymentAmountChangeReason: 'ToPayMore' })
    expect(reply.status).toBe(200)
    expect(await row()).toMatchObject({ status: 'Paid', paid: 130_000 })
  })

  it('is answered again with the same words, and charged once', async () => {
    const { pay, card, accountId } = await addRequest()
    const token = await card()
    const key = randomUUID()
    const first = await pay({ token, amount: 1250 }, key)
    expect((await pay({ token, amount: 1250 }, key)).body).toEqual(first.body)
    expect(await paymentsOf(server, accountId)).toHaveLength(1)
  })

  it('cannot use a card twice that was typed once', async () => {
    const { pay, card } = await addRequest()
    const token = await card()
    await pay({ token, amount: 400, ...part })
    const again = await pay({ token, amount: 300, ...part })
    expect([again.status, again.body.code]).toEqual([409, 'card_form_expired'])
  })

  it('cannot use a card that was typed for another request', async () => {
    const [one, other] = [await addRequest(), await addRequest()]
    const reply = await one.pay({ token: await other.card(), amount: 1250 })
    expect(reply.body.code).toBe('card_form_expired')
    expect(await one.row()).toMatchObject({ status: 'Open', paid: 0 })
  })

  it("pays what is due with the family's saved method, and no more than that", async () => {
    const { pay, row, sourceIds, email } = await addRequest({}, { sources: [visaDebit()] })
    const saved = { repaymentSourceId: sourceIds[0] }
    const more = await pay({ ...saved, amount: 1300, paymentAmountChangeReason: 'ToPayMore' })
    expect(more.body.code).toBe('amount_over_due')
    const stranger = await pay({ ...saved, amount: 1250, email: 'stranger@demo.example' })
    expect(stranger.status).toBe(403)
    expect((await pay({ ...saved, amount: 1250 })).status).toBe(200)
    expect(await row()).toMatchObject({ status: 'Paid' })
    expect((await server.message(email, 'email')).text).toContain('1,250.00')
  })

  it('cannot charge the saved method of another family', async () => {
    const [one, other] = [await addRequest(), await addRequest()]
    const reply = await one.pay({ repaymentSourceId: other.sourceIds[0], amount: 1250 })
    expect(reply.status).toBe(404)
  })

  it('with a bank account leaves the sum pending, and nobody pays it twice meanwhile', async () => {
    const { pay, row, sourceIds, details } = await addRequest({}, { sources: [bankAccount()] })
    expect((await pay({ repaymentSourceId: sourceIds[0], amount: 1250 })).body.status).toBe('Processing')
    expect(await row()).toEqual({ status: 'Open', paid: 0, pending: 125_000 })
    expect((await details()).body.payableDetails.amountDue).toBe(0)
    const again = await pay({ repaymentSourceId: sourceIds[0], amount: 1250, ...part })
    expect(again.status).toBe(409)
  })

  it.each([
    ['less than one', { amount: 0.99, ...part }, 'amount'],
    ['three decimals', { amount: 1.001, ...part }, 'amount'],
    ['another sum without a reason', { amount: 100 }, 'paymentAmountChangeReason'],
    ['a reason that nobody offers', { amount: 100, paymentAmountChangeReason: 'Whim' }, undefined],
    ['another reason in no words', { amount: 100, paymentAmountChangeReason: 'Other' }, undefined],
    [
      'a reason of 101 characters',
      {
        amount: 100,
        paymentAmountChangeReason: 'Other',
        paymentAmountChangeReasonDescription: 'x'.repeat(101),
      },
      undefined,
    ],
    ['another school', { amount: 1250, larkwellId: randomUUID() }, 'larkwellId'],
  ])('is refused with %s, and nothing is taken', async (_, body, field) => {
    const { pay, accountId, sourceIds } = await addRequest()
    const reply = await pay({ repaymentSourceId: sourceIds[0], ...body })
    expect([reply.status, reply.body.code]).toEqual([400, 'invalid_request'])
    if (field) expect(Object.keys(reply.body.fields)).toEqual([field])
    expect(await paymentsOf(server, accountId)).toEqual([])
  })

  it('keeps the reason for another sum', async () => {
    const { pay, accountId, card } = await addRequest()
    const told = { paymentAmountChangeReason: 'Other', paymentAmountChangeReasonDescription: 'Half now' }
    await pay({ token: await card(), amount: 625, ...told })
    const row = await deps.db.first(sql`
      select amount_change_reason as reason, amount_change_description as description from payment
      where account_id = ${accountId} and provider_key is not null`)
    expect(row).toEqual({ reason: 'Other', description: 'Half now' })
  })

  it('whose request is not named pays the newest that is open', async () => {
    const { pay, row, card } = await addRequest()
    const token = await card()
    expect((await pay({ token, amount: 1250, repaymentRequestId: undefined })).status).toBe(200)
    expect(await row()).toMatchObject({ status: 'Paid' })
  })

  it('tries at most five payments in ten minutes', async () => {
    const { pay, sourceIds } = await addRequest()
    for (let sum = 1; sum <= 5; sum += 1) {
      expect((await pay({ repaymentSourceId: sourceIds[0], amount: sum, ...part })).status).toBe(200)
    }
    expect((await pay({ repaymentSourceId: sourceIds[0], amount: 6, ...part })).status).toBe(429)
  })
})

describe('Two people who pay one request at once', () => {
  it('are one payment', async () => {
    const { pay, row, card } = await addRequest()
    const tokens = [await card(), await card()]
    const before = (await providerCharges(server)).length
    const replies = await Promise.all(tokens.map((token) => pay({ token, amount: 1250 })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await providerCharges(server)).length).toBe(before + 1)
    expect(await row()).toEqual({ status: 'Paid', paid: 125_000, pending: 0 })
  })
})
