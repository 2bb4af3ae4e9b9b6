import type { SetupIntentResult, StripeError } from '@stripe/stripe-js'
import type { CardFrameSettings } from '#contract/card-entry.ts'
import { fetchCardSecret } from '../api/card-secret.ts'
import { loadStripe } from '../stripe/stripe-js.ts'
import { emptyForm, errorsOf, errorFields, type CardForm } from './form-errors.ts'
import type { lineToParent } from './parent.ts'
import { mountFields } from './stripe-fields.ts'
import { nodes, showBusy, showErrors } from './view.ts'

type Opened = NonNullable<CardFrameSettings['form']>
type Parent = ReturnType<typeof lineToParent>
type Outcome = { token: string } | { refusal: string }

const somethingElse = 'Your card could not be checked. Please try again.'

/** Fills the page with Stripe's fields and keeps the parent informed of their errors. */
export async function openForm(settings: Opened, parent: Parent): Promise<{ checkOut: () => void }> {
  let form = emptyForm
  let state: 'open' | 'busy' | 'done' = 'open'
  let secret: string | undefined

  const change = (changed: Partial<CardForm>) => {
    form = { ...form, refusal: undefined, ...changed }
    const errors = errorsOf(form)
    showErrors(errors)
    return errorFields.flatMap((field) => errors[field] ?? [])
  }
  const stripe = await loadStripe({
    pubKey: settings.publishableKey,
    stripeJsUrl: settings.stripeJsUrl,
  })
  // Focus clears the last refusal, so that the same card can be tried again.
  const onFocus = () => {
    if (form.refusal) parent.reportErrors(change({}))
  }
  const fields = await mountFields(stripe, {
    onChange: (changed) => parent.reportErrors(change(changed)),
    onFocus,
  })
  const setName = (wasLeft: boolean) => {
    parent.reportErrors(change({ name: { value: nodes.name.value, wasLeft } }))
  }
  nodes.name.addEventListener('input', () => setName(form.name.wasLeft))
  nodes.name.addEventListener('change', () => setName(true))
  nodes.name.addEventListener('focus', onFocus)
  nodes.form.addEventListener('submit', (event) => event.preventDefault())

  const confirm = async (): Promise<Outcome> => {
    if (!secret) {
      const reply = await fetchCardSecret(settings.session)
      if ('refusal' in reply) return reply
      secret = reply.clientSecret
    }
    const name = form.name.value.trim()
    return outcomeOf(
      await stripe.confirmCardSetup(secret, {
        payment_method: { card: fields.number, billing_details: { name } },
      }),
    )
  }

  const settle = async () => {
    state = 'busy'
    showBusy(true)
    fields.setDisabled(true)
    const outcome = await confirm().catch(() => ({ refusal: somethingElse }))
    if ('token' in outcome) {
      state = 'done'
      parent.complete(outcome.token)
      return
    }
    state = 'open'
    showBusy(false)
    fields.setDisabled(false)
    parent.refuse(change({ refusal: outcome.refusal }))
  }

  parent.reportErrors([])
  return {
    checkOut() {
      if (state !== 'open') return
      const errors = change({ isSubmitted: true })
      if (errors.length === 0) return void settle()
      parent.refuse(errors)
      focusFirst()
    },
  }

  function focusFirst(): void {
    const wrong = errorsOf(form)
    const field = errorFields.find((each) => wrong[each] !== undefined)
    if (field === 'name') nodes.name.focus()
    else if (field && field !== 'form') fields.focus(field)
  }
}

function outcomeOf({ setupIntent, error }: SetupIntentResult): Outcome {
  if (error) return { refusal: sentenceOf(error) }
  const method = setupIntent.payment_method
  if (setupIntent.status !== 'succeeded' || !method) return { refusal: somethingElse }
  return { token: typeof method === 'string' ? method : method.id }
}

/** Show Stripe's messages for card holders, not those for programmers. */
function sentenceOf({ type, code, message }: StripeError): string {
  const isForTheHolder =
    type === 'card_error' || type === 'validation_error' || code === 'setup_intent_authentication_failure'
  return (isForTheHolder && message) || somethingElse
}
