import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { planPaymentStatuses, type PlanPaymentStatus } from '#domain/plan/payment-schedule.ts'
import { inMonths } from './months.ts'
import { PaymentDots } from './payment-dots.tsx'
import { detailOf, sentenceOf } from './words.ts'

const dot = (date: string, status: PlanPaymentStatus = 'ToCome') => ({ date, status })

describe('the dots of a plan', () => {
  it('have a column for each month, also for one without a payment and across the new year', () => {
    const dots = [dot('2026-11-02'), dot('2026-11-16'), dot('2027-01-11'), dot('2027-02-08')]
    expect(inMonths(dots).map(({ label, dots }) => [label, dots.length])).toEqual([
      ['Nov', 2],
      ['Dec', 0],
      ['Jan', 1],
      ['Feb', 1],
    ])
  })

  it('match the payments, five high in a month of five weeks', () => {
    const weekly = ['02', '09', '16', '23', '30'].map((day) => dot(`2026-03-${day}`))
    expect(inMonths(weekly)).toMatchObject([{ label: 'Mar', dots: weekly }])
  })

  it('are absent without payments', () => {
    expect(inMonths([])).toEqual([])
  })

  it.each([
    [
      'says what is paid, next and to come',
      [dot('2026-03-06', 'Paid'), dot('2026-03-20', 'Next'), dot('2026-04-03')],
      '3 payments across the year, 1 paid, the next on 20 March 2026, 1 to come after it',
    ],
    [
      'says what is on its way and what has failed',
      [dot('2026-03-06', 'Failed'), dot('2026-03-20', 'Pending')],
      '2 payments across the year, 0 paid, 1 in progress, 1 failed',
    ],
    ['says when all is paid', [dot('2026-03-06', 'Paid')], '1 payment across the year, 1 paid'],
  ])('come with a sentence that %s', (_, dots, sentence) => {
    expect(sentenceOf(dots)).toBe(sentence)
  })

  it('say of each when, how much and whether it is paid', () => {
    expect(detailOf({ ...dot('2026-11-27'), amount: 436.25 }, 'AU')).toBe(
      'Fri 27 November 2026, $436.25, to come',
    )
  })

  it('have a separate mark for every status, named in the legend', () => {
    const dots = planPaymentStatuses.map((status, index) => dot(`2026-0${index + 1}-05`, status))
    const drawn = renderToStaticMarkup(
      <PaymentDots dots={dots.map((each) => ({ ...each, amount: 436.25 }))} region="AU" />,
    )
    for (const status of planPaymentStatuses) {
      expect(drawn.split(`dot--${status.toLowerCase()}"`)).toHaveLength(3)
    }
    expect(drawn.replace(/<[^>]*>/g, '|')).toMatch(
      /1 paid\|+1 in progress\|+1 failed\|+1 on hold\|+1 next\|+1 to come/,
    )
  })
})
