import { afterEach, describe, expect, it } from 'vitest'
import { insertStaff } from '#tools/demo/staff.ts'
import { creditFromSchool } from '#tools/demo/entries.ts'
import { addFamily } from '#tools/testing/family.ts'
import { firstOf } from '#tools/testing/long.ts'
import { expectSoundLedger } from '#tools/testing/payments.ts'
import { looseLimits, looseRateLimits } from '#tools/testing/running-server.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff, approveAs } from '#tools/testing/staff.ts'
import { sql } from '../../platform/database/sql.ts'
import { readRateLimits } from '../../platform/rate-limit/limits.ts'
import { forgetUnconfirmedAccounts } from './add-bank-account.ts'
import { readBankAccounts } from './bank-accounts.ts'

const plenty = looseRateLimits({
  withdrawals: 1000,
  'withdrawal-code-hour': 1000,
  'wrong-withdrawal-code-day': 1000,
})
const server = await testServer({
  rateLimits: readRateLimits(plenty, looseLimits.RATE_LIMIT_SCALE),
})
const { deps, call, travel } = server
const { db } = deps
afterEach(() => expectSoundLedger(server))
await insertStaff(db, deps.clock())
const operations = await addStaff(server, 'operations')
const second = await addStaff(server, 'operations')

const minute = 60_000
const hour = 60 * minute
const seen = new Map<string, number>()

let families = 0
/** A family with credit and no bank account. Its parent is Olivia Bennett. */
async function family(region: 'AU' | 'UK' = 'AU') {
  families += 1
  const email = `adder${families}@demo.example`
  const mobile = region === 'UK' ? `+447700900${100 + families}` : `+614915${String(74_100 + families)}`
  const { accountId, customerId } = await addFamily(server, {
    email,
    mobile,
    region,
    accounts: [
      {
        productType: 'PlusFunded',
        plans: [],
        entries: (moment) => [creditFromSchool(moment, 640_00)],
        ...(region === 'UK' && { school: 'Oakfield School' }),
      },
    ],
  })
  const token = await server.logIn(email, mobile)
  const path = `/api/portal/customer/account/${accountId}`
  return {
    email,
    mobile,
    token,
    accountId,
    customerId,
    path,
    add: (change: Record<string, unknown> = {}) =>
      call(`POST ${path}/bank-accounts`, {
        token,
        body: { holder: 'Olivia Bennett', bsb: '062-000', accountNumber: '12345678', ...change },
      }),
    act: (id: string, how: 'confirm' | 'send-code', code?: string) =>
      call(`POST ${path}/bank-accounts/${id}/${how}`, {
        token,
        ...(code !== undefined && { body: { code } }),
      }),
    list: async () => (await call(`GET ${path}/bank-accounts`, { token })).body,
    async code(): Promise<string> {
      for (;;) {
        const message = await server.message(mobile, 'sms', seen.get(mobile) ?? 0)
        seen.set(mobile, message.seq)
        if (/to (add|withdraw)/.test(message.text)) return message.code ?? ''
      }
    },
    audit: async () =>
      (
        await db.many<{ action: string }>(sql`
          select action from audit_event where subject_id = ${accountId} and action like 'BankAccount%'
          order by at, action`)
      ).map(({ action }) => action),
  }
}

const wrongOf = (code: string) => (code === '000000' ? '111111' : '000000')

describe('A parent who adds a bank account', () => {
  it('confirms it with a code, and everybody is told when the first payout is possible', async () => {
    const they = await family()
    const added = await they.add()
    expect(added).toMatchObject({
      status: 200,
      body: {
        holder: 'Olivia Bennett',
        bsb: '***-*00',
        accountNumber: '*****5678',
        displayName: 'Bank account ending 5678',
        mobileLast3Digits: they.mobile.slice(-3),
      },
    })
    // Nobody can choose it yet, and staff do not see it.
    expect([await they.list(), await readBankAccounts(db, they.accountId)]).toEqual([[], []])
    const confirmed = await they.act(added.body.id, 'confirm', await they.code())
    expect(confirmed.status).toBe(200)
    const from = new Date(confirmed.body.payableFrom)
    expect(from.getTime() - deps.clock().getTime()).toBeGreaterThan(47 * hour)
    expect(await they.list()).toEqual([confirmed.body])
    const mail = await server.message(they.email, 'email')
    expect(mail.text).toContain('A bank account was added for withdrawals: account ending 5678.')
    expect(mail.text).toMatch(/nothing is paid to it before \w+ \d+ \w+ \d{4}, .* \(Sydney time\)/)
    expect(await they.audit()).toEqual(['BankAccountAsked', 'BankAccountCodeSent', 'BankAccountAdded'])
    const row = await db.first(sql`
      select bank_details is not null as "isEncrypted", code_hash as hash, mobile_last_3 as mobile
      from payout_bank_account where account_id = ${they.accountId}`)
    expect(row).toEqual({ isEncrypted: true, hash: null, mobile: null })
    expect((await they.add()).body.code).toBe('already_exists')
  })

  it('in the United Kingdom has a sort code', async () => {
    const they = await family('UK')
    const { status, body } = await they.add({
      holder: 'MRS O BENNETT',
      bsb: '20-00-00',
      accountNumber: '55779911',
    })
    expect([status, body.bsb, body.accountNumber]).toEqual([200, '**-**-00', '****9911'])
    expect(
      (await they.add({ holder: 'MRS O BENNETT', bsb: '062-00', accountNumber: '1234567' })).body.fields,
    ).toEqual({
      bsb: 'A sort code has 6 digits, like 20-00-00',
      accountNumber: 'An account number has 8 digits',
    })
  })

  it.each(
    firstOf(1, [
      ['BSB', { bsb: '06200' }, { bsb: 'A BSB has 6 digits, like 062-000' }],
      ['number', { accountNumber: '1e5' }, { accountNumber: 'An account number has 5 to 9 digits' }],
    ]),
  )('has to give a right %s', async (_, change, fields) => {
    const { status, body } = await (await family()).add(change)
    expect([status, body.code, body.fields]).toEqual([400, 'invalid_request', fields])
  })

  it('cannot add one in another name', async () => {
    const they = await family()
    const { status, body } = await they.add({ holder: 'Daniel Bennett' })
    expect([status, body.code]).toEqual([409, 'holder_differs'])
    expect(body.msg).toMatch(
      /^We only pay out to a bank account in your own name, Olivia Bennett\. .* call us on /,
    )
    expect(await they.audit()).toEqual([])
  })

  it('has five tries for a code, and needs a new one after that or in time', async () => {
    const they = await family()
    const { body } = await they.add()
    const code = await they.code()
    const answers = []
    for (let left = 5; left > 0; left -= 1)
      answers.push((await they.act(body.id, 'confirm', wrongOf(code))).body.code)
    expect(new Set(answers)).toEqual(new Set(['invalid_code']))
    expect((await they.act(body.id, 'confirm', code)).body.code).toBe('code_expired')
    await travel(minute)
    expect((await they.act(body.id, 'send-code')).status).toBe(200)
    expect((await they.act(body.id, 'confirm', await they.code())).status).toBe(200)
  })

  it('leaves nothing behind without the code in time', async () => {
    const they = await family()
    const { body } = await they.add()
    const code = await they.code()
    await travel(16 * minute)
    expect((await they.act(body.id, 'confirm', code)).status).toBe(404)
    await forgetUnconfirmedAccounts(deps)
    expect(
      await db.many(sql`select id from payout_bank_account where account_id = ${they.accountId}`),
    ).toEqual([])
  })

  it('cannot do so while a change of contact details holds the money', async () => {
    const they = await family()
    const { body } = await they.add()
    const code = await they.code()
    await db.run(sql`
      insert into contact_change (customer_id, id, old_email, new_email, changed_at, changed_by, reason, blocked_until,
        stop_hash, stop_by)
      values (${they.customerId}, gen_random_uuid(), 'old@demo.example', ${they.email}, ${deps.clock()},
        ${operations.staffId}, 'Moved', ${new Date(deps.clock().getTime() + hour)}, 'x'::bytea,
        ${new Date(deps.clock().getTime() + hour)})`)
    expect((await they.add()).body.code).toBe('contact_changed')
    expect((await they.act(body.id, 'confirm', code)).body.code).toBe('contact_changed')
  })

  it('is paid two days later, not before, and staff see why', async () => {
    const they = await family()
    const { body } = await they.add()
    await they.act(body.id, 'confirm', await they.code())
    const asked = await call(`POST ${they.path}/withdrawal-requests`, {
      token: they.token,
      body: { bankAccountId: body.id, amount: '50.00' },
    })
    await call(`POST ${they.path}/withdrawal-requests/${asked.body.id}/confirm`, {
      token: they.token,
      body: { code: await they.code() },
    })
    const { token } = operations
    const queued = async () =>
      (await call('GET /api/staff/queue', { token })).body.items.find(
        (item: { accountId: string }) => item.accountId === they.accountId,
      )
    expect((await queued()).about).toMatch(/ending 5678, new bank account: not payable before \d+ \w+ \d{4} /)
    const decided = await call(`POST /api/staff/reviews/${(await queued()).id}/approve`, {
      token,
      body: { reason: 'Fine' },
    })
    if (decided.body.approval) await approveAs(server, second, decided.body.approval)
    const make = (by = token) =>
      call('POST /api/staff/payouts', {
        token: by,
        body: {
          region: 'AU',
          from: { bank: 'CBA', userId: '301500', bsb: '062-000', accountNumber: '10001234' },
          reason: 'Friday',
        },
      })
    const [bank] = (await call(`GET /api/staff/accounts/${they.accountId}/bank-accounts`, { token })).body
    expect(bank.payableFrom).toEqual(expect.any(String))
    expect((await make()).body.code).toBe('nothing_to_pay_out')
    await travel(48 * hour)
    const later = await addStaff(server, 'operations')
    expect((await make(later.token)).body).toMatchObject({ withdrawalCount: 1, amount: 50 })
  })
})
