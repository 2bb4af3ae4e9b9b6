import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { contract } from '#contract/contract.ts'
import { addDays, dateIn } from '#domain/calendar/calendar.ts'
import { cents } from '#domain/money.ts'
import type { Account } from '#tools/demo/account.ts'
import type { PaymentRequest } from '#tools/demo/requests.ts'
import { amex, bankAccount, bpay, visaCredit } from '#tools/demo/sources.ts'
import { enterCard } from '#tools/testing/card-form.ts'
import { firstOf } from '#tools/testing/long.ts'
import { addPayer, expectSoundLedger } from '#tools/testing/payments.ts'
import { readPdf } from '#tools/testing/pdf-text.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'
import { maskedEmail, maskedHolder, maskedName } from '#domain/masking.ts'

const server = await testServer()
const { call, deps } = server
const { db } = deps
const { token: staff } = await addStaff(server, 'operations')
const schema = contract['GET /api/portal/guest/payment-page-details'].reply

afterEach(() => expectSoundLedger(server))

/** A family that is asked for 1,250.00, and what its guest sees and does. */
async function addRequest(
  request: Partial<PaymentRequest> = {},
  account: Account = {},
  files: Parameters<typeof addPayer>[2] = {},
) {
  const link = `page-${randomUUID()}`
  const asked = { id: link, amountDue: cents(125_000), ...request }
  const payer = await addPayer(server, { sources: [visaCredit()], ...account, requests: [asked] }, files)
  const requestId = payer.requestIds[0] ?? ''
  const get = (path: string, query = '') => call(`GET /api/portal/guest/${path}?request=${link}${query}`)
  const details = () => get('payment-page-details')
  const breakdown = (amount = '1250') => get('payment-page-breakdown', `&amount=${amount}`)
  const pay = async (body: object) => {
    const { accountInfo, institutionInfo, tokenizationUrl } = (await details()).body
    const method = 'repaymentSourceId' in body ? {} : { token: await enterCard(server, tokenizationUrl) }
    return call('POST /api/portal/guest/payments', {
      body: {
        ...method,
        larkwellId: institutionInfo.larkwellId,
        shortId: accountInfo.accountShortId,
        repaymentRequestId: link,
        ...body,
      },
      headers: { 'X-Larkwell-Client-Req-Id': randomUUID() },
      token: payer.token,
    })
  }
  const status = async () => {
    const row = await db.first<{ status: string }>(sql`
      select status from payment_request where id = ${requestId}`)
    return row?.status
  }
  const refund = async () => {
    const [row] = await db.many<{ id: string; intent: string }>(sql`
      select id, provider_payment_id as intent from payment
      where payment_request_id = ${requestId} and status = 'Succeeded' order by created_at desc`)
    const charges = await deps.providers.stripe.AU.client.charges.list({ payment_intent: row?.intent ?? '' })
    await server.sandboxApi('stripe/refund', { charge: charges.data[0]?.id })
    await news()
  }
  const overview = async () => {
    const path = `GET /api/portal/customer/account/${payer.accountId}/overview`
    return (await call(path, { token: payer.token })).body.activeRepaymentRequests
  }
  return { ...payer, link, requestId, get, details, breakdown, pay, status, refund, overview }
}

async function news(): Promise<void> {
  await server.sandboxApi('webhooks/flush')
  const waiting = () => db.many(sql`select kind from provider_event where processed_at is null`)
  await expect.poll(waiting).toEqual([])
}

const part = { paymentAmountChangeReason: 'UnableToPayFullAmount' }

describe('Anyone who holds a link', () => {
  it('sees what they need to pay, and nothing else of the family', async () => {
    const { details, email, accountId, customerId, instId, requestId } = await addRequest(
      {},
      { sources: [visaCredit(), amex(), bankAccount(), bpay()] },
    )
    const { body } = await details()
    expect(schema.parse(body)).toEqual(body)
    const keys = Object.entries(body).map(([name, part]) => [name, Object.keys(part as object).toSorted()])
    expect(Object.fromEntries(keys)).toEqual({
      accountInfo: ['accountShortId', 'bpayInfo', 'customerDisplayName', 'email', 'repaymentSources'],
      institutionInfo: ['absorbCardSurcharge', 'cardSurcharges', 'displayName', 'larkwellId'],
      payableDetails: ['amountDue', 'fee', 'onItsWay', 'parts', 'periodName'],
      tokenizationUrl: expect.anything(),
      config: ['showBreakdown'],
    })
    expect(body.accountInfo).toMatchObject({ customerDisplayName: 'Olivia B.', email: 'p***@demo.example' })
    expect(body.institutionInfo.larkwellId).toBe(instId)
    for (const source of body.accountInfo.repaymentSources)
      expect(Object.keys(source).toSorted()).toEqual([
        'cardType',
        'displayName',
        'expiryDate',
        'holderName',
        'id',
        'isDefault',
        'isUsable',
        'preferred',
        'surchargePercentage',
        'type',
      ])
    const secrets = await db.first<Record<string, string>>(sql`
      select customer.mobile_e164 as mobile, customer.last_name as "lastName", street, suburb,
        account.stripe_customer_id as "customerOfProvider"
      from customer join customer_address address on address.customer_id = customer.id, account
      where customer.id = ${customerId} and account.id = ${accountId}`)
    const shown = JSON.stringify({ ...body, tokenizationUrl: null })
    for (const secret of [...Object.values(secrets ?? {}), email, accountId, customerId, requestId])
      expect(shown).not.toContain(secret)
    expect(shown).not.toMatch(/pm_|cus_|acct_/)
  })

  it("is told what the family's cards cost at the school that asks, which need not be the account's own", async () => {
    const { details, requestId, accountId } = await addRequest(
      {},
      {
        school: 'Jacaranda School',
        sources: [amex()],
        students: [{}, { firstName: 'Hafsa', school: 'Wattle Grove College' }],
      },
    )
    expect((await details()).body.accountInfo.repaymentSources).toMatchObject([{ surchargePercentage: '0%' }])
    await db.run(sql`
      update payment_request set institution_id = (
        select institution_id from enrolment where account_id = ${accountId} and institution_id <> payment_request.institution_id)
      where id = ${requestId}`)
    expect((await details()).body).toMatchObject({
      institutionInfo: { displayName: 'Wattle Grove College', absorbCardSurcharge: 'None' },
      accountInfo: { repaymentSources: [{ surchargePercentage: '1.35%' }] },
    })
  })

  it.each([
    [{ firstName: 'Rosalind', lastName: 'Mercer' }, 'Rosalind M.'],
    [{ firstName: 'Mary Ann', lastName: 'van der Berg' }, 'Mary Ann v.'],
    [{ firstName: 'Łucja', lastName: 'Żak' }, 'Łucja Ż.'],
    [{ firstName: 'Suharto', lastName: '' }, 'Suharto'],
    [{ firstName: 'Suharto', lastName: ' ' }, 'Suharto'],
  ])('sees of the name %j no more than %s', (name, shown) => {
    expect(maskedName(name)).toBe(shown)
  })

  it.each([
    ['Rosalind Mercer', 'Rosalind M.'],
    ['MS ROSALIND  A MERCER', 'MS M.'],
    ['Suharto', 'S.'],
  ])('sees of the holder %s no more than %s', (name, shown) => {
    expect(maskedHolder(name)).toBe(shown)
  })

  it.each([
    ['rosalind@demo.example', 'r***@demo.example'],
    ['r@demo.example', 'r***@demo.example'],
    ['"a@b"@demo.example', '"***@demo.example'],
    ['@demo.example', '***@demo.example'],
    ['nobody', '***'],
  ])('sees of the address %s no more than %s', (email, shown) => {
    expect(maskedEmail(email)).toBe(shown)
  })
})

describe('The invoice behind a request', () => {
  it('comes as a file with its name', async () => {
    const { link } = await addRequest({}, {}, { hasRealFiles: true })
    const file = await fetch(`${server.url}/api/portal/guest/invoice?request=${link}`)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(decodeURIComponent(file.headers.get('x-filename') ?? '')).toMatch(/^Invoice \d{6}\.pdf$/)
    const { pages } = await readPdf(new Uint8Array(await file.arrayBuffer()))
    const text = pages.flatMap(({ lines }) => lines).join(' ')
    expect(text).toContain('Wattle Grove College')
    expect(text).toMatch(/Student/)
    expect(text).toMatch(/Term \d \d{4}/)
    expect(text).toContain('Collected by Larkwell Pty Ltd, ABN 12 345 678 901 for Wattle Grove College.')
  })

  const spoilt: [where: string, spoil: (id: string) => Statement][] = [
    [
      'it is of another family',
      (id: string) => sql`
        update payment_request set invoice_id = (select id from invoice where account_id <> ${id} limit 1)
        where account_id = ${id}`,
    ],
    [
      'there never was one',
      (id: string) => sql`update payment_request set invoice_id = null where account_id = ${id}`,
    ],
    [
      'it is gone',
      (id: string) => sql`update payment_request set invoice_id = ${randomUUID()} where account_id = ${id}`,
    ],
    ['its bytes are gone', (id: string) => sql`update invoice set file_id = null where account_id = ${id}`],
  ]

  it.each(firstOf(1, spoilt))('is missed in the same words where %s', async (_, spoil) => {
    const { get, accountId } = await addRequest()
    expect(await db.run(spoil(accountId))).toBe(1)
    const reply = await get('invoice')
    expect([reply.status, reply.body.code]).toEqual([404, 'file_missing'])
    expect(reply.body.msg).toMatch(/\w/)
  })
})

describe('The breakdown of a request', () => {
  const rowsOf = async (accountId: string, year: string) => {
    const row = await db.first<{ sum: number }>(sql`
      select coalesce(sum(amount_minor), 0)::bigint as sum from ledger_posting posting
        join ledger_entry entry on entry.account_id = posting.account_id and entry.id = posting.entry_id
      where posting.account_id = ${accountId} and book = 'Family' and kind in ('Repayment', 'Refund')
        and to_char(posted_on, 'YYYY') = ${year}`)
    return (row?.sum ?? 0) / 100
  }

  it('says what was paid this year, and no longer what went back', async () => {
    const { breakdown, pay, refund, accountId } = await addRequest({ breakdown: { overdue: cents(0) } })
    const year = dateIn('AU', deps.clock()).slice(0, 4)
    const before = (await breakdown()).body
    expect(before.paidThisYear).toBe(await rowsOf(accountId, year))
    await pay({ amount: 200, ...part })
    const paid = (await breakdown()).body
    expect(paid).toEqual({ ...before, paidThisYear: before.paidThisYear + 200, amountDueNow: 1050 })
    await refund()
    expect((await breakdown()).body).toEqual(before)
    expect(before.paidThisYear).toBe(await rowsOf(accountId, year))
  })

  it('says what is overdue today: instalments, and what was asked for earlier', async () => {
    const { breakdown, accountId, requestId } = await addRequest({ breakdown: { overdue: cents(31_000) } })
    expect((await breakdown()).body.overdueFees).toBe(310)
    const instalment = await db.first<{ seq: number; planId: string; amount: number }>(sql`
      select seq, plan_id as "planId", amount_minor as amount from instalment
      where account_id = ${accountId} and status = 'Scheduled' order by due_on limit 1`)
    await db.run(sql`
      update instalment set status = 'Overdue', settled_minor = 1000
      where account_id = ${accountId} and plan_id = ${instalment?.planId} and seq = ${instalment?.seq}`)
    const owing = ((instalment?.amount ?? 0) - 1000) / 100
    expect((await breakdown()).body.overdueFees).toBeCloseTo(310 + owing, 2)
    await db.run(sql`
      update instalment set status = 'Scheduled', settled_minor = 0
      where account_id = ${accountId} and plan_id = ${instalment?.planId} and seq = ${instalment?.seq}`)
    // The request itself, once its day is over; and the earlier one no longer, once it is cancelled.
    await db.run(sql`
      update payment_request set due_on = ${addDays(dateIn('AU', deps.clock()), -1)} where id = ${requestId}`)
    expect((await breakdown()).body.overdueFees).toBe(1560)
    await db.run(sql`
      update payment_request set status = 'Cancelled' where account_id = ${accountId} and id <> ${requestId}`)
    expect((await breakdown()).body.overdueFees).toBe(1250)
  })

  it('is true today, whatever sum the page has shown until now', async () => {
    const { breakdown } = await addRequest({ breakdown: { overdue: cents(0) } })
    const answers = await Promise.all(['1250', '1', '0', '99999.99'].map((amount) => breakdown(amount)))
    for (const { status, body } of answers) expect([status, body]).toEqual([200, answers[0]?.body])
    expect(answers[0]?.body.amountDueNow).toBe(1250)
    expect((await breakdown('a lot')).status).toBe(400)
  })

  it('has neither frequency nor annual total for a family without a plan, and those of the plan with one', async () => {
    const request = { breakdown: { overdue: cents(0) } }
    const without = await addRequest(request, { productType: 'Pay', plans: [] })
    expect((await without.breakdown()).body).toMatchObject({
      paymentFrequency: null,
      annualTotalFees: null,
      overdueFees: 0,
      amountDueNow: 1250,
    })
    const planned = await addRequest(request)
    const row = await db.first<{ total: number; frequency: string }>(sql`
      select annual_total_minor as total, frequency from plan_version where account_id = ${planned.accountId}`)
    expect((await planned.breakdown()).body).toMatchObject({
      paymentFrequency: row?.frequency,
      annualTotalFees: (row?.total ?? 0) / 100,
    })
  })

  it('is not there for a request that shows none', async () => {
    const { breakdown } = await addRequest()
    expect((await breakdown()).status).toBe(404)
  })
})

describe('A request', () => {
  it('is paid in parts, then whole, and opens again with what went back', async () => {
    const { pay, details, status, refund, overview, link } = await addRequest()
    const due = async () => (await details()).body.payableDetails?.amountDue
    expect(await overview()).toMatchObject([{ id: link, amount: 1250 }])
    await pay({ amount: 450, ...part })
    expect([await status(), await due()]).toEqual(['PartPaid', 800])
    expect(await overview()).toMatchObject([{ id: link, amount: 800 }])
    await pay({ amount: 800 })
    expect(await status()).toBe('Paid')
    expect((await details()).body).toMatchObject({ code: 'request_paid', payment: { amount: 800 } })
    expect(await overview()).toEqual([])
    await refund()
    expect([await status(), await due()]).toEqual(['PartPaid', 800])
    await refund()
    expect([await status(), await due()]).toEqual(['Open', 1250])
    expect(await overview()).toMatchObject([{ id: link, amount: 1250 }])
  })

  it('asks for nothing that a bank is just bringing, and says so when it is sent again', async () => {
    const { pay, details, overview, sourceIds, requestId, email } = await addRequest(
      {},
      { sources: [bankAccount()] },
    )
    const saved = { repaymentSourceId: sourceIds[0] }
    expect((await pay({ ...saved, amount: 1000, ...part })).body.status).toBe('Processing')
    expect((await details()).body.payableDetails.amountDue).toBe(250)
    expect(await overview()).toMatchObject([{ amount: 250 }])
    expect((await server.message(email, 'email')).subject).toContain('is on its way')
    const seq = await server.lastMessage()
    await call(`POST /api/staff/payment-requests/${requestId}/resend`, {
      token: staff,
      body: { reason: 'The mail was lost' },
    })
    const mail = await server.message(email, 'email', seq)
    expect(mail.text).toContain('$250.00')
    expect(mail.text).not.toContain('1,250.00')
    expect((await pay({ ...saved, amount: 250 })).body.status).toBe('Processing')
    expect(await overview()).toEqual([])
  })
})
