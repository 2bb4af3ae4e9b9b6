import type { Page, Request } from '@playwright/test'
import { customers } from './customers.ts'
import { expect, expectAccessible, hold, signIn, stored, test as journey } from './journey.ts'
import { newFamily } from './new-family.ts'

const script = /\/assets\/index-.*\.js$/
const guestPath = '/pay-now?request=demo-full'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const paths = (calls: readonly Request[]) =>
  calls.filter((call) => call.method() === 'GET').map((call) => call.url().replace(/^.*\/api\/portal/, ''))

/** The browser itself reports what it could not load. */
const troubled = journey.extend({ noErrors: async ({}, use) => use() })

journey.describe('Before its script has come, a page', () => {
  journey(
    'greets the parent by name, and everything is asked for once @phone @long',
    async ({ page, calls }) => {
      const [olivia] = await customers('olivia')
      const release = await hold(page, script)
      await signIn(page, olivia, { waitUntil: 'commit' })
      await expect(heading(page)).toHaveText(`Hi ${olivia.firstName}`)
      await expect(page.getByText('Wattle Grove College · Plus account')).toBeVisible()
      await expectAccessible(page)
      const early = paths(calls)
      expect(early.toSorted()).toEqual([
        `/customer/account/${olivia.accountId}/overview`,
        '/customer/accounts',
      ])

      release()
      await expect(page.getByText('Upcoming payment', { exact: true })).toBeVisible()
      await page.waitForLoadState('networkidle')
      expect(paths(calls).filter((path) => early.includes(path))).toEqual(early)
    },
  )

  journey('names the school to a guest, and everything is asked for once @phone', async ({ page, calls }) => {
    const release = await hold(page, script)
    await page.goto(guestPath, { waitUntil: 'commit' })
    const lead = page.getByText('To make a payment to Wattle Grove College, complete the details below.')
    await expect(lead).toBeVisible()
    await expectAccessible(page)
    release()
    await expect(page.getByRole('button', { name: 'Proceed to payment method' })).toBeVisible()
    await expect(lead).toBeVisible()
    expect(paths(calls).filter((path) => path.includes('payment-page-details'))).toHaveLength(1)
  })

  journey('says what it is for, where all else depends on the account @long', async ({ page, calls }) => {
    const [olivia] = await customers('olivia')
    const release = await hold(page, script)
    await signIn(page, olivia, { path: '/payment-schedule', waitUntil: 'commit' })
    await expect(heading(page)).toHaveText('Customise your payment schedule')
    release()
    await expect(page.getByRole('heading', { name: 'To come' })).toBeVisible()
    for (const path of ['plan-material', 'repayment-details', 'accounts'])
      expect(paths(calls).filter((each) => each.endsWith(`/${path}`))).toHaveLength(1)
  })

  journey('shows nothing of itself without a session @long', async ({ page, calls }) => {
    const release = await hold(page, script)
    await page.goto('/payment-schedule', { waitUntil: 'commit' })
    await expect(page.locator('#root')).toBeEmpty()
    release()
    await expect(page).toHaveURL('/login?redirect=%2Fpayment-schedule')
    expect(paths(calls)).toEqual([])
  })
})

journey.describe('A reply that the page has asked for early', () => {
  journey('may come after the script @long', async ({ page, calls }) => {
    const [olivia] = await customers('olivia')
    const release = await hold(page, '**/overview')
    await signIn(page, olivia)
    await expect(page.getByText('Loading your account')).toBeAttached()
    await expect(heading(page)).toHaveText('Overview')
    release()
    await expect(heading(page)).toHaveText(`Hi ${olivia.firstName}`)
    expect(paths(calls).filter((path) => path.endsWith('/overview'))).toHaveLength(1)
  })

  troubled('may never come: it is asked for again @long', async ({ page, calls }) => {
    const [olivia] = await customers('olivia')
    await page.route('**/overview', (route) => route.abort(), { times: 1 })
    await signIn(page, olivia)
    await expect(heading(page)).toHaveText(`Hi ${olivia.firstName}`)
    expect(paths(calls).filter((path) => path.endsWith('/overview'))).toHaveLength(2)
  })

  journey('tells of a session that has ended, and nothing is shown @long', async ({ page }) => {
    const [olivia] = await customers('olivia')
    await page.route('**/api/portal/customer/**', (route) =>
      route.fulfill({ status: 401, json: { code: 'unauthenticated', msg: 'Please log in.' } }),
    )
    await signIn(page, olivia)
    await expect(page).toHaveURL('/login?logoutReason=security')
    await expect(page.getByText('You have been logged out for security reasons.')).toBeVisible()
    expect(await stored(page, 'token')).toBeNull()
  })

  journey('is never shown to the next person at the same browser', async ({ page, context, calls }) => {
    const [[olivia], other] = [await customers('olivia'), await newFamily({})]
    // The first one's data is late: it comes when she has left.
    const release = await hold(page, '**/overview')
    await signIn(page, olivia)
    await expect(page.getByText('Loading your account')).toBeAttached()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
    release()
    expect(await page.evaluate(() => (globalThis as { earlyReplies?: unknown }).earlyReplies)).toBeUndefined()

    const seen: string[] = []
    await context.exposeFunction('noteText', (text: string) => void seen.push(text))
    await context.addInitScript(() => {
      const { noteText } = globalThis as unknown as { noteText: (text: string) => void }
      new MutationObserver(() => noteText(document.body?.textContent ?? '')).observe(document, {
        childList: true,
        subtree: true,
        characterData: true,
      })
    })
    const before = calls.length
    await signIn(page, other)
    await expect(heading(page)).toHaveText(`Hi ${other.firstName}`)
    expect(seen.filter((text) => text.includes(olivia.firstName))).toEqual([])
    const token = await stored(page, 'token')
    for (const call of calls.slice(before).filter((each) => each.url().includes('/customer/')))
      expect(await call.headerValue('authorization')).toBe(`Bearer ${token}`)
  })
})

troubled.describe('Where the script cannot run', () => {
  troubled('a page says that it could not load, and how to go on @long', async ({ page }) => {
    const [olivia] = await customers('olivia')
    await page.route(script, (route) => route.abort())
    await signIn(page, olivia)
    await expect(heading(page)).toHaveText('Larkwell could not load')
    await expect(page.getByRole('alert')).toHaveText('Check your connection, then reload this page.')
    await expectAccessible(page)
    await page.unroute(script)
    await page.getByRole('link', { name: 'reload this page' }).click()
    await expect(heading(page)).toHaveText(`Hi ${olivia.firstName}`)
  })

  troubled.describe('because scripts are switched off', () => {
    troubled.use({ javaScriptEnabled: false })
    for (const path of ['/', '/login', '/statements', guestPath])
      troubled(`${path} says what it needs @long`, async ({ page }) => {
        await page.goto(path, { waitUntil: 'domcontentloaded' })
        // A text inside `noscript` is found by its place alone.
        const note = page.locator('noscript p')
        await expect(note).toBeVisible()
        await expect(note).toHaveText('Larkwell needs JavaScript. Switch it on, then reload this page.')
        await expect(page.locator('#root')).toBeHidden()
      })
  })
})
