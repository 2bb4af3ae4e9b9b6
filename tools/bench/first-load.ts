import type { Stack } from '../stack.ts'
import { browse, phone } from './browsing.ts'
import { atMost, type Finding } from './goal.ts'
import { loggedIn } from './log-in.ts'
import type { Bench, Outcome, Part } from './part.ts'
import { kilobytes, type Load, loadPage, type Visit } from './page-load.ts'
import type { Row } from './report.ts'
import { slowLoads, type SlowVisit } from './slow-loads.ts'

/** One form each: React with a small router and a query cache, and the same with a full router. Script in kB. */
const lean = 71
const stackAnchor = 95

const wide = { width: 1440, height: 900 }

const family = 'olivia@demo.example'
const guestRequest = 'demo-full'

export const firstLoad: Part = {
  name: 'first-load',
  measures: 'what a first visit brings over the wire with a cold cache, and when it shows on a slow phone',
  run,
}

function run(bench: Bench): Promise<Outcome> {
  return browse(bench, async (browser, stack) => {
    const { visits, slowVisits } = await visitsOf(stack)
    const loads: Load[] = []
    for (const each of visits) loads.push(await loadPage(browser, each))
    const slow = await slowLoads(browser, slowVisits, bench.rounds(3))
    return {
      findings: [...findingsFrom(loads), ...slow.findings],
      rows: [...loads, ...slow.loads].map(rowOf),
    }
  })
}

async function visitsOf(stack: Stack): Promise<{ visits: Visit[]; slowVisits: SlowVisit[] }> {
  const { portalUrl } = stack
  const login = { url: `${portalUrl}/login`, until: 'button[type=submit]', storage: {} }
  const storage = await loggedIn(stack, family)
  const overview = { url: `${portalUrl}/`, until: 'main h2', storage, call: /\/overview$/ }
  const schedule = {
    url: `${portalUrl}/payment-schedule`,
    until: 'main h2',
    storage,
    call: /\/plan-material/,
  }
  const guest = {
    url: `${portalUrl}/pay-now?request=${guestRequest}`,
    until: '.due__sum',
    storage: {},
    call: /\/guest\/payment-page-details/,
  }
  const visits: Visit[] = [
    { ...login, name: '/login, wide', screen: wide },
    { ...login, name: '/login, phone', screen: phone },
    { ...overview, name: 'Overview, wide', screen: wide },
    { ...overview, name: 'Overview, phone', screen: phone },
    { ...guest, name: 'Guest, wide', screen: wide },
    { ...guest, name: 'Guest, phone', screen: phone },
    { ...login, url: `${portalUrl}/desk`, name: 'Desk, wide', screen: wide },
  ]
  const slowVisits: SlowVisit[] = [
    { ...login, name: '/login', screen: phone, limits: { goal: 1.5, defect: 2.2 } },
    { ...guest, name: 'Guest', screen: phone, limits: { goal: 2, defect: 3 } },
    { ...overview, name: 'Overview', screen: phone, limits: { goal: 2.3, defect: 3.5 } },
    { ...schedule, name: 'Schedule', screen: phone, limits: { goal: 2.5, defect: 4 } },
  ]
  return { visits, slowVisits }
}

function findingsFrom(loads: Load[]): Finding[] {
  const most = (page: string, figure: (load: Load) => number) =>
    Math.max(...loads.filter(({ name }) => name.startsWith(page)).map(figure))
  const script = (load: Load) => kilobytes(load.bytes.script)
  const font = (load: Load) => kilobytes(load.bytes.font)
  const all = (load: Load) => kilobytes(load.all)
  const loginScript = most('/login', script)
  const elsewhere = loads.flatMap((load) => load.elsewhere)
  return [
    {
      ...atMost('F1', '/login, script', loginScript, 'kB', { goal: 89, budget: 95, defect: 128 }),
      against: { name: 'LEAN', ratio: loginScript / lean },
      figures: `LEAN ${lean} kB, STACK ${stackAnchor} kB: ${(loginScript / stackAnchor).toFixed(2)} × STACK`,
    },
    atMost('F2', '/login, everything', most('/login', all), 'kB', { goal: 190, defect: 260 }),
    atMost('F2', '/login, fonts', most('/login', font), 'kB', { goal: 60 }),
    atMost('F3', 'Overview, everything', most('Overview', all), 'kB', { goal: 220, defect: 300 }),
    atMost('F3', 'Overview, script', most('Overview', script), 'kB', { goal: 160 }),
    atMost('F', 'Guest, script before a method is chosen', most('Guest', script), 'kB', { goal: 130 }),
    atMost('F', 'Desk, script before a screen is opened', most('Desk', script), 'kB', {
      goal: 150,
      defect: 250,
    }),
    atMost(
      'F7',
      'Guest, what moves by itself',
      most('Guest', ({ layoutShift }) => layoutShift),
      'CLS',
      {
        goal: 0,
        budget: 0.01,
        defect: 0.05,
      },
    ),
    {
      ...atMost('F', 'to other origins', elsewhere.length, 'requests', { goal: 0, defect: 0 }),
      figures: elsewhere.join(' '),
    },
  ]
}

function rowOf(load: Load): Row {
  const { name, requests, requestsUntilShown, bytes, all, elsewhere } = load
  const sizes = Object.entries(bytes).map(([kind, size]) => [`${kind} kB`, kilobytes(size).toFixed(1)])
  return {
    page: name,
    'all kB': kilobytes(all).toFixed(1),
    ...Object.fromEntries(sizes),
    requests,
    'until shown': requestsUntilShown,
    elsewhere: elsewhere.length,
    'LCP ms': Math.round(load.largestPaintMs),
    'blocked ms': Math.round(load.blockedMs),
    CLS: load.layoutShift.toFixed(4),
  }
}
