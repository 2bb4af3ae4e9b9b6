import { customers } from './customers.ts'
import { expect, expectAccessible, logIn, stored, test } from './journey.ts'

test.describe('The shell', () => {
  test('invites to the fund until it is dismissed, and then stays quiet, also after a log-out @phone', async ({
    page,
    inbox,
  }) => {
    const [parent] = await customers('vc.invited')
    await logIn(page, inbox, parent)
    const banner = page.getByRole('region', { name: 'Notice' })
    await expect(banner).toContainText('Families Innovation Fund')
    await expect(banner.getByRole('link', { name: 'Donate' })).toHaveAttribute('href', /^https:\/\//)
    await expectAccessible(page)
    await banner.getByRole('button', { name: 'Dismiss' }).click()
    await expect(banner).toHaveCount(0)
    expect(await stored(page, 'notificationDismissed')).toBe('true')
    await page.reload()
    await expect(page.getByRole('region', { name: 'Upcoming payment' })).toBeVisible()
    await expect(banner).toHaveCount(0)

    if (await page.getByRole('button', { name: 'Open navigation menu' }).isVisible()) {
      await page.getByRole('button', { name: 'Open navigation menu' }).click()
    }
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/\/login$/)
    expect(await stored(page, 'notificationDismissed')).toBe('true')
  })

  for (const name of ['vc.active', 'vc.missing']) {
    test(`does not invite ${name}`, async ({ page, inbox }) => {
      const [parent] = await customers(name)
      await logIn(page, inbox, parent)
      await expect(page.getByRole('region', { name: 'Upcoming payment' })).toBeVisible()
      await expect(page.getByRole('region', { name: 'Notice' })).toHaveCount(0)
    })
  }

  test('hides its navigation behind a button on a phone @phone-only', async ({ page, inbox }) => {
    const [parent] = await customers('mixedregion')
    await logIn(page, inbox, parent)
    await page
      .getByRole('button', { name: /Oakfield/ })
      .first()
      .click()
    await expect(page.getByRole('region', { name: 'Upcoming payment' })).toContainText('£')
    await page.getByRole('button', { name: 'Open navigation menu' }).click()
    await expectAccessible(page)
    await page
      .getByRole('navigation')
      .getByRole('button', { name: /Oakfield/ })
      .click()
    await expect(page.getByText('Select account')).toBeVisible()
    await page.getByRole('button', { name: /Wattle Grove/ }).click()
    await expect(page.getByRole('region', { name: 'Upcoming payment' })).toContainText('$')
    expect(await stored(page, 'region')).toBe('AU')
  })
})
