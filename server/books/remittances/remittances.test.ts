import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addDays, dateIn, weekday, type CalendarDate } from '#domain/calendar/calendar.ts'
import { isBusinessDay } from '#domain/calendar/holidays.ts'
import { cents } from '#domain/money.ts'
import type { Account } from '#tools/demo/account.ts'
import { requestIdOf } from '#tools/demo/requests.ts'
import { schoolId } from '#tools/demo/schools.ts'
import { insertStaff } from '#tools/demo/staff.ts'
import { addFamily } from '#tools/testing/family.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { addPayer, expectSoundLedger, paymentsOf } from '#tools/testing/payments.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff, approveAs } from '#tools/testing/staff.ts'
import { openDatabase } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import { readBalance } from '../ledger/ledger.reads.ts'
import { remitToSchools } from './remittances.ts'

const server = await testServer()
const { deps, call, travel } = server
const { db } = deps
const second = { ...deps, db: openDatabase(server.databaseUrl) }
afterAll(() => second.db.close())
afterEach(() => expectSoundLedger(server))

const day = 24 * 60 * 60_000
const today = () => dateIn('AU', deps.clock())

/** On to the next day that the test holds for, with the whole week ahead of it free of holidays. */
async function travelTo(isIt: (date: CalendarDate) => boolean): Promise<void> {
  while (!isIt(today())) await travel(day)
}
const isQuietMonday = (date: CalendarDate) =>
  weekday(date) === 1 && [0, 1, 2, 3, 4, 7].every((days) => isBusinessDay(addDays(date, days), calendars.AU))

/** No plan: nothing but what the test does moves money. */
const bare: Account = { plans: [] }

async function payers(amounts: number[], account: Account = bare) {
  const made = []
  for (const amount of amounts) {
    const payer = await addPayer(server, account)
    await payer.pay(amount)
    const [payment] = await paymentsOf(server, payer.accountId)
    made.push({ ...payer, paymentId: payment?.id ?? '', balance: () => readBalance(db, payer.accountId) })
  }
  return made
}

beforeAll(async () => {
  await insertStaff(db, deps.clock())
  await travelTo(isQuietMonday)
})

describe('What families pay', () => {
  it('goes to the school three business days later, once, however often the job runs', async () => {
    const [one, two] = await payers([120, 80.5])
    expect(await remitToSchools(deps)).toBe(0)
    await travel(2 * day)
    expect(await remitToSchools(deps)).toBe(0)
    expect(await one?.balance()).toBe(12_000)
    await travel(day)
    const counts = await Promise.all([remitToSchools(deps), remitToSchools(second), remitToSchools(deps)])
    expect(counts.reduce((sum, count) => sum + count)).toBe(2)
    expect(await remitToSchools(deps)).toBe(0)
    expect([await one?.balance(), await two?.balance()]).toEqual([0, 0])
    const { token } = await addStaff(server, 'operations')
    const { body } = await call(`GET /api/staff/remittances?from=${today()}`, { token })
    expect(body).toMatchObject([
      {
        schoolName: 'Wattle Grove College',
        remittedOn: today(),
        paymentCount: 2,
        amount: 200.5,
        currency: 'AUD',
      },
    ])
    const report = await call(`GET /api/staff/remittances/${body[0].id}`, { token })
    expect(report.body.lines.map(({ paymentId, amount }: any) => [paymentId, amount]).toSorted()).toEqual(
      [
        [one?.paymentId, 120],
        [two?.paymentId, 80.5],
      ].toSorted(),
    )
  })

  it('joins what went to the school on the same day, and stands in a file without formulas', async () => {
    await travelTo(isQuietMonday)
    const asked = (amount: number) => ({
      id: `for-the-file-${amount}`.padEnd(30, '0'),
      amountDue: cents(amount * 100),
    })
    await addFamily(server, {
      email: 'formula@demo.example',
      mobile: '+61491579998',
      accounts: [{ ...bare, school: 'Jacaranda School', requests: [asked(11), asked(22)] }],
    })
    await db.run(sql`update customer set last_name = '=1+1' where email = 'formula@demo.example'`)
    const account = await db.first<{ id: string }>(sql`
      select account_id as id from account_member join customer on customer.id = customer_id
      where email = 'formula@demo.example'`)
    const { token: asking } = await addStaff(server, 'operations')
    const record = (amount: number) =>
      call('POST /api/staff/offline-payments', {
        token: asking,
        body: {
          accountId: account?.id,
          requestId: requestIdOf(asked(amount).id),
          amount,
          receivedOn: addDays(today(), -7),
          manner: 'Transfer',
          reference: `R${amount}`,
          reason: 'Seen at the bank',
        },
      })
    await record(11)
    expect(await remitToSchools(deps)).toBe(1)
    await record(22)
    expect(await remitToSchools(deps)).toBe(1)
    const { body } = await call(
      `GET /api/staff/remittances?schoolId=${schoolId('Jacaranda School')}&from=${today()}`,
      { token: asking },
    )
    expect(body).toMatchObject([{ paymentCount: 2, amount: 33 }])
    const day = body[0].remittedOn
    await travel(24 * 60 * 60_000)
    const { token } = await addStaff(server, 'operations')
    const release = await call('POST /api/staff/remittances/release', {
      token,
      body: { region: 'AU', through: day, reason: 'Agrees with the bank' },
    })
    await approveAs(server, await addStaff(server, 'operations'), release.body)
    const file = await call(`GET /api/staff/remittances/${body[0].id}/file`, { token })
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(decodeURIComponent(file.headers.get('x-filename') ?? '')).toBe(`Jacaranda School ${day} AUD.csv`)
    const [header, ...rows] = file.body.trim().split('\r\n')
    expect(header).toContain('Account,Family,Students,Paid on,For,Currency,Amount,Payment')
    expect(rows.map((row: string) => row.includes(`,"'=1+1, Olivia",`))).toEqual([true, true])
  })

  it('waits over a weekend', async () => {
    await travelTo((date) => weekday(date) === 6)
    const [payer] = await payers([60])
    expect(await remitToSchools(deps)).toBe(0)
    await travel(4 * day)
    expect([weekday(today()), await remitToSchools(deps)]).toEqual([3, 0])
    await travel(day)
    expect(await remitToSchools(deps)).toBe(1)
    expect(await payer?.balance()).toBe(0)
  })

  it('and has gone back before is not passed on, or only what is left of it', async () => {
    await travelTo(isQuietMonday)
    const [whole, part] = await payers([100, 100])
    const { token } = await addStaff(server, 'operations')
    const refund = (paymentId: string | undefined, body: object) =>
      call(`POST /api/staff/payments/${paymentId}/refunds`, {
        token,
        body: { reason: 'Paid twice', clientRequestId: randomUUID(), ...body },
      })
    expect((await refund(whole?.paymentId, {})).body.refund.status).toBe('Done')
    expect((await refund(part?.paymentId, { amount: 30 })).body.refund.status).toBe('Done')
    await travel(3 * day)
    expect(await remitToSchools(deps)).toBe(1)
    const [entry] = await db.many(sql`
      select amount_minor as amount from remittance_line where payment_id = ${part?.paymentId}`)
    expect(entry).toEqual({ amount: 7000 })
    expect([await whole?.balance(), await part?.balance()]).toEqual([0, 0])
  })

  it('goes back afterwards only if two people want it: the school has it, and the family nothing else', async () => {
    await travelTo(isQuietMonday)
    const [payer] = await payers([100])
    await travel(3 * day)
    expect(await remitToSchools(deps)).toBe(1)
    const { token } = await addStaff(server, 'operations')
    const { status, body } = await call(`POST /api/staff/payments/${payer?.paymentId}/refunds`, {
      token,
      body: { reason: 'By mistake', clientRequestId: randomUUID() },
    })
    expect([status, body.approval.summary]).toEqual([202, expect.stringContaining('no longer has $100.00')])
    expect(await payer?.balance()).toBe(0)
  })

  it('stays with us where we have paid the school ahead, and for ever', async () => {
    await travelTo(isQuietMonday)
    const [payer] = await payers([100], { ...bare, productType: 'PlusFunded' })
    await travel(3 * day)
    expect(await remitToSchools(deps)).toBe(0)
    await db.run(sql`update account set product_type = 'PayPlus' where id = ${payer?.accountId}`)
    await travel(day)
    expect(await remitToSchools(deps)).toBe(0)
    expect(await payer?.balance()).toBe(10_000)
  })

  it('is passed on in the currency it came in', async () => {
    await travelTo(
      (date) =>
        isQuietMonday(date) && [0, 1, 2, 3].every((days) => isBusinessDay(addDays(date, days), calendars.UK)),
    )
    const [payer] = await payers([50], { ...bare, school: 'Oakfield School' })
    // The evening of Thursday in Sydney is its morning in London.
    await travel(4 * day)
    await remitToSchools(deps)
    expect(await payer?.balance()).toBe(0)
    const rows = await db.many(
      sql`select currency, amount_minor as amount from remittance where currency = 'GBP'`,
    )
    expect(rows).toEqual([{ currency: 'GBP', amount: 5000 }])
  })
})
