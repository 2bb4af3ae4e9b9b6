import type { PaymentIntent, SetupIntent } from './merchant.ts'
import type { Call } from './turn.ts'

const sharedNames = [
  'id',
  'object',
  'allowed_payment_method_types',
  'automatic_payment_methods',
  'cancellation_reason',
  'client_secret',
  'created',
  'description',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'status',
]
const ownNames = {
  payment_intent: [
    'amount',
    'canceled_at',
    'capture_method',
    'confirmation_method',
    'currency',
    'last_payment_error',
    'processing',
    'receipt_email',
    'setup_future_usage',
    'shipping',
    'source',
  ],
  setup_intent: ['last_setup_error', 'usage'],
}

/** A browser does not see an intent's metadata or customer. */
export function seenBy(call: Call, intent: PaymentIntent | SetupIntent): object {
  if (!call.isBrowser) return intent
  const names = [...sharedNames, ...ownNames[intent.object]]
  return Object.fromEntries(Object.entries(intent).filter(([name]) => names.includes(name)))
}
