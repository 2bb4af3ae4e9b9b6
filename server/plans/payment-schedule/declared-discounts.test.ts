import { describe, expect, it } from 'vitest'
import { calendarDate } from '#domain/calendar/calendar.ts'
import type { SentVariances } from '#domain/plan/fee-variances.ts'
import { noticeDay } from '#domain/repayments.ts'
import { schoolId } from '#tools/demo/schools.ts'
import { visaDebit } from '#tools/demo/sources.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { itLong } from '#tools/testing/long-tests.ts'
import { expectSoundLedger } from '#tools/testing/payments.ts'
import { planner, setFees, travelTo, type Planner } from '#tools/testing/planner.ts'
import { daysOf } from '#tools/testing/repayments.ts'
import { samplePdf } from '#tools/testing/sample-files.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { sql } from '../../platform/database/sql.ts'

const server = await testServer()
const { call, deps } = server
const { goTo, run } = daysOf(server)
await travelTo(server, '2027-01-18T02:00:00Z')
const { token } = await addStaff(server, 'operations')
// Schools come with the first family.
await planner(server)
await setFees(server, 'Wattle Grove College', 2027, [
  { name: 'Tuition', amount: 10_000 },
  { kind: 'DiscountOption', name: 'Part-time', percent: 40 },
])

const queue = async ({ accountId }: Planner) => {
  const { body } = await call('GET /api/staff/queue?limit=500', { token })
  return body.items.filter((item: { accountId: string }) => item.accountId === accountId)
}
const decide = async (they: Planner, decision: 'approve' | 'decline', reason: string) => {
  const [item] = await queue(they)
  return call(`POST /api/staff/reviews/${item.id}/${decision}`, { token, body: { reason } })
}
const facts = async ({ accountId }: Planner, kind: string) => {
  const rows = await deps.db.many<{ facts: any }>(sql`
    select facts from outbox_message where account_id = ${accountId} and kind = ${kind} order by created_at, id`)
  return rows.map((row) => row.facts)
}
const actions = async ({ accountId }: Planner) => {
  const rows = await deps.db.many<{ action: string }>(sql`
    select action from audit_event where subject_id = ${accountId} and action like 'Discount%' order by at, id`)
  return rows.map(({ action }) => action)
}
const marks = async (they: Planner) => {
  const { studentFeeBreakdown } = await they.schedule(2027)
  return studentFeeBreakdown.flatMap((student) =>
    student.customerSelectedAddonsAndDiscounts.map(({ name, isDeclared }) => [name, isDeclared]),
  )
}
const staffDiscount = (percent: number): SentVariances => ({ staffDiscount: { percent } })

describe('A discount that a family enters', () => {
  it('is not final when it takes off all fees: staff look at the plan first', async () => {
    const they = await planner(server)
    const saved = await they.save({}, staffDiscount(100))
    expect(saved.body).toMatchObject({ planStatus: 'ManualReview', payments: [] })
    expect(await they.instalments()).toEqual([])
    expect(await queue(they)).toMatchObject([{ kind: 'Plan' }])
  })

  it('is saved up to the limit of the school, marked as declared, and waits for staff', async () => {
    const they = await planner(server)
    const calculated = await they.calculate({}, staffDiscount(15))
    expect(calculated.body).toMatchObject({ planStatus: 'Draft', totalAmount: 8_500 })
    const saved = await they.save({}, staffDiscount(15))
    expect(saved.body).toMatchObject({ planStatus: 'Saved', totalAmount: 8_500 })
    for (const { body } of [calculated, saved])
      expect(body.studentFeeBreakdown[0].customerSelectedAddonsAndDiscounts).toMatchObject([
        { name: 'Staff discount', amount: -1_500, isDeclared: true },
      ])
    const { body } = await they.get('overview')
    expect(body.activePlan.studentFeeBreakdown[0].customerSelectedAddonsAndDiscounts).toMatchObject([
      { isDeclared: true },
    ])
    expect(await queue(they)).toMatchObject([
      { kind: 'Discount', amount: 1_500, about: 'StaffDiscount 15% for all students, plan for 2027' },
    ])
    const mail = await server.message(they.email, 'email')
    expect(mail.text).toContain('Staff discount of 15% for all students (declared)')
  })

  it('is taken as it is at the rate that the school has published', async () => {
    const they = await planner(server)
    const [enrolmentId = ''] = they.enrolmentIds
    const option = { enrolmentId, type: 'FeeScheduleOption' as const, percent: 40 }
    const saved = await they.save({}, { standardFeeVariances: [option] })
    expect(saved.body).toMatchObject({ planStatus: 'Saved', totalAmount: 6_000 })
    expect(await marks(they)).toEqual([['Fee schedule option', false]])
    expect(await queue(they)).toEqual([])
  })

  it('is declared too when staff save it in the name of the family', async () => {
    const they = await planner(server)
    await they.letStaffIn()
    await they.save({}, staffDiscount(10))
    expect(await queue(they)).toMatchObject([{ kind: 'Discount' }])
  })

  itLong('leaves the queue when the family takes it back, and comes anew with another figure', async () => {
    const they = await planner(server)
    await they.save({}, staffDiscount(10))
    await they.save({}, staffDiscount(12))
    expect(await queue(they)).toMatchObject([{ kind: 'Discount', amount: 1_200 }])
    // The whole plan is looked at, so this one does not wait by itself.
    await they.save({}, staffDiscount(50))
    expect(await queue(they)).toMatchObject([{ kind: 'Plan' }])
    await they.save({})
    expect(await queue(they)).toEqual([])
  })
})

describe('Staff confirm a declared discount', () => {
  it('and it loses its mark, the family is told, and the same is not asked again', async () => {
    const they = await planner(server)
    const before = (await they.save({}, staffDiscount(10))).body
    expect((await decide(they, 'approve', 'Seen at the school')).status).toBe(200)
    expect(await marks(they)).toEqual([['Staff discount', false]])
    expect(await they.schedule(2027)).toMatchObject({
      version: before.version,
      totalAmount: 9_000,
      payments: before.payments,
    })
    expect(await facts(they, 'DiscountReviewed')).toMatchObject([
      { discount: 'Staff discount of 10% for all students', reason: null, change: null },
    ])
    expect(await actions(they)).toEqual(['DiscountConfirmed'])
    expect(await queue(they)).toEqual([])

    const again = await they.save({ repaymentCount: 8 }, staffDiscount(10))
    expect(again.body).toMatchObject({ planStatus: 'Saved', repaymentCount: 8 })
    expect(await marks(they)).toEqual([['Staff discount', false]])
    expect(await queue(they)).toEqual([])
    // Also after the family has tried something larger.
    await they.save({}, staffDiscount(60))
    expect((await they.save({}, staffDiscount(10))).body.planStatus).toBe('Saved')
    expect(await queue(they)).toEqual([])

    await they.save({}, staffDiscount(11))
    expect(await queue(they)).toMatchObject([{ kind: 'Discount', amount: 1_100 }])
  })

  it('by approving the plan that it is on', async () => {
    const they = await planner(server)
    await they.save({}, staffDiscount(50))
    expect((await decide(they, 'approve', 'The school has agreed')).status).toBe(200)
    expect(await marks(they)).toEqual([['Staff discount', false]])
    expect((await they.save({ repaymentCount: 8 }, staffDiscount(50))).body.planStatus).toBe('Saved')
    expect(await queue(they)).toEqual([])
  })

  itLong('or grant it by saving the plan with it; a plan they only move leaves it waiting', async () => {
    const they = await planner(server)
    await they.save({}, staffDiscount(10))
    const change = (variances?: SentVariances) =>
      call(`POST /api/staff/accounts/${they.accountId}/plans`, {
        token,
        body: {
          tuitionYear: 2027,
          frequency: 'Month',
          startDate: '2027-02-08',
          count: 8,
          reason: 'Asked on the phone',
          ...(variances && { variances }),
        },
      })
    expect((await change()).status).toBe(200)
    expect(await marks(they)).toEqual([['Staff discount', true]])
    expect(await queue(they)).toMatchObject([{ kind: 'Discount' }])
    expect((await change(staffDiscount(30))).status).toBe(200)
    expect(await marks(they)).toEqual([['Staff discount', false]])
    expect(await queue(they)).toEqual([])
  })

  it('once: two who decide at the same moment do not both', async () => {
    const they = await planner(server)
    await they.save({}, staffDiscount(10))
    const [item] = await queue(they)
    const replies = await Promise.all(
      ['approve', 'decline', 'decline'].map((verb) =>
        call(`POST /api/staff/reviews/${item.id}/${verb}`, { token, body: { reason: 'Looked at it' } }),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await facts(they, 'DiscountReviewed')).toHaveLength(1)
  })
})

describe('Staff decline a declared discount', () => {
  it('and the plan is calculated without it, on the same days, and the family reads before and after', async () => {
    const they = await planner(server)
    const [enrolmentId = ''] = they.enrolmentIds
    const kept = { enrolmentId, type: 'FamilyArrangement' as const, percent: 5 }
    const before = (await they.save({}, { standardFeeVariances: [kept], ...staffDiscount(10) })).body
    expect(before.totalAmount).toBe(8_500)
    const items: { id: string; about: string }[] = await queue(they)
    const staff = items.find(({ about }) => about.startsWith('StaffDiscount'))
    const reason = 'Your school does not know of it.'
    const reply = await call(`POST /api/staff/reviews/${staff?.id}/decline`, { token, body: { reason } })
    expect(reply.status).toBe(200)

    const after = await they.schedule(2027)
    expect(after).toMatchObject({
      planStatus: 'Saved',
      totalAmount: 9_500,
      variances: { staffDiscount: null },
    })
    expect(after.payments.map(({ date }) => date)).toEqual(
      before.payments.map(({ date }: { date: string }) => date),
    )
    expect(after.payments.every(({ amount }) => amount === 950)).toBe(true)
    // The other one still waits.
    expect(await marks(they)).toEqual([['Family arrangement', true]])
    expect(await queue(they)).toMatchObject([{ kind: 'Discount', amount: 500 }])
    const mail = await server.message(they.email, 'email')
    for (const words of [reason, '$850.00', '$950.00', '$8,500.00', '$9,500.00'])
      expect(mail.text).toContain(words)
    expect(await actions(they)).toEqual(['DiscountDeclined'])
  })

  itLong('and look at it first when the family enters it again', async () => {
    const they = await planner(server)
    await they.save({}, staffDiscount(10))
    await decide(they, 'decline', 'Your school does not know of it.')
    expect((await they.save({}, staffDiscount(10))).body.planStatus).toBe('ManualReview')
  })

  itLong('while the plan runs: what was collected stays, the rest is collected on its days', async () => {
    const they = await planner(server, { sources: [visaDebit()] })
    const saved = (await they.save({}, staffDiscount(10))).body
    expect(saved.periodicAmount).toBe(900)
    await goTo(noticeDay(calendarDate('2027-02-05'), calendars.AU), 'AU')
    await run()
    await goTo(calendarDate('2027-02-05'), 'AU')
    await run()
    const { token: later } = await addStaff(server, 'operations')
    const { body } = await call('GET /api/staff/queue?kind=Discount&limit=500', { token: later })
    const item = body.items.find(({ accountId }: { accountId: string }) => accountId === they.accountId)
    const reply = await call(`POST /api/staff/reviews/${item.id}/decline`, {
      token: later,
      body: { reason: 'Your school does not know of it.' },
    })
    expect(reply.status).toBe(200)
    const rows = await they.instalments()
    expect(rows[0]).toMatchObject({ amount: 900_00, status: 'Paid' })
    expect(rows.map(({ due }) => due)).toEqual(
      saved.payments.map(({ dueDate }: { dueDate: string }) => dueDate),
    )
    expect(rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(10_000_00)
    // 9,100 in nine payments, rounded up; the last takes what is left.
    expect(rows.slice(1).map(({ amount }) => amount)).toEqual([...Array(8).fill(1_011_12), 1_011_04])
    const [letter] = await facts(they, 'DiscountReviewed')
    expect(letter.change).toMatchObject({
      totalBefore: 9_000_00,
      totalAfter: 10_000_00,
      paymentBefore: 900_00,
      paymentAfter: 1_011_12,
      count: 9,
      from: '2027-02-19',
    })
    await expectSoundLedger(server)
  })
})

describe('A letter', () => {
  const upload = async (they: Planner, bytes: Buffer, name: string) => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(bytes)]), name)
    const path = `/api/portal/customer/account/${they.accountId}/discount-letters`
    const reply = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${they.token}`, 'x-larkwell-region': 'AU' },
      body: form,
    })
    const body: any = await reply.json()
    return { status: reply.status, body }
  }
  const open = (id: string, as: string) =>
    fetch(`${server.url}/api/staff/reviews/${id}/file`, { headers: { authorization: `Bearer ${as}` } })

  it('is attached to a discount, stays with it, and is opened by staff from the queue', async () => {
    const staff = await addStaff(server, 'operations')
    const they = await planner(server)
    const bytes = samplePdf('Dear family')
    const sent = await upload(they, bytes, 'Letter of the school.pdf')
    expect(sent).toEqual({ status: 200, body: { id: expect.any(String), name: 'Letter of the school.pdf' } })
    const letter = sent.body
    const schedule = { startDate: '2027-03-05', repaymentCount: 10 }
    const saved = await they.save(schedule, { staffDiscount: { percent: 10, letter } })
    expect(saved.body.variances.staffDiscount).toEqual({ percent: 10, letter })
    const { body } = await call('GET /api/staff/queue?kind=Discount&limit=500', { token: staff.token })
    const item = body.items.find(({ accountId }: { accountId: string }) => accountId === they.accountId)
    expect(item.about).toContain('with a letter')
    const file = await open(item.id, staff.token)
    expect(Buffer.compare(Buffer.from(await file.arrayBuffer()), bytes)).toBe(0)
    const looks = await deps.db.many(sql`
      select 1 from audit_event where subject_id = ${they.accountId} and action = 'ReviewFileSeen'`)
    expect(looks).toHaveLength(1)
    const support = await addStaff(server, 'support')
    expect((await open(item.id, support.token)).status).toBe(403)

    // With a plan that staff look at as a whole, too.
    await they.save(schedule, { staffDiscount: { percent: 60, letter } })
    const plans = await call('GET /api/staff/queue?kind=Plan&limit=500', { token: staff.token })
    const plan = plans.body.items.find(({ accountId }: { accountId: string }) => accountId === they.accountId)
    expect((await open(plan.id, staff.token)).status).toBe(200)
  })

  it('of another family is refused, and so is what is no document', async () => {
    const [they, others] = [await planner(server), await planner(server)]
    const { body: letter } = await upload(others, samplePdf('Theirs'), 'theirs.pdf')
    const refused = await they.save({ startDate: '2027-03-05' }, { staffDiscount: { percent: 10, letter } })
    expect(refused).toMatchObject({
      status: 400,
      body: { fields: { 'variances.staffDiscount.letter': expect.stringContaining('attach it again') } },
    })
    expect((await upload(they, Buffer.from('<html>'), 'page.pdf')).status).toBe(415)
    const closed = await planner(server, { school: 'Ironbark College' })
    expect((await upload(closed, samplePdf('Mine'), 'mine.pdf')).status).toBe(403)
  })
})

describe('The limits of a school', () => {
  it('are set by an admin, on record, and hold for its families only', async () => {
    const admin = await addStaff(server, 'admin')
    const id = schoolId('Wattle Grove College')
    const change = (body: object) =>
      call(`PUT /api/staff/schools/${id}`, { token: admin.token, body: { ...body, reason: 'Agreed' } })
    const set = await change({ discountLimitPercent: 30, outstandingFeesLimit: '500.00' })
    expect(set.body).toMatchObject({ discountLimitPercent: 30, outstandingFeesLimit: 500 })
    const audited = await deps.db.first<{ details: Record<string, string> }>(sql`
      select details from audit_event where action = 'SchoolChanged' order by at desc limit 1`)
    expect(JSON.stringify(audited?.details)).toContain('3000')

    const schedule = { startDate: '2027-03-05' }
    const here = await planner(server)
    expect((await here.save(schedule, staffDiscount(30))).body.planStatus).toBe('Saved')
    expect((await here.save(schedule, staffDiscount(30.01))).body.planStatus).toBe('ManualReview')
    expect((await here.save(schedule, { outstandingFees: 500 })).status).toBe(200)
    expect((await here.save(schedule, { outstandingFees: 500.01 })).status).toBe(400)

    await setFees(server, 'Jacaranda School', 2027, [{ name: 'Tuition', amount: 10_000 }])
    const elsewhere = await planner(server, { school: 'Jacaranda School' })
    expect((await elsewhere.save(schedule, staffDiscount(30))).body.planStatus).toBe('ManualReview')
    expect((await elsewhere.save(schedule, { outstandingFees: 500.01 })).status).toBe(200)

    const usual = await change({ discountLimitPercent: null, outstandingFeesLimit: null })
    expect(usual.body).toMatchObject({ discountLimitPercent: null, outstandingFeesLimit: null })
  })
})

describe('Amounts that a family enters', () => {
  it('are refused above their cap, at their field, and nothing is saved', async () => {
    const they = await planner(server)
    const schedule = { startDate: '2027-03-05' }
    const refused = await they.save(schedule, { outstandingFees: 1_250_000 })
    expect(refused.status).toBe(400)
    expect(refused.body.fields['variances.outstandingFees']).toContain('at most $50,000.00')
    expect((await they.calculate(schedule, { outstandingFees: 50_000.01 })).status).toBe(400)
    expect(await they.schedule(2027)).toMatchObject({ planStatus: 'None' })
    expect((await they.save(schedule, { outstandingFees: 50_000 })).status).toBe(200)
  })

  itLong('that were saved before there was a cap can be read, and saved as they are', async () => {
    const they = await planner(server)
    const schedule = { startDate: '2027-03-05' }
    await they.save(schedule, { outstandingFees: 100 })
    const variances = { outstandingFees: 90_000 }
    await deps.db.run(sql`
      update plan_version set variances = ${JSON.stringify(variances)}, outstanding_fees_minor = 9000000
      where account_id = ${they.accountId}`)
    expect((await they.schedule(2027)).variances).toMatchObject(variances)
    expect((await they.save({ ...schedule, repaymentCount: 8 }, variances)).status).toBe(200)
  })
})
