import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addDays, type CalendarDate } from '#domain/calendar/calendar.ts'
import { addBusinessDays, nextBusinessDay } from '#domain/calendar/holidays.ts'
import { toDecimal, cents } from '#domain/money.ts'
import { afterNotice, noticeDay } from '#domain/repayments.ts'
import { bpay, visaCredit, visaDebit } from '#tools/demo/sources.ts'
import { failedPaymentsOf } from '#tools/testing/failed-payments.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { expectSoundLedger } from '#tools/testing/payments.ts'
import { travelTo } from '#tools/testing/planner.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'

const server = await testServer()
const { deps } = server
const { goTo, run, today, addPlanFamily, failedFamily, declineNext, becomeOverdue, runUntil, restFamilies } =
  failedPaymentsOf(server)

// The same day for each, with no public holiday soon after: one leaves an overdue payment no day to move to.
beforeEach(() => travelTo(server, '2027-07-05T01:00:00Z'))
afterEach(() => expectSoundLedger(server))
afterEach(restFamilies)

describe('A failed payment that is moved', () => {
  it('is announced anew, tried once on its new day and not before', async () => {
    const family = await failedFamily()
    const { next } = family
    const before = await family.now()
    const [payment] = (await family.fix()).payments
    expect(payment).toMatchObject({
      dueDate: next.dueOn,
      amount: toDecimal(cents(next.amount)),
      lastDay: addDays(next.collectOn, 14),
      whyNot: null,
    })
    expect(payment?.days[0]).toBe(afterNotice(today('AU'), calendars.AU))
    expect(payment?.days).not.toContain(before.retryOn)
    const to = payment?.days.at(-1) as CalendarDate
    expect(await family.move(to)).toMatchObject({ status: 200, body: { triedOn: to } })

    expect(await family.now()).toMatchObject({ status: 'Retrying', retryOn: to, noticedOn: null, tries: 1 })
    const { problems, activePlan } = await family.overview()
    expect(problems).toMatchObject([{ kind: 'PaymentFailed', triedAgainOn: to, isArranged: true }])
    expect(activePlan?.payments).toContainEqual(expect.objectContaining({ dueDate: next.dueOn, retryOn: to }))
    const { flexible } = (await family.call('plan-material')).body
    expect(flexible).toMatchObject({
      movesLeft: 1,
      changes: [
        {
          status: 'Made',
          undoUntil: null,
          details: { kind: 'Move', dueOn: next.dueOn, from: before.retryOn, to },
        },
      ],
    })
    // What it was before is for us, so that it can be undone.
    expect(flexible.changes[0].details).not.toHaveProperty('failed')
    expect(await family.letters('PlanChange')).toMatchObject([{ facts: { details: { to }, status: 'Made' } }])

    await runUntil(addBusinessDays(to, -1, calendars.AU))
    expect(await family.now()).toMatchObject({ status: 'Retrying', tries: 1 })
    expect((await family.now()).noticedOn).toBe(noticeDay(to, calendars.AU))
    const announced = (await family.letters('UpcomingDebit')).filter(({ facts }) => facts.collectOn === to)
    expect(announced).toHaveLength(1)
    await runUntil(to)
    expect(await family.now()).toMatchObject({ status: 'Paid', tries: 2, collectedOn: to })
    expect((await family.debits()).map(({ status }) => status)).toEqual(['Failed', 'Succeeded'])
    expect(await family.overview()).toMatchObject({ fix: null, failedText: null })
    expect(await family.requests()).toEqual([])
  })

  it('is moved once by two clicks, and by two parents', async () => {
    const family = await failedFamily()
    const [payment] = (await family.fix()).payments
    const to = payment?.days.at(-1) ?? ''
    const token = await server.logIn(family.email, family.mobile)
    const path = `POST /api/portal/customer/account/${family.accountId}/move-failed-payment`
    const body = { planId: family.next.planId, dueOn: family.next.dueOn, to }
    const replies = await Promise.all([1, 2].map(() => server.call(path, { token, body })))
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(replies[0]?.body).toEqual(replies[1]?.body)
    expect(await family.letters('PlanChange')).toHaveLength(1)
  })

  it('counts as one of the moves of the year', async () => {
    const family = await failedFamily()
    const [payment] = (await family.fix()).payments
    const text = (await family.overview()).failedText
    expect(text?.ofMove).toBe('This counts as one of the moves of the school year.')
    for (const to of payment?.days.slice(-2) ?? []) expect((await family.move(to)).status).toBe(200)
    expect((await family.fix()).payments).toMatchObject([{ days: [], whyNot: 'NoMovesLeft' }])
    expect(await family.move(payment?.days[0] ?? '')).toMatchObject({ body: { code: 'no_moves_left' } })
    const seen = await deps.db.many(sql`
      select text_kind as kind, text_version as version from plan_change where account_id = ${family.accountId}`)
    const shown = { kind: 'FailedTextAU', version: text?.version }
    expect(seen).toEqual([shown, shown])
  })

  it('is refused for a day before a notice could run, too late, or on a weekend', async () => {
    const family = await failedFamily()
    const before = await family.now()
    const on = today('AU')
    for (const to of [
      addBusinessDays(on, 1, calendars.AU),
      nextBusinessDay(addDays(family.next.collectOn, 15), calendars.AU),
      saturdayAfter(on),
    ]) {
      expect(await family.move(to), to).toMatchObject({ status: 409, body: { code: 'day_not_offered' } })
      expect(await family.now()).toEqual(before)
    }
  })

  it('is refused while it is tried, once it is paid, and for others', async () => {
    const family = await failedFamily()
    const to = (await family.fix()).payments[0]?.days.at(-1) ?? ''
    const other = await addPlanFamily()
    const byOther = await server.call(
      `POST /api/portal/customer/account/${other.accountId}/move-failed-payment`,
      { token: other.token, body: { planId: family.next.planId, dueOn: family.next.dueOn, to } },
    )
    expect(byOther).toMatchObject({ status: 404 })
    await deps.db.run(sql`
      update instalment set status = 'Collecting' where account_id = ${family.accountId} and seq = ${family.next.seq}`)
    expect(await family.move(to)).toMatchObject({ body: { code: 'payment_locked' } })
    await deps.db.run(sql`
      update instalment set status = 'Retrying' where account_id = ${family.accountId} and seq = ${family.next.seq}`)
    await goTo((await family.now()).retryOn as CalendarDate, 'AU')
    await run()
    expect(await family.move(to)).toMatchObject({ body: { code: 'plan_changed' } })
  })
})

const saturdayAfter = (day: CalendarDate) => {
  let on = addDays(day, 5)
  while (new Date(on).getUTCDay() !== 6) on = addDays(on, 1)
  return on
}

describe('An overdue payment that is moved', () => {
  it('is no longer asked for, is tried once, and is asked for again if that fails', async () => {
    const family = await failedFamily({ sources: [visaDebit()] })
    await becomeOverdue(family)
    expect(await family.now()).toMatchObject({ status: 'Overdue', tries: 3 })
    expect(await family.requests()).toMatchObject([{ status: 'Open', due: family.next.amount }])
    const reminders = (await family.letters('PaymentOverdue')).length
    const to = (await family.fix()).payments[0]?.days.at(-1) as CalendarDate
    expect(await family.move(to)).toMatchObject({ status: 200 })
    expect(await family.now()).toMatchObject({ status: 'Retrying', retryOn: to, requestId: null })
    expect(await family.requests()).toMatchObject([{ status: 'Cancelled' }])

    await runUntil(addBusinessDays(to, -1, calendars.AU))
    expect(await family.now()).toMatchObject({ status: 'Retrying', tries: 3 })
    expect(await family.letters('PaymentOverdue')).toHaveLength(reminders)
    await declineNext(family.accountId)
    await runUntil(to)
    expect(await family.now()).toMatchObject({ status: 'Overdue', tries: 4 })
    expect(await family.requests()).toMatchObject([
      { status: 'Cancelled' },
      { status: 'Open', due: family.next.amount },
    ])
    expect((await family.debits()).map(({ status }) => status)).toEqual(Array(4).fill('Failed'))
  })

  it('is not tried from a method that would fail again', async () => {
    const family = await failedFamily({ sources: [visaDebit()] })
    await declineNext(family.accountId, 'stolen_card')
    await goTo((await family.now()).retryOn as CalendarDate, 'AU')
    await run()
    expect(await family.now()).toMatchObject({ status: 'Overdue' })
    expect((await family.fix()).payments).toMatchObject([{ days: [], whyNot: 'NotTried', otherMethods: [] }])
  })
})

describe('Another method for a failed payment', () => {
  it('is charged once, with its surcharge, and the others stay', async () => {
    const family = await failedFamily()
    const [first, second] = family.sourceIds
    const [payment] = (await family.fix()).payments
    expect(payment?.otherMethods.map(({ id }) => id)).toEqual([second])
    const on = payment?.otherMethodOn as CalendarDate
    expect(on).toBe((await family.now()).retryOn)
    expect(await family.payWith(second ?? '')).toMatchObject({ status: 200, body: { triedOn: on } })
    expect(await family.payWith(second ?? '')).toMatchObject({ status: 200, body: { triedOn: on } })

    const { nextRepayment, problems } = await family.overview()
    expect(nextRepayment).toMatchObject({
      date: on,
      total: payment?.otherMethods[0]?.total,
      source: { displayName: payment?.otherMethods[0]?.displayName },
    })
    expect(problems).toMatchObject([{ kind: 'PaymentFailed', isArranged: true }])
    const { sentence } = (await family.call('explanations/next-payment')).body
    expect(sentence).toContain(payment?.otherMethods[0]?.displayName)

    await runUntil(on)
    const notice = (await family.letters('UpcomingDebit')).find(({ facts }) => facts.collectOn === on)
    expect(notice?.facts.methodName).toBe(payment?.otherMethods[0]?.displayName)
    const debits = await family.debits()
    expect(debits).toMatchObject([
      { status: 'Failed', sourceId: first },
      {
        status: 'Succeeded',
        sourceId: second,
        surcharge: Math.round((payment?.otherMethods[0]?.surcharge ?? 0) * 100),
      },
    ])
    const following = (await family.rows()).find(({ seq }) => seq === family.next.seq + 1)
    const later = following?.collectOn as CalendarDate
    for (const day of [noticeDay(later, calendars.AU), later]) {
      await goTo(day, 'AU')
      await run()
    }
    const [debit] = await deps.db.many<{ sourceId: string }>(sql`
      select source_id as "sourceId" from payment where account_id = ${family.accountId}
        and instalment_seq = ${family.next.seq + 1}`)
    expect(debit?.sourceId).toBe(first)
  })

  it('falls back to the method of all others when it is removed, and is announced with that', async () => {
    const family = await failedFamily()
    const [first, second] = family.sourceIds
    await family.payWith(second ?? '')
    await run()
    const token = await server.logIn(family.email, family.mobile)
    const removed = await server.call(
      `POST /api/portal/customer/account/${family.accountId}/remove-repayment-source`,
      { token, body: { repaymentSourceId: second } },
    )
    expect(removed.status).toBe(200)
    const { retryOn } = await family.now()
    await runUntil(addBusinessDays(retryOn as CalendarDate, 3, calendars.AU))
    expect(await family.debits()).toMatchObject([
      { status: 'Failed', sourceId: first },
      { status: 'Succeeded', sourceId: first },
    ])
  })

  it('pays an overdue one, whose request asks no more', async () => {
    const family = await failedFamily()
    await becomeOverdue(family)
    const [, second] = family.sourceIds
    const on = (await family.fix()).payments[0]?.otherMethodOn as CalendarDate
    expect(on).toBe(afterNotice(today('AU'), calendars.AU))
    expect(await family.payWith(second ?? '')).toMatchObject({ body: { triedOn: on } })
    expect(await family.requests()).toMatchObject([{ status: 'Cancelled' }])
    await run()
    await runUntil(on)
    expect(await family.now()).toMatchObject({ status: 'Paid' })
    expect((await family.debits()).map(({ status }) => status)).toEqual([
      'Failed',
      'Failed',
      'Failed',
      'Succeeded',
    ])
  })

  it('is one of this account that can be charged, and not BPAY', async () => {
    const other = await addPlanFamily({ sources: [visaDebit(), visaCredit()] })
    const family = await failedFamily({ sources: [visaDebit(), bpay(), visaCredit({ isExpired: true })] })
    const [, deposit, expired] = family.sourceIds
    expect((await family.fix()).payments[0]?.otherMethods).toEqual([])
    expect(await family.payWith(deposit ?? '')).toMatchObject({ body: { code: 'source_unusable' } })
    expect(await family.payWith(expired ?? '')).toMatchObject({ body: { code: 'source_unusable' } })
    expect(await family.payWith(other.sourceIds[1] ?? '')).toMatchObject({ status: 404 })
  })
})
