import { call } from './api.js'
import { brandName } from './book.js'
import { copyButton, h } from './dom.js'

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
    'li.datum',
    h('div', h('b', shown), h('p.muted', words), name && h('code', name)),
    copyButton(value, shown),
  )
}

const lists = Object.fromEntries(
  ['works', 'declined', 'authenticate', 'later', 'bacs_debit', 'au_becs_debit'].map((name) => [
    name,
    h('ul.rows'),
  ]),
)
const cards = (title, name) => [h('h3', title), lists[name]]
const bank = (title, code, shown, name) =>
  h(
    'section.card.card--flush.data',
    h('h2', title),
    h(
      'div.datum',
      h('p', `${code} `, h('b', shown)),
      copyButton(shown.replaceAll('-', ''), `${code} ${shown}`),
    ),
    lists[name],
  )
let isLoaded = false

/** The test data does not change while the sandbox runs. */
async function loadTestData() {
  if (isLoaded) return
  const data = await call('GET', '/stripe/test-data')
  isLoaded = true
  const cardGroupOf = ({ outcome }) => cardGroups[outcome.kind] ?? 'later'
  const groups = Map.groupBy([...data.cards, mistyped], cardGroupOf)
  for (const [name, members] of groups) lists[name].replaceChildren(...members.map(cardRow))
  for (const [name, members] of Map.groupBy(data.accounts, ({ type }) => type)) {
    lists[name].replaceChildren(...members.map(accountRow))
  }
}

export const testData = {
  title: 'Test data',
  icon: 'tag',
  topics: [],
  load: loadTestData,
  lead: 'Cards and accounts that behave in a certain way. All others simply work.',
  content: h(
    'div.split',
    h(
      'section.card.card--flush.data',
      h('h2', 'Cards'),
      h('p.muted', 'With any expiry to come and any security code; American Express has four digits.'),
      cards('Work', 'works'),
      cards('Are declined', 'declined'),
      cards('Ask for 3-D Secure', 'authenticate'),
      cards('Come back later', 'later'),
    ),
    h(
      'div.stack',
      bank('Bacs accounts', 'Sort code', '10-88-00', 'bacs_debit'),
      bank('BECS accounts', 'BSB', '000-000', 'au_becs_debit'),
    ),
  ),
}
