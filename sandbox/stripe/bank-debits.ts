import { businessDaysAfter, isoDate } from './business-days.ts'
import { createCharge, outcomeOf } from './charges.ts'
import { finishPaymentSession } from './checkout-outcome.ts'
import { debitFailure } from './declines.ts'
import { impossible } from './failures.ts'
import { createMandate, revokeMandate } from './mandates.ts'
import type { MandateData } from './mandates.ts'
import type { Mandate, PaymentIntent, PaymentMethod } from './merchant.ts'
import { disputeSeconds, fail, refusal, succeed, take } from './payment-outcome.ts'
import { hiddenOf } from './payment-method.ts'
import type { Call, Turn } from './turn.ts'

export type Choice = {
  method: PaymentMethod
  /** Off-session: the customer is not there to authenticate. */
  isOffSession: boolean
  mandate?: string | undefined
  mandateData?: MandateData | undefined
}

const quickSeconds = 3 * 60

/** A bank debit is in progress for days before its outcome is known. */
export function debit(turn: Turn, intent: PaymentIntent, choice: Choice, call: Call): PaymentIntent {
  const { method } = choice
  const mandate = mandateFor(turn, choice, call)
  const { debit, isQuick, days = debitDays(method, mandate) } = hiddenOf(turn, method)
  take(intent, method)
  if (debit?.kind === 'limit') throw refusal(turn, intent, method, debitFailure(debit.code), call)
  const demanded = turn.takeFault('decline')
  if (demanded !== undefined) turn.merchant.demandedOutcomes.set(intent.id, demanded)
  const at = isQuick ? turn.now + quickSeconds : businessDaysAfter(turn.now, days)
  const charge = createCharge(turn, intent, method, {
    status: 'pending',
    mandate: mandate.id,
    debitDate: isoDate(at),
  })
  intent.status = 'processing'
  turn.emit('charge.pending', charge)
  turn.emit('payment_intent.processing', intent)
  turn.schedule(at, { kind: 'settle-debit', id: intent.id })
  if (turn.takeFault('dispute') !== undefined) {
    turn.schedule(at + disputeSeconds, { kind: 'dispute-charge', id: charge.id })
  }
  finishPaymentSession(turn, intent, method)
  return intent
}

/** Bacs must first notify the bank of a new mandate. */
function debitDays({ type }: PaymentMethod, { status }: Mandate): number {
  if (type === 'au_becs_debit') return 3
  return status === 'pending' ? 7 : 4
}

/** Refuses a debit without a current or pending mandate. */
export function checkMandate(turn: Turn, { method, mandate: named, mandateData }: Choice, call: Call): void {
  const known = named ?? hiddenOf(turn, method).mandate
  if (known === undefined) {
    if (mandateData || call.isBrowser) return
    throw impossible(
      'payment_intent_mandate_invalid',
      'This PaymentIntent requires a mandate, but no existing mandate was found. Collect mandate acceptance from the customer and retry, providing acceptance data in the `mandate_data` parameter.',
      { param: 'mandate_data' },
    )
  }
  const { status, payment_method } = turn.merchant.mandates.get(known, 'mandate')
  if (status === 'inactive' || payment_method !== method.id) {
    throw impossible(
      'payment_intent_mandate_invalid',
      'The provided mandate is invalid and can not be used for payment intents.',
      { param: 'mandate' },
    )
  }
}

function mandateFor(turn: Turn, { method, mandate: named, mandateData }: Choice, call: Call): Mandate {
  const known = named ?? hiddenOf(turn, method).mandate
  if (known !== undefined) return turn.merchant.mandates.get(known, 'mandate')
  const mandate = createMandate(turn, method, mandateData, call)
  if (!mandate) throw new Error('a debit without a mandate was not refused')
  return mandate
}

/** The bank has answered. `demanded` overrides the account's own outcome. */
export function settleDebit(turn: Turn, id: string, demanded?: string): void {
  const { merchant, ids } = turn
  const intent = merchant.paymentIntents.find(id)
  if (intent?.status !== 'processing' || intent.payment_method === null || intent.latest_charge === null)
    return
  const method = turn.merchant.paymentMethods.get(intent.payment_method)
  const charge = turn.merchant.charges.get(intent.latest_charge)
  const code = debitOutcome(turn, intent, method, demanded)
  merchant.demandedOutcomes.delete(id)
  if (code !== undefined) {
    const failure = debitFailure(code)
    charge.status = 'failed'
    charge.captured = false
    charge.amount_captured = 0
    charge.failure_code = code
    charge.failure_message = failure.message
    charge.outcome = outcomeOf(failure)
    fail(turn, intent, method, failure, charge)
    finishPaymentSession(turn, intent, method)
    const { debit, mandate } = hiddenOf(turn, method)
    if (debit?.kind === 'fail' && debit.endsMandate && mandate !== undefined) {
      revokeMandate(turn, turn.merchant.mandates.get(mandate), 'debit_not_authorized')
    }
    return
  }
  charge.status = 'succeeded'
  charge.paid = true
  charge.balance_transaction = ids.next('txn_', 24)
  turn.emit('charge.succeeded', charge)
  succeed(turn, intent, method, charge)
  if (hiddenOf(turn, method).debit?.kind === 'dispute') {
    turn.schedule(turn.now + disputeSeconds, { kind: 'dispute-charge', id: charge.id })
  }
}

function debitOutcome(
  turn: Turn,
  { id }: PaymentIntent,
  method: PaymentMethod,
  demanded: string | undefined,
): string | undefined {
  if (demanded !== undefined) return demanded === 'succeeded' ? undefined : demanded
  const { debit, mandate } = hiddenOf(turn, method)
  const requested = turn.merchant.demandedOutcomes.get(id)
  if (requested !== undefined) return requested
  if (debit?.kind === 'fail') return debit.code
  const isRevoked = mandate !== undefined && turn.merchant.mandates.get(mandate).status === 'inactive'
  return isRevoked ? 'debit_not_authorized' : undefined
}
