import { openDesk } from './desk.ts'
import { expect, expectAccessible, test } from './journey.ts'
import { newFamily } from './new-family.ts'
import { rows } from './rows.ts'

/** The one payment that the demo has disputed. */
async function disputedPayment() {
  const [found] = await rows<{ paymentId: string; disputeId: string }>(
    'select payment_id as "paymentId", id as "disputeId" from dispute order by created_at limit 1',
    [],
  )
  if (!found) throw new Error('The demo has no dispute')
  return found
}

test.describe('The page of a payment at the desk', () => {
  test('leads from a dispute to evidence that the bank gets once @long', async ({ page }) => {
    const dispute = await disputedPayment()
    await openDesk(page, 'operations', `/payments/${dispute.paymentId}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^£/)
    await expect(page.getByText(/^Evidence is due .* London time, .* Sydney time\./)).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('What the bank reads').fill('School fees, paid under a plan that they agreed to.')
    await page.getByRole('button', { name: 'Send the evidence' }).click()
    const drawer = page.getByRole('dialog', { name: 'Send the evidence' })
    await expect(drawer.getByText('School fees, paid under a plan that they agreed to.')).toBeVisible()
    await expectAccessible(page)
    // Each file is looked at here; nothing is downloaded.
    await drawer
      .getByRole('button', { name: /^Look at/ })
      .first()
      .click()
    const file = page
      .getByRole('dialog')
      .filter({ has: page.getByRole('button', { name: 'Larger' }) })
      .last()
    await expect(file.getByRole('img')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(file).toBeHidden()
    await expect(drawer).toBeVisible()
    await expect(drawer.getByRole('button', { name: /Send it to the bank/ })).toBeDisabled()
    await drawer.getByLabel('Reason').fill('They knew of the payment')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('The evidence was sent. The bank decides now.')).toBeVisible()
    await expect(drawer).toBeHidden()
    await expect(page.getByText(/^Evidence was sent on/)).toBeVisible()
    expect(
      await rows('select status from dispute_answer where dispute_id = $1', [dispute.disputeId]),
    ).toEqual([{ status: 'Done' }])
  })

  test('shows support a payment without what only operations may do @long', async ({ page }) => {
    const family = await newFamily({ plans: [{ status: 'Current' }] })
    const [payment] = await rows<{ id: string }>(
      `select id from payment where account_id = $1 and status = 'Succeeded' order by paid_on desc limit 1`,
      [family.accountId],
    )
    await openDesk(page, 'support', `/payments/${payment?.id}`)
    await expect(page.getByRole('heading', { name: 'In the ledger' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Receipt' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Refund' })).toBeHidden()
    await expectAccessible(page)
  })
})
