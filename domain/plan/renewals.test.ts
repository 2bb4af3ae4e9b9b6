import { describe, expect, it } from 'vitest'
import { calendarDate } from '../calendar/calendar.ts'
import { renewalStatuses, type Frequency, type RenewalStatus } from './payment-schedule.ts'
import {
  isReminderDue,
  offeredYears,
  renewalOpensOn,
  renewalStatusOf,
  renewalYear,
  renewedFrequency,
  renewedStart,
  type RenewalFacts,
} from './renewals.ts'

const current = { tuitionYear: 2026, status: 'Current' } as const
const completed = { tuitionYear: 2026, status: 'Completed' } as const
const graduate = { startYear: 2020, startYearLevel: 'Year 6' }
const younger = { startYear: 2024, startYearLevel: 'Year 5' }
const school = { renewalOpensDays: 75, renewsOnLastFees: false, feeYears: [2025, 2026, 2027] }
const withoutFees = { ...school, feeYears: [2025, 2026] }
const withoutDay = { ...school, renewalOpensDays: null }

const facts = (changes: Partial<RenewalFacts> & { on?: string } = {}): RenewalFacts => ({
  today: calendarDate(changes.on ?? '2026-11-15'),
  region: 'AU',
  renewalStatus: 'New',
  accountStatus: 'Active',
  isSetupIncomplete: false,
  plans: [current],
  students: [younger],
  leavesAfter: null,
  school,
  ...changes,
})

const table: [RenewalStatus, string, Parameters<typeof facts>[0]][] = [
  ['New', 'renewals open tomorrow', { on: '2026-10-16' }],
  ['New', 'the account is being set up', { accountStatus: 'Inactive', isSetupIncomplete: true, plans: [] }],
  ['New', 'there is no plan yet', { plans: [] }],
  ['New', 'the first plan has not begun', { plans: [{ tuitionYear: 2026, status: 'Saved' }] }],
  ['New', 'the first plan is one for next year', { plans: [{ tuitionYear: 2027, status: 'Saved' }] }],
  ['New', 'the family leaves, and still pays', { leavesAfter: 2026 }],
  ['New', 'the last school year has only begun', { on: '2026-03-01', students: [graduate] }],
  ['New', 'no student is known', { on: '2026-03-01', students: [] }],
  ['Renewing', 'renewals opened today', { on: '2026-10-17' }],
  ['Renewing', 'the year ends today', { on: '2026-12-31' }],
  ['Renewing', 'the plan is paid early', { plans: [completed] }],
  ['Renewing', 'one of two students goes on', { students: [graduate, younger] }],
  [
    'Renewing',
    'a brother or sister begins next year',
    { students: [graduate, { startYear: 2027, startYearLevel: 'Prep' }] },
  ],
  [
    'Renewing',
    'the family was early',
    { on: '2026-03-01', plans: [current, { tuitionYear: 2027, status: 'Saved' }] },
  ],
  [
    'Renewing',
    'next year waits for review',
    { plans: [current, { tuitionYear: 2027, status: 'ManualReview' }] },
  ],
  ['Renewing', 'the school renews on last fees', { school: { ...withoutFees, renewsOnLastFees: true } }],
  [
    'Renewing',
    'the plan was made before fees were taken back',
    { plans: [current, { tuitionYear: 2027, status: 'Draft' }], school: withoutFees },
  ],
  ['Renewing', 'the year began before the fees came', { on: '2027-01-20', plans: [completed] }],
  ['Graduating', 'every student has reached the last level', { students: [graduate] }],
  [
    'Graduating',
    'the last plan is paid before renewals open',
    { on: '2026-06-01', students: [graduate], plans: [completed] },
  ],
  [
    'Graduating',
    'the school has no fees for a year nobody is in',
    { students: [graduate], school: withoutFees },
  ],
  ['Closed', 'the account is inactive', { accountStatus: 'Inactive' }],
  ['Closed', 'the family has paid and leaves', { leavesAfter: 2026, plans: [completed] }],
  [
    'Closed',
    'the graduates have gone',
    { on: '2027-01-01', students: [graduate], plans: [completed], renewalStatus: 'Graduating' },
  ],
  ['Offboarding', 'staff said so', { renewalStatus: 'Offboarding' }],
  [
    'Offboarding',
    'staff said so, whatever else is true',
    { renewalStatus: 'Offboarding', accountStatus: 'Inactive', students: [graduate] },
  ],
  ['NoFeeSchedule', 'next year has no fees', { school: withoutFees }],
  ['NoFeeSchedule', 'next year has no fees, long before renewals', { on: '2026-02-01', school: withoutFees }],
  ['NoFeeSchedule', 'next year has no fees and there is no plan', { plans: [], school: withoutFees }],
  [
    'NoFeeSchedule',
    'there are not even last fees to renew on',
    { school: { ...school, feeYears: [2025], renewsOnLastFees: true } },
  ],
  ['NoRenewalDate', 'the school has named no day', { school: withoutDay }],
]

describe('The renewal status of an account', () => {
  it.each(table)('is %s when %s', (status, _, changes) => {
    expect(renewalStatusOf(facts(changes))).toBe(status)
  })

  it('can be each one that there is', () => {
    expect(new Set(table.map(([status]) => status))).toEqual(new Set(renewalStatuses))
  })

  it.each<[RenewalStatus, string]>([
    ['New', '2027-06-16'],
    ['Renewing', '2027-06-17'],
    ['Renewing', '2027-08-31'],
  ])('is %s on %s in the United Kingdom, where the year ends in August', (status, on) => {
    expect(renewalStatusOf(facts({ on, region: 'UK' }))).toBe(status)
  })

  it.each(renewalStatuses.filter((status) => status !== 'Offboarding'))(
    'leaves %s when the facts change',
    (status) => {
      expect(renewalStatusOf(facts({ renewalStatus: status }))).toBe('Renewing')
      expect(renewalStatusOf(facts({ renewalStatus: status, on: '2026-05-05' }))).toBe('New')
    },
  )
})

describe('The year that is renewed into', () => {
  it.each([
    ['AU', '2026-12-31', [current], 2027],
    ['AU', '2027-01-01', [current, { tuitionYear: 2027, status: 'Saved' }], 2027],
    ['AU', '2027-01-10', [completed, { tuitionYear: 2027, status: 'Current' }], 2028],
    ['AU', '2027-01-01', [completed], 2027],
    ['AU', '2027-01-01', [], 2028],
    ['UK', '2027-08-31', [current], 2027],
    ['UK', '2027-09-01', [completed], 2027],
    ['UK', '2027-09-01', [completed, { tuitionYear: 2027, status: 'Draft' }], 2027],
    ['UK', '2027-09-01', [completed, { tuitionYear: 2027, status: 'Current' }], 2028],
  ] as const)('in %s on %s, with the plans %o, is %i', (region, on, plans, year) => {
    expect(renewalYear({ region, today: calendarDate(on), plans })).toBe(year)
  })

  it.each([
    ['AU', 2027, 75, '2026-10-17'],
    ['AU', 2029, 75, '2028-10-17'],
    ['UK', 2027, 75, '2027-06-17'],
    ['AU', 2027, 0, '2026-12-31'],
  ] as const)('opens in %s for %i, %i days before, on %s', (region, year, days, on) => {
    expect(renewalOpensOn(year, days, region)).toBe(on)
  })
})

describe('A renewed plan', () => {
  it.each([
    ['Week', '2026-02-05', '2027-01-01', '2027-01-07'],
    ['Week', '2026-01-02', '2027-01-01', '2027-01-01'],
    ['Fortnight', '2026-02-05', '2027-01-01', '2027-01-07'],
    ['Fortnight', '2026-02-12', '2027-01-01', '2027-01-14'],
    ['Month', '2026-02-15', '2027-01-01', '2027-01-15'],
    ['Month', '2026-02-01', '2027-01-02', '2027-02-01'],
    ['Month', '2026-03-31', '2027-02-03', '2027-02-28'],
    ['Month', '2026-08-31', '2027-01-01', '2027-01-31'],
    ['Month', '2026-09-01', '2027-09-01', '2027-09-01'],
  ] as const)(
    'keeps the rhythm: each %s from %s, not before %s, begins on %s',
    (frequency, old, earliest, start) => {
      expect(renewedStart(calendarDate(old), frequency, calendarDate(earliest))).toBe(start)
    },
  )

  it.each<[Frequency, string, boolean]>([
    ['Week', 'Week', true],
    ['Fortnight', 'Fortnight', true],
    ['Month', 'Month', true],
    ['Term', 'Fortnight', false],
    ['TwicePerYear', 'Fortnight', false],
  ])('of one paid by %s is paid by %s', (old, frequency, isKept) => {
    expect(renewedFrequency(old)).toEqual({ frequency, isKept })
  })
})

describe('The school years that a family is offered', () => {
  type Facts = Parameters<typeof offeredYears>[0]
  const atSchool = { startYear: 2024, startYearLevel: 'Year 5' }
  const inFinalYear = { startYear: 2027, startYearLevel: 'Year 12' }
  const startsNextYear = { startYear: 2028, startYearLevel: 'Prep' }
  const plan = (tuitionYear: number, status: RenewalFacts['plans'][number]['status'] = 'Saved') => ({
    tuitionYear,
    status,
  })

  it.each<[string, number[], Partial<Omit<Facts, 'today'>> & { today?: string }]>([
    ['the running one while it has no plan', [2027], {}],
    ['the running one while its plan is an estimate', [2027], { plans: [plan(2027, 'Draft')] }],
    ['both once the running one has its plan', [2027, 2028], { plans: [plan(2027)] }],
    ['both on the day when renewals open', [2027, 2028], { today: '2027-09-02', renewalOpensDays: 120 }],
    ['the running one the day before', [2027], { today: '2027-09-01', renewalOpensDays: 120 }],
    [
      'the running one where the school has not said when',
      [2027],
      { today: '2027-09-30', renewalOpensDays: null },
    ],
    ['both in the last three months', [2027, 2028], { today: '2027-10-01', renewalOpensDays: null }],
    ['the running one before the next has fees', [2027], { plans: [plan(2027)], hasNextFees: false }],
    ['the running one in the final year', [2027], { plans: [plan(2027)], students: [inFinalYear] }],
    [
      'both where one of two goes on',
      [2027, 2028],
      { plans: [plan(2027)], students: [inFinalYear, atSchool] },
    ],
    ['the next one where nobody attends before', [2028], { students: [startsNextYear] }],
    [
      'none that has a plan is left out',
      [2027, 2028],
      { plans: [plan(2027), plan(2028)], students: [inFinalYear], hasNextFees: false },
    ],
    ['both where no student is known', [2027, 2028], { plans: [plan(2027)], students: [] }],
    ['by the British year', [2026], { region: 'UK' }],
    ['by the British year, with its plan', [2026, 2027], { region: 'UK', plans: [plan(2026)] }],
  ])('%s', (_, years, { today = '2027-01-20', ...changes }) => {
    const facts: Facts = {
      today: calendarDate(today),
      region: 'AU',
      plans: [],
      students: [atSchool],
      hasNextFees: true,
      renewalOpensDays: 75,
      ...changes,
    }
    expect(offeredYears(facts)).toEqual(years)
  })
})

describe('A reminder of a prepared plan', () => {
  const letter = { writtenOn: calendarDate('2026-10-17'), editUntil: calendarDate('2027-01-04') }
  const recent = { ...letter, writtenOn: calendarDate('2026-12-28') }
  it.each([
    ['not before the last week to edit it', '2026-12-27', letter, false],
    ['from the first day of that week', '2026-12-28', letter, true],
    ['on the last day, if it was missed until then', '2027-01-04', letter, true],
    ['not afterwards', '2027-01-05', letter, false],
    ['not six days after the letter', '2027-01-03', recent, false],
    ['a week after it', '2027-01-04', recent, true],
  ] as const)('is due %s', (_, today, facts, isDue) => {
    expect(isReminderDue(calendarDate(today), facts)).toBe(isDue)
  })
})
