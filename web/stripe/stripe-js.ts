import type { Stripe, StripeConstructor } from '@stripe/stripe-js'

type StripeKey = {
  pubKey: string
  /** Given only where something stands in for Stripe. */
  stripeJsUrl: string | null
}

const stripesOwn = 'https://js.stripe.com/endive/stripe.js'

let script: Promise<StripeConstructor> | undefined
const stripes = new Map<string, Stripe>()

/**
 * Stripe's script always comes from Stripe and never from our bundle: what is typed into its forms stays out of our
 * hands. It comes once, for the first who needs it. If it does not come, the next who asks tries anew.
 */
export async function loadStripe({ pubKey, stripeJsUrl }: StripeKey): Promise<Stripe> {
  script ??= addScript(stripeJsUrl ?? stripesOwn).catch((error: unknown) => {
    script = undefined
    throw error
  })
  const create = await script
  const stripe = stripes.get(pubKey) ?? create(pubKey)
  stripes.set(pubKey, stripe)
  return stripe
}

function addScript(address: string): Promise<StripeConstructor> {
  return new Promise((arrive, fail) => {
    const tag = document.createElement('script')
    const giveUp = () => {
      tag.remove()
      fail(new Error('Failed to load Stripe.js'))
    }
    tag.src = address
    // A network that wants a log-in of its own answers with a page instead.
    tag.addEventListener('load', () => (window.Stripe ? arrive(window.Stripe) : giveUp()))
    tag.addEventListener('error', giveUp)
    document.head.append(tag)
  })
}
