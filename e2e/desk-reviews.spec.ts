import type { Page } from '@playwright/test'
import { regionHeader } from '#contract/headers.ts'
import { samplePng } from '#tools/testing/sample-files.ts'
import type { Customer } from './customers.ts'
import { openDesk } from './desk.ts'
import { expect, expectAccessible, test } from './journey.ts'
import { newFamily, newFamilyOf, toIdentify } from './new-family.ts'
import { newSession } from './new-session.ts'
import { rows } from './rows.ts'
import { addresses } from './stack.ts'
import { staffApi } from './staff.ts'

const reviewOf = async ({ accountId }: Customer) => {
  const [review] = await rows<{ id: string }>(
    'select id from review where account_id = $1 order by opened_at desc limit 1',
    [accountId],
  )
  return review?.id ?? ''
}
const statusOf = async (id: string) => {
  const [review] = await rows<{ status: string; words: string | null }>(
    'select status, words from review where id = $1',
    [id],
  )
  return review
}
const planToReview = () =>
  newFamily({ school: 'Redgum Academy', plans: [{ status: 'ManualReview', year: 'Next' }] })
const reasonField = (page: Page) => page.getByLabel('Internal reason')

test.describe('A plan in review', () => {
  test('is decided by keyboard alone, and the next one comes; Z takes the decision back @long', async ({
    page,
  }) => {
    const [first] = [await planToReview(), await planToReview()]
    const review = await reviewOf(first)
    await openDesk(page, 'operations', `/reviews/${review}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Marsh family, plan 2027')
    await expect(page.getByRole('row', { name: /^Total for 2027/ })).toBeVisible()
    await expect(page.getByText('Payments add up to the total')).toBeVisible()
    await expectAccessible(page)

    await page.keyboard.press('d')
    await expect(reasonField(page)).toBeFocused()
    await expect(page.getByRole('radio', { name: 'Decline' })).toBeChecked()
    await expectAccessible(page)
    // Without a reason nothing is decided.
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('Enter a reason')).toBeVisible()
    await page.keyboard.type('Talked to the school')
    await page.keyboard.press('Escape')
    await page.getByRole('radio', { name: 'Approve' }).press('Space')
    await page.keyboard.press('a')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('status').getByText('Marsh family, plan 2027: approved.')).toBeVisible()
    await expect(page).not.toHaveURL(new RegExp(review))
    expect(await statusOf(review)).toMatchObject({
      status: 'Approved',
      words: expect.stringMatching(/^Your plan for 2027 is approved: \$/),
    })

    await page.keyboard.press('z')
    await expect.poll(async () => (await statusOf(review))?.status).toBe('Open')
    const [plan] = await rows<{ status: string }>('select status from plan where account_id = $1', [
      first.accountId,
    ])
    expect(plan?.status).toBe('ManualReview')
  })

  test('that somebody else has decided says who, and that one’s own decision was not saved @long', async ({
    page,
    inbox,
  }) => {
    const parent = await planToReview()
    const review = await reviewOf(parent)
    await openDesk(page, 'operations', `/reviews/${review}`)
    await expect(page.getByText('In review')).toBeVisible()
    await page.keyboard.press('d')
    await expect(reasonField(page)).toBeFocused()
    await page.keyboard.type('Not on the list')
    const admin = await staffApi(inbox, 'staff.admin@demo.example')
    await admin('POST /api/staff/reviews/:reviewId/approve', {
      params: { reviewId: review },
      body: { reason: 'Letter and list agree' },
    })
    await page.keyboard.press('Control+Enter')
    await expect(
      page.getByText(/^Mirjana Petrovic approved this on .*, while you were viewing it\.$/),
    ).toBeVisible()
    await expect(page.getByText('Your decision was not saved.')).toBeVisible()
    await expect(page.getByText('“Letter and list agree”')).toBeVisible()
    await expect(page.getByText(/Can be undone until .* Talk to Mirjana first\./)).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Undo decision' }).click()
    const drawer = page.getByRole('dialog', { name: 'Undo the decision' })
    await drawer.getByLabel('Reason').fill('Talked to Mirjana')
    await expectAccessible(page)
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('In review')).toBeVisible()
    expect((await statusOf(review))?.status).toBe('Open')
  })

  test('is not for support, and the page says whose it is @long', async ({ page }) => {
    await openDesk(page, 'support', `/reviews/${await reviewOf(await planToReview())}`)
    await expect(page.getByText('Only Operations can decide reviews')).toBeVisible()
  })
})

async function handIn(parent: Customer, passportNo: string): Promise<void> {
  const form = new FormData()
  form.set('identification', JSON.stringify({ type: 'Passport', passportCountry: 'NZ', passportNo }))
  form.set('idCheckConsent', 'true')
  form.set('file', new Blob([new Uint8Array(samplePng())], { type: 'image/png' }), 'passport.png')
  const path = `/api/portal/customer/account/${parent.accountId}/identification-details/manual`
  const reply = await fetch(`${addresses().portal}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await newSession(parent)}`, [regionHeader]: 'AU' },
    body: form,
  })
  expect(reply.status).toBe(200)
}

test('A copy is compared fact by fact: what differs is corrected before it is approved @long', async ({
  page,
}) => {
  const parent = await newFamilyOf({ birthDate: '1986-03-14' }, toIdentify())
  await handIn(parent, 'LM471920')
  const review = await reviewOf(parent)
  await openDesk(page, 'operations', `/reviews/${review}`)
  await expect(page.getByRole('img', { name: 'Copy: Passport.png' })).toBeVisible()
  await page.keyboard.press('o')
  await page.keyboard.press('+')
  await expect(page.getByText('120%')).toBeVisible()
  await expectAccessible(page)

  const approve = page.getByRole('button', { name: /^Approve and go on/ })
  await expect(approve).toBeDisabled()
  const answer = (fact: string, words: string) =>
    page
      .getByRole('radiogroup', { name: `${fact}: the same on the copy?` })
      .getByText(words, { exact: true })
      .click()
  await answer('Name', 'Same')
  await answer('Date of birth', 'Same')
  await answer('Passport of', 'Same')
  await answer('Date of expiry', 'Valid')
  await expect(page.getByText('1 detail still to compare')).toBeVisible()
  await answer('Passport number', 'Differs')
  await page.getByLabel('On the copy').fill('LM471902')

  // To decline, the words follow from what differs, without the number itself.
  await page.getByRole('radio', { name: 'Decline' }).press('Space')
  await expect(page.getByLabel(/ reads$/)).toHaveValue(/typed ends in 20\. On the copy it ends in 02\./)
  await expectAccessible(page)
  await page.getByRole('radio', { name: 'Approve' }).press('Space')

  await page.getByRole('button', { name: 'Correct', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'Correct the entry' })
  await drawer.getByLabel('Reason').fill('Digits swapped')
  await drawer.getByRole('button', { name: /^Correct/ }).click()
  await expect(drawer).toBeHidden()
  await expect(page.getByText('LM471902')).toBeVisible()
  await reasonField(page).fill('Compared with the copy')
  await approve.click()
  await expect.poll(async () => (await statusOf(review))?.status).toBe('Approved')
  const [told] = await rows<{ count: string }>(
    `select count(*) from outbox_message where account_id = $1 and facts::text like '%LM4719%'`,
    [parent.accountId],
  )
  expect(told?.count).toBe('0')
})

test('What waits is reached from Today, and left for the next of its kind, without a mouse @long', async ({
  page,
}) => {
  const copy = { document: 'Passport' as const, manner: 'Manual' as const, outcome: null, daysAgo: 1 }
  await newFamily(toIdentify({ setupStatus: 'ManualReview', identityChecks: [copy] }))
  await newFamily(toIdentify({ setupStatus: 'ManualReview', identityChecks: [copy] }))
  await openDesk(page, 'operations', '?topic=Identity')
  await expect(page.getByText('Ottilie Marsh').first()).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/desk\/reviews\//)
  await expect(page.getByText('In review')).toBeVisible()
  const first = page.url()
  await page.keyboard.press('n')
  await expect(page).not.toHaveURL(first)
  await expect(page).toHaveURL(/\/desk\/reviews\//)
  await page.goBack()
  await expect(page).toHaveURL(/\/desk\/?\?topic=Identity$/)
})

test('A withdrawal is approved by a second person, who reads what will happen; one’s own can only be withdrawn', async ({
  page,
  browser,
}) => {
  const parent = await newFamily({
    productType: 'PlusFunded',
    plans: [],
    balance: 500_00 as never,
    withdrawals: {
      bankAccounts: ['6789'],
      requests: [{ status: 'Pending', amount: 120_00 as never, daysAgo: 1 }],
    },
  })
  const review = await reviewOf(parent)
  await openDesk(page, 'operations', `/reviews/${review}`)
  await expect(page.getByText('A second person approves it: nothing is paid before')).toBeVisible()
  await reasonField(page).fill('Has the credit')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('status').getByText(/waiting for a second approval\.$/)).toBeVisible()
  const [approval] = await rows<{ id: string }>(
    `select id from approval where key = $1 and status = 'Open'`,
    [review],
  )
  await page.goto(`/desk/approvals/${approval?.id}`)
  await expect(page.getByText('You requested this yourself')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Withdraw and go on/ })).toBeVisible()
  await expectAccessible(page)
  await reasonField(page).fill('Asked twice')

  const second = await browser.newPage()
  await openDesk(second, 'admin', `/approvals/${approval?.id}`)
  await expect(second.getByText('Has the credit')).toBeVisible()
  await expect(second.getByRole('radio', { name: 'Approve' })).toBeChecked()
  await expect(second.getByText('Can be undone until it is in a payout')).toBeVisible()
  await second.keyboard.press('a')
  await second.keyboard.type('Checked with the family')
  await second.keyboard.press('Control+Enter')
  await expect
    .poll(async () => {
      const [row] = await rows<{ status: string }>(
        'select status from withdrawal_request where account_id = $1',
        [parent.accountId],
      )
      return row?.status
    })
    .toBe('Approved')
  await second.close()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Your decision was not saved. You wrote: “Asked twice”.')).toBeVisible()
})
