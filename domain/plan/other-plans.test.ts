import { describe, expect, it } from 'vitest'
import { calendarDate } from '../calendar/calendar.ts'
import { cents } from '../money.ts'
import { owedOf } from './other-plans.ts'
import type { Instalment, PlanWithInstalments } from './plan-payments.ts'

const instalment = (on: string, status: Instalment['status'], paid = 0): Instalment => ({
  dueOn: calendarDate(on),
  collectOn: calendarDate(on),
  noticedOn: null,
  movedFrom: null,
  collectedOn: null,
  amount: cents(100_00),
  settled: cents(status === 'Paid' ? 100_00 : paid),
  waived: cents(0),
  open: cents(status === 'Paid' || status === 'Collecting' ? 0 : 100_00 - paid),
  status,
  retryOn: null,
})

const owed = (instalments: Instalment[], status: PlanWithInstalments['status'] = 'Current') =>
  owedOf({ status, instalments }, ({ collectOn }) => collectOn)

describe('What is owed of a plan', () => {
  it('is what is overdue and what is still collected, with the next and the last day', () => {
    expect(
      owed([
        instalment('2026-11-20', 'Paid'),
        instalment('2026-12-04', 'Overdue', 30_00),
        instalment('2026-12-18', 'Collecting'),
        instalment('2027-01-11', 'Retrying'),
        instalment('2027-01-11', 'Scheduled', 40_00),
        instalment('2027-01-22', 'Scheduled'),
      ]),
    ).toEqual({
      remaining: 430_00,
      overdue: 70_00,
      next: { on: '2027-01-11', amount: 160_00 },
      lastOn: '2027-01-22',
    })
  })

  it('is nothing that is collected, once a plan is over', () => {
    const returned = [instalment('2026-12-04', 'Overdue'), instalment('2026-12-18', 'Paid')]
    expect(owed(returned, 'Completed')).toEqual({
      remaining: 100_00,
      overdue: 100_00,
      next: null,
      lastOn: null,
    })
    expect(owed([instalment('2026-12-18', 'Paid')], 'Completed').remaining).toBe(0)
  })
})
