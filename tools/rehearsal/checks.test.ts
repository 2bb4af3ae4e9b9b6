import { describe, expect, it } from 'vitest'
import { calendarDate } from '#domain/calendar/calendar.ts'
import { cents } from '#domain/money.ts'
import { familyChecks, faultsIn, overallChecks } from './checks.ts'
import type { Debit, FamilyLog, Instalment, Log, Message, PlanYear } from './log.ts'

const at = (moment: string) => new Date(`${moment}+10:00`)
const on = calendarDate

const message = (moment: string, kind: Message['kind'], more: Partial<Message> = {}): Message => ({
  at: at(moment),
  channel: 'email',
  kind,
  subject: 'Words',
  year: null,
  announces: null,
  asksFor: null,
  ...more,
})
const notice = (moment: string, day: string, amount = 101_00) =>
  message(moment, 'UpcomingDebit', { announces: { on: on(day), amount: cents(amount) } })
const overdue = (moment: string, amount = 100_00, more: Partial<Message> = {}) =>
  message(moment, 'PaymentOverdue', { asksFor: cents(amount), ...more })
const debit = (moment: string, seq: number, more: Partial<Debit> = {}): Debit => ({
  at: at(moment),
  year: 2027,
  seq,
  charged: cents(101_00),
  outcome: 'Succeeded',
  isTaken: true,
  ...more,
})
const instalment = (seq: number, month: string, status: Instalment['status']): Instalment => ({
  seq,
  dueOn: on(`2027-${month}-15`),
  amount: cents(100_00),
  settled: cents(0),
  status,
  paidOn: null,
  paidBy: 'Plan',
})
const plan: PlanYear = {
  year: 2027,
  status: 'Current',
  fees: cents(400_00),
  planned: cents(400_00),
  instalments: [
    instalment(1, '06', 'Paid'),
    instalment(2, '07', 'Overdue'),
    instalment(3, '11', 'Scheduled'),
    instalment(4, '12', 'Scheduled'),
  ],
}
const changed = (seq: number, change: Partial<Instalment>) => ({
  ...plan,
  instalments: plan.instalments.map((each) => (each.seq === seq ? { ...each, ...change } : each)),
})
const over = { ...plan, instalments: plan.instalments.slice(0, 1) }

/** One payment was taken; another failed and is owed; two are to come. 15 June 2027 is a Tuesday. */
const good: FamilyLog = {
  name: 'Family',
  region: 'AU',
  plans: [plan],
  charged: cents(101_00),
  surcharges: cents(1_00),
  debits: [
    debit('2027-06-15T09:00', 1),
    debit('2027-07-15T09:00', 2, { isTaken: false }),
    debit('2027-07-20T09:00', 2, { isTaken: false }),
  ],
  messages: [
    notice('2027-06-10T09:00', '2027-06-15'),
    message('2027-06-15T03:00', 'Receipt'),
    notice('2027-07-12T09:00', '2027-07-15'),
    message('2027-07-15T09:00', 'PaymentFailed', {
      announces: { on: on('2027-07-20'), amount: cents(101_00) },
    }),
    overdue('2027-07-22T09:00'),
    overdue('2027-07-22T09:00', 100_00, { kind: 'PaymentOverdueText', channel: 'sms' }),
    overdue('2027-07-29T09:00'),
    message('2027-08-02T09:00', 'CardExpiring'),
    message('2027-08-03T09:00', 'PlanToReview', { year: 2028 }),
  ],
  acts: [
    { at: at('2027-08-10T12:00'), act: { does: 'AddsCard' } },
    { at: at('2027-08-10T12:00'), act: { does: 'SavesPlan', year: 2028 } },
  ],
  payments: [],
  overdue: [{ at: at('2027-07-22T08:00'), amount: cents(100_00) }],
  passedOn: cents(100_00),
  balance: cents(0),
  queuedAs: ['Instalment'],
  leavesDebts: false,
  away: [],
  until: at('2027-10-31T12:00'),
}
const goodLog: Log = {
  families: [good],
  violations: [],
  charges: 1,
  unsent: [],
  misdelivered: [],
  epilogue: undefined,
}

const plus = (...more: Message[]): Partial<FamilyLog> => ({ messages: [...good.messages, ...more] })
const without = (kind: Message['kind']): Partial<FamilyLog> => ({
  messages: good.messages.filter((each) => each.kind !== kind),
})

const nextYear = {
  plans: [plan, { ...plan, year: 2028 }],
  debits: [...good.debits, debit('2028-01-17T09:00', 1, { year: 2028 })],
}

const badFamilies: readonly [check: string, what: string, change: Partial<FamilyLog>][] = [
  ['every cent is accounted for', 'a cent too many was taken', { charged: cents(101_01) }],
  [
    'every cent is accounted for',
    'the plan leaves out a fee',
    { plans: [{ ...plan, planned: cents(399_00) }] },
  ],
  [
    'every cent is accounted for',
    'the payments are not the plan',
    { plans: [changed(3, { amount: cents(100_01) })], charged: cents(100_99) },
  ],
  ['every cent is accounted for', 'a debt has vanished', { plans: [changed(2, { settled: cents(100_00) })] }],
  [
    'no message comes at night',
    'a reminder comes at 03:00',
    plus(message('2027-08-05T03:00', 'CardExpiring')),
  ],
  [
    'no message comes at night',
    'a letter comes at 20:00',
    plus(message('2027-08-05T20:00', 'StatementReady')),
  ],
  ['reminders come weekly at most', 'the next comes after six days', plus(overdue('2027-08-04T09:00'))],
  ['reminders come weekly at most', 'two come on one day', plus(overdue('2027-07-29T11:00'))],
  [
    'reminders come weekly at most',
    'a plan is to be reviewed again after a day',
    plus(message('2027-08-04T09:00', 'PlanToReview', { year: 2028 })),
  ],
  [
    'reminders come weekly at most',
    'a text follows two days later',
    plus(overdue('2027-07-31T09:00', 100_00, { kind: 'PaymentOverdueText', channel: 'sms' })),
  ],
  ['every debit was announced', 'nothing was said', without('UpcomingDebit')],
  [
    'every debit was announced',
    'it was said the day before',
    { messages: [notice('2027-06-14T09:00', '2027-06-15'), ...good.messages.slice(1)] },
  ],
  [
    'every debit was announced',
    'another amount was said',
    { messages: [notice('2027-06-10T09:00', '2027-06-15', 99_00), ...good.messages.slice(1)] },
  ],
  [
    'every debit was announced',
    'two were taken and one was said',
    { debits: [debit('2027-06-15T09:00', 3), ...good.debits] },
  ],
  ['every debit was announced', 'a new try comes unannounced', without('PaymentFailed')],
  [
    'every debit was announced',
    'it is taken four business days after its day',
    { debits: [debit('2027-06-21T09:00', 1)] },
  ],
  ['every debit was announced', 'it is taken a day early', { debits: [debit('2027-06-14T09:00', 1)] }],
  [
    'every debit was announced',
    'the letter about a new try is the only notice of a first one',
    {
      debits: [...good.debits, debit('2027-07-20T09:00', 3)],
      messages: [
        ...good.messages,
        message('2027-07-16T09:00', 'PaymentFailed', {
          announces: { on: on('2027-07-20'), amount: cents(202_00) },
        }),
      ],
    },
  ],
  [
    'every announced debit was tried',
    'nothing happens on a day that was named',
    plus(notice('2027-10-04T09:00', '2027-10-07')),
  ],
  [
    'no instalment is taken twice',
    'one instalment has two debits',
    { debits: [...good.debits, debit('2027-06-15T09:30', 1)] },
  ],
  [
    'no message asks for what is done',
    'money is asked for after it was paid',
    { overdue: [...good.overdue, { at: at('2027-07-28T12:00'), amount: cents(0) }] },
  ],
  [
    'no message asks for what is done',
    'more is asked for than is owed',
    plus(overdue('2027-08-05T09:00', 100_01)),
  ],
  [
    'no message asks for what is done',
    'a card is asked for after it came',
    plus(message('2027-08-10T13:00', 'SourceUnusable')),
  ],
  [
    'no message asks for what is done',
    'a plan is to be reviewed that was saved',
    plus(message('2027-08-11T13:00', 'PlanToReview', { year: 2028 })),
  ],
  [
    'every debt is notified',
    'nobody says that something is overdue',
    { messages: good.messages.filter(({ kind }) => !kind.startsWith('PaymentOverdue')) },
  ],
  ['old debts are in the staff queue', 'a debt is old and waits for nobody', { queuedAs: [] }],
  [
    'disputes are notified',
    'a bank decides, and no letter comes',
    { acts: [{ at: at('2027-06-20T12:00'), act: { does: 'HearsFromBank', outcome: 'won' } }] },
  ],
  [
    'renewals are notified',
    'the letter comes days before the first debit',
    { ...nextYear, messages: [message('2028-01-14T09:00', 'PlanToReview', { year: 2028 })] },
  ],
  ['renewals are notified', 'the letter was about another year', { ...nextYear, messages: [] }],
  [
    'a plan ends paid and completed',
    'a payment is never tried',
    { plans: [changed(3, { dueOn: on('2027-10-15') }), changed(4, { dueOn: on('2027-10-15') })] },
  ],
  ['a plan ends paid and completed', 'a plan goes on after its last payment', { plans: [over] }],
  [
    'a plan ends with one letter',
    'two letters come within days',
    plus(message('2027-12-25T09:00', 'PlanCompleted'), message('2027-12-26T09:00', 'TemporaryPlanEnded')),
  ],
]

const badLogs: readonly [check: string, change: Partial<Log>][] = [
  ['the ledger is sound', { violations: [{ invariant: 'I1', subject: 'an entry' }] }],
  ['every message was sent', { unsent: [{ kind: 'Receipt', status: 'Waiting', recipient: 'a@b.example' }] }],
  ['every message arrived once', { misdelivered: ['Receipt to a@b.example: 2 times'] }],
]

describe('The checks of the rehearsal', () => {
  it('find nothing in months that went well', () => {
    expect(faultsIn(goodLog)).toEqual([])
    expect(familyChecks['renewals are notified']?.({ ...good, ...nextYear })).toEqual([])
  })

  it('let what was announced for days on which we were away be taken together, soon after', () => {
    const debits = [debit('2027-06-17T09:00', 1), debit('2027-06-17T09:00', 3)]
    const messages = [...good.messages.slice(0, 2), notice('2027-06-11T09:00', '2027-06-16')]
    const late = { ...good, debits, messages, away: [on('2027-06-15'), on('2027-06-16')] }
    const announced = familyChecks['every debit was announced']!
    const tried = familyChecks['every announced debit was tried']!
    expect(announced(late)).toEqual([])
    expect(announced({ ...late, messages: good.messages })).not.toEqual([])
    expect(tried(late)).toEqual([])
    expect(tried({ ...late, away: [] })).toHaveLength(2)
  })

  it('let a family stay in debt that never pays', () => {
    const check = familyChecks['a plan ends paid and completed']!
    const inDebt = { ...over, instalments: [instalment(1, '06', 'Overdue')] }
    expect(check({ ...good, plans: [inDebt], leavesDebts: true })).toEqual([])
    expect(check({ ...good, plans: [inDebt] })).toEqual(['2027/1 is Overdue'])
    expect(check({ ...good, plans: [{ ...over, status: 'Completed' }] })).toEqual([])
  })

  it.each(badFamilies)('%s: find that %s', (check, _, change) => {
    expect(familyChecks[check]?.(good)).toEqual([])
    expect(familyChecks[check]?.({ ...good, ...change })).not.toEqual([])
  })

  it.each(badLogs)('%s: find where it is not so', (check, change) => {
    expect(overallChecks[check]?.(goodLog)).toEqual([])
    expect(overallChecks[check]?.({ ...goodLog, ...change })).toHaveLength(1)
  })

  it('are each tested here', () => {
    // A check without a row above could be one that never fails.
    const namesOf = (rows: readonly (readonly [string, ...unknown[]])[]) => [
      ...new Set(rows.map(([name]) => name)),
    ]
    expect(namesOf(badFamilies)).toEqual(Object.keys(familyChecks))
    expect(namesOf(badLogs)).toEqual(Object.keys(overallChecks))
  })
})
