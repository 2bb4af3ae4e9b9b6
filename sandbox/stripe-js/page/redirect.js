/** Leaves the page. The promise never settles, so that callers wait until the page is gone. */
export function leaveFor(address) {
  location.assign(address)
  return new Promise(() => {})
}

const statusWords = { succeeded: 'succeeded', processing: 'pending' }

/** The return URL, with the parameters that identify the intent. */
export function returnAddress(returnUrl, { setupIntent, paymentIntent }) {
  const address = new URL(returnUrl)
  const name = setupIntent ? 'setup_intent' : 'payment_intent'
  const intent = setupIntent ?? paymentIntent
  address.searchParams.set(name, intent.id)
  address.searchParams.set(`${name}_client_secret`, intent.client_secret)
  address.searchParams.set('redirect_status', statusWords[intent.status] ?? 'failed')
  return address.href
}
