import { describe, expect, it } from 'vitest'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { balanceMoves, explainBalance, type MovedGroup, type MovedLine } from './balance-explanations.ts'
import { calendarDate } from '../calendar/calendar.ts'
import { explainChange, type VersionFact } from './change-explanations.ts'
import { addedUp, groupOf, type Explanation, type ExplanationLine } from './explanations.ts'
import { cents } from '../money.ts'
import { collectionDays, nextPayment, type PlanSource } from '../plan/next-payment.ts'
import { explainNextPayment } from './payment-explanations.ts'
import { explainPaid, explainRemaining, type InstalmentFact, type PlanFacts } from './plan-explanations.ts'
import { explainAvailable } from './withdrawal-explanations.ts'

const day = calendarDate('2026-03-20')
const earlierDay = calendarDate('2026-03-06')
const line = (amount: number): ExplanationLine => ({
  date: day,
  sentence: 'x',
  amount: cents(amount),
  transactionId: null,
})

describe('an explanation', () => {
  const sound: Explanation = {
    figure: 'next-payment',
    amount: cents(300),
    sentence: '',
    groups: [groupOf('a', [line(100), line(150)]), groupOf('b', [line(50)])],
    change: { before: cents(200), by: cents(100), because: [{ sentence: '', amount: cents(100) }] },
  }
  it('is returned when it adds up', () => expect(addedUp(sound)).toBe(sound))

  const [first, second] = sound.groups as [Explanation['groups'][0], Explanation['groups'][0]]
  it.each<[string, Partial<Explanation>]>([
    ['its groups make another sum', { amount: cents(301) }],
    ['a group is missing', { groups: [first] }],
    ['the lines of a group make another sum', { groups: [{ ...first, lines: [line(100)] }, second] }],
    ['a group counts wrongly', { groups: [{ ...first, count: 3 }, second] }],
    [
      'the rest of a group is wrong',
      { groups: [{ ...first, earlier: { count: 1, amount: cents(1) } }, second] },
    ],
    ['its reasons make another difference', { change: { before: cents(200), by: cents(100), because: [] } }],
    [
      'its change leads elsewhere',
      { change: { before: cents(250), by: cents(100), because: sound.change!.because } },
    ],
  ])('is refused when %s', (_, wrong) => {
    expect(() => addedUp({ ...sound, ...wrong })).toThrow(RangeError)
  })

  it('shows twenty lines of a group and sums the rest', () => {
    const group = groupOf(
      'x',
      Array.from({ length: 50 }, (_, index) => line(index)),
    )
    expect([group.lines.length, group.earlier]).toEqual([20, { count: 30, amount: 1035 }])
  })
})

describe('a balance', () => {
  const moved = (move: MovedGroup['move'], more: Partial<MovedLine> = {}, count = 1): MovedGroup => ({
    move,
    schoolName: 'Wattle Grove College',
    count,
    amount: cents(100 * count),
    lines: [
      {
        entryId: 'e1',
        date: day,
        amount: cents(100),
        description: 'As written',
        methodName: null,
        instalment: null,
        paidOn: null,
        ...more,
      },
    ],
  })
  const explained = (group: MovedGroup) => {
    const { groups } = explainBalance({ region: 'AU', balance: group.amount, groups: [group] })
    return [groups[0]?.sentence, groups[0]?.lines[0]?.sentence]
  }

  it.each<[MovedGroup, string, string]>([
    [moved('CarriedOver'), 'Carried over from before', 'As written'],
    [moved('FromSchool'), 'Your school gave you 1 credit', 'As written'],
    [moved('Correction', {}, 2), 'We corrected your balance 2 times', 'As written'],
    [
      moved('Instalment', { methodName: 'Visa ending 4242', instalment: { seq: 3, year: 2026 } }, 24),
      'You paid 24 instalments',
      'Payment 3 of your 2026 plan, by Visa ending 4242',
    ],
    [moved('Additional', {}, 2), 'You made 2 additional payments', 'Additional payment'],
    [moved('Link'), '1 payment came by link', 'Payment by link'],
    [moved('Deposit', {}, 3), 'You made 3 BPAY payments', 'BPAY payment'],
    [moved('Offline'), 'We received 1 payment by cheque, transfer or cash', 'As written'],
    [moved('Payment', { description: null }, 1043), 'You made 1,043 payments', 'Payment'],
    [
      moved('WithdrawalReturned', { description: 'Withdrawal declined' }),
      '1 withdrawal came back to you',
      'Withdrawal declined',
    ],
    [
      moved('RefundReturned', { paidOn: earlierDay }),
      '1 refund came back to us',
      'The refund of your payment of 6 March 2026 did not reach you',
    ],
    [
      moved('DisputeWon', { paidOn: earlierDay }),
      'Your bank upheld 1 payment',
      'Your payment of 6 March 2026 came back from your bank',
    ],
    [moved('Reversed'), 'We took back 1 entry', 'As written'],
    [
      moved('ToSchool', { schoolPayment: { status: 'OnItsWay', paidOn: null } }),
      '1 payment left your balance for Wattle Grove College',
      'As written, on its way to the school',
    ],
    [
      moved('ToSchool', { paidOn: earlierDay }, 20),
      '20 payments left your balance for Wattle Grove College',
      'Your payment of 6 March 2026',
    ],
    [
      moved('Refund', { paidOn: earlierDay }),
      'We gave you 1 refund',
      'Refund of your payment of 6 March 2026',
    ],
    [
      moved('Dispute', { paidOn: earlierDay }),
      'Your bank took back 1 payment',
      'Your bank took back your payment of 6 March 2026',
    ],
    [
      moved('Withdrawal', { methodName: 'Bank account ending 6789' }),
      'You asked for 1 withdrawal',
      'Withdrawal to bank account ending 6789',
    ],
    [moved('Fee', { description: 'Dishonour fee' }), 'We charged 1 fee', 'Dishonour fee'],
  ])('explains %o', (group, sentence, lineSentence) => {
    expect(explained(group)).toEqual([sentence, lineSentence])
  })

  it('explains money in before money out, whatever the order of the rows', () => {
    const groups = balanceMoves.map((move) => moved(move)).toReversed()
    const { groups: shown } = explainBalance({ region: 'AU', balance: cents(100 * groups.length), groups })
    expect(shown.map(({ sentence }) => sentence).at(0)).toBe('Carried over from before')
    expect(shown.map(({ sentence }) => sentence).at(-1)).toBe('We charged 1 fee')
  })

  it.each([
    [640_00, 'AU', 'You are $640.00 in credit.'],
    [-12_50, 'UK', 'You owe £12.50.'],
    [0, 'AU', 'As much has gone out as has come in.'],
  ] as const)('of %d in %s says "%s"', (balance, region, sentence) => {
    const groups =
      balance === 0 ? [] : [{ ...moved('Fee', { amount: cents(balance) }), amount: cents(balance) }]
    expect(explainBalance({ region, balance: cents(balance), groups }).sentence).toBe(sentence)
  })
})

const instalment = ({ settled = cents(0), ...more }: Partial<InstalmentFact> = {}): InstalmentFact => ({
  dueOn: day,
  collectOn: day,
  noticedOn: null,
  movedFrom: null,
  collectedOn: null,
  amount: cents(100_00),
  settled,
  waived: cents(0),
  open: cents(100_00 - settled),
  status: 'Scheduled',
  retryOn: null,
  paid: null,
  covers: [],
  reserved: [],
  ...more,
})
const cover = (amount: number) => ({ amount: cents(amount), paidOn: earlierDay, entryId: 'e9' })
const paid = { paidOn: earlierDay, methodName: 'Visa ending 4242', entryId: 'e2' }
const plan = (instalments: InstalmentFact[], more: Partial<PlanFacts> = {}): PlanFacts => ({
  region: 'AU',
  year: 2026,
  status: 'Current',
  total: cents(instalments.reduce((sum, { amount }) => sum + amount, 0)),
  cancelled: cents(0),
  instalments,
  ...more,
})

const dayOf = collectionDays({ calendar: calendars.AU, today: earlierDay, sources: [] })

describe('a plan', () => {
  const running = plan([
    instalment({ status: 'Paid', settled: cents(100_00), paid }),
    instalment({ status: 'Paid', settled: cents(100_00), covers: [cover(100_00)] }),
    instalment({ status: 'Overdue' }),
    instalment({ status: 'Retrying', retryOn: calendarDate('2026-03-25') }),
    instalment({ status: 'Collecting' }),
    instalment({ settled: cents(30_00), covers: [cover(30_00)] }),
    instalment(),
  ])

  it('explains what was paid, and which other payments count towards it', () => {
    const { amount, groups, sentence } = explainPaid(running)
    expect(amount).toBe(230_00)
    expect(sentence).toBe('Your 2026 plan comes to $700.00: $230.00 paid so far and $470.00 remaining.')
    expect(groups.map((group) => [group.sentence, group.lines.map((each) => each.sentence)])).toEqual([
      ['You paid 1 instalment', ['Payment 1 of 7, by Visa ending 4242']],
      [
        'Your other payments went towards instalments',
        [
          'Part of payment 6 of 7, from your payment of 6 March 2026',
          'Payment 2 of 7, from your payment of 6 March 2026',
        ],
      ],
    ])
  })

  it('explains what remains by its status', () => {
    const { amount, groups } = explainRemaining(running, dayOf)
    expect(amount).toBe(470_00)
    expect(groups.map((group) => [group.sentence, group.amount, group.lines[0]?.sentence])).toEqual([
      ['1 payment is overdue', 100_00, 'Payment 3 of 7'],
      ['1 payment failed and will be tried again', 100_00, 'Payment 4 of 7, tried again on 25 March 2026'],
      ['1 payment is under way', 100_00, 'Payment 5 of 7'],
      ['2 payments are still to come', 170_00, 'Payment 6 of 7, of which $30.00 is paid'],
    ])
  })

  it.each([
    ['Draft', 'Your payments are set once you save your plan'],
    ['ManualReview', 'Your payments are set once our team has checked your plan'],
  ] as const)('that is a %s has no payments yet, and says so', (status, sentence) => {
    const { amount, groups } = explainRemaining(plan([], { status, total: cents(5_000_00) }), dayOf)
    expect([amount, groups[0]?.sentence, groups[0]?.lines[0]?.sentence]).toEqual([
      5_000_00,
      'Not yet split into payments',
      sentence,
    ])
  })

  it('says what is waived, which is neither paid nor left', () => {
    const part = {
      status: 'Paid' as const,
      settled: cents(60_00),
      waived: cents(40_00),
      open: cents(0),
      paid,
    }
    const instalments = [instalment(part), instalment()]
    const waived = plan(instalments, { total: cents(300_00), cancelled: cents(100_00) })
    const { amount, groups, sentence } = explainPaid(waived)
    expect([amount, groups[0]?.sentence]).toEqual([60_00, 'You paid 1 instalment'])
    expect(sentence).toBe(
      'Your 2026 plan comes to $300.00: $60.00 paid so far, $140.00 waived and $100.00 remaining.',
    )
    expect(explainRemaining(waived, dayOf)).toMatchObject({ amount: 100_00, groups: [{ amount: 100_00 }] })
  })

  it('that costs less than was paid has nothing left', () => {
    const overpaid = plan([instalment({ status: 'Paid', settled: cents(100_00), paid })], {
      total: cents(60_00),
    })
    expect(explainRemaining(overpaid, dayOf)).toMatchObject({ amount: 0, groups: [] })
  })
})

describe('a payment on another day', () => {
  const from = calendarDate('2026-03-13')
  it.each<[string, Partial<InstalmentFact>, string]>([
    ['that was moved', { movedFrom: from }, 'Payment 1 of 1, moved from 13 March 2026 at your request'],
    [
      'that failed and was moved',
      { status: 'Retrying', retryOn: day, isRetryMoved: true },
      'Payment 1 of 1, tried again on 20 March 2026, as you chose',
    ],
  ])('is explained: one %s', (_, more, sentence) => {
    const { groups } = explainRemaining(plan([instalment(more)]), dayOf)
    expect(groups[0]?.lines[0]?.sentence).toBe(sentence)
  })
})

describe('the next payment', () => {
  const visa: PlanSource & { displayName: string } = {
    displayName: 'Visa ending 4242',
    type: 'PaymentCard',
    cardBrand: 'visa',
    cardFunding: 'credit',
    isPreferred: true,
    isDefault: true,
    activeFrom: null,
  }
  const rate = {
    region: 'AU' as const,
    cardGroup: 'VisaOrMastercardCredit' as const,
    basisPoints: 135,
    validFrom: earlierDay,
    validTo: null,
  }
  function explained(plans: PlanFacts[], { sources = [visa], rates = [] as (typeof rate)[] } = {}) {
    const facts = {
      region: 'AU' as const,
      calendar: calendars.AU,
      plans,
      sources,
      absorbCardSurcharge: 'None' as const,
    }
    const payment = nextPayment({ ...facts, surchargeRates: rates }, earlierDay)
    if (!payment) throw new Error('Nothing is due')
    return explainNextPayment({ region: 'AU', payment, versions: [] })
  }

  it.each([
    [{}, 'We collect $100.00 on 20 March 2026 from Visa ending 4242.'],
    [
      { rates: [rate] },
      'We collect $100.00 on 20 March 2026 from Visa ending 4242. A card surcharge of $1.35 (1.35%) comes on top: $101.35 in all.',
    ],
    [
      { sources: [{ ...visa, displayName: 'BPAY', type: 'CustomerDeposit' as const }] },
      'Please pay $100.00 by BPAY by 20 March 2026.',
    ],
    [{ sources: [] }, '$100.00 is due on 20 March 2026.'],
  ])('with %o says how it is paid', (more, sentence) => {
    expect(explained([plan([instalment()])], more).sentence).toBe(sentence)
  })

  it('lists everything that is collected on its day, by plan', () => {
    const failed = instalment({ dueOn: earlierDay, status: 'Retrying', retryOn: day, noticedOn: earlierDay })
    const plans = [plan([failed, instalment()]), plan([instalment()], { year: 2027 })]
    const { amount, sentence, groups, change } = explained(plans, { rates: [rate] })
    expect(amount).toBe(300_00)
    expect(sentence).toContain('We collect $300.00 on 20 March 2026')
    expect(sentence).toContain('$304.05 in all')
    expect(groups.map((group) => [group.sentence, group.lines.map((each) => each.sentence)])).toEqual([
      [
        'Your 2026 plan',
        ['Payment 1 of 2, due 6 March 2026, tried again', 'Payment 2 of 2, due 20 March 2026'],
      ],
      ['Your 2027 plan', ['Payment 1 of 1, due 20 March 2026']],
    ])
    expect(change).toBeNull()
  })

  it('is less by what is paid of it, on its way or waived', () => {
    const part = { covers: [cover(10_00)], reserved: [{ ...cover(20_00), entryId: null }] }
    const before = instalment({ status: 'Paid', settled: cents(100_00), open: cents(0), paid })
    const next = instalment({ ...part, settled: cents(15_00), waived: cents(5_00), open: cents(60_00), paid })
    const { amount, groups, change } = explained([plan([before, next])])
    expect([amount, change?.by]).toEqual([60_00, -40_00])
    expect(groups.map((group) => [group.sentence, group.amount])).toEqual([
      ['Your 2026 plan', 100_00],
      ['You have paid part of it already', -15_00],
      ['Part of it is on its way, or disputed', -20_00],
      ['Part of it is waived', -5_00],
    ])
  })

  it('is compared with the full amount of one that other payments have paid', () => {
    const before = instalment({ status: 'Paid', settled: cents(100_00), covers: [cover(100_00)] })
    expect(explained([plan([before, instalment()])]).change).toBeNull()
  })
})

describe('a change', () => {
  const version = (more: Partial<VersionFact> = {}): VersionFact => ({
    savedBy: 'Customer',
    savedOn: earlierDay,
    frequency: 'Fortnight',
    periodic: cents(100_00),
    total: cents(1_000_00),
    count: 10,
    ...more,
  })
  const part = (amount: number, covers: ReturnType<typeof cover>[] = []) => ({
    amount: cents(amount),
    covers,
  })
  const skip: VersionFact['change'] = {
    kind: 'Skip',
    outcome: 'Spread',
    skipped: [day, earlierDay].map((dueOn) => ({ dueOn, on: dueOn, amount: cents(100_00) })),
    each: { before: cents(100_00), after: cents(130_00) },
    last: { before: cents(100_00), after: cents(130_00) },
    isEven: true,
    lastOn: { before: day, after: day },
  }
  const change = (
    before: number,
    next: number,
    versions: VersionFact[],
    more: { isLast?: boolean; covers?: number[]; coversBefore?: number[] } = {},
  ) =>
    explainChange({
      before: part(before, more.coversBefore?.map(cover)),
      next: part(next, more.covers?.map(cover)),
      isLast: more.isLast ?? false,
      versions,
      region: 'AU',
    })

  it('is absent when nothing changed', () => expect(change(100_00, 100_00, [version()])).toBeNull())

  it.each<[string, ReturnType<typeof change>, [string, number][]]>([
    [
      'by the family',
      change(100_00, 110_00, [version(), version({ periodic: cents(110_00), total: cents(1_100_00) })]),
      [['You changed your plan on 6 March 2026: its total went up by $100.00', 10_00]],
    ],
    [
      'by our team, to fewer payments and another rhythm',
      change(100_00, 250_00, [
        version(),
        version({ savedBy: 'Staff', periodic: cents(250_00), count: 4, frequency: 'Month' }),
      ]),
      [
        [
          'Our team changed your plan on 6 March 2026: it has 4 payments instead of 10 and you pay monthly',
          150_00,
        ],
      ],
    ],
    [
      'by several saves',
      change(100_00, 90_00, [
        version(),
        version({ periodic: cents(120_00), total: cents(1_200_00) }),
        version({ savedBy: 'Renewal', periodic: cents(90_00), total: cents(900_00) }),
      ]),
      [
        ['You changed your plan on 6 March 2026: its total went up by $200.00', 20_00],
        ['Your plan was renewed on 6 March 2026: its total went down by $300.00', -30_00],
      ],
    ],
    [
      'because payments were skipped',
      change(100_00, 130_00, [version(), version({ periodic: cents(130_00), count: 8, change: skip })]),
      [['You skipped 2 payments on 6 March 2026', 30_00]],
    ],
    [
      'because a payment that follows later was skipped, and one was moved since',
      change(100_00, 130_00, [version(), version({ count: 8, change: skip }), version({ count: 8 })]),
      [['You skipped 2 payments on 6 March 2026', 30_00]],
    ],
    [
      'by an extra payment',
      change(100_00, 80_00, [
        version(),
        version({
          periodic: cents(80_00),
          change: {
            kind: 'Extra',
            outcome: 'Lower',
            amount: cents(200_00),
            paymentId: 'p1',
            left: { before: cents(1_000_00), after: cents(800_00) },
            each: { before: cents(100_00), after: cents(80_00) },
            count: { before: 10, after: 10 },
            lastOn: { before: day, after: day },
            next: { on: day, amount: cents(80_00) },
          },
        }),
      ]),
      [['You paid $200.00 extra on 6 March 2026', -20_00]],
    ],
    [
      'as it was agreed',
      change(100_00, 50_00, [
        version(),
        version({
          periodic: cents(50_00),
          change: {
            kind: 'Arrangement',
            lower: { count: 2, amount: cents(50_00), until: day },
            later: { count: 8, each: cents(112_50), lastOn: day },
          },
        }),
      ]),
      [['Your payments are as we agreed on 6 March 2026', -50_00]],
    ],
    [
      'as the last payment',
      change(100_00, 99_93, [version()], { isLast: true }),
      [['It is the last payment of your plan, and takes what rounding left', -7]],
    ],
    [
      'by what covers it, and what covered the one before',
      change(100_00, 100_00, [version()], { covers: [30_00], coversBefore: [5_00] }),
      [
        ['Your payment of 6 March 2026 paid part of the one before', 5_00],
        ['Your payment of 6 March 2026 pays part of this one', -30_00],
      ],
    ],
    [
      'by two payments of one day',
      change(100_00, 100_00, [version()], { covers: [30_00, 5_00] }),
      [['Your payment of 6 March 2026 pays part of this one', -35_00]],
    ],
    [
      'from an amount that no version has',
      change(77_00, 100_00, [version()]),
      [['Your payments are not all of the same amount', 23_00]],
    ],
  ])('is explained: %s', (_, explained, because) => {
    expect(explained?.because.map(({ sentence, amount }) => [sentence, amount])).toEqual(because)
  })

  it('always has reasons that add up to it', () => {
    let seed = 7
    const draw = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most
    for (let round = 0; round < 500; round += 1) {
      const versions = Array.from({ length: 1 + draw(4) }, () =>
        version({
          periodic: cents(50_00 + draw(4) * 10_00),
          total: cents(draw(9) * 100_00),
          count: 1 + draw(9),
        }),
      )
      const explained = change(50_00 + draw(5) * 10_00, 50_00 + draw(5) * 10_00, versions, {
        isLast: draw(2) === 0,
        covers: Array.from({ length: draw(3) }, () => 1 + draw(20_00)),
        coversBefore: Array.from({ length: draw(3) }, () => 1 + draw(20_00)),
      })
      const sum = explained?.because.reduce((total, { amount }) => total + amount, 0)
      expect(sum).toBe(explained?.by)
    }
  })
})

describe('what can be withdrawn', () => {
  const held = (more: object = {}) => ({
    entryId: 'e1',
    date: calendarDate('2026-03-20'),
    amount: cents(50_00),
    schoolName: 'Wattle Grove College',
    toSchool: cents(50_00),
    goingBack: cents(0),
    ...more,
  })
  const facts = {
    calendar: calendars.AU,
    isPaidAhead: true,
    balance: cents(200_00),
    spokenFor: [],
    unsettled: [],
    plans: [],
  }

  it.each([
    [held({ toSchool: cents(0) }), 'Arrived on 20 March 2026, settled on 25 March 2026'],
    [held(), 'Arrived on 20 March 2026, goes to Wattle Grove College on 25 March 2026'],
    // A Saturday counts like the Monday after it.
    [
      held({ toSchool: cents(0), date: calendarDate('2026-03-21') }),
      'Arrived on 21 March 2026, settled on 26 March 2026',
    ],
    [held({ goingBack: cents(50_00) }), 'Arrived on 20 March 2026 and is being refunded'],
  ])('is reduced by what is not settled: %o', (payment, sentence) => {
    const { groups } = explainAvailable({ ...facts, unsettled: [payment], free: cents(150_00) })
    expect(groups.map(({ amount }) => amount)).toEqual([200_00, -50_00])
    expect(groups[1]?.lines[0]?.sentence).toBe(sentence)
  })

  it.each([
    [
      true,
      '1 payment for your plan',
      'Your payment of 20 March 2026, for fees that Wattle Grove College already has',
    ],
    [false, '1 payment for your school', 'Your payment of 20 March 2026, for Wattle Grove College'],
  ])('is reduced by what is spoken for (paid ahead: %s)', (isPaidAhead, title, sentence) => {
    const { groups } = explainAvailable({ ...facts, isPaidAhead, spokenFor: [held()], free: cents(150_00) })
    expect(groups[1]).toMatchObject({ sentence: title, amount: -50_00, lines: [{ sentence }] })
  })

  it('is reduced by the credit that a plan has used', () => {
    const plans = [{ tuitionYear: 2027, amount: cents(123_45) }]
    const { groups } = explainAvailable({ ...facts, plans, free: cents(76_55) })
    expect(groups[1]).toMatchObject({
      sentence: 'Used by your payment plan',
      amount: -123_45,
      lines: [{ sentence: 'Your 2027 plan is lower by this credit', amount: -123_45 }],
    })
  })

  it('is nothing if more is reserved than there is', () => {
    const spokenFor = [held({ amount: cents(250_00) })]
    const { amount, groups } = explainAvailable({ ...facts, spokenFor, free: cents(0) })
    expect(amount).toBe(0)
    expect(groups.at(-1)).toMatchObject({ sentence: 'Nothing can be withdrawn', amount: 50_00 })
  })
})
