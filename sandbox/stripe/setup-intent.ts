import { finishSetupSession } from './checkout-outcome.ts'
import { cardDecline, debitFailure } from './declines.ts'
import { Refused, documentationOf, impossible } from './failures.ts'
import type { Failure } from './failures.ts'
import { authenticationOf, checkBilling, checkType, intentFields, offeredTypes } from './intent-methods.ts'
import type { NewIntent } from './intent-methods.ts'
import { createMandate } from './mandates.ts'
import type { MandateData } from './mandates.ts'
import type { PaymentMethod, SetupIntent } from './merchant.ts'
import { attach, checkUse, hiddenOf } from './payment-method.ts'
import { seenBy } from './public-views.ts'
import { needsAuthentication } from './test-cards.ts'
import type { Call, Turn } from './turn.ts'

export const authenticationFailure: Failure = {
  code: 'setup_intent_authentication_failure',
  doc_url: documentationOf('setup_intent_authentication_failure'),
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  type: 'invalid_request_error',
}

export function createSetupIntent(
  turn: Turn,
  params: NewIntent & { usage?: string | undefined },
): SetupIntent {
  const { ids, merchant } = turn
  const id = ids.next('seti_', 24)
  const intent = merchant.setupIntents.add({
    ...intentFields(turn, id, 33, params),
    object: 'setup_intent',
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    mandate: null,
    payment_method_options: {
      card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: offeredTypes(merchant, params.allowed),
    single_use_mandate: null,
    usage: params.usage ?? 'off_session',
  })
  turn.emit('setup_intent.created', intent)
  return intent
}

export function checkConfirmable(intent: SetupIntent): void {
  if (intent.status === 'succeeded') {
    throw impossible(
      'setup_intent_unexpected_state',
      'You cannot confirm this SetupIntent because it has already succeeded.',
      { setup_intent: intent },
    )
  }
  if (intent.status === 'canceled') {
    throw impossible(
      'setup_intent_unexpected_state',
      'You cannot confirm this SetupIntent because it has been canceled.',
      { setup_intent: intent },
    )
  }
}

type Choice = { method: PaymentMethod; mandateData?: MandateData | undefined }

type Target = Pick<SetupIntent, 'customer' | 'payment_method_types'>

/** Refuses set-ups that cannot be made this way, before anything is started. */
export function checkSetUp(turn: Turn, target: Target, { method, mandateData }: Choice, call: Call): void {
  checkType('SetupIntent', method, target.payment_method_types)
  checkUse(turn, method, target.customer)
  checkBilling(method)
  if (method.type === 'card' || mandateData || call.isBrowser) return
  throw impossible(
    'setup_intent_invalid_parameter',
    'This SetupIntent requires a mandate, but no existing mandate was found. Collect mandate acceptance from the customer and retry, providing acceptance data in the `mandate_data` parameter.',
    { param: 'mandate_data' },
  )
}

export function confirmSetupIntent(
  turn: Turn,
  intent: SetupIntent,
  { method, mandateData }: Choice,
  call: Call,
): SetupIntent {
  checkConfirmable(intent)
  checkSetUp(turn, intent, { method, mandateData }, call)
  const { card, debit } = hiddenOf(turn, method)
  const isRefused =
    card?.kind === 'decline' || (card?.kind === 'authentication-fails' && intent.usage === 'off_session')
  if (isRefused) throw refusal(turn, intent, method, cardDecline(card.code), 402, call)
  if (debit?.kind === 'account-invalid') {
    throw refusal(turn, intent, method, debitFailure('account_number_invalid'), 400, call)
  }
  if (method.type !== 'card') intent.mandate = createMandate(turn, method, mandateData, call)?.id ?? null
  take(turn, intent, method)
  intent.latest_attempt = turn.ids.next('setatt_', 24)
  intent.last_setup_error = null
  // A card that will only be used with the customer present is authenticated when it pays.
  if (intent.usage === 'off_session' && needsAuthentication(card)) {
    intent.status = 'requires_action'
    intent.next_action = authenticationOf(intent)
    turn.emit('setup_intent.requires_action', intent)
    return intent
  }
  return succeed(turn, intent, method)
}

function take(turn: Turn, intent: SetupIntent, method: PaymentMethod): void {
  intent.payment_method = method.id
  turn.merchant.setupIntents.reindex(intent)
}

export function succeed(turn: Turn, intent: SetupIntent, method: PaymentMethod): SetupIntent {
  intent.status = 'succeeded'
  intent.next_action = null
  if (intent.usage === 'off_session') hiddenOf(turn, method).isSetUp = true
  if (intent.customer !== null) attach(turn, method, intent.customer)
  turn.emit('setup_intent.succeeded', intent)
  finishSetupSession(turn, intent, method)
  return intent
}

/** Resets the intent, which waits for another payment method. */
export function fail(turn: Turn, intent: SetupIntent, method: PaymentMethod, failure: Failure): void {
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.next_action = null
  intent.last_setup_error = { ...failure, payment_method: method } as SetupIntent['last_setup_error']
  turn.emit('setup_intent.setup_failed', intent)
}

function refusal(
  turn: Turn,
  intent: SetupIntent,
  method: PaymentMethod,
  failure: Failure,
  status: number,
  call: Call,
): Refused {
  fail(turn, intent, method, failure)
  return new Refused(status, { ...failure, payment_method: method, setup_intent: seenBy(call, intent) }, true)
}

export function cancelSetupIntent(
  turn: Turn,
  intent: SetupIntent,
  reason: SetupIntent['cancellation_reason'],
): SetupIntent {
  intent.status = 'canceled'
  intent.cancellation_reason = reason
  intent.next_action = null
  turn.emit('setup_intent.canceled', intent)
  return intent
}
