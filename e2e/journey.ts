import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, type Request } from '@playwright/test'
import type { PaymentPlan } from '#contract/payment-schedule.ts'
import { isLong } from '#tools/testing/long.ts'
import { inboxAt, type Inbox as SandboxInbox } from '#tools/testing/portal-calls.ts'
import type { Customer } from './customers.ts'
import { newSession } from './new-session.ts'
import { slowness, test as base } from './slowness.ts'
import { addresses } from './stack.ts'
import { inTurn } from './turns.ts'

export type Inbox = {
  /** The next message for somebody that arrives after `mark`. */
  next: SandboxInbox['message']
  mark: SandboxInbox['lastMessage']
}

export type Parent = { email: string; mobile: string }

/** Demo families log in with these; the numbers come from the database, as everything else does. */
export const test = base.extend<{ inbox: Inbox; calls: Request[]; noErrors: void; turn: void }>({
  // The address is known once the stack runs, which is after the configuration was read.
  baseURL: async ({}, use) => use(addresses().portal),

  inbox: async ({}, use) => {
    const { message, lastMessage } = inboxAt(addresses().sandbox)
    await use({ mark: lastMessage, next: message })
  },

  /** Every call to the API that the page makes. */
  calls: async ({ page }, use) => {
    const calls: Request[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/api/')) calls.push(request)
    })
    await use(calls)
  },

  /** A file's journeys share families, so it runs in one project at a time. The projects need no order. */
  turn: [async ({}, use, { file }) => inTurn(file, () => use()), { auto: true, timeout: 600_000 * slowness }],

  /** A journey that leaves an error in the console has failed, whatever it shows. */
  noErrors: [
    async ({ page }, use, testInfo) => {
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(error.message))
      page.on('console', (line) => {
        if (line.type() === 'error' && !isExpected(line.text())) errors.push(line.text())
      })
      const refused: string[] = []
      page.on('response', (reply) => {
        if (reply.status() >= 400) refused.push(`${reply.status()} ${new URL(reply.url()).pathname}`)
      })
      await use()
      if (testInfo.status === 'passed') expect(errors).toEqual([])
      else
        await testInfo.attach('what the page said', { body: await lastWords(page, [...errors, ...refused]) })
    },
    { auto: true },
  ],
})

/** The browser reports every refused call, and that axe may not enter the frame of a mail, which runs no script. */
const isExpected = (error: string) =>
  error.startsWith('Failed to load resource') ||
  /^Blocked script execution in '[^']+\/mail-frame'/.test(error)

export { expect }

/** Printed with a failure, where often only the output is at hand. Short, because the reporter cuts off the rest. */
async function lastWords(page: Page, troubles: readonly string[]): Promise<string> {
  const said = await page.locator('h1, [role=alert]').allInnerTexts()
  return [...said, ...troubles.slice(-4)].map((line) => line.slice(0, 60)).join('\n')
}

/** The log-in page shows, and takes what is typed, before its script has come; the phone number comes with it. */
export async function scriptHasCome(page: Page): Promise<void> {
  await expect(page.getByRole('contentinfo')).toContainText(/\d/)
}

/** From the log-in page to wherever it leads, with the code read from the sandbox's inbox. */
export async function logIn(page: Page, inbox: Inbox, parent: Parent, path = '/login'): Promise<void> {
  await inTurn(parent.email, async () => {
    await page.goto(path)
    await scriptHasCome(page)
    const mark = await inbox.mark()
    await page.getByLabel('Email address').fill(parent.email)
    await page.getByRole('button', { name: 'Continue' }).click()
    const { code } = await inbox.next(parent.mobile, 'sms', mark)
    const loggedIn = page.waitForResponse((reply) => reply.url().endsWith('/otp-login'))
    await page.getByLabel('Enter code').fill(code ?? '')
    await loggedIn
  })
}

/** Where a journey begins. The account is the parent's first one unless another is named; null leaves it open. */
type Start = {
  path?: string
  accountId?: string | null
  /** How far the page has to be; a journey that holds its script back cannot wait for the whole. */
  waitUntil?: 'load' | 'commit'
}

/** Starts a journey behind the log-in, in a session made by the server's own code. */
export async function signIn(page: Page, parent: Customer, start?: Start): Promise<void> {
  await startWith(page, await newSession(parent), parent, start)
}

/** The same with a code, for journeys about log-in and sessions: its calls, made without the screens. */
export async function signInWithCode(
  page: Page,
  inbox: Inbox,
  parent: Customer,
  start?: Start,
): Promise<void> {
  const token = await inTurn(parent.email, async () => {
    const mark = await inbox.mark()
    const sent = await page.request.post('/api/auth/customer/send-otp', { data: { email: parent.email } })
    expect(sent.status()).toBe(200)
    const { code } = await inbox.next(parent.mobile, 'sms', mark)
    const reply = await page.request.post('/api/auth/customer/otp-login', {
      data: { email: parent.email, otp: code },
    })
    return ((await reply.json()) as { token: string }).token
  })
  await startWith(page, token, parent, start)
}

async function startWith(
  page: Page,
  token: string,
  parent: Customer,
  { path = '/', accountId = parent.accountId, waitUntil = 'load' }: Start = {},
): Promise<void> {
  const context = page.context()
  await context.addInitScript(rememberToasts)
  await context.addInitScript(startSession, { origin: addresses().portal, token, accountId })
  await page.goto(path, { waitUntil })
}

/** Runs in the page before its own script, and only once per session: what the page does with it later stays. */
function startSession(session: { origin: string; token: string; accountId: string | null }): void {
  if (location.origin !== session.origin) return
  const mark = `journey.${session.token}`
  if (localStorage.getItem(mark)) return
  localStorage.setItem(mark, 'begun')
  localStorage.setItem('larkwell.token', session.token)
  if (session.accountId !== null) localStorage.setItem('larkwell.accountId', session.accountId)
}

type Said = { said?: string[] }

/** Runs in the page. A toast goes after five seconds, and a busy machine may look for it later than that. */
function rememberToasts(): void {
  const page = globalThis as Said
  if (page.said) return
  const said = (page.said = [] as string[])
  const seen = new WeakSet<Element>()
  new MutationObserver(() => {
    for (const toast of document.querySelectorAll('.toasts [role=status]')) {
      if (seen.has(toast) || !toast.textContent) continue
      seen.add(toast)
      said.push(toast.textContent)
    }
  }).observe(document, { childList: true, subtree: true, characterData: true })
}

/** That a toast has said this since the page came; each is taken once. Needs a journey that began with a session. */
export async function expectSaid(page: Page, text: string): Promise<void> {
  const take = (wanted: string) => {
    const { said = [] } = globalThis as Said
    const index = said.findIndex((each) => each.includes(wanted))
    return index >= 0 && said.splice(index, 1).length > 0
  }
  await expect.poll(() => page.evaluate(take, text), `a toast says ${text}`).toBe(true)
}

/**
 * Looks for what keeps people out. To put frames together axe opens a page of its own, which doubles the time; a page
 * without frames has nothing to put together. axe cannot run in a frame without scripts, such as that of a mail: it
 * would wait for ever. Rules that pass are not listed, because no journey reads them.
 */
export function axeOn(page: Page): AxeBuilder {
  const hasFrames = page.frames().length > 1
  return new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode(!hasFrames)
    .exclude('iframe[sandbox]:not([sandbox~="allow-scripts"])')
}

/** A colour on its way to another is none that anybody reads: what is judged stands still. */
async function standStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ends = (animation: Animation) =>
      animation.playState === 'running' && Number(animation.effect?.getComputedTiming().endTime) < Infinity
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(ends)
        .map(({ finished }) => finished),
    )
  })
}

/**
 * With `--long` every state of a page is judged that a journey comes to. Judging takes as long as half a journey, so by
 * default `accessibility.spec.ts` does it once for each page.
 */
export async function expectAccessible(page: Page): Promise<void> {
  if (isLong) await expectAccessibleAsItIs(page)
}

export async function expectAccessibleAsItIs(page: Page): Promise<void> {
  // A dialog takes its place a moment after it opens; until then axe would judge the page behind it.
  // One that is closing may be gone by the time that it is asked, so they are counted anew each time.
  await expect(async () => {
    for (const dialog of await page.getByRole('dialog').all())
      await expect(dialog).toBeInViewport({ timeout: 1000 })
  }).toPass()
  await standStill(page)
  const { violations } = await axeOn(page)
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
}

export const stored = (page: Page, name: string) =>
  page.evaluate((key) => localStorage.getItem(`larkwell.${key}`), name)

/**
 * Time stands still in the page from here on, and passes by `page.clock.runFor` alone. What a journey counts in seconds
 * it cannot count beside a clock that goes on: a busy machine takes seconds for anything.
 */
export async function stopClock(page: Page): Promise<void> {
  const now = Date.now()
  // From well before: what is past by the time that it arrives cannot be stopped at.
  await page.clock.install({ time: now - 600_000 })
  await page.clock.pauseAt(now)
}

/** The plan of the displayed year as the server has it, whatever the page is reading just now. */
export async function readSchedule(page: Page, { accountId }: Customer): Promise<PaymentPlan> {
  const headers = { authorization: `Bearer ${await stored(page, 'token')}` }
  const path = `/api/portal/customer/account/${accountId}/payment-schedule`
  return (await page.request.get(path, { headers })).json() as Promise<PaymentPlan>
}

/**
 * Holds the calls to an address back until they are let go. What a page shows only while it waits is there as long as
 * a journey needs to see it, however quick or slow the machine is.
 */
export async function hold(page: Page, address: string | RegExp, method = 'GET'): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    if (route.request().method() === method) await released
    await route.fallback()
  })
  return release
}
