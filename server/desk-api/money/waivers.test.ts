import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { dateIn } from '#domain/calendar/calendar.ts'
import { dishonourFeeEntry } from '#domain/ledger.ts'
import { cents, toDecimal, type Cents } from '#domain/money.ts'
import { bankAccount, visaDebit } from '#tools/demo/sources.ts'
import { addBehind, sumOf } from '#tools/testing/arrears.ts'
import { expectSoundLedger } from '#tools/testing/payments.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff, approveAs } from '#tools/testing/staff.ts'
import { chargeFee } from '../../books/charges/charges.ts'
import { postEntry } from '../../books/ledger/ledger.ts'
import { readBalance } from '../../books/ledger/ledger.reads.ts'
import { chaseOverdue } from '../../plans/repayments/chase-overdue.ts'
import { sql } from '../../platform/database/sql.ts'

const server = await testServer()
const { deps, call } = server
afterEach(() => expectSoundLedger(server))

type Family = Awaited<ReturnType<typeof addBehind>>

async function behind(...daysAgo: number[]) {
  const family = await addBehind(server, { sources: [visaDebit(), bankAccount()] })
  await family.fallBehind(...daysAgo)
  await chaseOverdue(deps)
  const requestId = (await family.requests()).at(-1)?.id ?? ''
  return { ...family, requestId, start: await readBalance(deps.db, family.accountId) }
}

const chargesOf = ({ accountId }: Family) =>
  deps.db.many<{
    kind: string
    amount: number
    settled: number
    reserved: number
    waived: number
    open: number
  }>(sql`
    select kind, amount_minor as amount, settled_minor as settled, reserved_minor as reserved,
      waived_minor as waived, open_minor as open
    from charge where account_id = ${accountId} and (status = 'Overdue' or status = 'Cancelled' or kind = 'Fee'
      or status = 'Paid' and failure_code is not null) order by due_on, kind`)

/** One member of staff asks to let the family off an amount, and another approves it. */
async function letOff({ accountId }: Family, amount: Cents, more: object = {}) {
  const [asking, second] = [await addStaff(server, 'operations'), await addStaff(server, 'operations')]
  const asked = await call(`POST /api/staff/accounts/${accountId}/adjustments`, {
    token: asking.token,
    body: {
      type: 'WriteOff',
      amount: toDecimal(amount),
      description: 'Hardship',
      clientRequestId: randomUUID(),
      reason: 'All reminders are out',
      ...more,
    },
  })
  return { asked, approve: () => approveAs(server, second, asked.body) }
}

/** A debit came back, for which the school lets us charge a fee. */
async function chargeFeeOf({ accountId, instId, requestId }: Family & { requestId: string }, amount: Cents) {
  const [now, on] = [deps.clock(), dateIn('AU', deps.clock())]
  await deps.db.transaction(async (tx) => {
    await chargeFee(tx, { accountId, amount, dueOn: on, requestId, now })
    const entry = { accountId, institutionId: instId, currency: 'AUD' as const, postedOn: on, now }
    await postEntry(tx, dishonourFeeEntry(amount), { ...entry, causeId: randomUUID() })
  })
}

describe('A write-off', () => {
  it('leaves alone what is on its way, and the bank may still refuse that', async () => {
    const family = await behind(20, 10)
    const [first, second] = await family.owing()
    const paid = await family.pay(toDecimal(cents(first!.owing)), { source: family.sourceIds[1] })
    expect(paid.body.status).toBe('Processing')
    const all = await letOff(family, cents(first!.owing + second!.owing))
    expect(all.asked.body).toMatchObject({ code: 'over_debt' })
    const rest = await letOff(family, cents(second!.owing))
    expect((await rest.approve()).status).toBe(200)
    expect(await chargesOf(family)).toMatchObject([
      { reserved: first!.owing, waived: 0, open: 0 },
      { waived: second!.owing, open: 0 },
    ])
    const [debit] = await deps.db.many<{ intent: string }>(sql`
      select provider_payment_id as intent from payment
      where account_id = ${family.accountId} and status = 'Processing'`)
    await server.sandboxApi('stripe/settle', { paymentIntent: debit?.intent, outcome: 'account_closed' })
    await server.sandboxApi('webhooks/flush')
    await expect
      .poll(() => chargesOf(family))
      .toMatchObject([{ reserved: 0, waived: 0, open: first!.owing }, { open: 0 }])
  })

  it('beside a payment by link at the same moment never takes more than is owed', async () => {
    const family = await behind(20, 10)
    const owed = sumOf(await family.owing())
    const { approve } = await letOff(family, cents(owed))
    const link = await family.link(family.requestId)
    const [approved, paid] = await Promise.all([approve(), family.payByLink(link, toDecimal(cents(owed)))])
    const isPaid = paid.status === 200
    expect([approved.status, paid.status].filter((status) => status === 200)).toHaveLength(1)
    const charges = await chargesOf(family)
    expect(charges.map(({ open, settled, waived }) => [open, settled + waived])).toEqual(
      charges.map(({ amount }) => [0, amount]),
    )
    expect(charges.reduce((sum, { settled }) => sum + settled, 0)).toBe(isPaid ? owed : 0)
  })
})

describe('A fee for a returned debit', () => {
  const feeText = 'Fee for a returned debit'

  it('is waived alone, and what is overdue stays', async () => {
    const family = await behind(10)
    await chargeFeeOf(family, cents(25_00))
    const [overdue] = (await family.overview()).problems
    const { owing } = (await family.owing())[0]!
    expect(overdue).toMatchObject({ kind: 'Overdue', fee: 25, amount: toDecimal(cents(owing + 25_00)) })
    const more = { type: 'Goodwill', only: 'Fees' }
    const over = (await letOff(family, cents(25_01), more)).asked.body
    expect([over.code, over.fields.amount]).toEqual(['over_debt', 'Its fees are $25.00.'])
    expect((await (await letOff(family, cents(25_00), more)).approve()).status).toBe(200)
    expect(await chargesOf(family)).toMatchObject([
      { kind: 'Instalment', waived: 0, open: owing },
      { kind: 'Fee', waived: 25_00, open: 0 },
    ])
    expect(await readBalance(deps.db, family.accountId)).toBe(family.start)
    expect((await family.overview()).problems).toMatchObject([{ fee: 0, amount: toDecimal(cents(owing)) }])
    const [letter] = await family.letters('AmountWaived')
    expect(letter?.facts).toMatchObject({ amount: 25_00, description: 'Hardship' })
  })

  it('is paid by exactly what is shown, named on the receipt, and let off where it is refunded', async () => {
    const family = await behind(10)
    await chargeFeeOf(family, cents(25_00))
    const { owing } = (await family.owing())[0]!
    const page = await family.page(await family.link(family.requestId))
    expect(page.body.payableDetails.amountDue).toBe(toDecimal(cents(owing + 25_00)))
    const paid = await family.pay(toDecimal(cents(owing + 25_00)))
    expect(paid.body.status).toBe('Succeeded')
    expect(await chargesOf(family)).toMatchObject([{ open: 0 }, { kind: 'Fee', settled: 25_00, open: 0 }])
    expect((await family.overview()).problems).toEqual([])
    // Nothing of the fee is left to raise a later plan.
    expect(await readBalance(deps.db, family.accountId)).toBe(family.start + owing)
    await expect.poll(async () => (await server.message(family.email, 'email')).text).toContain(feeText)
    const path = `/api/portal/customer/account/${family.accountId}/transactions`
    const { transactions } = (await call(`GET ${path}`, { token: family.token })).body
    const row = transactions.find(
      ({ amount }: { amount: number }) => amount === toDecimal(cents(owing + 25_00)),
    )
    const details = (await call(`GET ${path}/${row.id}`, { token: family.token })).body
    expect(details.covers).toMatchObject([{ amount: toDecimal(cents(owing)) }, { amount: 25, isFee: true }])

    const { token } = await addStaff(server, 'operations')
    const back = await call(`POST /api/staff/payments/${paid.body.paymentId}/refunds`, {
      token,
      body: { amount: 25, clientRequestId: randomUUID(), reason: 'Not their fault', outcome: 'Waive' },
    })
    expect(back.status).toBe(200)
    expect(await chargesOf(family)).toMatchObject([
      { settled: owing, open: 0 },
      { kind: 'Fee', settled: 0, waived: 25_00, open: 0 },
    ])
    expect(await readBalance(deps.db, family.accountId)).toBe(family.start + owing)
  })
})

describe('Paying all that is overdue', () => {
  it('pays what is open before what a bank has yet to decide about', async () => {
    const family = await behind(30, 20, 10)
    const [first, second, third] = await family.owing()
    const one = await family.pay(toDecimal(cents(first!.owing)))
    await server.sandboxApi('stripe/dispute', { charge: await family.chargeOf(one.body.paymentId) })
    await server.sandboxApi('webhooks/flush')
    await expect
      .poll(() => deps.db.many(sql`select status from dispute where account_id = ${family.accountId}`))
      .toEqual([{ status: 'Open' }])
    const overdue = (await family.overview()).problems.find(
      ({ kind }: { kind: string }) => kind === 'Overdue',
    )
    const open = second!.owing + third!.owing
    expect(overdue.amount).toBe(toDecimal(cents(open)))
    const link = await family.link((await family.requests()).at(-1)?.id ?? '')
    expect((await family.payByLink(link, overdue.amount)).body.status).toBe('Succeeded')
    expect(await chargesOf(family)).toMatchObject([
      { settled: 0, reserved: first!.owing, open: 0 },
      { settled: second!.owing, open: 0 },
      { settled: third!.owing, open: 0 },
    ])
    const { problems } = await family.overview()
    expect(problems.map(({ kind }: { kind: string }) => kind)).toEqual(['PaymentDisputed'])
  })
})
