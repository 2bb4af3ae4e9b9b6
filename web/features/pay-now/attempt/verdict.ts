import { parseAmount, type Cents } from '#domain/money.ts'
import { isRefused, type ApiError } from '../../../api/api-error.ts'

/** What a failed call means for the payment itself. */
export type Verdict =
  /** It was not taken, and will not be. */
  | { kind: 'refused'; refusal: ApiError }
  /** A payment is under way: this one, or another that blocks it. */
  | { kind: 'under-way'; refusal: ApiError }
  /** The id belongs to a payment with other details, which another tab has sent. */
  | { kind: 'reused' }
  /** Nothing was taken: the total is another one than the payer was shown. */
  | { kind: 'other-total'; refusal: ApiError; total: Cents }
  /** Not taken now; nothing is wrong with it. */
  | { kind: 'later'; refusal: ApiError }
  /** No answer, or one that does not say: it may have been taken. */
  | { kind: 'unclear' }

/** The verdict on a failed call of a payment that was sent. */
export function verdictOf(error: unknown): Verdict {
  if (!isRefused(error)) return { kind: 'unclear' }
  if (error.code === 'payment_in_progress') return { kind: 'under-way', refusal: error }
  if (error.code === 'request_id_reused') return { kind: 'reused' }
  if (error.code === 'total_changed') {
    const total = parseAmount(error.fields['total'] ?? '')
    if (total !== undefined) return { kind: 'other-total', refusal: error, total }
  }
  // A proxy may say so too, and then has not forwarded the payment.
  if (error.status === 429 || error.status === 401) return { kind: 'later', refusal: error }
  // The proof ran out while the page was open: the next press asks for a code.
  if (error.code === 'code_needed') return { kind: 'later', refusal: error }
  return { kind: 'refused', refusal: error }
}

/** For these a retry cannot succeed. */
const finalCodes: ApiError['code'][] = [
  'request_paid',
  'request_cancelled',
  'request_expired',
  'account_closed',
  'not_found',
  'not_by_staff',
  'not_by_role',
]

export function isFinal({ code }: ApiError): boolean {
  return finalCodes.includes(code)
}
