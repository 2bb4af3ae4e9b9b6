import type { Page } from '@playwright/test'
import { openDesk } from './desk.ts'
import { expect, expectAccessible, hold, test } from './journey.ts'
import { newFamily } from './new-family.ts'
import { ownServer } from './own-server.ts'
import { rows } from './rows.ts'
import { staffApi } from './staff.ts'

const list = (page: Page) => page.getByRole('region', { name: 'Waiting for a decision' })
const rowOf = (page: Page, shortId: string) => list(page).getByRole('link').filter({ hasText: shortId })

/** A family whose invoice waits: nobody else's journey settles it. */
async function waitingInvoice() {
  const { accountId } = await newFamily({ documents: { uploads: ['Waiting'] } })
  const [found] = await rows<{ shortId: string; reviewId: string }>(
    `select short_id as "shortId", review.id as "reviewId" from account join review on account_id = account.id
     where account.id = $1`,
    [accountId],
  )
  return { accountId, shortId: found?.shortId ?? '', reviewId: found?.reviewId ?? '' }
}

test.describe('Today', () => {
  test('is worked through by keys: move, take, open, and come back to the same row', async ({ page }) => {
    const { shortId, reviewId } = await waitingInvoice()
    await openDesk(page, 'operations', '?topic=Invoices&whose=NotTaken')
    await expect(rowOf(page, shortId)).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('k')
    const isCurrent = () => rowOf(page, shortId).getAttribute('aria-current')
    for (let press = 0; press < 20 && (await isCurrent()) !== 'true'; press++) await page.keyboard.press('j')
    await expect(rowOf(page, shortId)).toBeFocused()
    await expect(page.getByRole('complementary').getByText('Marsh family')).toBeVisible()
    await page.keyboard.press('t')
    await expect(page.getByText(/^Yours: Invoice uploaded/)).toBeVisible()
    await page.getByText('Mine', { exact: true }).click()
    await expect(rowOf(page, shortId)).toContainText('You')
    await page.getByText('Everyone’s').click()
    await rowOf(page, shortId).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/desk/reviews/${reviewId}`)
    await page.goBack()
    await expect(page).toHaveURL(/\/desk\/?\?topic=Invoices$/)
    await expect(rowOf(page, shortId)).toHaveAttribute('aria-current', 'true')
  })

  test('shows by itself what others do, and asks before it takes over from them @long', async ({
    page,
    inbox,
  }) => {
    const { shortId, reviewId } = await waitingInvoice()
    await openDesk(page, 'operations', '?topic=Invoices')
    await expect(rowOf(page, shortId)).toContainText('Not taken')
    const colleague = await staffApi(inbox, 'staff.admin@demo.example')
    await colleague('POST /api/staff/queue/take', { body: { kind: 'Invoice', id: reviewId } })
    await expect(rowOf(page, shortId)).toContainText('Mirjana')
    await rowOf(page, shortId).focus()
    await page.keyboard.press('t')
    const question = page.getByRole('dialog', { name: 'Mirjana Petrovic has this' })
    await expect(question).toBeVisible()
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Take over' }).click()
    await expect(rowOf(page, shortId)).toContainText('You')
    await colleague('POST /api/staff/reviews/:reviewId/approve', {
      params: { reviewId },
      body: { reason: 'As agreed' },
    })
    await expect(rowOf(page, shortId)).toHaveCount(0)
  })

  test('keeps the last list when it cannot be read again, and says how old it is @long', async ({ page }) => {
    const { shortId } = await waitingInvoice()
    await openDesk(page, 'operations', '?topic=Invoices')
    await expect(rowOf(page, shortId)).toBeVisible()
    await page.route('**/api/staff/queue?**', (route) => route.abort())
    await page.getByRole('radio', { name: 'Not taken' }).check()
    await expect(page.getByRole('alert')).toContainText(/The list from .+ is shown below/)
    await expect(rowOf(page, shortId)).toBeVisible()
    await page.unroute('**/api/staff/queue?**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('keeps its list while the server is gone, says how old it is, and recovers by itself @long', async ({
    page,
  }) => {
    const { shortId, reviewId } = await waitingInvoice()
    const server = await ownServer()
    await server.start()
    try {
      await openDesk(page, 'operations')
      await page.goto(`${server.url}/desk?topic=Invoices`)
      await expect(rowOf(page, shortId)).toBeVisible()
      await server.kill()
      await expect(
        page.getByRole('alert').filter({ hasText: /The list from .+ is shown below/ }),
      ).toBeVisible()
      await expect(rowOf(page, shortId)).toBeVisible()
      await server.start()
      await expect(page.getByRole('alert')).toHaveCount(0)

      // A decision that was typed meanwhile is still there to be sent.
      await rowOf(page, shortId).click()
      await expect(page).toHaveURL(new RegExp(reviewId))
      await expect(page.getByText('In review')).toBeVisible()
      await page.keyboard.press('a')
      await expect(page.getByLabel('Internal reason')).toBeFocused()
      await server.kill()
      await page.keyboard.type('Matches the list of the school')
      await page.keyboard.press('Control+Enter')
      await expect(page.getByText('The action may or may not have been carried out')).toBeVisible()
      await expect(page.getByLabel('Internal reason')).toHaveValue('Matches the list of the school')
      await server.start()
      await page.keyboard.press('Control+Enter')
      await expect
        .poll(() => rows('select status, reason from review where id = $1', [reviewId]))
        .toEqual([{ status: 'Approved', reason: 'Matches the list of the school' }])
    } finally {
      await server.kill()
    }
  })

  test('shows support what support may settle, without the system status @long', async ({ page }) => {
    await openDesk(page, 'support')
    await expect(list(page)).toBeVisible()
    await expect(page.getByRole('group', { name: 'Type' })).toContainText('Chats')
    await expect(page.getByRole('group', { name: 'Type' })).not.toContainText('Plans')
    await expect(page.getByRole('heading', { name: 'System status' })).toHaveCount(0)
  })

  test('shows its boxes while it loads, and fits a phone @long', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const go = await hold(page, /\/api\/staff\/queue\?/)
    await openDesk(page, 'operations')
    await expect(page.getByRole('status').filter({ hasText: 'Loading the list' })).toBeAttached()
    go()
    await expect(list(page)).toBeVisible()
    await expectAccessible(page)
    const isWide = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    )
    expect(isWide).toBe(false)
  })
})
