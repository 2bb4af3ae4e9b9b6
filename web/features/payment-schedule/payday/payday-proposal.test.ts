import { describe, expect, it } from 'vitest'
import { calendarDate } from '#domain/calendar/calendar.ts'
import { cents } from '#domain/money.ts'
import type { Paydays, Wait } from '#domain/plan/paydays.ts'
import { planYearOptions } from '#domain/plan/payment-schedule.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import type { PlannerFacts } from '../../plan/planner-facts.ts'
import { proposalFor } from './payday-proposal.ts'
import { waitSentence } from './payday-words.ts'
import { emptyForm, type PlanForm } from '../plan-form.ts'

const date = calendarDate
const paydays = (rhythm: Paydays['rhythm'], next: string): Paydays => ({ rhythm, next: date(next) })

/** One student, $9,600 in 2027, and nothing brought along. */
function familyWith(balance: number): PlannerFacts {
  const today = date('2026-11-16')
  return {
    planYear: 2027,
    alsoCollected: [],
    material: {
      region: 'AU',
      calendar: calendars.AU,
      institutionId: 'school',
      enrolments: [
        {
          id: 'enrolment',
          studentId: 'student',
          studentName: 'Oliver Hart',
          institutionId: 'school',
          larkwellId: 'LW1',
          institutionName: 'Wattle Grove College',
          startYear: 2027,
          startYearLevel: 'Year 9',
          joinedOn: null,
          portionBasisPoints: 100_00,
          holdsRemainder: true,
          discountLimitBasisPoints: 15_00,
        },
      ],
      schedules: [
        {
          id: 'fees',
          institutionId: 'school',
          institutionName: 'Wattle Grove College',
          year: 2027,
          terms: [{ startsOn: date('2027-01-28'), endsOn: date('2027-12-10') }],
          items: [
            {
              kind: 'Fixed',
              yearLevel: null,
              name: 'Tuition',
              amountMinor: cents(9_600_00),
              percentBasisPoints: null,
              isDiscountable: true,
              options: [],
            },
          ],
        },
      ],
      otherShares: [],
      plan: null,
      outstandingFeesLimitMinor: cents(50_000_00),
      balanceMinor: cents(balance),
      freeCreditMinor: cents(balance),
    },
    offer: {
      today,
      planYearOptions: planYearOptions({ today, calendar: calendars.AU, years: [2026, 2027] }),
      onlyLongestPlans: false,
      allowFeeVarianceUpdates: true,
      allowOutstandingFeeUpdates: true,
      requiresManualReview: false,
    },
    whyNotEditable: null,
  }
}

const family = familyWith(0)
const form: PlanForm = { ...emptyForm(2027), startDate: '2027-01-22', count: 24 }
const propose = (asked: Paydays, of: PlanForm = form, facts = family) =>
  proposalFor(asked, { form: of, facts, region: 'AU' })

describe('A proposal by payday', () => {
  it('has the dates and sums of the plan that it would make, and of the one that it would replace', () => {
    expect(propose(paydays('Month', '2027-01-14'))).toMatchObject({
      kind: 'proposal',
      fit: { frequency: 'Month', startDate: '2027-01-15', count: 12, payday: '2027-01-14' },
      plan: { periodicAmount: 800, repaymentCount: 12, planEndDate: '2027-12-15' },
      wait: { least: 1, most: 3, usual: 1 },
      moved: undefined,
      present: { plan: { periodicAmount: 400, repaymentCount: 24, planEndDate: '2027-12-10' } },
      isPresent: false,
    })
  })

  it('says when the money really leaves', () => {
    expect(propose(paydays('Week', '2027-01-08'))).toMatchObject({
      fit: { startDate: '2027-01-09' },
      moved: { date: '2027-01-11', reason: 'Saturday' },
    })
  })

  it.each([
    ['from the next payday on', '2027-01-21'],
    ['from an earlier one on', '2027-02-04'],
  ])('knows that the form follows the paydays already, %s', (_, next) => {
    expect(propose(paydays('Fortnight', next))).toMatchObject({ kind: 'proposal', isPresent: true })
    expect(propose(paydays('Week', next))).toMatchObject({ kind: 'proposal', isPresent: false })
  })

  it.each([
    ['nothing is chosen', emptyForm(2027)],
    ['the first date is before the year', { ...form, startDate: '2026-12-31' }],
    ['the first date is beyond any calendar', { ...form, startDate: '9999-12-31' }],
    ['the length is not on offer', { ...form, count: 60 }],
  ])('compares with nothing where %s', (_, of) => {
    expect(propose(paydays('Fortnight', '2027-01-13'), of)).toMatchObject({
      kind: 'proposal',
      fit: { startDate: '2027-01-14' },
      present: undefined,
    })
  })

  it.each([
    ['the payday is too late', paydays('Week', '2028-03-01'), form],
    ['no plan can be made for the year', paydays('Week', '2027-01-13'), { ...form, planYear: 2031 }],
  ])('is impossible where %s', (_, asked, of) => {
    expect(propose(asked, of)).toMatchObject({ kind: 'impossible' })
  })

  it('is not made where there is nothing to pay', () => {
    expect(propose(paydays('Week', '2027-01-13'), form, familyWith(20_000_00))).toEqual({ kind: 'nothing' })
  })

  it.each<[sentence: string, proposed: Wait, present: Wait | undefined]>([
    ['1 day after you are paid instead of 9.', rule(1), rule(9)],
    ['1 day after you are paid.', rule(1), rule(1)],
    ['on the day you are paid.', rule(0), undefined],
    ['3 days after you are paid instead of on that day.', rule(3), rule(0)],
    [
      '1 day after you are paid instead of 0 to 13, and at most 5 where the banks are closed.',
      { least: 1, most: 5, usual: 1 },
      { least: 0, most: 13, usual: null },
    ],
    ['1 to 4 days after you are paid instead of 9.', { least: 1, most: 4, usual: null }, rule(9)],
  ])('reads: each payment leaves %s', (sentence, proposed, present) => {
    expect(waitSentence(proposed, present)).toBe(`Each payment leaves ${sentence}`)
  })
})

function rule(days: number): Wait {
  return { least: days, most: days, usual: days }
}
