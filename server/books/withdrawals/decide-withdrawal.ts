import { dateIn } from '#domain/calendar/calendar.ts'
import { orNotFound, Refusal } from '#domain/refusal.ts'
import { mayFollow } from '#domain/transitions.ts'
import { outOfHoldEntry, sentBackEntry, withdrawalTransitions } from '#domain/withdrawals.ts'
import { writeToMembers } from '../../people/account-letters/account-letters.ts'
import { refuseWhileBlocked } from '../../people/contact-change/contact-block.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { ChangeDeps } from '../../platform/deps.ts'
import { postEntry } from '../ledger/ledger.ts'
import { refuseUnreleased } from './payouts.ts'
import { closeReviewsOf } from '../../people/reviews/reviews.ts'
import { lockWithdrawal, moveWithdrawal, type Withdrawal } from './decide-withdrawal.store.ts'
import {
  recordAction,
  reasonForLetter,
  reasonForPage,
  type StaffActor,
} from '../../people/audit/staff-audit.ts'
import type { Effect } from '../../people/audit/effect.ts'

type Move = 'Approved' | 'Paid' | 'Declined'

/**
 * Moves a withdrawal on, in the caller's transaction. The amount was set aside when it was requested: a decline returns
 * it to the family, a payout removes it from our books, and an approval alone moves no money.
 */
export async function decideWithdrawal(
  tx: Transaction,
  deps: ChangeDeps,
  actor: StaffActor,
  id: string,
  to: Move,
): Promise<Withdrawal> {
  const now = deps.clock()
  const withdrawal = orNotFound(await lockWithdrawal(tx, id))
  if (!mayFollow(withdrawalTransitions, withdrawal.status, to)) {
    // One that waits has to be confirmed and approved before it is paid; everything else was decided before.
    const isOpen = withdrawal.status === 'Unconfirmed' || withdrawal.status === 'Pending'
    throw new Refusal(isOpen ? 'not_possible' : 'already_decided')
  }
  // A "no" gives the money back to the family, which is always safe.
  if (to !== 'Declined') await refuseWhileBlocked(tx, deps, withdrawal.accountId)
  await moveWithdrawal(tx, withdrawal, {
    status: to,
    reason: to === 'Declined' ? reasonForPage(actor) : null,
    now,
  })
  if (to !== 'Approved') await post(tx, withdrawal, to, now)
  await recordAction(tx, actor, {
    subjectId: withdrawal.accountId,
    action: `Withdrawal${to}`,
    at: now,
    details: { withdrawalId: id },
  })
  await writeToMembers(tx, deps, withdrawal.accountId, ({ firstName, region, shortId }) => ({
    kind: 'WithdrawalDecided',
    facts: {
      firstName,
      region,
      shortId,
      amount: withdrawal.amount,
      status: to,
      ...reasonForLetter(actor, to === 'Declined' ? 'Declined' : 'Approved'),
    },
  }))
  return { ...withdrawal, status: to }
}

async function post(
  tx: Transaction,
  { accountId, amount, holdEntryId, institutionId, currency, region, status }: Withdrawal,
  to: 'Paid' | 'Declined',
  now: Date,
): Promise<void> {
  if (!holdEntryId) throw new Error('A withdrawal has nothing set aside')
  // One entry of each kind for the hold: the ledger itself refuses to pay it out or to give it back twice.
  const entry = status === 'Paid' ? sentBackEntry(amount) : outOfHoldEntry(amount, to)
  await postEntry(tx, entry, {
    accountId,
    institutionId,
    currency,
    postedOn: dateIn(region, now),
    causeId: holdEntryId,
    now,
  })
}

/**
 * Records that the bank has paid out an approved withdrawal, or has returned the payout. Once it was recorded as paid,
 * its return gives the family credit by staff's word alone, which needs two people.
 */
export async function finishWithdrawal(
  deps: ChangeDeps,
  actor: StaffActor,
  id: string,
  to: 'Paid' | 'Declined',
): Promise<'NeedsApproval' | undefined> {
  return deps.db.transaction(async (tx) => {
    if (to === 'Declined' && (await lockWithdrawal(tx, id))?.status === 'Paid') return 'NeedsApproval'
    const { accountId, payoutNumber } = await decideWithdrawal(tx, deps, actor, id, to)
    if (to === 'Paid') {
      await refuseUnreleased(tx, payoutNumber)
      return undefined
    }
    const { reason, staff } = actor
    await closeReviewsOf(tx, {
      accountId,
      subjectId: id,
      status: 'Declined',
      reason,
      staffId: staff.staffId,
      at: deps.clock(),
    })
    return undefined
  })
}

/** Records that the bank has sent back a withdrawal that was paid. Needs two people: see `server/desk-api/approvals`. */
export async function recordSentBack(
  tx: Transaction,
  deps: ChangeDeps,
  actor: StaffActor,
  { withdrawalId }: { withdrawalId: string },
): Promise<Effect> {
  const { accountId, amount, currency } = await decideWithdrawal(tx, deps, actor, withdrawalId, 'Declined')
  const summary = 'A withdrawal that the bank has sent back is credit of the family again'
  return { accountId, summary, amount, currency }
}

/** Locks the withdrawal. If two people decide at once, the second waits here and then sees the first decision. */
export async function lockForDecision(tx: Transaction, id: string): Promise<void> {
  await lockWithdrawal(tx, id)
}
