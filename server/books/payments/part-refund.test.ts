import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { cents } from '#domain/money.ts'
import { addGuest } from '#tools/testing/guest.ts'
import { expectSoundLedger, paymentsOf } from '#tools/testing/payments.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { testServer } from '#tools/testing/server.ts'

const server = await testServer()
const { token } = await addStaff(server, 'operations')
const reason = 'Paid too much'

afterEach(() => expectSoundLedger(server))

/** A guest who has paid all of 1,250.00 by credit card, and what staff give back of it. */
async function paid() {
  const guest = await addGuest(server, { amountDue: cents(125_000) }, { plans: [], bpay: false })
  const { body } = await guest.pay({ amount: 1250, token: await guest.card('4242424242424242') })
  expect(body.status).toBe('Succeeded')
  const [payment] = await paymentsOf(server, guest.accountId)
  const refund = (amount: number) =>
    server.call(`POST /api/staff/payments/${payment?.id}/refunds`, {
      token,
      body: { amount, clientRequestId: randomUUID(), reason },
    })
  const read = async (what: string) => {
    const path = `GET /api/portal/customer/account/${guest.accountId}/${what}`
    return (await server.call(path, { token: guest.token })).body
  }
  const letter = () => server.message(guest.email, 'email')
  return { ...guest, refund, read, letter }
}

describe('A part refund of a payment with surcharge', () => {
  it('is the same sum in the mail, in Transactions and at the desk, and says what is to be paid again', async () => {
    const guest = await paid()
    const { refund: body } = (await guest.refund(400)).body
    expect(body).toMatchObject({
      status: 'Done',
      amount: 400,
      openRequest: { id: guest.requestId, left: 396.04 },
    })

    await expect.poll(async () => (await guest.letter()).text).toContain('Your refund is on its way')
    const { text } = await guest.letter()
    for (const words of [
      'We have sent $400.00 back',
      '$396.04',
      '$3.96',
      'Your payment request is open again',
    ])
      expect(text).toContain(words)
    expect(text).toContain(guest.link)

    const { transactions } = await guest.read('transactions')
    const row = transactions.find(({ amount }: { amount: number }) => amount < 0)
    expect(row).toMatchObject({ typeDesc: 'Refund of $400.00, of which surcharge $3.96', amount: -396.04 })
    expect(await guest.read(`transactions/${row.id}`)).toMatchObject({
      total: 400,
      surcharge: { amount: 3.96, percentage: '1%' },
      sentence: expect.stringContaining('of which $3.96 is card surcharge'),
    })

    const { activeRepaymentRequests } = await guest.read('overview')
    expect(activeRepaymentRequests).toMatchObject([{ amount: 396.04 }])
    expect((await guest.details()).body.payableDetails.amountDue).toBe(396.04)
  })

  it('asks for nothing again where the request was cancelled', async () => {
    const guest = await paid()
    await guest.refund(100)
    await server.call(`POST /api/staff/payment-requests/${guest.requestId}/cancel`, {
      token,
      body: { reason },
    })
    expect((await guest.refund(100)).body.refund).toMatchObject({ status: 'Done', openRequest: null })
    await expect.poll(async () => (await guest.letter()).text).toContain('There is nothing for you to do.')
    expect((await guest.read('overview')).activeRepaymentRequests).toEqual([])
  })
})
