import { loadStripe } from '@stripe/stripe-js/pure'
import type { Appearance, Stripe } from '@stripe/stripe-js'

const parameters = new URLSearchParams(location.search)
export const parameter = (name: string): string => parameters.get(name) ?? ''

/** The tag comes first; then the library finds `window.Stripe`, or fails in its own words. */
function addScript(): Promise<void> {
  return new Promise((resolve) => {
    const script = document.createElement('script')
    script.src = parameter('script')
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => resolve())
    document.head.append(script)
  })
}

/** A page without Stripe.js is one that was returned to. */
export const stripePromise: Promise<Stripe | null> =
  parameter('script') === '' ? Promise.resolve(null) : addScript().then(() => loadStripe(parameter('key')))

/** What became of loading it: a page has to ask, because the provider of Elements stays silent. */
export const loading: Promise<string> = stripePromise.then(
  () => '',
  (error: unknown) => (error instanceof Error ? error.message : 'unknown'),
)

const isDark = matchMedia('(prefers-color-scheme: dark)').matches

export const appearance: Appearance = {
  theme: isDark ? 'night' : 'stripe',
  variables: isDark
    ? { colorPrimary: '#86d6ae', colorBackground: '#1c2923', colorText: '#edf3ef', borderRadius: '10px' }
    : { colorPrimary: '#0b6b4f', borderRadius: '10px' },
  rules: { '.Label': { fontWeight: '600' } },
}

export const fieldStyle = {
  base: {
    color: isDark ? '#edf3ef' : '#1c2330',
    fontFamily: 'system-ui, sans-serif',
    fontSize: '16px',
    lineHeight: '24px',
    iconColor: isDark ? '#aebdb4' : '#5a6475',
    '::placeholder': { color: isDark ? '#93a39a' : '#6b7280' },
    ':focus': { color: isDark ? '#ffffff' : '#000000' },
  },
  invalid: { color: isDark ? '#f7a09a' : '#b3261e', iconColor: isDark ? '#f7a09a' : '#b3261e' },
}
