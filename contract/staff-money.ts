import * as z from 'zod/mini'
import { likelihoods, suspenseReasons, type SuspenseReason } from '#domain/deposit-matches.ts'
import { currencies, regions } from '#domain/region.ts'
import { confirmedStatuses } from '#domain/withdrawals.ts'
import { described, named } from './documented.ts'
import { endpoints, file } from './endpoint.ts'
import { approval, awaitsApproval } from './staff-approvals.ts'
import { staffPaymentRequests } from './staff-payment-requests.ts'
import { change, countInQuery, payoutNumber, uuid } from './staff-wire.ts'
import { amount, calendarDate, id, instant, perRegion, providerId } from './wire.ts'

const limit = z.optional(countInQuery(500))
const withdrawal = z.object({
  id,
  accountId: id,
  shortId: z.string(),
  familyName: described('The last name of its first member.', z.nullable(z.string())),
  currency: z.enum(currencies),
  amount,
  status: z.enum(confirmedStatuses),
  holder: z.string(),
  bankAccount: z.string(),
  bankAccountVerifiedAt: z.nullable(instant),
  payableFrom: described(
    'Not paid out before, because the bank account was added by the family itself; null for at once.',
    z.nullable(instant),
  ),
  payoutNumber: described('The batch in which it went to the bank.', z.nullable(z.int())),
  askedAt: instant,
  decidedAt: z.nullable(instant),
})
export type StaffWithdrawal = z.infer<typeof withdrawal>

const deposit = z.object({
  billerCode: z.string(),
  bankReference: z.string(),
  reference: z.string(),
  amount,
  receivedOn: calendarDate,
  createdAt: instant,
  schoolName: described('Of the biller code; null where no school has it.', z.nullable(z.string())),
  why: described(
    'Why nobody is found for it.',
    z.enum(Object.keys(suspenseReasons) as [SuspenseReason, ...SuspenseReason[]]),
  ),
})
export type StaffDeposit = z.infer<typeof deposit>

const depositParams = z.object({
  billerCode: described('The BPAY biller code it was paid to.', z.string().check(z.regex(/^\d{3,10}$/))),
  bankReference: described('What the bank calls the deposit.', providerId),
})

const depositMatch = z.object({
  accountId: id,
  shortId: z.string(),
  familyName: z.nullable(z.string()),
  schoolName: z.string(),
  reference: described('The BPAY reference of the account.', z.nullable(z.string())),
  score: described('From 0 to 100; it orders the suggestions.', z.int()),
  likelihood: z.enum(likelihoods),
  why: described('What speaks for and against it, in sentences.', z.array(z.string())),
})
export type DepositMatch = z.infer<typeof depositMatch>

const nowAndAfter = z.object({ now: amount, after: amount })
const matchEffect = z.object({
  accountId: id,
  shortId: z.string(),
  familyName: z.nullable(z.string()),
  balance: described("The family's, above zero for credit.", nowAndAfter),
  suspense: described('What belongs to no family, by the ledger.', nowAndAfter),
  request: described(
    'The request that it pays in full; null where none or several ask for exactly this sum.',
    z.nullable(z.object({ id, dueOn: calendarDate, periodName: z.nullable(z.string()) })),
  ),
  overdue: described('What is overdue of the plan, which it pays first.', amount),
  receiptTo: z.nullable(z.string()),
  passedOnFrom: described(
    'Not passed on to the school before this day; until then it can be taken back.',
    calendarDate,
  ),
})
export type MatchEffect = z.infer<typeof matchEffect>

const givenDeposit = z.object({
  billerCode: z.string(),
  bankReference: z.string(),
  accountId: id,
  shortId: z.string(),
  familyName: z.nullable(z.string()),
  amount,
  givenBy: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  givenAt: instant,
  isPassedOn: described('The school has the money: it cannot be taken back any more.', z.boolean()),
})
export type GivenDeposit = z.infer<typeof givenDeposit>

const takeBackEffect = z.object({
  accountId: id,
  shortId: z.string(),
  familyName: z.nullable(z.string()),
  amount,
  balance: described("The family's, above zero for credit.", nowAndAfter),
  suspense: described('What belongs to no family, by the ledger.', nowAndAfter),
  whyNot: described('Why it cannot be taken back; null where it can.', z.nullable(z.string())),
})
export type TakeBackEffect = z.infer<typeof takeBackEffect>

const countAndSum = z.object({ count: z.int(), amount })
const moneyWaiting = z.object({
  suspense: z.object({
    count: z.int(),
    amount,
    inLedger: described('The same sum by the ledger; another one is a fault.', amount),
  }),
  withdrawals: perRegion(
    z.object({
      toReview: countAndSum,
      toPayOut: described('Approved and in no batch.', countAndSum),
      atBank: described('In a batch, with no result recorded.', countAndSum),
    }),
  ),
  remittances: perRegion(
    z.object({
      today: described('Passed on today, which may still grow.', countAndSum),
      toRelease: described('Of days before today, and not released.', countAndSum),
      releasedThisMonth: described('Of the days of this month.', countAndSum),
    }),
  ),
})
export type MoneyWaiting = z.infer<typeof moneyWaiting>

const remittance = z.object({
  id,
  schoolId: id,
  schoolName: z.string(),
  region: z.enum(regions),
  currency: z.enum(currencies),
  remittedOn: calendarDate,
  paymentCount: z.int(),
  amount,
  releasedAt: described('Null until a second person has let it go to the school.', z.nullable(instant)),
  releaseAskedBy: described(
    'Who has asked for its release, while that awaits a second person.',
    z.nullable(z.object({ approvalId: id, email: z.string() })),
  ),
})
export type StaffRemittance = z.infer<typeof remittance>

const remittanceParams = z.object({ remittanceId: described('A remittance, by its id in the list.', uuid) })

named({
  StaffWithdrawal: [withdrawal, 'Credit that a family wants paid out.'],
  StaffDeposit: [deposit, 'Money that came by BPAY.'],
  DepositMatch: [depositMatch, 'An account that a deposit may be meant for.'],
  MatchEffect: [matchEffect, 'What giving a deposit to an account does.'],
  GivenDeposit: [givenDeposit, 'A deposit that staff have found a family for.'],
  TakeBackEffect: [takeBackEffect, 'What taking a deposit back from a family does.'],
  CountAndSum: [countAndSum, 'How many, and how much together.'],
  MoneyWaiting: [moneyWaiting, 'What waits for somebody, by kind.'],
  StaffRemittance: [remittance, 'What was passed on to a school.'],
})

/** What families are asked for, what they paid, what goes back to them and on to the schools. */
export const staffMoney = endpoints({
  'GET /api/staff/money': {
    summary: 'What of our money waits for somebody: deposits, withdrawals and remittances',
    access: 'staff',
    role: 'operations',
    reply: moneyWaiting,
  },
  ...staffPaymentRequests,
  'GET /api/staff/withdrawals': {
    summary: 'Withdrawals, newest first, all or in one state',
    access: 'staff',
    role: 'operations',
    query: z.object({
      status: described('Only those in this state.', z.optional(z.enum(confirmedStatuses))),
      payout: described('Only those in the batch with this number.', z.optional(payoutNumber)),
      limit,
    }),
    reply: z.array(withdrawal),
  },
  'POST /api/staff/withdrawals/:withdrawalId/paid': {
    summary: 'A withdrawal in a released payout has left the bank',
    access: 'staff',
    role: 'operations',
    params: z.object({ withdrawalId: described('A withdrawal, by its id in the list.', uuid) }),
    body: change({}),
    reply: z.object({}),
    refusals: [
      'not_found',
      'not_possible',
      'already_decided',
      'payout_not_released',
      'contact_changed',
      'contact_change_stopped',
    ],
  },
  'POST /api/staff/withdrawals/:withdrawalId/decline': {
    summary: 'A withdrawal is declined, or the bank has sent it back: the family has its credit again',
    access: 'staff',
    role: 'operations',
    params: z.object({ withdrawalId: described('A withdrawal, by its id in the list.', uuid) }),
    body: change({}),
    reply: z.object({}),
    refusals: ['not_found', 'already_decided', 'not_possible'],
  },
  'GET /api/staff/deposits': {
    summary: 'BPAY deposits that wait for somebody to find their family, longest waiting first',
    access: 'staff',
    role: 'operations',
    reply: z.array(deposit),
  },
  'GET /api/staff/deposits/found': {
    summary: 'Deposits that staff have lately found a family for, newest first',
    access: 'staff',
    role: 'operations',
    query: z.object({ limit }),
    reply: z.array(givenDeposit),
  },
  'GET /api/staff/deposits/:billerCode/:bankReference/matches': {
    summary: 'Whose a deposit may be and why, the likeliest first; nothing is given by it',
    access: 'staff',
    role: 'operations',
    params: depositParams,
    reply: z.array(depositMatch),
    refusals: ['not_found', 'already_decided'],
  },
  'GET /api/staff/deposits/:billerCode/:bankReference/preview': {
    summary: 'What giving a deposit to an account would do; nothing is changed',
    access: 'staff',
    role: 'operations',
    params: depositParams,
    query: z.object({ accountId: described('The account it would be given to.', uuid) }),
    reply: matchEffect,
    refusals: ['not_found', 'already_decided'],
  },
  'POST /api/staff/deposits/:billerCode/:bankReference/match': {
    summary: 'Gives a deposit to the account it was meant for',
    access: 'staff',
    role: 'operations',
    params: depositParams,
    body: change({ accountId: uuid }),
    reply: z.object({}),
    refusals: ['not_found', 'already_decided'],
  },
  'GET /api/staff/deposits/:billerCode/:bankReference/take-back': {
    summary: 'What taking a deposit back from its family would do; nothing is changed',
    access: 'staff',
    role: 'operations',
    params: depositParams,
    reply: takeBackEffect,
    refusals: ['not_found'],
  },
  'POST /api/staff/deposits/:billerCode/:bankReference/take-back': {
    summary: 'Takes a deposit back that staff gave to the wrong family: it is in suspense again',
    access: 'staff',
    role: 'operations',
    params: depositParams,
    body: change({}),
    reply: z.object({}),
    refusals: ['not_found', 'already_decided', 'cannot_be_undone'],
  },
  'GET /api/staff/remittances': {
    summary: 'What was passed on to the schools, newest first',
    access: 'staff',
    role: 'operations',
    query: z.object({
      schoolId: described('Only those to this school.', z.optional(uuid)),
      from: described('From this day on.', z.optional(calendarDate)),
      to: described('Up to this day.', z.optional(calendarDate)),
      limit,
    }),
    reply: z.array(remittance),
  },
  'POST /api/staff/remittances/release': {
    summary: 'Asks to let everything up to a day that is not released go to the schools of a region',
    access: 'staff',
    role: 'operations',
    body: change({ region: z.enum(regions), through: calendarDate }),
    asksFor: 'RemittanceRelease',
    accepted: awaitsApproval,
    reply: approval,
    refusals: ['nothing_to_release'],
  },
  'GET /api/staff/remittances/:remittanceId': {
    summary: 'One remittance with the payments it is made of',
    access: 'staff',
    role: 'operations',
    params: remittanceParams,
    reply: z.extend(remittance, {
      lines: z.array(
        z.object({
          paymentId: id,
          accountId: id,
          shortId: z.string(),
          familyName: z.string(),
          students: z.string(),
          kind: z.string(),
          paidOn: calendarDate,
          periodName: z.nullable(z.string()),
          amount,
        }),
      ),
    }),
    refusals: ['not_found'],
  },
  'GET /api/staff/remittances/:remittanceId/file': {
    summary: 'The same for the school, as a file for spreadsheets',
    access: 'staff',
    role: 'operations',
    params: remittanceParams,
    reply: file('text/csv; charset=utf-8'),
    refusals: ['not_found', 'remittance_not_released'],
  },
})
