import { formSource } from './confirm.js'
import { createEvents } from './events.js'
import { createGroup } from './elements.js'
import { leaveFor } from './redirect.js'
import { sessionView } from './session-view.js'
import { plain } from './values.js'

const problem = (message, code = null) => ({ type: 'error', error: { message, code } })

/** `stripe.initCheckoutElementsSdk()`: a checkout session, with Elements in the page to pay it. */
export function createCheckout(calls, { clientSecret, elementsOptions = {}, defaultValues = {} }) {
  const group = createGroup(calls, elementsOptions)
  const events = createEvents(() => undefined)
  let details = { email: defaultValues.email ?? null, phoneNumber: defaultValues.phoneNumber ?? null }
  let isFormComplete = false
  let secret
  let raw
  let session

  const show = () => {
    session = sessionView(raw, details, isFormComplete)
    events.emit('change', session)
    return { type: 'success', session }
  }
  const load = async () => {
    secret = await clientSecret
    const result = await calls.request('openSession', secret)
    if (result.error) return result
    raw = result.session
    const { amount_total: amount, currency } = raw
    group.update({ sessionSecret: secret, amount: amount ?? 0, currency })
    show()
    return {}
  }
  const loaded = load().catch((error) => ({ error }))
  const remember = (name) => async (value) => {
    details = { ...details, [name]: value }
    return show()
  }
  group.onChange = (type, { complete }) => {
    if (type !== 'payment' || complete === isFormComplete) return
    isFormComplete = complete
    if (raw) show()
  }

  async function confirm(args = {}) {
    const { paymentMethod, redirect = 'always' } = args
    const source = paymentMethod ? { id: paymentMethod } : formSource(group)
    const email = args.email ?? details.email
    const billing = args.billingAddress ?? details.billingAddress
    const added = plain({ billing_details: { email, name: billing?.name, address: billing?.address } })
    const result = await calls.request('confirmSession', {
      secret,
      source: paymentMethod ? source : { ...source, data: added },
      expectedAmount: raw.amount_total ?? undefined,
    })
    group.wallet?.close()
    if (result.error) return refusal(result.error)
    raw = { ...raw, ...result.session }
    const done = show()
    const returnUrl = args.returnUrl ?? raw.return_url
    if (redirect === 'if_required' || !returnUrl) return done
    return leaveFor(returnUrl.replaceAll('{CHECKOUT_SESSION_ID}', raw.id))
  }

  function refusal({ type, message, decline_code: declineCode = null }) {
    if (type !== 'card_error') return problem(message)
    details = { ...details, lastPaymentError: { message } }
    show()
    return { type: 'error', error: { message, code: 'paymentFailed', paymentFailed: { declineCode } } }
  }

  const unsupported = async () => problem('The sandbox does not know this.')
  const actions = {
    getSession: () => session,
    confirm,
    async updateEmail(email) {
      if (email !== null && !/^\S+@\S+\.\S+$/.test(email))
        return problem('Your email is invalid.', 'invalidEmail')
      return remember('email')(email)
    },
    updatePhoneNumber: remember('phoneNumber'),
    updateBillingAddress: remember('billingAddress'),
    updateShippingAddress: remember('shippingAddress'),
    async runServerUpdate(run) {
      await run()
      const { error } = await load()
      return error ? problem(error.message) : { type: 'success', session }
    },
    async validateElements() {
      const { error } = await group.validate()
      if (!error) return { type: 'success', session }
      const { message } = error
      const errors = [{ message, element: 'payment' }]
      return { type: 'error', error: { code: 'validation_error', message, validation_errors: errors } }
    },
    applyPromotionCode: unsupported,
    removePromotionCode: unsupported,
    updateLineItemQuantity: unsupported,
    updateShippingOption: unsupported,
    updateTaxIdInfo: unsupported,
    addOptionalLineItem: unsupported,
    removeOptionalLineItem: unsupported,
  }

  return {
    on: (name, handle) => void events.members.on(name, handle),
    async loadActions() {
      const { error } = await loaded
      return error ? problem(error.message) : { type: 'success', actions }
    },
    changeAppearance: (appearance) => group.update({ appearance }),
    loadFonts: (fonts) => group.update({ fonts }),
    createPaymentElement: (options) => group.create('payment', options),
    createExpressCheckoutElement: (options) => group.create('expressCheckout', options),
    getPaymentElement: () => group.get('payment'),
    getExpressCheckoutElement: () => group.get('expressCheckout'),
  }
}
