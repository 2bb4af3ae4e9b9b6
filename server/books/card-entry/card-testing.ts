import Stripe from 'stripe'
import type { Region } from '#domain/region.ts'
import type { Deps } from '../../platform/deps.ts'
import { callStripe } from '../../platform/providers/stripe/client.ts'
import { addressRange } from '../../platform/rate-limit/address-range.ts'
import type { Limit } from '../../platform/rate-limit/limits.ts'
import { noteTry } from '../../platform/rate-limit/rate-limit.ts'
import { findOpener, openCardEntries } from './card-entry.store.ts'

type CardAttempt = { accountId: string; paymentRequestId?: string | null | undefined; openedFrom: string }

/**
 * Cards that failed count by address, by link or account at that address, and by link or account from everywhere. The
 * family's own forms and each link count for themselves, so that a stranger with a link stops nobody else.
 */
export function failureLimits({ accountId, paymentRequestId, openedFrom }: CardAttempt): Limit[] {
  const subject = paymentRequestId ?? accountId
  return [
    ['failed-cards-address', openedFrom],
    ['failed-cards', `${subject} ${addressRange(openedFrom)}`],
    ['failed-cards-everywhere', subject],
  ]
}

/**
 * A card was not accepted. The browser speaks with the provider by itself, so its secret is made useless once too many
 * have failed: nobody can go on with a form that is already open.
 */
export async function cardFailed(deps: Deps, region: Region, setupIntentId: string): Promise<void> {
  const { db, clock, config, providers } = deps
  const { client } = providers.stripe[region]
  const { metadata } = await callStripe(() => client.setupIntents.retrieve(setupIntentId))
  const { accountId, cardEntryId } = metadata ?? {}
  const opener = accountId && cardEntryId && (await findOpener(db, { accountId, id: cardEntryId }))
  if (!opener) return
  const now = clock()
  const limits = failureLimits({ accountId, ...opener })
  if (!(await noteTry(db, limits, now, config.rateLimits))) return
  for (const entry of await openCardEntries(db, accountId, opener.paymentRequestId, now))
    await cancel(client, entry.setupIntentId)
}

async function cancel(client: Stripe, setupIntentId: string): Promise<void> {
  try {
    await callStripe(() => client.setupIntents.cancel(setupIntentId))
  } catch (error) {
    // It is cancelled already, or a card was accepted meanwhile.
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
  }
}
