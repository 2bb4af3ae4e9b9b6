import type { Ids } from '../ids.ts'
import type { Merchant } from './merchant.ts'

/** Scheduled tasks. */
export type Due = {
  kind:
    | 'activate-mandate'
    | 'dispute-charge'
    | 'expire-session'
    | 'fail-refund'
    | 'settle-debit'
    | 'settle-refund'
  id: string
}

/** One unit of work in an account: a request, or a due task. */
export type Turn = {
  merchant: Merchant
  ids: Ids
  /** Seconds, by the sandbox's clock. */
  now: number
  emit(type: string, object: unknown): void
  schedule(at: number, due: Due): void
  /** The decline code that a switch demands for the next charge. */
  takeDecline(): string | undefined
}

/** The caller; absent in a due task. */
export type Call = {
  path: Record<string, string>
  /** With a publishable key: from Stripe.js in a browser. */
  isBrowser: boolean
  address: string
  userAgent: string
}
