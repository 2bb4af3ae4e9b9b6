import { describe, expect, it } from 'vitest'
import { cents } from './money.ts'
import { holdEntry, outOfHoldEntry, sentBackEntry } from './withdrawals.ts'

describe('A held amount', () => {
  it.each(['Paid', 'Declined', 'Cancelled'] as const)('is released once it is %s', (to) => {
    const postings = [holdEntry(cents(120_00)), outOfHoldEntry(cents(120_00), to)].flatMap(
      (one) => one.postings,
    )
    const inBook = (book: string) =>
      postings.filter((posting) => posting.book === book).reduce((sum, { amount }) => sum + amount, 0)
    expect(inBook('WithdrawalHold')).toBe(0)
    expect(inBook('Family')).toBe(to === 'Paid' ? -120_00 : 0)
  })

  it('is fully restored when the bank returns the payout', () => {
    const amount = cents(120_00)
    const entries = [holdEntry(amount), outOfHoldEntry(amount, 'Paid'), sentBackEntry(amount)]
    for (const book of ['Family', 'WithdrawalHold', 'Bank']) {
      const postings = entries.flatMap((one) => one.postings).filter((posting) => posting.book === book)
      expect(postings.reduce((sum, posting) => sum + posting.amount, 0)).toBe(0)
    }
  })
})
