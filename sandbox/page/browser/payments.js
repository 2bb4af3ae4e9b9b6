import { call, showTrouble } from './api.js'
import { openBook } from './book.js'
import { bpayForm, fillFor } from './bpay.js'
import { h } from './dom.js'
import { kinds, rowOf } from './payment-kinds.js'
import { onPeople } from './people.js'
import { createFilteredList, createFilters, createTabs, page, things } from './view.js'

const regions = { AU: 'Australia', UK: 'United Kingdom' }
const filters = createFilters('Family, school, LW number, id or any words', {}, showThings)
const panel = h('div.stack', { role: 'tabpanel', id: 'payments-panel' })
const names = Object.fromEntries(Object.entries(kinds).map(([kind, [name]]) => [kind, name]))
const tabs = createTabs('What to see', { ...names, bpay: 'Pay by BPAY' }, panel, (name) => go(account, name))
const lists = Object.fromEntries(
  Object.entries(kinds).map(([kind, [, , , text]]) => [
    kind,
    createFilteredList(filters, text, undefined, things),
  ]),
)
let account = 'AU'
let kind = 'payments'
let book

const accounts = h(
  'fieldset.segments',
  { change: ({ target }) => go(target.value, kind) },
  h('legend.sr-only', 'Account'),
  Object.entries(regions).map(([value, text]) =>
    h('label', h('input', { type: 'radio', name: 'account', value }), h('span', text)),
  ),
)

async function loadPayments() {
  const overview = await call('GET', `/stripe?account=${account}`)
  // If the other account was chosen meanwhile, its own answer is on the way.
  if (overview.account !== account) return
  book = openBook(overview)
  showThings()
}

function go(wishedAccount, wishedKind) {
  const [, query] = location.hash.split('?')
  history.replaceState(null, '', `#payments/${wishedAccount}/${wishedKind}${query ? `?${query}` : ''}`)
  open([wishedAccount, wishedKind], new URLSearchParams(query))
  void loadPayments().catch(showTrouble)
}

/** Shows what an address such as #payments/UK/refunds names; missing parts stay unchanged. */
function open([wishedAccount = account, wishedKind = kind], query) {
  account = wishedAccount === 'UK' ? 'UK' : 'AU'
  kind = wishedKind === 'bpay' || Object.hasOwn(kinds, wishedKind) ? wishedKind : 'payments'
  for (const radio of accounts.querySelectorAll('input')) radio.checked = radio.value === account
  panel.replaceChildren(...(kind === 'bpay' ? [bpayForm] : lists[kind].elements))
  if (query.has('for')) fillFor(query.get('for'))
  filters.read(query)
  showThings()
}

function showThings() {
  const isLoaded = book?.account === account
  tabs.show(kind, (name) => isLoaded && kinds[name] && book[kinds[name][1]].length)
  filters.form.hidden = kind === 'bpay'
  if (isLoaded && kind !== 'bpay')
    lists[kind].show(book[kinds[kind][1]].map((value) => rowOf(kind, value, book)))
}

onPeople(showThings)
filters.form.append(accounts)

export const payments = {
  title: 'Payments',
  icon: 'card',
  topics: ['stripe'],
  load: loadPayments,
  open,
  element: page(
    'payments',
    'Payments',
    'What Stripe holds in each account, newest first. Unfold a line to act on it.',
    {
      content: [filters.form, tabs.element, panel],
    },
  ),
}
