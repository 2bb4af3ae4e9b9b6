import { lockAccount } from '../../people/accounts/accounts.ts'
import type { RepaymentDetails } from '#contract/payment-methods.ts'
import { payingSource } from '#domain/payment-methods/payment-methods.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Region } from '#domain/region.ts'
import { recordAudit } from '../../people/audit/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { detachMethod } from '../../platform/providers/stripe/sources.ts'
import type { Actor } from './actor.ts'
import { methodFacts, toDetails } from './repayment-details.ts'
import { detachLater } from './save-source.ts'
import { notifyMembersOfMethod } from './notify-members.ts'
import { whyNotRemove } from './source-rules.ts'
import { findSourceByMethod, removeSource, setDefault } from './sources.store.ts'

/**
 * Removes a payment method here first and at the provider afterwards. From the commit on we can no longer charge it.
 * The job that detaches it commits together with the removal, and is repeated until it succeeds. In the opposite order
 * a crash would leave a method on the screen that no longer pays, or one call would detach a method that a rule then
 * keeps.
 */
export async function removeSavedSource(
  deps: Deps,
  accountId: string,
  sourceId: string,
  actor: Actor,
): Promise<RepaymentDetails> {
  return deps.db.transaction(async (tx) => {
    await lockAccount(tx, accountId)
    const facts = await methodFacts(tx, accountId)
    const source = facts.sources.find(({ id }) => id === sourceId)
    if (!source) throw new Refusal('not_found')
    const why = whyNotRemove(facts, source)
    if (why) throw new Refusal(why)
    const now = deps.clock()
    await removeSource(tx, accountId, sourceId, now)
    // An account that had a default keeps one: it falls to the payment method that pays.
    const heir = source.isDefault ? payingSource(facts.sources) : undefined
    if (heir) await setDefault(tx, accountId, heir.id)
    await detachLater(tx, deps, facts, source.providerMethodId)
    await recordAudit(tx, {
      subjectId: accountId,
      by: actor,
      action: 'SourceRemoved',
      at: now,
      details: { sourceId },
    })
    await notifyMembersOfMethod(tx, deps, accountId, {
      displayName: source.displayName,
      change: 'Removed',
      from: null,
    })
    return toDetails(await methodFacts(tx, accountId), now)
  })
}

/** The job that detaches a removed method at the provider. */
export async function detachSource(
  { db, providers }: Pick<Deps, 'db' | 'providers'>,
  { region, methodId }: { region: Region; methodId: string },
): Promise<void> {
  // Never detach a method that is still in use, even if the job says so.
  if (await findSourceByMethod(db, region, methodId)) return
  await detachMethod(providers.stripe[region], methodId)
}
