import { createElement as h, useEffect, useState } from 'react'
import type { ReactElement } from 'react'
import { stripePromise, parameter } from './stripe.ts'
import { Output } from './trace.ts'

/** Where a redirect leads: the page has nothing but the address to find the intent with. */
export function Returned(): ReactElement {
  const [result, setResult] = useState<unknown>()
  useEffect(() => {
    const find = async () => {
      const stripe = await stripePromise
      const setup = parameter('setup_intent_client_secret')
      const payment = parameter('payment_intent_client_secret')
      if (setup !== '') setResult(await stripe?.retrieveSetupIntent(setup))
      if (payment !== '') setResult(await stripe?.retrievePaymentIntent(payment))
    }
    if (parameter('script') !== '') void find()
  }, [])
  return h('div', {}, h('h1', {}, 'Welcome back'), h(Output, { value: result }))
}
