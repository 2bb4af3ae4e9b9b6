import type { Browser } from '@playwright/test'

const kinds = ['script', 'css', 'font', 'image', 'page', 'data', 'other'] as const
type Kind = (typeof kinds)[number]

export type Visit = {
  name: string
  url: string
  screen: { width: number; height: number }
  /** What the browser kept from an earlier visit. */
  storage: Record<string, string>
  /** The page has arrived when this is seen, and when this call was answered. */
  until: string
  call?: RegExp
}

export type Load = {
  name: string
  requests: number
  /** Headers and bodies as they came over the wire, that is compressed. */
  bytes: Record<Kind, number>
  all: number
  /** Addresses of anybody else. */
  elsewhere: string[]
  /** When the largest thing on the screen was drawn, and how much of the screen moved by itself. */
  largestPaintMs: number
  layoutShift: number
}

/** A page may fetch more once it is shown; so long it is given to do so. */
const settleMs = 1_500

export const kilobytes = (bytes: number) => bytes / 1000

/** Opens a page in a browser that has never been here, and counts what Chromium's network layer received. */
export async function loadPage(browser: Browser, visit: Visit): Promise<Load> {
  const context = await browser.newContext({ viewport: visit.screen, serviceWorkers: 'block' })
  try {
    const page = await context.newPage()
    await page.addInitScript(keep, visit.storage)
    const network = await context.newCDPSession(page)
    const load: Load = {
      name: visit.name,
      requests: 0,
      bytes: { script: 0, css: 0, font: 0, image: 0, page: 0, data: 0, other: 0 },
      all: 0,
      elsewhere: [],
      largestPaintMs: NaN,
      layoutShift: NaN,
    }
    const { origin } = new URL(visit.url)
    const received = new Map<string, Kind>()
    network.on('Network.requestWillBeSent', ({ request }) => {
      const isHere = /^(data|blob):/.test(request.url) || new URL(request.url).origin === origin
      if (!isHere) load.elsewhere.push(request.url)
    })
    network.on('Network.responseReceived', ({ requestId, type, response }) =>
      received.set(requestId, kindOf(type, response.mimeType)),
    )
    network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const kind = received.get(requestId)
      if (!kind || encodedDataLength === 0) return
      load.requests += 1
      load.bytes[kind] += encodedDataLength
      load.all += encodedDataLength
    })
    await network.send('Network.enable')
    const called = visit.call && page.waitForResponse((reply) => visit.call?.test(reply.url()) ?? false)
    await page.goto(visit.url, { waitUntil: 'load' })
    const reply = await called
    if (reply && !reply.ok()) throw new Error(`${reply.url()} answered ${reply.status()}.`)
    await page.locator(visit.until).first().waitFor()
    if (page.url() !== visit.url) throw new Error(`${visit.url} led to ${page.url()}.`)
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(settleMs)
    return { ...load, ...(await page.evaluate(readPaints)) }
  } finally {
    await context.close()
  }
}

/** Runs in the page, before anything else there. */
function keep(storage: Record<string, string>): void {
  const { localStorage } = globalThis as unknown as { localStorage: Record<string, string> }
  Object.assign(localStorage, storage)
}

type Paint = { startTime: number; value?: number; hadRecentInput?: boolean }

/** Runs in the page. What was observed before anybody asked is told as well. */
async function readPaints(): Promise<Pick<Load, 'largestPaintMs' | 'layoutShift'>> {
  const observed = (type: string) =>
    new Promise<Paint[]>((resolve) => {
      const observer = new PerformanceObserver((list) => resolve(list.getEntries()))
      observer.observe({ type, buffered: true } as never)
      // Where nothing was observed, nobody calls.
      setTimeout(() => resolve([]), 200)
    })
  const [paints, shifts] = await Promise.all([observed('largest-contentful-paint'), observed('layout-shift')])
  return {
    largestPaintMs: paints.at(-1)?.startTime ?? NaN,
    layoutShift: shifts.reduce(
      (sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : (value ?? 0)),
      0,
    ),
  }
}

function kindOf(type: string, mimeType: string): Kind {
  if (mimeType.includes('javascript')) return 'script'
  if (mimeType.includes('css')) return 'css'
  if (type === 'Font' || mimeType.includes('font')) return 'font'
  if (mimeType.startsWith('image/')) return 'image'
  if (type === 'Document') return 'page'
  return mimeType.includes('json') ? 'data' : 'other'
}
