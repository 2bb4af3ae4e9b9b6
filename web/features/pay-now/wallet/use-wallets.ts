import type { Stripe } from '@stripe/stripe-js'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Region } from '#domain/region.ts'
import { call } from '../../../session/client.ts'
import { queryClient } from '../../../api/query-client.ts'
import { useSettings } from '../../../session/settings.ts'
import { loadStripe } from '../../../stripe/stripe-js.ts'

const patienceMs = 20_000

/** Each region has an account of its own at the provider. Null where the installation names no key for it. */
function stripeQuery(region: Region) {
  return queryOptions({
    queryKey: ['wallet-stripe', region],
    queryFn: async (): Promise<Stripe | null> => {
      const key = await call('GET /api/portal/guest/stripe-pub-key')
      return key.pubKey ? Promise.race([loadStripe(key), patienceEnds()]) : null
    },
    staleTime: Infinity,
    structuralSharing: false,
    retry: false,
    // Without it the payer uses another method, and needs no message.
    throwOnError: false,
  })
}

/** A network may swallow the script without a word. */
async function patienceEnds(): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, patienceMs))
  throw new Error('Failed to load Stripe.js')
}

/** Whether wallets can be offered: not in production, and only where the provider's script has come. */
export function useWallets(region: Region): 'loading' | 'offered' | 'absent' {
  const isAllowed = useSettings()?.environment !== 'prod'
  const { status } = useQuery({ ...stripeQuery(region), enabled: isAllowed })
  if (!isAllowed || status === 'error') return 'absent'
  return status === 'success' ? 'offered' : 'loading'
}

export function walletStripe(region: Region): Promise<Stripe | null> {
  return queryClient.fetchQuery(stripeQuery(region))
}
