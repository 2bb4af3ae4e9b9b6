import type { Page } from '@playwright/test'
import { customers } from './customers.ts'
import { expect, expectAccessible, signIn, test } from './journey.ts'

const titles = {
  '/transactions': 'Transactions',
  '/statements': 'Statements',
  '/payment-schedule': 'Customise your payment schedule',
  '/manage-payments': 'Payment preferences',
  '/payments/complete': 'Payment preferences',
  '/switch-account': 'Switch your payments',
  '/verify-identity': 'Verify your identity',
  '/profile': 'Profile',
  '/pay-now': 'Make a payment',
}

/** As a link in the page would: the page stays, the address changes. */
const goTo = (page: Page, path: string) => page.evaluate((to) => history.pushState(null, '', to), path)

const title = (page: Page) => page.getByRole('heading', { level: 1 })

test.describe('An address', () => {
  test('behind the log-in leads a stranger there and back, an unknown one to nothing', async ({
    page,
    calls,
  }) => {
    await page.goto('/profile?from=mail#x')
    await expect(page).toHaveURL('/login?redirect=%2Fprofile%3Ffrom%3Dmail')
    for (const path of Object.keys(titles)) {
      await goTo(page, `${path}?from=mail`)
      await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent(`${path}?from=mail`)}`)
    }
    await goTo(page, '/')
    await expect(page).toHaveURL('/login')
    await goTo(page, '/pay-now?request=')
    await expect(page).toHaveURL('/login?redirect=%2Fpay-now%3Frequest%3D')

    await page.goto('/nope')
    await expect(page).toHaveURL('/404')
    await expect(page).toHaveTitle('Page not found · Larkwell')
    await expectAccessible(page)
    for (const path of ['/transactions/x', '/profile/x', '/payments/complete/x', '/payments', '/loginx']) {
      await goTo(page, path)
      await expect(page).toHaveURL('/404')
    }
    await page.getByRole('link', { name: 'Go to Overview' }).click()
    await expect(page).toHaveURL('/login')
    expect(calls).toEqual([])
  })

  test('of a page has its title, its heading and its place in the navigation @phone', async ({
    page,
    isMobile,
  }) => {
    // A family without an invitation to switch has no page for it.
    const [parent] = await customers('switch.decline')
    await signIn(page, parent, { path: '/profile/' })
    await expect(title(page)).toHaveText('Profile')
    const active = page.getByRole('navigation').locator('[aria-current="page"]')
    if (!isMobile) await expect(active).toHaveText('Profile')
    const items: Record<string, string> = {
      '/transactions': 'Transactions',
      '/statements': 'Statements',
      '/payment-schedule': 'Payment schedule',
      '/manage-payments/add/card': 'Payment methods',
      '/switch-account/x': 'Overview',
      '/verify-identity': 'Overview',
    }
    for (const [path, item] of Object.entries(items)) {
      await goTo(page, path)
      const name = titles[`/${path.split('/')[1]}` as keyof typeof titles]
      await expect(title(page)).toHaveText(name)
      await expect(title(page)).toBeFocused()
      await expect(page).toHaveTitle(`${name} · Larkwell`)
      if (!isMobile) await expect(active).toHaveText(item)
    }
    await expectAccessible(page)

    await page.goto('/nope')
    await expect(page).toHaveURL('/404')
    await page.getByRole('link', { name: 'Go to Overview' }).click()
    await expect(title(page)).toContainText(parent.firstName)
  })

  test('without an account is not found, and the choice of one leads back @long', async ({ page }) => {
    const [parent] = await customers('twoactive')
    await signIn(page, parent, { path: '/profile?tab=1', accountId: null })
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    for (const path of Object.keys(titles)) {
      await goTo(page, path)
      await expect(page).toHaveURL(path)
      await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    }
    await goTo(page, '/profile?tab=1')
    await page.getByRole('link', { name: 'Choose an account' }).click()
    await page.getByRole('button', { name: /Ironbark/ }).click()
    await expect(page).toHaveURL('/profile?tab=1')
    await expect(title(page)).toHaveText('Profile')
  })

  test('of a payment page asks guests nothing, not even in a session @phone-long @long', async ({
    page,
    calls,
  }) => {
    await page.goto('/pay-now?request=demo-nobreakdown')
    await expect(title(page)).toHaveText('Make a payment')
    const [parent] = await customers('olivia')
    await signIn(page, parent, { path: '/pay-now/?request=demo-nobreakdown' })
    await expect(title(page)).toHaveText('Make a payment')
    expect(calls.filter((call) => 'authorization' in call.headers())).toEqual([])

    await page.goto('/pay-now')
    await expect(title(page)).toHaveText('Make a payment')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Larkwell' })).toHaveAttribute(
      'href',
      '/',
    )
    await expect(page.getByRole('navigation')).toHaveCount(0)
    expect((await page.getByRole('banner').boundingBox())?.height).toBe(80)
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page)
  })

  test('of Statements is gone where an installation hides them @long', async ({ page }) => {
    await page.route('**/*', async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback()
      const reply = await route.fetch()
      const body = (await reply.text()).replace('"hideStatements":false', '"hideStatements":true')
      return route.fulfill({ response: reply, body })
    })
    const [parent] = await customers('olivia')
    await signIn(page, parent, { path: '/statements' })
    await expect(page).toHaveURL('/404')
    await page.getByRole('link', { name: 'Go to Overview' }).click()
    const navigation = page.getByRole('navigation')
    await expect(navigation.getByRole('link', { name: 'Payment methods' })).toBeVisible()
    await expect(navigation.getByRole('link', { name: 'Statements' })).toHaveCount(0)
  })
})

test.describe('The step of the set-up', () => {
  const statusCall = '**/account-setup-status'

  test('is asked for at every navigation, and nothing is shown before it is known @long', async ({
    page,
    calls,
  }) => {
    const asked = () => calls.filter((call) => call.url().endsWith('/account-setup-status')).length
    let answer = () => {}
    await page.route(statusCall, async (route) => {
      await new Promise<void>((done) => (answer = done))
      await route.continue()
    })
    const [parent] = await customers('setup.schedule')
    await signIn(page, parent)
    const navigation = page.getByRole('navigation')
    const items = navigation.getByRole('list').first().getByRole('listitem')
    await expect.poll(asked).toBe(1)
    await expect(items).toHaveText(['Overview', 'Transactions'])
    await expect(page.locator('.page')).toBeEmpty()
    answer()
    await expect(title(page)).toContainText(parent.firstName)
    // The account allows no changes of the schedule; setting one up is what it waits for.
    await expect(items).toHaveText(['Overview', 'Transactions', 'Payment schedule', 'Payment methods'])
    await expect(page.locator('body')).toHaveClass('v2025')

    for (const [count, label] of [
      [2, 'Transactions'],
      [3, 'Transactions'],
      [4, 'Profile'],
    ] as const) {
      await navigation.getByRole('link', { name: label }).click()
      await expect.poll(asked).toBe(count)
      await expect(page.locator('.page')).toBeEmpty()
      await expect(items).toHaveCount(4)
      answer()
      await expect(title(page)).toHaveText(label)
      await expect(title(page)).toBeFocused()
    }
    await page.goBack()
    await expect.poll(asked).toBe(5)
    answer()
    await expect(title(page)).toHaveText('Transactions')
  })

  test('that cannot be told is an error with a retry, and one that need not be is not asked for @long', async ({
    page,
    calls,
  }) => {
    const asked = () => calls.filter((call) => call.url().endsWith('/account-setup-status')).length
    const [olivia, parent] = await customers('olivia', 'setup.none')
    await signIn(page, olivia)
    await expect(title(page)).toContainText(olivia.firstName)
    await expect(page.locator('body')).not.toHaveClass(/v2025/)
    await page.getByRole('link', { name: 'Transactions' }).click()
    await expect(title(page)).toHaveText('Transactions')
    expect(asked()).toBe(0)

    await page.clock.install()
    const json = { code: 'server_error', msg: 'no' }
    await page.route(statusCall, (route) => route.fulfill({ status: 500, json }), { times: 4 })
    await signIn(page, parent)
    for (const times of [1, 2, 3, 4]) {
      await expect.poll(asked).toBe(times)
      await page.clock.runFor(9_000)
    }
    await expect(page.getByText('Oops, something went wrong.')).toBeVisible()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(title(page)).toContainText(parent.firstName)
    expect(asked()).toBe(5)
    await expect(page.getByRole('link', { name: 'Payment methods' })).toBeVisible()
  })
})

test.describe('A release in the middle of a visit @long', () => {
  for (const [name, isGoneForGood, outcome] of [
    ['reloads the page once, and it is there', false, 'Transactions'],
    ['does not reload for ever', true, 'Oops, something went wrong.'],
  ] as const) {
    test(name, async ({ context }) => {
      // A page of its own: that a file is missing may stand in its console.
      const page = await context.newPage()
      const [parent] = await customers('olivia')
      await signIn(page, parent)
      await expect(title(page)).toContainText(parent.firstName)
      let loads = 0
      page.on('request', (request) => {
        if (request.resourceType() === 'document') loads += 1
      })
      await page.route('**/assets/transactions-page-*.js', (route) =>
        isGoneForGood || loads === 0 ? route.fulfill({ status: 404 }) : route.fallback(),
      )
      await page.getByRole('link', { name: 'Transactions' }).click()
      await expect(title(page)).toHaveText(outcome)
      await expect(page).toHaveURL('/transactions')
      expect(loads).toBe(1)

      if (!isGoneForGood) return
      await page.getByRole('link', { name: 'Overview' }).click()
      await expect(title(page)).toContainText(parent.firstName)
      await page.getByRole('link', { name: 'Transactions' }).click()
      await expect(title(page)).toHaveText(outcome)
      expect(loads).toBe(1)
      await page.unrouteAll()
      await page.getByRole('button', { name: 'Retry' }).click()
      await expect(title(page)).toHaveText('Transactions')
    })
  }

  test('stays where it is when there is no server to load it from @long', async ({ context }) => {
    const page = await context.newPage()
    const [parent] = await customers('olivia')
    await signIn(page, parent)
    await expect(title(page)).toContainText(parent.firstName)
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Transactions' }).click()
    await expect(title(page)).toHaveText('You are offline')
    await context.setOffline(false)
    await expect(title(page)).toHaveText('Transactions')
  })
})

test('A new page starts at its top, one that is returned to where it was left @phone-long @long', async ({
  page,
}) => {
  const [parent] = await customers('olivia')
  await signIn(page, parent)
  await expect(title(page)).toContainText(parent.firstName)
  await page.evaluate(() => document.body.style.setProperty('min-height', '3000px'))
  const scrolled = () => page.evaluate(() => Math.round(scrollY))
  await page.evaluate(() => scrollTo(0, 500))
  await expect.poll(scrolled).toBe(500)
  await goTo(page, '/profile')
  await expect(title(page)).toHaveText('Profile')
  await expect.poll(scrolled).toBe(0)
  await page.goBack()
  await expect(title(page)).toContainText(parent.firstName)
  await expect.poll(scrolled).toBe(500)
  await page.goForward()
  await expect(title(page)).toHaveText('Profile')
  await expect.poll(scrolled).toBe(0)
})
