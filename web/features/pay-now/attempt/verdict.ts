import { isRefused, type ApiError } from '../../../api/api-error.ts'

/** What a failed call says about the payment itself. */
export type Verdict =
  /** It was not taken, and will not be. */
  | { kind: 'refused'; refusal: ApiError }
  /** A payment is being made at this moment: this one, or another that stands in its way. */
  | { kind: 'under-way'; refusal: ApiError }
  /** The id belongs to a payment with other details, which another tab has sent. */
  | { kind: 'reused' }
  /** Not taken now; nothing is wrong with it. */
  | { kind: 'later'; refusal: ApiError }
  /** No answer, or one that says nothing: it may have been taken. */
  | { kind: 'unclear' }

/** Of a payment that was sent. */
export function verdictOf(error: unknown): Verdict {
  if (!isRefused(error)) return { kind: 'unclear' }
  if (error.code === 'payment_in_progress') return { kind: 'under-way', refusal: error }
  if (error.code === 'request_id_reused') return { kind: 'reused' }
  // Somebody in between may say so too, and then has not let it pass.
  if (error.status === 429 || error.status === 401) return { kind: 'later', refusal: error }
  return { kind: 'refused', refusal: error }
}

/** Nothing that the payer does here brings these to an end that is worth trying for. */
const finalCodes: ApiError['code'][] = [
  'request_paid',
  'request_cancelled',
  'request_expired',
  'not_found',
  'not_by_staff',
]

export function isFinal({ code }: ApiError): boolean {
  return finalCodes.includes(code)
}
