import { describe, expect, it } from 'vitest'
import type { Explanation } from '#contract/explanations.ts'
import type { Overview } from '#contract/overview.ts'
import type { PlanMaterialReply } from '#contract/payment-schedule.ts'
import { addDays, calendarDate, formatDate, formatDayOfMonth } from '#domain/calendar/calendar.ts'
import { nextBusinessDay } from '#domain/calendar/holidays.ts'
import { noticeDay } from '#domain/repayments.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { travelTo } from '#tools/testing/planner.ts'
import { calendarEvents } from '#tools/testing/read-calendar.ts'
import { daysOf } from '#tools/testing/repayments.ts'
import { testServer } from '#tools/testing/server.ts'

const server = await testServer()
const { goTo, run, addPlanFamily } = daysOf(server)
await travelTo(server, '2027-03-01T01:00:00Z')

async function family() {
  const { accountId, email, mobile } = await addPlanFamily({
    plans: [{ status: 'Current', starts: -20, frequency: 'Month' }],
  })
  const path = `/api/portal/customer/account/${accountId}`
  const call = async <Body>(what: string, body?: object) => {
    const token = await server.logIn(email, mobile)
    const reply = await server.call(`${body ? 'POST' : 'GET'} ${path}/${what}`, {
      token,
      ...(body && { body }),
    })
    expect(reply.status).toBe(200)
    return reply.body as Body
  }
  const read = async () => {
    const { plan, flexible, schedule } = await call<PlanMaterialReply>('plan-material')
    return { which: { planId: plan!.id, version: plan!.version }, coming: flexible!.coming, schedule }
  }
  return { call, read }
}

describe('What a family has changed shows elsewhere', () => {
  it('a moved payment: in its explanation, on the Overview, in the list of days and in calendars', async () => {
    const { call, read } = await family()
    const { which, coming } = await read()
    const [next] = coming
    const from = calendarDate(next!.on)
    const to = nextBusinessDay(addDays(from, 3), calendars.AU)
    const { feed } = await call<{ feed: { url: string } }>('calendar-feed', {})
    await call('move-payment', { ...which, dueOn: next!.dueOn, to })

    const { groups } = await call<Explanation>('explanations/next-payment')
    expect(groups[0]?.lines[0]?.sentence).toContain(`, moved from ${formatDate(from)} at your request`)
    const { nextRepayment, activePlan } = await call<Overview>('overview')
    expect(nextRepayment).toMatchObject({ date: to, dueNote: `moved from ${formatDayOfMonth(from)}` })
    expect(activePlan?.payments).toContainEqual(expect.objectContaining({ date: to, movedFrom: from }))
    expect((await read()).schedule).toMatchObject({
      payments: expect.arrayContaining([expect.objectContaining({ date: to, movedFrom: from })]),
    })
    const file = await (await fetch(`${server.url}${new URL(feed.url).pathname}`)).text()
    const event = calendarEvents(file).find(({ date }) => date === to)
    expect(event?.description).toContain(`Moved from ${formatDayOfMonth(from)} at your request.`)
    expect(calendarEvents(file).map(({ date }) => date)).not.toContain(from)
  })

  it('skipped payments: in the explanation of the next amount, and not in calendars', async () => {
    const { call, read } = await family()
    const { which, coming } = await read()
    const [first, second, third, fourth] = coming
    const { feed } = await call<{ feed: { url: string } }>('calendar-feed', {})
    await call('skip-payments', { ...which, dueOn: [second!.dueOn, third!.dueOn], outcome: 'Spread' })
    const file = await (await fetch(`${server.url}${new URL(feed.url).pathname}`)).text()
    const days = calendarEvents(file).map(({ date }) => date)
    expect(days).not.toContain(second!.on)
    expect(days).toContain(fourth!.on)

    // Once the payment before them is made, the next one is compared with it.
    for (const day of [noticeDay(calendarDate(first!.on), calendars.AU), calendarDate(first!.on)]) {
      await goTo(day, 'AU')
      await run()
    }
    const { change } = await call<Explanation>('explanations/next-payment')
    expect(change?.by).toBeGreaterThan(0)
    expect(change?.because).toEqual([
      { sentence: expect.stringMatching(/^You skipped 2 payments on /), amount: change?.by },
    ])
  })
})
