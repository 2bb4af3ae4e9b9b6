import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js'
import { createElement as h, useState } from 'react'
import type { ReactElement } from 'react'
import { fieldStyle, stripePromise } from './stripe.ts'
import { note, Output } from './trace.ts'

export const WholeCard = (): ReactElement => h(Elements, { stripe: stripePromise }, h(Form))

function Form(): ReactElement {
  const stripe = useStripe()
  const elements = useElements()
  const [result, setResult] = useState<unknown>()
  const create = async () => {
    const card = elements?.getElement(CardElement)
    if (stripe && card) setResult(await stripe.createPaymentMethod({ type: 'card', card }))
  }
  return h(
    'div',
    {},
    h(CardElement, { options: { style: fieldStyle }, onChange: note('change') }),
    h('button', { type: 'button', onClick: () => void create() }, 'Create'),
    h('button', { type: 'button', onClick: () => elements?.getElement(CardElement)?.clear() }, 'Clear'),
    h(Output, { value: result }),
  )
}
