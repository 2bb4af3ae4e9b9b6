import { Refusal } from '#domain/refusal.ts'
import { regionFacts, type Region } from '#domain/region.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import type { PaidFrom } from '../../books/withdrawals/payout-file.ts'
import { lockPayout, makePayout, readPayout, refuseUnreleased } from '../../books/withdrawals/payouts.ts'
import type { Payout } from '../../books/withdrawals/payouts.reads.ts'
import { companyId, recordAction, type StaffActor } from '../../people/audit/staff-audit.ts'
import type { Effect } from '../../people/audit/effect.ts'
import { decideWithdrawal } from '../../books/withdrawals/decide-withdrawal.ts'

export async function makeBatch(
  deps: Deps,
  actor: StaffActor,
  filter: { region: Region; from: PaidFrom | undefined },
): Promise<Payout> {
  return deps.db.transaction(async (tx) => {
    const payout = await makePayout(tx, deps, { ...filter, madeBy: actor.staff.staffId })
    await recordAction(tx, actor, {
      subjectId: companyId,
      action: 'PayoutMade',
      at: deps.clock(),
      details: { payout: String(payout.number), withdrawals: String(payout.withdrawalCount) },
    })
    return payout
  })
}

/** Releases the file of a batch to the bank. Needs two people: see `server/desk-api/approvals`. */
export async function releasePayout(
  tx: Transaction,
  deps: Pick<Deps, 'clock'>,
  actor: StaffActor,
  number: number,
): Promise<Effect> {
  const payout = await readPayout(tx, number)
  if (payout.releasedAt) throw new Refusal('already_decided')
  await recordAction(tx, actor, {
    subjectId: companyId,
    action: 'PayoutReleased',
    at: deps.clock(),
    details: { payout: String(number) },
  })
  const { withdrawalCount: count } = payout
  return {
    accountId: null,
    summary: `Release of payout ${number}, ${count} ${count === 1 ? 'withdrawal' : 'withdrawals'}`,
    amount: payout.amount,
    currency: regionFacts[payout.region].currency,
  }
}

/** Pays all withdrawals of a batch that were not decided singly, or none of them. */
export async function payBatch(
  deps: Deps,
  actor: StaffActor,
  number: number,
): Promise<{ paidNow: number; leftAlone: number; held: number; payout: Payout }> {
  return deps.db.transaction(async (tx) => {
    const { openIds, decidedCount, heldCount } = await lockPayout(tx, deps, number)
    await refuseUnreleased(tx, number)
    for (const id of openIds) await decideWithdrawal(tx, deps, actor, id, 'Paid')
    if (openIds.length > 0) {
      await recordAction(tx, actor, {
        subjectId: companyId,
        action: 'PayoutPaid',
        at: deps.clock(),
        details: { payout: String(number), withdrawals: String(openIds.length) },
      })
    }
    return {
      paidNow: openIds.length,
      leftAlone: decidedCount,
      held: heldCount,
      payout: await readPayout(tx, number),
    }
  })
}
