import type { Page } from '@playwright/test'
import { samplePdf } from '#tools/testing/sample-files.ts'
import { expect, expectAccessible, signIn, test } from './journey.ts'
import { newFamily } from './new-family.ts'
import { staffApi } from './staff.ts'

const path = '/payment-schedule'
const card = (page: Page) => page.getByRole('region', { name: 'Fees and discounts' })
const dialog = (page: Page) => page.getByRole('dialog')
const confirm = (page: Page) => dialog(page).getByRole('button', { name: 'Confirm' })
const oneStudent = {
  plans: [{ status: 'Saved' as const }],
  students: [{ firstName: 'Isla', level: 'Year 6' }],
}

async function save(page: Page): Promise<void> {
  const saved = page.waitForResponse((reply) => reply.url().endsWith('/save-plan'))
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  expect((await saved).status()).toBe(200)
}

async function openDiscounts(page: Page, percent: string): Promise<void> {
  await card(page).getByRole('button', { name: 'Add discount' }).click()
  await dialog(page).getByRole('checkbox', { name: 'Staff discount', exact: true }).check()
  await dialog(page).getByLabel('Percentage').fill(percent)
}

test('A declared discount goes from the form to its confirmation, with its letter @long', async ({
  page,
  inbox,
}) => {
  const parent = await newFamily(oneStudent)
  await signIn(page, parent, { path })
  await openDiscounts(page, '40')
  await expect(dialog(page)).toContainText('We will look at it first')
  await dialog(page).getByLabel('Percentage').fill('10')
  await expect(dialog(page)).toContainText('This discount is declared.')
  await expect(dialog(page)).not.toContainText('We will look at it first')
  await dialog(page)
    .getByLabel('Attach a letter from your school')
    .setInputFiles({ name: 'Letter.pdf', mimeType: 'application/pdf', buffer: samplePdf('Dear family') })
  await expect(dialog(page).getByRole('button', { name: 'Remove Letter.pdf' })).toBeVisible()
  await expectAccessible(page)
  await confirm(page).click()
  await expect(card(page)).toContainText('Staff discount 10%')
  await expect(card(page).getByText('Declared', { exact: true })).toBeVisible()
  const mark = await inbox.mark()
  await save(page)
  expect((await inbox.next(parent.email, 'email', mark)).text).toContain(
    'Staff discount of 10% for Isla Marsh (declared)',
  )
  // The letter is still there when the discount is opened again.
  await card(page).getByRole('button', { name: 'Edit Staff discount 10% for Isla Marsh' }).click()
  await expect(dialog(page).getByRole('button', { name: 'Remove Letter.pdf' })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.goto('/')
  const line = page.getByRole('term').filter({ hasText: 'Staff discount' })
  await expect(line).toContainText('Declared')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)

  const staff = await staffApi(inbox, 'staff.ops@demo.example')
  const { items } = await staff('GET /api/staff/queue', { query: { kind: 'Discount', limit: '500' } })
  const review = items.find(({ accountId }) => accountId === parent.accountId)
  expect(review?.about).toContain('with a letter')
  const params = { reviewId: review?.id ?? '' }
  const letter = await staff('GET /api/staff/reviews/:reviewId/file', { params, query: {} })
  expect(Buffer.from(letter.bytes).equals(samplePdf('Dear family'))).toBe(true)
  const decided = await inbox.mark()
  await staff('POST /api/staff/reviews/:reviewId/approve', {
    params,
    body: { reason: 'The school has confirmed it' },
  })
  expect((await inbox.next(parent.email, 'email', decided)).text).toContain('Your discount is confirmed')
  await page.reload()
  await expect(line).toBeVisible()
  await expect(line).not.toContainText('Declared')
})

test('Amounts above their cap are said at their field, and nothing that was typed is lost @phone @long', async ({
  page,
}) => {
  const parent = await newFamily(oneStudent)
  await signIn(page, parent, { path })
  await card(page).getByRole('button', { name: 'Add fee' }).click()
  await dialog(page).getByRole('checkbox', { name: 'Outstanding fees', exact: true }).check()
  const owed = dialog(page).getByLabel('Amount')
  await owed.fill('1250000')
  await expect(dialog(page)).toContainText('Outstanding fees can be at most $50,000.00 in all')
  await confirm(page).click()
  await expect(owed).toBeFocused()
  await expect(owed).toHaveValue('1250000')
  await expectAccessible(page)
  await owed.fill('50000')
  await expect(dialog(page)).not.toContainText('at most')
  await confirm(page).click()
  await expect(card(page)).toContainText('Outstanding fees $50,000.00')

  await openDiscounts(page, '12')
  await expect(dialog(page)).toContainText('This discount is declared.')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await confirm(page).click()
  await expect(card(page)).toContainText('A declared discount is not confirmed yet.')
  await expectAccessible(page)
  await save(page)
})
