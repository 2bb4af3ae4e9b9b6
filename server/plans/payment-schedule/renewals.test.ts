import { beforeAll, describe, expect, it } from 'vitest'
import type { PaymentPlan } from '#contract/payment-schedule.ts'
import { calendarDate, daysBetween } from '#domain/calendar/calendar.ts'
import { cents } from '#domain/money.ts'
import type { RenewalStatus } from '#domain/plan/payment-schedule.ts'
import type { Account } from '#tools/demo/account.ts'
import { loadDemo } from '#tools/demo/load.ts'
import { feeScheduleOf, schoolId, type SchoolName } from '#tools/demo/schools.ts'
import { testDatabase } from '#tools/testing/database.ts'
import { addFamily } from '#tools/testing/family.ts'
import { describeLong, itLong } from '#tools/testing/long-tests.ts'
import { drawSample } from '#tools/testing/sample-files.ts'
import { testServer } from '#tools/testing/server.ts'
import { openDatabase } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import { renewPlans } from './renewals.ts'
import { endTemporaryPlans } from './temporary-plans.ts'

const server = await testServer()
const { deps } = server

async function goTo(moment: string): Promise<void> {
  await server.travel(new Date(moment).getTime() - deps.clock().getTime())
}

let count = 0
async function family(account: Account = {}) {
  count += 1
  const isUk = account.school === 'Oakfield School'
  const email = `renewal${count}@demo.example`
  const mobile = isUk ? `+4477009${String(20_100 + count)}` : `+614915${String(20_100 + count)}`
  const added = await addFamily(server, {
    email,
    mobile,
    ...(isUk && { region: 'UK' as const }),
    accounts: [account],
  })
  return { ...added, email, mobile }
}
type Family = Awaited<ReturnType<typeof family>>

/** As on a machine beside this one, and more often than needed. */
async function renewTwiceAtOnce(): Promise<number> {
  const db = openDatabase(server.databaseUrl, { connections: 2 })
  const counts = await Promise.all([renewPlans(deps), renewPlans({ ...deps, db })])
  await db.close()
  return counts.reduce((sum, each) => sum + each, await renewPlans(deps))
}

const statusOf = async ({ accountId }: Family) =>
  (await deps.db.first<{ status: RenewalStatus }>(sql`
    select renewal_status as status from account where id = ${accountId}`))!.status

const auditsOf = async ({ accountId }: Family, action: string) =>
  deps.db.many<{ details: Record<string, string> }>(sql`
    select details from audit_event where subject_id = ${accountId} and action = ${action} order by at`)

const mailsTo = async ({ email }: Family) =>
  (
    await deps.db.many<{ kind: string }>(sql`
      select kind from outbox_message where recipient = ${email} and channel = 'email' order by created_at`)
  ).map(({ kind }) => kind)

const plansOf = async ({ accountId }: Family, year: number) =>
  deps.db.many<{
    status: string
    version: number
    savedBy: string
    start: string
    feeYear: number
    total: number
    promised: number | null
  }>(sql`
    select plan.status, version.version, version.saved_by as "savedBy", version.start_date as start,
      version.based_on_fee_schedule_year as "feeYear", version.total_minor as total,
      (select sum(amount_minor)::bigint from instalment
        where instalment.account_id = plan.account_id and instalment.plan_id = plan.id) as promised
    from plan join plan_version version on version.account_id = plan.account_id and version.plan_id = plan.id
    where plan.account_id = ${accountId} and plan.tuition_year = ${year} order by version.version`)

async function portalOf({ accountId, email, mobile }: Family) {
  const token = await server.logIn(email, mobile)
  const path = `/api/portal/customer/account/${accountId}`
  return {
    read: async (year: number) =>
      (await server.call(`GET ${path}/payment-schedule?year=${year}`, { token })).body as PaymentPlan,
    send: async (call: 'calculate-plan' | 'save-plan', plan: PaymentPlan) =>
      server.call(`POST ${path}/${call}`, {
        token,
        body: {
          paymentSchedule: {
            accountPlanId: plan.accountPlanId,
            planYear: plan.planYear,
            startDate: plan.planStartDate,
            planDuration: plan.planDuration,
            repaymentCount: plan.repaymentCount,
            repaymentPeriod: plan.repaymentPeriod,
          },
          variances: plan.variances,
        },
      }),
    overview: async () => (await server.call(`GET ${path}/overview`, { token })).body,
  }
}

/** What the form would say to the same choices, to the cent. */
async function expectAsTheFormSays(renewed: Family, year: number): Promise<PaymentPlan> {
  const portal = await portalOf(renewed)
  const plan = await portal.read(year)
  const { status, body } = await portal.send('calculate-plan', plan)
  expect(status).toBe(200)
  expect(body).toEqual({ ...plan, planStatus: body.planStatus, lastSaved: null })
  return plan
}

const feesOf = (school: SchoolName, year: number, level: string) =>
  feeScheduleOf(school, year)
    .items.filter(
      ({ kind, yearLevel }) =>
        (kind === 'Fixed' && (yearLevel ?? level) === level) || (kind === 'Family' && yearLevel === null),
    )
    .reduce((sum, { amount }) => sum + (amount ?? 0), 0)

async function publishFees(school: SchoolName, year: number): Promise<void> {
  const schedule = feeScheduleOf(school, year)
  await deps.db.run(sql`
    insert into fee_schedule (id, institution_id, tuition_year) values (${schedule.id}, ${schoolId(school)}, ${year})`)
  await deps.db.run(sql`
    insert into fee_schedule_term (fee_schedule_id, term_no, starts_on, ends_on)
    select ${schedule.id}, * from unnest(${schedule.terms.map(({ no }) => no)}::int[],
      ${schedule.terms.map(({ startsOn }) => startsOn)}::date[], ${schedule.terms.map(({ endsOn }) => endsOn)}::date[])`)
  await deps.db.run(sql`
    insert into fee_item (fee_schedule_id, id, kind, year_level, name, amount_minor, percent_basis_points,
      is_discountable, options, position)
    select ${schedule.id}, gen_random_uuid(), item ->> 'kind', item ->> 'yearLevel', item ->> 'name',
      (item -> 'amount')::text::bigint, (item ->> 'percentBasisPoints')::int, (item -> 'isDiscountable')::boolean,
      item -> 'options', place
    from jsonb_array_elements(${JSON.stringify(schedule.items.map(({ amount, ...item }) => ({ ...item, amount: amount ?? undefined })))}::jsonb)
      with ordinality as items (item, place)`)
}

async function withdrawFees(school: SchoolName, year: number): Promise<void> {
  const { id } = feeScheduleOf(school, year)
  await deps.db.run(sql`delete from fee_item where fee_schedule_id = ${id}`)
  await deps.db.run(sql`delete from fee_schedule_term where fee_schedule_id = ${id}`)
  await deps.db.run(sql`delete from fee_schedule where id = ${id}`)
}

describeLong('The demo', () => {
  it.each(['2026-11-15T02:00:00Z', '2027-01-02T03:00:00Z'])(
    'of %s is as the nightly jobs would leave it',
    async (at) => {
      const db = openDatabase(await testDatabase(), { connections: 2 })
      const now = new Date(at)
      await db.transaction((tx) => loadDemo(tx, now, drawSample))
      const there = { ...deps, db, clock: () => now }
      expect(await renewPlans(there)).toBe(0)
      expect(await endTemporaryPlans(there)).toBe(0)
      await db.close()
    },
  )
})

describe('Renewal', () => {
  let leo: Family
  let siblings: Family
  let british: Family
  let lastInBritain: Family
  let banksia: Family
  let careful: Family
  let redgum: Family
  let termly: Family
  let late: Family
  const others: [RenewalStatus, Family][] = []

  beforeAll(async () => {
    await goTo('2027-06-10T10:00:00+10:00')
    leo = await family({ students: [{ firstName: 'Leo', level: 'Year 5' }] })
    siblings = await family({
      plans: [
        { status: 'Current', frequency: 'Month', outstanding: { amount: cents(850_00), isCovered: true } },
      ],
      students: [
        {
          firstName: 'Oliver',
          level: 'Year 9',
          discounts: [{ name: 'Scholarship', percent: 10, type: 'Scholarship' }],
          addons: [{ name: 'Instrument lessons', option: 'Cello' }],
        },
        { firstName: 'Isla', level: 'Year 6', addons: [{ name: 'School bus' }] },
        { firstName: 'Max', level: 'Year 12', addons: [{ name: 'School bus' }] },
      ],
    })
    british = await family({ school: 'Oakfield School', students: [{ level: 'Year 8' }] })
    lastInBritain = await family({ school: 'Oakfield School', students: [{ level: 'Year 13' }] })
    banksia = await family({ school: 'Banksia Grammar' })
    careful = await family({ school: 'Banksia Grammar' })
    redgum = await family({ school: 'Redgum Academy' })
    termly = await family({ plans: [{ status: 'Current', frequency: 'Term', savedBy: 'Staff' }] })
    late = await family({ school: 'Ironbark College', students: [{ level: 'Year 3' }] })
    await withdrawFees('Ironbark College', 2028)
    others.push(
      ['New', await family({ plans: [] })],
      ['New', await family({ plans: [{ status: 'Saved' }] })],
      ['New', await family({ isSetupIncomplete: true, plans: [] })],
      ['New', await family({ isLeaving: true })],
      ['Graduating', await family({ students: [{ level: 'Year 12' }] })],
      ['Closed', await family({ isLeaving: true, plans: [{ status: 'Completed' }] })],
      ['Closed', await family({ status: 'Inactive', renewalStatus: 'New' })],
      ['Offboarding', await family({ renewalStatus: 'Offboarding' })],
      ['NoRenewalDate', await family({ school: 'Jacaranda School' })],
      ['Renewing', await family({ plans: [{ status: 'Current' }, { status: 'Saved', year: 'Next' }] })],
      ['Renewing', await family({ canEditOrAddPlan: false })],
    )
    await deps.db.run(
      sql`update institution set renewal_opens_days = 75 where renewal_opens_days is not null`,
    )
    await renewPlans(deps)
  })

  it('waits for the day that the school has set, in the United Kingdom', async () => {
    await goTo('2027-06-16T23:59:57+01:00')
    expect(await renewPlans(deps)).toBe(0)
    expect([await statusOf(british), await statusOf(lastInBritain)]).toEqual(['New', 'New'])

    await goTo('2027-06-17T00:00:00+01:00')
    // Two statuses and one plan, no matter which of the two wrote them.
    expect(await renewTwiceAtOnce()).toBe(3)
    expect([await statusOf(british), await statusOf(lastInBritain)]).toEqual(['Renewing', 'Graduating'])
    expect(await auditsOf(british, 'RenewalStatusChanged')).toEqual([
      { details: { from: 'New', to: 'Renewing' } },
    ])
    expect(await mailsTo(british)).toEqual(['PlanToReview'])
    const [letter] = await deps.db.many<{ url: string }>(sql`
      select facts ->> 'portalUrl' as url from outbox_message where account_id = ${british.accountId}`)
    expect(letter?.url).toBe(`${deps.config.portalOrigin}/payment-schedule?year=2027`)
    expect(await mailsTo(lastInBritain)).toEqual([])
    const plan = await expectAsTheFormSays(british, 2027)
    expect(plan).toMatchObject({
      planStatus: 'Saved',
      basedOnFeeScheduleYear: 2027,
      totalAmount: feesOf('Oakfield School', 2027, 'Year 9') / 100,
    })
    // The old rhythm, from the first payment on that falls into the new year.
    const old = await (await portalOf(british)).read(2026)
    const start = calendarDate(plan.planStartDate)
    expect(daysBetween(calendarDate(old.planStartDate), start) % 14).toBe(0)
    expect(start >= '2027-09-01' && start <= '2027-09-14').toBe(true)
    expect(await statusOf(leo)).toBe('New')
  })

  it('is taken back when the family leaves before it was collected', async () => {
    const leaving = await family({ school: 'Oakfield School' })
    await renewPlans(deps)
    const promised = async () =>
      deps.db.many(sql`
        select from instalment join plan on plan.id = instalment.plan_id
        where instalment.account_id = ${leaving.accountId} and plan.tuition_year = 2027`)
    expect((await promised()).length).toBeGreaterThan(10)
    await deps.db.run(sql`update account set renewal_status = 'Offboarding' where id = ${leaving.accountId}`)
    expect(await renewTwiceAtOnce()).toBe(1)
    expect(await plansOf(leaving, 2027)).toMatchObject([{ status: 'Draft' }])
    expect(await promised()).toEqual([])
    expect(await auditsOf(leaving, 'RenewalWithdrawn')).toHaveLength(1)
  })

  it('is over for graduates with the British year, and for others with the first payments of the new one', async () => {
    await goTo('2027-08-31T23:59:57+01:00')
    await deps.db.run(sql`update plan set status = 'Completed' where account_id = ${lastInBritain.accountId}`)
    await renewPlans(deps)
    expect([await statusOf(british), await statusOf(lastInBritain)]).toEqual(['Renewing', 'Graduating'])
    await goTo('2027-09-01T00:00:00+01:00')
    await renewTwiceAtOnce()
    expect([await statusOf(british), await statusOf(lastInBritain)]).toEqual(['Renewing', 'Closed'])
    await deps.db.run(sql`
      update plan set status = 'Current' where account_id = ${british.accountId} and tuition_year = 2027`)
    await renewTwiceAtOnce()
    expect(await statusOf(british)).toBe('NoFeeSchedule')
    await publishFees('Oakfield School', 2028)
    await renewPlans(deps)
    expect(await statusOf(british)).toBe('New')
    expect(await plansOf(british, 2028)).toEqual([])
  })

  it('waits for the day that the school has set, in Australia', async () => {
    await goTo('2027-10-16T23:59:57+11:00')
    expect(await renewPlans(deps)).toBe(0)
    expect(await statusOf(leo)).toBe('New')

    await goTo('2027-10-17T00:00:00+11:00')
    const changed = await renewTwiceAtOnce()
    expect(changed).toBeGreaterThan(5)
    expect(await renewPlans(deps)).toBe(0)
    expect(await statusOf(leo)).toBe('Renewing')
    expect(await auditsOf(leo, 'RenewalStatusChanged')).toHaveLength(1)
    expect(await auditsOf(leo, 'PlanRenewed')).toHaveLength(1)
  })

  it('makes the plan of next year as the form would, and asks the family once to review it', async () => {
    const plan = await expectAsTheFormSays(leo, 2028)
    const total = feesOf('Wattle Grove College', 2028, 'Year 6')
    expect(plan).toMatchObject({ planStatus: 'Saved', version: 1, totalAmount: total / 100 })
    expect(await plansOf(leo, 2028)).toMatchObject([
      { status: 'Saved', savedBy: 'Renewal', feeYear: 2028, total, promised: total },
    ])
    expect(plan.repaymentCount).toBeGreaterThanOrEqual(26)
    expect(await mailsTo(leo)).toEqual(['PlanToReview'])
    const { text } = await server.message(leo.email, 'email')
    expect(text).toContain('2028')
    const { plans } = await (await portalOf(leo)).overview()
    expect(plans).toContainEqual({
      renewal: expect.objectContaining({ firstPaymentOn: expect.any(String), heldOn: null }),
      tuitionYear: 2028,
      planStartDate: plan.planStartDate,
      planStatus: 'Saved',
      lastUpdatedByCustomer: false,
      canBeEdited: true,
      renewalStatus: 'Renewing',
    })
  })

  it('keeps what still applies: a scholarship, lessons and the bus of those who stay, but no old debts', async () => {
    const plan = await expectAsTheFormSays(siblings, 2028)
    const [oliver, isla, max] = siblings.accounts[0]!.enrolmentIds
    expect(plan.variances).toMatchObject({
      standardFeeVariances: [{ enrolmentId: oliver, type: 'Scholarship', percent: 10 }],
      addons: [
        { enrolmentId: oliver, name: 'Instrument lessons', value: 'Cello' },
        { enrolmentId: isla, name: 'School bus' },
      ],
      outstandingFees: null,
    })
    expect(plan.studentFeeBreakdown.map(({ yearLevel }) => yearLevel)).toEqual(['Year 10', 'Year 7'])
    expect(JSON.stringify(plan)).not.toContain(max)
    expect(plan).toMatchObject({ planStatus: 'Saved', repaymentPeriod: 'Month', outstandingFees: 0 })
    const old = await (await portalOf(siblings)).read(2027)
    expect(plan.planStartDate.slice(8)).toBe(old.planStartDate.slice(8))
    expect(plan.planStartDate.slice(0, 7)).toBe('2028-01')
  })

  it('hands plans to staff where the school wants to see them, or the rhythm cannot be kept', async () => {
    for (const each of [redgum, termly]) {
      expect(await plansOf(each, 2028)).toMatchObject([
        { status: 'ManualReview', savedBy: 'Renewal', promised: null },
      ])
      expect(await mailsTo(each)).toEqual(['PlanInReview'])
      expect(
        await deps.db.many(sql`
          select 1 from review where account_id = ${each.accountId} and kind = 'Plan' and status = 'Open'`),
      ).toHaveLength(1)
    }
  })

  it('leaves everybody else as they should be, without a plan and without a mail', async () => {
    const found = await Promise.all(
      others.map(async ([, each]) => [await statusOf(each), await mailsTo(each)]),
    )
    expect(found).toEqual(others.map(([status]) => [status, []]))
    expect([await statusOf(banksia), await statusOf(late)]).toEqual(['NoFeeSchedule', 'NoFeeSchedule'])
    for (const [, each] of others)
      expect((await plansOf(each, 2028)).filter(({ savedBy }) => savedBy === 'Renewal')).toEqual([])
  })

  it('takes last fees where the school says so, and the new ones once they are there', async () => {
    await goTo('2027-11-02T12:00:00+11:00')
    await deps.db.run(
      sql`update institution set renews_on_last_fees = true where id = ${schoolId('Banksia Grammar')}`,
    )
    expect(await renewTwiceAtOnce()).toBe(4)
    expect(await plansOf(banksia, 2028)).toMatchObject([{ version: 1, feeYear: 2027 }])
    const portal = await portalOf(careful)
    const mine = await portal.read(2028)
    expect((await portal.send('save-plan', mine)).status).toBe(200)

    await publishFees('Banksia Grammar', 2028)
    expect(await renewTwiceAtOnce()).toBe(1)
    const [first, second] = await plansOf(banksia, 2028)
    expect(second).toMatchObject({ version: 2, feeYear: 2028, savedBy: 'Renewal', start: first?.start })
    expect(second!.total).toBeGreaterThan(first!.total)
    expect(second!.promised).toBe(second!.total)
    await expectAsTheFormSays(banksia, 2028)
    // The first letter has other figures.
    expect(await mailsTo(banksia)).toEqual(['PlanToReview', 'PlanToReview'])
    // What a family has saved is its own.
    expect(await plansOf(careful, 2028)).toMatchObject([
      { version: 1, savedBy: 'Renewal' },
      { version: 2, savedBy: 'Customer', feeYear: 2027 },
    ])
  })

  it('makes nothing anew when the same fees are sent again', async () => {
    await withdrawFees('Banksia Grammar', 2028)
    await publishFees('Banksia Grammar', 2028)
    expect(await renewPlans(deps)).toBe(0)
    expect(await plansOf(banksia, 2028)).toHaveLength(2)
  })

  const raise = (school: SchoolName) =>
    deps.db.run(sql`
      update fee_item set amount_minor = amount_minor + 1000
      where kind = 'Family' and fee_schedule_id = ${feeScheduleOf(school, 2028).id}`)

  it('keeps what staff have approved approved, with the new fees', async () => {
    await deps.db.run(sql`
      update plan set status = 'Saved' where account_id = ${redgum.accountId} and tuition_year = 2028`)
    await raise('Redgum Academy')
    expect(await renewPlans(deps)).toBe(1)
    const [first, second] = await plansOf(redgum, 2028)
    expect(second).toMatchObject({ status: 'Saved', total: first!.total + 2_000, promised: second!.total })
  })

  it('changes nothing any more after the cut-off', async () => {
    await raise('Wattle Grove College')
    // Those of leo, of the siblings, and the one that staff are looking at.
    expect(await renewPlans(deps)).toBe(3)
    expect(await plansOf(leo, 2028)).toHaveLength(2)

    const [, plan] = await plansOf(leo, 2028)
    await goTo(`${plan?.start}T01:00:00+11:00`)
    await raise('Wattle Grove College')
    await renewPlans(deps)
    expect(await plansOf(leo, 2028)).toHaveLength(2)
  })

  itLong(
    'still finds the families of a school that publishes its fees after the year has begun',
    async () => {
      await goTo('2028-01-20T09:00:00+11:00')
      await renewPlans(deps)
      expect(await statusOf(late)).toBe('NoFeeSchedule')
      await publishFees('Ironbark College', 2028)
      await renewTwiceAtOnce()
      expect(await statusOf(late)).toBe('Renewing')
      const plan = await expectAsTheFormSays(late, 2028)
      expect(plan.totalAmount).toBe(feesOf('Ironbark College', 2028, 'Year 4') / 100)
      expect(plan.planStartDate > '2028-01-20').toBe(true)
      expect(await mailsTo(late)).toEqual(['PlanToReview'])
    },
  )
})

describe('A temporary plan', () => {
  it('ends the day after its last one, as the region counts days, with one mail', async () => {
    await goTo('2028-03-01T10:00:00+11:00')
    const plans: Account['plans'] = [
      { status: 'Current', tailored: { type: 'ReducedPayments', untilDays: 30 } },
    ]
    const [sydney, oxford] = [await family({ plans }), await family({ plans, school: 'Oakfield School' })]
    await deps.db.run(sql`
      update plan set tailored_until = '2028-03-31' where account_id in (${sydney.accountId}, ${oxford.accountId})`)
    const endTwiceAtOnce = async () => {
      const [first, second] = await Promise.all([endTemporaryPlans(deps), endTemporaryPlans(deps)])
      return first + second + (await endTemporaryPlans(deps))
    }
    const typeOf = async ({ accountId }: Family) =>
      (await deps.db.first<{ type: string | null }>(sql`
        select tailored_type as type from plan where account_id = ${accountId}`))!.type

    await goTo('2028-03-31T23:59:57+11:00')
    expect(await endTwiceAtOnce()).toBe(0)
    await goTo('2028-04-01T00:00:00+11:00')
    expect(await endTwiceAtOnce()).toBe(1)
    expect([await typeOf(sydney), await typeOf(oxford)]).toEqual([null, 'ReducedPayments'])
    expect(await mailsTo(sydney)).toEqual(['TemporaryPlanEnded'])
    await goTo('2028-04-01T00:00:00+01:00')
    expect(await endTwiceAtOnce()).toBe(1)
    expect(await typeOf(oxford)).toBe(null)
    expect(await mailsTo(oxford)).toEqual(['TemporaryPlanEnded'])
    expect(await auditsOf(oxford, 'TemporaryPlanEnded')).toMatchObject([
      { details: { type: 'ReducedPayments', until: '2028-03-31' } },
    ])
  })
})
