import { expect, it } from 'vitest'
import { dateIn } from '#domain/calendar/calendar.ts'
import { testDatabase } from '../testing/database.ts'
import { faultsIn } from './checks.ts'
import type { FamilyLog } from './log.ts'
import { rehearse } from './rehearse.ts'
import { report } from './report.ts'
import { planYear } from './year.ts'

/** What a family pays in its year: each amount, in their order, and the last. */
type Year = {
  planned: number
  surcharges?: number
  payments: number
  each: number[]
  last: number
  ends: string
  messages: Record<string, number>
}

const years: Record<string, Year> = {
  'UK bank account': {
    planned: 12_295_00,
    payments: 12,
    each: [1_024_59],
    last: 1_024_51,
    ends: '2027-08-01',
    messages: { MandateActive: 1, MethodChanged: 1, PaymentFailed: 1, StatementReady: 12 },
  },
  // From 17 May on the school charges $123.45 more: the 33 weeks and 17 fortnights to come share it.
  'Australian card': {
    planned: 12_108_45,
    surcharges: 120_99,
    payments: 50,
    each: [239_70, 243_45],
    last: 243_15,
    ends: '2027-12-31',
    messages: { FeesChanged: 1, MethodChanged: 1, PaymentFailed: 1, StatementReady: 12 },
  },
  'Australian card, two on one day': {
    planned: 9_488_45,
    surcharges: 94_82,
    payments: 50,
    each: [187_30, 191_05],
    last: 190_75,
    ends: '2027-12-31',
    messages: { FeesChanged: 1, MethodChanged: 1, PaymentFailed: 1, StatementReady: 12 },
  },
  'Australian bank account': {
    planned: 7_743_45,
    payments: 25,
    each: [304_80, 312_07],
    last: 311_93,
    ends: '2027-12-31',
    messages: {
      DirectDebitAuthorised: 1,
      FeesChanged: 1,
      PaymentFailed: 2,
      PaymentOverdue: 1,
      PaymentOverdueText: 1,
      StatementReady: 12,
    },
  },
  // What was moved, and what was moved and moved back: the same payments as without, one of them a week later.
  'Moves a payment': {
    planned: 7_743_45,
    payments: 25,
    each: [304_80, 312_07],
    last: 311_93,
    ends: '2027-12-31',
    messages: { DirectDebitAuthorised: 1, FeesChanged: 1, PlanChange: 3, StatementReady: 12 },
  },
  'Skips two payments': {
    planned: 11_170_00,
    payments: 10,
    each: [930_84, 1_196_80],
    last: 1_196_68,
    ends: '2027-08-01',
    messages: { MandateActive: 1, MethodChanged: 1, PlanChange: 1, StatementReady: 10 },
  },
  // $1,000.00 more in June, without a notice: the seven payments to come share the $3,553.01 that is then left.
  'Pays extra': {
    planned: 7_743_45,
    surcharges: 77_46,
    payments: 13,
    each: [635_00, 650_44, 1_000_00, 507_58],
    last: 507_53,
    ends: '2027-12-29',
    messages: { FeesChanged: 1, MethodChanged: 1, PlanChange: 1, StatementReady: 12, UpcomingDebit: 12 },
  },
  // Three payments as planned, four that are lower, and eight that make up for it, until November.
  'Finds it hard to pay': {
    planned: 11_920_00,
    payments: 15,
    each: [993_34, 300_00, 967_50],
    last: 967_48,
    ends: '2027-11-01',
    messages: {
      MandateActive: 1,
      MethodChanged: 1,
      PaymentHold: 2,
      PlanChange: 1,
      StatementReady: 15,
      TemporaryPlanEnded: 1,
    },
  },
}

function yearOf({ plans, messages, charged, surcharges, passedOn, balance }: FamilyLog) {
  const [plan] = plans
  const instalments = plan?.instalments ?? []
  return {
    status: plan?.status,
    planned: plan?.planned,
    collected: charged - surcharges,
    surcharges,
    passedOn,
    balance,
    payments: instalments.length,
    each: [...new Set(instalments.slice(0, -1).map(({ amount }) => amount))],
    last: instalments.at(-1)?.amount,
    ends: instalments.at(-1)?.dueOn,
    messages: Object.fromEntries(
      [...Map.groupBy(messages, ({ kind }) => kind)].map(([kind, { length }]) => [kind, length]),
    ),
  }
}

/** All of it is collected and passed on, with a notice and a receipt for each payment. */
const wholeYear = ({ planned, surcharges = 0, payments, messages, ...year }: Year) => ({
  ...year,
  status: 'Completed',
  planned,
  collected: planned,
  surcharges,
  passedOn: planned,
  balance: 0,
  payments,
  messages: {
    AccountActive: 1,
    PlanCompleted: 1,
    PlanSaved: 1,
    Receipt: payments,
    UpcomingDebit: payments,
    ...messages,
  },
})

/** The instalments from one place to another, with the days on which each was tried and what came of it. */
function story({ region, plans, debits }: FamilyLog, from = 0, to?: number) {
  const instalments = plans[0]?.instalments ?? []
  return instalments.slice(from, to).map(({ seq, dueOn, paidOn, paidBy, amount }) => ({
    dueOn,
    paidOn,
    paidBy,
    amount,
    tries: debits
      .filter((debit) => debit.seq === seq)
      .map(({ at, charged, outcome }) => `${dateIn(region, at)} ${charged} ${outcome}`),
  }))
}

it('collects a whole year of plans to the cent, with failures, new fees and changes, and notifies the families', async () => {
  const log = await rehearse(await testDatabase(), planYear)
  const named = (name: string) => log.families.find((family) => family.name === name)!
  expect(faultsIn(log)).toEqual([])
  for (const [name, year] of Object.entries(years))
    expect({ name, ...yearOf(named(name)) }).toEqual({ name, ...wholeYear(year) })
  // One per payment, and that of the family that got money back: a failed try makes no charge.
  expect(log.charges).toBe(12 + 50 + 50 + 25 + 25 + 10 + 13 + 15 + 1)

  // Weekends, New Year and the bank holiday on 3 May move the debit.
  expect(story(named('UK bank account')).map(({ tries }) => tries)).toEqual([
    ['2026-09-01 102459 Succeeded'],
    ['2026-10-01 102459 Succeeded'],
    ['2026-11-02 102459 Succeeded'],
    ['2026-12-01 102459 insufficient_funds', '2026-12-04 102459 Succeeded'],
    ['2027-01-04 102459 Succeeded'],
    ['2027-02-01 102459 Succeeded'],
    ['2027-03-01 102459 Succeeded'],
    ['2027-04-01 102459 Succeeded'],
    ['2027-05-04 102459 Succeeded'],
    ['2027-06-01 102459 Succeeded'],
    ['2027-07-01 102459 Succeeded'],
    ['2027-08-02 102451 Succeeded'],
  ])
  expect(story(named('Australian card'), 4, 5)).toMatchObject([
    { tries: ['2027-02-19 24210 insufficient_funds', '2027-02-24 24210 Succeeded'] },
  ])
  // Good Friday: taken on the Tuesday after Easter.
  expect(story(named('Australian card'), 9, 10)).toMatchObject([
    { dueOn: '2027-03-26', paidOn: '2027-03-30' },
  ])
  // A new try and the next instalment on one day: both are collected, once each, as one mail has said.
  expect(story(named('Australian card, two on one day'), 9, 11)).toMatchObject([
    {
      dueOn: '2027-03-26',
      paidOn: '2027-04-02',
      amount: 187_30,
      tries: ['2027-03-30 18917 insufficient_funds', '2027-04-02 18917 Succeeded'],
    },
    { dueOn: '2027-04-02', paidOn: '2027-04-02', amount: 187_30, tries: ['2027-04-02 18917 Succeeded'] },
  ])
  expect(story(named('Australian bank account'), 2, 3)).toMatchObject([
    {
      dueOn: '2027-02-26',
      paidBy: 'Link',
      paidOn: '2027-03-12',
      tries: [
        '2027-02-26 30480 refer_to_customer',
        '2027-03-03 30480 refer_to_customer',
        '2027-03-09 30480 refer_to_customer',
      ],
    },
  ])
  expect(
    story(named('Moves a payment')).filter(
      ({ dueOn }) => dueOn.startsWith('2027-03') || dueOn === '2027-04-23',
    ),
  ).toMatchObject([
    { dueOn: '2027-03-12', tries: ['2027-03-19 30480 Succeeded'] },
    { dueOn: '2027-03-26', tries: ['2027-03-30 30480 Succeeded'] },
    { dueOn: '2027-04-23', tries: ['2027-04-23 30480 Succeeded'] },
  ])
  expect(story(named('Pays extra'), 5, 6)).toMatchObject([
    { paidBy: 'Extra', paidOn: '2027-06-15', amount: 1_000_00 },
  ])
  expect(report(log)).toContain('2027-03-09 19:30  DEBIT 2027/3 $304.80 FAILED: refer to customer')
  expect(log.epilogue).toContain('passed on to the school $400.00 · balance $180.00')
})
