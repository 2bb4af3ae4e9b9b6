import type { StripePaymentElementOptions } from '@stripe/stripe-js'
import { call } from '../../../session/client.ts'
import { elementFont, elementLook, followLook } from '../../../stripe/element-look.ts'
import { store, stored } from '../../../session/storage.ts'
import { loadStripe } from '../../../stripe/stripe-js.ts'
import { readToken } from '../../../session/token.ts'
import { forgetSetUpIntent, openSetUpIntent } from './set-up-intent.ts'
import { readFault, readOutcome, type SetUpOutcome } from './set-up-outcome.ts'

type Heard = {
  onReady: () => void
  onCompleteChange: (isComplete: boolean) => void
  onLost: (error: unknown) => void
}

export type UkBankElement = {
  confirm: () => Promise<SetUpOutcome>
  close: () => void
}

/** Each region has an account of its own at the provider. A parent of two regions needs that of the account's. */
export async function ukStripe() {
  store('region', 'UK')
  return loadStripe(await call('GET /api/portal/guest/stripe-pub-key'))
}

/** Puts the provider's form into `place`, unless nobody waits for it any more. */
export async function openUkBankElement(
  place: HTMLElement,
  accountId: string,
  { onReady, onCompleteChange, onLost }: Heard,
  signal: AbortSignal,
): Promise<UkBankElement> {
  const [stripe, clientSecret] = await Promise.all([ukStripe(), openSetUpIntent(accountId)])
  signal.throwIfAborted()
  const elements = stripe.elements({
    clientSecret,
    appearance: elementLook(),
    fonts: [elementFont()],
    locale: 'en-GB',
  })
  const { email = '', name = '' } = readToken(stored('token')) ?? {}
  const form = elements.create('payment', formOptions(name))
  form.on('ready', onReady)
  form.on('change', ({ complete }) => onCompleteChange(complete))
  form.on('loaderror', ({ error }) => {
    // Most likely the intent is used or over; the next try has one of its own.
    forgetSetUpIntent(accountId)
    onLost(error)
  })
  form.mount(place)
  const stopFollowing = followLook(() => void elements.update({ appearance: elementLook() }))

  return {
    async confirm() {
      const outcome = await stripe
        .confirmSetup({
          elements,
          redirect: 'if_required',
          confirmParams: {
            return_url: `${location.origin}/payments/complete`,
            payment_method_data: { billing_details: { email } },
          },
        })
        .then(readOutcome, readFault)
      if (outcome.kind === 'done' || outcome.kind === 'over') forgetSetUpIntent(accountId)
      // It is set up as it stands there: to change it now would change nothing.
      if (outcome.kind === 'done') form.update({ readOnly: true })
      return outcome
    },
    close() {
      stopFollowing()
      form.destroy()
    },
  }
}

/** The bank asks for a name and an address; the e-mail address is known. */
function formOptions(name: string): StripePaymentElementOptions {
  return {
    business: { name: 'Larkwell' },
    defaultValues: { billingDetails: { name, address: { country: 'GB' } } },
    fields: { billingDetails: { email: 'never' } },
  }
}
