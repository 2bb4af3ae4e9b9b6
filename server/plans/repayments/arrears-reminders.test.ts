import { afterEach, describe, expect, it } from 'vitest'
import { addDays } from '#domain/calendar/calendar.ts'
import { cents, formatCurrency, toDecimal } from '#domain/money.ts'
import { bankAccount } from '#tools/demo/sources.ts'
import { addBehind, sumOf } from '#tools/testing/arrears.ts'
import { expectSoundLedger } from '#tools/testing/payments.ts'
import { daysOf } from '#tools/testing/repayments.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { sql } from '../../platform/database/sql.ts'
import { lookAtDuePayments } from '../../books/payments/look.ts'
import { deleteSetting, saveSetting } from '../../platform/settings/company-settings.store.ts'
import { forgetSettings } from '../../platform/settings/company-settings.ts'
import { chaseOverdue } from './chase-overdue.ts'

const server = await testServer()
const { deps } = server
const { goTo, today, hearNews, restFamilies } = daysOf(server)

afterEach(() => expectSoundLedger(server))
afterEach(restFamilies)

type Family = Awaited<ReturnType<typeof addBehind>>
const lettersTo = async (family: Family) => (await family.letters('PaymentOverdue')).length
const textsTo = async (family: Family) => (await family.letters('PaymentOverdueText')).length
const tasksOf = async (family: Family) => {
  const { token } = await addStaff(server, 'operations')
  const { body } = await server.call('GET /api/staff/queue?kind=Arrears', { token })
  return body.items.filter(({ accountId }: { accountId: string }) => accountId === family.accountId)
}

/** Day by day, with all that a day brings for what is overdue. */
async function letDaysPass(days: number, onDay: (day: number) => Promise<void> = async () => {}) {
  for (let day = 1; day <= days; day += 1) {
    await goTo(addDays(today('AU'), 1), 'AU')
    await onDay(day)
    await lookAtDuePayments(deps)
    await chaseOverdue(deps)
    await chaseOverdue(deps)
  }
}

describe('A family that is behind', () => {
  it('gets one letter and one text about all of it, however many instalments it is', async () => {
    const family = await addBehind(server)
    await family.fallBehind(30, 16, 2)
    await chaseOverdue(deps)
    await Promise.all([chaseOverdue(deps), chaseOverdue(deps)])
    const owing = await family.owing()
    expect(await family.letters('PaymentOverdue')).toMatchObject([
      {
        recipient: family.email,
        facts: {
          amount: sumOf(owing),
          dueOn: owing[0]?.dueOn,
          reminders: 0,
          parts: owing.map(({ dueOn, owing: amount }) => ({ dueOn, amount })),
        },
      },
    ])
    expect(await textsTo(family)).toBe(1)
    const mail = async () => (await server.message(family.email, 'email')).text
    await expect.poll(mail).toContain('3 of your payments')
    for (const { owing: amount } of owing)
      expect(await mail()).toContain(formatCurrency(toDecimal(cents(amount)), 'AU'))
  })

  it('and never answers is reminded on the days of the ladder, and then becomes one task of staff', async () => {
    const family = await addBehind(server)
    await family.fallBehind(12, 5)
    await chaseOverdue(deps)
    const told: number[] = []
    await letDaysPass(26, async (day) => {
      if ((await lettersTo(family)) > told.length + 1) told.push(day - 1)
    })
    expect(told).toEqual([7, 14, 21])
    expect(await lettersTo(family)).toBe(4)
    expect(await textsTo(family)).toBe(4)
    expect(await tasksOf(family)).toEqual([])
    await letDaysPass(40)
    expect(await lettersTo(family)).toBe(4)
    const [request] = await family.requests()
    expect(await tasksOf(family)).toMatchObject([
      {
        id: request?.id,
        amount: toDecimal(cents(sumOf(await family.owing()))),
        about: expect.stringMatching(/^2 payments overdue, the oldest since .*; 4 reminders, the last on /),
      },
    ])
    // The link of the first letter is still that of the debt.
    expect((await family.page(await family.link(request?.id ?? ''))).status).toBe(200)
  })

  it('is told of what joins it, but not twice within a week', async () => {
    const family = await addBehind(server)
    await family.fallBehind(3)
    await chaseOverdue(deps)
    await letDaysPass(42, async (day) => {
      if (day % 2 === 0 && day <= 20) await family.fallBehind(0)
    })
    const letters = await family.letters('PaymentOverdue')
    expect(letters.length).toBeLessThanOrEqual(7)
    expect(letters.at(-1)?.facts.amount).toBe(sumOf(await family.owing()))
    const gaps = await deps.db.many<{ hours: number }>(sql`
      select extract(epoch from created_at - lag(created_at) over (order by created_at))::float8 / 3600 as hours
      from outbox_message where account_id = ${family.accountId} and kind = 'PaymentOverdue'`)
    for (const { hours } of gaps.slice(1)) expect(Math.round(hours / 24)).toBeGreaterThanOrEqual(7)
  })

  it('is not reminded while its money is on its way, nor once it has paid', async () => {
    const family = await addBehind(server, { sources: [bankAccount()] })
    await family.fallBehind(3)
    await chaseOverdue(deps)
    const amount = toDecimal(cents(sumOf(await family.owing())))
    expect((await family.pay(amount)).body.status).toBe('Processing')
    await deps.db.run(sql`
      update payment_request set created_at = created_at - interval '8 days', reminded_at = reminded_at - interval '8 days'
      where account_id = ${family.accountId}`)
    await chaseOverdue(deps)
    expect(await lettersTo(family)).toBe(1)
    await hearNews()
  })

  it('is reminded on the days that the company has set', async () => {
    await saveSetting(deps.db, 'arrearsReminderDays', [2, 12])
    forgetSettings(deps.config)
    try {
      const family = await addBehind(server)
      await family.fallBehind(3)
      await chaseOverdue(deps)
      expect(await lettersTo(family)).toBe(0)
      await letDaysPass(2)
      expect(await lettersTo(family)).toBe(1)
      await letDaysPass(9)
      expect(await lettersTo(family)).toBe(1)
      await letDaysPass(1)
      expect(await lettersTo(family)).toBe(2)
      await letDaysPass(8)
      expect(await lettersTo(family)).toBe(2)
      expect(await tasksOf(family)).toHaveLength(1)
    } finally {
      await deleteSetting(deps.db, 'arrearsReminderDays')
      forgetSettings(deps.config)
    }
  })
})
