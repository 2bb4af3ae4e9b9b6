import type { PlannedInstalment } from '#domain/plan/plan.ts'
import { refuseClosedAccount } from '../../people/accounts/accounts.ts'
import type { Transaction } from '../../platform/database/open.ts'
import { carryPassedOn, replaceAhead } from '../../books/charges/charges.ts'
import type { PaidExtra } from './plan.reads.ts'
import { replaceInstalments } from './plan.store.ts'

/**
 * Replaces the payments of a plan that are promised and still untouched; all others stay. Extra payments that are on
 * their way then pay the new ones. A closed account is promised none. The caller has locked the account.
 */
export async function replacePayments(
  tx: Transaction,
  plan: { accountId: string; planId: string },
  instalments: readonly Omit<PlannedInstalment, 'seq'>[],
  extra: PaidExtra | null = null,
): Promise<void> {
  if (instalments.length > 0) await refuseClosedAccount(tx, plan.accountId)
  await replaceAhead(tx, plan, async () =>
    carryPassedOn(tx, plan, await replaceInstalments(tx, plan, instalments, extra)),
  )
}
