import { call } from '../session/client.ts'
import { loadStripe } from './stripe-js.ts'

/**
 * Shows what a bank asks about a payment or a card (3-D Secure) over the whole page, and returns when the holder has
 * answered it. What came of it the server says; the browser's word proves nothing.
 */
export async function askBank(clientSecret: string): Promise<void> {
  const stripe = await loadStripe(await call('GET /api/portal/guest/stripe-pub-key'))
  await stripe.handleNextAction({ clientSecret })
}
