import type { ClosedRequest } from '#contract/wire.ts'
import type { ApiError } from '../../../api/api-error.ts'

const closedCodes = ['request_paid', 'request_cancelled', 'request_expired', 'account_closed'] as const

/** A link that can no longer be paid, without any error. */
export type ClosedLink = {
  code: (typeof closedCodes)[number]
  /** The closed request, as far as the server has described it. */
  request: Partial<ClosedRequest>
}

export function closedLinkOf(refusal: ApiError): ClosedLink | undefined {
  const code = closedCodes.find((each) => each === refusal.code)
  if (!code) return undefined
  const { request, payment } = refusal
  if (request) return { code, request }
  if (!payment) return { code, request: {} }
  const { schoolName, accountShortId, amount, date } = payment
  return { code, request: { schoolName, accountShortId, amount, paidOn: date } }
}

/** The page of a request, by the secret of its link. */
export const hrefOfRequest = (link: string) => `/pay-now?request=${encodeURIComponent(link)}`
