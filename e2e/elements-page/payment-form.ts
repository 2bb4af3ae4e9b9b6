import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import { createElement as h, useState } from 'react'
import type { FormEvent, ReactElement } from 'react'
import { appearance, stripePromise, parameter } from './stripe.ts'
import { note, Output } from './trace.ts'

const options = { clientSecret: parameter('secret'), appearance }

export const PaymentForm = (): ReactElement => h(Elements, { stripe: stripePromise, options }, h(Form))

function Form(): ReactElement {
  const stripe = useStripe()
  const elements = useElements()
  const [result, setResult] = useState<unknown>()
  const [isComplete, setComplete] = useState(false)

  async function confirm(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (!stripe || !elements) return
    setResult(undefined)
    const back = new URLSearchParams({ script: parameter('script'), key: parameter('key') })
    const confirmParams = { return_url: `${location.origin}/returned?${back}` }
    const given = { elements, confirmParams }
    const isSetup = parameter('secret').startsWith('seti_')
    if (parameter('redirect') === 'always') {
      setResult(await (isSetup ? stripe.confirmSetup(given) : stripe.confirmPayment(given)))
    } else {
      const quiet = { ...given, redirect: 'if_required' } as const
      setResult(await (isSetup ? stripe.confirmSetup(quiet) : stripe.confirmPayment(quiet)))
    }
  }
  return h(
    'form',
    { className: 'bare', onSubmit: (event) => void confirm(event) },
    h(PaymentElement, {
      onReady: () => note('ready')(null),
      onLoadError: note('loaderror'),
      onChange(event) {
        note('change')(event)
        setComplete(event.complete)
      },
    }),
    h('button', { type: 'submit' }, isComplete ? 'Confirm' : 'Confirm incomplete'),
    h(Output, { value: result }),
  )
}
