import { defineConfig } from '@playwright/test'
import { slowness } from './e2e/slowness.ts'
import { browserArgs, findBrowser } from '#tools/browser.ts'

export default defineConfig({
  testDir: './e2e',
  globalSetup: './e2e/stack.ts',
  outputDir: './test-results',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 30_000 * slowness,
  expect: { timeout: 10_000 * slowness },
  use: {
    // Set by the stack, whose ports are free ones.
    baseURL: process.env.PORTAL_URL,
    // Recording every journey would double its time; `npm run e2e -- --trace on` records those in question.
    trace: 'off',
    screenshot: 'only-on-failure',
    locale: 'en-AU',
    launchOptions: { executablePath: findBrowser(), args: browserArgs },
  },
  // A journey runs once, on a wide screen. Tagged @phone it runs on a phone too; tagged @phone-only, just there.
  // Each family belongs to one journey, and phones come after: a family that logs in twice at once is told to wait.
  projects: [
    { name: 'desktop', grepInvert: /@phone-only/, use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      grep: /@phone/,
      dependencies: ['desktop'],
      use: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
    },
  ],
})
