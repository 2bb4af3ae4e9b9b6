import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from '@playwright/test'
import { atMost, comparison, type Finding, pick } from './goal.ts'
import { type Load, loadPage, type Visit } from './page-load.ts'

/** The log-in as plain HTML: no page can be faster. */
const floorPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Log in</title>
    <style>body { font: 16px/1.5 sans-serif; margin: 2rem }</style>
  </head>
  <body>
    <main>
      <h1>Log in to your account</h1>
      <p>See and manage your school fee payments.</p>
      <form><label>Email address <input type="email"></label> <button type="submit">Continue</button></form>
    </main>
  </body>
</html>`

/** How much later than the floor a page may be there, and from when on that is a fault. */
export type SlowVisit = Visit & { limits: { goal: number; defect: number } }

/** Opens pages as on a phone with a slow network, and compares them with a page that is nothing but HTML. */
export async function slowLoads(
  browser: Browser,
  visits: readonly SlowVisit[],
  rounds: number,
): Promise<{ findings: Finding[]; loads: Load[] }> {
  const [first] = visits
  if (!first) throw new Error('there is nothing to visit.')
  const server = createServer((_request, reply) => {
    reply.setHeader('content-type', 'text/html').end(floorPage)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const floor: Visit = {
    ...first,
    name: 'static page',
    url: `http://127.0.0.1:${port}/`,
    until: 'h1',
    storage: {},
  }
  const loads = new Map<string, Load[]>()
  try {
    // In turn, so that whatever else the machine does weighs on all pages alike.
    for (let round = 0; round < rounds; round += 1) {
      for (const visit of [floor, ...visits]) {
        const load = await loadPage(browser, { ...visit, isSlow: true })
        loads.set(visit.name, [...(loads.get(visit.name) ?? []), load])
      }
    }
  } finally {
    server.close()
  }
  const paintsOf = ({ name }: Visit) => (loads.get(name) ?? []).map(({ largestPaintMs }) => largestPaintMs)
  return {
    findings: visits.flatMap((visit) =>
      findingsFrom(visit, loads.get(visit.name) ?? [], paintsOf(visit), paintsOf(floor)),
    ),
    loads: [...loads.values()].map(middleOne),
  }
}

function findingsFrom(visit: SlowVisit, loads: Load[], paints: number[], floor: number[]): Finding[] {
  const requests = Math.max(...pick(loads, 'requestsUntilShown'))
  const moved = Math.max(...pick(loads, 'layoutShift'))
  return [
    comparison(
      {
        goal: 'F5',
        what: `${visit.name}, largest paint on a slow phone`,
        limits: { better: 'lower', ...visit.limits },
        unit: 'ms',
      },
      paints,
      { name: 'FLOOR', values: floor },
    ),
    atMost('F', `${visit.name}, requests until it is shown`, requests, 'requests', { goal: 12 }),
    atMost('F7', `${visit.name}, what moves by itself on a slow phone`, moved, 'CLS', {
      goal: 0,
      budget: 0.01,
      defect: 0.05,
    }),
  ]
}

/** The one of several loads of a page that was neither early nor late. */
function middleOne(loads: Load[]): Load {
  const sorted = loads.toSorted((a, b) => a.largestPaintMs - b.largestPaintMs)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (!middle) throw new Error('a page was never opened.')
  return { ...middle, name: `${middle.name}, slow phone` }
}
