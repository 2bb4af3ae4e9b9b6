import { cents } from '#domain/money.ts'
import { deskStaff, openDesk } from './desk.ts'
import { expect, expectAccessible, test } from './journey.ts'
import { newFamily } from './new-family.ts'
import { newStaffSession } from './new-session.ts'
import { rows } from './rows.ts'
import { addresses } from './stack.ts'

/** One digit of a reference changed: a bank would refuse it, and some do not. */
const mistyped = (reference: string) => `${(Number(reference[0]) + 1) % 10}${reference.slice(1)}`

test.describe('Money', () => {
  test('a deposit with a mistyped reference is given to its family, once somebody says why', async ({
    page,
    request,
  }) => {
    const family = await newFamily({ requests: [{ id: `desk-${Date.now()}`, amountDue: cents(73_19) }] })
    const [account] = await rows<{ reference: string; billerCode: string; shortId: string }>(
      `select bpay_reference as reference, bpay_biller_code as "billerCode", short_id as "shortId"
       from account join institution on institution.id = institution_id where account.id = $1`,
      [family.accountId],
    )
    if (!account) throw new Error('The family has no account')
    const { billerCode, reference, shortId } = account
    const crn = mistyped(reference)
    const left = await request.post(`${addresses().sandbox}/_sandbox/api/bpay/receipt`, {
      data: { billerCode, crn, amount: 73.19, force: true },
    })
    const { receipts } = (await left.json()) as { receipts: { bankReference: string }[] }
    const bankReference = receipts[0]?.bankReference ?? ''
    await openDesk(page, 'operations', '/money')
    const token = await newStaffSession(deskStaff.operations)
    await request.post(`${addresses().portal}/api/staff/jobs/import-deposits/run`, {
      headers: { authorization: `Bearer ${token}` },
      data: { reason: 'The journey waits for it' },
    })
    const waiting = () => rows('select 1 from deposit where bank_reference = $1', [bankReference])
    await expect.poll(waiting, { timeout: 60_000 }).toHaveLength(1)
    await page.goto(`/desk/money?deposit=${billerCode}/${bankReference}`)
    await expect(page.getByRole('heading', { name: 'Whose is $73.19?' })).toBeVisible()
    const match = page.getByRole('radio', { name: shortId })
    await expect(match).toBeVisible()
    await match.check()
    await expect(page.getByText('One digit differs.').first()).toBeVisible()
    await expect(page.getByRole('region', { name: 'What this does' })).toContainText('$73.19')
    await expectAccessible(page)
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('Say why it is theirs')).toBeVisible()
    await page.getByLabel('Reason').fill('One digit mistyped, the sum fits')
    await page.getByRole('button', { name: 'Give it to the Marsh family' }).click()
    await expect(page.getByText('$73.19 belongs to the Marsh family now.')).toBeVisible()
    const [deposit] = await rows<{ accountId: string }>(
      'select account_id as "accountId" from deposit where bank_reference = $1',
      [bankReference],
    )
    expect(deposit?.accountId).toBe(family.accountId)
    await expect(page.getByText('“One digit mistyped, the sum fits”').first()).toBeVisible()
  })

  test('a batch goes to the bank only once a second person has released it', async ({ page, request }) => {
    const family = await newFamily({
      school: 'Oakfield School',
      withdrawals: {
        bankAccounts: ['4471'],
        requests: [{ status: 'Approved', amount: cents(41_07), daysAgo: 3 }],
      },
    })
    await openDesk(page, 'operations', '/money/payouts')
    await page.getByRole('radio', { name: /United Kingdom/ }).check()
    await expect(page.getByRole('link', { name: 'Marsh family' }).first()).toBeVisible()
    await page.getByLabel('Reason').fill('Daily batch')
    await page.getByRole('button', { name: /Make batch of £/ }).click()
    const made = page.getByText(/Batch \d+ is made/)
    await expect(made).toBeVisible()
    const number = /Batch (\d+)/.exec(await made.innerText())?.[1] ?? ''
    const row = page
      .getByRole('row')
      .filter({ has: page.getByRole('button', { name: `${number} show its withdrawals` }) })
    await expect(row).toContainText('To release')
    await row.getByRole('button', { name: 'Ask for release' }).click()
    await expectAccessible(page)
    await page.getByRole('dialog').getByLabel('Reason').fill('Checked against the list')
    await page.getByRole('button', { name: 'Ask a second person' }).click()
    await expect(row).toContainText('Waits for a second person')
    const href = await row.getByRole('link', { name: 'Your request' }).getAttribute('href')
    const approvalId = href?.split('/').at(-1)
    const admin = await newStaffSession(deskStaff.admin)
    const approved = await request.post(`${addresses().portal}/api/staff/approvals/${approvalId}/approve`, {
      headers: { authorization: `Bearer ${admin}` },
      data: { reason: 'Agrees with the list' },
    })
    expect(approved.status()).toBe(200)
    await page.reload()
    await page.getByRole('radio', { name: /United Kingdom/ }).check()
    await expect(row).toContainText('At the bank')
    const download = page.waitForEvent('download')
    await row.getByRole('button', { name: /CSV/ }).click()
    expect((await download).suggestedFilename()).toMatch(new RegExp(`^Payout ${number} of .*csv$`))
    await row.getByRole('button', { name: 'Mark as paid' }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('On the statement')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Mark as paid/ })
      .click()
    await expect(row).not.toContainText('At the bank')
    const [withdrawal] = await rows<{ status: string }>(
      'select status from withdrawal_request where account_id = $1',
      [family.accountId],
    )
    expect(withdrawal?.status).toBe('Paid')
  })

  test('is not offered to support, who read why @long', async ({ page }) => {
    await openDesk(page, 'support', '/money')
    await expect(page.getByText('Money needs the role Operations')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Money' })).toBeHidden()
    await expectAccessible(page)
  })
})
