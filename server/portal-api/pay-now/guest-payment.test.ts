import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { contract } from '#contract/contract.ts'
import type { Account } from '#tools/demo/account.ts'
import type { PaymentRequest } from '#tools/demo/requests.ts'
import { bankAccount, visaDebit } from '#tools/demo/sources.ts'
import { addGuest } from '#tools/testing/guest.ts'
import { expectSoundLedger, paymentsOf } from '#tools/testing/payments.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'

const server = await testServer()
const { deps } = server
const payment = contract['POST /api/portal/guest/payments'].reply

afterEach(() => expectSoundLedger(server))

const addRequest = (request?: Partial<PaymentRequest>, account?: Account) =>
  addGuest(server, request, account)

const part = { paymentAmountChangeReason: 'UnableToPayFullAmount' }

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
    const first = await pay({ token, amount: 1250 }, { key })
    expect((await pay({ token, amount: 1250 }, { key })).body).toEqual(first.body)
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

  it('with a bank account leaves the sum pending, and nobody pays it twice meanwhile', async () => {
    const { pay, row, sourceIds, details } = await addRequest({}, { sources: [bankAccount()] })
    expect((await pay({ repaymentSourceId: sourceIds[0], amount: 1250 })).body.status).toBe('Processing')
    expect(await row()).toEqual({ status: 'Open', paid: 0, pending: 125_000 })
    expect((await details()).body.payableDetails.amountDue).toBe(0)
    const again = await pay({ repaymentSourceId: sourceIds[0], amount: 1250, ...part })
    expect(again.status).toBe(409)
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

  it('that is named by school, account and e-mail alone answers every guess alike', async () => {
    const { pay, card } = await addRequest()
    const other = await addRequest()
    const guess = (body: object) => pay({ repaymentRequestId: undefined, token: 'pm_guessed', ...body })
    const unknown = await guess({ amount: 1250, email: 'nobody@demo.example' })
    expect(unknown.status).toBe(404)
    const elsewhere = await other.card()
    for (const body of [
      { amount: 1250 },
      { amount: 1249 },
      { amount: 1250, token: elsewhere },
      { amount: 1, token: elsewhere },
      { amount: 1250, larkwellId: 'another-school' },
    ])
      expect(await guess(body)).toMatchObject({ status: 404, body: unknown.body })
    // A guest who has typed a card in its form has the link, and sees the amount there.
    expect((await guess({ amount: 1249, token: await card() })).body).toMatchObject({
      fields: { paymentAmountChangeReason: 'Required' },
    })
  })

  it('tries at most five payments in ten minutes', async () => {
    const { pay, sourceIds } = await addRequest()
    for (let sum = 1; sum <= 5; sum += 1) {
      expect((await pay({ repaymentSourceId: sourceIds[0], amount: sum, ...part })).status).toBe(200)
    }
    expect((await pay({ repaymentSourceId: sourceIds[0], amount: 6, ...part })).status).toBe(429)
  })
})
