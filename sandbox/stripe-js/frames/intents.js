/** The two kinds of intent, distinguished by their secret. */
const kinds = {
  seti: {
    path: '/v1/setup_intents',
    result: 'setupIntent',
    lastError: 'last_setup_error',
    own: 'setup_intent',
    refusal: 'setup_intent_authentication_failure',
  },
  pi: {
    path: '/v1/payment_intents',
    result: 'paymentIntent',
    lastError: 'last_payment_error',
    own: 'payment_intent',
    refusal: 'payment_intent_authentication_failure',
  },
}
const notAuthenticated =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.'

export const idOf = (secret) => secret.split('_secret_')[0]
const kindOf = (secret) => kinds[secret.split('_')[0]]

const badSecret = (secret) => ({
  error: {
    type: 'invalid_request_error',
    message: `Invalid value for client_secret: value should be a client secret of the form \${id}_secret_\${secret}. You specified: ${secret}.`,
  },
})

/** Debits need the payer's agreement, which is given by continuing below the mandate's text. */
const agreement = { customer_acceptance: { type: 'online', online: { infer_from_client: true } } }
const isDebit = (type) => type === 'bacs_debit' || type === 'au_becs_debit'
export const mandateFor = (type) => (isDebit(type) ? agreement : undefined)

export async function retrieveIntent(api, secret) {
  const kind = kindOf(secret)
  if (!kind) return badSecret(secret)
  const { value, error } = await api.get(`${kind.path}/${idOf(secret)}`, { client_secret: secret })
  return error ? { error } : { [kind.result]: value }
}

/** Confirms with the collected values, and opens the bank's challenge if one is due. */
export async function confirmIntent({ api, challenge }, { secret, source, returnUrl, handleActions = true }) {
  const kind = kindOf(secret)
  if (!kind) return badSecret(secret)
  const { value, error } = await api.post(`${kind.path}/${idOf(secret)}/confirm`, {
    client_secret: secret,
    payment_method: source.id,
    payment_method_data: source.data,
    mandate_data: mandateFor(source.data?.type),
    return_url: returnUrl,
    use_stripe_sdk: true,
  })
  if (error) return { error }
  if (!handleActions) return { [kind.result]: value }
  return settle({ api, challenge }, kind, value)
}

export async function continueIntent(tools, secret) {
  const kind = kindOf(secret)
  const { [kind?.result]: intent, error } = await retrieveIntent(tools.api, secret)
  return error ? { error } : settle(tools, kind, intent)
}

async function settle({ api, challenge }, kind, intent) {
  if (intent.status !== 'requires_action' || intent.next_action?.type !== 'use_stripe_sdk') {
    return { [kind.result]: intent }
  }
  const outcome = await challenge(intent)
  const { value, error } = await api.post(`${kind.path}/${intent.id}/3ds_result`, {
    client_secret: intent.client_secret,
    outcome,
  })
  if (error) return { error }
  if (value.status !== 'requires_payment_method') return { [kind.result]: value }
  const why = value[kind.lastError] ?? {
    type: 'invalid_request_error',
    code: kind.refusal,
    message: notAuthenticated,
  }
  return { error: { ...why, [kind.own]: value } }
}
