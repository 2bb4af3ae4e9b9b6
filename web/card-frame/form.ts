import type { SetupIntent, SetupIntentResult, StripeError } from '@stripe/stripe-js'
import type { CardFrameSettings } from '#contract/card-entry.ts'
import { cardFundings, type CardFunding } from '#domain/payment-methods/surcharges.ts'
import { fetchCardSecret } from './card-secret.ts'
import { loadStripe } from '../stripe/stripe-js.ts'
import { emptyForm, errorsOf, errorFields, type CardForm } from './form-errors.ts'
import type { lineToParent } from './parent.ts'
import { mountFields } from './stripe-fields.ts'
import { isAcceptedCardBrand } from '#domain/card-entry.ts'
import { nodes, showBrand, showBusy, showErrors } from './view.ts'

type Opened = NonNullable<CardFrameSettings['form']>
type Parent = ReturnType<typeof lineToParent>
type Outcome = { token: string } | { refusal: string }

const somethingElse = 'Your card could not be checked. Please try again.'
const notConfirmed =
  'Your bank wants you to confirm this card, which did not happen. Please try again or use another card.'

/** Fills the page with Stripe's fields and keeps the parent informed of their errors. */
export async function openForm(settings: Opened, parent: Parent): Promise<{ checkOut: () => void }> {
  let form = emptyForm
  let state: 'open' | 'busy' | 'done' = 'open'
  let secret: string | undefined
  /** Tells the answer about one card from that about the next. */
  let cardsTyped = 0
  let isLookedUp = false
  let funding: CardFunding = 'unknown'

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
  const fields = mountFields(stripe, {
    onChange: (changed) => {
      const { brand } = form.number
      parent.reportErrors(change(changed))
      advance(changed)
      if (form.number.brand !== brand) showBrand(form.number.brand)
      void tellCard(changed)
    },
    onFocus,
    // One whole number that is pasted over another changes nothing that the field tells. The page does not wait for this
    // answer: the press that left the field may be the one that pays.
    onNumberLeft: () => {
      if (isWhole()) void lookUp()
    },
  })
  await fields.ready

  /**
   * The brand shows after a few digits. Whether it is credit or debit, and so what it costs, the processor says once the
   * card is complete; no bank is asked for that.
   */
  async function tellCard(changed: Partial<CardForm>): Promise<void> {
    const { brand } = form.number
    if (changed.number) {
      cardsTyped += 1
      isLookedUp = false
      funding = 'unknown'
      parent.reportCard({ brand, funding })
    }
    if (isLookedUp || !isWhole()) return
    isLookedUp = true
    parent.reportCard({ brand, funding, isPending: true })
    await lookUp()
  }

  function isWhole(): boolean {
    const { number, expiry, cvc } = form
    return number.isComplete && expiry.isComplete && cvc.isComplete && isAcceptedCardBrand(number.brand)
  }

  async function lookUp(): Promise<void> {
    const { brand } = form.number
    const asked = cardsTyped
    const made = await stripe.createPaymentMethod({ type: 'card', card: fields.number }).catch(() => null)
    const cardFunding = cardFundings.find((each) => each === made?.paymentMethod?.card?.funding)
    if (asked !== cardsTyped) return
    funding = cardFunding ?? funding
    parent.reportCard({ brand, funding })
  }

  /** A field that has just been completed passes the cursor on, unless the next one is filled already. */
  function advance(changed: Partial<CardForm>): void {
    if (changed.number?.isComplete && form.expiry.isEmpty) fields.focus('expiry')
    if (changed.expiry?.isComplete && form.cvc.isEmpty) fields.focus('cvc')
    if (changed.cvc?.isComplete && form.name.value === '') nodes.name.focus()
  }
  const setName = (wasLeft: boolean) => {
    parent.reportErrors(change({ name: { value: nodes.name.value, wasLeft } }))
  }
  nodes.name.addEventListener('input', () => setName(form.name.wasLeft))
  nodes.name.addEventListener('change', () => setName(true))
  nodes.name.addEventListener('focus', onFocus)
  nodes.form.addEventListener('submit', (event) => {
    event.preventDefault()
    parent.requestSubmit()
  })

  const confirm = async (): Promise<Outcome> => {
    if (!secret) {
      const reply = await fetchCardSecret(settings.session)
      if ('refusal' in reply) return reply
      secret = reply.clientSecret
    }
    const name = form.name.value.trim()
    let result: SetupIntentResult = await stripe.confirmCardSetup(
      secret,
      { payment_method: { card: fields.number, billing_details: { name } } },
      // The bank's question needs more room than this frame has.
      { handleActions: false },
    )
    if (result.setupIntent?.status === 'requires_action') {
      await parent.askBank(secret)
      result = await stripe.retrieveSetupIntent(secret)
    }
    const outcome = outcomeOf(result)
    // Our server is asked again before another card: it says when too many have failed.
    if ('refusal' in outcome) secret = undefined
    return outcome
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
    change({ refusal: outcome.refusal })
    parent.decline(outcome.refusal)
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
  if (setupIntent.status === 'succeeded' && method)
    return { token: typeof method === 'string' ? method : method.id }
  return { refusal: refusalOf(setupIntent) }
}

function refusalOf({ status, last_setup_error: error }: SetupIntent): string {
  if (status === 'requires_action') return notConfirmed
  return error ? sentenceOf(error) : somethingElse
}

/** Show Stripe's messages for card holders, not those for programmers. */
function sentenceOf({ type, code, message }: StripeError): string {
  const isForTheHolder =
    type === 'card_error' || type === 'validation_error' || code === 'setup_intent_authentication_failure'
  return (isForTheHolder && message) || somethingElse
}
