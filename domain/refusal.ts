import type { Environment } from './environment.ts'
import type { RepaymentSourceType } from './payment-methods/payment-methods.ts'
import type { DeclineReason } from './payments.ts'

/**
 * The codes of business refusals. The list is closed: the server's table of statuses and messages must name every code, or it does
 * not compile.
 */
export const refusalCodes = [
  'invalid_request',
  'not_found',
  'file_missing',
  'unauthenticated',
  'forbidden',
  'invalid_code',
  'second_factor_needed',
  'two_factor_required',
  'link_expired',
  'rate_limited',
  'code_just_sent',
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
  'total_changed',
  'effect_changed',
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
  'not_by_role',
  'plan_not_editable',
  'plan_locked',
  'plan_changed',
  'plan_start_passed',
  'payment_locked',
  'no_moves_left',
  'day_not_offered',
  'cannot_be_tried',
  'skip_not_possible',
  'undo_too_late',
  'extra_not_possible',
  'payments_held',
  'care_already_open',
  'care_closed',
  'arrangement_not_possible',
  'fee_changes_not_allowed',
  'no_fees',
  'fees_in_use',
  'fee_change_under_way',
  'already_exists',
  'not_possible',
  'last_admin',
  'already_decided',
  'cannot_be_undone',
  'refund_over_left',
  'own_request',
  'taken_by_other',
  'payout_not_released',
  'remittance_not_released',
  'remittance_not_sent',
  'nothing_to_release',
  'over_debt',
  'account_not_settled',
  'not_refundable',
  'dispute_closed',
  'dispute_answered',
  'evidence_too_late',
  'evidence_changed',
  'evidence_missing',
  'names_child',
  'over_available',
  'mobile_needed',
  'code_expired',
  'code_used_up',
  'no_more_codes',
  'too_many_cards',
  'bank_account_in_use',
  'holder_differs',
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

/** A closed payment request, as the holder of its link may see it. */
export type ClosedRequest = {
  schoolName: string
  accountShortId: string
  /** The amount paid for it, or the amount requested if nothing was paid; absent if its debt was paid another way. */
  amount?: number
  /** The day of its last payment, if it was paid. */
  paidOn: string | null
  /** The secret of the link that now pays its debt with everything else that is overdue. */
  current?: string
}

/** The destination of a one-time code. Both fields are null if there is no mobile on file. */
export type SentCode = { mobileLast3Digits: string | null; countryCode: string | null }

/** Thrown by rules and use cases, so that an open transaction rolls back. The HTTP layer turns it into a reply. */
export class Refusal extends Error {
  readonly code: RefusalCode
  /** Field path → its error, for invalid input. */
  readonly fields: Record<string, string> | undefined
  readonly retryAfterSeconds: number | undefined
  /** The reason for a declined payment, and its method. */
  readonly reason: DeclineReason | undefined
  readonly methodType: RepaymentSourceType | null
  readonly payment: FirstPayment | undefined
  readonly request: ClosedRequest | undefined
  /** The code that was just sent, if it is too soon for another one. */
  readonly sentCode: SentCode | undefined
  /** The environment that lacks a setting. */
  readonly environment: Environment | undefined
  /** The values for {name} placeholders in the message. */
  readonly values: Record<string, string>

  constructor(
    code: RefusalCode,
    details: {
      fields?: Record<string, string>
      retryAfterSeconds?: number
      reason?: DeclineReason
      methodType?: RepaymentSourceType | null | undefined
      payment?: FirstPayment | undefined
      request?: ClosedRequest
      sentCode?: SentCode
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
    this.methodType = details.methodType ?? null
    this.payment = details.payment
    this.request = details.request
    this.sentCode = details.sentCode
    this.environment = details.environment
    this.values = details.values ?? {}
  }
}

/** Refuses an input because of some of its fields, each with what is wrong with it. */
export const fieldRefusal = (fields: Record<string, string>) => new Refusal('invalid_request', { fields })

/** Returns what was looked for, or refuses with `not_found`. */
export function orNotFound<Value extends object | string | number>(value: Value | undefined): Value {
  if (value === undefined) throw new Refusal('not_found')
  return value
}
