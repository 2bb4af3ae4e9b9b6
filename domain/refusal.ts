import type { Environment } from './environment.ts'
import type { DeclineReason } from './payments.ts'

/**
 * A business "no". The list is closed: the server's table of statuses and messages must name every code, or it does
 * not compile.
 */
export const refusalCodes = [
  'invalid_request',
  'not_found',
  'file_missing',
  'unauthenticated',
  'forbidden',
  'invalid_code',
  'link_expired',
  'rate_limited',
  'unsupported_media_type',
  'payload_too_large',
  'unavailable',
  'unhandled_environment',
  'server_error',
  'payment_declined',
  'payment_in_progress',
  'request_id_reused',
  'request_paid',
  'request_cancelled',
  'request_expired',
  'account_closed',
  'code_needed',
  'saved_methods_locked',
  'amount_over_due',
  'amount_changed',
  'card_form_expired',
  'session_expired',
  'method_not_allowed',
  'source_unusable',
  'source_in_use',
  'source_paying',
  'last_source',
  'change_not_allowed',
  'authorisation_required',
  'authorisation_changed',
  'bank_details_refused',
  'not_by_staff',
  'plan_not_editable',
  'plan_locked',
  'plan_changed',
  'plan_start_passed',
  'fee_changes_not_allowed',
  'no_fees',
  'fees_in_use',
  'fee_change_under_way',
  'already_exists',
  'not_possible',
  'last_admin',
  'already_decided',
  'refund_over_left',
  'own_request',
  'payout_not_released',
  'remittance_not_released',
  'nothing_to_release',
  'over_debt',
  'account_not_settled',
  'not_refundable',
  'over_available',
  'mobile_needed',
  'code_expired',
  'code_used_up',
  'bank_account_in_use',
  'nothing_to_pay_out',
  'contact_changed',
  'contact_change_stopped',
  'stop_link_expired',
] as const

export type RefusalCode = (typeof refusalCodes)[number]

/** The details of a payment that blocks another. Amounts are decimals, as on the wire. */
export type FirstPayment = {
  amount: number
  surchargePercentage: string
  surchargeAmount: number
  date: string
  accountShortId: string
  schoolName: string
}

/** Thrown by rules and use cases, so that an open transaction rolls back. The HTTP layer turns it into a reply. */
export class Refusal extends Error {
  readonly code: RefusalCode
  /** Field path → its error, for invalid input. */
  readonly fields: Record<string, string> | undefined
  readonly retryAfterSeconds: number | undefined
  /** Why a payment was declined. */
  readonly reason: DeclineReason | undefined
  readonly payment: FirstPayment | undefined
  /** The environment that lacks a setting. */
  readonly environment: Environment | undefined
  /** What the message says in the place of {name}. */
  readonly values: Record<string, string>

  constructor(
    code: RefusalCode,
    details: {
      fields?: Record<string, string>
      retryAfterSeconds?: number
      reason?: DeclineReason
      payment?: FirstPayment | undefined
      environment?: Environment
      values?: Record<string, string>
    } = {},
  ) {
    super(code)
    this.name = 'Refusal'
    this.code = code
    this.fields = details.fields
    this.retryAfterSeconds = details.retryAfterSeconds
    this.reason = details.reason
    this.payment = details.payment
    this.environment = details.environment
    this.values = details.values ?? {}
  }
}
