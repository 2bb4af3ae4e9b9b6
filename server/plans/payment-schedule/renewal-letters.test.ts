import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, calendarDate, dateIn, formatDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import { cents } from '#domain/money.ts'
import { planEditCutOff } from '#domain/plan/payment-schedule.ts'
import type { Region } from '#domain/region.ts'
import type { Account } from '#tools/demo/account.ts'
import { visaDebit } from '#tools/demo/sources.ts'
import { addFamily } from '#tools/testing/family.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { itLong } from '#tools/testing/long-tests.ts'
import { payer, type Payer } from '#tools/testing/payer.ts'
import { daysOf } from '#tools/testing/repayments.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'
import { day, money } from '../../letters/messages/wording.ts'
import type { MessageKind } from '../../letters/messages/message.ts'
import { render } from '../../letters/messages/render.ts'
import { deliverWaiting } from '../../letters/outbox/outbox.ts'
import { runRepayments } from '../repayments/run-repayments.ts'
import { listShown, listWaiting } from '../../desk-api/queue/waiting.reads.ts'
import { renewPlans } from './renewals.ts'

const server = await testServer()
const { deps } = server
const { goTo, run } = daysOf(server)

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

type Family = Pick<Payer, 'accountId' | 'email'>

/** What the family was sent, oldest first, in words. */
async function lettersTo({ accountId, email }: Family, kind?: string) {
  const rows = await deps.db.many<{ kind: MessageKind; facts: never }>(sql`
    select kind, facts from outbox_message
    where account_id = ${accountId} and recipient = ${email} and (${kind ?? null}::text is null or kind = ${kind ?? null})
    order by created_at, id`)
  return rows.map((row) => {
    const words = render(row.kind, row.facts, context)
    return { kind: row.kind, subject: '', html: '', ...words }
  })
}

const kindsTo = async (family: Family) => (await lettersTo(family)).map(({ kind }) => kind)

async function planOf({ accountId }: Pick<Family, 'accountId'>, year: number) {
  const row = await deps.db.first<{
    id: string
    status: string
    start: CalendarDate
    amount: number
    count: number
    total: number
    first: CalendarDate | null
    promised: number
    region: Region
  }>(sql`
    select plan.id, plan.status, version.start_date as start, version.periodic_amount_minor as amount,
      version.repayment_count as count, version.total_minor as total, account.region,
      (select min(collect_on) from instalment where plan_id = plan.id and account_id = plan.account_id) as first,
      (select coalesce(sum(amount_minor), 0)::bigint from instalment
        where plan_id = plan.id and account_id = plan.account_id) as promised
    from plan join account on account.id = plan.account_id
      join plan_version version on version.account_id = plan.account_id and version.plan_id = plan.id
        and version.version = plan.version
    where plan.account_id = ${accountId} and plan.tuition_year = ${year}`)
  if (!row) throw new Error('There is no plan for that year')
  return row
}

const editUntil = ({ start, region }: { start: CalendarDate; region: Region }) =>
  planEditCutOff(start, calendars[region])

async function overviewOf(parent: Payer) {
  await parent.logInAgain()
  const { body } = await server.call(`GET /api/portal/customer/account/${parent.accountId}/overview`, {
    token: parent.token,
  })
  return body
}

const queueOf = async ({ accountId }: Family) => {
  const at = { now: deps.clock(), arrearsBefore: deps.clock() }
  const held = (await listWaiting(deps.db, at)).filter(
    (item) => item.kind === 'RenewalWithoutMethod' && item.accountId === accountId,
  )
  return listShown(deps.db, at, held)
}

/** The whole of last year is paid, so that only the new plan is left to look at. */
const settle = ({ accountId }: Family) =>
  deps.db.run(sql`
    update instalment set status = 'Paid', settled_minor = amount_minor, collected_on = collect_on
    from plan where plan.id = instalment.plan_id and plan.account_id = ${accountId} and plan.tuition_year = 2027
      and instalment.account_id = ${accountId} and instalment.status <> 'Paid'`)

describe('A renewal', () => {
  let quiet: Payer
  let eager: Payer
  let penniless: Payer
  let expiring: Payer
  let british: Payer
  let latecomer: Payer
  let inTwoCountries: Awaited<ReturnType<typeof addFamily>>
  const withoutMethod: Account = { sources: [] }

  beforeAll(async () => {
    await server.travel(new Date('2027-06-10T10:00:00+10:00').getTime() - deps.clock().getTime())
    quiet = await payer(server, { students: [{ firstName: 'Leo', level: 'Year 5' }] })
    eager = await payer(server)
    penniless = await payer(server, withoutMethod)
    // Its last month is December; the first payment is in January.
    expiring = await payer(server, { sources: [visaDebit({ expiresInMonths: 6 })] })
    british = await payer(server, { school: 'Oakfield School', sources: [] })
    latecomer = await payer(server, { school: 'Ironbark College' })
    await deps.db.run(sql`
      update institution set renewal_opens_days = case when name = 'Ironbark College' then null else 75 end`)
    inTwoCountries = await addFamily(server, {
      email: 'two.countries@demo.example',
      mobile: '+61491573999',
      accounts: [{}, { school: 'Oakfield School' }],
    })
    await server.travel(new Date('2027-06-18T10:00:00+01:00').getTime() - deps.clock().getTime())
    await renewPlans(deps)
    await server.travel(new Date('2027-10-18T10:00:00+11:00').getTime() - deps.clock().getTime())
    await renewPlans(deps)
    await deliverWaiting(deps)
  })

  it('is told with old and new amount, first date, count, method and last day, and that it starts by itself', async () => {
    const [old, plan] = [await planOf(quiet, 2027), await planOf(quiet, 2028)]
    const [letter] = await lettersTo(quiet, 'PlanToReview')
    const { text, subject } = letter!
    expect(subject).toBe('Review your plan for 2028')
    expect(text).toContain(`This plan starts on ${day(plan.first!)} unless you change it.`)
    expect(text).toMatch(new RegExp(`Each payment for 2027: \\${money(cents(old.amount), 'AU')} fortnightly`))
    expect(text).toMatch(
      new RegExp(`Each payment for 2028: \\${money(cents(plan.amount), 'AU')} fortnightly`),
    )
    expect(text).toContain(`First payment: ${day(plan.first!)}`)
    expect(text).toContain(`Payments: ${plan.count}, fortnightly`)
    expect(text).toContain(`Last day to edit: ${day(editUntil(plan))}`)
    expect(text).toContain('Payment method: Visa ending 5556')
    expect(text).not.toContain('needs a payment method')
    const { plans } = await overviewOf(quiet)
    expect(plans.find(({ tuitionYear }: any) => tuitionYear === 2028).renewal).toEqual({
      amount: plan.amount / 100,
      period: 'Fortnight',
      paymentCount: plan.count,
      firstPaymentOn: plan.first,
      editableUntil: editUntil(plan),
      previous: { amount: old.amount / 100, period: 'Fortnight' },
      method: { displayName: 'Visa ending 5556', lastDay: null, trouble: null },
      heldOn: null,
    })
  })

  it('asks for a payment method where there is none, and where the card ends before the first payment', async () => {
    const [none] = await lettersTo(penniless, 'PlanToReview')
    expect(none!.text).toContain('Payment method: None')
    expect(none!.text).toContain('This plan needs a payment method')
    expect(none!.text).toContain('unless you change it, provided that it has a payment method by then.')
    expect(none!.text).toContain(`Please add one by ${day(editUntil(await planOf(penniless, 2028)))}`)
    const [card] = await lettersTo(expiring, 'PlanToReview')
    expect(card!.text).toContain('valid until Friday 31 December 2027, and the first payment is after that')
    expect(card!.html).toContain('/manage-payments')
    const { plans } = await overviewOf(expiring)
    const { renewal } = plans.find(({ tuitionYear }: any) => tuitionYear === 2028)
    expect(renewal.method).toEqual({
      displayName: 'Visa ending 5556',
      lastDay: '2027-12-31',
      trouble: 'CardExpired',
    })
  })

  it('is told of each of two schools with its own year, dates and currency', async () => {
    const [australian, british] = inTwoCountries.accounts.map(({ id: accountId }) => ({
      accountId,
      email: 'two.countries@demo.example',
    }))
    const inBritain = await planOf(british!, 2027)
    expect(inBritain.first! >= '2027-09-01' && inBritain.first! < '2027-09-20').toBe(true)
    const [letter] = await lettersTo(british!, 'PlanToReview')
    expect(letter!.subject).toBe('Review your plan for 2027/28')
    const each = `Each payment for 2027/28: ${money(cents(inBritain.amount), 'UK')} fortnightly`
    expect(letter!.text).toContain(each)
    expect(letter!.text).toContain(`This plan starts on ${day(inBritain.first!)} unless you change it.`)
    const inAustralia = await planOf(australian!, 2028)
    const [other] = await lettersTo(australian!, 'PlanToReview')
    expect(other!.subject).toBe('Review your plan for 2028')
    expect(other!.text).toContain(`This plan starts on ${day(inAustralia.first!)} unless you change it.`)
  })

  it('does not start without a payment method in the United Kingdom, on the day by its own calendar', async () => {
    const { first } = await planOf(british, 2027)
    expect(await lettersTo(british, 'RenewalHeld')).toEqual([])
    await run()
    expect(first! < dateIn('UK', deps.clock())).toBe(true)
    expect(await planOf(british, 2027)).toMatchObject({ status: 'Draft', promised: 0 })
    const [held, ...others] = await lettersTo(british, 'RenewalHeld')
    expect(others).toEqual([])
    expect(held!.subject).toBe('Your plan for 2027/28 has not started')
    expect(await kindsTo(british)).not.toContain('UpcomingDebit')
    expect(await queueOf(british)).toHaveLength(1)
  })

  it('is told again only when its figures change', async () => {
    await renewPlans(deps)
    expect(await lettersTo(quiet, 'PlanToReview')).toHaveLength(1)
    await deps.db.run(sql`
      update fee_item set amount_minor = amount_minor + 2600 from fee_schedule schedule
      where schedule.id = fee_item.fee_schedule_id and schedule.tuition_year = 2028 and fee_item.kind = 'Family'
        and schedule.institution_id = (select institution_id from account where id = ${quiet.accountId})`)
    await renewPlans(deps)
    await renewPlans(deps)
    const [, second, ...others] = await lettersTo(quiet, 'PlanToReview')
    expect(others).toEqual([])
    const { amount } = await planOf(quiet, 2028)
    expect(second!.text).toContain(`Each payment for 2028: ${money(cents(amount), 'AU')} fortnightly`)
  })

  it('is followed by one reminder in the last week to edit it, but not if the family has saved the plan', async () => {
    await eager.logInAgain()
    const { body: mine } = await server.call(
      `GET /api/portal/customer/account/${eager.accountId}/payment-schedule?year=2028`,
      { token: eager.token },
    )
    const saved = await eager.post('save-plan', {
      paymentSchedule: {
        accountPlanId: mine.accountPlanId,
        planYear: mine.planYear,
        startDate: mine.planStartDate,
        planDuration: mine.planDuration,
        repaymentCount: mine.repaymentCount,
        repaymentPeriod: mine.repaymentPeriod,
      },
      variances: mine.variances,
    })
    expect(saved.status).toBe(200)
    const last = editUntil(await planOf(quiet, 2028))
    await goTo(addDays(last, -8), 'AU')
    await renewPlans(deps)
    expect(await lettersTo(quiet, 'RenewalReminder')).toEqual([])
    await goTo(addDays(last, -7), 'AU')
    await Promise.all([renewPlans(deps), renewPlans(deps)])
    await goTo(addDays(last, -3), 'AU')
    await renewPlans(deps)
    const [reminder, ...others] = await lettersTo(quiet, 'RenewalReminder')
    expect(others).toEqual([])
    const { first, start } = await planOf(quiet, 2028)
    expect(reminder!.subject).toBe(`Your plan for 2028 starts on ${day(first!)}`)
    expect(reminder!.text).toContain(`This plan starts on ${day(first!)} unless you change it.`)
    expect(reminder!.text).toContain(
      `${day(planEditCutOff(start, calendars.AU))} is the last day to edit it.`,
    )
    expect(await lettersTo(eager, 'RenewalReminder')).toEqual([])
    const [asked] = await lettersTo(penniless, 'RenewalReminder')
    expect(asked!.subject).toBe('Your plan for 2028 needs a payment method')
  })

  it('is not followed by a reminder while the letter is a few days old', async () => {
    await deps.db.run(sql`update institution set renewal_opens_days = 75 where name = 'Ironbark College'`)
    await renewPlans(deps)
    await server.travel(86_400_000)
    await renewPlans(deps)
    expect(await lettersTo(latecomer, 'PlanToReview')).toHaveLength(1)
    expect(await lettersTo(latecomer, 'RenewalReminder')).toEqual([])
  })

  it('starts by itself for a family that never answers, with its notice first', async () => {
    const { first } = await planOf(quiet, 2028)
    await settle(quiet)
    await goTo(addDays(first!, 1), 'AU')
    await run()
    expect(await planOf(quiet, 2028)).toMatchObject({ status: 'Current' })
    expect(await kindsTo(quiet)).toContain('UpcomingDebit')
  })

  it.each([
    ['without a payment method', () => penniless],
    ['whose card has expired', () => expiring],
  ])('does not start for a family %s: it says so, and staff see it', async (_, parentOf) => {
    const parent = parentOf()
    const { first } = await planOf(parent, 2028).then((plan) => ({ first: plan.first ?? plan.start }))
    await settle(parent)
    if (first > dateIn('AU', deps.clock())) await goTo(first, 'AU')
    await Promise.all([runRepayments(deps), runRepayments(deps)])
    await run()
    expect(await planOf(parent, 2028)).toMatchObject({ status: 'Draft', promised: 0 })
    const held = await lettersTo(parent, 'RenewalHeld')
    expect(held).toHaveLength(1)
    expect(held[0]!.subject).toBe('Your plan for 2028 has not started')
    expect(held[0]!.text).toContain('Nothing has been taken')
    expect(held[0]!.html).toContain('/manage-payments')
    const { plans, nextRepayment } = await overviewOf(parent)
    expect(nextRepayment).toBeNull()
    expect(plans.find(({ tuitionYear }: any) => tuitionYear === 2028).renewal.heldOn).toEqual(
      expect.stringMatching(/^2028-01-/),
    )
    expect(await queueOf(parent)).toMatchObject([
      { about: 'has not started: no payment method can be charged' },
    ])
    const debits = await deps.db.many(sql`
      select from payment join plan on plan.id = payment.plan_id and plan.account_id = payment.account_id
      where payment.account_id = ${parent.accountId} and plan.tuition_year = 2028`)
    expect(debits).toEqual([])
  })

  itLong(
    'goes on by itself once there is a method: with new days, the same fees and a fresh notice',
    async () => {
      const before = await planOf(penniless, 2028)
      await goTo(calendarDate('2028-02-21'), 'AU')
      await run()
      await renewPlans(deps)
      expect(await planOf(penniless, 2028)).toEqual(before)
      expect(await lettersTo(penniless, 'RenewalHeld')).toHaveLength(1)

      await penniless.logInAgain()
      const added = await penniless.post('repayment-sources', {
        cardToken: await penniless.typeCard('4242424242424242'),
      })
      expect(added.status).toBe(200)
      await Promise.all([renewPlans(deps), renewPlans(deps)])
      const plan = await planOf(penniless, 2028)
      expect(plan).toMatchObject({ status: 'Saved', total: before.total, promised: before.total })
      expect(plan.count).toBeLessThan(before.count)
      expect(plan.amount).toBeGreaterThan(before.amount)
      const [resumed, ...others] = await lettersTo(penniless, 'RenewalResumed')
      expect(others).toEqual([])
      expect(resumed!.text).toContain(`This plan starts on ${day(plan.first!)} unless you change it.`)
      expect(resumed!.text).toContain(`${money(cents(plan.amount), 'AU')} fortnightly`)
      expect(await queueOf(penniless)).toEqual([])
      const { plans } = await overviewOf(penniless)
      expect(plans.find(({ tuitionYear }: any) => tuitionYear === 2028).renewal).toMatchObject({
        firstPaymentOn: plan.first,
        heldOn: null,
      })

      for (let on = addDays(plan.first!, -6); on <= plan.first!; on = addDays(on, 1)) {
        if (on > dateIn('AU', deps.clock())) await goTo(on, 'AU')
        await run()
      }
      expect(await planOf(penniless, 2028)).toMatchObject({ status: 'Current' })
      const [notice] = await lettersTo(penniless, 'UpcomingDebit')
      expect(notice!.text).toContain(formatDate(plan.first!))
      const taken = await deps.db.many<{ amount: number; status: string }>(sql`
      select payment.amount_minor as amount, payment.status from payment
        join plan on plan.id = payment.plan_id and plan.account_id = payment.account_id
      where payment.account_id = ${penniless.accountId} and plan.tuition_year = 2028`)
      expect(taken).toEqual([{ amount: plan.amount, status: 'Succeeded' }])
    },
  )
})
