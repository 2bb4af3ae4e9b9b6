import type { APIRequestContext, Page } from '@playwright/test'
import { cents } from '#domain/money.ts'
import { deskStaff, openDesk } from './desk.ts'
import { expect, expectAccessible, test } from './journey.ts'
import { newFamily } from './new-family.ts'
import { newStaffSession } from './new-session.ts'
import { rows } from './rows.ts'
import { staffApi } from './staff.ts'
import { addresses } from './stack.ts'

/** One digit of a reference changed: a bank would refuse it, and some do not. */
const mistyped = (reference: string) => `${(Number(reference[0]) + 1) % 10}${reference.slice(1)}`

/** A family that is asked for $73.19, and a deposit of that sum with one digit of its reference wrong. */
async function mistypedDeposit(request: APIRequestContext) {
  const family = await newFamily({ requests: [{ id: `desk-${Date.now()}`, amountDue: cents(73_19) }] })
  const [account] = await rows<{ reference: string; billerCode: string; shortId: string }>(
    `select bpay_reference as reference, bpay_biller_code as "billerCode", short_id as "shortId"
     from account join institution on institution.id = institution_id where account.id = $1`,
    [family.accountId],
  )
  if (!account) throw new Error('The family has no account')
  const { billerCode, reference, shortId } = account
  const left = await request.post(`${addresses().sandbox}/_sandbox/api/bpay/receipt`, {
    data: { billerCode, crn: mistyped(reference), amount: 73.19, force: true },
  })
  const { receipts } = (await left.json()) as { receipts: { bankReference: string }[] }
  const bankReference = receipts[0]?.bankReference ?? ''
  const token = await newStaffSession(deskStaff.operations)
  await request.post(`${addresses().portal}/api/staff/jobs/import-deposits/run`, {
    headers: { authorization: `Bearer ${token}` },
    data: { reason: 'The journey waits for it' },
  })
  const owners = () =>
    rows<{ accountId: string | null }>(
      'select account_id as "accountId" from deposit where bank_reference = $1',
      [bankReference],
    )
  await expect.poll(owners, { timeout: 60_000 }).toHaveLength(1)
  return {
    family,
    shortId,
    name: `${billerCode}/${bankReference}`,
    owner: async () => (await owners())[0]?.accountId,
  }
}

/** A name that no other family has. */
const randomLetters = () =>
  Array.from({ length: 6 }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26))).join('')

const isChosen = (page: Page, name: string) =>
  expect(page).toHaveURL(`/desk/money?deposit=${encodeURIComponent(name)}`)

test.describe('Money', () => {
  test('a deposit with a mistyped reference is given to its family, once somebody says why @long', async ({
    page,
    request,
  }) => {
    const { family, shortId, name, owner } = await mistypedDeposit(request)
    await openDesk(page, 'operations', `/money?deposit=${name}`)
    await expect(page.getByRole('heading', { name: 'Who paid $73.19?' })).toBeVisible()
    const match = page.getByRole('radio', { name: shortId })
    await expect(match).toBeVisible()
    await match.check()
    await expect(page.getByText('One digit differs.').first()).toBeVisible()
    await expect(page.getByRole('region', { name: 'What this does' })).toContainText('$73.19')
    await expect(page.getByText(/^Can be undone until it is paid to the school/)).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('Enter a reason for the match')).toBeVisible()
    await page.getByLabel('Reason').fill('One digit mistyped, the sum fits')
    await page.getByRole('button', { name: 'Match to the Marsh family' }).click()
    await expect(page.getByText('$73.19 matched to the Marsh family.')).toBeVisible()
    expect(await owner()).toBe(family.accountId)
    await expect(page.getByText('“One digit mistyped, the sum fits”').first()).toBeVisible()
  })

  test('a deposit is opened from Today, given to a family found by its name, and taken back again @long', async ({
    page,
    request,
  }) => {
    const { name, owner } = await mistypedDeposit(request)
    const other = await newFamily({})
    const lastName = `Quill${randomLetters()}`
    await rows('update customer set last_name = $1 where id = $2 returning id', [lastName, other.customerId])
    await openDesk(page, 'operations', '?topic=Deposits')
    await page.locator(`[data-item="Deposit ${name}"]`).click()
    await isChosen(page, name)
    await expect(page.getByRole('heading', { name: 'Who paid $73.19?' })).toBeVisible()
    const list = page.getByRole('table', { name: 'Deposits in suspense' })
    await list.getByRole('button').first().click()
    await expect(list.getByRole('button').first()).toHaveAttribute('aria-current', 'true')
    await page.goBack()
    await isChosen(page, name)

    await page.getByRole('radio', { name: 'Another family' }).check()
    await page.getByLabel('Find the family').fill(lastName)
    const found = page.getByRole('radiogroup', { name: 'Families found' })
    await found.getByRole('radio', { name: `${lastName} family` }).check()
    await expect(page.getByText(`${lastName} family, balance`)).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Reason').fill('She called about it')
    await page.getByRole('button', { name: `Match to the ${lastName} family` }).click()
    await expect(page.getByText(`$73.19 matched to the ${lastName} family.`)).toBeVisible()
    expect(await owner()).toBe(other.accountId)

    const line = page.getByRole('listitem').filter({ hasText: `${lastName} family` })
    await line.getByRole('button', { name: /^Undo/ }).click()
    const drawer = page.getByRole('dialog', { name: 'Take a deposit back' })
    await expect(drawer.getByText(`${lastName} family, balance`)).toBeVisible()
    await expectAccessible(page)
    await drawer.getByLabel('Reason').fill('It was the other one')
    await drawer.getByRole('button', { name: 'Take $73.19 back' }).click()
    await expect(page.getByText('$73.19 is in suspense again.')).toBeVisible()
    await expect(line).toBeHidden()
    expect(await owner()).toBeNull()
    await page.goto(`/desk/money?deposit=${name}`)
    await expect(page.getByRole('heading', { name: 'Who paid $73.19?' })).toBeVisible()
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
    await page.getByRole('button', { name: /Create batch of £/ }).click()
    const made = page.getByText(/Batch \d+ created/)
    await expect(made).toBeVisible()
    const number = /Batch (\d+)/.exec(await made.innerText())?.[1] ?? ''
    const row = page
      .getByRole('row')
      .filter({ has: page.getByRole('button', { name: `${number} show its withdrawals` }) })
    await expect(row).toContainText('Not released')
    await row.getByRole('button', { name: 'Request release' }).click()
    await expectAccessible(page)
    await page.getByRole('dialog').getByLabel('Reason').fill('Checked against the list')
    await page.getByRole('button', { name: 'Request approval' }).click()
    await expect(row).toContainText('Waiting for a second approval')
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

  test('of two who mark a batch as paid the second is told, and one that came back is said alone @long', async ({
    page,
    inbox,
  }) => {
    const requests = ([51_10, 62_20] as const).map((amount) => ({
      status: 'Approved' as const,
      amount: cents(amount),
      daysAgo: 3,
    }))
    await newFamily({ school: 'Oakfield School', withdrawals: { bankAccounts: ['4471'], requests } })
    const [ours, colleague] = [
      await staffApi(inbox, deskStaff.operations),
      await staffApi(inbox, deskStaff.admin),
    ]
    const { number } = await ours('POST /api/staff/payouts', {
      body: { region: 'UK', reason: 'Daily batch' },
    })
    const params = { payoutNumber: String(number) }
    const asked = await ours('POST /api/staff/payouts/:payoutNumber/release', {
      params,
      body: { reason: 'Checked' },
    })
    await colleague('POST /api/staff/approvals/:approvalId/approve', {
      params: { approvalId: asked.id },
      body: { reason: 'Agrees' },
    })
    await openDesk(page, 'operations', '/money/payouts')
    await page.getByRole('radio', { name: /United Kingdom/ }).check()
    const show = page.getByRole('button', { name: `${number} show its withdrawals` })
    const row = page.getByRole('row').filter({ has: show })
    await show.click()
    const batch = page.getByRole('dialog', { name: `Batch ${number}` })
    await batch
      .getByRole('row')
      .filter({ hasText: '£51.10' })
      .getByRole('button', { name: /Record as paid/ })
      .click()
    const single = page.getByRole('dialog', { name: 'The bank has paid a withdrawal' })
    await single.getByLabel('Reason').fill('On the statement')
    await single.getByRole('button', { name: 'Mark £51.10 as paid' }).click()
    await expect(batch.getByRole('row').filter({ hasText: '£51.10' })).toContainText('Paid')
    await batch
      .getByRole('row')
      .filter({ hasText: '£62.20' })
      .getByRole('button', { name: /Record return/ })
      .click()
    const back = page.getByRole('dialog', { name: 'A withdrawal came back' })
    await back.getByLabel('Reason').fill('The account is closed')
    // A colleague is quicker with the whole batch.
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await row.getByRole('button', { name: 'Mark as paid' }).click()
    await colleague('POST /api/staff/payouts/:payoutNumber/paid', {
      params,
      body: { reason: 'Seen at the bank' },
    })
    await page.getByRole('dialog').getByLabel('Reason').fill('Seen at the bank')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Mark as paid/ })
      .click()
    await expect(page.getByText(`Nothing left to mark: every withdrawal in batch ${number}`)).toBeVisible()
    await show.click()
    await batch
      .getByRole('row')
      .filter({ hasText: '£62.20' })
      .getByRole('button', { name: /Record return/ })
      .click()
    await back.getByLabel('Reason').fill('The account is closed')
    const declined = page.waitForResponse((response) => response.url().endsWith('/decline'))
    await back.getByRole('button', { name: 'Request return of £62.20' }).click()
    const { approval } = (await (await declined).json()) as { approval: { id: string } }
    await expect(page.getByText(/is waiting for a second approval/)).toBeVisible()
    await colleague('POST /api/staff/approvals/:approvalId/approve', {
      params: { approvalId: approval.id },
      body: { reason: 'Seen at the bank' },
    })
    await page.reload()
    await page.getByRole('radio', { name: /United Kingdom/ }).check()
    await expect(row).toContainText('sent back 1')
  })

  test('remittances say how far each is on its way, and the file has what is shown @long', async ({
    page,
  }) => {
    await openDesk(page, 'operations', '/money/remittances')
    const list = page.getByRole('table', { name: 'Remittances' })
    await expect(list.getByText('Passed on today').first()).toBeVisible()
    await expectAccessible(page)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'All as CSV' }).click()
    expect((await download).suggestedFilename()).toMatch(/^remittances \d{4}-\d{2}\.csv$/)
  })

  test('a remittance is marked as sent, as paid, and as sent back @long', async ({ page }) => {
    const [released] = await rows<{ id: string; month: string; school: string; on: string }>(
      `select remittance.id, to_char(remitted_on, 'YYYY-MM-01') as month, institution.name as school,
         to_char(remitted_on, 'DD/MM/YYYY') as on
       from remittance join institution on institution.id = institution_id
       where state = 'Released' order by remitted_on, remittance.id limit 1`,
      [],
    )
    if (!released) throw new Error('The demo has no released remittance')
    const { id, month, school, on } = released
    await openDesk(page, 'operations', '/money/remittances')
    await page.getByLabel('Month').selectOption(month)
    const of = `${school}, ${on}`
    const drawer = page.getByRole('dialog')
    for (const [button, submit, said] of [
      ['Mark as sent', 'Mark as sent', 'Marked as sent.'],
      ['Mark as paid', 'Mark as paid', 'Marked as paid.'],
      ['Sent back', 'Record as sent back', 'Recorded as sent back. It is due again.'],
    ]) {
      await page.getByRole('button', { name: `${button} ${of}` }).click()
      await expectAccessible(page)
      await drawer.getByLabel('Reason').fill('On the statement of the bank')
      await drawer.getByRole('button', { name: submit ?? '' }).click()
      await expect(page.getByText(said ?? '')).toBeVisible()
    }
    const states = await rows<{ state: string }>(
      'select state from remittance where first_id = (select first_id from remittance where id = $1) order by created_at',
      [id],
    )
    expect(states.map(({ state }) => state)).toEqual(['Returned', 'Due'])
  })

  test('is not offered to support, who read why @long', async ({ page }) => {
    await openDesk(page, 'support', '/money')
    await expect(page.getByText('Money needs the role Operations')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Money' })).toBeHidden()
    await expectAccessible(page)
  })
})
