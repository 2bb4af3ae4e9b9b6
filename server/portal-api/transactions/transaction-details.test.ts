import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { contract } from '#contract/contract.ts'
import type { TransactionDetails, Transactions } from '#contract/transactions.ts'
import { calendarDate, dateIn, formatDate } from '#domain/calendar/calendar.ts'
import { cents } from '#domain/money.ts'
import type { Account } from '#tools/demo/account.ts'
import { bankAccount, visaCredit } from '#tools/demo/sources.ts'
import { insertStaff } from '#tools/demo/staff.ts'
import { itLong } from '#tools/testing/long-tests.ts'
import { addPayer, expectSoundLedger, paymentsOf } from '#tools/testing/payments.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'
import { readCsv } from '../../platform/csv/csv.ts'

const server = await testServer()
const { call, deps } = server
const day = 24 * 60 * 60_000
const schema = contract['GET /api/portal/customer/account/:accountId/transactions/:transactionId'].reply

afterEach(() => expectSoundLedger(server))

async function news(): Promise<void> {
  await server.sandboxApi('webhooks/flush')
  const waiting = () => deps.db.many(sql`select kind from provider_event where processed_at is null`)
  await expect.poll(waiting).toEqual([])
}

const today = () => dateIn('AU', deps.clock())

async function reader(account: Account) {
  const payer = await addPayer(server, { plans: [], ...account })
  let { token } = payer
  const path = `/api/portal/customer/account/${payer.accountId}/transactions`
  const ask = (rest = '') => call(`GET ${path}${rest}`, { token })
  return {
    ...payer,
    path,
    ask,
    async logInAgain() {
      token = await server.logIn(payer.email, payer.mobile)
    },
    list: async () => ((await ask()).body as Transactions).transactions,
    async details(id: string): Promise<TransactionDetails> {
      const { body } = await ask(`/${id}`)
      expect(schema.parse(body)).toEqual(body)
      return body as TransactionDetails
    },
    async file(rest: string) {
      return fetch(`${server.url}${path}${rest}`, { headers: { authorization: `Bearer ${token}` } })
    },
    async charge() {
      const row = await deps.db.first<{ intent: string }>(sql`
        select provider_payment_id as intent from payment
        where account_id = ${payer.accountId} and provider_key is not null order by created_at desc limit 1`)
      const { data } = await deps.providers.stripe.AU.client.charges.list({
        payment_intent: row?.intent ?? '',
      })
      return data[0]?.id ?? ''
    },
  }
}

describe('A payment by card', () => {
  it('opens to what was paid, with what, by whom and what it cost, and to its receipt', async () => {
    const parent = await reader({ sources: [visaCredit()] })
    const { body } = await parent.pay(200)
    const row = (await parent.list()).find(({ amount }) => amount === 200)
    const details = await parent.details(row?.id ?? '')
    const reference = String(body.paymentId).slice(0, 8).toUpperCase()
    const { balance, ...shown } = row!
    expect(balance).toBe(200)
    expect(details).toMatchObject({
      ...shown,
      isPending: false,
      surcharge: { amount: 2, percentage: '1%' },
      total: 202,
      reference,
      hasReceipt: true,
      source: expect.stringContaining('Visa'),
    })
    expect(details.sentence).toMatch(/^Paid ahead of your payment plan by you, with Visa.*, on /)
    expect(details.sentence).toContain(formatDate(today()))
    // The surcharge is no row of its own, and so has no details either.
    const surcharge = await deps.db.first<{ id: string }>(sql`
      select id from ledger_entry where account_id = ${parent.accountId} and kind = 'Surcharge'`)
    expect((await parent.ask(`/${surcharge?.id}`)).status).toBe(404)

    const receipt = await parent.file(`/${row?.id}/receipt`)
    expect(receipt.headers.get('content-type')).toBe('application/pdf')
    expect(decodeURIComponent(receipt.headers.get('x-filename') ?? '')).toBe(
      `Larkwell receipt ${reference}.pdf`,
    )
    expect(
      Buffer.from(await receipt.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  })

  itLong('that goes back, in part and by a dispute, is told of by what it is about', async () => {
    const parent = await reader({ sources: [visaCredit()] })
    const { body } = await parent.pay(100)
    const reference = String(body.paymentId).slice(0, 8).toUpperCase()
    const charge = await parent.charge()
    await server.sandboxApi('stripe/refund', { charge, amount: 5_050 })
    await news()
    const refund = (await parent.list()).find(({ typeDesc }) => typeDesc?.startsWith('Refund'))
    expect(await parent.details(refund?.id ?? '')).toMatchObject({
      amount: -50,
      typeDesc: 'Refund of $50.50, of which surcharge $0.50',
      reference,
      total: 50.5,
      surcharge: { amount: 0.5, percentage: '1%' },
      hasReceipt: false,
      sentence: expect.stringMatching(
        new RegExp(
          `^\\$50\\.50 of the payment of .* \\(reference ${reference}\\) went back to Visa .*, of which \\$0\\.50 is card surcharge\\.$`,
        ),
      ),
    })
    await server.sandboxApi('stripe/dispute', { charge, amount: 1_000 })
    await news()
    const dispute = (await parent.list()).find(({ typeDesc }) => typeDesc?.startsWith('Dispute opened'))
    expect((await parent.details(dispute?.id ?? '')).sentence).toContain(reference)
    // The payment was made all the same, and its receipt stays.
    const paid = (await parent.list()).find(({ amount }) => amount === 100)
    expect((await parent.details(paid?.id ?? '')).hasReceipt).toBe(true)
  })
})

describe('A bank debit', () => {
  it('is pending until the bank has paid, and is found by its old address afterwards', async () => {
    const parent = await reader({ sources: [bankAccount()] })
    const { body } = await parent.pay(150)
    const [pending] = await parent.list()
    expect(pending).toMatchObject({ id: body.paymentId, isPending: true, amount: 150, date: today() })
    const before = await parent.details(pending?.id ?? '')
    expect(before).toMatchObject({ isPending: true, hasReceipt: false, total: 150 })
    expect(before.sentence).toContain('still on its way and not in your balance yet')
    expect((await parent.ask(`/${pending?.id}/receipt`)).status).toBe(404)

    await server.travel(5 * day)
    await news()
    await parent.logInAgain()
    const rows = await parent.list()
    expect(rows.filter(({ amount }) => amount === 150).map(({ isPending }) => isPending)).toEqual([false])
    const settled = rows.find(({ amount }) => amount === 150)
    expect(settled?.id).not.toBe(pending?.id)
    for (const id of [settled?.id ?? '', pending?.id ?? '']) {
      expect(await parent.details(id)).toMatchObject({ id: settled?.id, isPending: false, hasReceipt: true })
    }
    const [payment] = await paymentsOf(server, parent.accountId)
    expect(payment?.status).toBe('Succeeded')
  })
})

describe('An instalment', () => {
  it('names the part of the plan that it covers, and its way to the school', async () => {
    const parent = await reader({ plans: undefined, sources: [visaCredit()] })
    const rows = ((await parent.ask('?limit=200')).body as Transactions).transactions
    const paid = rows.find(({ typeDesc }) => typeDesc === 'Card repayment')
    const details = await parent.details(paid?.id ?? '')
    expect(details.covers).toEqual([{ date: paid?.date, amount: paid?.amount }])
    expect(details.sentence).toMatch(/^Collected for your payment plan, with Visa/)
    const passedOn = rows.find(({ typeDesc }) => typeDesc === 'Payment to school')
    expect((await parent.details(passedOn?.id ?? '')).sentence).toMatch(
      /^\$[\d,.]+ left your balance on .* for Wattle Grove College, from the payment of .* \(reference [\dA-F]{8}\)\. It was paid to the school on \d+ \w+ \d{4}\.$/,
    )
  })
})

describe('A withdrawal', () => {
  it('says how it stands, in the list, in its details and in the file', async () => {
    await insertStaff(deps.db, deps.clock())
    const request = (
      status: 'Pending' | 'Approved' | 'Paid' | 'Declined',
      amount: number,
      daysAgo: number,
    ) => ({
      status,
      amount: cents(amount),
      daysAgo,
    })
    const parent = await reader({
      // Where we pay the school ahead, what a family has with us is its own.
      productType: 'PlusFunded',
      balance: cents(64_000),
      withdrawals: {
        bankAccounts: ['6789'],
        requests: [
          request('Pending', 12_000, 2),
          request('Approved', 5_000, 9),
          request('Paid', 8_000, 60),
          request('Declined', 24_000, 30),
        ],
      },
    })
    const rows = await parent.list()
    const told = async (text: string, amount: number) => {
      const row = rows.find((each) => each.typeDesc === text && each.amount === amount)
      const { sentence, withdrawalStatus } = await parent.details(row?.id ?? '')
      expect(withdrawalStatus).toBe(row?.withdrawalStatus)
      return [withdrawalStatus, sentence]
    }
    const like = (sentence: RegExp) => expect.stringMatching(sentence)
    expect(await told('Withdrawal', -120)).toEqual([
      'Pending',
      like(/^\$120\.00 was set aside on .*\. It will be paid out to bank account ending 6789 once our team/),
    ])
    expect(await told('Withdrawal', -50)).toEqual([
      'Approved',
      like(
        /^\$50\.00 was set aside on .*\. It is approved and will be paid out to bank account ending 6789\.$/,
      ),
    ])
    expect(await told('Withdrawal', -80)).toEqual([
      'Paid',
      like(/^\$80\.00 was paid out to bank account ending 6789 on \d.*\. You asked for it on \d.*\.$/),
    ])
    expect(await told('Withdrawal', -240)).toEqual([
      'Declined',
      like(/^\$240\.00 was set aside on .* It was not paid out, and the money is in your balance again\.$/),
    ])
    expect(await told('Withdrawal declined', 240)).toEqual([
      null,
      like(/^The withdrawal of \$240\.00 that was asked for on .* was not paid out/),
    ])

    const inFile = []
    const bytes = new Uint8Array(await (await parent.file('/export')).arrayBuffer())
    for await (const { cells } of readCsv(chunksOf(bytes))) {
      const [, description, , amount, status] = cells
      if (description?.startsWith('Withdrawal')) inFile.push([amount, status])
    }
    expect(inFile.toSorted()).toEqual([
      ['-120.00', 'Pending'],
      ['-240.00', 'Declined'],
      ['-50.00', 'Approved'],
      ['-80.00', 'Paid'],
      ['240.00', 'Completed'],
    ])
  })
})

describe('Nothing is told', () => {
  it('of what belongs to another family, of what there is not, and of garbage', async () => {
    const other = await reader({ sources: [visaCredit()] })
    await other.pay(80)
    const [foreign] = await other.list()
    const parent = await reader({})
    for (const id of [foreign?.id ?? '', randomUUID(), 'garbage', "'; drop table account"]) {
      for (const rest of ['', '/receipt']) {
        const { status, body } = await parent.ask(`/${encodeURIComponent(id)}${rest}`)
        expect([status, body.code]).toEqual([404, 'not_found'])
      }
      expect(
        (await call(`GET ${other.path}/${encodeURIComponent(id)}`, { token: parent.token })).status,
      ).toBe(403)
    }
  })
})

describe('The table for a spreadsheet', () => {
  const hostile = [
    '=HYPERLINK("https://x.example","Refund")',
    '+61491570156',
    '-1+2',
    '@SUM(A1:A9)',
    '\tTab',
    '\r=1',
    'a "quoted", piece\r\nover lines',
    "=cmd|' /C calc'!A0",
    'Ünïcödé ✓',
  ]

  it('has all rows as they are narrowed, and no formula of somebody else', async () => {
    const amounts = [1_000, -2_050, 5, -100, 123_456, 7, 8, 9, 10]
    const parent = await reader({
      sources: [bankAccount()],
      entries: () =>
        hostile.map((description, place) => ({
          kind: 'Adjustment',
          description,
          school: place === 0 ? null : 'Banksia Grammar',
          on: calendarDate(`202${place % 2 ? 4 : 5}-03-0${place + 1}`),
          ...((amounts[place] ?? 0) > 0
            ? { from: 'ProviderClearing' as const, to: 'Family' as const }
            : { from: 'Family' as const, to: 'School' as const }),
          amount: cents(Math.abs(amounts[place] ?? 0)),
        })),
    })
    await parent.pay(60)
    const reply = await parent.file('/export')
    const bytes = Buffer.from(await reply.arrayBuffer())
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const { shortId } = (await deps.db.first<{ shortId: string }>(
      sql`select short_id as "shortId" from account where id = ${parent.accountId}`,
    ))!
    expect(decodeURIComponent(reply.headers.get('x-filename') ?? '')).toBe(
      `Larkwell transactions ${shortId} ${today()}.csv`,
    )
    const lines = []
    for await (const { cells } of readCsv(chunksOf(bytes))) lines.push(cells)
    const [header, pending, ...rows] = lines
    expect(header).toEqual(['Date', 'Description', 'School', 'Amount', 'Status', 'Balance', 'Note'])
    expect(pending?.slice(1)).toEqual([
      'Additional payment',
      'Wattle Grove College',
      '60.00',
      'Pending',
      '',
      '',
    ])
    expect(rows).toHaveLength(hostile.length)
    for (const [place, text] of hostile.entries()) {
      const written = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
      const row = rows.find(([, description]) => description === written)
      expect(row?.slice(0, 5), text).toEqual([
        `0${place + 1}/03/202${place % 2 ? 4 : 5}`,
        written,
        place === 0 ? '' : 'Banksia Grammar',
        ((amounts[place] ?? 0) / 100).toFixed(2),
        'Completed',
      ])
    }
    // Every line ends as spreadsheets expect, and no cell begins a formula.
    expect(bytes.toString().endsWith('\r\n')).toBe(true)
    for (const cell of rows.flat()) expect(cell).not.toMatch(/^[=+@\t\r]|^-(?!\d+\.\d\d$)/)

    const narrowed = await (await parent.file('/export?year=2024')).text()
    expect(narrowed.trim().split(/\r\n(?=\d)/)).toHaveLength(1 + 4)
  })
})

async function* chunksOf(bytes: Uint8Array) {
  yield bytes
}
