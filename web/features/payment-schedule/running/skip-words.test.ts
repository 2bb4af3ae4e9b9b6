import { describe, expect, it } from 'vitest'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { requestedText, requestedTitle, skippedText, skippedTitle, type SkipDetails } from './skip-words.ts'

const on = (date: string) => ({ dueOn: date, on: date, amount: 84_000 })
const skip: SkipDetails = {
  kind: 'Skip',
  outcome: 'Spread',
  skipped: [on('2026-12-01'), on('2027-01-04')],
  each: { before: 84_000, after: 108_000 },
  last: { before: 84_000, after: 108_000 },
  isEven: true,
  lastOn: { before: '2027-08-02', after: '2027-08-02' },
}
const told = (...days: string[]) => ({ region: 'UK', frequency: 'Month', coming: days.map(on) }) as const

describe('the notice of a skip', () => {
  it('names months, or days where there are several in a month', () => {
    expect(skippedTitle(skip, { frequency: 'Month' })).toBe('December and January are skipped')
    expect(skippedTitle({ ...skip, skipped: [on('2026-11-27')] }, { frequency: 'Fortnight' })).toBe(
      'The payment of 27 November is skipped',
    )
  })

  it.each([
    [skip, ['2027-02-01', '2027-03-01'], 'The £1,680.00 is spread over the two payments that follow.'],
    [skip, ['2027-02-01'], 'The £1,680.00 is added to the payment of 1 February.'],
    [
      { ...skip, outcome: 'AtEnd', lastOn: { before: '2027-08-02', after: '2027-10-01' } } as const,
      ['2027-02-01'],
      'Your plan now ends on 1 October 2027.',
    ],
  ])('says what becomes of the money', (details, days, effect) => {
    expect(skippedText(details, '2026-11-27', told(...days))).toBe(
      `${effect} You can undo this until the end of Friday 27 November.`,
    )
  })

  it('says by when it is answered', () => {
    expect(requestedTitle(skip)).toBe('You have asked to skip two payments')
    expect(requestedText('2026-11-16T10:00:00Z', calendars.UK)).toBe(
      'One of us looks at it and answers by Wednesday 18 November. Until then nothing changes.',
    )
  })
})
