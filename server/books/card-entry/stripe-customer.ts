import { orNotFound } from '#domain/refusal.ts'
import type { Region } from '#domain/region.ts'
import type { Db } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { createStripeCustomer } from '../../platform/providers/stripe/sources.ts'
import { storeProviderCustomer } from './stripe-customer.store.ts'
import { findProviderCustomer } from './stripe-customer.reads.ts'

type CustomerDeps = { db: Db; providers: Pick<Deps['providers'], 'stripe'> }

/** The account's one customer at Stripe, made when it is first needed. */
export async function ensureStripeCustomer(
  { db, providers }: CustomerDeps,
  accountId: string,
): Promise<{ customerId: string; region: Region }> {
  const account = orNotFound(await findProviderCustomer(db, accountId))
  const { region, shortId } = account
  if (account.customerId !== null) return { customerId: account.customerId, region }
  const made = await createStripeCustomer(providers.stripe[region], { accountId, shortId })
  return { customerId: await storeProviderCustomer(db, accountId, made), region }
}
