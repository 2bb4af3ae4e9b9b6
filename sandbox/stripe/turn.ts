import type { Ids } from '../ids.ts'
import type { Merchant } from './merchant.ts'

/** What happens by itself when its time has come. */
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

/** One piece of work at a merchant: a request, or something that has become due. */
export type Turn = {
  merchant: Merchant
  ids: Ids
  /** Seconds, by the sandbox's clock. */
  now: number
  emit(type: string, object: unknown): void
  schedule(at: number, due: Due): void
  /** The decline code that a switch demands for the charge that is about to be made. */
  takeDecline(): string | undefined
}

/** Who asks, and how; what due work does not have. */
export type Call = {
  path: Record<string, string>
  /** With a publishable key: from Stripe.js in a browser. */
  isBrowser: boolean
  address: string
  userAgent: string
}
