import { Elements, ExpressCheckoutElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { StripeExpressCheckoutElementConfirmEvent } from '@stripe/stripe-js'
import { createElement as h, useState } from 'react'
import type { ReactElement } from 'react'
import { appearance, stripePromise, parameter } from './stripe.ts'
import { note, Output } from './trace.ts'

const options = { mode: 'payment', amount: 4_500, currency: 'gbp', appearance } as const

/** Wallets without a session: the page says the amount, and has its intent ready when it comes to paying. */
export const ExpressPayment = (): ReactElement => h(Elements, { stripe: stripePromise, options }, h(Wallets))

function Wallets(): ReactElement {
  const stripe = useStripe()
  const elements = useElements()
  const [result, setResult] = useState<unknown>()
  async function pay(event: StripeExpressCheckoutElementConfirmEvent): Promise<void> {
    note('confirm')(event)
    if (!stripe || !elements) return
    note('submit')(await elements.submit())
    setResult(
      await stripe.confirmPayment({
        elements,
        clientSecret: parameter('secret'),
        confirmParams: { return_url: `${location.origin}/returned` },
        redirect: 'if_required',
      }),
    )
  }
  return h(
    'div',
    { className: 'bare' },
    h(ExpressCheckoutElement, {
      options: { paymentMethods: { googlePay: 'never' } },
      onReady: note('ready'),
      onClick(event) {
        note('click')(event)
        event.resolve()
      },
      onConfirm: (event) => void pay(event),
    }),
    h(Output, { value: result }),
  )
}
