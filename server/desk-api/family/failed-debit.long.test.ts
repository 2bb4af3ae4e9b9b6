import { describe, expect, it } from 'vitest'
import type { StaffFamily } from '#contract/staff-family.ts'
import type { StaffPlanHistories } from '#contract/staff-family-plans.ts'
import type { FamilyActivities, FamilyMessages, FamilyPayments } from '#contract/staff-family-records.ts'
import { daysOf } from '#tools/testing/repayments.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'

const server = await testServer()

describe('A family whose debit fails', () => {
  it('is overdue, with what was tried, booked and said about it', async () => {
    const { addPlanFamily, run } = daysOf(server)
    const family = await addPlanFamily({ plans: [{ status: 'Current' }] })
    const { accountId } = family
    await server.sandboxApi('faults', {
      provider: 'stripe',
      match: accountId,
      action: 'decline:insufficient_funds',
      times: 1,
    })
    await family.comeToCollection()
    await run()
    // Days have gone by, and with them the session of anybody from before.
    const { token } = await addStaff(server, 'support')
    const read = async <Reply>(path: string) => {
      const { status, body } = await server.call(`GET /api/staff/families/${path}`, { token })
      expect([path, status]).toEqual([path, 200])
      return body as Reply
    }
    const { glance, name, counts } = await read<StaffFamily>(accountId)
    const plan = glance.plans[0]!
    expect(name).toBe('Bennett family')
    expect(glance.overdue).toMatchObject({
      amount: plan.payments.find(({ status }) => status === 'Failed')?.amount,
      sentence: expect.stringMatching(/^Payment \d+ of \d+, due .*\. It is tried again on /),
    })
    expect(plan.payments.filter(({ status }) => status === 'Paid')).toHaveLength(plan.paidCount)
    const { payments } = await read<FamilyPayments>(`${accountId}/payments?filter=Failed`)
    expect(payments[0]?.status).toBe('Failed')
    const { plans } = await read<StaffPlanHistories>(`${accountId}/plans`)
    expect(plans[0]?.toBeMade[0]).toMatchObject({
      state: 'Retrying',
      note: expect.stringContaining('Tried again'),
    })
    const messages = await read<FamilyMessages>(`${accountId}/messages`)
    expect(messages.messages.map(({ title }) => title)).toContain('Payment failed')
    expect(counts.messages).toBe(messages.counts.All)
    const { events } = await read<FamilyActivities>(`${accountId}/activity?filter=Money`)
    expect(events.find(({ tone }) => tone === 'Failure')).toMatchObject({
      who: 'System',
      sentence: expect.stringMatching(/^a payment of \$[\d,.]+ failed$/),
      detail: expect.stringContaining('not enough money'),
    })
  })
})
