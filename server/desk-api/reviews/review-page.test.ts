import { describe, expect, it } from 'vitest'
import type { ReviewPage } from '#contract/staff-review-page.ts'
import { cents } from '#domain/money.ts'
import { itLong } from '#tools/testing/long-tests.ts'
import { planner, setFees, travelTo } from '#tools/testing/planner.ts'
import { addFamily } from '#tools/testing/family.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff, foundSame } from '#tools/testing/staff.ts'
import { encryptDocuments } from '#tools/demo/document-numbers.ts'
import type { Account } from '#tools/demo/account.ts'
import { sql } from '../../platform/database/sql.ts'

const server = await testServer()
const { deps, call } = server
const { db } = deps
await travelTo(server, '2027-01-11T02:00:00Z')
const { token, staffId } = await addStaff(server, 'operations')
const colleague = await addStaff(server, 'operations')

const reviewOf = async (accountId: string, kind: string) => {
  const row = await db.first<{ id: string }>(sql`
    select id from review where account_id = ${accountId} and kind = ${kind} order by opened_at desc limit 1`)
  return row?.id ?? ''
}
const show = async (id: string): Promise<ReviewPage> =>
  (await call(`GET /api/staff/reviews/${id}`, { token })).body
const act = (id: string, what: string, body: object = {}, as = token) =>
  call(`POST /api/staff/reviews/${id}/${what}`, { token: as, body: { reason: 'Looked at it', ...body } })
const letters = async (accountId: string) => {
  const rows = await db.many<{ kind: string; facts: any }>(sql`
    select kind, facts from outbox_message where account_id = ${accountId} order by created_at, id`)
  return rows
}
const rowsOf = ({ compared }: ReviewPage) => compared?.groups.flatMap(({ rows }) => rows) ?? []
const rowOf = (page: ReviewPage, label: string) => rowsOf(page).find((row) => row.label === label)
const check = ({ checks }: ReviewPage, words: string) => checks.find(({ text }) => text.includes(words))

const fees = [
  { name: 'Tuition', amount: 8_000 },
  { name: 'Violin', kind: 'Optional', amount: 1_049 },
  { name: 'Building levy', kind: 'Family', amount: 330 },
]

/** A plan for 2027 that staff have to look at, after one that they have approved. */
async function askedAgain() {
  const parent = await planner(server, { school: 'Redgum Academy' })
  await setFees(server, 'Redgum Academy', 2027, fees)
  await parent.save({ startDate: '2027-02-05' })
  const first = await reviewOf(parent.accountId, 'Plan')
  expect((await act(first, 'approve')).status).toBe(200)
  const [enrolmentId = ''] = parent.enrolmentIds
  await server.travel(60_000)
  const saved = await parent.save(
    { startDate: '2027-02-12', version: 1 },
    {
      standardFeeVariances: [{ enrolmentId, type: 'BursaryConcession', percent: 15 }],
      otherArrangementsRequest: 'Pay comes on the 28th.',
    },
  )
  expect(saved.body.planStatus).toBe('ManualReview')
  return { parent, review: await reviewOf(parent.accountId, 'Plan'), saved: saved.body }
}

describe('A plan in review', () => {
  it('lies beside the one on file, line by line, and every column adds up to its total', async () => {
    const { review, saved, parent } = await askedAgain()
    const page = await show(review)
    expect(page).toMatchObject({
      kind: 'Plan',
      status: 'Open',
      accountId: parent.accountId,
      says: { text: 'Pay comes on the 28th.' },
      compared: { onFile: 'On file', askedFor: 'Asked for' },
      decision: null,
    })
    expect(page.title).toMatch(/ family, plan 2027$/)
    expect(rowOf(page, 'First payment')).toMatchObject({
      onFile: 'Fri 5 Feb 2027',
      askedFor: 'Fri 12 Feb 2027',
      difference: '7 days later',
      isChanged: true,
    })
    expect(rowOf(page, 'Rhythm')).toMatchObject({ onFile: 'Fortnightly', difference: null, isChanged: false })
    expect(rowOf(page, 'Bursary or concession, 15%')).toMatchObject({
      onFile: null,
      askedFor: '−$1,200.00',
      difference: '−$1,200.00',
      isChanged: true,
    })
    const inCents = (words: string | null) =>
      words === null ? 0 : Math.round(Number(words.replaceAll(/[$,]/g, '').replace('−', '-')) * 100)
    const [payments, ...others] = page.compared?.groups ?? []
    expect(payments?.title).toBe('Payments')
    const lines = others.flatMap(({ rows }) => rows)
    for (const column of ['onFile', 'askedFor'] as const) {
      const sum = lines
        .filter(({ isTotal }) => !isTotal)
        .reduce((total, row) => total + inCents(row[column]), 0)
      expect(sum).toBe(inCents(lines.find(({ isTotal }) => isTotal)?.[column] ?? null))
    }
    expect(inCents(lines.at(-1)?.askedFor ?? null)).toBe(Math.round(saved.totalAmount * 100))
    expect(page.compared?.sums).toMatch(
      /^\d+ × \$[\d,.]+( \+ \$[\d,.]+)? = \$7,130\.00\. On file: .+ = \$8,330\.00\.$/,
    )
  })

  itLong('is checked against what we know, and each check can come out either way', async () => {
    const { review, parent } = await askedAgain()
    const before = await show(review)
    expect(check(before, 'Bursary or concession of 15%')).toMatchObject({ state: 'Wrong' })
    expect(check(before, 'Every fee is what')).toMatchObject({ state: 'Ok' })
    expect(check(before, 'add up to the total')).toMatchObject({ state: 'Ok', detail: 'To the cent' })
    expect(check(before, 'Nothing is overdue')).toMatchObject({ state: 'Ok' })
    expect(check(before, 'The payment method can be charged')).toMatchObject({ state: 'Ok' })

    await setFees(server, 'Redgum Academy', 2027, [{ name: 'Tuition', amount: 8_100 }, ...fees.slice(1)])
    await db.run(sql`
      update plan_version set total_minor = total_minor + 1 where account_id = ${parent.accountId}`)
    await db.run(sql`
      update repayment_source set status = 'Unusable' where account_id = ${parent.accountId}`)
    const after = await show(review)
    expect(check(after, 'has changed its fees since')).toMatchObject({ state: 'Mind' })
    expect(check(after, 'do not add up to the total')).toMatchObject({ state: 'Wrong' })
    expect(check(after, 'cannot be charged') ?? check(after, 'no payment method')).toMatchObject({
      state: 'Wrong',
    })
    await db.run(sql`
      update plan_version set total_minor = total_minor - 1 where account_id = ${parent.accountId}`)
  })

  it('is approved in words that the family reads, and who comes later reads who was first', async () => {
    const { review, parent } = await askedAgain()
    const page = await show(review)
    expect(page.approve.words).toMatch(
      /^Your plan for 2027 is approved: \$713\.00 fortnightly, from Friday 12 February 2027 to Friday 18 June 2027\. In it: Bursary/,
    )
    expect(page.approve.effects[0]?.text).toMatch(/^First debit of \$713\.00 on 12 Feb 2027, /)
    expect(page.approve.undo).toMatchObject({ isPossible: true, until: expect.stringMatching(/^2027-02-0/) })
    const words = 'Your plan is approved.\nThe bursary is in it.'
    expect((await act(review, 'approve', { words, reason: 'On the list of 2 Nov' })).status).toBe(200)
    const letter = (await letters(parent.accountId)).at(-1)
    expect(letter).toMatchObject({ kind: 'PlanReviewed', facts: { words, reason: null } })

    const late = await act(review, 'decline', {}, colleague.token)
    expect([late.status, late.body.code]).toEqual([409, 'already_decided'])
    expect(late.body.msg).toMatch(/Sam operations approved it on Mon 11 January 2027, \d+:\d\d pm/)
    expect((await show(review)).decision).toMatchObject({
      by: 'Sam operations',
      isOwn: true,
      reason: 'On the list of 2 Nov',
      words,
      undo: { isPossible: true },
    })
  })

  itLong(
    'is taken back until its first payment is announced: nothing is promised, and the family is told',
    async () => {
      const { review, parent } = await askedAgain()
      expect((await act(review, 'approve')).status).toBe(200)
      expect(await parent.instalments()).toHaveLength(10)
      expect((await act(review, 'undo', { reason: 'Another student' })).status).toBe(200)
      expect(await parent.instalments()).toEqual([])
      const again = await show(review)
      expect(again).toMatchObject({ status: 'Open', decision: null, place: { number: expect.any(Number) } })
      const plan = await db.first(sql`select status from plan where account_id = ${parent.accountId}`)
      expect(plan).toEqual({ status: 'ManualReview' })
      const [discount] = await db.many(sql`
      select status from declared_discount where account_id = ${parent.accountId}`)
      expect(discount).toEqual({ status: 'Declared' })
      expect((await letters(parent.accountId)).at(-1)).toMatchObject({
        kind: 'DecisionTakenBack',
        facts: { about: 'your plan for 2027', isCollectionStopped: true },
      })
      const undone = await db.first(sql`
      select actor_id as "actorId", details from audit_event
      where subject_id = ${parent.accountId} and action = 'ReviewUndone'`)
      expect(undone).toMatchObject({
        actorId: staffId,
        details: { reason: 'Another student', decision: 'Approved', decidedBecause: 'Looked at it' },
      })

      expect((await act(review, 'approve')).status).toBe(200)
      await db.run(
        sql`update instalment set noticed_on = '2027-01-11' where account_id = ${parent.accountId}`,
      )
      const refused = await act(review, 'undo')
      expect([refused.status, refused.body.code]).toEqual([409, 'cannot_be_undone'])
      expect(refused.body.msg).toBe('Its first payment is announced. Nothing has changed.')
      expect((await show(review)).decision?.undo).toMatchObject({ isPossible: false })
      expect(await parent.instalments()).toHaveLength(10)
    },
  )

  itLong('that was declined can be decided again, until the family has saved another one', async () => {
    const { review, parent } = await askedAgain()
    const page = await show(review)
    const [choice] = page.decline.choices
    expect(choice).toMatchObject({ why: 'A discount is not on the school’s list' })
    expect((await act(review, 'decline', { words: choice?.words })).status).toBe(200)
    expect((await act(review, 'undo')).status).toBe(200)
    expect((await act(review, 'decline')).status).toBe(200)
    await parent.save({ startDate: '2027-02-19' })
    const refused = await act(review, 'undo')
    expect(refused.body.msg).toContain('Another plan was saved since.')
  })

  itLong('has its place among those that wait, and the next one', async () => {
    const [first, second] = [await askedAgain(), await askedAgain()]
    const page = await show(first.review)
    expect(page.place.nextId).toBe(second.review)
    expect(page.place.count).toBeGreaterThanOrEqual(2)
    expect((await show(second.review)).place.previousId).toBe(first.review)
  })
})

let count = 0
async function family(account: Account) {
  count += 1
  const email = `page${count}@demo.example`
  const { accountId } = await addFamily(server, { email, mobile: null, accounts: [account] })
  await encryptDocuments(deps)
  return { accountId, email }
}
const copy = { document: 'Passport' as const, manner: 'Manual' as const, outcome: null, daysAgo: 2 }

describe('A copy of a document', () => {
  const waiting: Account = {
    setupStatus: 'ManualReview',
    isSetupIncomplete: true,
    plans: [{ status: 'Saved' }],
    identityChecks: [copy],
  }

  it('is approved only once everything was compared and nothing differs', async () => {
    const { accountId } = await family(waiting)
    const review = await reviewOf(accountId, 'Identity')
    expect(await show(review)).toMatchObject({
      title: 'Olivia Bennett',
      about: 'Passport copy',
      files: [{ contentType: 'application/pdf' }],
      approve: { undo: { isPossible: false } },
      decline: { undo: { isPossible: true } },
    })
    const none = await act(review, 'approve')
    expect([none.status, none.body.fields.comparison]).toEqual([
      400,
      expect.stringMatching(/not compared with the copy: Name.*Number/),
    ])
    const comparison = foundSame.map((each) => ({ ...each, isSame: each.fact !== 'Number' }))
    const differs = await act(review, 'approve', { comparison })
    expect([differs.status, differs.body.fields.comparison]).toEqual([400, expect.stringContaining('Number')])
    expect((await show(review)).status).toBe('Open')

    const corrected = await act(review, 'identity/correct', { fact: 'Number', value: 'LM471902' })
    expect(corrected.body.document).toMatchObject({ type: 'Passport', passportNo: 'LM471902' })
    const wrong = await act(review, 'identity/correct', { fact: 'CardNumber', value: '12' })
    expect(wrong.status).toBe(400)
    expect((await act(review, 'approve', { comparison: foundSame })).status).toBe(200)
    const records = await db.many<{ details: Record<string, string> }>(sql`
      select details from audit_event where subject_id = ${accountId} and actor_id = ${staffId}`)
    expect(JSON.stringify(records)).not.toContain('LM471902')
    expect(records.some(({ details }) => details['same']?.includes('Number'))).toBe(true)
    expect((await act(review, 'undo')).body.msg).toContain('The family goes on at once.')
  })

  itLong('that was declined by mistake waits again, until another one is handed in', async () => {
    const { accountId } = await family(waiting)
    const review = await reviewOf(accountId, 'Identity')
    const declined = await act(review, 'decline', {
      words: 'The copy cannot be read.',
      reason: 'Blurred',
      comparison: [{ fact: 'Name', isSame: false }],
    })
    expect(declined.status).toBe(200)
    expect((await letters(accountId)).at(-1)).toMatchObject({
      facts: { words: 'The copy cannot be read.', reason: null },
    })
    expect((await act(review, 'undo')).status).toBe(200)
    const check = await db.first(sql`select outcome from identity_check where account_id = ${accountId}`)
    expect(check).toEqual({ outcome: null })
    const account = await db.first(sql`select setup_status as status from account where id = ${accountId}`)
    expect(account).toEqual({ status: 'ManualReview' })
  })
})

describe('Every other kind', () => {
  itLong(
    'of a discount: the plan with it beside what would become of it without; confirmed, taken back',
    async () => {
      const parent = await planner(server)
      await setFees(server, 'Wattle Grove College', 2027, [{ name: 'Tuition', amount: 10_000 }])
      await parent.save({}, { staffDiscount: { percent: 10 } })
      const review = await reviewOf(parent.accountId, 'Discount')
      const page = await show(review)
      expect(page).toMatchObject({ kind: 'Discount', approve: { label: 'Confirm' } })
      expect(rowOf(page, 'Total for 2027')).toMatchObject({
        onFile: '$10,000.00',
        askedFor: '$9,000.00',
        difference: '−$1,000.00',
      })
      expect(page.decline.undo).toMatchObject({ isPossible: false })
      expect(page.decline.effects[0]?.text).toBe('10 payments to come of $1,000.00 each, from 5 Feb 2027')
      expect((await act(review, 'approve')).status).toBe(200)
      expect((await act(review, 'undo')).status).toBe(200)
      const discount = await db.first(sql`
      select status from declared_discount where account_id = ${parent.accountId}`)
      expect(discount).toEqual({ status: 'Declared' })
      await server.travel(60_000)
      expect((await act(review, 'approve')).status).toBe(200)
      await db.run(sql`
      update review set decided_at = decided_at - interval '8 days' where id = ${review}`)
      expect((await act(review, 'undo')).body.msg).toMatch(
        /^That was possible until .+ Nothing has changed\.$/,
      )
    },
  )

  itLong('of an invoice: accepted, taken back, declined', async () => {
    const { accountId } = await family({ documents: { uploads: ['Waiting'] } })
    const review = await reviewOf(accountId, 'Invoice')
    const page = await show(review)
    expect(page).toMatchObject({ kind: 'Invoice', approve: { label: 'Accept' }, checks: [{ state: 'Ok' }] })
    expect(page.approve.words).toContain('accepted it')
    expect((await act(review, 'approve')).status).toBe(200)
    expect((await act(review, 'undo')).status).toBe(200)
    const file = await call(`GET /api/staff/reviews/${review}/file?fileId=${page.files[0]?.id}`, { token })
    expect(file.headers.get('cache-control')).toBe('private, no-store')
    expect((await act(review, 'decline')).status).toBe(200)
  })

  it('of a withdrawal: a second person sees what they decide on, and it is taken back until it is in a payout', async () => {
    const { accountId } = await family({
      productType: 'PlusFunded',
      plans: [],
      balance: cents(500_00),
      withdrawals: {
        bankAccounts: ['6789'],
        requests: [{ status: 'Pending', amount: cents(120_00), daysAgo: 1 }],
      },
    })
    const review = await reviewOf(accountId, 'Withdrawal')
    const page = await show(review)
    expect(page).toMatchObject({ kind: 'Withdrawal', approve: { needsSecond: true } })
    expect(page.checks.map(({ text }) => text)).toContain('Nothing is overdue')
    const asked = await act(review, 'approve', { words: 'The money is on its way.' })
    expect(asked.status).toBe(202)
    const { id } = asked.body.approval
    expect((await show(review)).approvalId).toBe(id)
    const own = await call(`GET /api/staff/approvals/${id}`, { token })
    expect(own.body).toMatchObject({
      isOwn: true,
      reviewId: review,
      words: 'The money is on its way.',
      whyNot: expect.stringContaining('Somebody else'),
    })
    const theirs = await call(`GET /api/staff/approvals/${id}`, { token: colleague.token })
    expect(theirs.body).toMatchObject({ isOwn: false, whyNot: null, requestedByName: 'Sam operations' })
    const nothing = await db.first(sql`
      select status from withdrawal_request where account_id = ${accountId}`)
    expect(nothing).toEqual({ status: 'Pending' })
    const approved = await call(`POST /api/staff/approvals/${id}/approve`, {
      token: colleague.token,
      body: { reason: 'Checked' },
    })
    expect(approved.status).toBe(200)
    expect((await letters(accountId)).at(-1)).toMatchObject({ facts: { words: 'The money is on its way.' } })
    expect((await act(review, 'undo')).status).toBe(200)
    expect(await show(review)).toMatchObject({ status: 'Open', approvalId: null })
  })
})
