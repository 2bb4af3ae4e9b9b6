import { describe, expect, it } from 'vitest'
import type { Fix, Problem } from '#contract/overview.ts'
import { declineReasons } from '#domain/payments.ts'
import { wordsOf } from './problem-words.ts'
import type { ProblemSetting } from './ways.ts'

const setting: ProblemSetting = {
  region: 'AU',
  bpay: { billerCode: '254177', reference: '204180931', amount: null },
  canChangeMethod: true,
  canPayEarly: true,
  fix: null,
  failedText: {
    version: 1,
    noFee: 'Nothing has been taken, and we charge no fee.',
    ofBank: 'Your bank may charge you for a failed payment.',
    notBefore: 'We will not try again before the day you choose.',
    ofMove: 'This counts as one of the moves of the school year.',
  },
  isFirst: true,
}

type Of<Kind extends Problem['kind']> = Extract<Problem, { kind: Kind }>

const failed: Of<'PaymentFailed'> = {
  kind: 'PaymentFailed',
  amount: 436.25,
  surcharge: 0,
  onItsWay: 0,
  dueDate: '2026-11-13',
  failedOn: '2026-11-16',
  tries: 1,
  reason: 'insufficient_funds',
  method: 'Bank account ending 6789',
  triedAgainOn: '2026-11-19',
  thenOn: '2026-11-25',
  isArranged: false,
  items: [{ dueDate: '2026-11-13', amount: 436.25, triedAgainOn: '2026-11-19' }],
}

const overdue: Of<'Overdue'> = {
  kind: 'Overdue',
  amount: 436.25,
  onItsWay: 0,
  fee: 0,
  since: '2026-11-13',
  tries: 3,
  reason: 'insufficient_funds',
  method: 'Visa ending 4242',
  requestId: 'a b',
  items: [{ dueDate: '2026-11-13', amount: 436.25 }],
}
const twice: Of<'Overdue'> = {
  ...overdue,
  amount: 872.5,
  items: [{ dueDate: '2026-10-30', amount: 436.25 }, ...overdue.items],
  since: '2026-10-30',
}

const fix: Fix = {
  isFree: true,
  payNow: { sourceId: 'visa', displayName: 'Visa ending 4242', surcharge: 4.36, total: 440.61 },
  payments: [
    {
      planId: 'plan',
      dueDate: '2026-11-13',
      amount: 436.25,
      days: ['2026-11-18', '2026-11-27'],
      lastDay: '2026-11-27',
      whyNot: null,
      otherMethodOn: '2026-11-19',
      otherMethods: [
        { id: 'visa', displayName: 'Visa ending 4242', cardType: 'visa', surcharge: 4.36, total: 440.61 },
      ],
    },
  ],
}

const hrefOf = (problem: Problem, more: Partial<ProblemSetting> = {}) =>
  wordsOf(problem, { ...setting, ...more }).ways.find(({ kind }) => kind === 'pay')?.link?.href

describe('A problem in words', () => {
  it('says why a payment failed, and when it is tried again', () => {
    const words = wordsOf(failed, setting)
    expect(words).toMatchObject({
      tone: 'error',
      title: 'Your payment of $436.25 did not go through',
      text: 'It was due on Friday 13 November 2026 from your bank account ending 6789. Your bank told us that there was not enough money in the account. Nothing has been taken.',
      otherwise:
        'we try again on Thursday 19 November 2026, and once more on Wednesday 25 November 2026. Your bank may charge you for a failed payment.',
    })
    expect(wordsOf({ ...failed, thenOn: null }, setting).otherwise).toMatch(
      /^we try again on Thursday 19 November 2026 for the last time\./,
    )
  })

  it.each(declineReasons)('never shows the code %s', (reason) => {
    const said = JSON.stringify([
      wordsOf({ ...failed, reason }, setting),
      wordsOf({ ...overdue, reason }, setting),
    ])
    expect(said).not.toContain(reason)
    expect(said).not.toMatch(/lost|stolen/)
  })

  it('says since when something is overdue, how often we tried, and where it is paid', () => {
    expect(wordsOf(overdue, setting)).toMatchObject({
      title: '$436.25 is overdue',
      text: 'It was due on Friday 13 November 2026. We tried 3 times, the last time from Visa ending 4242. Your bank told us that there was not enough money in the account.',
    })
    expect(hrefOf(overdue)).toBe('/pay-now?request=a%20b')
    expect(wordsOf({ ...overdue, fee: 15 }, setting).text).toContain('It includes a fee of $15.00')
  })

  it.each<[string, Partial<Of<'Overdue'>>, string]>([
    ['whose money went back', { reason: null, tries: 1 }, 'It was paid, and the money went back.'],
    ['that never arrived by BPAY', { reason: null, tries: 0 }, 'Your payment has not arrived.'],
    [
      'that no method could pay',
      { reason: 'method_gone', tries: 0 },
      'There was no payment method that we could collect it from.',
    ],
  ])('explains a payment %s', (_, more, sentence) => {
    expect(wordsOf({ ...overdue, ...more }, setting).text).toContain(sentence)
  })

  it('lets several overdue payments be paid in one sum or in part, and says what they are', () => {
    const { text, ways, parts } = wordsOf({ ...twice, amount: 887.5, fee: 15 }, setting)
    expect(text).toContain('2 payments, the oldest due on Friday 30 October 2026.')
    expect(parts).toEqual([
      { name: 'Due 30 October 2026', value: '$436.25' },
      { name: 'Due 13 November 2026', value: '$436.25' },
      { name: 'Fee for a returned debit', value: '$15.00' },
    ])
    expect(ways.find(({ kind }) => kind === 'pay')).toMatchObject({
      link: { label: 'Pay all $887.50', href: '/pay-now?request=a%20b' },
    })
    expect(ways.filter(({ kind }) => kind === 'one-by-one')).toEqual([])
    // Before there is a request for it, it is paid as an early payment, where those are not switched off.
    expect(hrefOf({ ...twice, requestId: null })).toBe('/pay-now?step=method&amount=872.50')
    expect(hrefOf({ ...twice, requestId: null }, { canPayEarly: false })).toBeUndefined()
  })

  it('asks for nothing that is on its way already', () => {
    const words = wordsOf({ ...overdue, amount: 0, onItsWay: 436.25, items: [] }, setting)
    expect(words).toMatchObject({ tone: 'info', title: 'Your payment of $436.25 is on its way', ways: [] })
    expect(wordsOf({ ...twice, amount: 372.5, onItsWay: 500 }, setting).text).toContain(
      'Another $500.00 is on its way.',
    )
  })

  it('lets a payment that failed be paid only where nothing older is overdue', () => {
    expect(hrefOf(failed)).toBe('/pay-now?step=method&amount=436.25')
    expect(hrefOf(failed, { isFirst: false })).toBeUndefined()
  })

  it('offers three ways out of a failed payment, each with its result', () => {
    const { text, ways } = wordsOf(failed, { ...setting, fix })
    expect(text).toMatch(/Nothing has been taken, and we charge no fee\.$/)
    expect(ways.map((way) => [way.title, way.text, way.link?.label ?? way.opens?.label])).toEqual([
      [
        'Pay now',
        'Today, from Visa ending 4242: $436.25 and a surcharge of $4.36, so $440.61 in all.',
        'Pay $440.61 now',
      ],
      [
        'Move it',
        'To any business day up to Friday 27 November 2026. We will not try again before the day you choose.',
        'Choose a day',
      ],
      [
        'Use another method',
        'We collect $436.25 on Thursday 19 November 2026 from the method you choose. Your other payments stay as they are.',
        'Choose a method',
      ],
    ])
    expect(hrefOf(failed, { fix })).toBe('/pay-now?step=method&amount=436.25&method=visa')
  })

  it('offers no day where all moves are used, and leads to the methods where there is no other', () => {
    const payments = fix.payments.map((payment) => ({
      ...payment,
      days: [],
      whyNot: 'NoMovesLeft' as const,
      otherMethods: [],
    }))
    const { ways } = wordsOf(failed, { ...setting, fix: { ...fix, isFree: false, payments } })
    expect(ways[1]).toEqual({
      kind: 'move',
      title: 'Move it',
      text: 'You have moved as many payments as you can this school year.',
    })
    expect(ways[2]?.link?.href).toBe('/manage-payments')
  })

  it('lets an overdue payment be moved too, and several failed ones be one sum', () => {
    expect(wordsOf(overdue, { ...setting, fix }).ways.map(({ kind }) => kind)).toEqual([
      'pay',
      'move',
      'method',
    ])
    const items = [{ dueDate: '2026-11-06', amount: 436.25, triedAgainOn: '2026-11-18' }, ...failed.items]
    const words = wordsOf({ ...failed, amount: 872.5, dueDate: '2026-11-06', items }, setting)
    expect(words).toMatchObject({
      title: '2 payments did not go through: $872.50 in all',
      parts: [
        { name: 'Due 6 November 2026, tried again on 18 November 2026', value: '$436.25' },
        { name: 'Due 13 November 2026, tried again on 19 November 2026', value: '$436.25' },
      ],
    })
    expect(words.otherwise).toMatch(
      /^we try them again on Wednesday 18 November 2026 and Thursday 19 November 2026\./,
    )
  })

  it('is calm about what the family has arranged', () => {
    const words = wordsOf({ ...failed, triedAgainOn: '2026-11-27', isArranged: true }, { ...setting, fix })
    expect(words).toMatchObject({
      tone: 'info',
      title: 'We collect $436.25 on Friday 27 November 2026',
      otherwise: null,
    })
    expect(words.ways.filter(({ isMain }) => isMain)).toEqual([])
  })

  it('gives the details for BPAY, and says when it is late', () => {
    const due = {
      kind: 'BpayDue',
      amount: 436.25,
      dueDate: '2026-11-20',
      isLate: false,
      missedOn: '2026-11-26',
    } as const
    const { title, ways } = wordsOf(due, setting)
    expect(title).toBe('Please pay $436.25 by BPAY')
    expect(ways[0]?.facts).toEqual([
      { name: 'Biller code', value: '254177' },
      { name: 'Reference', value: '2041 8093 1' },
      { name: 'Amount', value: '$436.25' },
    ])
    expect(wordsOf({ ...due, isLate: true }, setting)).toMatchObject({
      tone: 'error',
      title: 'Your BPAY payment of $436.25 has not arrived',
      otherwise: 'it counts as missed on Thursday 26 November 2026, and we ask you for it by email.',
    })
  })

  it('says how long a review usually takes, and when it takes longer', () => {
    const review = {
      kind: 'PlanUnderReview',
      tuitionYear: 2027,
      since: '2026-11-13',
      usuallyBy: '2026-11-17',
      isLate: false,
      startPassed: null,
    } as const
    expect(wordsOf(review, setting).text).toBe(
      'You saved it on 13 November 2026. This usually takes 2 business days, so you should hear from us by Tuesday 17 November 2026. Nothing is collected for it before that.',
    )
    expect(wordsOf({ ...review, isLate: true }, setting).text).toContain('longer than usual')
    expect(wordsOf({ ...review, startPassed: '2026-11-20' }, setting).text).toBe(
      'It was to start on 20 November 2026, and we are sorry that it takes so long. Nothing is collected for it until we have answered. Then it starts on a later day, and we email you that day first.',
    )
  })

  it('says of a plan that did not start why, and leads to it where the family can finish it', () => {
    const problem = {
      kind: 'PlanUnfinished',
      tuitionYear: 2027,
      reason: 'NotSaved',
      startsOn: '2027-01-06',
      isPast: true,
      canEdit: true,
    } as const
    expect(wordsOf(problem, setting)).toMatchObject({
      title: 'Your plan for 2027 has not started',
      text: 'It was to start on Wednesday 6 January 2027, but it is an estimate until you save it.',
      ways: [{ isMain: true, link: { label: 'Finish plan', href: '/payment-schedule?year=2027' } }],
      otherwise: 'nothing is collected for 2027. The later a plan starts, the higher each payment is.',
    })
    expect(wordsOf({ ...problem, canEdit: false }, setting)).toMatchObject({
      text: expect.stringContaining('Please contact us'),
      ways: [],
    })
    const none = { ...problem, reason: 'NoPlan', startsOn: '2026-09-01' } as const
    expect(wordsOf(none, { ...setting, region: 'UK' })).toMatchObject({
      title: 'You have no plan for 2027/28 yet',
      text: expect.stringContaining('The school year began on Tuesday 1 September 2026'),
      ways: [{ link: { label: 'Set up plan' } }],
    })
  })

  it.each<[Problem, string]>([
    [
      { kind: 'MethodExpiring', method: 'Visa ending 4242', lastDay: '2026-11-30' },
      'Visa ending 4242 expires on 30 November 2026',
    ],
    [
      { kind: 'MethodUnusable', method: 'Visa ending 4242', trouble: 'CardExpired', nextOn: '2026-11-27' },
      'Visa ending 4242 has expired',
    ],
    [
      {
        kind: 'MethodUnusable',
        method: 'Bank account ending 6789',
        trouble: 'MandateEnded',
        nextOn: '2026-11-27',
      },
      'Your bank has ended the direct debit from your bank account ending 6789',
    ],
    [
      {
        kind: 'PaymentDisputed',
        amount: 436.25,
        paidOn: '2026-11-13',
        since: '2026-11-20',
        method: 'Visa ending 4242',
      },
      'Your bank is looking into a payment of $436.25',
    ],
    [
      { kind: 'OutstandingFees', tuitionYear: 2026, amount: 850 },
      'Outstanding fees of $850.00 are not part of your plan',
    ],
    [
      {
        kind: 'DiscountDeclared',
        tuitionYear: 2026,
        types: ['Scholarship', 'StaffDiscount'],
        since: '2026-11-13',
        usuallyBy: '2026-11-17',
      },
      'Your scholarship and staff discount wait for confirmation',
    ],
    [
      {
        kind: 'RequestOverdue',
        amount: 120,
        since: '2026-11-10',
        from: 'Wattle Grove College',
        items: [{ dueDate: '2026-11-10', amount: 120, requestId: 'x' }],
      },
      'Wattle Grove College waits for $120.00',
    ],
  ])('is titled after what is wrong: %j', (problem, title) => {
    expect(wordsOf(problem, setting).title).toBe(title)
  })
})
