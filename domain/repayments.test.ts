import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { addDays, calendarDate } from './calendar/calendar.ts'
import { addBusinessDays } from './calendar/holidays.ts'
import { declineReasons } from './payments.ts'
import {
  afterNotice,
  announcedUpTo,
  depositMissedOn,
  depositsDueBy,
  isCollectionTime,
  nextTry,
  noticeDay,
  noticedBy,
  retryDays,
} from './repayments.ts'

const day = calendarDate

describe('A payment that failed', () => {
  const friday = day('2027-03-05')
  const failed = { firstFailedOn: friday, calendar: calendars.AU, today: friday }

  it.each([
    ['insufficient_funds', 1, '2027-03-10'],
    ['insufficient_funds', 2, '2027-03-16'],
    ['insufficient_funds', 3, null],
    ['refer_to_customer', 1, '2027-03-10'],
    ['card_declined', 2, '2027-03-16'],
    ['processing_error', 1, '2027-03-08'],
    ['account_closed', 1, null],
    ['no_account', 1, null],
    ['debit_not_authorized', 1, null],
    ['lost_card', 1, null],
    ['stolen_card', 1, null],
    ['expired_card', 1, null],
    ['authentication_required', 1, null],
    ['over_limit', 1, null],
  ] as const)('for %s after attempt %i is retried on %s', (reason, tries, on) => {
    expect(nextTry(reason, { ...failed, tries })).toBe(on)
  })

  it('waits for the banks to open: Easter moves the second attempt', () => {
    const before = { ...failed, firstFailedOn: day('2027-03-24'), today: day('2027-03-24'), tries: 1 }
    expect(nextTry('insufficient_funds', before)).toBe('2027-03-31')
  })

  it('is retried on the next business day if the bank answered too late for its own', () => {
    const late = { ...failed, today: day('2027-03-19'), tries: 2 }
    expect(nextTry('insufficient_funds', late)).toBe('2027-03-22')
  })

  it('is never retried forever, whatever the reason', () => {
    for (const reason of declineReasons) expect(retryDays[reason].length).toBeLessThan(3)
  })
})

describe('A debit is announced', () => {
  it.each([
    ['AU', '2027-01-15', '2027-01-12'],
    ['AU', '2027-03-30', '2027-03-23'],
    ['UK', '2026-09-01', '2026-08-26'],
  ] as const)('%s: the one of %s on %s', (region, collectOn, on) => {
    expect(noticeDay(day(collectOn), calendars[region])).toBe(on)
    expect(announcedUpTo(day(on), calendars[region]) >= day(collectOn)).toBe(true)
  })

  it('at least two business days before, or the money is taken later', () => {
    expect(afterNotice(day('2027-01-12'), calendars.AU)).toBe('2027-01-14')
    expect(afterNotice(day('2027-01-14'), calendars.AU)).toBe('2027-01-18')
    expect(afterNotice(day('2027-01-16'), calendars.AU)).toBe('2027-01-20')
    expect(noticedBy(day('2027-01-18'), calendars.AU)).toBe('2027-01-14')
  })

  it('so that its notice is old enough on the announced day', () => {
    const dates = fc.integer({ min: 0, max: 1500 }).map((days) => addDays(day('2026-01-01'), days))
    fc.assert(
      fc.property(dates, fc.constantFrom('AU' as const, 'UK' as const), (noticedOn, region) => {
        const takenOn = afterNotice(noticedOn, calendars[region])
        expect(noticedOn <= noticedBy(takenOn, calendars[region])).toBe(true)
        expect(
          noticedOn <= noticedBy(addBusinessDays(takenOn, -1, calendars[region]), calendars[region]),
        ).toBe(false)
      }),
      { numRuns: 500 },
    )
  })
})

describe('Money is taken', () => {
  it.each([
    ['AU', 'from seven in the morning', '2027-01-14T20:00:00Z', true],
    ['AU', 'not before', '2027-01-14T19:59:59Z', false],
    ['AU', 'not on a Saturday', '2027-01-16T01:00:00Z', false],
    ['AU', 'not on a public holiday', '2027-01-26T01:00:00Z', false],
    ['UK', 'from seven in the morning, in summer time', '2027-07-01T06:00:00Z', true],
    ['UK', 'not before', '2027-07-01T05:59:59Z', false],
    ['UK', 'not on a bank holiday', '2027-05-03T10:00:00Z', false],
    ['AU', 'on the morning after the clocks went forward', '2026-10-04T20:00:00Z', true],
    ['UK', 'on the morning after the clocks went back', '2026-10-26T07:00:00Z', true],
  ] as const)('%s: %s (%s: %s)', (region, _what, instant, expected) => {
    expect(isCollectionTime(new Date(instant), calendars[region])).toBe(expected)
  })

  it('and a deposit has three business days to arrive', () => {
    expect(depositsDueBy(day('2027-01-21'), calendars.AU)).toBe('2027-01-15')
    expect(depositsDueBy(day('2027-01-20'), calendars.AU)).toBe('2027-01-14')
    expect(depositMissedOn(day('2027-01-15'), calendars.AU)).toBe('2027-01-21')
    expect(depositMissedOn(day('2027-01-14'), calendars.AU)).toBe('2027-01-20')
  })
})
