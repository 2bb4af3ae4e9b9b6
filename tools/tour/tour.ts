import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import { bringBrowser, browserArgs } from '../browser.ts'
import { readOptions } from '../options.ts'
import { erasePostgres } from '../postgres/postgres.ts'
import { inProject } from '../project.ts'
import { choosePorts } from '../stack-ports.ts'
import { startStack, type Stack } from '../stack.ts'
import { tourPage } from './page.ts'
import { stopsOf, type Stop } from './stops.ts'

readOptions('npm run tour    takes the pictures of docs/tour.md and of the README from the demo', {})

/** It is always this morning in Sydney, so that a picture only changes when what it shows has changed. */
const moment = new Date('2026-11-18T09:30:00+11:00')

const pictures = inProject('docs', 'tour')
const dataDir = await mkdtemp(join(tmpdir(), 'larkwell-tour-'))
try {
  await mkdir(pictures, { recursive: true })
  await writeFile(join(dataDir, 'clock.json'), JSON.stringify({ offsetMs: moment.getTime() - Date.now() }))
  const stack = await startStack({
    // The usual ports, where they are free: addresses are in the pictures too.
    ...(await choosePorts(process.env)),
    dataDir,
    onStep: console.log,
  })
  try {
    await takePictures(stack)
  } finally {
    await stack.stop()
  }
} finally {
  await erasePostgres({ dataDir: join(dataDir, 'postgres') })
  await rm(dataDir, { recursive: true, force: true })
}
process.exit()

async function takePictures(stack: Stack): Promise<void> {
  const executablePath = bringBrowser(console.log)
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: browserArgs })
  const stops = stopsOf(stack)
  for (const stop of stops) await takePicture(browser, stack, stop)
  const [first] = stops
  if (first) await takePicture(browser, stack, { ...first, picture: `${first.picture}-dark`, isDark: true })
  await browser.close()
  await writeFile(inProject('docs', 'tour.md'), tourPage(stops))
  console.log('docs/tour.md is there.')
}

async function takePicture(browser: Browser, stack: Stack, stop: Stop): Promise<void> {
  const context = await browser.newContext({
    baseURL: stack.portalUrl,
    viewport: stop.isPhone ? { width: 390, height: 844 } : { width: 1280, height: 800 },
    colorScheme: stop.isDark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    locale: 'en-AU',
    timezoneId: 'Australia/Sydney',
  })
  const page = await context.newPage()
  await page.clock.setFixedTime(moment)
  if (stop.email) await logIn(page, stack, stop.email)
  await page.goto(stop.path)
  await stop.show(page)
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: join(pictures, `${stop.picture}.png`), caret: 'hide' })
  console.log(`${stop.picture}.png`)
  await context.close()
}

/** As the button on the sandbox's page does it. */
async function logIn(page: Page, { sandboxUrl }: Stack, email: string): Promise<void> {
  const reply = await page.request.post(`${sandboxUrl}/_sandbox/api/log-in`, { data: { email } })
  const { url, error } = (await reply.json()) as { url?: string; error?: string }
  if (!url) throw new Error(`${email} cannot log in: ${error}`)
  await page.goto(url)
  await page.waitForURL((address) => !address.pathname.startsWith('/login'))
}
