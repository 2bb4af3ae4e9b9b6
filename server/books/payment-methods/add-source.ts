import type { SavedMethod } from '#contract/payment-methods.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../platform/deps.ts'
import { countTry } from '../../platform/rate-limit/rate-limit.ts'
import type { Actor } from './actor.ts'
import { kindOf, prepareSource, providerIdOf, type MethodSent, type NewSource } from './new-source.ts'
import type { MethodFacts } from './payment-methods.store.ts'
import { methodFacts, toDetails } from './repayment-details.ts'
import { saveSource } from './save-source.ts'
import { whyNotAdd } from './source-rules.ts'

export async function addSource(
  deps: Deps,
  accountId: string,
  sent: MethodSent,
  actor: Actor,
): Promise<SavedMethod> {
  const prepared = await findOrPrepare(deps, await methodFacts(deps.db, accountId), sent, actor)
  return deps.db.transaction(async (tx) => {
    const isForOnePayment = 'isForOnePayment' in sent && sent.isForOnePayment === true
    const id =
      'savedId' in prepared
        ? prepared.savedId
        : await saveSource(tx, deps, accountId, { ...prepared, isForOnePayment }, actor)
    const { repaymentSources } = toDetails(await methodFacts(tx, accountId), deps.clock())
    const source = repaymentSources.find((each) => each.id === id)
    if (!source) throw new Refusal('not_found')
    return source
  })
}

/**
 * What was sent, as the provider knows it; or the source that was saved from it before. A page that is loaded again,
 * or a call that is sent again because its answer got lost, finds what the first one saved.
 */
export async function findOrPrepare(
  deps: Deps,
  facts: MethodFacts,
  sent: MethodSent,
  actor: Actor,
): Promise<NewSource | { savedId: string }> {
  const { accountId } = facts.account
  const why = whyNotAdd(facts, {
    kind: kindOf(sent),
    isAuthorised: 'directDebitAuthorisation' in sent && sent.directDebitAuthorisation,
  })
  if (why) throw new Refusal(why)
  const savedId = savedAs(facts, sent)
  if (savedId) return { savedId }
  await countTry(deps.db, [['add-source', accountId]], deps.clock(), deps.config.rateLimits)
  try {
    return await prepareSource(deps, facts, sent, actor)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'card_form_expired') throw error
    // The same call, sent twice, may just have used the form.
    const savedMeanwhile = savedAs(await methodFacts(deps.db, accountId), sent)
    if (!savedMeanwhile) throw error
    return { savedId: savedMeanwhile }
  }
}

function savedAs({ sources }: MethodFacts, sent: MethodSent): string | undefined {
  const providerId = providerIdOf(sent)
  return providerId && sources.find(({ providerMethodId }) => providerMethodId === providerId)?.id
}
