import { test as base, type BrowserContext, type Page } from '@playwright/test'

/**
 * `SLOWNESS=4 npm run e2e` runs the journeys in a browser whose processor is four times slower and whose network takes
 * its time. A journey, or a page, that holds only where everything is quick shows itself there.
 */
export const slowness = Number(process.env.SLOWNESS ?? 1)

/** What the network adds to every answer, for each time that the processor is slower. */
const latencyMs = 40

export const test = base.extend({
  page: async ({ context, page }, use) => {
    if (slowness > 1) {
      await slowDown(context, page)
      // One that closes at once takes its session along.
      context.on('page', (opened) => void slowDown(context, opened).catch(() => undefined))
    }
    await use(page)
  },
})

async function slowDown(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness })
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: slowness * latencyMs,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
}
