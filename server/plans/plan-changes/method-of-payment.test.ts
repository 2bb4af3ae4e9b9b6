import { afterEach, describe, expect, it } from 'vitest'
import type { PaymentMethods } from '#contract/plan-changes.ts'
import { addDays, type CalendarDate } from '#domain/calendar/calendar.ts'
import { addBusinessDays, nextBusinessDay } from '#domain/calendar/holidays.ts'
import { changeableUntil } from '#domain/plan/changes/coming.ts'
import { noticeDay } from '#domain/repayments.ts'
import type { Account } from '#tools/demo/account.ts'
import { bpay, visaCredit, visaDebit } from '#tools/demo/sources.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { expectSoundLedger } from '#tools/testing/payments.ts'
import { travelTo } from '#tools/testing/planner.ts'
import { daysOf } from '#tools/testing/repayments.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'

const server = await testServer()
const { deps } = server
const { goTo, run, runUntil, addPlanFamily, restFamilies } = daysOf(server)

await travelTo(server, '2027-03-01T01:00:00Z')
afterEach(() => expectSoundLedger(server))
afterEach(restFamilies)

/** A family with a running plan and two cards, of which the first takes all payments. */
async function newFamily(account: Account = {}) {
  const family = await addPlanFamily({
    sources: [visaDebit(), visaCredit()],
    plans: [{ status: 'Current', starts: -20, frequency: 'Month' }],
    ...account,
  })
  const { accountId, email, mobile, next } = family
  const call = async (what: string, body?: object) => {
    // Days go by, and sessions end.
    const token = await server.logIn(email, mobile)
    const path = `/api/portal/customer/account/${accountId}`
    return server.call(`${body ? 'POST' : 'GET'} ${path}/${what}`, { token, ...(body && { body }) })
  }
  const material = async () => (await call('plan-material')).body
  return {
    ...family,
    call,
    material,
    methods: async (dueOn: string = next.dueOn) =>
      (await call(`methods-of-payment?planId=${next.planId}&dueOn=${dueOn}`)).body as PaymentMethods,
    choose: async (sourceId: string | undefined, more: object = {}) =>
      call('choose-method-of-payment', {
        planId: next.planId,
        version: (await material()).plan.version,
        dueOn: next.dueOn,
        sourceId,
        ...more,
      }),
    debits: () =>
      deps.db.many<{ status: string; sourceId: string; surcharge: number }>(sql`
        select status, source_id as "sourceId", surcharge_minor::int as surcharge from payment
        where account_id = ${accountId} and plan_id = ${next.planId} and instalment_seq >= ${next.seq}
        order by instalment_seq, attempt`),
    /** The methods that the family was told of, of the payments from the next one on. */
    announced: async () =>
      (
        await deps.db.many<{ facts: { methodName: string; collectOn: string } }>(sql`
          select facts from outbox_message where account_id = ${accountId} and kind = 'UpcomingDebit'
            and facts->>'collectOn' >= ${next.collectOn} order by created_at, id`)
      ).map(({ facts }) => facts.methodName),
  }
}

describe('A coming payment that is taken from another method', () => {
  it('is announced again with it and charged once, and the others stay with theirs', async () => {
    const family = await newFamily()
    const { next } = family
    const [usual, other] = family.sourceIds
    await goTo(noticeDay(next.collectOn, calendars.AU), 'AU')
    await run()
    const before = await family.methods()
    expect(before).toMatchObject({ on: next.collectOn, chosen: usual, usual: { id: usual }, whyNot: null })
    const [, card] = before.methods
    expect(card).toMatchObject({ id: other, on: next.collectOn })
    expect(card?.total).toBeCloseTo(before.amount + (card?.surcharge ?? 0))
    expect(card?.surcharge).toBeGreaterThan(0)

    expect(await family.choose(other)).toMatchObject({ status: 200, body: { on: next.collectOn } })
    expect(await family.choose(other)).toMatchObject({ status: 200, body: { on: next.collectOn } })
    expect((await family.material()).flexible.coming[0]).toMatchObject({
      dueOn: next.dueOn,
      method: card?.displayName,
    })
    expect((await family.material()).flexible.coming[1]).not.toHaveProperty('method')
    expect((await family.call('overview')).body.nextRepayment).toMatchObject({
      date: next.collectOn,
      total: card?.total,
      source: { displayName: card?.displayName },
    })
    await run()
    await runUntil(next.collectOn)
    expect(await family.announced()).toEqual([before.usual?.displayName, card?.displayName])
    const following = (await family.rows()).find(({ seq }) => seq === next.seq + 1)
    const later = following?.collectOn as CalendarDate
    for (const day of [noticeDay(later, calendars.AU), later]) {
      await goTo(day, 'AU')
      await run()
    }
    expect(await family.debits()).toMatchObject([
      { status: 'Succeeded', sourceId: other, surcharge: Math.round((card?.surcharge ?? 0) * 100) },
      { status: 'Succeeded', sourceId: usual },
    ])
  })

  it('goes back to the usual one, and is announced once more', async () => {
    const family = await newFamily()
    const [usual, other] = family.sourceIds
    await goTo(noticeDay(family.next.collectOn, calendars.AU), 'AU')
    await run()
    await family.choose(other)
    await run()
    expect(await family.choose(usual)).toMatchObject({ status: 200, body: { on: family.next.collectOn } })
    expect((await family.material()).flexible.coming[0]).not.toHaveProperty('method')
    await run()
    const { methods } = await family.methods()
    const [first, second] = methods.map(({ displayName }) => displayName)
    expect(await family.announced()).toEqual([first, second, first])
    await runUntil(family.next.collectOn)
    expect(await family.debits()).toMatchObject([{ status: 'Succeeded', sourceId: usual }])
  })

  it('keeps its method when it is moved', async () => {
    const family = await newFamily()
    const [, other] = family.sourceIds
    await family.choose(other)
    const to = nextBusinessDay(addDays(family.next.collectOn, 5), calendars.AU)
    const { plan } = await family.material()
    expect(
      await family.call('move-payment', {
        planId: plan.id,
        version: plan.version,
        dueOn: family.next.dueOn,
        to,
      }),
    ).toMatchObject({ status: 200 })
    expect(await family.methods()).toMatchObject({ chosen: other, on: to })
    await runUntil(to)
    expect(await family.debits()).toMatchObject([{ status: 'Succeeded', sourceId: other }])
  })

  const losses = [
    ['has expired', sql`card_expiry = '2020-01'`],
    ['is refused by its bank', sql`status = 'Unusable'`],
  ] as const
  it.each(losses)('falls to the usual method, with a notice, when its own %s', async (_, lost) => {
    const family = await newFamily()
    const { next } = family
    const [usual, other] = family.sourceIds
    await family.choose(other)
    await runUntil(noticeDay(next.collectOn, calendars.AU))
    const { methods } = await family.methods()
    const [first, second] = methods.map(({ displayName }) => displayName)
    expect(await family.announced()).toEqual([second])
    await goTo(next.collectOn, 'AU')
    await deps.db.run(sql`
      update repayment_source set ${lost} where account_id = ${family.accountId} and id = ${other}`)
    await run()
    // Nothing is taken without notice: it is announced today, and neither taken nor overdue.
    expect(await family.now()).toMatchObject({ status: 'Scheduled' })
    expect(await family.debits()).toEqual([])
    expect(await family.announced()).toEqual([second, first])
    await runUntil(addBusinessDays(next.collectOn, 2, calendars.AU))
    expect(await family.debits()).toMatchObject([{ status: 'Succeeded', sourceId: usual }])
  })

  it('falls to the usual method when its own is removed', async () => {
    const family = await newFamily()
    const { next } = family
    const [usual, other] = family.sourceIds
    await family.choose(other)
    await runUntil(noticeDay(next.collectOn, calendars.AU))
    expect(await family.call('remove-repayment-source', { repaymentSourceId: other })).toMatchObject({
      status: 200,
    })
    await run()
    await runUntil(next.collectOn)
    expect(await family.announced()).toHaveLength(2)
    expect(await family.debits()).toMatchObject([{ status: 'Succeeded', sourceId: usual }])
  })
})

describe('The method of a coming payment', () => {
  it('is chosen to the end of the second business day before, and not later', async () => {
    const family = await newFamily()
    const [, other] = family.sourceIds
    const until = changeableUntil(family.next.collectOn, calendars.AU)
    await runUntil(addBusinessDays(until, 1, calendars.AU))
    expect(await family.methods()).toMatchObject({ until, whyNot: 'TooLate' })
    const before = await family.now()
    expect(await family.choose(other)).toMatchObject({ status: 409, body: { code: 'payment_locked' } })
    expect(await family.now()).toEqual(before)
  })

  it('is one of this account that can be charged, of the plan as it stands', async () => {
    const other = await newFamily()
    const family = await newFamily({ sources: [visaDebit(), bpay(), visaCredit({ isExpired: true })] })
    const [usual, deposit, expired] = family.sourceIds
    expect((await family.methods()).methods.map(({ id }) => id)).toEqual([usual])
    expect(await family.choose(deposit)).toMatchObject({ body: { code: 'source_unusable' } })
    expect(await family.choose(expired)).toMatchObject({ body: { code: 'source_unusable' } })
    expect(await family.choose(other.sourceIds[1])).toMatchObject({ status: 404 })
    expect(await family.choose(usual, { planId: other.next.planId })).toMatchObject({ status: 404 })
    expect(await family.choose(usual, { version: 99 })).toMatchObject({ body: { code: 'plan_changed' } })
  })
})
