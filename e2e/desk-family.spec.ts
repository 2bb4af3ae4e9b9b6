import type { Page } from '@playwright/test'
import { openDesk } from './desk.ts'
import { expect, expectAccessible, test } from './journey.ts'
import { rows } from './rows.ts'

async function accountOf(email: string): Promise<string> {
  const [found] = await rows<{ id: string }>(
    `select account.id from account join account_member on account_id = account.id
      join customer on customer.id = customer_id where customer.email = $1 order by account.created_at limit 1`,
    [email],
  )
  return found?.id ?? ''
}

async function openFamily(page: Page, email: string, tab = '', role: 'support' | 'operations' = 'support') {
  await openDesk(page, role, `/families/${await accountOf(email)}${tab}`)
  await expect(page.getByRole('region', { name: 'At a glance' })).toBeVisible()
}

test.describe('A family at the desk', () => {
  test('says why the balance is what it is, and explains an entry down to the postings', async ({ page }) => {
    await openFamily(page, 'tx.many@demo.example')
    await page.getByRole('button', { name: /^Why/ }).click()
    const why = page.getByRole('dialog', { name: /^Why the balance is/ })
    await expect(why.getByText('Balance, in credit')).toBeVisible()
    await expect(why.getByText(/^We passed \d+ payments on to Wattle Grove College/)).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(why).toBeHidden()

    const ledger = page.getByRole('region', { name: 'Ledger' })
    await expect(ledger.getByText('20 of 60 · the balance is the sum of all 60')).toBeVisible()
    await ledger.getByRole('button', { name: 'Show earlier' }).click()
    await expect(ledger.getByText('40 of 60')).toBeVisible()
    await ledger
      .getByRole('button', { name: /^Explain ?: Card repayment/ })
      .first()
      .click()
    await expect(ledger.getByText('Adds up to').first()).toBeVisible()
    await expect(ledger.getByText('$0.00').first()).toBeVisible()
    await expectAccessible(page)
    await ledger.getByRole('button', { name: /^To the school/ }).click()
    await expect(ledger.getByRole('cell', { name: 'Card repayment' })).toHaveCount(0)
  })

  test('is read by keys, and Back leads to the tab before', async ({ page }) => {
    await openFamily(page, 'plan.failed@demo.example')
    await expect(page.getByText('Payment overdue')).toBeVisible()
    await page.keyboard.press('2')
    await expect(page.getByRole('heading', { name: 'Payments still to be made' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('3')
    await expect(page).toHaveURL(/\/payments$/)
    const timeline = page.getByText('Your bank told us that there was not enough money in the account.')
    await expect(timeline).toBeVisible()
    await page.keyboard.press('j')
    await expect(timeline).toBeHidden()
    await page.keyboard.press('k')
    await expect(timeline).toBeVisible()
    await expectAccessible(page)
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Payments still to be made' })).toBeVisible()
  })

  test('has notes for the next person, which stay typed when another tab is read', async ({ page }) => {
    await openFamily(page, 'threestudents@demo.example', '/notes')
    await page.getByRole('textbox', { name: 'New note' }).fill('Call after six')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Activity' }).click()
    await page.getByRole('link', { name: /^Notes/ }).click()
    await expect(page.getByRole('textbox', { name: 'New note' })).toHaveValue('Call after six')
    await page.getByLabel('Pin to the top of this family').check()
    await page.getByRole('textbox', { name: 'New note' }).press('Control+Enter')
    const note = page.getByRole('region', { name: /^Note of/ }).filter({ hasText: 'Call after six' })
    await expect(note.getByText('Pinned')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'New note' })).toHaveValue('')
    await note.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Note', { exact: true }).fill('Call after seven')
    await page
      .getByRole('region', { name: 'Edit the note' })
      .getByRole('button', { name: 'Save note' })
      .click()
    const changed = page.getByRole('region', { name: /^Note of/ }).filter({ hasText: 'Call after seven' })
    await expect(changed).toContainText('changed')
    await expectAccessible(page)
    await changed.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete the note' }).click()
    await expect(changed).toHaveCount(0)
    await page.getByRole('link', { name: 'Activity' }).click()
    await expect(page.getByText('deleted a note').first()).toBeVisible()
    await expect(page.getByText('Call after seven')).toHaveCount(0)
    await expectAccessible(page)
  })

  test('opens a document to look at, without a copy to save @long', async ({ page }) => {
    const accountId = await accountOf('docs.many@demo.example')
    await openDesk(page, 'support', `/families/${accountId}/documents`)
    const document = page.getByRole('button', { name: /^Open Statement/ }).first()
    await document.click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  })
})
