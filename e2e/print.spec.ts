import type { Locator, Page } from '@playwright/test'
import { customers } from './customers.ts'
import { expect, signIn, test } from './journey.ts'

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const colorOf = (element: Locator) => element.evaluate((found) => getComputedStyle(found).color)
const ink = 'rgb(21, 32, 27)'

/** How many sheets of A4 the page takes. */
const sheetsOf = async (page: Page) =>
  (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length

test.describe('On paper', () => {
  test('a page shows what it says in ink, and none of the ways to act on it', async ({ page }) => {
    const [parent] = await customers('olivia')
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await signIn(page, parent)
    await expect(title(page)).toContainText(parent.firstName)
    const upcoming = page.getByRole('region', { name: 'Upcoming payment' })
    await expect(upcoming).toBeVisible()

    await test.step('The Overview', async () => {
      await expect(page.getByRole('navigation')).toBeHidden()
      await expect(page.locator('.btn:visible, iframe:visible')).toHaveCount(0)
      // A fixed header would cover the first lines of every sheet.
      await expect(page.getByRole('banner')).toHaveCSS('position', 'static')
      expect(await colorOf(upcoming.locator('.money').first())).toBe(ink)
      await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
      // Folded on the screen, printed all the same.
      for (const folded of await page.locator('details:not([open]) > :not(summary)').all())
        await expect(folded).toBeVisible()
      expect(await sheetsOf(page)).toBeLessThanOrEqual(3)
    })
    await test.step('The other pages', async () => {
      for (const [path, heading] of [
        ['/transactions', 'Transactions'],
        ['/payment-schedule', 'Customise your payment schedule'],
      ] as const) {
        await page.goto(path)
        await expect(title(page)).toHaveText(heading)
        await expect(page.getByText('$859').first()).toBeVisible()
        await expect(page.getByRole('navigation')).toBeHidden()
        expect(await sheetsOf(page)).toBeLessThanOrEqual(3)
      }
    })
  })
})
