import type { Region } from '#domain/region.ts'
import type { TestServer } from './server.ts'

type Card = { number?: string; name?: string; cvc?: string; expiry?: [month: number, year: number] }

/** What the browser's part does with a card form, without a browser: the card goes to Stripe, a token comes out. */
export async function enterCard(
  { deps }: Pick<TestServer, 'deps'>,
  tokenizationUrl: string,
  card: Card = {},
) {
  const { origin, searchParams } = new URL(tokenizationUrl)
  const session = searchParams.get('session') ?? ''
  const opened = await fetch(`${origin}/card-frame/setup-intent`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ session }),
  })
  const { clientSecret } = (await opened.json()) as { clientSecret?: string }
  if (!clientSecret) throw new Error(`The card form was refused with ${opened.status}`)
  return confirmCard({ deps }, session, clientSecret, card)
}

/** Gives the token; a declined card throws what Stripe says. */
export async function confirmCard(
  { deps }: Pick<TestServer, 'deps'>,
  session: string,
  clientSecret: string,
  { number = '4242424242424242', name = 'Amelia Hart', cvc, expiry = [12, 2034] }: Card = {},
): Promise<string> {
  const { clock, tokens } = deps
  const { region } = await tokens.verifyCardFrame(session, clock())
  const { body } = await askAsBrowser({ deps }, region, 'setup_intents/:id/confirm', clientSecret, {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': String(expiry[0]),
    'payment_method_data[card][exp_year]': String(expiry[1]),
    'payment_method_data[card][cvc]': cvc ?? (number.startsWith('3') ? '1234' : '123'),
    'payment_method_data[billing_details][name]': name,
  })
  if (!body.payment_method) throw new Error(body.error?.message ?? 'Stripe gave no payment method')
  return body.payment_method
}

type Answered = { payment_method?: string; error?: { message: string } }

/** What the payment provider's script asks of it from the browser, about what the client secret is for. */
export async function askAsBrowser(
  { deps: { config } }: Pick<TestServer, 'deps'>,
  region: Region,
  call: `${string}/:id/${string}`,
  clientSecret: string,
  form: Record<string, string>,
): Promise<{ id: string; status: number; body: Answered }> {
  const { host, port } = config.stripeApi ?? { host: '', port: 0 }
  const [id = ''] = clientSecret.split('_secret_')
  const reply = await fetch(`http://${host}:${port}/v1/${call.replace(':id', id)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${config.stripe[region].publishableKey}` },
    body: new URLSearchParams({ client_secret: clientSecret, ...form }),
  })
  return { id, status: reply.status, body: (await reply.json()) as Answered }
}
