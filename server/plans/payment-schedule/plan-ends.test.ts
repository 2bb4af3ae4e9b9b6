import { beforeEach, describe, expect, it } from 'vitest'
import { addDays, dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { cents } from '#domain/money.ts'
import type { Account } from '#tools/demo/account.ts'
import { firstOf } from '#tools/testing/long.ts'
import { itLong } from '#tools/testing/long-tests.ts'
import { addPayer } from '#tools/testing/payments.ts'
import { daysOf } from '#tools/testing/repayments.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'
import type { MessageKind } from '../../letters/messages/message.ts'
import { render } from '../../letters/messages/render.ts'
import { day, money } from '../../letters/messages/wording.ts'
import { runRepayments } from '../repayments/run-repayments.ts'
import { endTemporaryPlans } from './temporary-plans.ts'

const server = await testServer()
const { deps } = server
const { goTo } = daysOf(server)

const { portalOrigin, legalEntity } = deps.config
const support = { phone: '1300 000 000', email: 'help@larkwell.example' }
const context = {
  brand: 'Larkwell',
  portalOrigin,
  support: { AU: support, UK: support },
  legalEntity,
  region: null,
  payUrl: `${portalOrigin}/pay-now`,
}

type Family = { accountId: string }

async function lettersTo({ accountId }: Family) {
  const rows = await deps.db.many<{ kind: MessageKind; facts: never }>(sql`
    select kind, facts from outbox_message
    where account_id = ${accountId} and kind in ('PlanCompleted', 'TemporaryPlanEnded') order by created_at, id`)
  return rows.map(({ kind, facts }) => ({ kind, html: '', ...render(kind, facts, context) }))
}

async function plansOf({ accountId }: Family) {
  return deps.db.many<{
    id: string
    year: number
    amount: number
    total: number
    tailoredUntil: CalendarDate | null
    first: CalendarDate
    editUntil: string
  }>(sql`
    select plan.id, tuition_year as year, version.periodic_amount_minor as amount, version.total_minor as total,
      tailored_until as "tailoredUntil",
      (select min(collect_on) from instalment where plan_id = plan.id and account_id = plan.account_id) as first
    from plan join plan_version version on version.account_id = plan.account_id and version.plan_id = plan.id
      and version.version = plan.version
    where plan.account_id = ${accountId} order by tuition_year`)
}

const payAll = ({ accountId }: Family, except = 0) =>
  deps.db.run(sql`
    update instalment set status = 'Paid', settled_minor = amount_minor, reserved_minor = 0, collected_on = collect_on
    from plan
    where plan.id = instalment.plan_id and plan.account_id = ${accountId} and instalment.account_id = ${accountId}
      and plan.status = 'Current' and instalment.status <> 'Paid'
      and seq <= (select max(seq) from instalment i where i.account_id = ${accountId} and i.plan_id = plan.id) - ${except}::int`)

const endTemporarily = ({ accountId }: Family, until: CalendarDate) =>
  deps.db.run(sql`
    update plan set tailored_type = 'ReducedPayments', tailored_until = ${until}
    where account_id = ${accountId} and status = 'Current'`)

const today = () => dateIn('AU', deps.clock())
/** As the jobs do, in either order, and more than once. */
async function aDay(order: 'RepaymentsFirst' | 'TemporaryFirst') {
  const jobs = [() => runRepayments(deps), () => endTemporaryPlans(deps)]
  if (order === 'TemporaryFirst') jobs.reverse()
  for (const job of [...jobs, ...jobs]) await job()
}

const withNext: Account = {
  plans: [
    { status: 'Current', starts: -90 },
    { status: 'Saved', year: 'Next', savedBy: 'Renewal' },
  ],
}

describe('The end of a plan', () => {
  beforeEach(() => goTo(addDays(today(), 1), 'AU'))

  it.each(firstOf(1, ['RepaymentsFirst', 'TemporaryFirst'] as const))(
    'that was temporary is told in one letter, with what was paid and what comes next (%s)',
    async (order) => {
      const family = await addPayer(server, withNext)
      const [old, next] = await plansOf(family)
      await payAll(family)
      await endTemporarily(family, addDays(today(), -1))
      await aDay(order)
      await goTo(addDays(today(), 1), 'AU')
      await aDay(order)
      const [letter, ...others] = await lettersTo(family)
      expect(others).toEqual([])
      expect(letter).toMatchObject({
        kind: 'PlanCompleted',
        subject: `Your temporary plan for ${old!.year} is complete`,
      })
      const { text } = letter!
      expect(text).toContain(`Paid: ${money(cents(old!.total), 'AU')}`)
      expect(text).toContain(`Next: your plan for ${next!.year}`)
      expect(text).toContain(`${money(cents(next!.amount), 'AU')} fortnightly`)
      expect(text).toContain(`This plan starts on ${day(next!.first)} unless you change it.`)
      expect((await plansOf(family))[0]!.tailoredUntil).toBeNull()
    },
  )

  itLong('that has payments left says which, and does not ask to choose what cannot be chosen', async () => {
    const family = await addPayer(server, withNext)
    await payAll(family, 3)
    await endTemporarily(family, addDays(today(), -1))
    await aDay('TemporaryFirst')
    const [letter, ...others] = await lettersTo(family)
    expect(others).toEqual([])
    expect(letter).toMatchObject({ kind: 'TemporaryPlanEnded', subject: 'Your temporary plan has ended' })
    expect(letter!.text).toContain('Your plan goes on')
    expect(letter!.text).toMatch(/3 payments, \$[\d,.]+ in all, are still to come/)
    expect(letter!.text).not.toContain('choose')
  })

  it('waits for a last payment that is on its way, and is then told once', async () => {
    const family = await addPayer(server, withNext)
    await payAll(family, 1)
    await deps.db.run(sql`
      update instalment set status = 'Collecting', reserved_minor = amount_minor from plan
      where plan.id = instalment.plan_id and plan.account_id = ${family.accountId}
        and instalment.account_id = ${family.accountId} and plan.status = 'Current' and instalment.status = 'Scheduled'`)
    await endTemporarily(family, addDays(today(), -1))
    await aDay('TemporaryFirst')
    expect(await lettersTo(family)).toEqual([])
    await payAll(family)
    await aDay('TemporaryFirst')
    expect((await lettersTo(family)).map(({ kind }) => kind)).toEqual(['PlanCompleted'])
  })

  itLong(
    'asks for a payment method where the next plan has none, and never says that nothing is to be done',
    async () => {
      const family = await addPayer(server, { ...withNext, sources: [] })
      await payAll(family)
      await aDay('RepaymentsFirst')
      const [letter] = await lettersTo(family)
      expect(letter!.text).toContain('There is no payment method for this plan. Please add one')
      expect(letter!.html).toContain('/manage-payments')
      expect(letter!.text).not.toMatch(/nothing (for you|more|you have) to do/)
    },
  )

  itLong('says what to do where there is no next plan', async () => {
    const family = await addPayer(server, { plans: [{ status: 'Current', starts: -90 }] })
    const [old] = await plansOf(family)
    await payAll(family)
    await deps.db.run(sql`update account set renewal_status = 'Renewing' where id = ${family.accountId}`)
    await aDay('RepaymentsFirst')
    const [letter] = await lettersTo(family)
    expect(letter!.text).toContain(`There is no plan for ${old!.year + 1} yet`)
    expect(letter!.html).toContain('Choose a plan')
  })
})
