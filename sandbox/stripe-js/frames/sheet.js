import { connectToCalls, connectToPage } from './connection.js'
import { formatMoney, h, picture } from './dom.js'

const names = { apple_pay: 'Apple Pay', google_pay: 'Google Pay' }
const cards = [
  { token: 'tok_visa', brand: 'visa', label: 'Visa', what: 'The payment goes through' },
  { token: 'tok_amex', brand: 'amex', label: 'American Express', what: 'The payment goes through' },
  { token: 'tok_chargeDeclined', brand: 'visa', label: 'Visa, declined', what: 'The bank says no' },
]
const billingDetails = {
  name: 'Test Holder',
  email: 'holder@example.com',

  address: {
    line1: '1 Test Street',
    line2: null,
    city: 'Testville',
    state: '',
    postal_code: '2000',
    country: 'AU',
  },
}

const calls = connectToCalls({})
let page

function start({ wallet, amount, currency, isDark }) {
  const money = formatMoney(amount, currency)
  const radios = cards.map(({ token, brand, label, what }, index) =>
    h(
      'label',
      { class: 'card' },
      h('input', { type: 'radio', name: 'card', value: token, checked: index === 0 }),
      picture(brand),
      h('span', { class: 'card__text' }, h('span', {}, label), h('small', {}, what)),
    ),
  )
  const pay = h('button', { type: 'submit', class: 'main' }, `Pay ${money}`)
  const cancel = h('button', { type: 'button', click: () => page.notify('cancel') }, 'Cancel')
  const form = h(
    'form',
    {
      class: 'panel',
      async submit(event) {
        event.preventDefault()
        const token = new FormData(form).get('card')
        pay.disabled = true
        cancel.disabled = true
        pay.textContent = 'Processing …'
        await authorise(wallet, token)
      },
    },
    h('p', { class: 'mark' }, 'Test wallet'),
    h('h1', {}, names[wallet]),
    h('p', { class: 'amount' }, money),
    h('fieldset', {}, h('legend', {}, 'Pay with'), ...radios),
    h('div', { class: 'actions' }, pay, cancel),
  )
  document.body.classList.toggle('is-dark', isDark)
  document.body.replaceChildren(h('main', {}, form))
  pay.focus()
}

/** The token goes to the frame that calls the API; the page only learns that the customer wants to pay. */
async function authorise(wallet, token) {
  const data = { type: 'card', card: { token }, billing_details: billingDetails }
  await (await calls).request('wallet', { type: wallet, data })
  page.notify('confirm', billingDetails)
}

addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') page?.notify('cancel')
})

page = await connectToPage({ start })
