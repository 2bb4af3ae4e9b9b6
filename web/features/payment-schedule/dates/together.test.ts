import { describe, expect, it } from 'vitest'
import { dayTotalOf, togetherNote } from './together.ts'

const payment = { dueDate: '2027-01-09', date: '2027-01-11', amount: 1501.65, status: 'ToCome' } as const
const other = { date: '2027-01-11', amount: 817.09, tuitionYear: 2026 }

describe('A payment date', () => {
  it('says what other plans are collected on it, and what that comes to', () => {
    expect(togetherNote(payment, [other], 'AU')).toBe('with $817.09 of your 2026 plan: $2,318.74 on this day')
    expect(togetherNote(payment, [other], 'UK')).toBe(
      'with £817.09 of your 2026/27 plan: £2,318.74 on this day',
    )
    expect(dayTotalOf({ ...payment, status: 'Failed', retryOn: payment.date }, [other, other])).toBe(3135.83)
  })

  it('says nothing of other days, or of what was collected or missed', () => {
    expect(togetherNote(payment, [{ ...other, date: '2027-01-12' }], 'AU')).toBeNull()
    for (const status of ['Paid', 'Pending', 'Failed'] as const)
      expect(dayTotalOf({ ...payment, status }, [other])).toBeUndefined()
  })
})
