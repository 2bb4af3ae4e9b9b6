import { ApiError, call } from './api.js'
import { brandName } from './book.js'
import { announce, copyButton, find, h } from './dom.js'
import { inMoney } from './money.js'
import { attempt } from './trouble.js'

const view = find('#test-data')
const form = find('form', view)
const failure = find('[data-error]', form)
const receipt = find('[data-receipt]', form)
let isLoaded = false

/** The test data does not change while the sandbox runs. */
export async function loadTestData() {
  if (isLoaded) return
  const { cards, accounts } = await call('GET', '/stripe/test-data')
  isLoaded = true
  const groupOf = ({ outcome }) => cardGroups[outcome.kind] ?? 'later'
  const groups = Map.groupBy([...cards, mistyped], groupOf)
  for (const [name, members] of groups) fill(name, members, cardRow)
  for (const [name, members] of Map.groupBy(accounts, ({ type }) => type)) fill(name, members, accountRow)
}

const fill = (name, members, row) => find(`[data-list="${name}"]`, view).replaceChildren(...members.map(row))

const cardGroups = {
  ok: 'works',
  decline: 'declined',
  'decline-charge': 'declined',
  'authenticate-once': 'authenticate',
  'authenticate-always': 'authenticate',
  'authenticate-present': 'authenticate',
  'authentication-fails': 'authenticate',
}

/** The check digit is wrong, so no bank is needed. */
const mistyped = {
  number: '4242424242424241',
  brand: 'visa',
  funding: 'credit',
  country: 'US',
  outcome: { kind: 'decline', code: 'incorrect_number' },
  names: [],
}

const cardOutcomes = {
  ok: () => 'Works',
  decline: ({ code }) => `Declined: ${code}`,
  'decline-charge': ({ code }) => `Can be saved, then every charge is declined: ${code}`,
  'authenticate-once': ({ afterwards }) =>
    afterwards
      ? `3D Secure with the customer present, then declined: ${afterwards}`
      : '3D Secure with the customer present; without them only before it is set up',
  'authenticate-always': ({ afterwards }) =>
    afterwards
      ? `3D Secure each time, then declined: ${afterwards}`
      : '3D Secure each time; without the customer authentication_required',
  'authenticate-present': () => '3D Secure with the customer present; works without them',
  'authentication-fails': ({ code }) => `3D Secure is required and fails, so it is declined: ${code}`,
  dispute: ({ reason }) => `Works, then is disputed: ${reason}`,
  'refund-later': () => 'Works; a refund takes some days',
  'refund-fails': () => 'Works; a refund fails after a minute',
}

function cardRow({ number, brand, funding, country, outcome, names }) {
  // American Express prints its fifteen digits in three groups.
  const groups = brand === 'amex' ? /^(.{4})(.{6})(.*)$/.exec(number).slice(1) : number.match(/.{1,4}/g)
  return row(number, groups.join(' '), [
    `${brandName(brand)} ${funding}, ${country}. ${cardOutcomes[outcome.kind](outcome)}.`,
    names[0] && `pm_card_${names[0]}`,
  ])
}

const accountOutcomes = {
  ok: () => 'Works',
  fail: ({ code, endsMandate }) => `Fails: ${code}${endsMandate ? ', and ends the mandate' : ''}`,
  dispute: () => 'Works, then is disputed',
  limit: ({ code }) => `Refused at once: ${code}`,
  'mandate-refused': () => 'The bank refuses the mandate',
  'account-invalid': () => 'Refused at set-up: no valid account',
}

function accountRow({ number, outcome, isQuick, names }) {
  const words = accountOutcomes[outcome.kind](outcome)
  return row(number, number, [`${words}${isQuick ? ', after three minutes' : ''}.`, names[0]])
}

function row(value, shown, [words, name]) {
  return h(
    'li',
    { class: 'datum' },
    h(
      'div',
      { class: 'datum__text' },
      h('p', { class: 'datum__number' }, shown),
      h('p', { class: 'datum__words' }, words),
      name && h('p', { class: 'datum__name' }, name),
    ),
    copyButton(value, shown),
  )
}

async function pay() {
  const { billerCode, crn, amount, force } = form.elements
  failure.hidden = true
  receipt.hidden = true
  try {
    const left = await call('POST', '/bpay/receipt', {
      billerCode: billerCode.value.trim(),
      crn: crn.value.replaceAll(' ', ''),
      amount: amount.value.trim(),
      force: force.checked,
    })
    const paid = inMoney(left.receipts[0].amountCents, 'aud')
    find('p', receipt).textContent = `Paid ${paid}. The bank has left ${left.name}:`
    find('pre', receipt).textContent = left.text
    receipt.hidden = false
    announce(`Paid ${paid}`)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    failure.textContent = error.message
    failure.hidden = false
  }
}

form.addEventListener('submit', attempt(pay))
for (const holder of view.querySelectorAll('[data-copy]')) {
  const { copy, what } = holder.dataset
  holder.append(copyButton(copy, what))
}
