import { hideTrouble, showTrouble } from './api.js'
import { clock } from './clock.js'
import { find, h, icon } from './dom.js'
import { families } from './families.js'
import { inbox } from './inbox.js'
import { payments } from './payments.js'
import { requests } from './requests.js'
import { switches } from './switches.js'
import { testData } from './test-data.js'
import { readAddress, revealIn } from './view.js'
import { webhooks } from './webhooks.js'

/**
 * Each has a title, a sentence that leads to its content, and `load`, which runs at changes of its `topics`: only while
 * the view is shown, unless `isAlways`.
 */
const views = { families, inbox, payments, clock, switches, webhooks, requests, 'test-data': testData }
const nav = find('.nav')
const main = find('#main')
let current = 'families'

const sections = Object.entries(views).map(
  ([name, { title, lead, content, action, icon: drawing, count }]) => {
    nav.append(h('a.nav__item', { href: `#${name}` }, icon(drawing), h('span', title), count))
    const id = `${name}-title`
    const header = h('div.page-header', h('div', h('h1', { id }, title), h('p.lead', lead)), action)
    return h('section.page', { 'aria-labelledby': id, 'data-view': name }, header, content)
  },
)
main.append(...sections)

function showView() {
  const { view, parts, query } = readAddress()
  current = Object.hasOwn(views, view) ? view : 'families'
  for (const section of sections) section.hidden = section.dataset.view !== current
  find('[aria-current]', nav)?.removeAttribute('aria-current')
  const link = find(`[href="#${current}"]`, nav)
  link.setAttribute('aria-current', 'page')
  revealIn(nav, link)
  document.title = `${views[current].title} · Larkwell sandbox`
  views[current].open?.(parts, query)
  refreshers[current]()
}

/** Changes come in bursts. Each view loads once per burst, and never twice at the same time. */
function createRefresh({ load, pauseMs = 0 }) {
  let isLoading = false
  let isStale = false
  const loadUntilFresh = async () => {
    isLoading = true
    while (isStale) {
      isStale = false
      await load().catch(showTrouble)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
    isLoading = false
  }
  return () => {
    isStale = true
    if (!isLoading) void loadUntilFresh()
  }
}

const refreshers = Object.fromEntries(
  Object.entries(views).map(([name, view]) => [name, createRefresh(view)]),
)
const refresh = (isMeant) => {
  for (const [name, view] of Object.entries(views)) {
    if ((view.isAlways || name === current) && isMeant(view)) refreshers[name]()
  }
}

const events = new EventSource('/_sandbox/api/events')
events.addEventListener('message', ({ data }) => refresh(({ topics }) => topics.includes(data)))
// Catches up with everything missed while disconnected: at the start, and after each interruption.
events.addEventListener('open', () => {
  hideTrouble()
  refresh(() => true)
})
events.addEventListener('error', () => showTrouble(new Error('The sandbox does not answer')))

addEventListener('hashchange', () => {
  if (location.hash === '#main') return
  // Who chooses a tab goes on from there.
  if (!document.activeElement.matches('[role="tab"]')) {
    main.focus({ preventScroll: true })
    scrollTo(0, 0)
  }
  showView()
})
// Another process may move the clock through its file, which raises no event.
addEventListener('focus', () => refresh(({ topics }) => topics.includes('clock')))
showView()
