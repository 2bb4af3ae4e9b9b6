import {
  likelihoodOf,
  reasonsIn,
  referencesNear,
  scoreOf,
  slipBetween,
  suspenseReasonOf,
  type Evidence,
  type Likelihood,
  type SuspenseReason,
} from '#domain/deposit-matches.ts'
import { dateIn } from '#domain/calendar/calendar.ts'
import { cents } from '#domain/money.ts'
import { orNotFound, Refusal } from '#domain/refusal.ts'
import { nextRemittance } from '#domain/remittances.ts'
import { bankCalendarOf } from '../../platform/bank-calendars.ts'
import type { Db } from '../../platform/database/open.ts'
import type { BasicDeps } from '../../platform/deps.ts'
import {
  findDeposit,
  findPayeeState,
  listCandidates,
  listWaiting,
  readSuspense,
  type CandidateRow,
  type StoredDeposit,
  type WaitingDeposit,
} from './deposit-matches.reads.ts'
import { listRequestsOf, type DepositKey } from './deposits.store.ts'

/** The number of suggestions: a longer list is no help to staff. */
const mostMatches = 5

export async function readWaiting(
  db: Db,
): Promise<(Omit<WaitingDeposit, 'holders'> & { why: SuspenseReason })[]> {
  return (await listWaiting(db)).map(({ holders, ...deposit }) => ({
    ...deposit,
    why: suspenseReasonOf(deposit.reference, holders),
  }))
}

export type Match = Pick<
  CandidateRow,
  'accountId' | 'shortId' | 'familyName' | 'schoolName' | 'reference'
> & {
  score: number
  likelihood: Likelihood
  why: string[]
}

/** Returns the accounts a deposit may belong to, the likeliest first. A suggestion alone never assigns a deposit. */
export async function suggestMatches({ db, clock }: BasicDeps, name: DepositKey): Promise<Match[]> {
  const deposit = await waitingDeposit(db, name)
  const near = referencesNear(deposit.reference)
  const rows = await listCandidates(db, deposit, { near, now: clock() })
  return rows
    .map((row) => {
      const evidence = evidenceOf(deposit, row)
      const score = scoreOf(evidence)
      const { accountId, shortId, familyName, schoolName, reference } = row
      return {
        accountId,
        shortId,
        familyName,
        schoolName,
        reference,
        score,
        likelihood: likelihoodOf(score),
        why: reasonsIn(evidence, deposit.amount),
      }
    })
    .toSorted((one, other) => other.score - one.score || one.shortId.localeCompare(other.shortId))
    .slice(0, mostMatches)
}

function evidenceOf({ reference }: StoredDeposit, row: CandidateRow): Evidence {
  const { requestDueOn, overdueSince, nextDueOn, givenBefore, paidByBpay, isActive, hasBiller } = row
  const owed =
    (requestDueOn && ({ of: 'Request', dueOn: requestDueOn } as const)) ??
    (overdueSince && ({ of: 'Overdue', dueOn: overdueSince } as const)) ??
    (nextDueOn && ({ of: 'Next', dueOn: nextDueOn } as const)) ??
    undefined
  const slip = row.reference === null ? undefined : slipBetween(reference, row.reference)
  return { slip, owed, givenBefore, paidByBpay, isActive, hasBiller }
}

/** Returns the effect of assigning a deposit to an account, without changing anything. */
export async function previewMatch(
  { db, clock }: BasicDeps,
  { accountId, ...name }: DepositKey & { accountId: string },
) {
  const deposit = await waitingDeposit(db, name)
  const payee = orNotFound(await findPayeeState(db, accountId))
  const held = await readSuspense(db)
  const [request, ...more] = await listRequestsOf(db, payee, deposit.amount, clock())
  const { shortId, familyName, balance, overdue, memberName } = payee
  return {
    accountId,
    shortId,
    familyName,
    overdue,
    balance: { now: balance, after: cents(balance + deposit.amount) },
    suspense: { now: held, after: cents(held - deposit.amount) },
    request: request && more.length === 0 ? request : null,
    receiptTo: memberName,
    passedOnFrom: nextRemittance(deposit.receivedOn, dateIn('AU', clock()), bankCalendarOf('AU')),
  }
}

async function waitingDeposit(db: Db, name: DepositKey): Promise<StoredDeposit> {
  const deposit = orNotFound(await findDeposit(db, name))
  if (deposit.accountId !== null) throw new Refusal('already_decided')
  return deposit
}
