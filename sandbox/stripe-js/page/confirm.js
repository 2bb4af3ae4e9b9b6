import { insideOf } from './element.js'
import { groupOf } from './elements.js'
import { leaveFor, returnAddress } from './redirect.js'
import { integrationError, plain } from './values.js'

/** The calls of a page with an intent, or with a card alone. */
export function confirmations(calls) {
  const confirmCard = async (secret, { payment_method: method, return_url: returnUrl } = {}, options = {}) =>
    calls.request('confirmIntent', {
      secret,
      source: cardSource(method),
      returnUrl,
      handleActions: options.handleActions,
    })

  const confirmForm = (name) => async (given) => {
    const { elements, confirmParams = {}, redirect = 'always' } = given
    const group = groupOf(elements)
    const secret = given.clientSecret ?? group?.options().clientSecret
    if (typeof secret !== 'string') {
      throw integrationError(`stripe.${name}() needs a clientSecret, or Elements that were made with one.`)
    }
    if (redirect === 'always' && !confirmParams.return_url) {
      throw integrationError(
        `stripe.${name}() needs confirmParams.return_url unless redirect is 'if_required'.`,
      )
    }
    if (group && !group.options().clientSecret && !group.wasSubmitted) {
      throw integrationError(`elements.submit() must be called before stripe.${name}().`)
    }
    const { return_url: returnUrl, payment_method: id, payment_method_data: data } = plain(confirmParams)
    const result = await calls.request('confirmIntent', {
      secret,
      source: id ? { id } : { ...formSource(group), data },
      returnUrl,
    })
    group?.wallet?.close()
    if (result.error || redirect === 'if_required') return result
    return leaveFor(returnAddress(returnUrl, result))
  }

  return {
    confirmCardSetup: confirmCard,
    confirmCardPayment: confirmCard,
    confirmSetup: confirmForm('confirmSetup'),
    confirmPayment: confirmForm('confirmPayment'),
    retrieveSetupIntent: (secret) => calls.request('retrieveIntent', secret),
    retrievePaymentIntent: (secret) => calls.request('retrieveIntent', secret),
    handleCardAction: (secret) => calls.request('continueIntent', secret),
    handleNextAction: ({ clientSecret }) => calls.request('continueIntent', clientSecret),
    async createPaymentMethod({ elements, element, params, type, card, ...rest }) {
      if (elements)
        return calls.request('createPaymentMethod', { ...formSource(groupOf(elements)), data: plain(params) })
      if (element)
        return calls.request('createPaymentMethod', { ...elementSource(element), data: plain(params) })
      const inside = insideOf(card)
      if (inside) return calls.request('createPaymentMethod', { card: mounted(inside).id, data: plain(rest) })
      return calls.request('createPaymentMethod', { data: plain({ type, card, ...rest }) })
    },
    createToken: async () => ({
      error: {
        type: 'invalid_request_error',
        message: 'The sandbox makes payment methods, not tokens: use stripe.createPaymentMethod().',
      },
    }),
  }
}

const mounted = (inside) => {
  if (inside.isMounted()) return inside
  throw integrationError(
    'We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.',
  )
}

/** A card by its id, by a test token, or as typed into an Element. */
function cardSource(method) {
  if (method === undefined) return {}
  if (typeof method === 'string') return { id: method }
  const { card, ...rest } = method
  const inside = insideOf(card)
  if (inside) return { card: mounted(inside).id, data: plain(rest) }
  return { data: plain({ type: 'card', card, ...rest }) }
}

function elementSource(element) {
  const inside = mounted(insideOf(element))
  return inside.type === 'payment' ? { payment: inside.id } : { card: inside.id }
}

export function formSource(group) {
  if (!group) return {}
  if (group.wallet) return { wallet: group.id }
  const payment = group.get('payment')
  return payment ? { payment: mounted(insideOf(payment)).id } : {}
}
