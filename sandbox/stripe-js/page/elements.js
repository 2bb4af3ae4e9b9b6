import { createElement, hasKind, insideOf } from './element.js'
import { integrationError, plain } from './values.js'
import { walletAnswers } from './wallet.js'

let groups = 0
let elementsMade = 0

/** A group of Elements with one appearance, and one intent or session to confirm. */
export function createGroup(calls, given = {}) {
  groups += 1
  let options = given
  const elements = new Map()
  const group = {
    id: `group${groups}`,
    calls,
    callsName: calls.iframe.name,
    options: () => options,
    wallet: undefined,
    wasSubmitted: false,
    onChange() {},
    startOf: () => {
      const { appearance, fonts, clientSecret, mode, amount, currency, paymentMethodTypes, sessionSecret } =
        options
      return plain({
        appearance,
        fonts,
        clientSecret,
        sessionSecret,
        mode,
        amount,
        currency,
        paymentMethodTypes,
      })
    },
    update(changes) {
      options = { ...options, ...changes }
      for (const element of elements.values()) insideOf(element).notify('restart', group.startOf())
    },
    get: (type) => elements.get(type) ?? null,
    create(type, elementOptions) {
      if (!hasKind(type)) throw integrationError(`The sandbox has no Element of the type ${type}.`)
      if (elements.has(type)) {
        throw integrationError(`Can only create one Element of type ${type} per Elements group.`)
      }
      elementsMade += 1
      const element = createElement({
        id: `element${elementsMade}`,
        type,
        group,
        options: elementOptions,
        answers: type === 'expressCheckout' ? walletAnswers(group) : {},
        onDestroy: () => elements.delete(type),
      })
      elements.set(type, element)
      return element
    },
    /** Shows the missing values in the form, and reports them to the page. */
    async validate() {
      group.wasSubmitted = true
      if (group.wallet) return { selectedPaymentMethod: group.wallet.type }
      const payment = elements.get('payment')
      if (!payment) return {}
      const inside = insideOf(payment)
      const answer = await inside.request('validate')
      // The frame moves the cursor to the missing value. This works only if the page first gives the frame the focus;
      // otherwise the click and the frame would compete for it.
      if (answer?.error) inside.takeFocus()
      return answer ?? {}
    },
  }
  return group
}

const groupsOf = new WeakMap()
export const groupOf = (elements) => groupsOf.get(elements)

/** `stripe.elements()`: the group as a page sees it. */
export function createElements(calls, options) {
  const group = createGroup(calls, options)
  const elements = {
    create: (type, elementOptions) => group.create(type, elementOptions),
    // The React library passes its component, which carries the type.
    getElement: (type) => group.get(typeof type === 'string' ? type : type?.['__elementType']),
    update: (changes) => group.update(changes),
    submit: () => group.validate(),
    async fetchUpdates() {
      const payment = group.get('payment')
      return payment ? ((await insideOf(payment).request('refresh')) ?? {}) : {}
    },
  }
  groupsOf.set(elements, group)
  return elements
}
