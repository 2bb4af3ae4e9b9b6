import { foundSame } from '#tools/testing/staff.ts'
import type { Page } from '@playwright/test'
import { samplePdf, samplePng } from '#tools/testing/sample-files.ts'
import type { Customer } from './customers.ts'
import { expect, expectAccessible, signIn, test } from './journey.ts'
import { newFamilyOf, toIdentify } from './new-family.ts'
import { rows } from './rows.ts'
import { staffApi } from './staff.ts'

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const banner = (page: Page, name: string) => page.getByRole('heading', { name })
const inReview = 'Sit tight while we review your details'

/** The issuer does not know licences that end so. */
const licence = { licenceNumber: '12345000', cardNumber: '2030405060' }

async function typeLicence(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'State' }).selectOption('NSW')
  await page.getByLabel('Licence number').fill(licence.licenceNumber)
  await page.getByLabel('Card number').fill(licence.cardNumber)
  await page.getByRole('checkbox').check()
}

async function handIn(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL('/')
  await expect(banner(page, inReview)).toBeVisible()
}

const checksOf = ({ accountId }: Customer) =>
  rows<{ manner: string; outcome: string | null; hasCopy: boolean }>(
    `select manner, outcome, file_id is not null as "hasCopy" from identity_check where account_id = $1
     order by created_at`,
    [accountId],
  )

test('A copy of a licence is sent back with a reason, handed in again, and found good @phone-long @long', async ({
  page,
  inbox,
  isMobile,
}) => {
  const parent = await newFamilyOf(
    { birthDate: '1984-05-17' },
    toIdentify({
      identityChecks: [{ document: 'DriversLicense', manner: 'Automatic', outcome: 'Fail', daysAgo: 1 }],
    }),
  )
  const staff = await staffApi(inbox, 'staff.ops@demo.example')
  const reviewOf = async () => {
    const { items } = await staff('GET /api/staff/queue', { query: { kind: 'Identity' } })
    return items.find(({ accountId }) => accountId === parent.accountId)?.id ?? ''
  }
  await signIn(page, parent)
  await page.getByRole('main').getByRole('link', { name: 'Verify your identity' }).click()
  await expect(title(page)).toHaveText('Verify your identity')
  await expect(page.getByText('ID check unsuccessful')).toBeVisible()
  await typeLicence(page)
  const copy = samplePdf(parent.name)
  await handIn(page, { name: 'licence.pdf', mimeType: 'application/pdf', buffer: copy })
  await expectAccessible(page)
  await page.goto('/verify-identity')
  await expect(banner(page, "We're checking your document")).toBeVisible()

  // Staff see what was typed, and the very file.
  const first = { params: { reviewId: await reviewOf() } }
  const seen = await staff('GET /api/staff/reviews/:reviewId/identity', first)
  expect(seen).toMatchObject({
    customerName: parent.name,
    birthDate: '1984-05-17',
    document: { driversLicenseNo: licence.licenceNumber, driversLicenseCardNo: licence.cardNumber },
  })
  const file = await staff('GET /api/staff/reviews/:reviewId/file', { ...first, query: {} })
  expect(Buffer.compare(file.bytes, copy)).toBe(0)
  const reason = 'The photo is too dark to read the number.'
  const beforeDecline = await inbox.mark()
  await staff('POST /api/staff/reviews/:reviewId/decline', { ...first, body: { reason } })
  const declined = await inbox.next(parent.email, 'email', beforeDecline)
  expect(declined.text).toContain(reason)
  const link = new URL(declined.links.find((url) => url.endsWith('/verify-identity')) ?? 'http://none')

  // The page of the mail says why, and leads straight to another upload.
  await page.goto(link.pathname)
  const form = page.getByRole('form', { name: 'Verify your identity' })
  await expect(form).toContainText("We couldn't verify your document")
  await expect(form).toContainText(`From our team: ${reason}`)
  await expect(form).toContainText('upload another copy')
  await expect(page.getByText('ID check unsuccessful')).toHaveCount(0)
  await typeLicence(page)
  if (!isMobile) await expectAccessible(page)
  await handIn(page, { name: 'licence.png', mimeType: 'image/png', buffer: samplePng() })

  const beforeApproval = await inbox.mark()
  const second = { params: { reviewId: await reviewOf() } }
  expect(second).not.toEqual(first)
  await staff('POST /api/staff/reviews/:reviewId/approve', {
    ...second,
    body: { reason: 'Matches', comparison: foundSame },
  })
  await inbox.next(parent.email, 'email', beforeApproval)
  const letters = await rows<{ kind: string }>(
    `select kind from outbox_message where account_id = $1 and kind like any('{Identity%,Account%}') order by kind`,
    [parent.accountId],
  )
  expect(letters.map(({ kind }) => kind)).toEqual(['AccountActive', 'IdentityReviewed', 'IdentityReviewed'])
  await page.reload()
  await expect(banner(page, 'Success! Your account is now active')).toBeVisible()
  expect(await checksOf(parent)).toEqual([
    { manner: 'Automatic', outcome: 'Fail', hasCopy: false },
    { manner: 'Manual', outcome: 'Fail', hasCopy: true },
    { manner: 'Manual', outcome: 'Pass', hasCopy: true },
  ])
  await page.goto('/verify-identity')
  await expect(banner(page, 'There is nothing to verify')).toBeVisible()
})
