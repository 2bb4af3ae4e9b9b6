import { find } from './dom.js'
import { loadClock } from './clock.js'
import { loadMessages, openMessage } from './inbox.js'
import { loadPayments, openPayments } from './payments.js'
import { loadRequests } from './requests.js'
import { loadSwitches } from './switches.js'
import { revealIn } from './tabs.js'
import { loadTestData } from './test-data.js'
import { hideTrouble, showTrouble } from './trouble.js'
import { loadWebhooks } from './webhooks.js'

const loaders = {
  messages: loadMessages,
  clock: loadClock,
  requests: loadRequests,
  faults: loadSwitches,
  stripe: loadWhatIsShown,
}
const views = {
  inbox: 'Inbox',
  payments: 'Payments',
  webhooks: 'Webhooks',
  clock: 'Clock',
  requests: 'Requests',
  switches: 'Switches',
  'test-data': 'Test data',
}
let current = 'inbox'

/** Large and often changed, so it loads only while it is visible. */
async function loadWhatIsShown() {
  if (current === 'payments') await loadPayments()
  if (current === 'webhooks') await loadWebhooks()
  if (current === 'test-data') await loadTestData()
}

function showView() {
  const [name, ...rest] = location.hash.slice(1).split('/')
  current = Object.hasOwn(views, name) ? name : 'inbox'
  for (const view of Object.keys(views)) {
    find(`section#${view}`).hidden = view !== current
    const link = find(`.nav__item[href="#${view}"]`)
    if (view === current) {
      link.setAttribute('aria-current', 'page')
      revealIn(link.parentElement, link)
    } else link.removeAttribute('aria-current')
  }
  document.title = `${views[current]} · Larkwell sandbox`
  if (current === 'inbox') openMessage(...rest)
  if (current === 'payments') openPayments(...rest)
  refreshers.stripe()
}

/** Changes come in bursts. Each part loads once per burst, and never twice at the same time. */
function createRefresh(load) {
  let isLoading = false
  let isStale = false
  const loadUntilFresh = async () => {
    isLoading = true
    while (isStale) {
      isStale = false
      await load().catch(showTrouble)
    }
    isLoading = false
  }
  return () => {
    isStale = true
    if (!isLoading) void loadUntilFresh()
  }
}

const refreshers = Object.fromEntries(
  Object.entries(loaders).map(([topic, load]) => [topic, createRefresh(load)]),
)

const events = new EventSource('/_sandbox/api/events')
events.addEventListener('message', ({ data }) => refreshers[data]?.())
// Catches up with everything missed while disconnected: at the start, and after each interruption.
events.addEventListener('open', () => {
  hideTrouble()
  for (const refresh of Object.values(refreshers)) refresh()
})
events.addEventListener('error', () => showTrouble(new Error('The sandbox does not answer')))

addEventListener('hashchange', () => {
  if (location.hash === '#main') return
  showView()
  find('#main').focus({ preventScroll: true })
  scrollTo(0, 0)
})
// Another process may move the clock through its file, which raises no event.
addEventListener('focus', () => refreshers.clock())
showView()
