import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { addDays, calendarDate, type CalendarDate } from '../calendar/calendar.ts'
import { isBusinessDay } from '../calendar/holidays.ts'
import { cents, type Cents } from '../money.ts'
import { regions } from '../region.ts'
import { noticedBy } from '../repayments.ts'
import {
  collectedParts,
  collectionDays,
  collectionsToCome,
  nextPayment,
  partName,
  paymentsOn,
  type NextPaymentFacts,
  type PlanSource,
} from './next-payment.ts'
import { collectedOf, type Instalment, type PlanWithInstalments } from './plan-payments.ts'

const day = (number: number) => calendarDate(`2026-03-${String(number).padStart(2, '0')}`)
/** The Sunday before; nothing is late yet. */
const today = calendarDate('2026-02-22')

type Shown = Instalment & { paidOtherwise: Cents }

/** The part that other payments have paid; a paid one has had a debit of the rest. */
function payment(on: number, status: Instalment['status'], paidOtherwise = 0, retryOn?: number): Shown {
  const settled = status === 'Paid' ? 400 : paidOtherwise
  return {
    dueOn: day(on),
    collectOn: day(on),
    noticedOn: today,
    movedFrom: null,
    collectedOn: null,
    amount: cents(400),
    settled: cents(settled),
    waived: cents(0),
    open: cents(status === 'Collecting' ? 0 : 400 - settled),
    paidOtherwise: cents(paidOtherwise),
    status,
    retryOn: retryOn === undefined ? null : day(retryOn),
  }
}

type ShownPlan = PlanWithInstalments<Shown>

const plan = (instalments: Shown[], status: ShownPlan['status'] = 'Current'): ShownPlan => ({
  status,
  instalments,
})

const card: PlanSource = {
  type: 'PaymentCard',
  cardBrand: 'visa',
  cardFunding: 'credit',
  isPreferred: true,
  isDefault: true,
  activeFrom: null,
}
const amex: PlanSource = { ...card, cardBrand: 'amex', isPreferred: false, isDefault: false }
const bpay: PlanSource = { ...card, type: 'CustomerDeposit', cardBrand: null, cardFunding: null }

const facts = (plans: ShownPlan[], sources: PlanSource[] = [card]): NextPaymentFacts<ShownPlan> => ({
  region: 'AU',
  calendar: calendars.AU,
  plans,
  sources,
  absorbCardSurcharge: 'None',
  surchargeRates: [
    {
      region: 'AU',
      cardGroup: 'VisaOrMastercardCredit',
      basisPoints: 135,
      validFrom: calendarDate('2026-01-01'),
      validTo: null,
    },
    {
      region: 'AU',
      cardGroup: 'AmericanExpress',
      basisPoints: 200,
      validFrom: calendarDate('2026-01-01'),
      validTo: null,
    },
  ],
})

type Next = [amount: number, date: CalendarDate, previous: number | null]

describe('What is collected next', () => {
  it.each<[string, ShownPlan[], Next | null]>([
    ['the first of a plan', [plan([payment(2, 'Scheduled'), payment(9, 'Scheduled')])], [400, day(2), null]],
    [
      'the one after those that are paid',
      [plan([payment(2, 'Paid'), payment(9, 'Scheduled')])],
      [400, day(9), 400],
    ],
    ['less what came ahead', [plan([payment(2, 'Paid'), payment(9, 'Scheduled', 70)])], [330, day(9), 400]],
    [
      'not one that is paid already',
      [plan([payment(2, 'Scheduled', 400), payment(9, 'Scheduled')])],
      [400, day(9), 400],
    ],
    ['not one under way', [plan([payment(2, 'Collecting'), payment(9, 'Scheduled')])], [400, day(9), 400]],
    [
      'the next try of one that failed',
      [plan([payment(2, 'Retrying', 0, 5), payment(9, 'Scheduled')])],
      [400, day(5), null],
    ],
    [
      'a later one before a late try',
      [plan([payment(2, 'Retrying', 0, 10), payment(9, 'Scheduled')])],
      [400, day(9), 400],
    ],
    [
      'a new try and the instalment of its day',
      [plan([payment(2, 'Retrying', 0, 9), payment(9, 'Scheduled')])],
      [800, day(9), null],
    ],
    [
      'what is left of both where something came ahead',
      [plan([payment(2, 'Retrying', 100, 9), payment(9, 'Scheduled', 50)])],
      [650, day(9), null],
    ],
    [
      'the instalments of two plans on one day',
      [plan([payment(9, 'Scheduled')]), plan([payment(9, 'Scheduled')], 'Saved')],
      [800, day(9), null],
    ],
    [
      'not one that the family must pay itself',
      [plan([payment(2, 'Overdue', 100), payment(9, 'Scheduled')])],
      [400, day(9), 300],
    ],
    [
      'after a debit of a part, that part',
      [plan([payment(2, 'Paid', 150), payment(9, 'Scheduled')])],
      [400, day(9), 250],
    ],
    [
      'the first of the next plan',
      [plan([payment(2, 'Paid')]), plan([payment(20, 'Scheduled')], 'Saved')],
      [400, day(20), null],
    ],
    ['nothing of a plan that is looked at', [plan([payment(2, 'Scheduled')], 'ManualReview')], null],
    ['nothing of a plan that is paid', [plan([payment(2, 'Paid')], 'Completed')], null],
    ['nothing without a plan', [], null],
  ])('is %s', (_, plans, expected) => {
    const next = nextPayment(facts(plans), today)
    const previous = next?.parts.length === 1 ? next.parts[0]?.previous : undefined
    expect(next ? [next.amount, next.on, previous ? collectedOf(previous) : null] : null).toEqual(expected)
  })

  it('comes with the surcharge of each debit, rounded by itself', () => {
    const next = nextPayment(facts([plan([payment(2, 'Retrying', 0, 9), payment(9, 'Scheduled')])]), today)
    // 1.35 % of 400 is 5.4: twice 5, not 11.
    expect(next).toMatchObject({ amount: 800, surcharge: 10, total: 810, basisPoints: 135 })
  })

  it('is charged to the method that is active on its day', () => {
    const plans = [plan([payment(9, 'Scheduled'), payment(16, 'Scheduled')])]
    const sources = [card, { ...amex, activeFrom: day(10) }]
    expect(nextPayment(facts(plans, sources), today)?.source).toBe(card)
    const later = paymentsOn(facts(plans, sources), { on: day(16), today })[0]
    expect(later).toMatchObject({ source: sources[1], surcharge: 8 })
  })

  it('is apart from what another method pays on its day', () => {
    const own = { ...payment(2, 'Retrying', 0, 9), sourceId: 'amex' }
    const plans = [plan([own, payment(9, 'Scheduled')])]
    const sources = [card, { ...amex, id: 'amex' }]
    const payments = paymentsOn(facts(plans, sources), { on: day(9), today })
    expect(payments).toMatchObject([
      { source: sources[1], amount: 400, surcharge: 8 },
      { source: card, amount: 400, surcharge: 5 },
    ])
    // Once it is gone, the method of all others pays.
    expect(paymentsOn(facts(plans), { on: day(9), today })).toMatchObject([{ source: card, amount: 800 }])
  })
})

describe('The day of a collection', () => {
  it.each<[string, Partial<Instalment>, CalendarDate, PlanSource[], CalendarDate]>([
    ['its own, noticed in time', { noticedOn: day(4) }, day(5), [card], day(9)],
    ['its own, while its notice is not due yet', { noticedOn: null }, day(3), [card], day(9)],
    ['two business days after a late notice', { noticedOn: day(9) }, day(10), [card], day(11)],
    ['two business days from now, without a notice', { noticedOn: null }, day(12), [card], day(16)],
    ['the next business day for what is late', { noticedOn: day(4) }, day(14), [card], day(16)],
    ['its own, however late, for BPAY', { noticedOn: null }, day(14), [bpay], day(9)],
    ['that of the new try', { noticedOn: day(4), retryOn: day(12) }, day(9), [card], day(12)],
  ])('is %s', (_, more, on, sources, expected) => {
    const dayOf = collectionDays({ calendar: calendars.AU, today: on, sources })
    expect(dayOf({ ...payment(9, 'Scheduled'), ...more })).toBe(expected)
  })

  it('is shown as today exactly when the run collects it today', () => {
    const near = fc.integer({ min: 0, max: 30 }).map((days) => addDays(day(1), days))
    const some = fc.record({
      collectOn: near,
      retryOn: fc.option(near),
      noticedOn: fc.option(near),
    })
    fc.assert(
      fc.property(some, near, fc.constantFrom(...regions), (instalment, on, region) => {
        fc.pre(isBusinessDay(on, calendars[region]))
        fc.pre(instalment.noticedOn === null || instalment.noticedOn <= on)
        const { collectOn, retryOn, noticedOn } = instalment
        // The conditions by which the run claims instalments.
        const isClaimed =
          (retryOn ?? collectOn) <= on && noticedOn !== null && noticedOn <= noticedBy(on, calendars[region])
        const shown = collectionDays({ calendar: calendars[region], today: on, sources: [card] })(instalment)
        expect(shown === on).toBe(isClaimed)
        expect(shown >= on).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('The parts of a payment', () => {
  const of = (tuitionYear: number, ...instalments: Shown[]) => ({ ...plan(instalments), tuitionYear })
  const facts = (...plans: ReturnType<typeof of>[]) => ({
    region: 'UK' as const,
    calendar: calendars.UK,
    plans,
    sources: [],
    absorbCardSurcharge: 'None' as const,
    surchargeRates: [],
  })
  const namesOf = (...plans: ReturnType<typeof of>[]) => {
    const next = nextPayment(facts(...plans), today)
    return next && collectedParts(next).map((part) => partName(part, 'UK'))
  }

  it('are named by their plan where there are several plans', () => {
    expect(namesOf(of(2025, payment(3, 'Scheduled')), of(2026, payment(3, 'Retrying')))).toEqual([
      'Instalment of your 2025/26 plan, due 3 March 2026',
      'Instalment of your 2026/27 plan, due 3 March 2026, tried again',
    ])
    expect(namesOf(of(2025, payment(3, 'Scheduled')))).toEqual(['Instalment due 3 March 2026'])
  })

  it('are listed by day with those of all plans that are still collected', () => {
    const plans = [
      of(2026, payment(5, 'Scheduled'), payment(19, 'Scheduled')),
      of(2025, payment(5, 'Scheduled', 150)),
    ]
    const listed = collectionsToCome(facts(...plans), today)
    expect(listed.map(({ on, amount, plan: { tuitionYear } }) => [on, amount, tuitionYear])).toEqual([
      [day(5), 400, 2026],
      [day(5), 250, 2025],
      [day(19), 400, 2026],
    ])
  })
})
