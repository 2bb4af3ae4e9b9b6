import {
  CheckoutElementsProvider,
  ExpressCheckoutElement,
  PaymentElement,
  useCheckoutElements,
} from '@stripe/react-stripe-js/checkout'
import type { StripeExpressCheckoutElementConfirmEvent } from '@stripe/stripe-js'
import { createElement as h, useState } from 'react'
import type { ReactElement } from 'react'
import { appearance, stripePromise, parameter } from './stripe.ts'
import { note, Output } from './trace.ts'

const options = { clientSecret: Promise.resolve(parameter('secret')), elementsOptions: { appearance } }

export const Wallets = (): ReactElement =>
  h(CheckoutElementsProvider, { stripe: stripePromise, options, children: h(Checkout) })

function Checkout(): ReactElement {
  const state = useCheckoutElements()
  const [result, setResult] = useState<unknown>()
  if (state.type === 'error') return h('p', { role: 'alert' }, state.error.message)

  async function pay(event: StripeExpressCheckoutElementConfirmEvent): Promise<void> {
    note('confirm')(event)
    if (state.type !== 'success') return
    if (parameter('verified') === 'no') {
      event.paymentFailed({ reason: 'fail', message: 'Not verified' })
      setResult('refused by the page')
      return
    }
    setResult(await state.checkout.confirm({ expressCheckoutConfirmEvent: event }))
  }
  return h(
    'div',
    { className: 'bare' },
    h('p', {}, state.type === 'success' ? `Total ${state.checkout.total.total.amount}` : 'Loading'),
    parameter('form') === 'yes'
      ? h(PaymentElement, { onChange: note('change') })
      : h(ExpressCheckoutElement, {
          onReady: note('ready'),
          onCancel: note('cancel'),
          onConfirm: (event) => void pay(event),
        }),
    state.type === 'success' &&
      parameter('form') === 'yes' &&
      h(
        'button',
        { type: 'button', onClick: () => void state.checkout.confirm({}).then(setResult) },
        state.checkout.canConfirm ? 'Confirm' : 'Confirm incomplete',
      ),
    h(Output, { value: result }),
  )
}
