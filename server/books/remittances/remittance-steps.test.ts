import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { TransactionDetails, Transactions } from '#contract/transactions.ts'
import { addDays, dateIn, formatDate, weekday } from '#domain/calendar/calendar.ts'
import { isBusinessDay } from '#domain/calendar/holidays.ts'
import type { Account } from '#tools/demo/account.ts'
import { visaCredit } from '#tools/demo/sources.ts'
import { insertStaff } from '#tools/demo/staff.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { addPayer, expectSoundLedger, paymentsOf } from '#tools/testing/payments.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff, approveAs } from '#tools/testing/staff.ts'
import { sql } from '../../platform/database/sql.ts'
import { readBalance } from '../ledger/ledger.reads.ts'
import { remitToSchools } from './remittances.ts'

const server = await testServer()
const { deps, call, travel } = server
const { db } = deps
afterEach(() => expectSoundLedger(server))

const day = 24 * 60 * 60_000
const today = () => dateIn('AU', deps.clock())
const bare: Account = { plans: [], sources: [visaCredit()] }

beforeAll(() => insertStaff(db, deps.clock()))

/** Payments that have waited until they go to their schools, on a day before a business day. */
async function passOn(payers: readonly { pay: (amount: number) => Promise<unknown> }[]): Promise<void> {
  const isQuiet = () =>
    weekday(today()) === 1 &&
    [0, 1, 2, 3, 4].every((days) => isBusinessDay(addDays(today(), days), calendars.AU))
  for (const payer of payers) await payer.pay(100)
  await travel(5 * day)
  while (!isQuiet()) await travel(day)
  expect(await remitToSchools(deps)).toBeGreaterThanOrEqual(payers.length)
}

async function staff() {
  const { token } = await addStaff(server, 'operations')
  const act = (rest: string, body: object = {}) =>
    call(`POST /api/staff/remittances/${rest}`, { token, body: { reason: 'Agrees with the bank', ...body } })
  const release = async () => {
    const { body } = await act('release', { region: 'AU', through: addDays(today(), -1) })
    return approveAs(server, await addStaff(server, 'operations'), body)
  }
  const list = async () => (await call('GET /api/staff/remittances?limit=500', { token })).body
  const remittanceOf = async (accountId: string) => {
    const id = await db.value<string>(sql`
      select remittance.id from remittance_line line join remittance on remittance.first_id = line.remittance_id
        and remittance.returned_at is null
      where line.account_id = ${accountId}`)
    return (await list()).find((each: any) => each.id === id)
  }
  return { token, act, release, list, remittanceOf }
}

type Payer = Awaited<ReturnType<typeof addPayer>>

/** What the family reads of its payment to the school. */
async function readBy({ accountId, email, mobile }: Payer) {
  const token = await server.logIn(email, mobile)
  const path = `/api/portal/customer/account/${accountId}/transactions`
  const list: Transactions = (await call(`GET ${path}`, { token })).body
  const row = list.transactions.find(({ typeDesc }) => typeDesc === 'Payment to school')
  const details: TransactionDetails = (await call(`GET ${path}/${row?.id}`, { token })).body
  const csv: string = (await call(`GET ${path}/export`, { token })).body
  const explained = await call(`GET /api/portal/customer/account/${accountId}/explanations/balance`, {
    token,
  })
  return {
    schoolPayment: row?.schoolPayment,
    sentence: details.sentence,
    status: csv
      .split('\r\n')
      .find((line) => line.includes('Payment to school'))
      ?.split(',')[4],
    explained: JSON.stringify(explained.body),
  }
}

const inBook = (book: string) =>
  db.value<number>(sql`
    select coalesce(sum(amount_minor), 0)::bigint from ledger_posting where book = ${book} and currency = 'AUD'`)

const dueText = 'It is due to be paid to the school.'

describe('A payment to the school', () => {
  it('is due, on its way and paid, and its family reads which', async () => {
    const payer = await addPayer(server, bare)
    const [owed, bank] = [await inBook('School'), await inBook('Bank')]
    await passOn([payer])
    const due = await readBy(payer)
    expect(due).toMatchObject({
      schoolPayment: { status: 'Due', paidOn: null },
      status: 'To be paid',
    })
    expect(due.sentence).toContain(
      `$100.00 left your balance on ${formatDate(today())} for Wattle Grove College`,
    )
    expect(due.sentence).toContain(dueText)
    expect(due.explained).toContain('1 payment left your balance for Wattle Grove College')
    expect(due.explained).toMatch(/Your payment of [^"]*, to be paid to the school"/)
    expect([await inBook('School'), await inBook('Bank')]).toEqual([owed + 100_00, bank])

    await travel(day)
    const { act, release, remittanceOf } = await staff()
    const { id, state } = await remittanceOf(payer.accountId)
    expect(state).toBe('Due')
    const paidOn = today()
    expect((await act(`${id}/sent`)).body.code).toBe('remittance_not_released')
    expect((await release()).status).toBe(200)
    expect((await act(`${id}/paid`, { paidOn })).body.code).toBe('remittance_not_sent')
    expect((await act(`${id}/returned`)).body.code).toBe('remittance_not_sent')
    expect((await readBy(payer)).sentence).toContain(dueText)
    expect(await inBook('School')).toBe(owed + 100_00)

    expect((await act(`${id}/sent`)).status).toBe(200)
    const sent = await readBy(payer)
    expect(sent).toMatchObject({
      schoolPayment: { status: 'OnItsWay', paidOn: null },
      status: 'On its way',
    })
    expect(sent.sentence).toContain('It is on its way to the school.')
    expect([await inBook('School'), await inBook('Bank')]).toEqual([owed, bank + 100_00])

    for (const wrong of [addDays(paidOn, 1), addDays(paidOn, -1)])
      expect((await act(`${id}/paid`, { paidOn: wrong })).body.fields).toHaveProperty('paidOn')
    expect((await act(`${id}/paid`, { paidOn })).status).toBe(200)
    expect((await act(`${id}/paid`, { paidOn })).body.code).toBe('already_decided')
    const paid = await readBy(payer)
    expect(paid).toMatchObject({ schoolPayment: { status: 'Paid', paidOn }, status: 'Paid' })
    expect(paid.sentence).toContain(`It was paid to the school on ${formatDate(paidOn)}.`)
    expect(paid.explained).toContain(`, paid to the school on ${formatDate(paidOn)}`)
    expect(await remittanceOf(payer.accountId)).toMatchObject({ state: 'Paid', paidOn, amount: 100 })
    const steps = await db.values(sql`
      select action from audit_event where details ->> 'remittanceId' = ${id} order by at, action`)
    expect(steps).toEqual(['RemittanceSent', 'RemittancePaid'])
  })

  it.each(['sent', 'paid'])(
    'that the bank sends back once it was %s is due again, and paid once',
    async (last) => {
      const payer = await addPayer(server, bare)
      await passOn([payer])
      await travel(day)
      const { act, release, list, remittanceOf } = await staff()
      const [owed, bank] = [await inBook('School'), await inBook('Bank')]
      await release()
      const { id } = await remittanceOf(payer.accountId)
      await act(`${id}/sent`)
      if (last === 'paid') await act(`${id}/paid`, { paidOn: today() })
      expect((await act(`${id}/returned`)).status).toBe(200)
      expect((await act(`${id}/returned`)).body.code).toBe('already_decided')
      expect([await inBook('School'), await inBook('Bank')]).toEqual([owed, bank])
      expect((await readBy(payer)).sentence).toContain(
        'The bank sent it back to us once. It is due to be paid to the school again.',
      )
      const again = await remittanceOf(payer.accountId)
      expect(again).toMatchObject({ state: 'Due', isRepeated: true, amount: 100, remittedOn: today() })
      expect((await list()).find((each: any) => each.id === id)).toMatchObject({ state: 'Returned' })
      expect((await act(`${again.id}/sent`)).body.code).toBe('remittance_not_released')

      await travel(day)
      const next = await staff()
      await next.release()
      await next.act(`${again.id}/sent`)
      await next.act(`${again.id}/paid`, { paidOn: today() })
      expect((await readBy(payer)).schoolPayment).toEqual({ status: 'Paid', paidOn: today() })
      const lines = await call(`GET /api/staff/remittances/${again.id}`, { token: next.token })
      expect(lines.body.lines).toMatchObject([{ accountId: payer.accountId, amount: 100 }])
      expect([await inBook('School'), await inBook('Bank')]).toEqual([owed - 100_00, bank + 100_00])
    },
  )

  it('never joins a remittance that was released, even if a run of its day ends late', async () => {
    const [early, late] = [await addPayer(server, bare), await addPayer(server, bare)]
    await late.pay(40)
    const hold = (isHeld: boolean) =>
      db.run(sql`update cover set is_passed_on = ${isHeld} where account_id = ${late.accountId}`)
    await hold(true)
    await passOn([early])
    const thatDay = deps.clock()
    await travel(day)
    const { release, list, remittanceOf } = await staff()
    await release()
    const released = await remittanceOf(early.accountId)
    await hold(false)
    expect(await remitToSchools({ ...deps, clock: () => thatDay })).toBe(1)
    const other = await remittanceOf(late.accountId)
    expect(other).toMatchObject({ state: 'Due', amount: 40, remittedOn: released.remittedOn })
    expect((await list()).find((each: any) => each.id === released.id)).toEqual(released)
    const grow = sql`update remittance set amount_minor = amount_minor + 1 where id = ${released.id}`
    await expect(db.run(grow)).rejects.toThrow(/remittance/)
  })

  it('is sent once, though two people record it at the same time', async () => {
    const payer = await addPayer(server, bare)
    await passOn([payer])
    await travel(day)
    const [one, two] = [await staff(), await staff()]
    await one.release()
    const { id } = await one.remittanceOf(payer.accountId)
    const bank = await inBook('Bank')
    const replies = await Promise.all([one.act(`${id}/sent`), two.act(`${id}/sent`)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await inBook('Bank')).toBe(bank + 100_00)
  })

  it('is still due to the school if it goes back to the payer before it is sent: the family owes it', async () => {
    const payer = await addPayer(server, bare)
    await passOn([payer])
    await travel(day)
    const { token, act, release, remittanceOf } = await staff()
    const [payment] = await paymentsOf(server, payer.accountId)
    const { body } = await call(`POST /api/staff/payments/${payment?.id}/refunds`, {
      token,
      body: { reason: 'By mistake', clientRequestId: randomUUID() },
    })
    await approveAs(server, await addStaff(server, 'operations'), body.approval)
    expect(await readBalance(db, payer.accountId)).toBe(-100_00)
    await release()
    const { id, amount } = await remittanceOf(payer.accountId)
    expect(amount).toBe(100)
    expect((await act(`${id}/sent`)).status).toBe(200)
    expect((await readBy(payer)).schoolPayment).toEqual({ status: 'OnItsWay', paidOn: null })
  })

  it('of a school that we paid ahead repays us, and says so', async () => {
    const payer = await addPayer(server, { productType: 'PlusFunded', plans: [{ status: 'Current' }] })
    const read = await readBy(payer)
    expect(read).toMatchObject({ schoolPayment: null, status: 'Completed' })
    expect(read.sentence).toContain('for fees that we had already paid to Wattle Grove College.')
  })
})

describe('A remittance', () => {
  it.each([
    ['sent before it is released', sql`sent_at = created_at`],
    ['paid before it is sent', sql`released_at = created_at, paid_at = created_at, paid_on = remitted_on`],
    ['paid on no day', sql`released_at = created_at, sent_at = created_at, paid_at = created_at`],
    ['returned before it is sent', sql`released_at = created_at, returned_at = created_at`],
    [
      'sent before the hour of its release',
      sql`released_at = created_at, sent_at = created_at - interval '1 hour'`,
    ],
  ])('is never %s', async (_, change) => {
    await passOn([await addPayer(server, bare)])
    const id = await db.value<string>(sql`select id from remittance where state = 'Due' limit 1`)
    await expect(db.run(sql`update remittance set ${change} where id = ${id}`)).rejects.toThrow(/remittance_/)
  })

  it('takes each step once', async () => {
    const id = await db.value<string>(sql`select id from remittance where state = 'Paid' limit 1`)
    for (const change of [
      sql`released_at = null, sent_at = null, paid_at = null, paid_on = null`,
      sql`sent_at = sent_at + interval '1 hour'`,
      sql`paid_on = paid_on + 1`,
      sql`first_id = gen_random_uuid()`,
    ])
      await expect(db.run(sql`update remittance set ${change} where id = ${id}`)).rejects.toThrow()
    await expect(
      db.run(sql`
        insert into remittance (id, first_id, institution_id, currency, remitted_on, payment_count, amount_minor, created_at)
        select gen_random_uuid(), first_id, institution_id, currency, remitted_on, payment_count, amount_minor, created_at
        from remittance where id = ${id}`),
    ).rejects.toThrow(/one_remittance_of_lines/)
  })
})
