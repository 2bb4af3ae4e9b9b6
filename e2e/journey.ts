import AxeBuilder from '@axe-core/playwright'
import { expect, test as base, type Page, type Request } from '@playwright/test'
import { addresses } from './stack.ts'

type Message = { seq: number; text: string; code?: string; links: string[] }

export type Inbox = {
  /** The next message for somebody that arrives after `mark`. */
  next(to: string, kind: 'sms' | 'email', mark: number): Promise<Message>
  mark(): Promise<number>
}

export type Parent = { email: string; mobile: string }

/** Demo families log in with these; the numbers come from the database, as everything else does. */
export const test = base.extend<{ inbox: Inbox; calls: Request[]; noErrors: void }>({
  // The address is known once the stack runs, which is after the configuration was read.
  baseURL: async ({}, use) => use(addresses().portal),

  inbox: async ({ request }, use) => {
    const messages = `${addresses().sandbox}/_sandbox/api/messages`
    await use({
      async mark() {
        const reply = await request.get(messages, { params: { limit: 0 } })
        return ((await reply.json()) as { lastSeq: number }).lastSeq
      },
      async next(to, kind, mark) {
        const reply = await request.get(messages, { params: { to, kind, after: mark, wait: 10_000 } })
        const [newest] = ((await reply.json()) as { messages: Message[] }).messages
        if (!newest) throw new Error(`No ${kind} reached ${to}`)
        return newest
      },
    })
  },

  /** Every call to the API that the page makes. */
  calls: async ({ page }, use) => {
    const calls: Request[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/api/')) calls.push(request)
    })
    await use(calls)
  },

  /** A journey that leaves an error in the console has failed, whatever it shows. */
  noErrors: [
    async ({ page }, use, testInfo) => {
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(error.message))
      page.on('console', (line) => {
        // The browser itself reports every refused call; those that a journey provokes are expected.
        if (line.type() === 'error' && !line.text().startsWith('Failed to load resource'))
          errors.push(line.text())
      })
      await use()
      if (testInfo.status === 'passed') expect(errors).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** From the log-in page to wherever it leads, with the code read from the sandbox's inbox. */
export async function logIn(page: Page, inbox: Inbox, parent: Parent, path = '/login'): Promise<void> {
  await page.goto(path)
  const mark = await inbox.mark()
  await page.getByLabel('Email address').fill(parent.email)
  await page.getByRole('button', { name: 'Continue' }).click()
  const { code } = await inbox.next(parent.mobile, 'sms', mark)
  await page.getByLabel('Enter code').fill(code ?? '')
  await page.getByRole('button', { name: 'Log in' }).click()
}

export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
}

export const stored = (page: Page, name: string) =>
  page.evaluate((key) => localStorage.getItem(`larkwell.${key}`), name)
