import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { addDays, calendarDate, dateOfDay, dayNumber, type CalendarDate } from '../calendar/calendar.ts'
import { firstSafeDate, foresee } from './foresight.ts'
import { isBusinessDay } from '../calendar/holidays.ts'
import { collectionDate, dueDate, offeredFrequencies, type OfferedFrequency } from './payment-schedule.ts'
import { regions, type Region } from '../region.ts'

type Asked = Parameters<typeof foresee>[0]
type Source = NonNullable<Asked['source']>

const visa: Source = {
  type: 'PaymentCard',
  displayName: 'Visa ending 4242',
  expiryDate: '2029-04',
  isUsable: true,
}
const bank: Source = {
  type: 'BankAccount',
  displayName: 'Bank account ending 3456',
  expiryDate: null,
  isUsable: true,
}
const bpay: Source = { type: 'CustomerDeposit', displayName: 'BPAY', expiryDate: null, isUsable: true }

const today = calendarDate('2026-11-16')

function planOf(repaymentPeriod: OfferedFrequency, start: string, count: number, region: Region = 'AU') {
  const payments = Array.from({ length: count }, (_, index) => {
    const due = dueDate(calendarDate(start), index, repaymentPeriod)
    return {
      dueDate: due,
      date: collectionDate(due, calendars[region]),
      amount: index === count - 1 ? 452.05 : 452.1,
      status: index === 0 ? ('Next' as const) : ('ToCome' as const),
    }
  })
  return { planYear: 2027, partYearAdjustment: null, repaymentPeriod, payments }
}

const ask = (plan: Asked['plan'], source: Source | null = visa, region: Region = 'AU', on = today) =>
  foresee({ plan, calendar: calendars[region], today: on, source })

/** On Fridays, of which none is a holiday, and on those between, of which one is. */
const fortnightly = planOf('Fortnight', '2027-01-22', 24)
const overEaster = planOf('Fortnight', '2027-01-15', 24)

describe('What is foreseen of a plan', () => {
  it('is nothing where nothing is in the way', () => {
    expect(ask(planOf('Month', '2027-02-10', 2))).toEqual([])
  })

  it('is nothing without payments, as while staff look at the plan', () => {
    expect(ask({ ...fortnightly, payments: [] }, null)).toEqual([])
  })

  it('is said in the order of what would be lost by not knowing it', () => {
    const soon = planOf('Fortnight', '2026-11-18', 12)
    const kinds = (source: Source | null) => ask(soon, source).map(({ kind }) => kind)
    expect(kinds({ ...visa, expiryDate: '2027-01' })).toEqual(['CardExpires', 'FullMonths'])
    expect(kinds(null)).toEqual(['StartsTooEarly', 'FullMonths'])
    expect(ask(overEaster).map(({ kind }) => kind)).toEqual(['FullMonths', 'Moves'])
  })

  it.each([
    ['2027-06', 12],
    ['2027-11', 1],
    ['2026-12', 24],
  ])('is that a card ends with %s, before %i of 24 payments', (expiryDate, after) => {
    expect(ask(fortnightly, { ...visa, expiryDate })).toContainEqual({
      kind: 'CardExpires',
      sourceName: 'Visa ending 4242',
      expiry: expiryDate,
      after,
      of: 24,
    })
  })

  it.each([
    ['a card that lasts to the month of the last payment', { ...visa, expiryDate: '2027-12' }],
    ['a bank account', bank],
    ['BPAY', bpay],
    ['a card that can pay nothing even today', { ...visa, expiryDate: '2026-08', isUsable: false }],
  ])('is not the end of %s', (_, source) => {
    expect(ask(fortnightly, source).map(({ kind }) => kind)).not.toContain('CardExpires')
  })

  it("goes by the day on which the money leaves: the last payment may move out of the card's last month", () => {
    // Saturday, 31 July.
    const plan = planOf('Month', '2027-05-31', 3)
    expect(plan.payments[2]).toMatchObject({ dueDate: '2027-07-31', date: '2027-08-02' })
    expect(ask(plan, { ...visa, expiryDate: '2027-07' })).toContainEqual(
      expect.objectContaining({ kind: 'CardExpires', after: 1, of: 3 }),
    )
  })

  it.each([
    [
      'fortnightly',
      fortnightly,
      [
        ['2027-04', 3, 135630],
        ['2027-10', 3, 135630],
      ],
    ],
    ['weekly, where four are usual', planOf('Week', '2027-02-05', 8), []],
    ['weekly, where June has five', planOf('Week', '2027-06-02', 6), [['2027-06', 5, 226050]]],
    // 28 February is a Sunday, and its payment moves to March.
    ['monthly, where a weekend puts two into one', planOf('Month', '2027-01-31', 3), [['2027-03', 2, 90415]]],
  ] as const)('are months with more payments than usual: %s', (_, plan, months) => {
    const line = ask(plan).find(({ kind }) => kind === 'FullMonths')
    expect(line?.kind === 'FullMonths' ? line.months : []).toEqual(
      months.map(([month, count, amount]) => ({ month, count, amount })),
    )
  })

  it.each([
    [
      'a weekend',
      planOf('Month', '2027-02-06', 2),
      { due: '2027-02-06', date: '2027-02-08', reason: 'Saturday' },
      1,
    ],
    ['a holiday', overEaster, { due: '2027-03-26', date: '2027-03-30', reason: 'Good Friday' }, 0],
  ] as const)('is the first payment that moves for %s, and how many more do', (_, plan, first, more) => {
    const line = ask(plan).find(({ kind }) => kind === 'Moves')
    expect(line).toEqual({ kind: 'Moves', first, more })
  })

  it.each([
    ['no payment method in Australia', 'AU', null, '2026-11-18', '2026-11-19'],
    ['no payment method in the United Kingdom', 'UK', null, '2026-11-23', '2026-11-24'],
    ['a card that has expired', 'AU', { ...visa, isUsable: false }, '2026-11-18', '2026-11-19'],
  ] as const)('is a first payment too early with %s', (_, region, source, start, safeDate) => {
    const lineFor = (first: string) =>
      ask(planOf('Month', first, 3, region), source, region).find(({ kind }) => kind === 'StartsTooEarly')
    expect(lineFor(start)).toEqual({ kind: 'StartsTooEarly', sourceName: null, firstDate: start, safeDate })
    expect(lineFor(safeDate)).toBeUndefined()
  })

  it('is that a plan which starts late pays for the whole year', () => {
    const late = planOf('Month', '2027-06-21', 6)
    const kindsOf = (plan: Asked['plan']) => ask(plan).map(({ kind }) => kind)
    expect(ask(late)).toContainEqual({
      kind: 'WholeYearLate',
      yearStart: '2027-01-01',
      lastDate: '2027-11-22',
    })
    expect(kindsOf(planOf('Month', '2027-03-12', 6))).not.toContain('WholeYearLate')
    expect(kindsOf({ ...late, partYearAdjustment: -2_000 })).not.toContain('WholeYearLate')
    const [first, ...others] = late.payments
    if (!first) throw new Error('There are six')
    const begun = { ...late, payments: [{ ...first, status: 'Paid' as const }, ...others] }
    expect(kindsOf(begun)).not.toContain('WholeYearLate')
  })

  it('says nothing of payment methods while they are not known', () => {
    const plan = planOf('Month', '2026-11-18', 1)
    expect(foresee({ plan, calendar: calendars.AU, today, source: undefined })).toEqual([])
  })

  it('is a first payment too early for a mandate that the bank has yet to take up', () => {
    const plan = planOf('Month', '2026-11-18', 3, 'UK')
    const pending = { ...bank, isMandatePending: true }
    expect(ask(plan, pending, 'UK')[0]).toMatchObject({
      kind: 'StartsTooEarly',
      sourceName: 'Bank account ending 3456',
    })
    expect(ask(plan, bank, 'UK').map(({ kind }) => kind)).not.toContain('StartsTooEarly')
  })

  it('leaves out what is paid already', () => {
    const payments = fortnightly.payments.map((payment, index) => ({
      ...payment,
      status: index < 8 ? ('Paid' as const) : payment.status,
    }))
    const lines = ask({ ...fortnightly, payments }, { ...visa, expiryDate: '2027-06' })
    expect(lines[0]).toMatchObject({ kind: 'CardExpires', after: 12, of: 16 })
    expect(lines.find(({ kind }) => kind === 'FullMonths')).toMatchObject({ months: [{ month: '2027-10' }] })
  })
})

describe('The earliest safe date', () => {
  const days = fc.integer({
    min: dayNumber(calendarDate('2025-02-01')),
    max: dayNumber(calendarDate('2035-01-01')),
  })

  it('is a business day, at least three after today and after no more than a fortnight', () => {
    fc.assert(
      fc.property(days, fc.constantFrom(...regions), (day, region) => {
        const on = dateOfDay(day)
        const safe = firstSafeDate(on, calendars[region])
        expect(isBusinessDay(safe, calendars[region])).toBe(true)
        expect(safe > addDays(on, 2) && safe < addDays(on, 16)).toBe(true)
      }),
    )
  })

  it('is never foreseen as too early itself', () => {
    fc.assert(
      fc.property(
        days,
        fc.constantFrom(...regions),
        fc.constantFrom(...offeredFrequencies),
        (day, region, frequency) => {
          const on: CalendarDate = dateOfDay(day)
          const lines = ask(
            planOf(frequency, firstSafeDate(on, calendars[region]), 4, region),
            null,
            region,
            on,
          )
          expect(lines.map(({ kind }) => kind)).not.toContain('StartsTooEarly')
        },
      ),
    )
  })
})
