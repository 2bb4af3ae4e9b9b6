import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PaymentPlan, PaymentSchedule, PlanMaterialReply } from '#contract/payment-schedule.ts'
import { draftPlan, type PlanOffer } from '#domain/plan/plan-choices.ts'
import type { PlanMaterial } from '#domain/plan/plan-material.ts'
import { draftReply } from '#domain/plan/plan-reply.ts'
import { offeredFrequencies, type OfferedFrequency } from '#domain/plan/payment-schedule.ts'
import { openDatabase, type Database } from '#server/platform/database/open.ts'
import { sql } from '#server/platform/database/sql.ts'
import { readMaterial } from '#server/plans/schedule-page/payment-schedule.ts'
import { readSelectableFees } from '#server/plans/payment-schedule/school-fees.ts'
import { readRepaymentDetails } from '#server/books/payment-methods/repayment-details.ts'
import { testDatabase } from '../testing/database.ts'
import { calendars } from '../testing/holiday-rules.ts'
import { firstOf } from '../testing/long.ts'
import { drawSample } from '../testing/sample-files.ts'
import { loadDemo } from './load.ts'

/** Late in a year, and in the middle of it. */
const days = ['2026-11-15T02:00:00Z', '2027-05-10T02:00:00Z']

describe.each(firstOf(1, days))('The schedule of the demo families, loaded at %s,', (at) => {
  let db: Database
  const now = new Date(at)
  const clock = () => now
  beforeAll(async () => {
    db = openDatabase(await testDatabase(), { connections: 2 })
    await db.transaction((tx) => loadDemo(tx, now, drawSample))
  })
  afterAll(() => db.close())

  async function readerOf(login: string) {
    const reader = await db.first<{ accountId: string; customerId: string; larkwellId: string }>(sql`
      select member.account_id as "accountId", customer.id as "customerId", institution.larkwell_id as "larkwellId"
      from customer join account_member member on member.customer_id = customer.id
        join account on account.id = member.account_id
        join institution on institution.id = account.institution_id
      where customer.email = ${`${login}@demo.example`}`)
    if (!reader) throw new Error(`There is no ${login}`)
    return reader
  }

  /** What the page requests when a family opens it, for the displayed year or another. */
  async function open(login: string, wanted?: 'next') {
    const reader = await readerOf(login)
    const first = await readMaterial({ db, clock }, reader, undefined)
    const year = wanted ? first.planYear + 1 : first.planYear
    const material = wanted ? await readMaterial({ db, clock }, reader, year) : first
    const fees = await readSelectableFees({ db }, [reader.accountId], {
      institutionId: reader.larkwellId,
      year,
    })
    return { ...reader, plan: material.schedule, material, fees }
  }
  type Opened = Awaited<ReturnType<typeof open>>

  const isPlan = (plan: PaymentSchedule): plan is PaymentPlan => plan.planStatus !== 'None'

  /** The plan calculated again with the same choices, as in the form before any change. */
  function again({ plan, material }: Opened): PaymentPlan {
    if (!isPlan(plan)) throw new Error('There is no plan')
    const period = offeredFrequencies.find((offered) => offered === plan.repaymentPeriod)
    const option = material.offer.planYearOptions.find(({ tuitionYear }) => tuitionYear === plan.planYear)
    expect(option && plan.planStartDate >= option.minStartDate).toBe(true)
    return calculatedWith(material, plan, period ?? 'Month')
  }

  function calculatedWith(
    material: PlanMaterialReply,
    { planYear, planStartDate, repaymentCount, variances }: PaymentPlan,
    repaymentPeriod: OfferedFrequency,
  ): PaymentPlan {
    const draft = draftPlan(
      { ...(material as unknown as PlanMaterial), calendar: calendars[material.region] },
      {
        paymentSchedule: {
          planYear,
          startDate: planStartDate,
          planDuration: repaymentCount,
          repaymentCount,
          repaymentPeriod,
        },
        variances,
      },
      material.offer as unknown as PlanOffer,
    )
    if (!draft) throw new Error('The school has no fees')
    return draftReply(draft, null)
  }

  it.each<[string, (opened: Opened) => void]>([
    [
      'sched.full',
      ({ plan, material, fees }) => {
        expect(plan).toMatchObject({
          planStatus: 'Saved',
          studentFeeBreakdown: [
            { customerSelectedAddonsAndDiscounts: [{ name: 'Instrument lessons' }, { name: 'Scholarship' }] },
            { discounts: [{ name: 'Sibling discount' }] },
          ],
        })
        expect(material.offer.planYearOptions).toHaveLength(2)
        expect(material.offer).toMatchObject({
          allowFeeVarianceUpdates: true,
          allowOutstandingFeeUpdates: true,
          requiresManualReview: false,
        })
        expect(fees.optionalFees.map(({ name }) => name)).toEqual(['School bus', 'After-school care'])
        const [music] = fees.customerSelectableFees['Year 9'] ?? []
        expect(music?.options).toContain('Cello')
      },
    ],
    [
      'sched.novariance',
      ({ plan, material }) => {
        expect(plan).toMatchObject({ planStatus: 'Saved' })
        expect(material.offer).toMatchObject({
          allowFeeVarianceUpdates: false,
          allowOutstandingFeeUpdates: false,
        })
      },
    ],
    [
      'sched.manual',
      ({ plan, material }) => {
        expect(plan.planStatus).toBe('None')
        expect(material.offer.requiresManualReview).toBe(true)
      },
    ],
    [
      'sched.partyear',
      ({ plan }) => {
        expect(plan).toMatchObject({ planStatus: 'Saved' })
        expect(isPlan(plan) && plan.partYearAdjustment).toBeLessThan(0)
      },
    ],
    [
      'sched.outstanding',
      ({ plan }) => expect(plan).toMatchObject({ outstandingFees: 850, outstandingFeesCovered: false }),
    ],
    [
      'sched.covered',
      ({ plan }) => expect(plan).toMatchObject({ outstandingFees: 850, outstandingFeesCovered: true }),
    ],
    [
      'sched.family',
      ({ plan, material }) => {
        expect(plan).toMatchObject({
          balanceAtPlanStart: -123.45,
          familyFees: [{ name: 'Building levy' }, { name: 'Parents and friends association' }],
        })
        const [, younger] = isPlan(plan) ? plan.studentFeeBreakdown : []
        expect(younger?.discounts).toMatchObject([{ name: 'Sibling discount', percentage: 10 }])
        expect(material.balanceMinor).toBe(123_45)
      },
    ],
    [
      'sched.oneoption',
      ({ plan, material }) => {
        expect(plan.planStatus).toBe('None')
        expect(material.offer.planYearOptions).toMatchObject([
          {
            durationOptions: offeredFrequencies.map((period) => ({
              period,
              allowedDurations: [expect.any(Number)],
            })),
          },
        ])
      },
    ],
    [
      'sched.uk',
      ({ plan, material }) => {
        expect(plan).toMatchObject({ planStatus: 'Saved' })
        expect(material).toMatchObject({
          region: 'UK',
          offer: { allowFeeVarianceUpdates: false, allowOutstandingFeeUpdates: false },
        })
        expect(material.offer.planYearOptions[0]?.maxStartDate).toMatch(/-07-31$/)
      },
    ],
    [
      'sched.term',
      ({ plan }) =>
        expect(plan).toMatchObject({
          planStatus: 'Current',
          repaymentPeriod: 'Term',
          repaymentCount: 4,
          lastSaved: { by: 'Staff' },
        }),
    ],
    [
      'sched.twice',
      ({ plan }) =>
        expect(plan).toMatchObject({
          planStatus: 'Current',
          repaymentPeriod: 'TwicePerYear',
          repaymentCount: 2,
          lastSaved: { by: 'Staff' },
        }),
    ],
    // Their failures are injected by the tester; the families themselves are complete.
    ['sched.fail', ({ plan }) => expect(plan).toMatchObject({ planStatus: 'Saved' })],
    ['sched.loadfail', ({ plan }) => expect(plan).toMatchObject({ planStatus: 'Current' })],
    [
      'plan.cutoff',
      ({ plan, material }) => {
        expect(plan).toMatchObject({ planStatus: 'Saved' })
        expect(material.whyNotEditable).toBe('plan_locked')
      },
    ],
    [
      'plan.draft',
      ({ plan }) => expect(plan).toMatchObject({ planStatus: 'Draft', lastSaved: { by: 'Staff' } }),
    ],
    ['plan.review', ({ plan }) => expect(plan).toMatchObject({ planStatus: 'ManualReview', payments: [] })],
    [
      'sched.declined',
      ({ plan }) =>
        expect(plan).toMatchObject({
          planStatus: 'Draft',
          lastSaved: { by: 'Customer', byYou: true },
          payments: [],
        }),
    ],
  ])('of %s shows its case', async (login, look) => {
    look(await open(login))
  })

  it('of sched.lastyear for the year to come is based on the fees of this one', async () => {
    const { plan } = await open('sched.lastyear', 'next')
    expect(plan).toMatchObject({ planStatus: 'Saved', basedOnFeeScheduleYear: plan.planYear - 1 })
  })

  it('of sched.declined was declined with a reason', async () => {
    const { accountId } = await readerOf('sched.declined')
    const reviews = await db.many<{ status: string; reason: string }>(sql`
      select status, reason from review where account_id = ${accountId} and kind = 'Plan'`)
    expect(reviews).toEqual([{ status: 'Declined', reason: expect.stringContaining('letter') }])
  })

  it('of sched.cardends outlives the card that pays it', async () => {
    const { accountId, plan } = await open('sched.cardends')
    const { repaymentSources } = await readRepaymentDetails({ db, clock }, accountId)
    const last = isPlan(plan) ? plan.payments.at(-1)?.date : undefined
    expect(plan.planStatus).toBe('Saved')
    expect(repaymentSources[0]?.expiryDate).toMatch(/^\d{4}-\d\d$/)
    expect(String(repaymentSources[0]?.expiryDate) < String(last).slice(0, 7)).toBe(true)
  })

  it.each([
    'sched.full',
    'sched.novariance',
    'sched.partyear',
    'sched.outstanding',
    'sched.covered',
    'sched.family',
    'sched.uk',
    'sched.fail',
    'sched.cardends',
    'sched.declined',
    'plan.saved',
    'plan.draft',
    'plan.review',
    'setup.draft',
  ])('of %s is the same when it is calculated again', async (login) => {
    const opened = await open(login)
    const { plan } = opened
    const calculated = again(opened)
    if (!isPlan(plan)) throw new Error('There is no plan')
    const isPromised = plan.planStatus === 'Saved'
    expect(calculated).toEqual({
      ...plan,
      planStatus: calculated.planStatus,
      accountPlanId: null,
      version: null,
      lastSaved: null,
      ...(isPromised
        ? {}
        : { nextRepaymentDate: calculated.nextRepaymentDate, payments: calculated.payments }),
    })
    expect(calculated.planStatus).toBe(
      plan.planStatus === 'ManualReview' || login === 'sched.declined' ? 'ManualReview' : 'Draft',
    )
  })
})
