import { call, showTrouble } from './api.js'
import { openBook } from './book.js'
import { bpayForm, fillFor } from './bpay.js'
import { h } from './dom.js'
import { kinds, rowOf } from './payment-kinds.js'
import { onPeople } from './people.js'
import { createFilteredList, createFilters, createTabs, things } from './view.js'

const choices = { account: ['Account', { AU: 'Australia', UK: 'United Kingdom' }] }
const filters = createFilters('Family, school, LW number, id or any words', choices, (name) => {
  if (name === 'account') void loadPayments().catch(showTrouble)
  else showThings()
})
const panel = h('div.stack', { role: 'tabpanel', id: 'payments-panel' })
const tabs = createTabs('What to see', { ...kinds, bpay: { tab: 'Pay by BPAY' } }, panel)
const lists = Object.fromEntries(
  Object.entries(kinds).map(([name, { tab }]) => {
    const empty = `No ${tab.toLowerCase()} in this account yet. They appear here by themselves.`
    return [name, createFilteredList(filters, empty, 'signpost', things)]
  }),
)
let kind = 'payments'
let book

async function loadPayments() {
  const account = filters.value('account')
  const overview = await call('GET', `/stripe?account=${account}`)
  // If the other account was chosen meanwhile, its own answer is on the way.
  if (account !== filters.value('account')) return
  book = openBook(overview)
  showThings()
}

/** Shows what an address such as #payments/refunds?account=UK names. */
function open([wished], query) {
  kind = wished === 'bpay' || Object.hasOwn(kinds, wished) ? wished : 'payments'
  panel.replaceChildren(...(kind === 'bpay' ? [bpayForm] : lists[kind].elements))
  if (query.has('for')) fillFor(query.get('for'))
  filters.form.hidden = kind === 'bpay'
  filters.read(query)
  showThings()
}

function showThings() {
  tabs.show(kind, (name) => book?.[kinds[name]?.list]?.length)
  if (book && kind !== 'bpay') {
    lists[kind].show(book[kinds[kind].list].map((value) => rowOf(kinds[kind], value, book)))
  }
}

onPeople(showThings)

export const payments = {
  title: 'Payments',
  icon: 'card',
  lead: 'What Stripe holds in each account, newest first. Unfold a line to act on it.',
  content: [filters.form, tabs.element, panel],
  topics: ['stripe'],
  load: loadPayments,
  open,
}
