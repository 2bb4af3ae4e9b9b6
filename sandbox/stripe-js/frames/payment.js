import { applyAppearance } from './appearance.js'
import { createBankForm, isBankType } from './bank-form.js'
import { createCardForm } from './card-form.js'
import { connectToCalls, connectToPage, reportHeight } from './connection.js'
import { h } from './dom.js'
import { loadFonts } from './field-style.js'

const root = h('div', { class: 'root' })
let page
let given = {}
let forms = []
let current
let lastChange = ''

const calls = connectToCalls({
  collect() {
    const error = current?.reveal()
    return error ? { error } : { data: current?.give() }
  },
})

/** The payment method types: from the intent or session, or from the page if there is none yet. */
async function findPurpose() {
  const { clientSecret, sessionSecret, mode, currency, paymentMethodTypes } = given
  const line = await calls
  if (sessionSecret) {
    const { session, error } = await line.request('session', sessionSecret)
    if (error) return { error }
    return {
      types: session.payment_method_types,
      isSetup: session.mode === 'setup',
      currency: session.currency,
    }
  }
  if (clientSecret) {
    const { setupIntent, paymentIntent, error } = await line.request('intent', clientSecret)
    if (error) return { error }
    const intent = setupIntent ?? paymentIntent
    return {
      types: intent.payment_method_types,
      isSetup: setupIntent !== undefined,
      currency: intent.currency,
    }
  }
  return { types: paymentMethodTypes ?? ['card'], isSetup: mode === 'setup', currency }
}

const countryOf = { aud: 'AU', gbp: 'GB', nzd: 'NZ', usd: 'US', eur: 'IE' }

/** The fields the form collects. A page can leave out those it provides itself. */
function questions({ fields: { billingDetails = 'auto' } = {} }) {
  const collects = (name) => {
    const wish = typeof billingDetails === 'string' ? billingDetails : (billingDetails[name] ?? 'auto')
    return wish !== 'never'
  }
  return { name: collects('name'), email: collects('email'), address: collects('address') }
}

function build({ types, isSetup, currency }) {
  const { options } = given
  const defaults = options.defaultValues?.billingDetails ?? {}
  const business = options.business?.name ?? 'this business'
  const tools = { collects: questions(options), defaults, business, isSetup, onChange: refresh }
  const home = types.includes('bacs_debit') ? 'GB' : 'AU'
  const country = defaults.address?.country ?? countryOf[currency] ?? home
  const order = options.paymentMethodOrder ?? types
  const sorted = types.toSorted((one, other) => rank(order, one) - rank(order, other))
  return sorted.flatMap((type) => {
    if (type === 'card') {
      return [createCardForm({ ...tools, country, showsTerms: options.terms?.card !== 'never' })]
    }
    if (!isBankType(type)) return []
    const isAu = type === 'au_becs_debit'
    return [createBankForm({ ...tools, type, showsTerms: !isAu || options.terms?.auBecsDebit !== 'never' })]
  })
}

const rank = (order, type) => (order.includes(type) ? order.indexOf(type) : order.length)

function choose(form) {
  current = form
  const tabs = forms.map((each) =>
    h(
      'button',
      {
        type: 'button',
        class: each === form ? 'Tab Tab--selected' : 'Tab',
        'aria-pressed': each === form ? 'true' : 'false',
        click() {
          choose(each)
          root.querySelector('.Tab--selected')?.focus()
        },
      },
      each.label,
    ),
  )
  root.replaceChildren(...(forms.length > 1 ? [h('div', { class: 'tabs' }, ...tabs)] : []), form.node)
  refresh()
}

function refresh() {
  if (!current) return
  const change = {
    empty: current.isEmpty(),
    complete: current.isComplete(),
    collapsed: false,
    value: { type: current.type },
  }
  const text = JSON.stringify(change)
  if (text === lastChange) return
  const isFirst = lastChange === ''
  lastChange = text
  if (!isFirst) page.notify('change', change)
}

function lock() {
  for (const input of root.querySelectorAll('input, select')) input.disabled = given.options.readOnly === true
}

async function load() {
  const purpose = await findPurpose()
  forms = purpose.error ? [] : build(purpose)
  if (forms.length > 0) {
    choose(forms.find(({ type }) => type === current?.type) ?? forms[0])
    lock()
    return {}
  }
  const error = purpose.error ?? {
    type: 'invalid_request_error',
    message: `None of these can be shown here: ${purpose.types.join(', ')}.`,
  }
  root.replaceChildren(h('p', { class: 'Error', role: 'alert' }, error.message))
  page.notify('loaderror', error)
  return { error }
}

root.addEventListener('focusin', () => page?.notify('focus'))
root.addEventListener('focusout', ({ relatedTarget }) => {
  if (!root.contains(relatedTarget)) page?.notify('blur')
})
root.addEventListener('keydown', ({ key, target }) => {
  if (key === 'Escape') page?.notify('escape')
  if (key === 'Enter' && target.matches('input')) page?.notify('enter')
})

/** In checkout the frame may load before the session is known. */
async function begin() {
  const isEarly = !given.clientSecret && !given.sessionSecret && !given.mode
  if (isEarly || forms.length > 0) return
  const { error } = await load()
  if (!error) page.notify('ready')
}

document.body.append(root)
page = await connectToPage({
  async start({ options = {}, ...rest }) {
    given = { options, ...rest }
    loadFonts(given.fonts)
    applyAppearance(given.appearance)
    reportHeight(page, root)
    await begin()
  },
  async restart(changes) {
    given = { ...given, ...changes }
    loadFonts(changes.fonts)
    applyAppearance(given.appearance)
    await begin()
  },
  async update(changes) {
    given = { ...given, options: { ...given.options, ...changes } }
    if (current?.isEmpty()) await load()
    else lock()
  },
  refresh: load,
  validate() {
    const error = current?.reveal()
    return error ? { error } : { selectedPaymentMethod: current?.type }
  },
  clear: () => current?.clear(),
  focus: () => root.querySelector('input, select, button')?.focus(),
  blur: () => document.activeElement?.blur(),
})
