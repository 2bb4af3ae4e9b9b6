import type Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startSandbox } from '../sandbox.ts'
import type { Sandbox } from '../sandbox.ts'
import { clientOf, idOf, inspect } from './stripe-client.ts'

describe('money that goes back', () => {
  let sandbox: Sandbox
  let stripe: Stripe
  beforeAll(async () => {
    sandbox = await startSandbox()
    stripe = clientOf(sandbox)
  })
  afterAll(() => sandbox.close())
  beforeEach(() => inspect(sandbox, '/reset', { now: '2027-03-01T09:00:00Z' }))

  const pay = async (payment_method = 'pm_card_visa') => {
    const intent = await stripe.paymentIntents.create({
      amount: 1000,
      currency: 'aud',
      payment_method,
      confirm: true,
    })
    return { intent: intent.id, charge: idOf(intent.latest_charge) }
  }
  const typesSince = async (count: number) =>
    (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type as string).slice(0, count)

  it('is refunded in parts, and never more than was paid', async () => {
    const { intent, charge } = await pay()
    const first = await stripe.refunds.create({ payment_intent: intent, amount: 300, metadata: { a: '1' } })
    expect(first).toMatchObject({
      amount: 300,
      status: 'succeeded',
      charge,
      payment_intent: intent,
      metadata: { a: '1' },
    })
    await expect(stripe.refunds.create({ charge, amount: 701 })).rejects.toMatchObject({
      statusCode: 400,
      param: 'amount',
      message: 'Refund amount ($7.01) is greater than unrefunded amount on charge ($7.00)',
    })
    const rest = await stripe.refunds.create({ charge })
    expect(rest.amount).toBe(700)
    await expect(stripe.refunds.create({ charge })).rejects.toMatchObject({ code: 'charge_already_refunded' })
    expect(await stripe.charges.retrieve(charge, { expand: ['refunds'] })).toMatchObject({
      amount_refunded: 1000,
      refunded: true,
      refunds: { data: [{ id: rest.id }, { id: first.id }] },
    })
    expect((await stripe.refunds.list({ payment_intent: intent })).data.map(({ id }) => id)).toEqual([
      rest.id,
      first.id,
    ])
    expect(await typesSince(2)).toEqual(['charge.refunded', 'refund.created'])
  })

  it('is not refunded before it has arrived', async () => {
    const { id } = await stripe.paymentIntents.create({ amount: 1000, currency: 'aud' })
    await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({
      message: expect.stringContaining('does not have a successful charge'),
    })
  })

  it('may be returned by a closed card', async () => {
    const { charge } = await pay('pm_card_refundFail')
    const refund = await stripe.refunds.create({ charge })
    expect(refund.status).toBe('succeeded')
    await inspect(sandbox, '/clock', { advance: 'PT2M' })
    expect((await stripe.refunds.list({ charge })).data[0]).toMatchObject({
      status: 'failed',
      failure_reason: expect.any(String),
    })
    expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 0, refunded: false })
    expect(await typesSince(2)).toEqual(['refund.failed', 'refund.updated'])
  })

  it('can take some time', async () => {
    const { charge } = await pay('pm_card_pendingRefund')
    const refund = await stripe.refunds.create({ charge })
    expect(refund.status).toBe('pending')
    await inspect(sandbox, '/clock', { advance: 'P4D' })
    expect((await stripe.refunds.list({ charge })).data[0]).toMatchObject({ status: 'succeeded' })
  })

  it('is taken by a dispute, and returned when it is won', async () => {
    const { intent, charge } = await pay('pm_card_createDispute')
    await inspect(sandbox, '/clock', { advance: 'PT2M' })
    const [dispute] = (await stripe.disputes.list({ payment_intent: intent })).data
    expect(dispute).toMatchObject({ amount: 1000, charge, status: 'needs_response', reason: 'fraudulent' })
    expect(await typesSince(2)).toEqual(['charge.dispute.funds_withdrawn', 'charge.dispute.created'])
    expect(await stripe.charges.retrieve(charge)).toMatchObject({ disputed: true })
    await expect(stripe.refunds.create({ charge })).rejects.toMatchObject({ code: 'charge_disputed' })
    await inspect(sandbox, '/stripe/close-dispute', { dispute: dispute!.id, outcome: 'won' })
    expect(await stripe.disputes.retrieve(dispute!.id)).toMatchObject({
      status: 'won',
      balance_transactions: [{ amount: -1000 }, { amount: 1000 }],
    })
    expect(await typesSince(2)).toEqual(['charge.dispute.funds_reinstated', 'charge.dispute.closed'])
    expect(
      (await inspect(sandbox, '/stripe/close-dispute', { dispute: dispute!.id, outcome: 'won' })).error,
    ).toContain('already closed')
  })

  it('is not taken by a question of the bank, until that becomes a dispute', async () => {
    const { charge } = await pay()
    const made = await inspect(sandbox, '/stripe/dispute', { charge, isInquiry: true })
    const id = String(made['id'])
    expect(await stripe.disputes.retrieve(id)).toMatchObject({
      status: 'warning_needs_response',
      balance_transactions: [],
    })
    expect(await typesSince(1)).toEqual(['charge.dispute.created'])
    await inspect(sandbox, '/stripe/escalate-dispute', { dispute: id })
    const escalated = await stripe.disputes.retrieve(id)
    expect(escalated).toMatchObject({ status: 'needs_response', balance_transactions: [{ amount: -1000 }] })
    expect(await typesSince(2)).toEqual(['charge.dispute.funds_withdrawn', 'charge.dispute.updated'])
    const { charge: other } = await pay()
    const question = await inspect(sandbox, '/stripe/dispute', { charge: other, isInquiry: true })
    await inspect(sandbox, '/stripe/close-dispute', { dispute: question['id'], outcome: 'won' })
    expect(await stripe.disputes.retrieve(String(question['id']))).toMatchObject({ status: 'warning_closed' })
    expect(await typesSince(1)).toEqual(['charge.dispute.closed'])
  })

  describe('by a dispute with evidence', () => {
    const pdf = { name: 'receipt.pdf', type: 'application/pdf', data: Buffer.from('%PDF-1.7 café', 'latin1') }
    const dispute = async () => {
      const { charge } = await pay()
      return String((await inspect(sandbox, '/stripe/dispute', { charge }))['id'])
    }

    it('takes texts and files, and sends them to the bank once', async () => {
      const id = await dispute()
      const file = await stripe.files.create({ purpose: 'dispute_evidence', file: pdf })
      expect(file).toMatchObject({ object: 'file', filename: 'receipt.pdf', type: 'pdf', size: 13 })
      const content = await fetch(`${sandbox.url}/_sandbox/api/stripe/files/${file.id}`)
      expect(Buffer.from(await content.arrayBuffer()).equals(pdf.data)).toBe(true)
      const evidence = { receipt: file.id, uncategorized_text: 'They knew. '.repeat(1000) }
      expect(await stripe.disputes.update(id, { evidence, submit: false })).toMatchObject({
        status: 'needs_response',
        evidence_details: { has_evidence: true, submission_count: 0 },
      })
      expect(await stripe.disputes.update(id, { submit: true })).toMatchObject({
        status: 'under_review',
        evidence: { ...evidence, customer_name: null },
        evidence_details: { has_evidence: true, submission_count: 1, submission_method: 'manual' },
      })
      expect(await typesSince(1)).toEqual(['charge.dispute.updated'])
      const again = { evidence: { uncategorized_text: 'More' } }
      await expect(stripe.disputes.update(id, again)).rejects.toMatchObject({ statusCode: 400 })
      await expect(stripe.disputes.close(id)).rejects.toMatchObject({ statusCode: 400 })
    })

    it.each([
      ['a file that is not there', { receipt: 'file_none' }],
      ['more words than a field takes', { uncategorized_text: 'x'.repeat(20_001) }],
      ['a field that Stripe does not know', { child_name: 'x' }],
    ])('does not take %s', async (_, evidence) => {
      const id = await dispute()
      await expect(stripe.disputes.update(id, { evidence: evidence as object })).rejects.toMatchObject({
        statusCode: 400,
      })
      expect(await stripe.disputes.retrieve(id)).toMatchObject({ status: 'needs_response' })
    })

    it('takes nothing after the deadline', async () => {
      const id = await dispute()
      await inspect(sandbox, '/clock', { advance: 'P8D' })
      const evidence = { uncategorized_text: 'Too late' }
      await expect(stripe.disputes.update(id, { evidence })).rejects.toMatchObject({
        message: expect.stringContaining('deadline'),
      })
    })

    it('uploads a file once for a key, although each request has its own boundary', async () => {
      const upload = (name: string) =>
        stripe.files.create(
          { purpose: 'dispute_evidence', file: { ...pdf, name } },
          { idempotencyKey: 'one' },
        )
      expect((await upload('a.pdf')).id).toBe((await upload('a.pdf')).id)
      await expect(upload('b.pdf')).rejects.toMatchObject({ type: 'StripeIdempotencyError' })
    })

    it.each([
      ['winning_evidence', 'won'],
      ['losing_evidence', 'lost'],
    ])('is decided at once by the test words %s', async (uncategorized_text, status) => {
      const id = await dispute()
      expect(await stripe.disputes.update(id, { evidence: { uncategorized_text } })).toMatchObject({ status })
    })
  })

  it('is given up by closing a dispute', async () => {
    const { charge } = await pay()
    const made = await inspect(sandbox, '/stripe/dispute', { charge, reason: 'duplicate' })
    expect(made).toMatchObject({ reason: 'duplicate', status: 'needs_response' })
    expect(await stripe.disputes.close(String(made['id']))).toMatchObject({ status: 'lost' })
    expect(await typesSince(1)).toEqual(['charge.dispute.closed'])
  })

  it('is refunded and listed through the inspection API', async () => {
    const { intent, charge } = await pay()
    expect(await inspect(sandbox, '/stripe/refund', { charge, amount: 400 })).toMatchObject({ amount: 400 })
    expect((await inspect(sandbox, '/stripe/refund', { charge, amount: 700 })).error).toContain(
      'greater than',
    )
    expect((await inspect(sandbox, '/stripe/refund', { charge: 'ch_none' })).error).toContain(
      'there is no ch_none',
    )
    expect(await inspect(sandbox, '/stripe/charges?account=AU')).toEqual([
      {
        id: charge,
        paymentIntent: intent,
        amount: 1000,
        amountRefunded: 400,
        currency: 'aud',
        status: 'succeeded',
        disputed: false,
        customer: null,
        metadata: {},
        created: expect.any(Number),
      },
    ])
  })
})
