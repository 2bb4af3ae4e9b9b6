import { find } from './dom.js'
import { loadClock } from './clock.js'
import { loadMessages, openMessage } from './inbox.js'
import { loadRequests } from './requests.js'
import { loadSwitches } from './switches.js'
import { hideTrouble, showTrouble } from './trouble.js'

const loaders = {
  messages: loadMessages,
  clock: loadClock,
  requests: loadRequests,
  faults: loadSwitches,
}
const views = { inbox: 'Inbox', clock: 'Clock', requests: 'Requests', switches: 'Switches' }

function showView() {
  const [name, id] = location.hash.slice(1).split('/')
  const current = Object.hasOwn(views, name) ? name : 'inbox'
  for (const view of Object.keys(views)) {
    find(`section#${view}`).hidden = view !== current
    const link = find(`.nav__item[href="#${view}"]`)
    if (view === current) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
  document.title = `${views[current]} · Larkwell sandbox`
  if (current === 'inbox') openMessage(id)
}

/** Changes come in bursts; each part is loaded once per burst, and never twice at the same time. */
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
// Whatever happened while nobody listened is caught up with: at the start, and after each interruption.
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
// Another process may move the clock through the file, which no event tells.
addEventListener('focus', () => refreshers.clock())
showView()
