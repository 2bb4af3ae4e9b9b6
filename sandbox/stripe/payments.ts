import { checkMandate, debit } from './bank-debits.ts'
import type { Choice } from './bank-debits.ts'
import { createCharge } from './charges.ts'
import { cardDecline } from './declines.ts'
import { Refused, documentationOf, impossible } from './failures.ts'
import type { Failure } from './failures.ts'
import { authenticationOf, checkBilling, checkType } from './intent-methods.ts'
import type { PaymentIntent, PaymentMethod } from './merchant.ts'
import { checkUse, hiddenOf } from './payment-method.ts'
import { disputeSeconds, fail, refusal, succeed, take } from './payment-outcome.ts'
import { needsAuthentication, type CardOutcome } from './test-cards.ts'
import type { Call, Turn } from './turn.ts'

type Target = Pick<PaymentIntent, 'customer' | 'payment_method_types'>

/** Refuses payments that cannot be made this way, before anything is started. */
export function checkChoice(turn: Turn, target: Target, choice: Choice, call: Call): void {
  const { method } = choice
  checkType('PaymentIntent', method, target.payment_method_types)
  checkUse(turn, method, target.customer)
  checkBilling(method)
  if (method.type !== 'card') checkMandate(turn, choice, call)
}

/** Charges the chosen payment method for the intent, or returns why not. */
export function pay(turn: Turn, intent: PaymentIntent, choice: Choice, call: Call): PaymentIntent {
  const { method } = choice
  checkChoice(turn, intent, choice, call)
  if (method.type !== 'card') return debit(turn, intent, choice, call)
  take(intent, method)
  return payByCard(turn, intent, method, choice.isOffSession, call)
}

function payByCard(
  turn: Turn,
  intent: PaymentIntent,
  method: PaymentMethod,
  isOffSession: boolean,
  call: Call,
): PaymentIntent {
  const { card, isSetUp } = hiddenOf(turn, method)
  const demanded = turn.takeFault('decline')
  if (demanded !== undefined) throw refusal(turn, intent, method, cardDecline(demanded), call)
  const isDemanded = turn.takeFault('authenticate') !== undefined
  if (isOffSession) {
    const isAsked = card?.kind === 'authenticate-always' || (card?.kind === 'authenticate-once' && !isSetUp)
    if (isAsked || isDemanded)
      throw refusal(turn, intent, method, cardDecline('authentication_required'), call)
  } else if (isDemanded || needsAuthentication(card)) {
    intent.status = 'requires_action'
    intent.next_action = authenticationOf(intent)
    turn.emit('payment_intent.requires_action', intent)
    return intent
  }
  return chargeCard(turn, intent, method, false, call)
}

function chargeCard(
  turn: Turn,
  intent: PaymentIntent,
  method: PaymentMethod,
  isAuthenticated: boolean,
  call: Call,
): PaymentIntent {
  const { card } = hiddenOf(turn, method)
  const reason = declineOf(card)
  if (reason !== undefined) throw refusal(turn, intent, method, cardDecline(reason), call)
  const charge = createCharge(turn, intent, method, { status: 'succeeded', isAuthenticated })
  turn.emit('charge.succeeded', charge)
  succeed(turn, intent, method, charge)
  if (card?.kind === 'dispute' || turn.takeFault('dispute') !== undefined) {
    turn.schedule(turn.now + disputeSeconds, { kind: 'dispute-charge', id: charge.id })
  }
  return intent
}

function declineOf(card: CardOutcome | undefined): string | undefined {
  switch (card?.kind) {
    case 'decline':
    case 'decline-charge':
    case 'authentication-fails':
      return card.code
    case 'authenticate-once':
    case 'authenticate-always':
      return card.afterwards
    default:
      return undefined
  }
}

/** The result of the authentication that the intent was waiting for. */
export function authenticate(
  turn: Turn,
  intent: PaymentIntent,
  outcome: 'succeeded' | 'failed',
  call: Call,
): PaymentIntent {
  if (intent.status !== 'requires_action' || intent.payment_method === null) {
    throw impossible('payment_intent_unexpected_state', 'This PaymentIntent waits for no authentication.')
  }
  const method = turn.merchant.paymentMethods.get(intent.payment_method)
  intent.next_action = null
  if (outcome === 'failed') {
    fail(turn, intent, method, authenticationFailure)
    return intent
  }
  try {
    return chargeCard(turn, intent, method, true, call)
  } catch (error) {
    // The authentication succeeded; a later refusal by the bank is the intent's state.
    if (error instanceof Refused) return intent
    throw error
  }
}

const authenticationFailure: Failure = {
  code: 'payment_intent_authentication_failure',
  doc_url: documentationOf('payment_intent_authentication_failure'),
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  type: 'invalid_request_error',
}
