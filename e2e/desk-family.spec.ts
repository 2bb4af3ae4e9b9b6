import type { Page } from '@playwright/test'
import { expectFits, openDesk } from './desk.ts'
import { expect, expectAccessible, hold, test } from './journey.ts'
import { newFamily, newFamilyOf } from './new-family.ts'
import { rows } from './rows.ts'

async function accountOf(email: string): Promise<string> {
  const [found] = await rows<{ id: string }>(
    `select account.id from account join account_member on account_id = account.id
      join customer on customer.id = customer_id where customer.email = $1 order by account.created_at limit 1`,
    [email],
  )
  return found?.id ?? ''
}

const tabNames = ['Money', /^Plan/, /^Payments/, /^Documents/, /^Messages/, 'Activity', /^Notes/] as const

async function openFamily(page: Page, email: string, tab = '', role: 'support' | 'operations' = 'support') {
  await openDesk(page, role, `/families/${await accountOf(email)}${tab}`)
  await expect(page.getByRole('region', { name: 'At a glance' })).toBeVisible()
}

test.describe('A family at the desk', () => {
  test('says why the balance is what it is, and explains an entry down to the postings @long', async ({
    page,
  }) => {
    await openFamily(page, 'tx.many@demo.example')
    await page.getByRole('button', { name: /^Why/ }).click()
    const why = page.getByRole('dialog', { name: /^Why the balance is/ })
    await expect(why.getByText('Balance, in credit')).toBeVisible()
    await expect(why.getByText(/^\d+ payments left your balance for Wattle Grove College/)).toBeVisible()
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

  test('is read by keys, and Back leads to the tab before @long', async ({ page }) => {
    await openFamily(page, 'plan.failed@demo.example')
    await expect(page.getByText('Payment overdue')).toBeVisible()
    await page.keyboard.press('2')
    await expect(page.getByRole('heading', { name: 'Remaining payments' })).toBeVisible()
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
    await expect(page.getByRole('heading', { name: 'Remaining payments' })).toBeVisible()
  })

  test('has notes for the next person, which stay typed when another tab is read @long', async ({ page }) => {
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

  test('holds a name of 80 characters, 12 students and a very long word, wide and on a phone @long', async ({
    page,
  }) => {
    const firstName = 'Wilhelmina-Alexandrina Konstantinopoli'
    const lastName = 'Featherstonehaugh-Cholmondeley-Majoribank'
    expect(`${firstName} ${lastName}`).toHaveLength(80)
    const students = Array.from({ length: 12 }, (_, index) => ({ level: `Year ${index + 1}` }))
    const { accountId, name } = await newFamilyOf(
      { firstName, lastName },
      { students, plans: [{ status: 'Current' }] },
    )
    const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'.repeat(4)
    await openDesk(page, 'operations', `/families/${accountId}/notes`)
    await page.getByRole('textbox', { name: 'New note' }).fill(word)
    await page.getByRole('button', { name: /^Save note/ }).click()
    await expect(page.getByText(word)).toBeVisible()

    const aside = page.getByRole('complementary', { name: 'The family' })
    for (const [width, colorScheme] of [
      [1440, 'light'],
      [390, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      for (const [index, tab] of tabNames.entries()) {
        await page.keyboard.press('Escape')
        await page.keyboard.press(String(index + 1))
        const link = page
          .getByRole('navigation', { name: 'About this family' })
          .getByRole('link', { name: tab })
        await expect(link).toHaveAttribute('aria-current', 'page')
        await expect(link).toBeInViewport({ ratio: 1 })
        await expect(page.getByText(/^Loading /)).toHaveCount(0)
        await expectFits(page)
        await expectAccessible(page)
      }
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${lastName} family`)
      await expect(aside.getByText(name, { exact: true })).toBeVisible()
      await expect(aside.getByText(/^Year \d+ · Wattle Grove College$/)).toHaveCount(12)
    }
    await page.emulateMedia({ media: 'print', colorScheme: 'light' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText(word)).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Desk' })).toBeHidden()
  })

  test('keeps everything in its place while a tab loads @long', async ({ page }) => {
    const { accountId } = await newFamily({ plans: [{ status: 'Current' }] })
    const parts = [
      page.getByRole('region', { name: 'At a glance' }),
      page.getByRole('navigation', { name: 'About this family' }),
      page.getByRole('complementary', { name: 'The family' }),
      page.getByRole('button', { name: /^Request a payment/ }),
    ]
    const places = () => Promise.all(parts.map(async (part) => (await part.boundingBox()) ?? 'nowhere'))
    await openDesk(page, 'operations', `/families/${accountId}`)
    await expect(page.getByRole('region', { name: 'Ledger' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Request a payment/ })).toBeEnabled()
    const before = await places()
    for (const [key, call, shows] of [
      ['2', 'plans', page.getByRole('heading', { name: 'Versions' })],
      ['3', 'payments', page.getByRole('region', { name: 'Payments', exact: true })],
      ['6', 'activity', page.getByRole('heading', { name: /^Today/ })],
    ] as const) {
      const go = await hold(page, new RegExp(`/api/staff/families/[^/]+/${call}`))
      await page.keyboard.press(key)
      await expect(page.getByRole('status').filter({ hasText: /^Loading the/ })).toBeAttached()
      expect(await places()).toEqual(before)
      go()
      await expect(shows).toBeVisible()
      expect(await places()).toEqual(before)
    }
  })
})
