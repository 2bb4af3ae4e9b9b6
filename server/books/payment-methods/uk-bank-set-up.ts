import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../platform/deps.ts'
import { openUkBankSession, startUkBankSetUp } from '../../platform/providers/stripe/sources.ts'
import { countTry } from '../../platform/rate-limit/rate-limit.ts'
import { methodFacts } from './repayment-details.ts'
import { whyNotAdd } from './source-rules.ts'
import { insertSetUpSession } from './sources.store.ts'
import { ensureStripeCustomer } from '../card-entry/stripe-customer.ts'

/** Lets the browser set up a UK bank account with the provider's own form. */
export async function openSetUpIntent(deps: Deps, accountId: string): Promise<{ clientSecret: string }> {
  const { customerId, region } = await customerFor(deps, accountId)
  return secretOf(await startUkBankSetUp(deps.providers.stripe[region], { customerId, accountId }))
}

/** Returns a set-up session of the provider's check-out for the same purpose. */
export async function openSetUpSession(deps: Deps, accountId: string): Promise<{ clientSecret: string }> {
  const { customerId, region } = await customerFor(deps, accountId)
  const session = await openUkBankSession(deps.providers.stripe[region], {
    customerId,
    accountId,
    // The provider replaces these braces with the id, so they must stay as they are.
    returnUrl: `${deps.config.portalOrigin}/payments/complete?checkout-session-id={CHECKOUT_SESSION_ID}`,
  })
  await insertSetUpSession(deps.db, {
    accountId,
    id: session.id,
    at: deps.clock(),
    expiresAt: session.expiresAt,
  })
  return secretOf(session.clientSecret)
}

async function customerFor(deps: Deps, accountId: string) {
  const facts = await methodFacts(deps.db, accountId)
  const why = whyNotAdd(facts, { kind: 'UkBankAccount', isAuthorised: false })
  if (why) throw new Refusal(why)
  await countTry(deps.db, [['add-source', accountId]], deps.clock(), deps.config.rateLimits)
  return ensureStripeCustomer(deps, accountId)
}

function secretOf(clientSecret: string | null): { clientSecret: string } {
  if (!clientSecret) throw new Error('The provider gave no secret for the browser')
  return { clientSecret }
}
