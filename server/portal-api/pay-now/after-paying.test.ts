import { afterEach, describe, expect, it } from 'vitest'
import { bankAccount } from '#tools/demo/sources.ts'
import { addGuest } from '#tools/testing/guest.ts'
import { addPayer, expectSoundLedger } from '#tools/testing/payments.ts'
import { readPdf } from '#tools/testing/pdf-text.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'

const server = await testServer()
const { deps } = server
const { db } = deps
const day = 24 * 60 * 60_000
const part = { paymentAmountChangeReason: 'UnableToPayFullAmount' }

afterEach(() => expectSoundLedger(server))

async function travel(ms: number): Promise<void> {
  await server.travel(ms)
  await server.sandboxApi('webhooks/flush')
  await expect
    .poll(() => db.many(sql`select kind from provider_event where processed_at is null`))
    .toEqual([])
}

type Mail = {
  id: string
  subject: string
  text: string
  attachments: { filename: string; mimeType: string; size: number }[]
}
async function mailsTo(email: string): Promise<Mail[]> {
  const query = new URLSearchParams({ to: email, kind: 'email' })
  const reply = await fetch(`${server.sandboxUrl}/_sandbox/api/messages?${query}`)
  return ((await reply.json()) as { messages: Mail[] }).messages
}
async function mailTo(email: string, subject: RegExp): Promise<Mail> {
  const found = async () => (await mailsTo(email)).find((mail) => subject.test(mail.subject))
  await expect.poll(found).toBeDefined()
  return (await found()) as Mail
}
async function attachedText({ id }: Mail): Promise<string> {
  const file = await fetch(`${server.sandboxUrl}/_sandbox/api/messages/${id}/attachments/0`)
  const { pages } = await readPdf(new Uint8Array(await file.arrayBuffer()))
  return pages.flatMap(({ lines }) => lines).join('\n')
}

describe('The link of a request', () => {
  it('that is paid says what was paid and when, for all its payments together', async () => {
    const guest = await addGuest(server)
    const [repaymentSourceId] = guest.sourceIds
    await guest.pay({ repaymentSourceId, amount: 400, ...part })
    await guest.pay({ repaymentSourceId, amount: 850 })
    const { status, body } = await guest.details()
    const last = await db.first<{ paidOn: string }>(sql`
      select max(paid_on) as "paidOn" from payment where account_id = ${guest.accountId} and payment_request_id is not null`)
    expect([status, body.code]).toEqual([409, 'request_paid'])
    expect(body.request).toEqual({
      schoolName: 'Wattle Grove College',
      accountShortId: guest.accounts[0]?.shortId,
      amount: 1250,
      paidOn: last?.paidOn,
    })
  })

  it.each(['Cancelled', 'Expired'] as const)('that is %s names the school and the sum', async (status) => {
    const guest = await addGuest(server, { status })
    const { status: answered, body } = await guest.details()
    expect([answered, body.code]).toEqual([410, `request_${status.toLowerCase()}`])
    expect(body.request).toMatchObject({ schoolName: 'Wattle Grove College', amount: 1250, paidOn: null })
  })

  it('says to everybody who opens it what is on its way', async () => {
    const guest = await addGuest(server, {}, { sources: [bankAccount()] })
    const [repaymentSourceId] = guest.sourceIds
    expect((await guest.details()).body.payableDetails.onItsWay).toBeNull()
    await guest.pay({ repaymentSourceId, amount: 1000, ...part })
    const { payableDetails } = (await guest.details()).body
    expect(payableDetails).toMatchObject({ amountDue: 250, onItsWay: { amount: 1000 } })
    await guest.pay({ repaymentSourceId, amount: 250 })
    expect((await guest.details()).body.payableDetails).toMatchObject({
      amountDue: 0,
      onItsWay: { amount: 1250, since: payableDetails.onItsWay.since },
    })
    await travel(6 * day)
    expect((await guest.details()).body.code).toBe('request_paid')
  })
})

describe('A part payment by link', () => {
  it('says what is still to pay and by when: in its reply, its outcome, its mail and its PDF', async () => {
    const guest = await addGuest(server)
    const [repaymentSourceId] = guest.sourceIds
    const key = crypto.randomUUID()
    const asked = await db.first<{ dueOn: string }>(sql`
      select due_on as "dueOn" from payment_request where id = ${guest.requestId}`)
    const stillToPay = { amount: 850, dueOn: asked?.dueOn }
    const { body } = await guest.pay({ repaymentSourceId, amount: 400, ...part }, { key })
    expect(body.stillToPay).toEqual(stillToPay)
    expect((await guest.outcome(key)).body.stillToPay).toEqual(stillToPay)
    const mail = await mailTo(guest.email, /Your payment of/)
    expect(mail.text).toContain('$850.00 is still to pay')
    expect(await attachedText(mail)).toContain(
      '$850.00 of what Wattle Grove College asked for is still to pay',
    )
    const rest = await guest.pay({ repaymentSourceId, amount: 850 })
    expect(rest.body).not.toHaveProperty('stillToPay')
  })
})

describe('A receipt', () => {
  it('names payer, student, period, reference and our legal entity, in the mail and in the PDF attached to it', async () => {
    const guest = await addGuest(server)
    const { body } = await guest.pay({ repaymentSourceId: guest.sourceIds[0], amount: 1250 })
    const mail = await mailTo(guest.email, /Your payment of/)
    const reference = body.paymentId.slice(0, 8).toUpperCase()
    expect(mail.attachments).toMatchObject([
      { filename: `Larkwell receipt ${reference}.pdf`, mimeType: 'application/pdf' },
    ])
    const [student] = await db.many<{ name: string }>(sql`
      select first_name || ' ' || last_name as name from student where account_id = ${guest.accountId}`)
    const request = await db.first<{ period: string }>(sql`
      select period_name as period from payment_request where id = ${guest.requestId}`)
    const pdf = await attachedText(mail)
    for (const words of [
      'Olivia Bennett',
      student?.name ?? 'a student',
      request?.period ?? 'a period',
      reference,
      'Larkwell Pty Ltd, ABN 12 345 678 901',
    ]) {
      expect(mail.text).toContain(words)
      expect(pdf).toContain(words)
    }
    expect(pdf).not.toContain('still to pay')
  })

  it('that is sent again after a fault is the same, although the request has changed meanwhile', async () => {
    const guest = await addGuest(server)
    await server.sandboxApi('faults', {
      provider: 'smtp',
      method: 'DATA',
      action: 'drop',
      after: true,
      times: 1,
    })
    await guest.pay({ repaymentSourceId: guest.sourceIds[0], amount: 400, ...part })
    await expect.poll(async () => (await mailsTo(guest.email)).length).toBe(1)
    await db.run(sql`update payment_request set amount_due_minor = 999999 where id = ${guest.requestId}`)
    await expect.poll(async () => (await mailsTo(guest.email)).length).toBe(2)
    const [one, two] = await Promise.all(
      (await mailsTo(guest.email)).map(async ({ id }) => {
        const file = await fetch(`${server.sandboxUrl}/_sandbox/api/messages/${id}/attachments/0`)
        return Buffer.from(await file.arrayBuffer())
      }),
    )
    expect(one?.equals(two ?? Buffer.alloc(0))).toBe(true)
    await db.run(sql`update payment_request set amount_due_minor = 125000 where id = ${guest.requestId}`)
  })
})

describe('A bank debit that a payer asks for', () => {
  it('is confirmed by mail when it is submitted, by link and from the portal', async () => {
    const guest = await addGuest(server, {}, { sources: [bankAccount()] })
    await guest.pay({ repaymentSourceId: guest.sourceIds[0], amount: 1250 })
    const mail = await mailTo(guest.email, /is on its way$/)
    expect(mail.subject).toBe('Your payment of $1,250.00 to Wattle Grove College is on its way')
    expect(mail.text).toContain('The money usually arrives within three business days')
    expect(mail.attachments).toEqual([])
    const parent = await addPayer(server, { sources: [bankAccount()] })
    await parent.pay(60)
    await mailTo(parent.email, /\$60\.00 .* is on its way$/)
  })

  it('and that is dishonoured is told without a word about a card', async () => {
    const guest = await addGuest(server, {}, { sources: [bankAccount()] })
    await guest.pay({ repaymentSourceId: guest.sourceIds[0], amount: 1250 })
    const debit = await db.first<{ id: string }>(sql`
      select provider_payment_id as id from payment
      where account_id = ${guest.accountId} and payment_request_id = ${guest.requestId}`)
    await server.sandboxApi('stripe/settle', { paymentIntent: debit?.id, outcome: 'insufficient_funds' })
    await travel(0)
    const mail = await mailTo(guest.email, /did not go through/)
    expect(mail.text).toContain('There was not enough money in your bank account.')
    expect(mail.text).not.toMatch(/\bcard\b/i)
  })
})
