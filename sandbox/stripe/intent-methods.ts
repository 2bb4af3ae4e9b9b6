import type { Collection } from './collection.ts'
import { impossible, invalid } from './failures.ts'
import type { Merchant, PaymentMethod } from './merchant.ts'
import { mandateData } from './mandates.ts'
import { absent, flag, list, metadata, object, oneOf, required, text } from './parameters.ts'
import { createPaymentMethod, namedPaymentMethod, paymentMethodData } from './payment-method.ts'
import type { PaymentMethodData } from './payment-method.ts'
import type { Call, Turn } from './turn.ts'

/** How the payment method of an intent is chosen. */
export const chooseFields = {
  mandate_data: mandateData,
  payment_method: text,
  payment_method_data: paymentMethodData,
  return_url: text,
  use_stripe_sdk: flag,
}
export const createFields = {
  ...chooseFields,
  allowed_payment_method_types: list(text),
  automatic_payment_methods: object({ allow_redirects: oneOf('always', 'never'), enabled: required(flag) }),
  confirm: flag,
  customer: text,
  metadata,
}

export type NewIntent = {
  allowed: string[] | undefined
  customer: string | null
  metadata: Record<string, string>
  method?: PaymentMethod | undefined
}

/** What a new intent of either kind begins with. */
export function intentFields({ ids, now }: Turn, id: string, secretLength: number, params: NewIntent) {
  return {
    id,
    allowed_payment_method_types: params.allowed ?? null,
    application: null,
    automatic_payment_methods: params.allowed
      ? null
      : ({ allow_redirects: 'always', enabled: true } as const),
    cancellation_reason: null,
    client_secret: ids.next(`${id}_secret_`, secretLength),
    created: now,
    customer: params.customer,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    livemode: false,
    managed_payments: null,
    metadata: params.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: params.method?.id ?? null,
    payment_method_configuration_details: null,
    status: params.method ? ('requires_confirmation' as const) : ('requires_payment_method' as const),
  }
}

/** Refuses to cancel what has ended or is with the bank. */
export function checkCancelable(
  intent: { object: string; status: string },
  noun: 'PaymentIntent' | 'SetupIntent',
  possible: readonly string[],
): void {
  if (possible.includes(intent.status)) return
  throw impossible(
    `${intent.object}_unexpected_state`,
    `You cannot cancel this ${noun} because it has a status of ${intent.status}. Only a ${noun} with one of the following statuses may be canceled: ${possible.join(', ')}.`,
    { [intent.object]: intent },
  )
}

const currencyOf: Record<string, string> = { au_becs_debit: 'aud', bacs_debit: 'gbp' }

/** The payment method types of an intent: those of the account, or the allowed ones among them. */
export function offeredTypes(
  { region }: Merchant,
  allowed: string[] | undefined,
  currency?: string,
): string[] {
  const own = region === 'UK' ? ['card', 'bacs_debit'] : ['card', 'au_becs_debit']
  const fits = (type: string) => currency === undefined || (currencyOf[type] ?? currency) === currency
  if (!allowed) return own.filter(fits)
  const param = 'allowed_payment_method_types'
  for (const type of allowed) {
    if (!own.includes(type)) {
      throw invalid(
        `The payment method type "${type}" is invalid. Please ensure the provided type is activated in your dashboard (https://dashboard.stripe.com/account/payments/settings) and your account is enabled for any preview features that you are trying to use.`,
        { param },
      )
    }
    if (!fits(type)) {
      throw invalid(
        `The currency provided (${currency}) is invalid for one or more payment method types on this intent: ${type}.`,
        { code: 'payment_intent_invalid_parameter', param },
      )
    }
  }
  return allowed
}

type MethodParams = { payment_method?: string; payment_method_data?: PaymentMethodData }

/** The payment method that a request names or describes, if any. */
export function chosenMethod(turn: Turn, request: MethodParams, call: Call): PaymentMethod | undefined {
  if (request.payment_method !== undefined) {
    if (request.payment_method_data) {
      throw invalid('You may only specify one of these parameters: payment_method, payment_method_data.', {
        code: 'parameters_exclusive',
        param: 'payment_method',
      })
    }
    return namedPaymentMethod(turn, request.payment_method, 'payment_method')
  }
  return request.payment_method_data && createPaymentMethod(turn, request.payment_method_data, call)
}

export function checkType(noun: string, method: PaymentMethod, types: string[]): void {
  if (types.includes(method.type)) return
  throw impossible(
    noun === 'PaymentIntent'
      ? 'payment_intent_incompatible_payment_method'
      : 'setup_intent_invalid_parameter',
    `The PaymentMethod provided (${method.type}) is not allowed for this ${noun}. Please attach a PaymentMethod of one of the following types: ${types.join(', ')}.`,
    { param: 'payment_method' },
  )
}

/** A bank requires the holder's name. */
export function checkBilling({ type, billing_details: billing }: PaymentMethod): void {
  if (type === 'card') return
  if (!billing.name) throw absent('billing_details[name]')
  if (!billing.email) throw absent('billing_details[email]')
  if (type === 'bacs_debit' && !billing.address?.line1) throw absent('billing_details[address][line1]')
}

/** What Stripe.js needs to start an authentication with the customer's bank. */
export function authenticationOf(intent: { id: string }) {
  return {
    type: 'use_stripe_sdk',
    use_stripe_sdk: { type: 'stripe_3ds2_fingerprint', three_d_secure_2_source: `src_${intent.id}` },
  }
}

type Intent = { id: string; object: string; client_secret: string | null; payment_method: string | null }

/** The intent of the path; a browser must know its secret. */
export function intentOf<I extends Intent>(
  intents: Collection<I>,
  { client_secret: secret }: { client_secret?: string },
  call: Call,
): I {
  const intent = intents.get(call.path['id'] ?? '')
  if (!call.isBrowser && secret === undefined) return intent
  if (secret === undefined) throw absent('client_secret')
  if (secret === intent.client_secret) return intent
  const noun = intent.object === 'payment_intent' ? 'PaymentIntent' : 'SetupIntent'
  throw invalid(`The client_secret provided does not match the client_secret associated with this ${noun}.`, {
    code: `${intent.object}_invalid_parameter`,
    param: 'client_secret',
  })
}

/** The payment method of a confirmation: the one it names or describes, or the one that the intent has. */
export function methodToConfirm(
  turn: Turn,
  intent: Intent,
  request: MethodParams,
  call: Call,
): PaymentMethod | undefined {
  const chosen = chosenMethod(turn, request, call)
  if (chosen || intent.payment_method === null) return chosen
  return turn.merchant.paymentMethods.get(intent.payment_method)
}
