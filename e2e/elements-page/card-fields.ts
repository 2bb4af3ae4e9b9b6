import {
  CardCvcElement,
  CardExpiryElement,
  CardNumberElement,
  Elements,
  useElements,
  useStripe,
} from '@stripe/react-stripe-js'
import { createElement as h, useEffect, useState } from 'react'
import type { FormEvent, ReactElement } from 'react'
import { fieldStyle, loading, stripePromise, parameter } from './stripe.ts'
import { note, Output } from './trace.ts'

export function CardFields(): ReactElement {
  const [trouble, setTrouble] = useState<string>()
  useEffect(() => void loading.then(setTrouble), [])
  if (trouble === undefined) return h('p', {}, 'Loading')
  if (trouble !== '') return h('p', { role: 'alert' }, trouble)
  return h(Elements, { stripe: stripePromise }, h(Form))
}

function Form(): ReactElement {
  const stripe = useStripe()
  const elements = useElements()
  const [result, setResult] = useState<unknown>()

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    const card = elements?.getElement(CardNumberElement)
    if (!stripe || !card) return
    setResult(undefined)
    const paymentMethod = { card, billing_details: { name: 'Ada Pratt' } }
    const secret = parameter('secret')
    setResult(
      secret.startsWith('pi_')
        ? await stripe.confirmCardPayment(secret, { payment_method: paymentMethod })
        : await stripe.confirmCardSetup(secret, { payment_method: paymentMethod }),
    )
  }
  const element = { style: fieldStyle }
  const watch = {
    onReady: () => note('ready')(null),
    onChange: note('change'),
    onFocus: note('focus'),
    onBlur: note('blur'),
  }
  return h(
    'form',
    { onSubmit: (event) => void save(event) },
    h('label', { htmlFor: 'number' }, 'Card number'),
    h(CardNumberElement, { id: 'number', options: { ...element, showIcon: true }, ...watch }),
    h('label', { htmlFor: 'expiry' }, 'Expiry'),
    h(CardExpiryElement, { id: 'expiry', options: element, ...watch }),
    h('label', { htmlFor: 'cvc' }, 'CVC'),
    h(CardCvcElement, { id: 'cvc', options: element, ...watch }),
    h('button', { type: 'submit' }, 'Save'),
    h(Output, { value: result }),
  )
}
