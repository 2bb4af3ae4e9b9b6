import Stripe from 'stripe'
import type { Region } from '#domain/region.ts'
import type { Config } from '../../config.ts'
import { ProviderFailure } from '../provider-failure.ts'

/** A region's Stripe account, with its own keys. */
export type StripeAccount = {
  region: Region
  client: Stripe
  publishableKey: string
  webhookSecret: string
}

type StripeConfig = Pick<Config, 'stripe' | 'stripeApi' | 'stripeTimeoutMs'>

/** `network` is for simulations: they simulate the network too, and the client must not retry by itself. */
export function stripeAccounts(
  config: StripeConfig,
  network?: Stripe.HttpClient,
): Record<Region, StripeAccount> {
  const accountOf = (region: Region): StripeAccount => ({
    region,
    client: new Stripe(config.stripe[region].secretKey, {
      ...config.stripeApi,
      ...(network && { httpClient: network }),
      // Every POST has an idempotency key, so that a retry does nothing twice.
      maxNetworkRetries: network ? 0 : 1,
      timeout: config.stripeTimeoutMs,
      telemetry: false,
    }),
    publishableKey: config.stripe[region].publishableKey,
    webhookSecret: config.stripe[region].webhookSecret,
  })
  return { AU: accountOf('AU'), UK: accountOf('UK') }
}

/**
 * Awaits a call that moves no money. Invalid request and card errors reach the caller unchanged; everything else (no
 * answer, slow, unreadable, our keys refused) becomes a ProviderFailure.
 */
export async function callStripe<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) throw error
    if (error instanceof Stripe.errors.StripeCardError) throw error
    throw new ProviderFailure('stripe', true, 'Stripe did not answer', { cause: error })
  }
}
