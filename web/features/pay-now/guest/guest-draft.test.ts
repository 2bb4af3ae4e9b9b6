import { describe, expect, it } from 'vitest'
import { cents } from '#domain/money.ts'
import { freshGuestDraft, readInput, type GuestDraft } from './guest-draft.ts'

const asked = { amountDue: cents(1_250_00), schoolId: 'wattle', region: 'AU' } as const
const different: GuestDraft = { ...freshGuestDraft, pays: 'different', reason: 'ToPayMore' }

describe('the total', () => {
  it('is what is due, and needs no reason', () => {
    expect(readInput({ ...different, pays: 'total', amount: '7' }, asked)).toEqual({
      amount: 1_250_00,
      schoolId: 'wattle',
      reason: null,
      description: null,
    })
  })

  it.each([
    [0, 'AU', 'Nothing is due at the moment. You can still pay a different amount.'],
    [60, 'AU', 'The smallest amount that can be paid here is $1.00.'],
    [99, 'UK', 'The smallest amount that can be paid here is £1.00.'],
  ] as const)('of %d in %s cannot be paid', (amountDue, region, text) => {
    expect(readInput(freshGuestDraft, { ...asked, amountDue: cents(amountDue), region })).toBe(text)
  })
})

it('may be more than anybody could type, where that is what is due', () => {
  const amountDue = cents(120_000_00)
  expect(readInput(freshGuestDraft, { ...asked, amountDue })).toMatchObject({ amount: amountDue })
  expect(readInput({ ...different, amount: '120000.01' }, { ...asked, amountDue })).toBe(
    'The largest amount that can be paid here at once is $120,000.00.',
  )
})

describe('a different amount', () => {
  it.each([
    ['', 'Enter the amount that you would like to pay.'],
    ['.', 'Enter the amount that you would like to pay.'],
    ['0', 'The smallest amount that can be paid here is $1.00.'],
    ['0.99', 'The smallest amount that can be paid here is $1.00.'],
    ['100000.01', 'The largest amount that can be paid here at once is $100,000.00.'],
  ])('of "%s" is not enough to go on', (amount, text) => {
    expect(readInput({ ...different, amount }, asked)).toBe(text)
  })

  it.each([
    ['1', 1_00],
    ['1.', 1_00],
    ['1.5', 1_50],
    ['1250', 1_250_00],
    ['100000', 100_000_00],
  ])('of "%s" is %d cents', (amount, expected) => {
    expect(readInput({ ...different, amount }, asked)).toMatchObject({
      amount: expected,
      reason: 'ToPayMore',
      description: null,
    })
  })

  it('needs a reason, even where it is the same sum', () => {
    const draft = { ...different, amount: '1250.00', reason: null }
    expect(readInput(draft, asked)).toBe('Choose a reason for paying a different amount.')
  })

  it.each(['', '   ', ' \n '])('needs words of its own with the reason Other, not "%s"', (description) => {
    const draft: GuestDraft = { ...different, amount: '5', reason: 'Other', description }
    expect(readInput(draft, asked)).toBe('Tell us the reason in a few words.')
  })

  it('has its reason in one line, and none that belongs to another choice', () => {
    const draft = { ...different, amount: '5', description: ' For\nboth  girls ' }
    expect(readInput({ ...draft, reason: 'Other' }, asked)).toMatchObject({ description: 'For both girls' })
    expect(readInput(draft, asked)).toMatchObject({ description: null })
  })
})
