import { keepPreviousData, QueryClient, useQuery } from '@tanstack/react-query'
import type { Region } from '#domain/region.ts'
import { call } from './call.ts'
import type { StripeAccount } from './stripe-wire.ts'
import type { Delivery, Message, ReceivedRequest, Rule, TestAccount, TestCard } from './wire.ts'

export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, networkMode: 'always' } },
})

const read =
  <Reply>(path: string) =>
  () =>
    call<Reply>('GET', path)

const useList = <Reply>(name: string, path: string) =>
  useQuery({ queryKey: [name], queryFn: read<Reply>(path) })

export const useMessages = () =>
  useList<{ messages: Message[]; lastSeq: number }>('messages', '/messages?limit=1000')

export const useFaults = () =>
  useList<{ faults: Rule[]; providers: Record<string, string[]> }>('faults', '/faults')

export const useRequests = () => useList<{ requests: ReceivedRequest[] }>('requests', '/requests')

export const useStripe = (account: Region) =>
  useQuery({
    queryKey: ['stripe', account],
    queryFn: read<StripeAccount>(`/stripe?account=${account}`),
    placeholderData: keepPreviousData,
  })

export type DeliveryWithBody = Delivery & { body: string | null }

export const useWebhooks = (account: string) =>
  useQuery({
    queryKey: ['webhooks', account],
    queryFn: read<{ webhooks: DeliveryWithBody[] }>(`/stripe/webhooks${account && `?account=${account}`}`),
    placeholderData: keepPreviousData,
  })

/** It does not change while the sandbox runs. */
export const useTestData = () =>
  useQuery({
    queryKey: ['test-data'],
    queryFn: read<{ cards: TestCard[]; accounts: TestAccount[] }>('/stripe/test-data'),
    staleTime: Infinity,
  })
