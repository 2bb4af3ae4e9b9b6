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

/** Switches that wait for the next payment and ignore other requests. */
export const paymentFaults = { decline: 'word', authenticate: null, dispute: null } as const
export type PaymentFault = keyof typeof paymentFaults

/** One unit of work in an account: a request, or a due task. */
export type Turn = {
  merchant: Merchant
  ids: Ids
  /** Seconds, by the sandbox's clock. */
  now: number
  emit(type: string, object: unknown): void
  schedule(at: number, due: Due): void
  /** The value of a switch that waits for the next payment, such as a decline code; undefined if none is set. */
  takeFault(name: PaymentFault): string | undefined
}

/** The caller; absent in a due task. */
export type Call = {
  path: Record<string, string>
  /** With a publishable key: from Stripe.js in a browser. */
  isBrowser: boolean
  address: string
  userAgent: string
}
