import type { PaymentIntent, SetupIntent } from './merchant.ts'
import type { Call } from './turn.ts'

const paymentIntentNames = [
  'id',
  'object',
  'allowed_payment_method_types',
  'amount',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
] as const
const setupIntentNames = [
  'id',
  'object',
  'allowed_payment_method_types',
  'automatic_payment_methods',
  'cancellation_reason',
  'client_secret',
  'created',
  'description',
  'last_setup_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'status',
  'usage',
] as const

/** A browser does not see an intent's metadata or customer. */
export function seenBy(call: Call, intent: PaymentIntent | SetupIntent): object {
  if (!call.isBrowser) return intent
  const names: readonly string[] = intent.object === 'payment_intent' ? paymentIntentNames : setupIntentNames
  return Object.fromEntries(Object.entries(intent).filter(([name]) => names.includes(name)))
}
