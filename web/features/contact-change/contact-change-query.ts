import { queryOptions } from '@tanstack/react-query'
import { call } from '../../session/client.ts'

/** The change that a link is about. Only a look: mail scanners follow links too. */
export function contactChangeQuery(key: string) {
  return queryOptions({
    queryKey: ['contact-change', key],
    queryFn: ({ signal }) => call('POST /api/auth/customer/contact-change', { body: { key }, signal }),
    throwOnError: false,
  })
}
