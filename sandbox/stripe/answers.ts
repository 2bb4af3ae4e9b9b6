import { json } from '../http.ts'
import type { Answer } from '../http.ts'
import { apiVersion } from './events.ts'
import type { Failure, Refused } from './failures.ts'

/** Stripe's API may be called from any origin. */
export const openToAll = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
  'access-control-allow-headers': '*, Authorization, Content-Type, Stripe-Version, Idempotency-Key',
  'access-control-expose-headers': 'Request-Id, Stripe-Should-Retry',
  'access-control-max-age': '300',
}

export type About = {
  requestId: string
  version?: string | undefined
  key?: string | undefined
  isReplayed?: boolean
}

export function answer(status: number, body: string, about: About): Answer {
  const { requestId, version = apiVersion, key, isReplayed } = about
  return {
    status,
    headers: {
      'content-type': 'application/json',
      ...openToAll,
      'request-id': requestId,
      'stripe-version': version,
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(isReplayed && { 'idempotent-replayed': 'true' }),
    },
    body: Buffer.from(body),
  }
}

export const refusalBody = ({ failure }: Refused, requestId: string) =>
  JSON.stringify({
    error: { ...failure, request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}` },
  })

const failures: Record<number, Omit<Failure, 'type'>> = {
  401: { message: 'Invalid API Key provided: sk_test_********' },
  429: {
    code: 'rate_limit',
    message:
      'Request rate limit exceeded. You can learn more about rate limits here https://docs.stripe.com/rate-limits.',
  },
}

/** Stripe's failures that are not caused by the request. */
export function failure(status: number): Answer {
  const known = failures[status] ?? {
    message: `Sorry! There was an error while talking to one of our backends. Support has been notified.`,
  }
  const type = status >= 500 ? 'api_error' : 'invalid_request_error'
  return json(status, { error: { ...known, type } }, openToAll)
}
