import { setTimeout as sleep } from 'node:timers/promises'
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
      // Every POST has an idempotency key, so that a retry has no second effect.
      maxNetworkRetries: network ? 0 : 1,
      timeout: config.stripeTimeoutMs,
      telemetry: false,
    }),
    publishableKey: config.stripe[region].publishableKey,
    webhookSecret: config.stripe[region].webhookSecret,
  })
  return { AU: accountOf('AU'), UK: accountOf('UK') }
}

const triesWhileInUse = 10
const pauseMs = 300

/**
 * Makes a call that moves no money. Two callers may make the same request at the same moment: Stripe refuses the
 * second while the first is in progress, and returns the same result a moment later. Invalid request and card errors
 * reach the caller unchanged; everything else (no reply, a slow or unreadable reply, refused keys) becomes a
 * ProviderFailure.
 */
export async function callStripe<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call()
    } catch (error) {
      if (isKeyInUse(error) && tries < triesWhileInUse) {
        await sleep(pauseMs)
        continue
      }
      if (error instanceof Stripe.errors.StripeInvalidRequestError && !isKeyInUse(error)) throw error
      if (error instanceof Stripe.errors.StripeCardError) throw error
      throw new ProviderFailure('stripe', true, 'Stripe did not answer', { cause: error })
    }
  }
}

const isKeyInUse = (error: unknown) =>
  error instanceof Stripe.errors.StripeError && error.code === 'idempotency_key_in_use'
