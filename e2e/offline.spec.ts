import { customers } from './customers.ts'
import { expect, expectAccessible, signIn, test as journey } from './journey.ts'

/** The browser itself reports every call that finds no network. */
const test = journey.extend({ noErrors: async ({}, use) => use() })

test.describe('Without a connection', () => {
  test('a bar says so until the connection is back @phone', async ({ page, context }) => {
    const [parent] = await customers('olivia')
    await signIn(page, parent)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(parent.firstName)
    const bar = page.getByText('What you see may be out of date.')
    await context.setOffline(true)
    await expect(bar).toHaveText(
      'You are offline. What you see may be out of date. You can go on as soon as you are connected again.',
    )
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page)
    await context.setOffline(false)
    await expect(bar).toHaveCount(0)
  })

  test('what is on the screen stays, however long it takes @long', async ({ page, context }) => {
    const [parent] = await customers('olivia')
    await page.clock.install()
    await signIn(page, parent)
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toContainText(parent.firstName)
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await page.clock.runFor(5 * 60_000)
    await expect(page.getByText('What you see may be out of date.')).toBeVisible()
    await expect(heading).toContainText(parent.firstName)
  })

  test('a page that could not load says why, and opens by itself once there is one @long', async ({
    page,
    context,
  }) => {
    const [parent] = await customers('olivia')
    await signIn(page, parent)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(parent.firstName)
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Transactions' }).click()
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible({ timeout: 60_000 })
    await expect(page.getByText('It opens by itself as soon as you are connected again.')).toBeVisible()
    await expectAccessible(page)
    await context.setOffline(false)
    await expect(page.getByRole('heading', { name: 'Transactions', level: 1 })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'You are offline' })).toHaveCount(0)
  })
})
