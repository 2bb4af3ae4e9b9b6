import * as z from 'zod/mini'
import type { FoundAddress } from '#contract/address-entry.ts'
import type { Config } from '../config.ts'
import { ProviderFailure } from './provider-failure.ts'

/** Finds Australian addresses by text. Undefined if the installation has no credentials for it. */
export type AddressLookup = { find(fullAddress: string): Promise<FoundAddress[]> }

/** People do not wait longer for a suggestion. */
const timeoutMs = 3_000

/** An unknown part is missing, null or empty. */
const part = z.pipe(
  z.nullish(z.string()),
  z.transform((text) => text?.trim() || null),
)

const harmonyReply = z.object({
  status: z.literal('SUCCESS'),
  payload: z.array(
    z.object({
      flatUnitNumber: part,
      streetNumber: part,
      street: part,
      locality: part,
      state: part,
      postcode: part,
      fullAddress: z.string(),
    }),
  ),
})

/** Harmony's REST interface, version 1. */
export function addressLookup(access: Config['addressLookup']): AddressLookup | undefined {
  if (!access) return undefined
  const credentials = Buffer.from(`${access.user}:${access.password}`).toString('base64')
  return {
    async find(fullAddress) {
      const reply = await fetch(`${access.baseUrl}/harmony/rest/au/address`, {
        method: 'POST',
        headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          payload: [{ fullAddress }],
          sourceOfTruth: 'AUSOTS',
          featureOptions: { caseType: 'TITLE' },
        }),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      }).catch((error: unknown) => {
        throw new ProviderFailure('address', true, 'the address lookup did not answer', { cause: error })
      })
      if (!reply.ok) {
        await reply.body?.cancel()
        throw new ProviderFailure('address', true, `the address lookup answered ${reply.status}`)
      }
      // Parse errors quote the reply, which contains an address, so they are dropped here.
      const parsed = harmonyReply.safeParse(await reply.json().catch(() => undefined))
      if (!parsed.success)
        throw new ProviderFailure('address', true, 'the reply of the address lookup could not be read')
      return parsed.data.payload
    },
  }
}
