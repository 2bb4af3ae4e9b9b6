import type { RefusalCode } from '#domain/refusal.ts'

/** Every refusal with its HTTP status and the message for its reader. The only place where they are defined. */
export const refusals = {
  invalid_request: { status: 400, msg: 'Please check the highlighted fields and try again.' },
  invalid_code: { status: 400, msg: 'Invalid code. Please try again.' },
  second_factor_needed: {
    status: 403,
    msg: 'Please enter a code from your authenticator app too, or one of your recovery codes.',
  },
  two_factor_required: {
    status: 403,
    msg: 'Your company requires a second factor. Please set up an authenticator app first.',
  },
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
  code_just_sent: {
    status: 429,
    msg: 'We sent a code a moment ago. Please enter that one, or wait a moment for another.',
  },
  rate_limited: { status: 429, msg: 'Too many tries. Please wait a moment and try again.' },
  payment_declined: { status: 402, msg: 'Your payment was declined.' },
  payment_in_progress: {
    status: 409,
    msg: 'This payment is already under way. You will not be charged twice.',
  },
  request_id_reused: {
    status: 409,
    msg: 'This was already sent with other details. Please reload the page and try again.',
  },
  request_paid: { status: 409, msg: 'This payment request has already been paid.' },
  request_cancelled: { status: 410, msg: 'This payment request was cancelled.' },
  request_expired: { status: 410, msg: 'This payment request has expired.' },
  account_closed: {
    status: 410,
    msg: 'This account is closed, so nothing can be planned or paid here. Please contact your school or us.',
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
    msg: 'The amount due has changed, because part of it has just been paid. Please start again.',
  },
  total_changed: {
    status: 409,
    msg: 'With its card surcharge this payment comes to {total}. Nothing was charged. Please check the total and press Pay again.',
  },
  effect_changed: {
    status: 409,
    msg: 'Something changed after the preview, so the result would now be different. Nothing was done.',
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
    msg: 'You are in this account as staff. Only the family can {action}.',
  },
  not_by_role: {
    status: 403,
    msg: 'Your role does not allow this, so you cannot do it for a customer either. Please ask a colleague in operations.',
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
  payment_locked: {
    status: 409,
    msg: 'This payment can no longer be changed: it is about to be collected. Nothing has changed.',
  },
  no_moves_left: {
    status: 409,
    msg: 'You have moved as many payments as you can this school year. Nothing has changed.',
  },
  day_not_offered: {
    status: 409,
    msg: 'This payment cannot be moved to that day. Please choose another one.',
  },
  cannot_be_tried: {
    status: 409,
    msg: 'This payment cannot be moved. {why}',
  },
  skip_not_possible: {
    status: 409,
    msg: '{why} Nothing has changed.',
  },
  undo_too_late: {
    status: 409,
    msg: 'This can no longer be undone: the payment is about to be collected.',
  },
  extra_not_possible: {
    status: 409,
    msg: 'You cannot pay extra towards your plan at the moment. Nothing was charged.',
  },
  payments_held: {
    status: 409,
    msg: 'Your payments are on hold. They cannot be changed until the hold ends.',
  },
  care_already_open: {
    status: 409,
    msg: 'Your payments are already on hold, and we are reviewing your request. Nothing was sent twice.',
  },
  care_closed: {
    status: 409,
    msg: 'This has been answered or withdrawn in the meantime. Please look at the page again.',
  },
  arrangement_not_possible: {
    status: 409,
    msg: 'The plan cannot be arranged like this: a payment would be too small, nothing would follow, or it would end too late.',
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
    msg: 'Another change to these fees is being applied. Wait until it is done, then review this one again.',
  },
  already_exists: { status: 409, msg: 'This already exists.' },
  not_possible: {
    status: 409,
    msg: 'This is not possible at the moment. Please reload the page and decide again.',
  },
  last_admin: { status: 409, msg: 'This is the last admin. Make somebody else an admin first.' },
  already_decided: { status: 409, msg: 'Somebody has already decided this.{decided}' },
  cannot_be_undone: { status: 409, msg: '{why} Nothing has changed.' },
  refund_over_left: { status: 409, msg: 'No more can be refunded than is left of the payment.' },
  account_not_settled: { status: 409, msg: 'Something is still open in this account.' },
  own_request: {
    status: 403,
    msg: 'You asked for this yourself. Somebody else has to approve it.',
  },
  taken_by_other: { status: 409, msg: '{name} has taken this. You can take it over.' },
  payout_not_released: {
    status: 409,
    msg: 'A payout is sent only after a second person has released it. Ask for its release first.',
  },
  remittance_not_released: {
    status: 409,
    msg: 'A second person has to release this remittance first. Ask for its release.',
  },
  remittance_not_sent: {
    status: 409,
    msg: 'This remittance is not with the bank yet. Record that it was sent first.',
  },
  nothing_to_release: { status: 409, msg: 'Everything up to that day has already been released.' },
  over_debt: { status: 409, msg: 'The family owes less than that.' },
  dispute_closed: { status: 409, msg: 'The bank has decided this dispute. Nothing was sent.' },
  dispute_answered: { status: 409, msg: 'This dispute has already been answered. Nothing was sent again.' },
  evidence_too_late: {
    status: 409,
    msg: 'The deadline for this dispute has passed, so the bank accepts no more evidence. Nothing was sent.',
  },
  evidence_changed: {
    status: 409,
    msg: 'The evidence changed after you reviewed it. Nothing was sent. Please review it again.',
  },
  evidence_missing: { status: 409, msg: 'There is no evidence yet. Please prepare it first.' },
  names_child: { status: 400, msg: 'The text for the bank must not name a child.' },
  not_refundable: {
    status: 409,
    msg: 'Only a payment that came through the payment provider and has arrived can be refunded.',
  },
  over_available: { status: 409, msg: 'This is more than you can withdraw at the moment.' },
  mobile_needed: {
    status: 409,
    msg: 'We send a code to your mobile before money goes out, but we do not have your mobile number. Please contact us.',
  },
  code_expired: { status: 400, msg: 'This code has expired. Please ask for a new one.' },
  code_used_up: { status: 400, msg: 'Too many wrong codes. Please ask for a new one.' },
  no_more_codes: {
    status: 429,
    msg: 'We cannot send another code at the moment. Please choose another way, or try again later.',
  },
  too_many_cards: {
    status: 429,
    msg: 'Several cards were not accepted, so no more can be tried here today. Please pay another way, ask your bank, or contact us.',
  },
  bank_account_in_use: {
    status: 409,
    msg: 'A withdrawal to this bank account is under way. It has to be paid or declined first.',
  },
  holder_differs: {
    status: 409,
    msg: 'We only pay out to a bank account in your own name, {name}. To be paid to another account, call us on {phone}.',
  },
  nothing_to_pay_out: {
    status: 409,
    msg: 'There is no approved withdrawal that can be paid out: each is in a payout already, held after a contact change, or goes to a bank account added less than 48 hours ago.',
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
    msg: 'This link does not work or has expired. If you did not ask for a change of your contact details, please call us at once.',
  },
  server_error: { status: 500, msg: 'Oops, something went wrong.' },
  unhandled_environment: { status: 503, msg: 'Unhandled environment: {environment}' },
  unavailable: { status: 503, msg: 'We cannot do this right now. Please try again in a few moments.' },
} as const satisfies Record<RefusalCode, { status: number; msg: string }>
