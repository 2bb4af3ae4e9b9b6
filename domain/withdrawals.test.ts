import { describe, expect, it } from 'vitest'
import { cents } from './money.ts'
import { holdEntry, isHolder, isPayable, outOfHoldEntry, payableFrom, sentBackEntry } from './withdrawals.ts'

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

describe('A bank account that a parent added', () => {
  const confirmed = new Date('2026-11-17T09:30:00Z')
  it.each([
    ['at once', '2026-11-17T09:30:00Z', false],
    ['a moment before two days are over', '2026-11-19T09:29:59.999Z', false],
    ['after two days', '2026-11-19T09:30:00Z', true],
  ])('is paid to %s: %s, %s', (_, now, expected) => {
    expect(isPayable(payableFrom(confirmed), new Date(now))).toBe(expected)
  })

  it('needs no wait where staff have seen proof of it', () => {
    expect(isPayable(null, confirmed)).toBe(true)
  })
})

describe('The holder of a bank account', () => {
  const olivia = { firstName: 'Olivia Jane', lastName: 'Bennett' }
  it.each([
    ['Olivia Bennett', olivia, true],
    ['OLIVIA J BENNETT', olivia, true],
    ['Bennett, Olivia', olivia, true],
    ['Mrs O Bennett', olivia, true],
    ['MR D & MRS O BENNETT', olivia, true],
    ['Ms R ONeill', { firstName: 'Róisín', lastName: 'O’Neill' }, true],
    ['Anne Smith Jones', { firstName: 'Anne', lastName: 'Smith-Jones' }, true],
    ['Anne Smith', { firstName: 'Anne', lastName: 'Smith-Jones' }, false],
    ['Oliver Bennett', olivia, false],
    ['Daniel Bennett', olivia, false],
    ['Olivia Benett', olivia, false],
    ['Bennett', olivia, false],
    ['Olivia', olivia, false],
    ['', olivia, false],
    ['Olivia Bennett', { firstName: '', lastName: '' }, false],
  ])('"%s" and %j are the same person: %s', (holder, person, expected) => {
    expect(isHolder(holder, person)).toBe(expected)
  })
})
