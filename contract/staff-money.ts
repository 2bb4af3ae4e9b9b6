import * as z from 'zod/mini'
import { likelihoods, suspenseReasons, type SuspenseReason } from '#domain/deposit-matches.ts'
import { currencies, regions } from '#domain/region.ts'
import { remittanceStates } from '#domain/remittances.ts'
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
    'The earliest time of the payout, because the family added the bank account itself; null if it can be paid at once.',
    z.nullable(instant),
  ),
  payoutNumber: described('The number of the payout batch.', z.nullable(z.int())),
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
  schoolName: described('The school with the biller code; null if no school has it.', z.nullable(z.string())),
  why: described(
    'The reason why no account was found for it.',
    z.enum(Object.keys(suspenseReasons) as [SuspenseReason, ...SuspenseReason[]]),
  ),
})
export type StaffDeposit = z.infer<typeof deposit>

const depositParams = z.object({
  billerCode: described('The BPAY biller code it was paid to.', z.string().check(z.regex(/^\d{3,10}$/))),
  bankReference: described("The bank's reference of the deposit.", providerId),
})

const depositMatch = z.object({
  accountId: id,
  shortId: z.string(),
  familyName: z.nullable(z.string()),
  schoolName: z.string(),
  reference: described('The BPAY reference of the account.', z.nullable(z.string())),
  score: described('From 0 to 100; it orders the suggestions.', z.int()),
  likelihood: z.enum(likelihoods),
  why: described('The evidence for and against it, in sentences.', z.array(z.string())),
})
export type DepositMatch = z.infer<typeof depositMatch>

const nowAndAfter = z.object({ now: amount, after: amount })
const matchEffect = z.object({
  accountId: id,
  shortId: z.string(),
  familyName: z.nullable(z.string()),
  balance: described("The family's balance; positive is credit.", nowAndAfter),
  suspense: described("The ledger's suspense balance.", nowAndAfter),
  request: described(
    'The request that it pays in full; null if none or several ask for exactly this amount.',
    z.nullable(z.object({ id, dueOn: calendarDate, periodName: z.nullable(z.string()) })),
  ),
  overdue: described('The overdue part of the plan, which it pays first.', amount),
  receiptTo: z.nullable(z.string()),
  passedOnFrom: described(
    'The day from which it is passed on to the school; until then it can be taken back.',
    calendarDate,
  ),
})
export type MatchEffect = z.infer<typeof matchEffect>

const assignedDeposit = z.object({
  billerCode: z.string(),
  bankReference: z.string(),
  accountId: id,
  shortId: z.string(),
  familyName: z.nullable(z.string()),
  amount,
  givenBy: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  givenAt: instant,
  isPassedOn: described(
    'Whether the school has the money, so that it can no longer be taken back.',
    z.boolean(),
  ),
})
export type AssignedDeposit = z.infer<typeof assignedDeposit>

const takeBackEffect = z.object({
  accountId: id,
  shortId: z.string(),
  familyName: z.nullable(z.string()),
  amount,
  balance: described("The family's balance; positive is credit.", nowAndAfter),
  suspense: described("The ledger's suspense balance.", nowAndAfter),
  whyNot: described('The reason why it cannot be taken back; null if it can.', z.nullable(z.string())),
})
export type TakeBackEffect = z.infer<typeof takeBackEffect>

const countAndSum = z.object({ count: z.int(), amount })
const moneyWaiting = z.object({
  suspense: z.object({
    count: z.int(),
    amount,
    inLedger: described('The same total by the ledger; a difference is an error.', amount),
  }),
  withdrawals: perRegion(
    z.object({
      toReview: countAndSum,
      toPayOut: described('Approved withdrawals that are in no batch.', countAndSum),
      atBank: described('Withdrawals in a batch without a recorded result.', countAndSum),
    }),
  ),
  remittances: perRegion(
    z.object({
      today: described('Remittances of today, which may still grow.', countAndSum),
      toRelease: described('Unreleased remittances of earlier days.', countAndSum),
      atBank: described('Released remittances that the bank has not confirmed yet.', countAndSum),
      paidThisMonth: described('Remittances that the bank has paid this month.', countAndSum),
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
  state: described('How far it is on its way to the school.', z.enum(remittanceStates)),
  isRepeated: described('Whether it pays again what the bank has sent back.', z.boolean()),
  releasedAt: described('Null until a second person has released it to the school.', z.nullable(instant)),
  sentAt: described('Null until the bank was told to pay it.', z.nullable(instant)),
  paidOn: described('The day of the payment, once the bank has confirmed it.', z.nullable(calendarDate)),
  returnedAt: described(
    'Null unless the bank has sent the money back. Another remittance then pays it again.',
    z.nullable(instant),
  ),
  releaseAskedBy: described(
    'The person who requested its release, while that awaits a second person.',
    z.nullable(z.object({ approvalId: id, email: z.string() })),
  ),
})
export type StaffRemittance = z.infer<typeof remittance>

const remittanceParams = z.object({ remittanceId: described('The id of a remittance, from the list.', uuid) })

named({
  StaffWithdrawal: [withdrawal, "A family's request to be paid its credit."],
  StaffDeposit: [deposit, 'Money that came by BPAY.'],
  DepositMatch: [depositMatch, 'An account that a deposit may be meant for.'],
  MatchEffect: [matchEffect, 'The effect of assigning a deposit to an account.'],
  GivenDeposit: [assignedDeposit, 'A deposit that staff assigned to a family.'],
  TakeBackEffect: [takeBackEffect, 'The effect of taking a deposit back from a family.'],
  CountAndSum: [countAndSum, 'A count and a total.'],
  MoneyWaiting: [moneyWaiting, 'Money that waits for staff, by kind.'],
  StaffRemittance: [remittance, 'A payment to a school of the money collected for it.'],
})

/** Withdrawals, deposits and remittances. */
export const staffMoney = endpoints({
  'GET /api/staff/money': {
    summary: 'Money that waits for staff: deposits, withdrawals and remittances',
    access: 'operations',
    reply: moneyWaiting,
  },
  ...staffPaymentRequests,
  'GET /api/staff/withdrawals': {
    summary: 'Withdrawals, newest first, all or with one status',
    access: 'operations',
    query: z.object({
      status: described('Only those with this status.', z.optional(z.enum(confirmedStatuses))),
      payout: described('Only withdrawals in the batch with this number.', z.optional(payoutNumber)),
      limit,
    }),
    reply: z.array(withdrawal),
  },
  'POST /api/staff/withdrawals/:withdrawalId/paid': {
    summary: 'Records that the bank has paid a withdrawal of a released payout',
    access: 'operations',
    params: z.object({ withdrawalId: described('The id of a withdrawal, from the list.', uuid) }),
    body: change({}),
    refusals: [
      'not_possible',
      'already_decided',
      'payout_not_released',
      'contact_changed',
      'contact_change_stopped',
    ],
  },
  'POST /api/staff/withdrawals/:withdrawalId/decline': {
    summary:
      'Declines a withdrawal, or records that the bank returned it: the credit goes back to the family. Requests approval once it was recorded as paid',
    access: 'operations',
    params: z.object({ withdrawalId: described('The id of a withdrawal, from the list.', uuid) }),
    body: change({}),
    asksFor: 'WithdrawalReturn',
    accepted: { about: awaitsApproval.about },
    reply: described('Null if no second person is needed.', z.object({ approval: z.nullable(approval) })),
    refusals: ['already_decided', 'not_possible'],
  },
  'GET /api/staff/deposits': {
    summary: 'BPAY deposits without a known family, longest waiting first',
    access: 'operations',
    reply: z.array(deposit),
  },
  'GET /api/staff/deposits/found': {
    summary: 'Deposits that staff recently assigned to a family, newest first',
    access: 'operations',
    query: z.object({ limit }),
    reply: z.array(assignedDeposit),
  },
  'GET /api/staff/deposits/:billerCode/:bankReference/matches': {
    summary: 'The accounts that a deposit may belong to, and why, likeliest first; nothing is assigned',
    access: 'operations',
    params: depositParams,
    reply: z.array(depositMatch),
    refusals: ['already_decided'],
  },
  'GET /api/staff/deposits/:billerCode/:bankReference/preview': {
    summary: 'Previews the assignment of a deposit to an account; nothing is changed',
    access: 'operations',
    params: depositParams,
    query: z.object({ accountId: described('The account that it would be assigned to.', uuid) }),
    reply: matchEffect,
    refusals: ['already_decided'],
  },
  'POST /api/staff/deposits/:billerCode/:bankReference/match': {
    summary: 'Assigns a deposit to the account that it was meant for',
    access: 'operations',
    params: depositParams,
    body: change({ accountId: uuid }),
    refusals: ['already_decided'],
  },
  'GET /api/staff/deposits/:billerCode/:bankReference/take-back': {
    summary: 'Previews taking a deposit back from its family; nothing is changed',
    access: 'operations',
    params: depositParams,
    reply: takeBackEffect,
  },
  'POST /api/staff/deposits/:billerCode/:bankReference/take-back': {
    summary: 'Takes back a deposit that staff assigned to the wrong family: it returns to suspense',
    access: 'operations',
    params: depositParams,
    body: change({}),
    refusals: ['already_decided', 'cannot_be_undone'],
  },
  'GET /api/staff/remittances': {
    summary: 'Remittances to the schools, newest first',
    access: 'operations',
    query: z.object({
      schoolId: described('Only remittances to this school.', z.optional(uuid)),
      from: described('The first day.', z.optional(calendarDate)),
      to: described('The last day.', z.optional(calendarDate)),
      limit,
    }),
    reply: z.array(remittance),
  },
  'POST /api/staff/remittances/release': {
    summary: 'Requests the release of all remittances up to a day to the schools of a region',
    access: 'operations',
    body: change({ region: z.enum(regions), through: calendarDate }),
    asksFor: 'RemittanceRelease',
    accepted: awaitsApproval,
    reply: approval,
    refusals: ['nothing_to_release'],
  },
  'POST /api/staff/remittances/:remittanceId/sent': {
    summary: 'Records that the bank was told to pay a released remittance',
    access: 'operations',
    params: remittanceParams,
    body: change({}),
    refusals: ['remittance_not_released', 'already_decided'],
  },
  'POST /api/staff/remittances/:remittanceId/paid': {
    summary: 'Records that the bank has paid a remittance; the families read the day',
    access: 'operations',
    params: remittanceParams,
    body: change({ paidOn: described("The day of the payment on the bank's statement.", calendarDate) }),
    refusals: ['remittance_not_released', 'remittance_not_sent', 'already_decided'],
  },
  'POST /api/staff/remittances/:remittanceId/returned': {
    summary: 'Records that the bank has sent a remittance back: the school is owed it again',
    access: 'operations',
    params: remittanceParams,
    body: change({}),
    refusals: ['remittance_not_released', 'remittance_not_sent', 'already_decided'],
  },
  'GET /api/staff/remittances/:remittanceId': {
    summary: 'One remittance with its payments',
    access: 'operations',
    params: remittanceParams,
    reply: z.extend(remittance, {
      lines: z.array(
        z.object({
          entryId: described('The ledger entry that moved it to the school.', id),
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
  },
  'GET /api/staff/remittances/:remittanceId/file': {
    summary: 'One remittance with its payments, as a CSV file for the school',
    access: 'operations',
    params: remittanceParams,
    reply: file('text/csv; charset=utf-8'),
    refusals: ['remittance_not_released'],
  },
})
