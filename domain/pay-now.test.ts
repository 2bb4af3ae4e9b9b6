import { describe, expect, it } from 'vitest'
import { cents } from './money.ts'
import { leftToPay, paymentRequestStatuses, whyClosed } from './pay-now.ts'

describe('A payment request', () => {
  const table = [
    ['Open', false, undefined],
    ['Open', true, 'request_expired'],
    ['PartPaid', false, undefined],
    ['PartPaid', true, 'request_expired'],
    ['Paid', false, 'request_paid'],
    ['Paid', true, 'request_paid'],
    ['Cancelled', false, 'request_cancelled'],
    ['Cancelled', true, 'request_cancelled'],
    ['Expired', false, 'request_expired'],
    ['Expired', true, 'request_expired'],
  ] as const

  it.each(table)('with status %s, expired: %s, is refused with %s', (status, isExpired, code) => {
    expect(whyClosed({ status, isExpired })).toBe(code)
  })

  it('has a row in the table for each status', () => {
    expect([...new Set(table.map(([status]) => status))]).toEqual([...paymentRequestStatuses])
  })

  it.each([
    [5_000, 0, 0, 5_000],
    [5_000, 2_000, 0, 3_000],
    [5_000, 2_000, 3_000, 0],
    [5_000, 6_000, 0, 0],
    [0, 0, 0, 0],
  ])('of %d, with %d paid and %d pending, leaves %d', (due, paid, pending, left) => {
    const request = { amountDue: cents(due), amountPaid: cents(paid), amountPending: cents(pending) }
    expect(leftToPay(request)).toBe(left)
  })
})
