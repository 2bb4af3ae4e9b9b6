import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { slowness } from './e2e/slowness.ts'
import { browserArgs, findBrowser } from '#tools/browser.ts'
import { isLong } from '#tools/testing/long.ts'

export default defineConfig({
  testDir: './e2e',
  globalSetup: './e2e/stack.ts',
  outputDir: './test-results',
  // A journey waits about half of its time, for the page or for the server.
  workers: Math.ceil(1.5 * availableParallelism()),
  retries: 0,
  forbidOnly: true,
  // These end what hangs. How long a journey may take depends on what else the machine does.
  timeout: 240_000 * slowness,
  expect: { timeout: 20_000 * slowness },
  use: {
    // Set by the stack, whose ports are free ones.
    baseURL: process.env.PORTAL_URL,
    // Recording every journey would double its time; `npm run e2e -- --trace on` records those in question.
    trace: 'off',
    screenshot: 'only-on-failure',
    locale: 'en-AU',
    // Nothing under test moves, and what does not move is not waited for.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: findBrowser(), args: browserArgs },
  },
  // A journey runs once: tagged @phone on a phone, otherwise on a wide screen. By default the leading journeys of each
  // feature run. Those tagged @long run with `npm test -- --long`, as does whatever is tagged @phone or @phone-long on both
  // screens. One that is tagged @phone-only makes no sense elsewhere.
  projects: [
    {
      name: 'desktop',
      grepInvert: isLong ? /@phone-only/ : [/@phone(?!-long)/, /@long/],
      use: { viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      grep: isLong ? /@phone/ : /@phone(?!-long)/,
      grepInvert: isLong ? [] : /@long/,
      use: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
    },
  ],
})
