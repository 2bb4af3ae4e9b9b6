import { customers } from './customers.ts'
import { expect, expectAccessible, signIn, stored, test } from './journey.ts'
import { rows } from './rows.ts'
import { staffApi } from './staff.ts'

test.describe('Our people see the portal as a customer does', () => {
  test('by a link that works once, always reminded of it, and see what decides @phone', async ({
    page,
    inbox,
    isMobile,
    browser,
    baseURL,
  }) => {
    const [parent] = await customers('multi')
    const staff = await staffApi(inbox)
    const { url } = await staff('POST /api/staff/customers/:customerId/impersonation', {
      params: { customerId: parent.customerId },
      body: { reason: 'A journey' },
    })
    const path = url.slice(new URL(url).origin.length)
    await page.goto(path)
    await expect(page).toHaveURL('/login/account-selection')
    const bar = page.getByRole('region', { name: 'Impersonation' })
    const told = `You are viewing ${parent.name}'s account as staff.support@demo.example. No money can be moved.`
    await expect(bar).toContainText(told)
    await expect(bar).toContainText('30 min left.')
    if (!isMobile) await expect(bar.getByText('The family is notified of every change.')).toBeVisible()
    await page.getByRole('button', { name: /Banksia Grammar/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(parent.firstName)
    await expect(bar).toContainText(told)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'light' })
    // The foot of the page can be read above the bar, and the bar by everyone who is scrolled anywhere.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const { y, height, width } = (await bar.boundingBox())!
    const viewport = page.viewportSize()!
    expect([Math.round(y + height), width]).toEqual([viewport.height, viewport.width])
    const foot = (await page.locator('.page').boundingBox())!
    expect(foot.y + foot.height).toBeLessThanOrEqual(y + 1)

    const openNavigation = async () => {
      if (isMobile) await page.getByRole('button', { name: 'Open navigation menu' }).click()
    }
    await openNavigation()
    const feature = page.getByRole('navigation').getByRole('button', { name: 'Feature' })
    await expect(feature).toContainText('Beta')
    const logOut = (await page.getByRole('button', { name: 'Logout' }).boundingBox())!
    expect(logOut.y + logOut.height).toBeLessThanOrEqual(y)
    await feature.click()
    const panel = page.getByRole(isMobile ? 'dialog' : 'complementary', { name: 'Feature' })
    await expect(panel).toBeFocused()
    for (const fact of [
      'staff.support@demo.example',
      'beta',
      'Australia',
      'hideStatements',
      'allowRepaymentSourceUpdates',
    ])
      await expect(panel).toContainText(fact)
    await expect(panel.locator('input, select, textarea')).toHaveCount(0)
    await expect(bar.getByRole('button', { name: 'End session' })).toBeInViewport()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    await expect(
      isMobile ? page.getByRole('button', { name: 'Open navigation menu' }) : feature,
    ).toBeFocused()

    const calls = await rows<{ by: string }>(
      `select impersonator_email as by from audit_event where subject_id = $1 and action = 'Impersonated'`,
      [parent.customerId],
    )
    expect(calls.length).toBeGreaterThan(0)
    expect(new Set(calls.map(({ by }) => by))).toEqual(new Set(['staff.support@demo.example']))

    const other = await browser.newPage({ baseURL: baseURL! })
    await other.goto(path)
    await expect(other.getByRole('heading', { level: 1 })).toContainText('Oops, something went wrong.')
    await other.close()

    await bar.getByRole('button', { name: 'End session' }).click()
    await expect(page).toHaveURL('/login')
    await expect(bar).toHaveCount(0)
    expect(await stored(page, 'token')).toBeNull()
  })

  test('and are told before they try what only the family, or only another role, can do @long', async ({
    page,
    inbox,
  }) => {
    const [parent] = await customers('olivia')
    const enterAs = async (email: string) => {
      const staff = await staffApi(inbox, email)
      const { url } = await staff('POST /api/staff/customers/:customerId/impersonation', {
        params: { customerId: parent.customerId },
        body: { reason: 'A journey' },
      })
      await page.goto(url.slice(new URL(url).origin.length))
      await expect(page.getByRole('heading', { level: 1 })).toContainText(parent.firstName)
    }
    const main = page.getByRole('main')
    const notMyRole = 'Your role does not allow this'
    await enterAs('staff.support@demo.example')
    await page.goto('/manage-payments')
    await expect(main).toContainText('Only the family can add, activate or remove payment methods.')
    await expect(main.getByRole('button', { name: /^(Add|Set as active|Remove)/ })).toHaveCount(0)
    await expectAccessible(page)
    await page.goto('/statements')
    await expect(main).toContainText(notMyRole)
    await page.goto('/pay-now')
    await expect(main).toContainText('Only the family can pay.')
    await page.getByRole('button', { name: 'End session' }).click()
    await expect(page).toHaveURL('/login')

    await enterAs('staff.ops@demo.example')
    await page.goto('/manage-payments')
    await expect(main).toContainText('Only the family can add, activate or remove payment methods.')
    await page.goto('/statements')
    await expect(main.getByRole('heading', { name: 'Invoices' })).toBeVisible()
    await expect(main).not.toContainText('We are checking')
    await expect(main).not.toContainText(notMyRole)
  })

  test('with the estimate of a plan, and what has the focus, above the bar @phone @long', async ({
    page,
    inbox,
    isMobile,
  }) => {
    const [parent] = await customers('sched.full')
    const staff = await staffApi(inbox)
    const { url } = await staff('POST /api/staff/customers/:customerId/impersonation', {
      params: { customerId: parent.customerId },
      body: { reason: 'A journey' },
    })
    await page.goto(url.slice(new URL(url).origin.length))
    await expect(page.getByRole('heading', { level: 1 })).toContainText(parent.firstName)
    await page.goto('/payment-schedule')
    const bar = page.getByRole('region', { name: 'Impersonation' })
    await expect(bar).toContainText('30 min left.')
    const atFoot = isMobile ? page.locator('.estimate-bar') : page.getByRole('button', { name: 'Add fee' })
    await expect(atFoot).toBeVisible()
    if (!isMobile) await atFoot.focus()
    const bottomOf = async (what: typeof bar) => {
      const { y, height } = (await what.boundingBox())!
      return y + height
    }
    const { y: top } = (await bar.boundingBox())!
    await expect.poll(() => bottomOf(atFoot)).toBeLessThanOrEqual(top)
    const addFee = page.getByRole('button', { name: 'Add fee' })
    await addFee.focus()
    await expect.poll(() => bottomOf(addFee)).toBeLessThanOrEqual(top)
  })

  test('until its time is over @long', async ({ page, inbox }) => {
    const [parent] = await customers('olivia')
    const staff = await staffApi(inbox)
    const { url } = await staff('POST /api/staff/customers/:customerId/impersonation', {
      params: { customerId: parent.customerId },
      body: { reason: 'A journey' },
    })
    await page.clock.install()
    await page.goto(url.slice(new URL(url).origin.length))
    const bar = page.getByRole('region', { name: 'Impersonation' })
    await expect(bar).toContainText('30 min left.')
    await page.clock.fastForward('20:30')
    await expect(bar).toContainText('10 min left.')
    await page.clock.fastForward('10:00')
    await expect(page.getByText('You have been logged out for security reasons.')).toBeVisible()
    await expect(bar).toHaveCount(0)
  })

  test('and a customer sees none of it @long', async ({ page }) => {
    const [parent] = await customers('olivia')
    await signIn(page, parent)
    await expect(page.getByRole('link', { name: 'Payment methods' })).toBeVisible()
    await expect(page.getByText('Feature')).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Impersonation' })).toHaveCount(0)
  })
})
