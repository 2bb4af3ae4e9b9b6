import { continueIntent, idOf, mandateFor } from './intents.js'

/** A checkout session in the API's browser format. */
export async function openSession(api, secret) {
  const { value, error } = await api.post(`/v1/payment_pages/${idOf(secret)}/init`, { client_secret: secret })
  return error ? { error } : { session: value.session }
}

export async function confirmSession({ api, challenge }, { secret, source, wallet, expectedAmount }) {
  const path = `/v1/payment_pages/${idOf(secret)}`
  const { value, error } = await api.post(`${path}/confirm`, {
    client_secret: secret,
    payment_method: source.id,
    payment_method_data: source.data,
    mandate_data: mandateFor(source.data?.type),
    expected_amount: expectedAmount,
    express_payment_type: wallet,
  })
  if (error) return { error }
  const intent = [value.payment_intent, value.setup_intent].find(
    (found) => found?.status === 'requires_action',
  )
  if (!intent) return { session: value.session ?? value }
  const result = await continueIntent({ api, challenge }, intent.client_secret)
  return result.error ? { error: result.error } : openSession(api, secret)
}
