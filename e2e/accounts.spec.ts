import { customers } from './customers.ts'
import { expect, signIn, stored, test } from './journey.ts'
import { expectAccessibleDayAndNight, expectStep } from './login-screen.ts'

const choice = { path: '/login/account-selection', accountId: null }

test.describe('Choosing an account', () => {
  test('A parent with several accounts chooses one, and the choice survives a reload @phone', async ({
    page,
  }) => {
    const [parent] = await customers('multi')
    await signIn(page, parent, { ...choice, path: '/login/account-selection?redirect=/transactions' })
    await expectStep(page, 'Choose an account')
    const main = page.getByRole('main')
    await expect(main.getByText("Please select the account you'd like to access:")).toBeVisible()
    await expect(main).toContainText(`Logged in as ${parent.email}`)
    const rows = main.getByRole('button', { name: / · LW\d+/ })
    await expect(rows).toHaveCount(3)
    await expect(rows.filter({ hasText: /^Banksia GrammarPay · LW\d+$/ })).toHaveCount(1)
    await expect(main.getByText('Inactive', { exact: true })).toHaveCount(0)
    await expectAccessibleDayAndNight(page)

    await page.getByRole('button', { name: 'Show inactive accounts' }).click()
    await expect(rows).toHaveCount(5)
    await expect(rows.filter({ hasText: 'Redgum Academy' })).toHaveText(/Go · LW\d+Inactive$/)
    await expect(rows.filter({ hasText: 'Ironbark College' })).toHaveText(/Plus · LW\d+Inactive$/)
    await expectAccessibleDayAndNight(page)
    await page.getByRole('button', { name: 'Hide inactive accounts' }).click()
    await expect(rows).toHaveCount(3)

    const banksia = rows.filter({ hasText: 'Banksia Grammar' })
    await rows.first().focus()
    while (!(await banksia.evaluate((row) => row === document.activeElement)))
      await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/transactions')
    const chosen = await stored(page, 'accountId')
    expect(chosen).toBeTruthy()
    await page.goto('/')
    await expect(page.getByRole('main')).toContainText('Banksia Grammar')
    await page.reload()
    await expect(page.getByRole('main')).toContainText('Banksia Grammar')
    expect(await stored(page, 'accountId')).toBe(chosen)
  })

  test('Inactive accounts wait behind a toggle, except one that is still being set up @long', async ({
    page,
  }) => {
    const [mixed, none, two] = await customers('incompleteinactive', 'allinactive', 'twoactive')
    const rows = page.getByRole('main').getByRole('button', { name: / · LW\d+/ })
    const show = page.getByRole('button', { name: 'Show inactive accounts' })
    await signIn(page, mixed, choice)
    await expect(rows).toHaveCount(2)
    await expect(rows.filter({ hasText: 'Finish setup' })).toHaveCount(1)
    await show.click()
    await expect(rows).toHaveCount(3)
    await expect(rows.filter({ hasText: 'Inactive' })).toHaveCount(1)

    // With nothing else to choose from, they are there at once.
    await signIn(page, none, choice)
    await expect(rows.filter({ hasText: 'Inactive' })).toHaveCount(2)
    await expect(page.getByRole('button', { name: 'Hide inactive accounts' })).toBeVisible()

    await signIn(page, two, choice)
    await expect(rows).toHaveCount(2)
    await expect(show).toHaveCount(0)
    await rows.first().click()
    await expect(page).toHaveURL('/')
    expect(await stored(page, 'accountId')).not.toBeNull()
  })

  test('The rows have one height on every screen, with and without a tag @long', async ({ page }) => {
    const [mixed] = await customers('incompleteinactive')
    const rows = page.getByRole('main').getByRole('button', { name: / · LW\d+/ })
    await signIn(page, mixed, choice)
    await page.getByRole('button', { name: 'Show inactive accounts' }).click()
    await expect(rows).toHaveCount(3)
    for (const width of [1440, 390, 320]) {
      await page.setViewportSize({ width, height: 844 })
      const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
      expect(new Set(heights).size, `${width}: ${heights.join(', ')}`).toBe(1)
    }
  })

  test('A single account is chosen without asking, even an inactive one @long', async ({ page }) => {
    const [parent] = await customers('oneinactive')
    await signIn(page, parent, choice)
    await expect(page).toHaveURL('/')
    expect(await stored(page, 'accountId')).toBe(parent.accountId)
  })

  test('Without any account there is somebody to ask, and a way out @long', async ({ page }) => {
    const [parent] = await customers('zeroaccounts')
    await signIn(page, parent, choice)
    await expectStep(page, 'No accounts yet')
    const main = page.getByRole('main')
    await expect(main).toContainText(parent.email)
    await expect(main).toContainText('1300 139 445')
    await expect(main.getByRole('link', { name: 'help@larkwell.example' })).toBeVisible()
    await expectAccessibleDayAndNight(page)
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
    expect(await stored(page, 'token')).toBeNull()
  })

  test('A slow list shows that it is coming, and one that fails can be asked for again @long', async ({
    page,
  }) => {
    const [parent] = await customers('twoactive')
    let fail = () => {}
    const slow = new Promise<void>((done) => (fail = done))
    await page.route('**/api/portal/customer/accounts', async (route) => {
      await slow
      await route.fulfill({ status: 500, json: { code: 'server_error', msg: 'No.' } })
    })
    await page.clock.install()
    await signIn(page, parent, choice)
    await expect(page.getByText('Loading your accounts')).toBeAttached()
    fail()
    // Four times in all, each after a longer pause.
    const oops = page.getByRole('heading', { name: 'Oops, something went wrong.' })
    await expect(async () => {
      await page.clock.runFor(4_000)
      await expect(oops).toBeVisible({ timeout: 100 })
    }).toPass()
    await page.unroute('**/api/portal/customer/accounts')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expectStep(page, 'Choose an account')
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
  })

  test('Nobody chooses without having logged in, and where they wanted to go is kept', async ({ page }) => {
    await page.goto('/login/account-selection?redirect=/transactions')
    await expect(page).toHaveURL('/login?redirect=%2Ftransactions')
    await page.evaluate(() => localStorage.setItem('larkwell.token', 'garbage'))
    await page.goto('/login/account-selection')
    await expect(page).toHaveURL('/login')
    await expect(page.getByLabel('Email address')).toBeVisible()
  })
})
