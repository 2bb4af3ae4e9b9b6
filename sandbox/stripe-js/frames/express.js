import { applyAppearance } from './appearance.js'
import { connectToCalls, connectToPage, reportHeight } from './connection.js'
import { h } from './dom.js'
import { loadFonts } from './field-style.js'

const wallets = {
  applePay: { type: 'apple_pay', label: 'Apple Pay', theme: 'black' },
  googlePay: { type: 'google_pay', label: 'Google Pay', theme: 'black' },
}
const none = { amazonPay: false, klarna: false, link: false, paypal: false }

const root = h('div', { class: 'wallets' })
let page
let given = {}
let isReady = false
const calls = connectToCalls({})

/** Wallets pay with cards, so there are none where cards are not accepted. */
async function canPayByCard() {
  if (!given.sessionSecret) return true
  const { session } = await (await calls).request('session', given.sessionSecret)
  return session?.status === 'open' && session.payment_method_types.includes('card')
}

const inOrder = (order = []) => {
  const rank = (name) => (order.includes(name) ? order.indexOf(name) : order.length)
  return Object.keys(wallets).toSorted((one, other) => rank(one) - rank(other))
}

async function load() {
  const { options } = given
  const isWanted = (name) => (options.paymentMethods?.[name] ?? options.wallets?.[name] ?? 'auto') !== 'never'
  const names = (await canPayByCard()) ? inOrder(options.paymentMethodOrder).filter(isWanted) : []
  root.replaceChildren(...names.map((name) => walletButton(name, options)))
  if (isReady) return
  isReady = true
  const available = { applePay: names.includes('applePay'), googlePay: names.includes('googlePay'), ...none }
  page.notify('ready', { availablePaymentMethods: names.length > 0 ? available : undefined })
}

function walletButton(name, { buttonHeight, buttonTheme }) {
  const { type, label, theme } = wallets[name]
  const button = h(
    'button',
    {
      type: 'button',
      class: `wallet wallet--${buttonTheme?.[name] ?? theme}`,
      click: () => page.notify('press', type),
    },
    label,
  )
  button.style.height = `${buttonHeight ?? 44}px`
  return button
}

root.addEventListener('focusin', () => page?.notify('focus'))
root.addEventListener('focusout', () => page?.notify('blur'))

const begin = () => (given.sessionSecret || given.mode ? load() : undefined)

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
    await begin()
  },
  focus: () => root.querySelector('button')?.focus(),
  blur: () => document.activeElement?.blur(),
})
