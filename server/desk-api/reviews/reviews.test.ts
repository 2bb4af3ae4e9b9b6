import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { cents } from '#domain/money.ts'
import type { Account } from '#tools/demo/account.ts'
import { encryptDocuments } from '#tools/demo/document-numbers.ts'
import { insertStaff } from '#tools/demo/staff.ts'
import { addFamily } from '#tools/testing/family.ts'
import { firstOf } from '#tools/testing/long.ts'
import { itLong } from '#tools/testing/long-tests.ts'
import { expectSoundLedger } from '#tools/testing/payments.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff, approveAs, foundSame } from '#tools/testing/staff.ts'
import { sql } from '../../platform/database/sql.ts'
import { purgeIdentityDocuments } from '../../platform/files/identity-documents.ts'
import { readBalance } from '../../books/ledger/ledger.store.ts'

const server = await testServer()
const { deps, call } = server
const { db } = deps
const { token, staffId } = await addStaff(server, 'operations')
// The person who made the past decisions of the families below.
await insertStaff(db, deps.clock())

afterEach(() => expectSoundLedger(server))

let count = 0
async function family(account: Account) {
  count += 1
  const email = `reviews${count}@demo.example`
  const { accountId } = await addFamily(server, { email, mobile: null, accounts: [account] })
  const reviews = await db.many<{ id: string; kind: string; subjectId: string }>(sql`
    select id, kind, subject_id as "subjectId" from review where account_id = ${accountId} and status = 'Open'
    order by opened_at`)
  return {
    accountId,
    email,
    review: reviews[0]?.id ?? '',
    subjectId: reviews[0]?.subjectId ?? '',
    account: () =>
      db.first(sql`
        select setup_status as "setupStatus", status,
          (select status from product_change where account_id = account.id) as "productChange"
        from account where id = ${accountId}`),
    reviewed: () =>
      db.many(sql`
        select status, reason, decided_by as "decidedBy" from review
        where account_id = ${accountId} and decided_at > ${new Date(deps.clock().getTime() - 60_000)}`),
    letters: async (kind: string) => {
      const rows = await db.many<{ facts: any }>(sql`
        select facts from outbox_message where account_id = ${accountId} and kind = ${kind} order by created_at`)
      return rows.map(({ facts }) => facts)
    },
    actions: async () => {
      const rows = await db.many<{ action: string }>(sql`
        select action from audit_event where subject_id = ${accountId} and actor_id = ${staffId}
          and details ? 'reason' order by at, id`)
      return rows.map(({ action }) => action)
    },
  }
}

const decide = (review: string, decision: 'approve' | 'decline', reason: string, more: object = {}) =>
  call(`POST /api/staff/reviews/${review}/${decision}`, {
    token,
    body: { reason, comparison: foundSame, ...more },
  })

describe('A copy of an identity document', () => {
  const inSetup: Account = {
    setupStatus: 'ManualReview',
    isSetupIncomplete: true,
    plans: [{ status: 'Saved' }],
  }
  const after = (setupStatus: string, productChange: string | null) => ({ setupStatus, productChange })
  const waiting = { document: 'Passport' as const, manner: 'Manual' as const, outcome: null, daysAgo: 2 }

  it('is seen by staff and found good: the set-up goes on and the family is told', async () => {
    const they = await family({
      productType: 'PayPlus',
      setupStatus: 'ManualReview',
      isSetupIncomplete: true,
      identityChecks: [waiting],
    })
    const queue = await call('GET /api/staff/queue?kind=Identity', { token })
    expect(queue.body.items).toMatchObject([
      { kind: 'Identity', id: they.review, accountId: they.accountId, about: 'Passport' },
    ])
    const file = await call(`GET /api/staff/reviews/${they.review}/file`, { token })
    expect([file.status, file.headers.get('content-type'), file.body.slice(0, 5)]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ])
    expect((await decide(they.review, 'approve', 'Matches the name')).status).toBe(200)
    expect(await they.account()).toMatchObject({ setupStatus: 'StepsCompleted', status: 'Active' })
    expect(await they.reviewed()).toEqual([
      { status: 'Approved', reason: 'Matches the name', decidedBy: staffId },
    ])
    expect(await they.letters('IdentityReviewed')).toMatchObject([{ outcome: 'Approved', reason: null }])
    expect(await they.actions()).toEqual(['IdentityApproved'])
    const looks = await db.many(sql`
      select 1 from audit_event where subject_id = ${they.accountId} and action = 'ReviewFileSeen'`)
    expect(looks).toHaveLength(1)
  })

  it('is found wanting: the family reads why and is asked again, in the set-up and for a new product', async () => {
    const they = await family({
      setupStatus: 'ManualReview',
      isSetupIncomplete: true,
      productChange: { status: 'Processing' },
      identityChecks: [waiting],
    })
    expect((await decide(they.review, 'decline', 'The copy cannot be read.')).status).toBe(200)
    expect(await they.account()).toMatchObject({
      setupStatus: 'VerifyYourIdentity',
      productChange: 'VerifyYourIdentity',
    })
    const mail = await server.message(they.email, 'email')
    expect(mail.text).toContain('The copy cannot be read.')
    const checks = await db.many(sql`select outcome from identity_check where account_id = ${they.accountId}`)
    expect(checks).toEqual([{ outcome: 'Fail' }])
  })

  it.each<['approve' | 'decline', string, Account, ReturnType<typeof after>]>(
    firstOf(2, [
      [
        'approve',
        'a switch',
        { productChange: { status: 'Processing' } },
        after('NoFurtherSteps', 'Processing'),
      ],
      [
        'decline',
        'a switch',
        { productChange: { status: 'Processing' } },
        after('NoFurtherSteps', 'VerifyYourIdentity'),
      ],
      [
        'approve',
        'a switch that still asks',
        { productChange: { status: 'VerifyYourIdentity' } },
        after('NoFurtherSteps', 'Processing'),
      ],
      [
        'decline',
        'a switch that still asks',
        { productChange: { status: 'VerifyYourIdentity' } },
        after('NoFurtherSteps', 'VerifyYourIdentity'),
      ],
      ['approve', 'a set-up', inSetup, after('StepsCompleted', null)],
      ['decline', 'a set-up', inSetup, after('VerifyYourIdentity', null)],
      [
        'approve',
        'both',
        { ...inSetup, productChange: { status: 'Processing' } },
        after('StepsCompleted', 'Processing'),
      ],
      [
        'decline',
        'both',
        { ...inSetup, productChange: { status: 'Processing' } },
        after('VerifyYourIdentity', 'VerifyYourIdentity'),
      ],
      [
        'decline',
        'a set-up after a finished switch',
        { ...inSetup, productChange: { status: 'Completed' } },
        after('VerifyYourIdentity', 'Completed'),
      ],
    ]),
  )('moves what waits for it on or back: %s, in %s', async (decision, _, account, expected) => {
    const they = await family({ ...account, identityChecks: [waiting] })
    expect((await decide(they.review, decision, 'Looked at it')).status).toBe(200)
    expect(await they.account()).toMatchObject(expected)
    const [letter] = await they.letters('IdentityReviewed')
    const { portalOrigin } = deps.config
    expect([letter.reason, letter.portalUrl]).toEqual(
      decision === 'approve' ? [null, portalOrigin] : ['Looked at it', `${portalOrigin}/verify-identity`],
    )
  })

  itLong(
    'is compared with who they are, what they typed and every try, and that somebody looked is on record',
    async () => {
      const failed = {
        document: 'DriversLicense' as const,
        manner: 'Automatic' as const,
        outcome: 'Fail' as const,
      }
      const they = await family({
        ...inSetup,
        identityChecks: [
          { ...failed, daysAgo: 3 },
          { ...waiting, document: 'DriversLicense' },
        ],
      })
      await encryptDocuments(deps)
      const path = `GET /api/staff/reviews/${they.review}/identity`
      const seen = await call(path, { token })
      expect(seen.body).toMatchObject({
        accountId: they.accountId,
        customerName: 'Olivia Bennett',
        currentAddress: expect.stringMatching(/\d{4}$/),
        document: { type: 'DriversLicense', driversLicenseNo: expect.stringMatching(/^\d{5}000$/) },
        checks: [
          { manner: 'Automatic', outcome: 'Fail', failure: 'NO_MATCH' },
          { manner: 'Manual', outcome: 'Waiting' },
        ],
      })
      const looks = () =>
        db.many(sql`
        select actor_id as "actorId", details from audit_event
        where subject_id = ${they.accountId} and action = 'ReviewedIdentitySeen'`)
      const look = { actorId: staffId, details: { reviewId: they.review } }
      expect(await looks()).toEqual([look])
      const support = await addStaff(server, 'support')
      expect((await call(path, { token: support.token })).status).toBe(403)
      expect((await call(`GET /api/staff/reviews/${randomUUID()}/identity`, { token })).status).toBe(404)
      const plan = await family({ plans: [{ status: 'ManualReview', year: 'Next' }] })
      expect((await call(`GET /api/staff/reviews/${plan.review}/identity`, { token })).status).toBe(404)
      expect((await call(`GET /api/staff/reviews/${plan.review}/file`, { token })).body.code).toBe(
        'not_found',
      )
      expect(await looks()).toEqual([look])
    },
  )

  itLong(
    'waits however long it takes; once decided, its numbers and the copy go and the decision stays',
    async () => {
      const they = await family({ ...inSetup, identityChecks: [waiting] })
      await encryptDocuments(deps)
      const purge = (days: number) => {
        const at = new Date(deps.clock().getTime() + days * 86_400_000)
        return purgeIdentityDocuments({ ...deps, clock: () => at })
      }
      const identity = () => call(`GET /api/staff/reviews/${they.review}/identity`, { token })
      const file = () => call(`GET /api/staff/reviews/${they.review}/file`, { token })
      await purge(400)
      expect((await identity()).body.document).toMatchObject({ type: 'Passport' })
      expect((await file()).status).toBe(200)
      expect((await decide(they.review, 'approve', 'Fine')).status).toBe(200)
      await purge(deps.config.identityRetentionDays + 1)
      expect((await identity()).body).toMatchObject({
        document: null,
        checks: [{ manner: 'Manual', outcome: 'Pass' }],
      })
      const gone = await file()
      expect([gone.status, gone.body.code]).toEqual([404, 'file_missing'])
      expect((await decide(they.review, 'decline', 'No')).body.code).toBe('already_decided')
      expect(await they.account()).toMatchObject({ setupStatus: 'StepsCompleted' })
    },
  )

  it('is decided once, by the first to decide', async () => {
    const they = await family({ identityChecks: [waiting] })
    const replies = await Promise.all([
      decide(they.review, 'approve', 'Yes'),
      decide(they.review, 'decline', 'No'),
    ])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(replies.find(({ status }) => status === 409)?.body.code).toBe('already_decided')
    expect(await they.letters('IdentityReviewed')).toHaveLength(1)
    expect(await they.actions()).toHaveLength(1)
  })

  itLong('is decided before a switch is finished, also where both are tried at once', async () => {
    const they = await family({
      productType: 'Pay',
      plans: [],
      productChange: { status: 'Processing' },
      identityChecks: [waiting],
    })
    const complete = () =>
      call(`POST /api/staff/accounts/${they.accountId}/switch/complete`, {
        token,
        body: { reason: 'In order' },
      })
    expect((await complete()).body.code).toBe('not_possible')
    const [decided, ...completed] = await Promise.all([
      decide(they.review, 'approve', 'Fine'),
      ...Array.from({ length: 4 }, complete),
    ])
    expect(decided?.status).toBe(200)
    const last = await complete()
    const codes = [...completed, last].map(({ status }) => status)
    expect(codes.filter((status) => status === 200)).toHaveLength(1)
    expect(codes.filter((status) => status !== 200 && status !== 409)).toEqual([])
    expect(await they.account()).toMatchObject({
      setupStatus: 'SetUpPaymentSchedule',
      productChange: 'Completed',
    })
  })
})

describe('An uploaded invoice', () => {
  it.each([
    ['approve', 'Accepted', 'Approved', null],
    ['decline', 'Rejected', 'Declined', 'This is not an invoice.'],
  ] as const)('can be judged: %s', async (decision, status, outcome, told) => {
    const they = await family({ documents: { uploads: ['Waiting'] } })
    expect((await decide(they.review, decision, 'This is not an invoice.')).status).toBe(200)
    const invoices = await db.many(sql`select status from invoice where account_id = ${they.accountId}`)
    expect(invoices).toEqual([{ status }])
    expect(await they.letters('InvoiceReviewed')).toMatchObject([{ outcome, reason: told }])
    expect((await decide(they.review, decision, 'Again')).body.code).toBe('already_decided')
  })
})

describe('A withdrawal', () => {
  const asked = (status: 'Pending' | 'Approved') => ({
    productType: 'PlusFunded' as const,
    plans: [],
    balance: cents(50_000),
    withdrawals: { bankAccounts: ['6789'], requests: [{ status, amount: cents(12_000), daysAgo: 1 }] },
  })
  const finish = (id: string, how: 'paid' | 'decline') =>
    call(`POST /api/staff/withdrawals/${id}/${how}`, { token, body: { reason: 'The bank said so' } })

  /** Puts what is approved into a payout that two people let go to the bank. */
  async function release(second: { token: string }): Promise<void> {
    const from = { bank: 'CBA', userId: '301500', bsb: '062-000', accountNumber: '10001234' }
    const made = await call('POST /api/staff/payouts', { token, body: { region: 'AU', from, reason: 'Run' } })
    const asking = await call(`POST /api/staff/payouts/${made.body.number}/release`, {
      token,
      body: { reason: 'Run' },
    })
    await approveAs(server, second, asking.body)
  }

  it('is approved by two, then paid: the money leaves what was set aside for it, once', async () => {
    const they = await family(asked('Pending'))
    const second = await addStaff(server, 'operations')
    const before = await readBalance(db, they.accountId)
    expect((await finish(they.subjectId, 'paid')).body.code).toBe('not_possible')
    const found = await decide(they.review, 'approve', 'Has the credit')
    expect((await approveAs(server, second, found.body.approval)).status).toBe(200)
    const listed = await call('GET /api/staff/withdrawals?status=Approved', { token })
    expect(listed.body).toMatchObject([
      { id: they.subjectId, amount: 120, bankAccount: 'Bank account ending 6789' },
    ])
    await release(second)
    const replies = await Promise.all([finish(they.subjectId, 'paid'), finish(they.subjectId, 'paid')])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await readBalance(db, they.accountId)).toBe(before)
    const books = await db.many(sql`
      select book, sum(amount_minor)::int as amount from ledger_posting
      where account_id = ${they.accountId} and book in ('WithdrawalHold', 'Bank') group by book order by book`)
    expect(books).toContainEqual({ book: 'WithdrawalHold', amount: 0 })
    expect((await they.letters('WithdrawalDecided')).map(({ status }) => status)).toEqual([
      'Approved',
      'Paid',
    ])
    expect(await they.actions()).toEqual(['ApprovalRequested', 'WithdrawalPaid'])
  })

  it('is declined: the family has its credit again and reads why', async () => {
    const they = await family(asked('Pending'))
    const before = await readBalance(db, they.accountId)
    await decide(they.review, 'decline', 'This money is needed for fees.')
    expect((await readBalance(db, they.accountId)) - before).toBe(12_000)
    expect(await they.letters('WithdrawalDecided')).toMatchObject([
      { status: 'Declined', reason: 'This money is needed for fees.', amount: 12_000 },
    ])
    expect((await finish(they.subjectId, 'paid')).body.code).toBe('already_decided')
  })

  it('is sent back by the bank: the family has its credit again', async () => {
    const they = await family(asked('Approved'))
    const [row] = await db.many<{ id: string }>(sql`
      select id from withdrawal_request where account_id = ${they.accountId}`)
    const before = await readBalance(db, they.accountId)
    expect((await finish(row?.id ?? '', 'decline')).status).toBe(200)
    expect((await readBalance(db, they.accountId)) - before).toBe(12_000)
    expect((await finish(row?.id ?? '', 'decline')).body.code).toBe('already_decided')
  })
})

describe('A plan in review', () => {
  it('is approved through the same door, and declined with a reason that the family reads', async () => {
    const good = await family({ plans: [{ status: 'ManualReview', year: 'Next' }] })
    expect((await decide(good.review, 'approve', 'As agreed')).status).toBe(200)
    const plans = await db.many(sql`select status from plan where account_id = ${good.accountId}`)
    expect(plans).toEqual([{ status: 'Saved' }])
    const bad = await family({ plans: [{ status: 'ManualReview', year: 'Next' }] })
    expect((await decide(bad.review, 'decline', 'The discount needs proof.')).status).toBe(200)
    expect(await bad.letters('PlanReviewed')).toMatchObject([
      { outcome: 'Declined', reason: 'The discount needs proof.' },
    ])
  })
})
