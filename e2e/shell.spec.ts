import type { Page } from '@playwright/test'
import { customers } from './customers.ts'
import { expect, expectAccessible, signIn, stored, test } from './journey.ts'
import { watchLayoutShifts } from './login-screen.ts'

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const mainItems = (page: Page) => navigation(page).getByRole('list').first().getByRole('listitem')
const opener = (page: Page) => page.getByRole('button', { name: 'Open navigation menu' })
const closer = (page: Page) => page.getByRole('button', { name: 'Close navigation menu' })
const upcoming = (page: Page) => page.getByRole('region', { name: 'Upcoming payment' })

async function expectAccessibleInTheDark(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
}

test.describe('The shell', () => {
  test('has a header of 80 and a navigation of 260 pixels beside the page, from 744 on @long', async ({
    page,
  }) => {
    const [parent] = await customers('olivia')
    await signIn(page, parent)
    await expect(title(page)).toContainText(parent.firstName)
    await expect(mainItems(page)).toHaveText([
      'Overview',
      'Transactions',
      'Statements',
      'Payment schedule',
      'Payment methods',
    ])
    await expect(page.getByRole('banner')).toContainText(parent.name)
    // One account leaves nothing to choose.
    await expect(page.getByRole('banner').getByRole('button')).toHaveCount(0)
    const boxOf = async (target: ReturnType<typeof page.locator>) => (await target.boundingBox())!
    for (const width of [1440, 744]) {
      await page.setViewportSize({ width, height: 900 })
      await page.evaluate(() => document.body.style.setProperty('min-height', '2000px'))
      await page.evaluate(() => scrollTo(0, 300))
      expect(await boxOf(page.getByRole('banner'))).toEqual({ x: 0, y: 0, width, height: 80 })
      expect(await boxOf(navigation(page))).toEqual({ x: 0, y: 80, width: 260, height: 820 })
      for (const item of await navigation(page).locator('.nav__item').all())
        expect(await boxOf(item)).toMatchObject({ x: 8, width: 244, height: 56 })
      expect((await boxOf(page.getByRole('main'))).x + 260).toBe(520)
      await page.evaluate(() => scrollTo(0, 0))
      expect((await boxOf(title(page))).y).toBeGreaterThan(80)
      const [first, last] = [mainItems(page).last(), navigation(page).getByText('Profile')]
      expect((await boxOf(last)).y).toBeGreaterThan((await boxOf(first)).y + 56)
    }
    await page.setViewportSize({ width: 743, height: 900 })
    await expect(navigation(page)).toBeHidden()
    await expect(opener(page)).toBeVisible()
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect(opener(page)).toBeHidden()
    await expectAccessible(page)
    await expectAccessibleInTheDark(page)
  })

  test('needs no more than a keyboard @long', async ({ page }) => {
    const [parent] = await customers('olivia')
    await signIn(page, parent)
    await expect(title(page)).toContainText(parent.firstName)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport()
    for (const name of ['Larkwell', 'Overview', 'Transactions']) {
      await page.keyboard.press('Tab')
      await expect(page.getByRole('link', { name, exact: true })).toBeFocused()
    }
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/transactions')
    await expect(title(page)).toBeFocused()
    // Whatever comes first in the page: what stands above its list arrives with the list.
    await expect(page.getByRole('main').getByRole('button').first()).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('main').getByRole('button').first()).toBeFocused()
    await page.getByRole('button', { name: 'Support' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('complementary', { name: 'Support' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Support' })).toBeFocused()
    await page.getByRole('link', { name: 'Profile' }).click()
    await expect(page).toHaveURL('/profile')
  })

  test('offers what the account allows', async ({ page }) => {
    const [noMethods, noSchedule] = await customers('pm.noupdates', 'plan.noschedulenav')
    await signIn(page, noMethods)
    await expect(mainItems(page)).toHaveText(['Overview', 'Transactions', 'Statements', 'Payment schedule'])
    await page.goto('/manage-payments')
    await expect(title(page)).toHaveText('Payment preferences')
    await signIn(page, noSchedule)
    await expect(mainItems(page)).toHaveText(['Overview', 'Transactions', 'Statements', 'Payment methods'])
  })

  test('invites to the fund until it is dismissed, and then stays quiet, also after a log-out @phone @long', async ({
    page,
    isMobile,
  }) => {
    const [parent] = await customers('vc.invited')
    const shifted = await watchLayoutShifts(page)
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/overview', async (route) => {
      await answered
      await route.continue()
    })
    await signIn(page, parent)
    const banner = page.getByRole('region', { name: 'Notice' })
    await expect(banner).toContainText('Families Innovation Fund')
    await expect(banner.getByRole('link', { name: 'Donate' })).toHaveAttribute('href', /^https:\/\//)
    await expect(page.getByRole('status')).toHaveText('Loading your account')
    const place = await banner.boundingBox()
    answer()
    await expect(upcoming(page)).toBeVisible()
    expect(await banner.boundingBox()).toEqual(place)
    expect(await shifted()).toEqual([])
    await page.unrouteAll()
    await expectAccessibleInTheDark(page)

    await page.evaluate(() => history.pushState(null, '', '/profile'))
    await expect(title(page)).toHaveText('Profile')
    await banner.getByRole('button', { name: 'Dismiss' }).click()
    await expect(banner).toHaveCount(0)
    expect(await stored(page, 'notificationDismissed')).toBe('true')
    await page.goto('/')
    await expect(upcoming(page)).toBeVisible()
    await expect(banner).toHaveCount(0)

    if (isMobile) await opener(page).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/\/login$/)
    expect(await stored(page, 'notificationDismissed')).toBe('true')
  })

  test('on a phone, Back closes the open menu and leaves the page as it is @phone-only', async ({ page }) => {
    const [parent] = await customers('olivia')
    await signIn(page, parent)
    await page.getByRole('heading', { level: 1, name: parent.firstName }).waitFor()
    await opener(page).click()
    await page.getByRole('link', { name: 'Transactions' }).click()
    await expect(title(page)).toHaveText('Transactions')
    await opener(page).click()
    await expect(navigation(page)).toBeVisible()
    await page.goBack()
    await expect(navigation(page)).toBeHidden()
    await expect(page).toHaveURL(/\/transactions$/)
    await expect(title(page)).toHaveText('Transactions')
    await expect(opener(page)).toBeFocused()
    await page.goBack()
    await expect(page).toHaveURL('/')
  })

  test('on a phone, keeps the logo whole beside a long name @phone-only @long', async ({ page }) => {
    const [parent] = await customers('olivia')
    await signIn(page, parent)
    await expect(title(page)).toContainText(parent.firstName)
    const logo = page.getByRole('banner').getByRole('link', { name: 'Larkwell' })
    const before = await logo.boundingBox()
    await page
      .getByRole('banner')
      .getByText(parent.name)
      .evaluate((name) => (name.textContent = 'Bartholomew Featherstonehaugh-Cholmondeley'))
    expect(await logo.boundingBox()).toEqual(before)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })

  test('does not invite those who give already, and those who were not asked @long', async ({ page }) => {
    for (const parent of await customers('vc.active', 'vc.missing')) {
      await signIn(page, parent)
      await expect(title(page)).toContainText(parent.firstName)
      await expect(page.getByRole('region', { name: 'Notice' })).toHaveCount(0)
    }
  })
})

test.describe('Switching accounts', () => {
  test('stays on the page, is kept, and another tab follows @long', async ({ page, context }) => {
    const [parent] = await customers('mixedregion')
    await signIn(page, parent, { path: '/profile' })
    await expect(title(page)).toHaveText('Profile')
    const button = page.getByRole('banner').getByRole('button')
    const isBritish = (await button.textContent())!.includes('Oakfield')
    const [here, there] = isBritish ? ['Oakfield', 'Wattle Grove'] : ['Wattle Grove', 'Oakfield']
    const [sign, otherSign, region] = isBritish ? ['£', '$', 'AU'] : ['$', '£', 'UK']
    await expect(button).toContainText(new RegExp(`${here} .+ \\(LW\\d+\\)`))
    const other = await context.newPage()
    await other.goto('/')
    await expect(upcoming(other)).toContainText(sign)

    await button.focus()
    await page.keyboard.press('ArrowDown')
    const menu = page.getByRole('menu', { name: 'Select account' })
    const options = menu.getByRole('menuitemradio')
    await expect(options).toHaveText([/^Oakfield School \(LW\d+\)$/, /^Wattle Grove College \(LW\d+\)$/])
    await expect(options.filter({ hasText: here })).toHaveAttribute('aria-checked', 'true')
    await expect(options.filter({ hasText: here })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
    await expect(button).toBeFocused()

    await page.keyboard.press('Enter')
    const reloaded = page.waitForEvent('load')
    await page.keyboard.press('ArrowDown')
    await expect(options.filter({ hasText: there })).toBeFocused()
    await page.keyboard.press('Enter')
    await reloaded
    await expect(page).toHaveURL('/profile')
    await expect(button).toContainText(there)
    await expect(menu).toHaveCount(0)
    const accountId = await stored(page, 'accountId')
    expect([accountId === parent.accountId, await stored(page, 'region')]).toEqual([false, region])

    await expect(upcoming(other)).toContainText(otherSign)
    await expect(other.getByRole('main')).toContainText(there)
    await expect(other.getByRole('main')).not.toContainText(here)
    await expect(other.getByRole('main')).not.toContainText(sign)
    await page.reload()
    await expect(button).toContainText(there)
    expect(await stored(page, 'accountId')).toBe(accountId)
  })
})

test('On a phone the navigation is a sheet, and the accounts are a list in it @phone-only @long', async ({
  page,
}) => {
  const [parent] = await customers('multi')
  await signIn(page, parent)
  await expect(title(page)).toContainText(parent.firstName)
  await expect(navigation(page)).toBeHidden()
  const main = page.getByRole('main', { includeHidden: true })
  await opener(page).click()
  await expect(closer(page)).toHaveAttribute('aria-expanded', 'true')
  await expect(main).toHaveAttribute('inert')
  await expectAccessible(page)
  await expectAccessibleInTheDark(page)
  await closer(page).click()
  await expect(navigation(page)).toBeHidden()
  await expect(main).not.toHaveAttribute('inert')

  await opener(page).click()
  await navigation(page).getByRole('link', { name: 'Transactions' }).focus()
  await page.keyboard.press('Escape')
  await expect(navigation(page)).toBeHidden()
  await expect(opener(page)).toBeFocused()

  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(navigation(page).getByRole('link', { name: 'Transactions' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(title(page)).toHaveText('Transactions')
  await expect(title(page)).toBeFocused()
  await expect(navigation(page)).toBeHidden()

  await opener(page).click()
  await navigation(page).getByRole('button', { name: 'Support' }).click()
  await expect(page.getByRole('dialog', { name: 'Support' })).toBeVisible()
  // It covers everything, so nothing beneath it can be reached.
  await expect(page.locator('#root > div').first()).toHaveAttribute('inert')
  await page.keyboard.press('Escape')
  await expect(opener(page)).toBeFocused()

  await opener(page).click()
  const chosen = (await navigation(page).getByRole('button').first().textContent())!
  await navigation(page).getByRole('button', { name: chosen }).click()
  await expect(page.getByRole('heading', { name: 'Select account' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Back' })).toBeFocused()
  const options = navigation(page).getByRole('listitem').getByRole('button')
  await expect(options).toHaveText([/Banksia/, /Ironbark/, /Jacaranda/, /Redgum/, /Wattle Grove/])
  await expect(options.and(page.locator('[aria-current="true"]'))).toHaveText(chosen)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(navigation(page).getByRole('link', { name: 'Overview' })).toBeVisible()
  await navigation(page).getByRole('button', { name: chosen }).click()
  const reloaded = page.waitForEvent('load')
  await options.filter({ hasNotText: chosen }).first().click()
  await reloaded
  await expect(title(page)).toHaveText('Transactions')
  await expect(navigation(page)).toBeHidden()
  expect(await stored(page, 'accountId')).not.toBe(parent.accountId)
})
