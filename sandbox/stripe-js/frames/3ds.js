import { connectToCalls, connectToPage } from './connection.js'
import { formatMoney, h } from './dom.js'

/** The bank's page in a test: its only question is how the authentication should end. */
const calls = connectToCalls({})

async function start({ isDark }) {
  const line = await calls
  const { amount, currency } = await line.request('challenge')
  const finish = (outcome) => () => {
    for (const button of buttons) button.disabled = true
    line.notify('outcome', outcome)
  }
  const buttons = [
    h('button', { type: 'button', class: 'main', click: finish('succeeded') }, 'Complete authentication'),
    h('button', { type: 'button', click: finish('failed') }, 'Fail authentication'),
  ]
  const purpose =
    amount === undefined
      ? 'Your bank wants to know that it is you who saves this card.'
      : `Your bank wants to know that it is you who pays ${formatMoney(amount, currency)}.`
  document.body.classList.toggle('is-dark', isDark)
  document.body.replaceChildren(
    h(
      'section',
      { class: 'panel', 'aria-labelledby': 'title' },
      h('p', { class: 'mark' }, 'Test bank'),
      h('h1', { id: 'title' }, '3D Secure'),
      h('p', {}, purpose, ' This is a test: choose how it ends.'),
      h('div', { class: 'actions' }, ...buttons),
    ),
  )
  buttons[0].focus()
}

await connectToPage({ start })
