import type { FoundAddress } from '#contract/address-entry.ts'
import { mostFoundAddresses } from '#domain/address-entry.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../platform/deps.ts'
import { countTry } from '../../platform/rate-limit/rate-limit.ts'

/** Addresses that match what a customer has typed so far. Every search costs us money. */
export async function searchAddresses(
  { db, clock, config, providers }: Pick<Deps, 'db' | 'clock' | 'config' | 'providers'>,
  customerId: string,
  typed: string,
): Promise<FoundAddress[]> {
  const { addressLookup } = providers
  if (!addressLookup) throw new Refusal('unhandled_environment', { environment: config.environment })
  await countTry(db, [['address-search', customerId]], clock(), config.rateLimits)
  const addresses = await addressLookup.find(typed)
  return addresses.slice(0, mostFoundAddresses)
}
