import { customers } from './customers.ts'
import { openDesk } from './desk.ts'
import { expect, expectAccessibleAsItIs, scriptHasCome, signIn, test } from './journey.ts'

test.describe('Nobody is kept out', () => {
  test('of the log-in page, by day and by night', async ({ page }) => {
    await page.goto('/login')
    await scriptHasCome(page)
    await expectAccessibleAsItIs(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessibleAsItIs(page)
  })

  test('of the pages of a family @phone', async ({ page }) => {
    const [parent] = await customers('olivia')
    await signIn(page, parent)
    await expect(page.getByRole('region', { name: 'Upcoming payment' })).toBeVisible()
    await expectAccessibleAsItIs(page)
    const pages = {
      '/transactions': 'Transactions',
      '/statements': 'Statements',
      '/payment-schedule': 'Customise your payment schedule',
      '/manage-payments': 'Payment preferences',
      '/profile': 'Profile',
    }
    for (const [path, title] of Object.entries(pages)) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      await expectAccessibleAsItIs(page)
    }
  })

  test('of the page of a guest', async ({ page }) => {
    await page.goto('/pay-now?request=demo-full')
    await expect(page.getByRole('radio', { name: /Pay total amount due/ })).toBeChecked()
    await expectAccessibleAsItIs(page)
  })

  test('of the desk', async ({ page }) => {
    await openDesk(page, 'operations')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await expectAccessibleAsItIs(page)
  })
})
