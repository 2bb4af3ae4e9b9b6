import type { StaffCustomer } from '#contract/staff-customers.ts'
import type { ContributionStatus } from '#domain/accounts.ts'
import { orNotFound, Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../platform/deps.ts'
import { putInOutbox } from '../../letters/outbox/outbox.ts'
import { lockContribution, saveInvite, setContribution } from './contributions.store.ts'
import { readCustomer } from './customers.ts'
import { recordAction, type StaffActor } from '../../people/audit/staff-audit.ts'

/** Sends the fund's own link. A customer who already contributes is not asked again. */
export async function inviteToContribute(
  deps: Deps,
  actor: StaffActor,
  customerId: string,
  inviteUrl: string,
): Promise<StaffCustomer> {
  const now = deps.clock()
  await deps.db.transaction(async (tx) => {
    const existing = orNotFound(await lockContribution(tx, customerId))
    if (existing.status === 'Active') throw new Refusal('not_possible')
    await saveInvite(tx, customerId, inviteUrl)
    await putInOutbox(tx, deps, {
      kind: 'ContributionInvite',
      facts: { firstName: existing.firstName, inviteUrl },
      recipient: existing.email,
      customerId,
    })
    await recordAction(tx, actor, { subjectId: customerId, action: 'ContributionInvited', at: now })
  })
  return readCustomer(deps, customerId)
}

export async function correctContribution(
  deps: Deps,
  actor: StaffActor,
  customerId: string,
  status: ContributionStatus,
): Promise<StaffCustomer> {
  const now = deps.clock()
  await deps.db.transaction(async (tx) => {
    const existing = orNotFound(await lockContribution(tx, customerId))
    // Without an invitation there is no link that the portal could show.
    if (existing.status === null) throw new Refusal('not_possible')
    await setContribution(tx, customerId, status, null)
    const details = { status: `${existing.status} → ${status}` }
    await recordAction(tx, actor, {
      subjectId: customerId,
      action: 'ContributionCorrected',
      at: now,
      details,
    })
  })
  return readCustomer(deps, customerId)
}
