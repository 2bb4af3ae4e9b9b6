import { expect, it } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import type { FamilyYear } from './findings.ts'
import { isInOrder, report } from './report.ts'
import { rehearse } from './year.ts'

const databaseUrl = await testDatabase()

/** A family's year, short enough to read. */
const summary = ({ instalments, ...family }: FamilyYear) => ({
  planned: family.planned,
  collected: family.collected,
  surcharges: family.surcharges,
  passedOn: family.passedOn,
  balance: family.balance,
  payments: instalments.length,
  each: [...new Set(instalments.slice(0, -1).map(({ amount }) => amount))],
  last: instalments.at(-1)?.amount,
  ends: instalments.at(-1)?.dueOn,
  messages: family.messages,
})

it('collects a whole year of plans to the cent, with failures, new fees and changes, and notifies the families', async () => {
  const rehearsed = await rehearse(databaseUrl)
  const named = (name: string) => rehearsed.families.find((family) => family.name === name)
  const [ukBank, auCard, auBank] = ['UK bank account', 'Australian card', 'Australian bank account'].map(
    named,
  )
  const auBoth = named('Australian card, two on one day')
  const [moves, skips] = ['Moves a payment', 'Skips two payments'].map(named)
  const [extra, care] = ['Pays extra', 'Finds it hard to pay'].map(named)
  expect(rehearsed.violations).toEqual([])
  expect(rehearsed.unsent).toBe(0)
  // One per payment, and that of the family that got money back: a failed try makes no charge.
  expect(rehearsed.charges).toBe(12 + 50 + 50 + 25 + 25 + 10 + (12 + 1) + 15 + 1)
  for (const { mistold } of rehearsed.families) expect(mistold).toEqual([])

  expect(summary(ukBank!)).toEqual({
    planned: 12_295_00,
    collected: 12_295_00,
    surcharges: 0,
    passedOn: 12_295_00,
    balance: 0,
    payments: 12,
    each: [1_024_59],
    last: 1_024_51,
    ends: '2027-08-01',
    messages: {
      AccountActive: 1,
      MandateActive: 1,
      MethodChanged: 1,
      PaymentFailed: 1,
      PlanCompleted: 1,
      PlanSaved: 1,
      Receipt: 12,
      UpcomingDebit: 12,
    },
  })
  // Weekends, New Year and the bank holiday on 3 May move the debit.
  expect(ukBank!.instalments.map(({ tries }) => tries[0]?.on)).toEqual([
    '2026-09-01',
    '2026-10-01',
    '2026-11-02',
    '2026-12-01',
    '2027-01-04',
    '2027-02-01',
    '2027-03-01',
    '2027-04-01',
    '2027-05-04',
    '2027-06-01',
    '2027-07-01',
    '2027-08-02',
  ])
  expect(ukBank!.instalments[3]?.tries).toEqual([
    { on: '2026-12-01', outcome: 'insufficient_funds' },
    { on: '2026-12-04', outcome: 'Succeeded' },
  ])

  // From 17 May on the school charges $123.45 more: the 33 weeks and 17 fortnights to come share it.
  expect(summary(auCard!)).toEqual({
    planned: 12_108_45,
    collected: 12_108_45,
    surcharges: 120_99,
    passedOn: 12_108_45,
    balance: 0,
    payments: 50,
    each: [239_70, 243_45],
    last: 243_15,
    ends: '2027-12-31',
    messages: {
      AccountActive: 1,
      FeesChanged: 1,
      MethodChanged: 1,
      PaymentFailed: 1,
      PlanCompleted: 1,
      PlanSaved: 1,
      Receipt: 50,
      UpcomingDebit: 50,
    },
  })
  expect(auCard!.instalments[4]?.tries).toEqual([
    { on: '2027-02-19', outcome: 'insufficient_funds' },
    { on: '2027-02-24', outcome: 'Succeeded' },
  ])
  // Good Friday: taken on the Tuesday after Easter.
  expect(auCard!.instalments[9]).toMatchObject({ dueOn: '2027-03-26', paidOn: '2027-03-30' })

  // A new try and the next instalment on one day: both are collected, once each, as one mail has said.
  expect(summary(auBoth!)).toEqual({
    ...summary(auCard!),
    // 123.45 more over the last 33 payments.
    planned: 9_488_45,
    collected: 9_488_45,
    surcharges: 94_82,
    passedOn: 9_488_45,
    each: [187_30, 191_05],
    last: 190_75,
  })
  expect(auBoth!.instalments.slice(9, 11)).toMatchObject([
    {
      dueOn: '2027-03-26',
      paidOn: '2027-04-02',
      amount: 187_30,
      surcharge: 1_87,
      tries: [
        { on: '2027-03-30', outcome: 'insufficient_funds' },
        { on: '2027-04-02', outcome: 'Succeeded' },
      ],
    },
    {
      dueOn: '2027-04-02',
      paidOn: '2027-04-02',
      amount: 187_30,
      surcharge: 1_87,
      tries: [{ on: '2027-04-02', outcome: 'Succeeded' }],
    },
  ])

  expect(summary(auBank!)).toEqual({
    planned: 7_743_45,
    collected: 7_743_45,
    surcharges: 0,
    passedOn: 7_743_45,
    balance: 0,
    payments: 25,
    each: [304_80, 312_07],
    last: 311_93,
    ends: '2027-12-31',
    messages: {
      AccountActive: 1,
      DirectDebitAuthorised: 1,
      FeesChanged: 1,
      PaymentFailed: 2,
      PaymentOverdue: 1,
      PaymentOverdueText: 1,
      PlanCompleted: 1,
      PlanSaved: 1,
      Receipt: 25,
      UpcomingDebit: 25,
    },
  })
  expect(auBank!.instalments[2]).toMatchObject({
    dueOn: '2027-02-26',
    status: 'Paid',
    paidBy: 'Link',
    paidOn: '2027-03-12',
    tries: [
      { on: '2027-02-26', outcome: 'refer_to_customer' },
      { on: '2027-03-03', outcome: 'refer_to_customer' },
      { on: '2027-03-09', outcome: 'refer_to_customer' },
    ],
  })

  // What was moved, and what was moved and moved back: the same payments as without, one of them a week later.
  expect(summary(moves!)).toMatchObject({
    collected: moves!.planned,
    passedOn: moves!.planned,
    balance: 0,
    payments: 25,
    ends: '2027-12-31',
    messages: { PlanChange: 3, FeesChanged: 1, Receipt: 25, UpcomingDebit: 25 },
  })
  expect(
    moves!.instalments.filter(({ dueOn }) => dueOn.startsWith('2027-03') || dueOn === '2027-04-23'),
  ).toMatchObject([
    { dueOn: '2027-03-12', tries: [{ on: '2027-03-19', outcome: 'Succeeded' }] },
    { dueOn: '2027-03-26', tries: [{ on: '2027-03-30', outcome: 'Succeeded' }] },
    { dueOn: '2027-04-23', tries: [{ on: '2027-04-23', outcome: 'Succeeded' }] },
  ])

  expect(summary(skips!)).toMatchObject({
    planned: 11_170_00,
    collected: 11_170_00,
    passedOn: 11_170_00,
    balance: 0,
    payments: 10,
    each: [930_84, 1_196_80],
    last: 1_196_68,
    ends: '2027-08-01',
    messages: { PlanChange: 1, Receipt: 10, UpcomingDebit: 10 },
  })

  // $1,000.00 more in June: the seven payments to come share the $3,553.01 that is then left.
  expect(summary(extra!)).toMatchObject({
    planned: 7_743_45,
    collected: 7_743_45,
    passedOn: 7_743_45,
    balance: 0,
    payments: 13,
    each: [635_00, 650_44, 1_000_00, 507_58],
    last: 507_53,
    ends: '2027-12-29',
    messages: { PlanChange: 1, Receipt: 13, UpcomingDebit: 12 },
  })
  expect(extra!.instalments[5]).toMatchObject({ paidBy: 'Extra', paidOn: '2027-06-15', amount: 1_000_00 })

  // Three payments as planned, four that are lower, and eight that make up for it, until November.
  expect(summary(care!)).toMatchObject({
    planned: 11_920_00,
    collected: 11_920_00,
    passedOn: 11_920_00,
    balance: 0,
    payments: 15,
    each: [993_34, 300_00, 967_50],
    last: 967_48,
    ends: '2027-11-01',
    messages: { PaymentHold: 2, PlanChange: 1, Receipt: 15, UpcomingDebit: 15 },
  })

  expect(isInOrder(rehearsed)).toBe(true)
  expect(report(rehearsed)).toContain('refer to customer on Tue 9 Mar 2027, paid through the link')
})
