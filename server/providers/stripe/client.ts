import Stripe from 'stripe'
import type { Region } from '#domain/region.ts'
import type { Config } from '../../config.ts'
import { ProviderFailure } from '../provider-failure.ts'

/** Stripe as one region of ours uses it: its own account there, with its own keys. */
export type StripeAccount = {
  region: Region
  client: Stripe
  publishableKey: string
  webhookSecret: string
}

type StripeConfig = Pick<Config, 'stripe' | 'stripeApi' | 'stripeTimeoutMs'>

/** `network` is for simulations, in which the network is part of what is simulated and nobody asks twice by himself. */
export function stripeAccounts(
  config: StripeConfig,
  network?: Stripe.HttpClient,
): Record<Region, StripeAccount> {
  const accountOf = (region: Region): StripeAccount => ({
    region,
    client: new Stripe(config.stripe[region].secretKey, {
      ...config.stripeApi,
      ...(network && { httpClient: network }),
      // Every post carries an idempotency key, so that asking once more cannot do anything twice.
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
 * Awaits a call that moves no money. Stripe's "no such thing" and "not like this" reach the caller as they are;
 * everything else (away, slow, unreadable, our keys refused) is a failure of the provider.
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
