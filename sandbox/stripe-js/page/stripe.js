import { createCheckout } from './checkout.js'
import { confirmations } from './confirm.js'
import { createElements } from './elements.js'
import { createFrame } from './frame.js'
import { openOverlay } from './overlay.js'
import { integrationError, setStyle } from './values.js'

let instances = 0

function Stripe(key, { stripeAccount: account } = {}) {
  if (typeof key !== 'string' || !key.startsWith('pk_')) {
    throw integrationError(
      'Please call Stripe() with your publishable key. You used another value, and secret keys never belong in a page.',
    )
  }
  const wrappers = []
  const calls = openCalls(key, account, wrappers)
  return {
    ...confirmations(calls),
    elements: (options) => createElements(calls, options),
    initCheckoutElementsSdk: (options) => createCheckout(calls, options),
    _registerWrapper: (wrapper) => void wrappers.push(wrapper),
    registerAppInfo: (wrapper) => void wrappers.push(wrapper),
  }
}
Stripe.version = 'endive'

/** The hidden frame that makes all API calls, so that the page makes none. */
function openCalls(key, account, wrappers) {
  instances += 1
  const name = `__privateStripeController${instances}`
  const challenges = new Map()
  const calls = createFrame({
    page: 'controller',
    name,
    title: 'Secure connection frame',
    about: {},
    start: () => ({
      key,
      account,
      client: wrappers.map((wrapper) => `${wrapper.name}/${wrapper.version}`).join(' '),
    }),
    answers: {
      openChallenge(id) {
        const about = { id, type: 'challenge', calls: name }
        challenges.set(id, openOverlay({ page: '3ds', title: '3D Secure', about }))
      },
      closeChallenge(id) {
        challenges.get(id)?.close()
        challenges.delete(id)
      },
    },
  })
  calls.iframe.setAttribute('aria-hidden', 'true')
  calls.iframe.tabIndex = -1
  setStyle(calls.iframe, {
    position: 'fixed',
    top: '0',
    left: '0',
    width: '1px',
    height: '1px',
    visibility: 'hidden',
    pointerEvents: 'none',
  })
  if (document.body) document.body.append(calls.iframe)
  else addEventListener('DOMContentLoaded', () => document.body.append(calls.iframe), { once: true })
  return calls
}

window.Stripe ??= Stripe
