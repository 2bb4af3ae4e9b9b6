import type { TestServer } from './server.ts'

/**
 * A card typed into the card frame, as its page does it: a set-up intent of its own server, confirmed at Stripe by the
 * browser. Gives the token that the frame hands over.
 */
export async function typeCard(
  server: Pick<TestServer, 'sandboxUrl' | 'deps'>,
  tokenizationUrl: string,
  number = '4242424242424242',
): Promise<string> {
  const url = new URL(tokenizationUrl)
  const started = await fetch(`${url.origin}/card-frame/setup-intent`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ session: url.searchParams.get('session') }),
  })
  const { clientSecret } = (await started.json()) as { clientSecret: string }
  const [intent = ''] = clientSecret.split('_secret_')
  const confirmed = await fetch(`${server.sandboxUrl}/v1/setup_intents/${intent}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.deps.config.stripe.AU.publishableKey}` },
    body: new URLSearchParams({
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2035',
      'payment_method_data[card][cvc]': number.startsWith('3') ? '1234' : '123',
      'payment_method_data[billing_details][name]': 'Grandma Bennett',
    }),
  })
  const { payment_method: token } = (await confirmed.json()) as { payment_method: string }
  return token
}
