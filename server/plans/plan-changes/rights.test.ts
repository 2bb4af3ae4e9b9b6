import { expect, it } from 'vitest'
import type { PlanMaterialReply } from '#contract/payment-schedule.ts'
import { addDays, calendarDate } from '#domain/calendar/calendar.ts'
import { nextBusinessDay } from '#domain/calendar/holidays.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { travelTo } from '#tools/testing/planner.ts'
import { daysOf } from '#tools/testing/repayments.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { sql } from '../../platform/database/sql.ts'

const server = await testServer()
const { deps } = server
const { addPlanFamily } = daysOf(server)
await travelTo(server, '2027-05-10T02:00:00Z')

async function family(account: { canEditOrAddPlan?: boolean } = {}) {
  const they = await addPlanFamily({ plans: [{ status: 'Current' }], ...account })
  const { accountId, email, mobile } = they
  const token = await server.logIn(email, mobile)
  const path = `/api/portal/customer/account/${accountId}`
  const read = async (what: string) => (await server.call(`GET ${path}/${what}`, { token })).body
  const { plan, flexible } = (await read('plan-material')) as PlanMaterialReply
  const [next, second] = flexible!.coming
  const post = (call: string, body: object) =>
    server.call(`POST ${path}/${call}`, {
      token,
      body: { planId: plan!.id, version: plan!.version, ...body },
    })
  return {
    accountId,
    flexible: flexible!,
    read,
    move: () =>
      post('move-payment', {
        dueOn: next!.dueOn,
        to: nextBusinessDay(addDays(calendarDate(next!.on), 3), calendars.AU),
      }),
    skip: () => post('skip-payments', { dueOn: [second!.dueOn], outcome: 'Spread' }),
  }
}

it('A family whose plan our people must look at first changes nothing of it, and no page offers it', async () => {
  const they = await family({ canEditOrAddPlan: false })
  expect(they.flexible).toMatchObject({ whyNot: 'Blocked', movesLeft: 0 })
  expect((await they.read('overview')).nextRepayment).toMatchObject({ movableUntil: null })
  for (const call of [they.move, they.skip])
    expect(await call()).toMatchObject({ status: 403, body: { code: 'plan_not_editable' } })
})

it('A part-year plan that staff have confirmed stays so when the family moves a payment', async () => {
  const they = await family()
  await deps.db.run(sql`update plan set cover_from = '2027-05-10' where account_id = ${they.accountId}`)
  const saveAs = (by: 'Staff' | 'Customer') =>
    deps.db.run(sql`
      update plan_version set part_year_adjustment_minor = -400000, saved_by = ${by}
      where account_id = ${they.accountId} and version = 1`)
  const { token } = await addStaff(server, 'operations')
  const isQueued = async () => {
    const { body } = await server.call('GET /api/staff/queue?kind=PartYear&limit=500', { token })
    return body.items.some((item: { accountId: string }) => item.accountId === they.accountId)
  }
  await saveAs('Customer')
  expect(await isQueued()).toBe(true)
  await saveAs('Staff')
  expect(await isQueued()).toBe(false)
  expect(await they.move()).toMatchObject({ status: 200 })
  expect(await isQueued()).toBe(false)
})
