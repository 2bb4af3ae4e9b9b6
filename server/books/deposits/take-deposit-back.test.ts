import { afterEach, describe, expect, it } from 'vitest'
import { dateIn } from '#domain/calendar/calendar.ts'
import { isBusinessDay } from '#domain/calendar/holidays.ts'
import { cents } from '#domain/money.ts'
import type { Account } from '#tools/demo/account.ts'
import { requestIdOf } from '#tools/demo/requests.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { addPayer, expectSoundLedger } from '#tools/testing/payments.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { sql } from '../../platform/database/sql.ts'
import { importFile } from './deposits.ts'
import { readBalance } from '../ledger/ledger.reads.ts'
import { deliverWaiting } from '../../letters/outbox/outbox.ts'
import { remitToSchools } from '../remittances/remittances.ts'

const server = await testServer()
const { deps, call } = server
const { db } = deps
const { token } = await addStaff(server, 'operations')
const reason = 'The other family paid it'

afterEach(async () => {
  await deliverWaiting(deps)
  await expectSoundLedger(server)
})

const get = (path: string) => call(`GET /api/staff/${path}`, { token })
const post = (path: string, body: object = {}) =>
  call(`POST /api/staff/${path}`, { token, body: { reason, ...body } })
const suspense = async () => (await get('money')).body.suspense
const requestOf = (id: string) =>
  db.first(sql`select status, amount_paid_minor as paid from payment_request where id = ${requestIdOf(id)}`)

let deposits = 0
/** A deposit of so many cents, as its path in the API. */
async function bring(amount: number, { billerCode = '254781', crn = '000016725' } = {}): Promise<string> {
  deposits += 1
  const name = `B${String(deposits).padStart(5, '0')}`
  const rows = ['00,BPAY,1,20260321', `50,${billerCode},${crn},${amount},20260318,${name}`]
  await importFile(deps, 'test.csv', [...rows, `99,1,${amount}`, ''].join('\n'))
  return `deposits/${billerCode}/${name}`
}

/** A deposit that staff have given to a new family. */
async function given(amount: number, account: Account = {}) {
  const { accountId, email, mobile } = await addPayer(server, account)
  const opening = await readBalance(db, accountId)
  const deposit = await bring(amount)
  expect((await post(`${deposit}/match`, { accountId })).status).toBe(200)
  return {
    deposit,
    accountId,
    email,
    mobile,
    gained: async () => (await readBalance(db, accountId)) - opening,
  }
}

describe('A deposit that staff gave to the wrong family', () => {
  it('is in suspense again, once: what it paid is owing, and the family is told', async () => {
    const wrong = await given(9_900, { requests: [{ id: 'back-paid', amountDue: cents(9_900) }] })
    const before = await suspense()
    expect(await requestOf('back-paid')).toEqual({ status: 'Paid', paid: 9_900 })
    const replies = await Promise.all([1, 2, 3].map(() => post(`${wrong.deposit}/take-back`)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await wrong.gained()).toBe(0)
    expect(await requestOf('back-paid')).toEqual({ status: 'Open', paid: 0 })
    const after = await suspense()
    expect([after.count - before.count, after.amount - before.amount]).toEqual([1, 99])
    expect(after.inLedger).toBe(after.amount)
    const told = await db.many<{ facts: { action: string } }>(sql`
      select facts from outbox_message where account_id = ${wrong.accountId} and kind = 'DoneByStaff'`)
    expect(told.map(({ facts }) => facts.action)).toEqual([expect.stringContaining('no longer counts')])
    const noted = await db.many(sql`
      select details ->> 'reason' as reason from audit_event
      where subject_id = ${wrong.accountId} and action = 'DepositTakenBack'`)
    expect(noted).toEqual([{ reason }])
  })

  it('shows beforehand what that does, and does exactly that', async () => {
    const wrong = await given(64_000)
    const { body } = await get(`${wrong.deposit}/take-back`)
    expect(body).toMatchObject({ accountId: wrong.accountId, amount: 640, whyNot: null })
    await post(`${wrong.deposit}/take-back`)
    expect(await readBalance(db, wrong.accountId)).toBe(Math.round(body.balance.after * 100))
    expect((await suspense()).inLedger).toBe(body.suspense.after)
  })

  it('goes to the right one then, and only that is listed as found', async () => {
    const wrong = await given(30_00)
    await post(`${wrong.deposit}/take-back`)
    const right = await addPayer(server)
    const opening = await readBalance(db, right.accountId)
    expect((await post(`${wrong.deposit}/match`, { accountId: right.accountId })).status).toBe(200)
    expect((await readBalance(db, right.accountId)) - opening).toBe(30_00)
    const found = (await get('deposits/found')).body as { bankReference: string; accountId: string }[]
    const name = wrong.deposit.split('/').at(-1)
    expect(found.filter(({ bankReference }) => bankReference === name)).toMatchObject([
      { accountId: right.accountId, isPassedOn: false },
    ])
    expect((await post(`${wrong.deposit}/take-back`)).status).toBe(200)
  })

  it('stays where it is while the bank sends the same file again', async () => {
    const wrong = await given(41_00)
    await post(`${wrong.deposit}/take-back`)
    const before = await suspense()
    const name = wrong.deposit.split('/').at(-1)
    const rows = ['00,BPAY,1,20260321', `50,254781,000016725,4100,20260318,${name}`, '99,1,4100', '']
    expect(await importFile(deps, 'again.csv', rows.join('\n'))).toMatchObject({ knownBefore: 1, failed: 0 })
    expect(await suspense()).toEqual(before)
  })
})

describe('It stays with the family', () => {
  async function remit(): Promise<void> {
    while (!isBusinessDay(dateIn('AU', deps.clock()), calendars.AU)) await server.travel(24 * 60 * 60_000)
    await remitToSchools(deps)
  }

  async function expectRefused(deposit: string, why: string): Promise<void> {
    expect((await get(`${deposit}/take-back`)).body.whyNot).toContain(why)
    const { status, body } = await post(`${deposit}/take-back`)
    expect([status, body.code]).toEqual([409, 'cannot_be_undone'])
    expect(body.msg).toContain(why)
    expect((await get(`${deposit}/matches`)).body.code).toBe('already_decided')
  }

  it('once the school has the money, and the list says so', async () => {
    const family = await given(100_00, {
      plans: [],
      requests: [{ id: 'back-gone', amountDue: cents(100_00) }],
    })
    await remit()
    await expectRefused(family.deposit, 'passed on to the school')
    const found = (await get('deposits/found')).body as { bankReference: string; isPassedOn: boolean }[]
    const name = family.deposit.split('/').at(-1)
    expect(found.find(({ bankReference }) => bankReference === name)?.isPassedOn).toBe(true)
  })

  it('once they have asked for it to be paid out', async () => {
    const family = await given(100_00, {
      productType: 'PlusFunded',
      plans: [],
      withdrawals: { bankAccounts: ['6789'] },
    })
    await remit()
    const [bank] = await db.many<{ id: string }>(sql`
      select id from payout_bank_account where account_id = ${family.accountId}`)
    const asked = await call(`POST /api/portal/customer/account/${family.accountId}/withdrawal-requests`, {
      token: await server.logIn(family.email, family.mobile),
      body: { bankAccountId: bank?.id, amount: 40 },
    })
    expect(asked.status).toBe(200)
    await expectRefused(family.deposit, 'used or withdrawn')
  })

  it('where the family’s own reference was on it, so that nobody assigned it', async () => {
    const { accountId } = await addPayer(server)
    const account = await db.first<{ crn: string; billerCode: string }>(sql`
      select bpay_reference as crn, bpay_biller_code as "billerCode"
      from account join institution on institution.id = institution_id where account.id = ${accountId}`)
    await expectRefused(await bring(25_00, account), 'own reference')
  })
})
