import { customers } from './customers.ts'
import { expect, expectAccessible, logIn, stored, test } from './journey.ts'

test.describe('Choosing an account', () => {
  test('A parent with several accounts chooses one, and the choice survives a reload @phone', async ({
    page,
    inbox,
  }) => {
    const [parent] = await customers('multi')
    await logIn(page, inbox, parent)
    await expect(page).toHaveURL(/\/login\/account-selection/)
    await expect(page.getByText("Please select the account you'd like to access:")).toBeVisible()
    await expectAccessible(page)
    await expect(page.getByRole('main').getByText(/Inactive/)).toHaveCount(0)

    await page.getByRole('button', { name: /Banksia Grammar/ }).click()
    await expect(page).toHaveURL('/')
    const chosen = await stored(page, 'accountId')
    expect(chosen).toBeTruthy()
    await page.reload()
    await expect(page.getByRole('main')).toContainText('Banksia Grammar')
    expect(await stored(page, 'accountId')).toBe(chosen)
  })

  test('Inactive accounts wait behind a toggle, except one that is still being set up', async ({
    page,
    inbox,
  }) => {
    const [parent] = await customers('incompleteinactive')
    await logIn(page, inbox, parent)
    const rows = page.getByRole('main').getByRole('button', { name: /LW\d/ })
    await expect(rows).toHaveCount(2)
    await page.getByRole('button', { name: 'Show inactive accounts' }).click()
    await expect(rows).toHaveCount(3)
    await expect(rows.filter({ hasText: 'Inactive' })).not.toHaveCount(0)
    await page.getByRole('button', { name: 'Hide inactive accounts' }).click()
    await expect(rows).toHaveCount(2)
  })

  test('A single account is chosen without asking, even an inactive one', async ({ page, inbox }) => {
    const [parent] = await customers('oneinactive')
    await logIn(page, inbox, parent)
    await expect(page).toHaveURL('/')
    expect(await stored(page, 'accountId')).toBe(parent.accountId)
  })
})
