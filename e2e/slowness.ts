import { test as base, type BrowserContext, type CDPSession, type Page } from '@playwright/test'

/**
 * `SLOWNESS=4 npm run e2e` runs the journeys in a browser whose processor is four times slower and whose network takes
 * its time. A journey, or a page, that holds only where everything is quick shows itself there.
 */
export const slowness = Number(process.env.SLOWNESS ?? 1)

/** What the network adds to every answer, for each time that the processor is slower. */
const latencyMs = 40
const unlimited = { downloadThroughput: -1, uploadThroughput: -1 }

export const test = base.extend({
  page: async ({ context, page }, use) => {
    if (slowness > 1) await slowDown(context, page)
    waitForPortal(page)
    keepIntercepting(context)
    await use(page)
  },
})

/**
 * Chromium can lose a request that is on its way when the last route is taken away, as `times` and `unroute` do; see
 * https://github.com/microsoft/playwright/issues/41802. So once there is a route, one that nothing matches stays.
 */
function keepIntercepting(context: BrowserContext): void {
  const keepOneRoute = (page: Page) => {
    const route = page.route.bind(page)
    page.route = async (...given) => {
      await context.route('http://nothing.invalid/', (each) => each.fallback())
      return route(...given)
    }
  }
  context.pages().forEach(keepOneRoute)
  context.on('page', keepOneRoute)
}

/**
 * A page shows before its script has come, and does not answer until then. Journeys begin when it does, unless they ask
 * for less.
 */
function waitForPortal(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  const answers = () => page.locator('#root[data-drawn]').waitFor({ state: 'detached' })
  page.goto = async (url, options) => {
    const reply = await goto(url, options)
    if (options?.waitUntil === undefined || options.waitUntil === 'load') await answers()
    return reply
  }
  page.reload = async (options) => {
    const reply = await reload(options)
    await answers()
    return reply
  }
}

async function slowDown(context: BrowserContext, page: Page): Promise<void> {
  const sessions: CDPSession[] = []
  const slowNetwork = (session: CDPSession, offline = false) =>
    session.send('Network.emulateNetworkConditions', { offline, latency: slowness * latencyMs, ...unlimited })
  const slowPage = async (each: Page) => {
    const session = await context.newCDPSession(each)
    sessions.push(session)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowness })
    await session.send('Network.enable')
    await slowNetwork(session)
  }
  await slowPage(page)
  // One that closes at once takes its session along.
  context.on('page', (opened) => void slowPage(opened).catch(() => undefined))
  // The last word on the network is ours, so a journey without one has to be told to us too.
  const setOffline = context.setOffline.bind(context)
  context.setOffline = async (offline) => {
    await setOffline(offline)
    await Promise.all(sessions.map((session) => slowNetwork(session, offline)))
  }
}
