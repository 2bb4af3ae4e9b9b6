import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { dateIn } from '#domain/calendar/calendar.ts'
import { cents } from '#domain/money.ts'
import type { Account } from '#tools/demo/account.ts'
import { insertStaff } from '#tools/demo/staff.ts'
import { addFamily } from '#tools/testing/family.ts'
import { expectSoundLedger } from '#tools/testing/payments.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff, approveAs } from '#tools/testing/staff.ts'
import { sql } from '../../platform/database/sql.ts'
import { decrypt } from '../../platform/encryption/encryption.ts'
import { readBalance } from '../../books/ledger/ledger.reads.ts'

const server = await testServer()
const { deps, call } = server
const { db } = deps
const { token, staffId, email: colleague } = await addStaff(server, 'operations')
const other = await addStaff(server, 'operations')
// The person who approved the requests of the families below.
await insertStaff(db, deps.clock())
afterEach(() => expectSoundLedger(server))

let count = 0
async function family(account: Account = {}, region: 'AU' | 'UK' = 'AU') {
  count += 1
  const email = `payouts${count}@demo.example`
  const mobile = region === 'AU' ? `+614915${70_400 + count}` : `+4477009${10_400 + count}`
  const school = region === 'UK' ? { school: 'Oakfield School' as const } : {}
  const { accountId, customerId } = await addFamily(server, {
    email,
    mobile,
    region,
    accounts: [{ productType: 'PlusFunded', balance: cents(500_00), plans: [], ...school, ...account }],
  })
  const path = `/api/staff/accounts/${accountId}/bank-accounts`
  return {
    accountId,
    customerId,
    email,
    mobile,
    list: async () => (await call(`GET ${path}`, { token })).body,
    add: (sent: object = {}) =>
      call(`POST ${path}`, { token, body: { ...numbers[region], reason: 'Statement seen', ...sent } }),
    /** Added by one person and verified by another. */
    addVerified: async (sent: object = {}) => {
      const { body } = await call(`POST ${path}`, {
        token,
        body: { ...numbers[region], reason: 'Statement seen', ...sent },
      })
      await approveAs(server, other, body.approval)
      return body.bankAccount
    },
    remove: (id: string) => call(`POST ${path}/${id}/remove`, { token, body: { reason: 'Closed' } }),
    requests: () =>
      db.many<{ id: string; status: string; payout: number | null }>(sql`
        select id, status, payout_number as payout from withdrawal_request where account_id = ${accountId}
        order by created_at, id`),
    letters: async (kind: string) => {
      const rows = await db.many<{ facts: any }>(sql`
        select facts from outbox_message where account_id = ${accountId} and kind = ${kind} order by created_at`)
      return rows.map(({ facts }) => facts.status)
    },
    events: () =>
      db.many<{ action: string; details: Record<string, string> }>(sql`
        select action, details from audit_event where subject_id = ${accountId}
          and actor_id in (${staffId}, ${other.staffId}) order by at, action`),
    balance: () => readBalance(db, accountId),
    inBook: async (book: string) =>
      (
        await db.first<{ amount: number }>(sql`
          select coalesce(sum(amount_minor), 0)::bigint as amount from ledger_posting
          where account_id = ${accountId} and book = ${book}`)
      )?.amount,
  }
}

const numbers = {
  AU: { holder: 'Olivia Bennett', bsb: '062-006', accountNumber: '012345678' },
  UK: { holder: 'Amelia Hart', bsb: '20-00-06', accountNumber: '01234567' },
}

const asked = (
  status: 'Pending' | 'Approved' | 'Paid' | 'Declined',
  amount = 120_00,
  requests = 1,
): Account => ({
  withdrawals: {
    bankAccounts: ['6789'],
    requests: Array.from({ length: requests }, () => ({ status, amount: cents(amount), daysAgo: 3 })),
  },
})

const from = { bank: 'CBA', userId: '301500', bsb: '062-000', accountNumber: '10001234' }
const make = (body: object = {}, by = token) =>
  call('POST /api/staff/payouts', { token: by, body: { region: 'AU', from, reason: 'Friday', ...body } })
const file = (number: number) => call(`GET /api/staff/payouts/${number}/file`, { token })
const release = async (number: number) => {
  const { body } = await call(`POST /api/staff/payouts/${number}/release`, {
    token,
    body: { reason: 'Friday' },
  })
  await approveAs(server, other, body)
}
const pay = (number: number, by = token) =>
  call(`POST /api/staff/payouts/${number}/paid`, { token: by, body: { reason: 'On the statement' } })
const decide = (id: string | undefined, how: 'paid' | 'decline') =>
  call(`POST /api/staff/withdrawals/${id}/${how}`, { token, body: { reason: 'Account closed.' } })
const amountsIn = (aba: string) => [...aba.matchAll(/^1.{19}(\d{10})/gm)].map(([, amount]) => Number(amount))

describe('A bank account for withdrawals', () => {
  it('is added by staff: the family can choose it and is told, and no number is to be read anywhere', async () => {
    const they = await family()
    expect(await they.list()).toEqual([])
    const added = await they.addVerified()
    const shown = {
      id: added.id,
      holder: 'Olivia Bennett',
      bsb: '***-*06',
      accountNumber: '*****5678',
      displayName: 'Bank account ending 5678',
      payableFrom: null,
    }
    expect(added).toEqual({ ...shown, verifiedAt: null })
    expect(await they.list()).toEqual([{ ...shown, verifiedAt: expect.any(String) }])
    const parent = await server.logIn(they.email, they.mobile)
    const own = await call(`GET /api/portal/customer/account/${they.accountId}/bank-accounts`, {
      token: parent,
    })
    expect(own.body).toEqual([shown])
    expect((await server.message(they.email, 'email')).text).toContain(
      'A bank account was added for withdrawals: account ending 5678. If this was not you, call us.',
    )
    const [row] = await db.many<{ bytes: Buffer; keyId: string; all: string }>(sql`
      select bank_details as bytes, encryption_key_id as "keyId", row_to_json(payout_bank_account)::text as all
      from payout_bank_account where account_id = ${they.accountId}`)
    const place = `${they.accountId}:${added.id}`
    expect(JSON.parse(decrypt(deps.config.encryptionKeys, row!, place))).toEqual({
      bsb: '062006',
      accountNumber: '012345678',
    })
    const events = await they.events()
    expect(events.map(({ action }) => action).toSorted()).toEqual([
      'ApprovalGiven',
      'ApprovalRequested',
      'BankAccountAdded',
      'BankAccountsListed',
      'BankAccountsListed',
    ])
    expect(events.find(({ action }) => action === 'BankAccountAdded')?.details).toMatchObject({
      bankAccountId: added.id,
      bankAccount: 'Bank account ending 5678',
      holder: 'Olivia Bennett',
      reason: 'Statement seen',
      requestedBy: colleague,
      approvedBy: other.email,
    })
    const outbox = await db.many(sql`select * from outbox_message where account_id = ${they.accountId}`)
    expect(JSON.stringify([row?.all, events, outbox])).not.toMatch(/012345678|062006|062-006/)
  })

  it('has the numbers that banks of its region have', async () => {
    const [au, uk] = [await family(), await family({}, 'UK')]
    const wrong: [typeof au, object, string[]][] = [
      [au, { bsb: '06200' }, ['bsb']],
      [au, { bsb: '062-00a' }, ['bsb']],
      [au, { bsb: '20-00-06' }, ['bsb']],
      [au, { accountNumber: '1234' }, ['accountNumber']],
      [au, { accountNumber: '1234567890' }, ['accountNumber']],
      [au, { bsb: '062_006', accountNumber: '12 345 67' }, ['bsb', 'accountNumber']],
      [au, { holder: 'x'.repeat(33) }, ['holder']],
      [au, { holder: ' ' }, ['holder']],
      [au, { reason: '' }, ['reason']],
      [uk, { bsb: '062-006' }, ['bsb']],
      [uk, { accountNumber: '1234567' }, ['accountNumber']],
      [uk, { accountNumber: '123456789' }, ['accountNumber']],
    ]
    for (const [they, sent, fields] of wrong) {
      const { status, body } = await they.add(sent)
      expect([status, body.code, Object.keys(body.fields)]).toEqual([400, 'invalid_request', fields])
    }
    expect([await au.list(), await uk.list()]).toEqual([[], []])
    expect((await au.add({ bsb: '062006' })).status).toBe(202)
    expect((await uk.add()).body.bankAccount).toMatchObject({ bsb: '**-**-06', accountNumber: '****4567' })
  })

  it('is there once, however often and however written it is added at once', async () => {
    const they = await family()
    const replies = await Promise.all(['062-006', '062006', '062-006'].map((bsb) => they.add({ bsb })))
    expect(replies.map(({ status, body }) => body.code ?? status).toSorted()).toEqual([
      202,
      'already_exists',
      'already_exists',
    ])
    expect((await they.add({ accountNumber: '912345678' })).status).toBe(202)
  })

  it.each(['Pending', 'Approved'] as const)('stays while a withdrawal to it is %s', async (status) => {
    const they = await family(asked(status))
    const [bank] = await they.list()
    expect((await they.remove(bank.id)).body.code).toBe('bank_account_in_use')
    const [request] = await they.requests()
    await decide(request?.id, 'decline')
    expect((await they.remove(bank.id)).status).toBe(200)
  })

  it('is removed, and what was paid to it keeps its name', async () => {
    const they = await family(asked('Paid'))
    const [bank] = await they.list()
    const stranger = await family()
    expect((await stranger.remove(bank.id)).body.code).toBe('not_found')
    const replies = await Promise.all([they.remove(bank.id), they.remove(bank.id)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 404])
    expect(await they.list()).toEqual([])
    expect(await they.letters('BankAccountChanged')).toEqual(['Removed'])
    expect((await server.message(they.email, 'email')).text).toContain(
      'A bank account was removed for withdrawals: account ending 6789. If this was not you, call us.',
    )
    expect((await they.events()).map(({ action }) => action)).toContain('BankAccountRemoved')
    const parent = await server.logIn(they.email, they.mobile)
    const path = `/api/portal/customer/account/${they.accountId}`
    expect((await call(`GET ${path}/bank-accounts`, { token: parent })).body).toEqual([])
    const past = await call(`GET ${path}/withdrawal-requests`, { token: parent })
    expect(past.body).toMatchObject([{ bankAccountDisplayName: 'Bank account ending 6789', status: 'Paid' }])
    const ask = await call(`POST ${path}/withdrawal-requests`, {
      token: parent,
      body: { bankAccountId: bank.id, amount: 1 },
    })
    expect(ask.body.code).toBe('not_found')
    expect((await they.add()).status).toBe(202)
    expect((await they.add()).body.code).toBe('already_exists')
  })

  it('is never both removed and on the way to be paid, whichever comes first', async () => {
    const they = await family()
    const parent = await server.logIn(they.email, they.mobile)
    const path = `/api/portal/customer/account/${they.accountId}/withdrawal-requests`
    for (let round = 0; round < 4; round += 1) {
      const bank = await they.addVerified({ accountNumber: `1234567${round}` })
      const ask = () => call(`POST ${path}`, { token: parent, body: { bankAccountId: bank.id, amount: 1 } })
      const both = round % 2 === 0 ? [ask(), they.remove(bank.id)] : [they.remove(bank.id), ask()]
      const statuses = (await Promise.all(both)).map(({ status }) => status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    }
  })

  it('belongs to an account that exists', async () => {
    const path = `/api/staff/accounts/${randomUUID()}/bank-accounts`
    expect((await call(`GET ${path}`, { token })).status).toBe(404)
    const body = { ...numbers.AU, reason: 'Seen' }
    expect((await call(`POST ${path}`, { token, body })).status).toBe(404)
    expect((await call(`POST ${path}/${randomUUID()}/remove`, { token, body: { reason: 'x' } })).status).toBe(
      404,
    )
  })
})

describe('A payout', () => {
  /** So that each test finds only its own. */
  const clear = async () => {
    const { body } = await make()
    if (!body.number) return
    await release(body.number)
    await pay(body.number)
  }

  it('takes every approved withdrawal once, is the same file each time, and is paid as a whole', async () => {
    await clear()
    const [one, two] = [await family(asked('Approved')), await family(asked('Approved', 30_50))]
    const waiting = await family(asked('Pending'))
    const before = await one.balance()
    expect((await make({ from: undefined })).body.fields).toHaveProperty('from')
    expect((await make({ from: { ...from, bsb: '62-000' } })).status).toBe(400)
    expect((await make({ reason: ' ' })).status).toBe(400)
    const { body: payout, status } = await make()
    expect([status, payout]).toEqual([
      200,
      {
        number: payout.number,
        region: 'AU',
        withdrawalCount: 2,
        amount: 150.5,
        openCount: 2,
        paidCount: 0,
        declinedCount: 0,
        releasedAt: null,
        releaseAskedBy: null,
        createdAt: expect.any(String),
        createdBy: colleague,
      },
    ])
    const { number } = payout
    expect((await make()).body.code).toBe('nothing_to_pay_out')
    const listed = (await call('GET /api/staff/withdrawals?status=Approved', { token })).body
    expect(listed.map((each: any) => each.payoutNumber)).toEqual([number, number])
    const inBatch = (await call(`GET /api/staff/withdrawals?payout=${number}`, { token })).body
    expect(inBatch.map((each: any) => each.id).toSorted()).toEqual(
      listed.map((each: any) => each.id).toSorted(),
    )
    const sums = (await call('GET /api/staff/money', { token })).body.withdrawals.AU
    expect([sums.toPayOut, sums.atBank]).toEqual([
      { count: 0, amount: 0 },
      { count: 2, amount: 150.5 },
    ])
    const { items } = (await call('GET /api/staff/queue?kind=Withdrawal', { token })).body
    expect(items.find((item: any) => item.accountId === one.accountId).about).toBe(
      `in payout ${number}, to be paid to Bank account ending 6789`,
    )

    await release(number)
    const first = await file(number)
    expect(first.headers.get('x-filename')).toMatch(/^Payout%20\d+%20of%20\d{4}-\d\d-\d\d\.aba$/)
    expect(amountsIn(first.body).toSorted()).toEqual([120_00, 30_50].toSorted())
    expect(first.body).toMatch(/^1062-006\d{5}6789 500000012000Olivia Bennett .*062-000 10001234/m)
    await db.run(sql`update payout_bank_account set holder = 'Changed' where account_id = ${one.accountId}`)
    await server.travel(7 * 60 * 60_000)
    expect((await file(number)).body).toBe(first.body)
    const [kept] = await db.many<{ file: Buffer }>(
      sql`select file from payout_batch where number = ${number}`,
    )
    expect(kept?.file.includes('6789')).toBe(false)
    expect((await one.events()).filter(({ action }) => action === 'PayoutFileTaken')).toHaveLength(2)
    expect(await one.inBook('WithdrawalHold')).toBe(120_00)

    const replies = await Promise.all([pay(number), pay(number, other.token), pay(number)])
    expect(replies.map(({ body }) => [body.paidNow, body.leftAlone]).toSorted()).toEqual([
      [0, 2],
      [0, 2],
      [2, 0],
    ])
    expect(replies[0]?.body.payout).toMatchObject({ openCount: 0, paidCount: 2, declinedCount: 0 })
    for (const they of [one, two]) {
      expect(await they.requests()).toMatchObject([{ status: 'Paid', payout: number }])
      expect(await they.inBook('WithdrawalHold')).toBe(0)
      expect(await they.letters('WithdrawalDecided')).toEqual(['Paid'])
      const actions = (await they.events()).filter(({ action }) => action === 'WithdrawalPaid')
      expect(actions.map(({ details }) => details['reason'])).toEqual(['On the statement'])
    }
    expect(await one.balance()).toBe(before)
    expect(await waiting.requests()).toMatchObject([{ status: 'Pending', payout: null }])
    const house = await db.many<{ action: string }>(sql`
      select action from audit_event where details ->> 'payout' = ${String(number)}
        and subject_id = '00000000-0000-0000-0000-000000000000' order by at`)
    expect(house.map(({ action }) => action)).toEqual(['PayoutMade', 'PayoutReleased', 'PayoutPaid'])
    const [newest] = (await call('GET /api/staff/payouts?region=AU&limit=1', { token })).body
    expect(newest).toEqual({ ...payout, openCount: 0, paidCount: 2, releasedAt: expect.any(String) })
    expect((await call('GET /api/staff/payouts?region=UK', { token })).body).toEqual([])
  })

  it('leaves from the account in the settings where none is named', async () => {
    await clear()
    await family(asked('Approved'))
    const admin = await addStaff(server, 'admin')
    const set = (payoutAccountAu: object | null) =>
      call('PUT /api/staff/settings', { token: admin.token, body: { payoutAccountAu, reason: 'Opened' } })
    expect((await set({ ...from, accountNumber: '' })).status).toBe(400)
    const { body: settings } = await set({ ...from, accountNumber: '10008801' })
    expect(settings.payoutAccount).toEqual({ bank: 'CBA', bsb: '062000', ending: '8801' })
    const { body: payout } = await make({ from: undefined })
    const asking = await call(`POST /api/staff/payouts/${payout.number}/release`, {
      token,
      body: { reason: 'Checked' },
    })
    const [waits] = (await call('GET /api/staff/payouts?limit=1', { token })).body
    expect(waits.releaseAskedBy).toEqual({ approvalId: asking.body.id, email: colleague })
    await approveAs(server, other, asking.body)
    expect((await file(payout.number)).body).toMatch(/062-000 10008801/)
    await pay(payout.number)
    expect((await set(null)).body.payoutAccount).toBeNull()
  })

  it('shares nothing with another one that a colleague makes at the same moment', async () => {
    await clear()
    const they = await family(asked('Approved', 10_00, 6))
    const late = await family(asked('Pending'))
    const { items } = (await call('GET /api/staff/queue?kind=Withdrawal', { token })).body
    const review = items.find((item: any) => item.accountId === late.accountId)
    const found = await call(`POST /api/staff/reviews/${review.id}/approve`, {
      token,
      body: { reason: 'Fine' },
    })
    const replies = await Promise.all([
      ...[token, other.token, token, other.token].map((by) => make({}, by)),
      approveAs(server, other, found.body.approval),
    ])
    replies.push(await make())
    const made = replies.filter(({ body }) => body.number).map(({ body }) => body)
    const refused = replies.filter(({ status }) => status !== 200)
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['nothing_to_pay_out']))
    expect(made.reduce((sum, { withdrawalCount }) => sum + withdrawalCount, 0)).toBe(7)
    const all = [...(await they.requests()), ...(await late.requests())]
    expect(all.filter(({ payout }) => payout === null)).toEqual([])
    for (const { number } of made) await release(number)
    const files = await Promise.all(made.map(async ({ number }) => (await file(number)).body as string))
    const inFiles = files.flatMap((text) =>
      [...text.matchAll(/LW\d+ [\da-f]{8}/g)].map(([reference]) => reference),
    )
    expect(inFiles.map((reference) => reference.slice(-8)).toSorted()).toEqual(
      all.map(({ id }) => id.slice(0, 8)).toSorted(),
    )
    // The database itself keeps each one where it is.
    const move = db.run(sql`update withdrawal_request set payout_number = null where id = ${all[0]?.id}`)
    await expect(move).rejects.toMatchObject({ code: '23001' })
  })

  it('leaves alone what was paid or sent back singly, before and after', async () => {
    await clear()
    const [good, back, hand, late] = [
      await family(asked('Approved')),
      await family(asked('Approved')),
      await family(asked('Approved')),
      await family(asked('Approved')),
    ]
    const idOf = async (they: typeof good) => (await they.requests())[0]?.id
    const credit = await back.balance()
    const { number } = (await make()).body
    await release(number)
    expect((await decide(await idOf(back), 'decline')).status).toBe(200)
    expect((await decide(await idOf(hand), 'paid')).status).toBe(200)
    const [paid, declined] = await Promise.all([pay(number), decide(await idOf(late), 'decline')])
    if (declined.status === 202) await approveAs(server, other, declined.body.approval)
    expect(paid.body.paidNow + paid.body.leftAlone).toBe(4)
    expect([await back.balance(), await back.inBook('WithdrawalHold')]).toEqual([credit + 120_00, 0])
    expect([await hand.balance(), await hand.inBook('WithdrawalHold')]).toEqual([credit, 0])
    // The bank sends it back days after everybody has read that it is paid: a second person has to see that too.
    const sentBack = await decide(await idOf(good), 'decline')
    expect([sentBack.status, sentBack.body.approval]).toMatchObject([
      202,
      { kind: 'WithdrawalReturn', amount: 120, accountId: good.accountId },
    ])
    expect([await good.balance(), await good.letters('WithdrawalDecided')]).toEqual([credit, ['Paid']])
    const own = await call(`POST /api/staff/approvals/${sentBack.body.approval.id}/approve`, {
      token,
      body: { reason: 'Mine' },
    })
    expect(own.body.code).toBe('own_request')
    await approveAs(server, other, sentBack.body.approval)
    expect((await decide(await idOf(good), 'decline')).body.code).toBe('already_decided')
    expect((await decide(await idOf(good), 'paid')).body.code).toBe('already_decided')
    expect([await good.balance(), await good.inBook('WithdrawalHold')]).toEqual([credit + 120_00, 0])
    expect(await good.inBook('Bank')).toBe(await back.inBook('Bank'))
    expect(await good.letters('WithdrawalDecided')).toEqual(['Paid', 'Declined'])
    expect((await pay(number)).body).toMatchObject({
      paidNow: 0,
      leftAlone: 4,
      payout: { openCount: 0, paidCount: 1, declinedCount: 3 },
    })
    expect((await make()).body.code).toBe('nothing_to_pay_out')
  })

  it('of the UK is a list, and knows no Australian withdrawal', async () => {
    await clear()
    const [uk, au] = [await family(asked('Approved'), 'UK'), await family(asked('Approved'))]
    const { body } = await make({ region: 'UK', from: undefined })
    expect(body).toMatchObject({ region: 'UK', withdrawalCount: 1, amount: 120 })
    await release(body.number)
    const { body: text, headers } = await file(body.number)
    expect(headers.get('x-filename')).toMatch(/\.csv$/)
    expect(text).toMatch(/\n20-00-06,\d{4}6789,Olivia Bennett,120\.00,LW\d+ [\da-f]{8}\r\n$/)
    expect([(await uk.requests())[0]?.payout, (await au.requests())[0]?.payout]).toEqual([body.number, null])
  })

  it('is not made while it would pay to a bank account that is gone', async () => {
    await clear()
    const they = await family(asked('Approved'))
    await db.run(sql`
      update payout_bank_account set removed_at = ${deps.clock()} where account_id = ${they.accountId}`)
    const { body } = await make()
    const [request] = await they.requests()
    expect([body.code, Object.values(body.fields)]).toEqual([
      'not_possible',
      [expect.stringContaining(request?.id ?? '')],
    ])
    expect(request?.payout).toBe(null)
    await decide(request?.id, 'decline')
    expect((await make()).body.code).toBe('nothing_to_pay_out')
  })

  it('that nobody has made is not found', async () => {
    for (const number of ['999999', '0', 'x', '99999999999999']) {
      const replies = await Promise.all([file(number as never), pay(number as never)])
      for (const { status } of replies) expect([400, 404]).toContain(status)
    }
  })

  it('is made by the bank on the day of its release, whenever the batch was made and the file is taken', async () => {
    await clear()
    await family(asked('Approved'))
    const { number } = (await make()).body
    const day = 24 * 60 * 60_000
    const later = async () => {
      await server.travel(2 * day)
      return addStaff(server, 'operations')
    }
    const releasing = await later()
    const { body: approval } = await call(`POST /api/staff/payouts/${number}/release`, {
      token: releasing.token,
      body: { reason: 'Friday' },
    })
    await approveAs(server, await addStaff(server, 'operations'), approval)
    const today = dateIn('AU', deps.clock())
    const take = async (by: { token: string }) =>
      (await call(`GET /api/staff/payouts/${number}/file`, { token: by.token })).body
    const first = await take(releasing)
    expect(first.slice(74, 80)).toBe(`${today.slice(8)}${today.slice(5, 7)}${today.slice(2, 4)}`)
    expect(await take(await later())).toBe(first)
  })
})
