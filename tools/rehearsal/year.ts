import { calendarDate } from '#domain/calendar/calendar.ts'
import type { Program } from './cast.ts'
import { rehearseMoneyBack } from './money-back.ts'

const on = calendarDate
const ukYear = { year: 2026, startDate: on('2026-09-01'), period: 'Month' } as const
const emailOf = (login: string) => `${login}@rehearsal.example`
const au = (last: string, login: string) =>
  ({
    region: 'AU',
    school: 'Wattle Grove College',
    mobile: `+6149151${last}`,
    email: emailOf(`au.${login}`),
    signsUpOn: on('2027-01-12'),
  }) as const
const uk = (last: string, login: string) =>
  ({
    region: 'UK',
    school: 'Oakfield School',
    mobile: `+4477009${last}`,
    email: emailOf(`uk.${login}`),
    signsUpOn: on('2026-08-24'),
    plan: ukYear,
  }) as const
const fortnights = { year: 2027, startDate: on('2027-01-29'), period: 'Fortnight' } as const
const weeks = { year: 2027, startDate: on('2027-01-22'), period: 'Week' } as const

/** A whole plan year: one family for each way of paying, each with a failure; then those that change their plans. */
export const planYear: Program = {
  firstDay: on('2026-08-24'),
  lastDay: on('2028-01-14'),
  // At this time both regions collect, and both have the same date.
  timesOfDay: ['08:30'],
  awake: { AU: '08:30', UK: '08:30' },
  // A Monday in the middle of the Australian plans, when no payment of the week is announced yet; and an amount that
  // no plan can spread evenly.
  feeRise: { on: on('2027-05-17'), school: 'Wattle Grove College', year: 2027, amount: 123.45 },
  epilogue: rehearseMoneyBack,
  roles: [
    {
      ...uk('10341', 'bank'),
      name: 'UK bank account',
      students: [{ level: 'Year 4' }],
      method: 'Bank',
      mishaps: [{ year: 2026, seqs: [4], reason: 'insufficient_funds', onlyFirstTry: true }],
    },
    {
      ...au('0342', 'card'),
      name: 'Australian card',
      students: [{ level: 'Year 11' }],
      method: 'Card',
      signsUpOn: on('2027-01-11'),
      plan: weeks,
      mishaps: [{ year: 2027, seqs: [5], reason: 'insufficient_funds', onlyFirstTry: true }],
    },
    {
      // Its payment of Good Friday is tried after Easter and again three business days later: with the next one.
      ...au('0344', 'both'),
      name: 'Australian card, two on one day',
      students: [{ level: 'Year 5' }],
      method: 'Card',
      signsUpOn: on('2027-01-11'),
      plan: weeks,
      mishaps: [{ year: 2027, seqs: [10], reason: 'insufficient_funds', onlyFirstTry: true }],
    },
    {
      ...au('0343', 'bank'),
      name: 'Australian bank account',
      students: [{ level: 'Year 1' }],
      method: 'Bank',
      plan: fortnights,
      mishaps: [{ year: 2027, seqs: [3], reason: 'refer_to_customer' }],
      acts: [{ on: on('2027-03-12'), act: { does: 'PaysLinks' } }],
    },
    {
      // Its wages come late twice: once it moves a payment, and once it changes its mind.
      ...au('0345', 'moves'),
      name: 'Moves a payment',
      students: [{ level: 'Year 1' }],
      method: 'Bank',
      plan: fortnights,
      acts: [
        { on: on('2027-03-08'), act: { does: 'MovesPayment', dueOn: '2027-03-12', to: '2027-03-19' } },
        { on: on('2027-04-05'), act: { does: 'MovesPayment', dueOn: '2027-04-23', to: '2027-04-30' } },
        { on: on('2027-04-20'), act: { does: 'UndoesChange' } },
      ],
    },
    {
      ...uk('10346', 'skips'),
      name: 'Skips two payments',
      students: [{ level: 'Year 1' }],
      method: 'Bank',
      acts: [
        {
          on: on('2026-11-16'),
          act: { does: 'SkipsPayments', dueOn: ['2026-12-01', '2027-01-01'], outcome: 'Spread' },
        },
      ],
    },
    {
      ...au('0347', 'extra'),
      name: 'Pays extra',
      students: [{ level: 'Year 1' }],
      method: 'Card',
      plan: { ...fortnights, period: 'Month' },
      acts: [{ on: on('2027-06-15'), act: { does: 'PaysExtra', amount: 1_000, outcome: 'Lower' } }],
    },
    {
      // On hold from the middle of November, so that December's payment is not collected before it is agreed on.
      ...uk('10348', 'care'),
      name: 'Finds it hard to pay',
      students: [{ level: 'Year 3' }],
      method: 'Bank',
      acts: [
        { on: on('2026-11-16'), act: { does: 'AsksForHelp', amount: '300.00' } },
        {
          on: on('2026-11-18'),
          act: { does: 'GetsProposal', lowerCount: 4, lowerAmount: 300, laterCount: 8 },
        },
        { on: on('2026-11-19'), act: { does: 'AcceptsProposal' } },
      ],
    },
  ],
}
