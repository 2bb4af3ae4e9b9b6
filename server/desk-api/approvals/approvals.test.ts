import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { addDays } from '#domain/calendar/calendar.ts'
import { addBusinessDays } from '#domain/calendar/holidays.ts'
import { cents } from '#domain/money.ts'
import type { Account } from '#tools/demo/account.ts'
import { insertStaff } from '#tools/demo/staff.ts'
import { creditFromSchool } from '#tools/demo/entries.ts'
import { addBehind, chargeFeeTo } from '#tools/testing/arrears.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { firstOf } from '#tools/testing/long.ts'
import { addPayer, expectSoundLedger, paymentsOf } from '#tools/testing/payments.ts'
import { daysOf } from '#tools/testing/repayments.ts'
import { startBeside } from '#tools/testing/server-process.ts'
import { callTo, testServer } from '#tools/testing/server.ts'
import { addStaff, approveAs } from '#tools/testing/staff.ts'
import { sql } from '../../platform/database/sql.ts'
import { readBalance } from '../../books/ledger/ledger.reads.ts'
import { remitToSchools } from '../../books/remittances/remittances.ts'
import { lookAtRefunds } from '../../books/refunds/refunds.ts'
import { chaseOverdue } from '../../plans/repayments/chase-overdue.ts'
import { warnOfMissingApprover } from './approvals.ts'

const server = await testServer()
const { deps, call } = server
const { db } = deps
const { goTo, today } = daysOf(server)
// The people who decided on the requests of the families below.
await insertStaff(db, deps.clock())
afterEach(() => expectSoundLedger(server))

/** Sessions of staff end with the day, and the clock moves. */
async function people() {
  const asking = await addStaff(server, 'operations')
  const second = await addStaff(server, 'operations')
  return {
    asking,
    second,
    ask: (path: string, body: object = {}) =>
      call(`POST /api/staff/${path}`, { token: asking.token, body: { reason: 'Asked for', ...body } }),
    approve: (approval: { id: string }, by = second) => approveAs(server, by, approval),
    decline: (approval: { id: string }, by = second) =>
      call(`POST /api/staff/approvals/${approval.id}/decline`, {
        token: by.token,
        body: { reason: 'Not so' },
      }),
    list: async (status = 'Open') =>
      (await call(`GET /api/staff/approvals?status=${status}`, { token: second.token })).body as {
        id: string
      }[],
  }
}

/** A family with credit of its own and a withdrawal that waits. */
async function familyWithCredit(account: Account = {}) {
  return addPayer(server, {
    ...account,
    plans: [],
    entries: (moment) => [creditFromSchool(moment, 500_00)],
    withdrawals: {
      bankAccounts: ['6789'],
      requests: [{ status: 'Pending', amount: cents(120_00), daysAgo: 1 }],
    },
  })
}

const reviewOf = async (accountId: string) =>
  (
    await db.first<{ id: string }>(sql`
      select id from review where account_id = ${accountId} and kind = 'Withdrawal'`)
  )?.id ?? ''
const withdrawalsOf = (accountId: string) =>
  db.many<{ id: string; status: string }>(sql`
    select id, status from withdrawal_request where account_id = ${accountId}`)
const letters = async (accountId: string, kind: string) =>
  db.many<{ facts: object }>(
    sql`select facts from outbox_message where account_id = ${accountId} and kind = ${kind}`,
  )

describe('What needs two people', () => {
  it('is approved by somebody else, never by the one who asked, in whatever session', async () => {
    const { accountId } = await familyWithCredit()
    const { asking, second, ask, approve, list } = await people()
    const reply = await ask(`reviews/${await reviewOf(accountId)}/approve`)
    expect([reply.status, reply.body.approval]).toMatchObject([
      202,
      { status: 'Open', kind: 'Withdrawal', amount: 120, requestedBy: asking.email },
    ])
    const { approval } = reply.body
    expect(await withdrawalsOf(accountId)).toMatchObject([{ status: 'Pending' }])
    const sid = randomUUID()
    await db.run(sql`
      insert into staff_session (staff_id, id, created_at, expires_at)
      values (${asking.staffId}, ${sid}, ${deps.clock()}, ${new Date(deps.clock().getTime() + 3_600_000)})`)
    const claims = { sub: asking.staffId, sid, email: asking.email }
    const elsewhere = { ...asking, token: await deps.tokens.sign('staff', claims, deps.clock(), 3_600_000) }
    for (const session of [asking, elsewhere]) {
      const own = await approve(approval, session)
      expect([own.status, own.body.code]).toEqual([403, 'own_request'])
    }
    expect((await approve(approval, await addStaff(server, 'support'))).status).toBe(403)
    expect((await list()).map(({ id }) => id)).toContain(approval.id)
    expect(await withdrawalsOf(accountId)).toMatchObject([{ status: 'Pending' }])

    const done = await approve(approval)
    expect([done.status, done.body]).toMatchObject([200, { status: 'Approved', decidedBy: second.email }])
    expect(await withdrawalsOf(accountId)).toMatchObject([{ status: 'Approved' }])
    const [event] = await db.many<{ details: object }>(sql`
      select details from audit_event where subject_id = ${accountId} and action = 'WithdrawalApproved'`)
    expect(event?.details).toMatchObject({
      reason: 'Asked for',
      requestedBy: asking.email,
      approvedBy: second.email,
      approvalReason: 'Checked',
    })
    expect((await list()).map(({ id }) => id)).not.toContain(approval.id)
  })

  it('is refused at once if it cannot be done', async () => {
    const { accountId } = await familyWithCredit()
    const { ask, list } = await people()
    const before = await list()
    expect((await ask(`reviews/${randomUUID()}/approve`)).status).toBe(404)
    expect((await ask('payouts/999/release')).status).toBe(404)
    const over = await ask(`accounts/${accountId}/adjustments`, {
      type: 'WriteOff',
      amount: 1,
      description: 'Written off',
      clientRequestId: randomUUID(),
    })
    expect([over.status, over.body.code]).toEqual([409, 'over_debt'])
    expect(await list()).toEqual(before)
  })

  it('is asked for once and done once, however many ask and approve at the same moment', async () => {
    const { accountId } = await familyWithCredit()
    const { ask, second } = await people()
    const third = await addStaff(server, 'admin')
    const review = await reviewOf(accountId)
    const asked = await Promise.all(Array.from({ length: 10 }, () => ask(`reviews/${review}/approve`)))
    expect(asked.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 202))
    const [id, ...others] = new Set(asked.map(({ body }) => body.approval.id as string))
    expect(others).toEqual([])
    const approved = await Promise.all(
      Array.from({ length: 10 }, (_, at) => approveAs(server, at % 2 ? second : third, { id: id ?? '' })),
    )
    expect(approved.map(({ status }) => status).toSorted()).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 409),
    ])
    expect(await letters(accountId, 'WithdrawalDecided')).toHaveLength(1)
    expect((await ask(`reviews/${review}/approve`)).body.code).toBe('already_decided')
  })

  it('can be declined by anyone, and withdrawn by the one who asked, and then be asked for again', async () => {
    const { accountId } = await familyWithCredit()
    const { asking, ask, approve, decline } = await people()
    const review = `reviews/${await reviewOf(accountId)}/approve`
    const first = (await ask(review)).body.approval
    expect((await decline(first)).body).toMatchObject({ status: 'Declined', decisionReason: 'Not so' })
    expect((await approve(first)).body.code).toBe('already_decided')
    const again = (await ask(review)).body.approval
    expect(again.id).not.toBe(first.id)
    expect((await decline(again, asking)).body.status).toBe('Withdrawn')
    expect(await withdrawalsOf(accountId)).toMatchObject([{ status: 'Pending' }])
  })

  it('is warned about at the start where nobody could be the second', async () => {
    const people = [
      await addStaff(server, 'operations'),
      await addStaff(server, 'admin'),
      await addStaff(server, 'support'),
      await addStaff(server, 'operations'),
    ].map(({ staffId }) => staffId)
    /** What is said if these are all the people there are. Rolled back: the tests beside need theirs. */
    const saidWith = async (active: string[]) => {
      const said: unknown[] = []
      const log = { warn: (...words: unknown[]) => void said.push(...words) }
      await db
        .transaction(async (tx) => {
          await tx.run(sql`update staff set status = 'Disabled' where id <> all(${active}::uuid[])`)
          await warnOfMissingApprover({ db: tx, log })
          throw new Error('Rolled back')
        })
        .catch((error: Error) => expect(error.message).toBe('Rolled back'))
      return said
    }
    expect(await saidWith(people.slice(0, 2))).toEqual([])
    expect(await saidWith([people[0]!, people[3]!])).toEqual([])
    // Support cannot approve anything.
    const warning = [{ count: 1 }, expect.stringContaining('need two members of staff')]
    expect(await saidWith([people[0]!, people[2]!])).toEqual(warning)
    expect(await saidWith([people[0]!])).toEqual(warning)
  })
})

describe('A bank account for withdrawals', () => {
  it('can be chosen, and the family hears of it, once a second person has verified it', async () => {
    const family = await addPayer(server, { plans: [] })
    const { ask, approve } = await people()
    const numbers = { holder: 'Olivia Bennett', bsb: '062-006', accountNumber: '012345678' }
    const { body, status } = await ask(`accounts/${family.accountId}/bank-accounts`, numbers)
    expect([status, body.bankAccount.verifiedAt]).toEqual([202, null])
    const offered = async () =>
      (
        await call(`GET /api/portal/customer/account/${family.accountId}/bank-accounts`, {
          token: family.token,
        })
      ).body
    expect([await offered(), await letters(family.accountId, 'BankAccountChanged')]).toEqual([[], []])
    expect((await approve(body.approval)).status).toBe(200)
    expect(await offered()).toMatchObject([{ displayName: 'Bank account ending 5678' }])
    expect(await letters(family.accountId, 'BankAccountChanged')).toHaveLength(1)
  })

  it('that is declined is gone', async () => {
    const { accountId } = await addPayer(server, { plans: [] })
    const { asking, ask, decline } = await people()
    const numbers = { holder: 'Olivia Bennett', bsb: '062-006', accountNumber: '012345678' }
    const { body } = await ask(`accounts/${accountId}/bank-accounts`, numbers)
    expect((await ask(`accounts/${accountId}/bank-accounts`, numbers)).body.code).toBe('already_exists')
    await decline(body.approval)
    const kept = await call(`GET /api/staff/accounts/${accountId}/bank-accounts`, { token: asking.token })
    expect(kept.body).toEqual([])
    expect(await letters(accountId, 'BankAccountChanged')).toEqual([])
  })
})

describe('A payout', () => {
  it('goes to the bank and is paid only once a second person has released it', async () => {
    const { accountId } = await familyWithCredit({ school: 'Oakfield School' })
    const { asking, ask, approve } = await people()
    await approve((await ask(`reviews/${await reviewOf(accountId)}/approve`)).body.approval)
    const [withdrawal] = await withdrawalsOf(accountId)
    const alone = await ask(`withdrawals/${withdrawal?.id}/paid`)
    expect([alone.status, alone.body.code]).toEqual([409, 'payout_not_released'])
    const { number } = (await ask('payouts', { region: 'UK' })).body
    const file = () => call(`GET /api/staff/payouts/${number}/file`, { token: asking.token })
    for (const refused of [
      await file(),
      await ask(`payouts/${number}/paid`),
      await ask(`withdrawals/${withdrawal?.id}/paid`),
    ]) {
      expect([refused.status, refused.body.code]).toEqual([409, 'payout_not_released'])
    }
    const release = await ask(`payouts/${number}/release`)
    expect(release.body).toMatchObject({ kind: 'PayoutRelease', amount: 120, currency: 'GBP' })
    expect((await approve(release.body)).status).toBe(200)
    expect((await ask(`payouts/${number}/release`)).body.code).toBe('already_decided')
    expect((await file()).status).toBe(200)
    expect((await ask(`payouts/${number}/paid`)).body).toMatchObject({ paidNow: 1 })
    expect(await withdrawalsOf(accountId)).toMatchObject([{ status: 'Paid' }])
    expect(await readBalance(db, accountId)).toBe(380_00)
  })
})

describe('What is passed on to schools', () => {
  it('goes to them once a second person has released it, and not before its day is over', async () => {
    const payer = await addPayer(server, {})
    await payer.pay(200)
    await goTo(addBusinessDays(today('AU'), 3, calendars.AU), 'AU')
    await remitToSchools(deps)
    const through = today('AU')
    const early = await (await people()).ask('remittances/release', { region: 'AU', through })
    expect(early.body.fields.through).toContain('before today')
    await goTo(addDays(through, 1), 'AU')
    const { asking, ask, approve } = await people()
    const [remittance] = (await call('GET /api/staff/remittances?limit=1', { token: asking.token })).body
    const file = () => call(`GET /api/staff/remittances/${remittance.id}/file`, { token: asking.token })
    expect((await file()).body.code).toBe('remittance_not_released')
    const { body } = await ask('remittances/release', { region: 'AU', through })
    expect(body).toMatchObject({ kind: 'RemittanceRelease', currency: 'AUD' })
    const listed = async () =>
      (await call('GET /api/staff/remittances?limit=1', { token: asking.token })).body[0]
    const sums = async () => (await call('GET /api/staff/money', { token: asking.token })).body.remittances.AU
    expect(await listed()).toMatchObject({ releasedAt: null, releaseAskedBy: { approvalId: body.id } })
    const { toRelease } = await sums()
    expect(toRelease.amount).toBeGreaterThanOrEqual(200)
    expect((await approve(body)).status).toBe(200)
    expect((await file()).status).toBe(200)
    expect(await listed()).toMatchObject({ releasedAt: expect.any(String), releaseAskedBy: null })
    expect((await sums()).toRelease).toEqual({ count: 0, amount: 0 })
    const none = await ask('remittances/release', { region: 'AU', through })
    expect(none.body.code).toBe('nothing_to_release')
  })
})

describe('A refund', () => {
  async function paid(amount: number) {
    const payer = await addPayer(server, {
      productType: 'PlusFunded',
      plans: [],
      withdrawals: { bankAccounts: ['6789'] },
    })
    await payer.pay(amount)
    const [payment] = await paymentsOf(server, payer.accountId)
    return { ...payer, paymentId: payment?.id ?? '' }
  }
  const order = (amount: number) => ({ amount, clientRequestId: randomUUID() })

  it.each(
    firstOf(1, [
      ['in parts that pass the limit together', [300, 200, 0.01], [200, 200, 202]],
      ['at the limit', [500], [200]],
      ['above the limit', [500.01], [202]],
    ] as const),
  )('%s', async (_, amounts, statuses) => {
    const { paymentId } = await paid(600)
    const { ask } = await people()
    const replies = []
    for (const amount of amounts)
      replies.push((await ask(`payments/${paymentId}/refunds`, order(amount))).status)
    expect(replies).toEqual(statuses)
  })

  it('above the limit is made once it is approved, and once only', async () => {
    const { accountId, paymentId } = await paid(600)
    const { ask, approve } = await people()
    const wish = order(550)
    const { body } = await ask(`payments/${paymentId}/refunds`, wish)
    expect(await readBalance(db, accountId)).toBe(600_00)
    expect((await approve(body.approval)).status).toBe(200)
    expect(await readBalance(db, accountId)).toBe(50_00)
    expect((await ask(`payments/${paymentId}/refunds`, wish)).body).toMatchObject({
      refund: { status: 'Done' },
    })
    expect(await readBalance(db, accountId)).toBe(50_00)
  })

  it('that waits for approval keeps its request id for itself', async () => {
    const [family, other] = [await paid(600), await paid(600)]
    const { ask, approve, decline } = await people()
    const request = order(510)
    const refund = (body: object, { paymentId } = family) => ask(`payments/${paymentId}/refunds`, body)
    const { approval } = (await refund(request)).body
    expect((await refund(request)).body.approval.id).toBe(approval.id)
    const refuseOthers = async () => {
      for (const amount of [550, 10])
        expect((await refund({ ...request, amount })).body.code).toBe('request_id_reused')
      expect((await refund(request, other)).body.code).toBe('request_id_reused')
    }
    await refuseOthers()
    await decline(approval)
    await refuseOthers()
    expect((await refund(request)).body.approval).toMatchObject({ id: approval.id, status: 'Declined' })
    const again = await refund(order(550))
    expect((await approve(again.body.approval)).status).toBe(200)
    expect(await readBalance(db, family.accountId)).toBe(50_00)
    expect(await readBalance(db, other.accountId)).toBe(600_00)
  })

  it('of which two are asked for at once under one request id waits for approval once', async () => {
    const { paymentId } = await paid(600)
    const { ask } = await people()
    const request = order(510)
    const replies = await Promise.all(
      [510, 550].map((amount) => ask(`payments/${paymentId}/refunds`, { ...request, amount })),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([202, 409])
  })

  it('of money that the family has withdrawn is an override that two people answer for', async () => {
    const { accountId, paymentId, email, mobile } = await paid(400)
    await goTo(addBusinessDays(today('AU'), 4, calendars.AU), 'AU')
    await remitToSchools(deps)
    const [bank] = await db.many<{ id: string }>(sql`
      select id from payout_bank_account where account_id = ${accountId}`)
    const withdrawal = await call(`POST /api/portal/customer/account/${accountId}/withdrawal-requests`, {
      token: await server.logIn(email, mobile),
      body: { bankAccountId: bank?.id, amount: 300 },
    })
    expect(withdrawal.status).toBe(200)
    const { ask, approve } = await people()
    const { body, status } = await ask(`payments/${paymentId}/refunds`, order(250))
    expect([status, body.approval.summary]).toEqual([202, expect.stringContaining('no longer has $150.00')])
    await approve(body.approval)
    expect(await readBalance(db, accountId)).toBe(-150_00)
    const overrides = await db.many(sql`
      select amount_minor as amount from credit_override where account_id = ${accountId}`)
    expect(overrides).toEqual([{ amount: 150_00 }])
  })

  it('is neither lost nor made twice if the process dies between its approval and the provider', async () => {
    const { accountId, paymentId } = await paid(600)
    const { ask, second } = await people()
    const { body } = await ask(`payments/${paymentId}/refunds`, order(550))
    const doomed = await startBeside(server, { FAULTS: '1', CRASH_POINT: 'after-approval' })
    await approveAs({ call: callTo(doomed.url) }, second, body.approval).catch(() => undefined)
    await doomed.exit
    expect((await approveAs(server, second, body.approval)).body.code).toBe('already_decided')
    expect(await readBalance(db, accountId)).toBe(600_00)
    await server.travel(61_000)
    await lookAtRefunds(deps)
    expect(await readBalance(db, accountId)).toBe(50_00)
  })
})

describe('An adjustment', () => {
  const adjust = (type: string, amount: number) => ({
    type,
    amount,
    description: 'Excursion that was cancelled',
    clientRequestId: randomUUID(),
  })

  it.each(
    firstOf(1, [
      ['in favour of the family', 'Credit', 40, 540_00],
      ['against the family', 'Debit', 40, 460_00],
    ] as const),
  )('%s is in the ledger and in its transactions once it is approved', async (_, type, amount, balance) => {
    const family = await addPayer(server, {
      plans: [],
      entries: (moment) => [creditFromSchool(moment, 500_00)],
    })
    const { ask, approve } = await people()
    const wish = adjust(type, amount)
    const path = `accounts/${family.accountId}/adjustments`
    const { body, status } = await ask(path, wish)
    expect(status).toBe(202)
    expect((await ask(path, { ...wish, amount: 41 })).body.code).toBe('request_id_reused')
    expect(await readBalance(db, family.accountId)).toBe(500_00)
    expect((await approve(body)).status).toBe(200)
    expect((await ask(path, wish)).body).toMatchObject({ id: body.id, status: 'Approved' })
    expect(await readBalance(db, family.accountId)).toBe(balance)
    expect(await letters(family.accountId, 'BalanceAdjusted')).toHaveLength(1)
    const shown = await call(`GET /api/portal/customer/account/${family.accountId}/transactions`, {
      token: family.token,
    })
    expect(JSON.stringify(shown.body)).toContain('Excursion that was cancelled')
  })

  it('writes off what a family owes, and no more than that', async () => {
    const family = await addPayer(server, { plans: [] })
    const { ask, approve } = await people()
    const path = `accounts/${family.accountId}/adjustments`
    await approve((await ask(path, adjust('Debit', 30))).body)
    expect(await readBalance(db, family.accountId)).toBe(-30_00)
    expect((await ask(path, adjust('WriteOff', 30.01))).body.code).toBe('over_debt')
    await approve((await ask(path, adjust('WriteOff', 30))).body)
    expect(await readBalance(db, family.accountId)).toBe(0)
  })
})

describe('A write-off', () => {
  const letOff = (type: string, amount: number) => ({
    type,
    amount: amount / 100,
    description: 'Hardship',
    clientRequestId: randomUUID(),
  })
  const overdueOf = (accountId: string) =>
    db.many<{ status: string; amount: number; open: number; waived: number }>(sql`
      select status, amount_minor as amount, open_minor as open, waived_minor as waived from instalment
      where account_id = ${accountId} and failure_code is not null order by due_on`)

  it('lets a family off what is overdue, the oldest first, then a fee and what its balance owes', async () => {
    const family = await addBehind(server, { plans: [{ status: 'Current', starts: 12 }] })
    const { accountId } = family
    await family.fallBehind(20, 10)
    await chaseOverdue(deps)
    const [request] = await family.requests()
    await chargeFeeTo(server, family, request?.id ?? '')
    const { ask, approve } = await people()
    const path = `accounts/${accountId}/adjustments`
    await approve((await ask(path, { ...letOff('Debit', 30_00), description: 'Broken pad' })).body)
    const [first, second] = await overdueOf(accountId)
    if (!first || !second) throw new Error('Nothing is overdue')
    const all = first.amount + second.amount + 25_00 + 30_00
    const over = await ask(path, letOff('WriteOff', all + 1))
    expect([over.body.code, Object.keys(over.body.fields)]).toEqual(['over_debt', ['amount']])

    const asked = await ask(path, letOff('Goodwill', first.amount + 1_00))
    expect(await overdueOf(accountId)).toEqual([first, second])
    expect(asked.body).toMatchObject({ status: 'Open' })
    await approve(asked.body)
    expect(await overdueOf(accountId)).toMatchObject([
      { status: 'Cancelled', open: 0 },
      { status: 'Overdue', open: second.amount - 1_00 },
    ])
    expect((await family.requests()).at(-1)).toMatchObject({ status: 'Open', due: second.amount + 24_00 })
    expect(await readBalance(db, accountId)).toBe(-55_00)

    await approve((await ask(path, letOff('WriteOff', all - first.amount - 1_00))).body)
    expect(await overdueOf(accountId)).toMatchObject([{ status: 'Cancelled' }, { status: 'Cancelled' }])
    expect((await family.requests()).at(-1)).toMatchObject({ status: 'Cancelled' })
    expect(await readBalance(db, accountId)).toBe(0)
    const waivers = await db.many(sql`
      select reason, sum(amount_minor)::bigint as amount, count(*) filter (where approval_id is null) as alone
      from waiver where account_id = ${accountId} group by reason order by reason`)
    expect(waivers).toEqual([
      { reason: 'Goodwill', amount: first.amount + 1_00, alone: 0 },
      { reason: 'WriteOff', amount: all - first.amount - 1_00 - 30_00, alone: 0 },
    ])
    const read = await letters(accountId, 'AmountWaived')
    expect(read.map(({ facts }) => facts)).toContainEqual(
      expect.objectContaining({ amount: first.amount + 1_00, description: 'Hardship' }),
    )
  })
})

describe('A surcharge rate', () => {
  it('holds once another admin has approved it', async () => {
    const [asking, second, operations] = [
      await addStaff(server, 'admin'),
      await addStaff(server, 'admin'),
      await addStaff(server, 'operations'),
    ]
    const body = {
      region: 'AU',
      cardGroup: 'AmericanExpress',
      percent: 1.3,
      validFrom: '2027-09-01',
      reason: 'Costs',
    }
    const asked = await call('POST /api/staff/surcharge-rates', { token: asking.token, body })
    expect([asked.status, asked.body.summary]).toEqual([
      202,
      'American Express in Australia: 1.3% from 1 September 2027',
    ])
    const rates = async () =>
      (await call('GET /api/staff/surcharge-rates', { token: asking.token })).body.filter(
        ({ validFrom }: { validFrom: string }) => validFrom === '2027-09-01',
      )
    expect(await rates()).toEqual([])
    expect((await approveAs(server, operations, asked.body)).status).toBe(403)
    expect((await approveAs(server, second, asked.body)).status).toBe(200)
    expect(await rates()).toMatchObject([{ percent: 1.3 }])
  })
})
