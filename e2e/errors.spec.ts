import type { Page } from '@playwright/test'
import { customers } from './customers.ts'
import { expect, expectAccessible, signIn, test as journey } from './journey.ts'
import { rows } from './rows.ts'

/** These journeys are about errors. */
const test = journey.extend({ noErrors: async ({}, use) => use() })

type Report = {
  message: string
  path: string
  stack: string | null
  requestId: string | null
  customerId: string | null
  times: number
}

/** What was reported with these words, as staff would find it. */
const reportsOf = (words: string) =>
  rows<Report>(
    `select message, path, stack, request_id as "requestId", customer_id as "customerId", times
     from client_error where message like $1 order by at`,
    [`%${words}%`],
  )

const oops = (page: Page) => page.getByRole('heading', { name: 'Oops, something went wrong.' })
const retry = (page: Page) => page.getByRole('button', { name: 'Retry' })
const chat = (page: Page) => page.getByRole('button', { name: 'Chat With Us' })

test.describe('The page that makes errors', () => {
  test('is open to everyone, on no index, and shows and reports each kind @phone-long @long', async ({
    page,
  }) => {
    await page.goto('/test-errors/anything')
    await expect(page.getByRole('heading', { name: 'Test errors' })).toBeVisible()
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    await expectAccessible(page)

    const failed = page.waitForResponse((reply) => reply.url().endsWith('/api/auth/customer/test-error'))
    await page.getByRole('button', { name: 'Create server error' }).click()
    const reply = await failed
    expect([reply.status(), reply.request().method()]).toEqual([500, 'POST'])
    const requestId = reply.headers()['x-request-id']
    await expect(page.getByRole('status')).toContainText(
      `The server answered 500: Oops, something went wrong.`,
    )
    await expect
      .poll(() => reportsOf('POST /api/auth/customer/test-error: '))
      .toContainEqual(expect.objectContaining({ path: '/test-errors/anything', requestId }))

    const delayed = async () =>
      (await reportsOf('Test of a delayed error')).reduce((sum, { times }) => sum + times, 0)
    const before = await delayed()
    await page.getByRole('button', { name: 'Create delayed error' }).click()
    await expect(page.getByRole('status')).toHaveText('An error will be thrown in 2 seconds.')
    expect(await delayed()).toBe(before)
    await expect(page.getByRole('status')).toHaveText('The delayed error has been thrown.')
    await expect.poll(delayed).toBe(before + 1)

    await page.getByRole('button', { name: 'Create client error' }).click()
    await expect(oops(page)).toBeVisible()
    await expect(page.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/)
    await expect(page.getByText(/^Call/)).toContainText(/\d{3}/)
    await expect(chat(page)).toHaveCount(0)
    await expect
      .poll(() => reportsOf('Test of a client error'))
      .toContainEqual(expect.objectContaining({ message: 'Error: Test of a client error', customerId: null }))
    await retry(page).click()
    await expect(page.getByRole('button', { name: 'Create client error' })).toBeVisible()

    await page.goto('/login')
    await expect(page.locator('meta[name=robots], a[href*=test-errors]')).toHaveCount(0)
  })
})

test.describe('An error report', () => {
  test('is made of whatever nobody catches, without the secrets in it', async ({ page }) => {
    await page.goto('/login?redirect=%2Fstatements&email=')
    await expect(page.getByLabel('Email address')).toBeVisible()
    await page.evaluate(() => {
      const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJzb21lYm9keSJ9.c2lnbmF0dXJlc2lnbmF0dXJl'
      setTimeout(() => {
        throw new Error(`thrown with ${token} for secret.person@mail.example at /login?token=hush`)
      })
      void Promise.reject(new TypeError('rejected with 4242 4242 4242 4242'))
      const inline = document.createElement('script')
      inline.textContent = 'window.isUnsafe = true'
      document.body.append(inline)
    })
    for (const words of [
      'thrown with [token] for [email] at /login',
      'rejected with [number]',
      'script-src-elem inline',
    ])
      await expect.poll(async () => (await reportsOf(words)).length, words).toBeGreaterThan(0)
    const all = JSON.stringify(await rows('select * from client_error', []))
    expect(all).not.toMatch(/eyJ|secret\.person|hush|4242 4242|redirect=/)
  })

  test('of a call names the customer and comes once, however often it is asked again @long', async ({
    page,
  }) => {
    const [parent] = await customers('type.go')
    await page.clock.install()
    await page.route('**/overview', (route) =>
      route.fulfill({
        status: 500,
        headers: { 'X-Request-Id': 'r-500' },
        json: { code: 'server_error', msg: 'no' },
      }),
    )
    await signIn(page, parent)
    for (const _ of [1, 2, 3, 4]) await page.clock.runFor(9_000)
    await expect(oops(page)).toBeVisible()
    const own = async () =>
      (await reportsOf('/overview: ApiError: 500')).filter(
        ({ customerId }) => customerId === parent.customerId,
      )
    await expect.poll(own).toMatchObject([{ path: '/', requestId: 'r-500', times: 1 }])

    // The shell stays, and the chat is there for a customer who is signed in.
    await expect(page.getByRole('navigation')).toBeVisible()
    await chat(page).click()
    await expect(page.getByRole('complementary', { name: 'Support' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.unroute('**/overview')
    await retry(page).click()
    await expect(page.getByRole('region', { name: 'Upcoming payment' })).toBeVisible()
  })

  test('is not made of the end of a session @long', async ({ page, calls }) => {
    const [parent] = await customers('type.go')
    await page.route('**/overview', (route) =>
      route.fulfill({ status: 401, json: { code: 'unauthenticated', msg: 'Please log in again.' } }),
    )
    await signIn(page, parent)
    await expect(page.getByText('You have been logged out for security reasons.')).toBeVisible()
    expect(calls.filter((call) => call.url().endsWith('/client-errors'))).toEqual([])
  })

  test('is made of a refusal that takes the page down, which no retry can help @long', async ({
    page,
    calls,
  }) => {
    const [parent] = await customers('type.go')
    await page.route('**/overview', (route) =>
      route.fulfill({ status: 403, json: { code: 'forbidden', msg: 'You do not have access to this.' } }),
    )
    await signIn(page, parent)
    await expect(oops(page)).toBeVisible()
    await expect(retry(page)).toHaveCount(0)
    await expect(chat(page)).toBeVisible()
    const reported = () => calls.filter((call) => call.url().endsWith('/client-errors'))
    await expect
      .poll(() => reported().map((call) => (call.postDataJSON() as Report).message))
      .toEqual(['ApiError: 403 forbidden: You do not have access to this.'])

    await page.route('**/repayment-details*', (route) =>
      route.fulfill({ status: 403, json: { code: 'forbidden', msg: 'You do not have access to this.' } }),
    )
    await page.goto('/manage-payments')
    await expect(oops(page)).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Go to Overview' }).click()
    await expect(page).toHaveURL('/')
    await expect(oops(page)).toHaveCount(0)
  })
})

test('Without a page to show, the error page is all there is, and another place is another chance', async ({
  page,
}) => {
  await page.route(/assets\/gallery-page-/, (route) => route.abort())
  await page.goto('/_gallery')
  await expect(oops(page)).toBeVisible()
  await expectAccessible(page)
  await page.evaluate(() => history.pushState(null, '', '/404'))
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})
