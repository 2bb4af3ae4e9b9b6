import type { Browser } from '@playwright/test'

const kinds = ['script', 'css', 'font', 'image', 'page', 'data', 'other'] as const
type Kind = (typeof kinds)[number]

export type Visit = {
  name: string
  url: string
  screen: { width: number; height: number }
  /** What the browser kept from an earlier visit. */
  storage: Record<string, string>
  /** The page has arrived when this selector finds something, and when this call was answered. */
  until: string
  call?: RegExp
  /** As on a phone: with a slow network, on a processor four times slower. */
  isSlow?: true
}

/** The figures of Lighthouse for a phone: slow 4G, with all of it really applied. */
const slowNetwork = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 }
const slowProcessor = { rate: 4 }

export type Load = {
  name: string
  requests: number
  /** Those that were made until the page had arrived. */
  requestsUntilShown: number
  /** Headers and bodies as they came over the wire, that is compressed. */
  bytes: Record<Kind, number>
  all: number
  /** Addresses of anybody else. */
  elsewhere: string[]
  /** When the largest thing on the screen was drawn, and how much of the screen moved by itself. */
  largestPaintMs: number
  layoutShift: number
  /** How long the page could not answer, over 50 ms at a time. */
  blockedMs: number
}

/** A page may fetch more once it is shown; so long it is given to do so. */
const settleMs = 1_500

export const kilobytes = (bytes: number) => bytes / 1000

/** Opens a page in a browser that has never been here, and counts what Chromium's network layer received. */
export async function loadPage(browser: Browser, visit: Visit): Promise<Load> {
  const context = await browser.newContext({ viewport: visit.screen, serviceWorkers: 'block' })
  try {
    const page = await context.newPage()
    await page.addInitScript(begin, { storage: visit.storage, until: visit.until })
    const network = await context.newCDPSession(page)
    const load: Load = {
      name: visit.name,
      requests: 0,
      requestsUntilShown: 0,
      bytes: { script: 0, css: 0, font: 0, image: 0, page: 0, data: 0, other: 0 },
      all: 0,
      elsewhere: [],
      largestPaintMs: NaN,
      layoutShift: NaN,
      blockedMs: NaN,
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
    if (visit.isSlow) {
      await network.send('Network.emulateNetworkConditions', slowNetwork)
      await network.send('Emulation.setCPUThrottlingRate', slowProcessor)
    }
    const called = visit.call && page.waitForResponse((reply) => visit.call?.test(reply.url()) ?? false)
    await page.goto(visit.url, { waitUntil: 'commit' })
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

type InPage = {
  localStorage: Record<string, string>
  document: { querySelector(selector: string): unknown }
  MutationObserver: new (changed: () => void) => {
    observe(where: unknown, what: object): void
    disconnect(): void
  }
  shownAtMs?: number
}

/** Runs in the page, before anything else there: what was kept is there, and when the page is shown is noted. */
function begin({ storage, until }: Pick<Visit, 'storage' | 'until'>): void {
  const page = globalThis as unknown as InPage
  Object.assign(page.localStorage, storage)
  const observer = new page.MutationObserver(() => {
    if (!page.document.querySelector(until)) return
    page.shownAtMs = performance.now()
    observer.disconnect()
  })
  observer.observe(page.document, { childList: true, subtree: true })
}

type Paint = { startTime: number; duration: number; value?: number; hadRecentInput?: boolean }

/** Runs in the page. What was observed before anybody asked is told as well. */
async function readPaints(): Promise<
  Pick<Load, 'requestsUntilShown' | 'largestPaintMs' | 'layoutShift' | 'blockedMs'>
> {
  const observed = (type: string) =>
    new Promise<Paint[]>((resolve) => {
      const observer = new PerformanceObserver((list) => resolve(list.getEntries()))
      observer.observe({ type, buffered: true } as never)
      // Where nothing was observed, nobody calls.
      setTimeout(() => resolve([]), 200)
    })
  const [paints, shifts, tasks] = await Promise.all([
    observed('largest-contentful-paint'),
    observed('layout-shift'),
    observed('longtask'),
  ])
  const { shownAtMs = NaN } = globalThis as unknown as InPage
  const before = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < shownAtMs)
  return {
    // The page itself is one more.
    requestsUntilShown: before.length + 1,
    largestPaintMs: paints.at(-1)?.startTime ?? NaN,
    layoutShift: shifts.reduce(
      (sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : (value ?? 0)),
      0,
    ),
    blockedMs: tasks.reduce((sum, { duration }) => sum + duration - 50, 0),
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
