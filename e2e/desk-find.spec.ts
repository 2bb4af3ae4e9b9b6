import type { Page } from '@playwright/test'
import { openDesk } from './desk.ts'
import { expect, expectAccessible, test } from './journey.ts'
import { rows } from './rows.ts'

const parent = 'olivia@demo.example'

async function accountOf(email: string) {
  const [account] = await rows<{ id: string; shortId: string; reference: string; lastName: string }>(
    `select account.id, short_id as "shortId", bpay_reference as reference, last_name as "lastName"
     from account join account_member on account_id = account.id join customer on customer.id = customer_id
     where email = $1 order by short_id limit 1`,
    [email],
  )
  if (!account) throw new Error(`${email} has no account`)
  return account
}

const field = (page: Page) =>
  page.getByRole('combobox', { name: 'Find a family, payment, school or reference' })

test.describe('Find', () => {
  test('opens over any page, shows what somebody says of a family, and leads there by keys alone', async ({
    page,
  }) => {
    const account = await accountOf(parent)
    await openDesk(page, 'support', '/schools')
    await expect(page.getByRole('heading', { level: 1, name: 'Schools' })).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeFocused()
    await expect(page.getByRole('option', { name: /^Today/ })).toHaveAttribute('aria-selected', 'true')

    await page.keyboard.type(account.shortId.toLowerCase())
    const family = page.getByRole('option', { name: new RegExp(`${account.lastName} family`) })
    await expect(family).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('status').filter({ hasText: 'found in' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/desk/families/${account.id}`))

    await page.keyboard.press('Control+k')
    const lately = page.getByRole('group', { name: 'Recently opened by you' })
    await expect(lately.getByRole('option', { name: new RegExp(`${account.lastName} family`) })).toBeVisible()
    const kept = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)))
    expect(kept).toContain(account.id)
    expect(kept).not.toContain(account.lastName)
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('option', { name: /^Today/ })).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Escape')
    await expect(field(page)).toBeHidden()
  })

  test('opens what was typed last, however late the replies come @long', async ({ page }) => {
    const account = await accountOf(parent)
    await openDesk(page, 'support', '/schools')
    await page.getByRole('button', { name: /^Find a family/ }).click()
    // The reply to the first letters comes after the reply to all of them.
    let letFirstGo = () => {}
    const held = new Promise<void>((resolve) => (letFirstGo = resolve))
    await page.route('**/api/staff/find?q=oli', async (route) => {
      await held
      await route.continue().catch(() => {})
    })
    const first = page.waitForRequest('**/api/staff/find?q=oli')
    await field(page).pressSequentially('oli')
    await first
    await field(page).fill(account.shortId)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/desk/families/${account.id}`))
    letFirstGo()
  })

  test('says why nothing is found, and what is close to it @long', async ({ page }) => {
    const { reference, lastName } = await accountOf(parent)
    const at = Array.from(reference).findIndex((digit, index) => digit !== reference[index + 1])
    const swapped = `${reference.slice(0, at)}${reference[at + 1]}${reference[at]}${reference.slice(at + 2)}`
    await openDesk(page, 'operations')
    await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
    await page.keyboard.press('Control+k')
    await field(page).fill(swapped)
    await expect(page.getByText('Its check digit is wrong')).toBeVisible()
    const close = page.getByRole('group', { name: 'Similar matches' })
    await expect(close.getByRole('option', { name: new RegExp(`${lastName} family`) })).toContainText(
      '2 digits swapped',
    )
    await expectAccessible(page)
    await field(page).fill('ch_3QK2xYabcdef')
    await expect(page.getByText('Charges are not kept under their own id')).toBeVisible()
  })
})
