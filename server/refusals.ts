import type { RefusalCode } from '#domain/refusal.ts'

/** Every business "no", once: what the wire says and what the customer reads. */
export const refusals = {
  invalid_request: { status: 400, msg: 'Please check the highlighted fields and try again.' },
  invalid_code: { status: 400, msg: 'Invalid code. Please try again.' },
  link_expired: { status: 400, msg: 'It looks like your login link has expired.' },
  unauthenticated: { status: 401, msg: 'Please log in again.' },
  forbidden: { status: 403, msg: 'You do not have access to this.' },
  not_found: { status: 404, msg: 'We could not find what you were looking for.' },
  payload_too_large: { status: 413, msg: 'That is too large for us to accept.' },
  unsupported_media_type: { status: 415, msg: 'That kind of content is not accepted here.' },
  rate_limited: { status: 429, msg: 'Too many tries. Please wait a moment and try again.' },
  server_error: { status: 500, msg: 'Oops, something went wrong.' },
  not_built: { status: 501, msg: 'This is not available yet.' },
  unavailable: { status: 503, msg: 'We cannot do this right now. Please try again in a few moments.' },
} as const satisfies Record<RefusalCode, { status: number; msg: string }>
