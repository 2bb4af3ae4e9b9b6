import type { RefusalCode } from '#domain/refusal.ts'

/** Every business "no", once: what the wire says and what the customer reads. */
export const refusals = {
  invalid_request: { status: 400, msg: 'Please check the highlighted fields and try again.' },
  invalid_code: { status: 400, msg: 'Invalid code. Please try again.' },
  link_expired: { status: 400, msg: 'It looks like your login link has expired.' },
  unauthenticated: { status: 401, msg: 'Please log in again.' },
  forbidden: { status: 403, msg: 'You do not have access to this.' },
  not_found: { status: 404, msg: 'We could not find what you were looking for.' },
  file_missing: {
    status: 404,
    msg: 'We cannot find this document at the moment. Please try again later or contact us.',
  },
  payload_too_large: { status: 413, msg: 'That is too large for us to accept.' },
  unsupported_media_type: { status: 415, msg: 'That kind of content is not accepted here.' },
  rate_limited: { status: 429, msg: 'Too many tries. Please wait a moment and try again.' },
  payment_declined: { status: 402, msg: 'Your payment was declined.' },
  payment_in_progress: {
    status: 409,
    msg: 'This payment is already under way. You will not be charged twice.',
  },
  request_id_reused: {
    status: 422,
    msg: 'This was already sent with other details. Please reload the page and try again.',
  },
  request_paid: { status: 409, msg: 'This payment request has already been paid.' },
  request_cancelled: { status: 410, msg: 'This payment request was cancelled.' },
  request_expired: { status: 410, msg: 'This payment request has expired.' },
  account_closed: {
    status: 410,
    msg: 'This account is closed, so nothing can be paid with this link. Please contact your school or us.',
  },
  code_needed: {
    status: 403,
    msg: 'A saved payment method needs a code that we send to its owner. Please confirm with a code, or enter a card.',
  },
  saved_methods_locked: {
    status: 403,
    msg: 'The saved payment methods of this account cannot be used. Please enter a card, or contact us.',
  },
  amount_over_due: {
    status: 409,
    msg: 'A saved payment method can pay the amount due, not more. Please enter a card to pay more.',
  },
  amount_changed: {
    status: 409,
    msg: 'The amount due has changed, because a part of it was paid meanwhile. Please start again.',
  },
  card_form_expired: { status: 409, msg: 'The card form has expired. Please enter your card again.' },
  session_expired: { status: 409, msg: 'This payment session has expired. Please start again.' },
  method_not_allowed: { status: 403, msg: 'This payment method is not offered for your account.' },
  source_unusable: {
    status: 409,
    msg: 'This payment method can no longer be used. Please choose another one.',
  },
  source_in_use: {
    status: 409,
    msg: 'This payment method is in use. Please set another one as active before you remove it.',
  },
  source_paying: {
    status: 409,
    msg: 'A payment with this payment method is under way. You can remove it once that payment has gone through, usually within three business days.',
  },
  last_source: {
    status: 409,
    msg: 'This is your only payment method. Please add another one before you remove it.',
  },
  change_not_allowed: {
    status: 409,
    msg: 'The payment method of this payment cannot be changed at the moment.',
  },
  authorisation_required: {
    status: 400,
    msg: 'Please authorise the direct debit before you save your bank account.',
  },
  authorisation_changed: {
    status: 409,
    msg: 'The direct debit authorisation has changed since you opened this page. Please read and tick it again.',
  },
  bank_details_refused: {
    status: 400,
    msg: 'Your bank details were not accepted. Please check them and try again.',
  },
  not_by_staff: {
    status: 403,
    msg: 'Support staff cannot move money, add payment methods, agree to anything, prove who somebody is, share a calendar or write to support for a customer.',
  },
  plan_not_editable: { status: 403, msg: 'Please contact us to review your payment plan.' },
  plan_locked: {
    status: 409,
    msg: 'Your plan could be changed until 2 business days before its first payment. Please contact us to change it now.',
  },
  plan_changed: {
    status: 409,
    msg: 'Your payment plan has changed since you opened this page. Please reload it and try again.',
  },
  plan_start_passed: {
    status: 409,
    msg: 'The first payment of this plan would be in the past. Please choose another date.',
  },
  fee_changes_not_allowed: {
    status: 403,
    msg: 'The fees of your school cannot be changed here. Please contact us.',
  },
  no_fees: { status: 409, msg: 'Your school has not published its fees for this school year yet.' },
  fees_in_use: {
    status: 409,
    msg: 'Families have plans with these fees. Preview the change first, then apply it.',
  },
  fee_change_under_way: {
    status: 409,
    msg: 'Another change of these fees is being applied. Wait until it is done, then look at this one again.',
  },
  already_exists: { status: 409, msg: 'There is one like this already.' },
  not_possible: {
    status: 409,
    msg: 'This cannot be done as things stand. Please look again and decide anew.',
  },
  last_admin: { status: 409, msg: 'This is the last admin. Make somebody else an admin first.' },
  already_decided: { status: 409, msg: 'Somebody has decided this already.' },
  refund_over_left: { status: 409, msg: 'No more can be refunded than is left of the payment.' },
  account_not_settled: { status: 409, msg: 'Something is still open in this account.' },
  own_request: {
    status: 403,
    msg: 'You have asked for this yourself. Somebody else has to approve it.',
  },
  payout_not_released: {
    status: 409,
    msg: 'Money leaves only in a payout that a second person has released. Ask for its release first.',
  },
  remittance_not_released: {
    status: 409,
    msg: 'A second person has to release this remittance first. Ask for its release.',
  },
  nothing_to_release: { status: 409, msg: 'There is nothing up to that day that is not released yet.' },
  over_debt: { status: 409, msg: 'The family owes less than that.' },
  not_refundable: {
    status: 409,
    msg: 'Only a payment that came through the payment provider and has arrived can be refunded.',
  },
  over_available: { status: 409, msg: 'This is more than you can withdraw at the moment.' },
  mobile_needed: {
    status: 409,
    msg: 'We send a code to your mobile before money goes out, and we have no mobile number of yours. Please contact us.',
  },
  code_expired: { status: 400, msg: 'This code has expired. Please ask for a new one.' },
  code_used_up: { status: 400, msg: 'Too many wrong codes. Please ask for a new one.' },
  bank_account_in_use: {
    status: 409,
    msg: 'A withdrawal to this bank account is under way. It has to be paid or declined first.',
  },
  nothing_to_pay_out: {
    status: 409,
    msg: 'There is no approved withdrawal that can be paid out: each is in a payout already or held after a contact change.',
  },
  contact_changed: {
    status: 409,
    msg: 'The contact details of this account were changed. To keep the money safe, withdrawals and new bank accounts are paused until {until}. If nobody in the family asked for the change, call us at once on {phone}.',
  },
  contact_change_stopped: {
    status: 409,
    msg: 'Somebody told us that a change of contact details of this account was not theirs. Withdrawals and new bank accounts are paused until our team has looked into it. Please call us on {phone}.',
  },
  stop_link_expired: {
    status: 410,
    msg: 'This link does not work, or not any more. If you did not ask for a change of your contact details, please call us at once.',
  },
  server_error: { status: 500, msg: 'Oops, something went wrong.' },
  unhandled_environment: { status: 503, msg: 'Unhandled environment: {environment}' },
  unavailable: { status: 503, msg: 'We cannot do this right now. Please try again in a few moments.' },
} as const satisfies Record<RefusalCode, { status: number; msg: string }>
