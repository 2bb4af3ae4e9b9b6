import type { Stripe, StripeConstructor } from '@stripe/stripe-js'

type StripeKey = {
  pubKey: string
  /** Set only where Stripe is replaced, for example by the sandbox. */
  stripeJsUrl: string | null
}

const stripesOwn = 'https://js.stripe.com/endive/stripe.js'

let script: Promise<StripeConstructor> | undefined
const stripes = new Map<string, Stripe>()

/**
 * Stripe's script is always loaded from Stripe, never bundled, so that we never handle what is typed into its forms.
 * It loads once, on first use. If it fails, the next call retries.
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
    // A captive portal answers with a page instead of the script.
    tag.addEventListener('load', () => (window.Stripe ? arrive(window.Stripe) : giveUp()))
    tag.addEventListener('error', giveUp)
    document.head.append(tag)
  })
}
