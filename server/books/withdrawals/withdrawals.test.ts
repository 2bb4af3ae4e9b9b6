import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { dateIn, weekday } from '#domain/calendar/calendar.ts'
import type { Account } from '#tools/demo/account.ts'
import { insertStaff } from '#tools/demo/staff.ts'
import { creditFromSchool } from '#tools/demo/entries.ts'
import { addFamily } from '#tools/testing/family.ts'
import { flakyDatabase } from '#tools/testing/flaky-database.ts'
import { isLong } from '#tools/testing/long.ts'
import { addPayer, expectSoundLedger } from '#tools/testing/payments.ts'
import { looseLimits, looseRateLimits } from '#tools/testing/running-server.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff, approveAs } from '#tools/testing/staff.ts'
import { openDatabase } from '../../platform/database/open.ts'
import { purge } from '../../people/retention/purge.ts'
import { sql } from '../../platform/database/sql.ts'
import { decrypt } from '../../platform/encryption/encryption.ts'
import { readBalance } from '../ledger/ledger.reads.ts'
import { readRateLimits } from '../../platform/rate-limit/limits.ts'
import { remitToSchools } from '../remittances/remittances.ts'
import { readFreeCredit } from '../free-credit/free-credit.ts'
import { requestWithdrawal, cancelUnconfirmed, confirmWithdrawal } from './withdrawals.ts'

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

const minute = 60_000
const day = 24 * 60 * minute
const today = () => dateIn('AU', deps.clock())

/** Credit that is nobody's but the family's. */
const seen = new Map<string, number>()

/** The next code to confirm a withdrawal that reaches a mobile; those to log in go there too. */
async function codeFor(mobile: string): Promise<string> {
  for (;;) {
    const message = await server.message(mobile, 'sms', seen.get(mobile) ?? 0)
    seen.set(mobile, message.seq)
    if (message.text.includes('to withdraw')) return message.code ?? ''
  }
}

let families = 0

/** A family with credit that came long ago, and two bank accounts that it may be paid to. */
async function family(account: Account = {}, { credit = 640_00, mobile = true } = {}) {
  families += 1
  const email = `taker${families}@demo.example`
  const number = `+614915${String(70_100 + families)}`
  const { accountId, customerId } = await addFamily(server, {
    email,
    mobile: number,
    accounts: [
      {
        productType: 'PlusFunded',
        plans: [],
        withdrawals: { bankAccounts: ['6789', '3310'] },
        entries: (moment) => (credit === 0 ? [] : [creditFromSchool(moment, credit)]),
        ...account,
      },
    ],
  })
  const token = await server.logIn(email, number)
  if (!mobile) await db.run(sql`update customer set mobile_e164 = null where id = ${customerId}`)
  const path = `/api/portal/customer/account/${accountId}`
  const read = async (what: string) => (await call(`GET ${path}/${what}`, { token })).body
  const banks: { id: string; displayName: string }[] = await read('bank-accounts')
  const ask = (
    amount: unknown,
    { key = randomUUID(), bank = banks[0]?.id }: { key?: string; bank?: string | undefined } = {},
  ) =>
    call(`POST ${path}/withdrawal-requests`, {
      token,
      body: { bankAccountId: bank, amount },
      headers: { 'X-Larkwell-Client-Req-Id': key },
    })
  const act = (id: string, how: 'confirm' | 'send-code' | 'cancel', code?: string, by = token) =>
    call(`POST ${path}/withdrawal-requests/${id}/${how}`, {
      token: by,
      ...(code !== undefined && { body: { code } }),
    })
  return {
    email,
    mobile: number,
    token,
    accountId,
    customerId,
    banks,
    read,
    ask,
    act,
    code: () => codeFor(number),
    balance: () => readBalance(db, accountId),
    requests: () => read('withdrawal-requests'),
    available: async (): Promise<number> => (await read('available-to-withdraw')).amount,
    audit: async () =>
      (
        await db.many<{ action: string }>(sql`
          select action from audit_event where subject_id = ${accountId} and action like 'Withdrawal%'
            and action <> 'WithdrawalsListed'
          order by at, action`)
      ).map(({ action }) => action),
    held: async () =>
      (
        await db.first<{ amount: number }>(sql`
          select coalesce(sum(amount_minor), 0)::bigint as amount from ledger_posting
          where account_id = ${accountId} and book = 'WithdrawalHold'`)
      )?.amount,
  }
}

const wrongOf = (code: string) => (code === '000000' ? '111111' : '000000')

beforeAll(async () => {
  await insertStaff(db, deps.clock())
})

describe('The bank accounts', () => {
  it('are those that were verified, and show no number', async () => {
    const they = await family()
    await db.run(sql`
      update payout_bank_account set verified_at = null
      where account_id = ${they.accountId} and display_name like '%3310'`)
    expect(await they.read('bank-accounts')).toEqual([
      {
        id: they.banks[0]?.id,
        holder: 'Olivia Bennett',
        bsb: '***-*06',
        accountNumber: '*****6789',
        displayName: 'Bank account ending 6789',
        payableFrom: null,
      },
    ])
    const [row] = await db.many<{ bytes: Buffer; keyId: string; id: string }>(sql`
      select bank_details as bytes, encryption_key_id as "keyId", id from payout_bank_account
      where account_id = ${they.accountId} and verified_at is not null`)
    const place = `${they.accountId}:${row?.id}`
    const numbers = JSON.parse(decrypt(deps.config.encryptionKeys, row!, place))
    expect(numbers).toEqual({ bsb: '062006', accountNumber: expect.stringMatching(/^\d{5}6789$/) })
    const unverified = they.banks.find(({ displayName }) => displayName.endsWith('3310'))
    expect((await they.ask(1, { bank: unverified?.id })).body.code).toBe('not_found')
  })
})

describe('A withdrawal', () => {
  it('is held, confirmed by code, approved and paid; the books say so at every step', async () => {
    const they = await family()
    const asked = await they.ask('120.00')
    expect([asked.status, asked.body]).toEqual([
      200,
      {
        id: asked.body.id,
        amount: 120,
        status: 'Unconfirmed',
        requestedDate: expect.any(String),
        bankAccountId: they.banks[0]?.id,
        bankAccountDisplayName: 'Bank account ending 6789',
        mobileLast3Digits: they.mobile.slice(-3),
        reason: null,
      },
    ])
    const { id } = asked.body
    expect([await they.balance(), await they.held(), await they.available()]).toEqual([52_000, 12_000, 520])
    const { token } = await addStaff(server, 'operations')
    const listed = async () =>
      (await call('GET /api/staff/withdrawals', { token })).body.filter((one: any) => one.id === id)
    const queued = async () =>
      (await call('GET /api/staff/queue', { token })).body.items.filter(
        (item: any) => item.accountId === they.accountId,
      )
    expect([await listed(), await queued()]).toEqual([[], []])
    const staff = (how: string) =>
      call(`POST /api/staff/withdrawals/${id}/${how}`, { token, body: { reason: 'Early' } })
    expect((await staff('paid')).body.code).toBe('not_possible')
    expect((await staff('decline')).body.code).toBe('not_possible')

    const message = await server.message(they.mobile, 'sms')
    expect(message.text).toContain('code to withdraw $120.00 to bank account ending 6789')
    const confirmed = await they.act(id, 'confirm', await they.code())
    expect([confirmed.status, confirmed.body]).toMatchObject([
      200,
      { status: 'Pending', mobileLast3Digits: null },
    ])
    expect((await server.message(they.email, 'email')).text).toContain('$120.00')
    expect([await they.balance(), await they.held()]).toEqual([52_000, 12_000])
    const [review] = await queued()
    expect([review.kind, review.amount]).toEqual(['Withdrawal', 120])
    expect(await listed()).toMatchObject([{ status: 'Pending' }])
    expect((await they.act(id, 'cancel')).body.code).toBe('already_decided')
    expect((await they.act(id, 'send-code')).body.code).toBe('already_decided')

    const other = await addStaff(server, 'operations')
    const asking = await call(`POST /api/staff/reviews/${review.id}/approve`, {
      token,
      body: { reason: 'Fine' },
    })
    expect(asking.status).toBe(202)
    expect((await approveAs(server, other, asking.body.approval)).status).toBe(200)
    expect((await they.requests())[0]).toMatchObject({ status: 'Approved', reason: null })
    const from = { bank: 'CBA', userId: '301500', bsb: '062-000', accountNumber: '10001234' }
    const batch = await call('POST /api/staff/payouts', {
      token,
      body: { region: 'AU', from, reason: 'Run' },
    })
    const release = await call(`POST /api/staff/payouts/${batch.body.number}/release`, {
      token,
      body: { reason: 'Run' },
    })
    await approveAs(server, other, release.body)
    expect((await staff('paid')).status).toBe(200)
    expect((await they.requests())[0]).toMatchObject({ id, status: 'Paid', reason: null })
    expect([await they.balance(), await they.held()]).toEqual([52_000, 0])
    expect(await they.audit()).toEqual([
      'WithdrawalAsked',
      'WithdrawalCodeSent',
      'WithdrawalConfirmed',
      'WithdrawalApproved',
      'WithdrawalPaid',
    ])
  })

  it('that the bank sends back is the family’s again, with the reason of that', async () => {
    const they = await family()
    const { body } = await they.ask(50)
    await they.act(body.id, 'confirm', await they.code())
    const { token } = await addStaff(server, 'operations')
    const [review] = await db.many<{ id: string }>(sql`
      select id from review where account_id = ${they.accountId}`)
    const asking = await call(`POST /api/staff/reviews/${review?.id}/approve`, {
      token,
      body: { reason: 'Has the credit' },
    })
    await approveAs(server, await addStaff(server, 'operations'), asking.body.approval)
    await call(`POST /api/staff/withdrawals/${body.id}/decline`, {
      token,
      body: { reason: 'The account is closed.' },
    })
    expect(await they.requests()).toMatchObject([{ status: 'Declined', reason: 'The account is closed.' }])
    expect([await they.balance(), await they.held()]).toEqual([64_000, 0])
  })

  it('can be taken back until it is confirmed, and the sum is the family’s again', async () => {
    const they = await family()
    const { body } = await they.ask(640)
    expect(await they.available()).toBe(0)
    const code = await they.code()
    const replies = await Promise.all([they.act(body.id, 'cancel'), they.act(body.id, 'cancel')])
    expect(replies.map((reply) => [reply.status, reply.body.status])).toEqual([
      [200, 'Cancelled'],
      [200, 'Cancelled'],
    ])
    expect([await they.balance(), await they.held(), await they.available()]).toEqual([64_000, 0, 640])
    expect((await they.act(body.id, 'confirm', code)).body.code).toBe('already_decided')
    const { token } = await addStaff(server, 'operations')
    const paid = await call(`POST /api/staff/withdrawals/${body.id}/paid`, {
      token,
      body: { reason: 'Late' },
    })
    expect(paid.body.code).toBe('already_decided')
    expect((await they.ask(640)).status).toBe(200)
  })

  it('that nobody confirms is cancelled after fifteen minutes, once', async () => {
    await travel(16 * minute)
    await cancelUnconfirmed(deps)
    const they = await family()
    const { body } = await they.ask(100)
    await travel(14 * minute)
    expect(await cancelUnconfirmed(deps)).toBe(0)
    await travel(1.1 * minute)
    expect((await they.act(body.id, 'send-code')).body.code).toBe('already_decided')
    const counts = await Promise.all([cancelUnconfirmed(deps), cancelUnconfirmed(deps)])
    expect(counts.toSorted()).toEqual([0, 1])
    expect(await they.requests()).toMatchObject([{ status: 'Cancelled' }])
    expect([await they.balance(), await they.held()]).toEqual([64_000, 0])
    await travel(2 * day)
    expect(await purge(db, 'withdrawal codes', deps.clock())).toBeGreaterThan(0)
  })

  it('is possible from an account that is closed, if it has credit', async () => {
    const they = await family({ status: 'Inactive' })
    expect((await they.ask(640)).status).toBe(200)
  })

  it('is refused where there is nothing, too little or no such sum', async () => {
    const poor = await family({}, { credit: 0 })
    expect((await poor.ask(0.01)).body.code).toBe('over_available')
    const they = await family()
    expect((await they.ask(640.01)).body.code).toBe('over_available')
    for (const amount of [0, -5, 1.234, '1.234', '1e2', 'all', '', null]) {
      const { status, body } = await they.ask(amount)
      expect([status, body.code, Object.keys(body.fields)]).toEqual([400, 'invalid_request', ['amount']])
    }
    expect([await they.requests(), await they.balance()]).toEqual([[], 64_000])
  })

  it('needs a mobile that the code can go to', async () => {
    const they = await family({}, { mobile: false })
    expect((await they.ask(10)).body.code).toBe('mobile_needed')
    expect(await they.requests()).toEqual([])
  })

  it('is one however often it is sent under one request id, and another one is refused under it', async () => {
    const they = await family()
    const key = randomUUID()
    const replies = await Promise.all([1, 2, 3, 4].map(() => they.ask(30, { key })))
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
    const again = await they.ask('30.00', { key })
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
    expect((await they.ask(31, { key })).body.code).toBe('request_id_reused')
    expect((await they.ask(30, { key, bank: they.banks[1]?.id })).body.code).toBe('request_id_reused')
    expect([(await they.requests()).length, await they.held()]).toEqual([1, 3_000])
  })

  it('of the whole balance succeeds once, of many that are asked for at once', async () => {
    const they = await family()
    const count = isLong ? 50 : 8
    const replies = await Promise.all(Array.from({ length: count }, () => they.ask(640)))
    const codes = replies.map(({ status, body }) => (status === 200 ? 'done' : body.code))
    expect(codes.toSorted()).toEqual(['done', ...Array.from({ length: count - 1 }, () => 'over_available')])
    expect([await they.balance(), await they.held()]).toEqual([0, 64_000])
  })

  it('is there wholly or not at all, wherever the connection breaks', async () => {
    const they = await family()
    const flaky = await flakyDatabase(server.databaseUrl)
    const broken = { ...deps, db: openDatabase(flaky.url, { connections: 1 }) }
    const actor = { accountId: they.accountId, customerId: they.customerId, requestId: randomUUID() }
    const bankAccountId = they.banks[0]?.id ?? ''
    for (let after = 0; after < 60; after += isLong ? 1 : 7) {
      const wish = { bankAccountId, amount: 1, clientRequestId: randomUUID() }
      flaky.breakAfter(after)
      const first = await requestWithdrawal(broken, actor, wish).catch(() => undefined)
      flaky.disarm()
      const second = await requestWithdrawal(deps, actor, wish)
      expect(await they.held()).toBe(100)
      await they.act(second.request.id, 'cancel')
      expect(await they.balance()).toBe(64_000)
      if (first && !second.isReplay) throw new Error('What was answered was not kept')
      if (first) break
    }
    await broken.db.close()
    const sent = await db.many(sql`
      select 1 from outbox_message where recipient = ${they.mobile} and kind = 'WithdrawalCode'`)
    expect(sent.length).toBe((await they.requests()).length)
  })
})

describe('The code', () => {
  it('is worthless after five wrong tries, and a new one makes the old one so', async () => {
    const they = await family()
    const { body } = await they.ask(20)
    const first = await they.code()
    for (let tries = 0; tries < 5; tries += 1)
      expect((await they.act(body.id, 'confirm', wrongOf(first))).body.code).toBe('invalid_code')
    expect((await they.act(body.id, 'confirm', first)).body.code).toBe('code_expired')
    const early = await they.act(body.id, 'send-code')
    expect([early.status, Number(early.headers.get('retry-after'))]).toEqual([
      429,
      expect.toSatisfy((wait: number) => wait <= 30),
    ])
    await travel(0.6 * minute)
    expect((await they.act(body.id, 'send-code')).body.mobileLast3Digits).toBe(they.mobile.slice(-3))
    const second = await they.code()
    await travel(0.6 * minute)
    await they.act(body.id, 'send-code')
    const third = await they.code()
    if (second !== third) expect((await they.act(body.id, 'confirm', second)).body.code).toBe('invalid_code')
    expect((await they.act(body.id, 'confirm', third)).body.status).toBe('Pending')
    expect((await they.act(body.id, 'confirm', third)).body.code).toBe('already_decided')
    const row = await db.first<{ facts: object | null }>(sql`
      select facts from outbox_message where recipient = ${they.mobile} and kind = 'WithdrawalCode'
      order by created_at limit 1`)
    expect(JSON.stringify(row?.facts ?? {})).not.toContain(first)
  })

  it('expires after five minutes', async () => {
    const they = await family()
    const { body } = await they.ask(20)
    const code = await they.code()
    await travel(5.1 * minute)
    expect((await they.act(body.id, 'confirm', code)).body.code).toBe('code_expired')
    expect(await they.requests()).toMatchObject([{ status: 'Unconfirmed' }])
  })

  it('works once, of two who send it at once', async () => {
    const they = await family()
    const { body } = await they.ask(20)
    const code = await they.code()
    const replies = await Promise.all([1, 2, 3].map(() => they.act(body.id, 'confirm', code)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const reviews = await db.many(sql`select 1 from review where account_id = ${they.accountId}`)
    expect(reviews).toHaveLength(1)
  })

  it('is only for the parent it was sent to: another parent requests their own', async () => {
    const they = await family()
    const other = await family()
    await db.run(sql`
      insert into account_member (account_id, customer_id) values (${they.accountId}, ${other.customerId})`)
    const { body } = await they.ask(20)
    const code = await they.code()
    expect((await they.act(body.id, 'confirm', code, other.token)).body.code).toBe('code_expired')
    await travel(0.6 * minute)
    const sent = await they.act(body.id, 'send-code', undefined, other.token)
    expect(sent.body.mobileLast3Digits).toBe(other.mobile.slice(-3))
    expect((await they.act(body.id, 'confirm', await other.code(), other.token)).body.status).toBe('Pending')
  })

  it('may be asked for and guessed only so often', async () => {
    const they = await family()
    const actor = { accountId: they.accountId, customerId: they.customerId, requestId: randomUUID() }
    const strict = { ...deps, config: { ...deps.config, rateLimits: readRateLimits() } }
    const bankAccountId = they.banks[0]?.id ?? ''
    const ask = () =>
      requestWithdrawal(strict, actor, { bankAccountId, amount: 1, clientRequestId: undefined })
    for (let count = 0; count < 5; count += 1) await ask()
    await expect(ask()).rejects.toMatchObject({ code: 'rate_limited' })
    const few = {
      ...deps,
      config: {
        ...deps.config,
        rateLimits: readRateLimits(JSON.stringify({ withdrawals: 5, 'withdrawal-code-hour': 99 })),
      },
    }
    await expect(
      requestWithdrawal(few, actor, { bankAccountId, amount: 1, clientRequestId: undefined }),
    ).rejects.toMatchObject({ code: 'rate_limited' })
    const requests = await they.requests()
    expect([requests.length, await they.held()]).toEqual([5, 500])
    const guess = () => confirmWithdrawal(strict, actor, { id: requests[0].id, code: 'none' })
    for (let count = 0; count < 20; count += 1) {
      await expect(guess()).rejects.toMatchObject({ code: count < 5 ? 'invalid_code' : 'code_expired' })
    }
    await expect(guess()).rejects.toMatchObject({ code: 'rate_limited' })
  })
})

describe('Another family', () => {
  it('finds neither bank accounts nor requests that are not its own', async () => {
    const they = await family()
    const other = await family()
    const { body } = await they.ask(10)
    expect((await other.ask(1, { bank: they.banks[0]?.id })).status).toBe(404)
    for (const how of ['confirm', 'send-code', 'cancel'] as const) {
      for (const id of [body.id, randomUUID(), 'x']) {
        const reply = await other.act(id, how, how === 'confirm' ? '123456' : undefined)
        expect([reply.status, reply.body.code]).toEqual([404, 'not_found'])
      }
    }
    const foreign = await call(`GET /api/portal/customer/account/${they.accountId}/withdrawal-requests`, {
      token: other.token,
    })
    expect(foreign.status).toBe(403)
    expect(await other.requests()).toEqual([])
  })
})

describe('What is available', () => {
  it('leaves out what has just come and what is for the school, and is not changed by passing it on', async () => {
    while (weekday(today()) !== 1) await travel(day)
    const payer = await addPayer(server, {
      plans: [],
      withdrawals: { bankAccounts: ['6789'] },
      entries: (moment) => [creditFromSchool(moment, 5_000)],
    })
    const read = () => readFreeCredit(db, { accountId: payer.accountId, now: deps.clock() })
    await payer.pay(80)
    expect(await read()).toMatchObject({
      balance: 13_000,
      unsettled: [{ amount: 8_000, date: today(), schoolName: 'Wattle Grove College' }],
      spokenFor: [],
      free: 5_000,
    })
    await travel(3 * day)
    const onItsWay = await read()
    expect(onItsWay).toMatchObject({ unsettled: [], spokenFor: [{ amount: 8_000 }], free: 5_000 })
    const [entry] = await db.many(sql`
      select kind from ledger_entry where account_id = ${payer.accountId} and id = ${onItsWay.spokenFor[0]?.entryId}`)
    expect(entry).toEqual({ kind: 'Repayment' })
    const path = `/api/portal/customer/account/${payer.accountId}`
    const token = await server.logIn(payer.email, payer.mobile)
    const { body: banks } = await call(`GET ${path}/bank-accounts`, { token })
    const ask = (amount: number) =>
      call(`POST ${path}/withdrawal-requests`, { token, body: { bankAccountId: banks[0].id, amount } })
    // Both want the money at once; there is enough for what each may take.
    const [replies] = await Promise.all([
      Promise.all([ask(50), ask(50), ask(50)]),
      remitToSchools(deps),
      remitToSchools(deps),
    ])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    await remitToSchools(deps)
    expect(await read()).toMatchObject({ balance: 0, spokenFor: [], free: 0 })
  })

  it('is all of the credit where the school was paid ahead, once it has arrived for good', async () => {
    while (weekday(today()) !== 1) await travel(day)
    const payer = await addPayer(server, { plans: [], productType: 'PlusFunded' })
    const read = () => readFreeCredit(db, { accountId: payer.accountId, now: deps.clock() })
    await payer.pay(80)
    expect((await read()).free).toBe(0)
    await travel(3 * day)
    expect(await read()).toMatchObject({ unsettled: [], spokenFor: [], free: 8_000 })
    const [payment] = await db.many<{ id: string }>(sql`
      select id from payment where account_id = ${payer.accountId}`)
    // A refund that staff have ordered and nobody knows the end of.
    await db.run(sql`
      insert into refund_order (account_id, id, payment_id, amount_minor, status, client_request_id, provider_key,
        ordered_by, created_at)
      select ${payer.accountId}, ${randomUUID()}, ${payment?.id}, 3000, 'Unknown', 'lost', 'lost', id, ${deps.clock()}
      from staff limit 1`)
    await remitToSchools(deps)
    expect(await read()).toMatchObject({ unsettled: [{ amount: 3_000 }], free: 5_000 })
    await db.run(sql`delete from refund_order where client_request_id = 'lost'`)
  })

  it('never lets a family take out more than it has, whatever happens in which order', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('pay' as const), size: fc.integer({ min: 1, max: 90 }) }),
      fc.record({ kind: fc.constant('ask' as const), size: fc.integer({ min: 1, max: 130 }) }),
      fc.record({
        kind: fc.constantFrom('remit', 'tomorrow', 'cancel', 'confirm', 'decline', 'expire'),
        size: fc.constant(0),
      }),
    )
    const { token: staff } = await addStaff(server, 'operations')
    for (const productType of ['PlusFunded', 'PayPlus'] as const) {
      const payer = await addPayer(server, {
        productType,
        plans: [],
        withdrawals: { bankAccounts: ['6789'] },
        entries: (moment) => [creditFromSchool(moment, 10_000)],
      })
      const { accountId } = payer
      const path = `/api/portal/customer/account/${accountId}`
      let token = payer.token
      let code = ''
      const take = {
        pay: (size: number) => payer.pay(size, { token }),
        async ask(percent: number) {
          const { free } = await readFreeCredit(db, { accountId, now: deps.clock() })
          const amount = Math.max(1, Math.round((free * percent) / 100)) / 100
          const [bank] = await db.many<{ id: string }>(sql`
            select id from payout_bank_account where account_id = ${accountId}`)
          const reply = await call(`POST ${path}/withdrawal-requests`, {
            token,
            body: { bankAccountId: bank?.id, amount },
          })
          expect(reply.status).toBe(amount * 100 <= free ? 200 : 409)
          if (reply.status === 200) code = await codeFor(payer.mobile)
        },
        remit: () => remitToSchools(deps),
        async tomorrow() {
          await travel(day)
          token = await server.logIn(payer.email, payer.mobile)
        },
        async expire() {
          await travel(16 * minute)
          await cancelUnconfirmed(deps)
          token = await server.logIn(payer.email, payer.mobile)
        },
        cancel: async () => act('cancel'),
        confirm: async () => act('confirm', { code }),
        async decline() {
          const [pending] = await db.many<{ id: string }>(sql`
            select id from withdrawal_request where account_id = ${accountId} and status = 'Pending' limit 1`)
          const body = { reason: 'Needed' }
          if (pending) await call(`POST /api/staff/withdrawals/${pending.id}/decline`, { token: staff, body })
        },
      }
      const act = async (how: string, body?: object) => {
        const [open] = await db.many<{ id: string }>(sql`
          select id from withdrawal_request where account_id = ${accountId} and status = 'Unconfirmed'
          order by created_at desc limit 1`)
        if (open) await call(`POST ${path}/withdrawal-requests/${open.id}/${how}`, { token, body })
      }
      const [steps] = fc.sample(fc.array(step, { minLength: 30, maxLength: 30 }), 1)
      const told = JSON.stringify(steps)
      for (const { kind, size } of steps ?? []) {
        await take[kind](size)
        const { balance, free } = await readFreeCredit(db, { accountId, now: deps.clock() })
        expect(balance, told).toBeGreaterThanOrEqual(0)
        expect(free, told).toBeGreaterThanOrEqual(0)
        expect(free, told).toBeLessThanOrEqual(balance)
        expect(balance, told).toBe(await readBalance(db, accountId))
      }
    }
  })
})
