import { call } from './api.js'
import { openBook } from './book.js'
import { find } from './dom.js'
import { kinds, rowOf } from './payment-kinds.js'
import { createTabs } from './tabs.js'
import { createThings } from './thing.js'
import { showTrouble } from './trouble.js'

const view = find('#payments')
const form = find('form', view)
const part = (name, kind) => find(`[data-${name}="${kind}"]`, view)
const lists = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, createThings(part('list', kind))]))
const showTab = createTabs(find('[role="tablist"]', view), (kind) => open(account, kind))
let account = 'AU'
let kind = 'payments'
let book

/** Shows what an address such as #payments/UK/refunds names; missing parts stay unchanged. */
export function openPayments(wishedAccount = account, wishedKind = kind) {
  account = wishedAccount === 'UK' ? 'UK' : 'AU'
  kind = Object.hasOwn(kinds, wishedKind) ? wishedKind : 'payments'
  form.elements.account.value = account
  showTab(kind)
  if (book?.account === account) showThings()
}

export async function loadPayments() {
  const overview = await call('GET', `/stripe?account=${account}`)
  // If the other account was chosen meanwhile, its own answer is on the way.
  if (overview.account !== account) return
  book = openBook(overview)
  showThings()
}

function open(wishedAccount, wishedKind) {
  history.replaceState(null, '', `#payments/${wishedAccount}/${wishedKind}`)
  openPayments(wishedAccount, wishedKind)
}

function showThings() {
  const words = form.elements.words.value.trim().toLowerCase()
  for (const name of Object.keys(kinds)) {
    const { length } = book[kinds[name].list]
    part('count', name).textContent = length > 0 ? length : ''
  }
  const all = book[kinds[kind].list].map((value) => rowOf(kinds[kind], value, book))
  const shown = all.filter((thing) => JSON.stringify(thing).toLowerCase().includes(words))
  lists[kind](shown)
  part('empty', kind).hidden = all.length > 0
  find('[data-empty="filtered-payments"]', view).hidden = all.length === 0 || shown.length > 0
}

form.addEventListener('submit', (event) => event.preventDefault())
form.addEventListener('input', ({ target }) => {
  if (target.name !== 'account') return showThings()
  open(form.elements.account.value, kind)
  void loadPayments().catch(showTrouble)
})
