import type { Page } from '@playwright/test'
import { creditFromSchool } from '#tools/demo/entries.ts'
import { customers } from './customers.ts'
import { expect, expectAccessible, signIn, test } from './journey.ts'
import { newFamily } from './new-family.ts'
import { rows } from './rows.ts'
import { staffApi } from './staff.ts'
import { inTurn } from './turns.ts'

/** What is set aside, and what was asked for here, oldest first. */
async function rowsOf(accountId: string): Promise<{ held: number; asked: string[] }> {
  const [found] = await rows<{ held: number; asked: string[] }>(
    `select (select coalesce(sum(amount_minor), 0) from ledger_posting
         where account_id = $1 and book = 'WithdrawalHold')::int as held,
       array(select status || ' ' || amount_minor from withdrawal_request
         where account_id = $1 and client_request_id is not null order by created_at) as asked`,
    [accountId],
  )
  return found ?? { held: 0, asked: [] }
}

/** As if time had passed: one family may not hear so many codes in an hour as these journeys need. */
const passTime = () => rows(`delete from rate_limit where key like 'withdrawal%'`, [])

const dialog = (page: Page) => page.getByRole('dialog')
const accountSelect = (page: Page) => dialog(page).getByRole('combobox', { name: /Bank account/ })

async function chooseAccount(page: Page, ending: string): Promise<void> {
  const option = accountSelect(page).locator('option', { hasText: `ending ${ending}` })
  await accountSelect(page).selectOption((await option.textContent()) ?? '')
}
const list = (page: Page) => page.getByRole('region', { name: 'Requests' }).getByRole('listitem')

test.describe('Withdrawals', () => {
  test('are asked for, confirmed by code and listed @phone', async ({ page, inbox }) => {
    const [parent] = await customers('wd.full')
    await inTurn('withdrawals', async () => {
      await passTime()
      await signIn(page, parent, { path: '/transactions' })
      const section = page.getByRole('region', { name: 'Withdrawals' })
      const whole = section.getByRole('button', { name: /^Show all \d+ requests$/ })
      await expect(list(page).first()).toBeVisible()
      if (await whole.isVisible()) await whole.click()
      for (const [sum, status] of [
        ['$120.00', 'Pending'],
        ['$60.50', 'Approved'],
        ['$85.00', 'Paid'],
        ['$240.00', 'This money is needed for fees that are due.Declined'],
      ] as const)
        await expect(list(page).filter({ hasText: sum })).toContainText(status)
      const before = await rowsOf(parent.accountId)

      await section.getByRole('button', { name: 'Request a withdrawal' }).click()
      await expect(dialog(page)).toContainText('Available to withdraw')
      const amount = dialog(page).getByRole('textbox', { name: 'Amount' })
      await amount.fill('9000')
      await expect(dialog(page).getByText(/You can withdraw up to/)).toHaveCount(0)
      await amount.press('Tab')
      await expect(dialog(page).getByText(/You can withdraw up to \$[\d.]+ at the moment\./)).toBeVisible()
      await amount.fill('')
      await dialog(page).getByRole('button', { name: 'Send me a code' }).click()
      await expect(dialog(page).getByText('Field is required')).toHaveCount(2)
      await expect(amount).toBeFocused()

      // By keyboard from here on, and pressed twice.
      await amount.fill('12.34')
      await accountSelect(page).focus()
      await page.keyboard.type('Maryam Siddiqui, ending 6789')
      const mark = await inbox.mark()
      await dialog(page).getByRole('button', { name: 'Send me a code' }).dblclick()
      await expect(dialog(page)).toContainText(`mobile ending ${parent.mobile.slice(-3)}`)
      await expect(dialog(page).getByLabel('Enter code')).toBeFocused()
      await expect(dialog(page)).toContainText(/Resend in 0:\d\d/)
      await expectAccessible(page)
      const { code = '' } = await inbox.next(parent.mobile, 'sms', mark)
      await dialog(page)
        .getByLabel('Enter code')
        .fill(code === '000000' ? '111111' : '000000')
      await page.keyboard.press('Enter')
      await expect(dialog(page).getByText('Invalid code. Please try again.')).toBeVisible()
      await expect(dialog(page).getByLabel('Enter code')).toBeFocused()
      await page.keyboard.type(code)
      await page.keyboard.press('Enter')
      await expect(page.getByText('Your withdrawal of $12.34 is requested.')).toBeVisible()
      await expect(dialog(page)).toHaveCount(0)
      await expect(list(page).first()).toContainText('$12.34')
      await expect(list(page).first()).toContainText('To bank account ending 6789')
      await expect(list(page).first()).toContainText('Pending')
      const after = await rowsOf(parent.accountId)
      expect(after.held - before.held).toBe(12_34)
      expect(after.asked.slice(before.asked.length)).toEqual(['Pending 1234'])
    })
  })

  test('go from request to payout through the hands of two members of staff', async ({ page, inbox }) => {
    const parent = await newFamily({
      plans: [],
      entries: (moment) => [creditFromSchool(moment, 500_00)],
    })
    const [operations, admin] = [
      await staffApi(inbox, 'staff.ops@demo.example'),
      await staffApi(inbox, 'staff.admin@demo.example'),
    ]
    const body = { reason: 'Has the credit' }
    const added = await operations('POST /api/staff/accounts/:accountId/bank-accounts', {
      params: { accountId: parent.accountId },
      body: { holder: 'Ottilie Marsh', bsb: '062-006', accountNumber: '12346789', reason: 'Statement seen' },
    })
    await admin('POST /api/staff/approvals/:approvalId/approve', {
      params: { approvalId: added.approval.id },
      body,
    })
    await signIn(page, parent, { path: '/transactions' })
    await page.getByRole('button', { name: 'Request a withdrawal' }).click()
    await dialog(page).getByRole('textbox', { name: 'Amount' }).fill('45')
    await chooseAccount(page, '6789')
    const mark = await inbox.mark()
    await dialog(page).getByRole('button', { name: 'Send me a code' }).click()
    const { code = '' } = await inbox.next(parent.mobile, 'sms', mark)
    await dialog(page).getByLabel('Enter code').fill(code)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Your withdrawal of $45.00 is requested.')).toBeVisible()

    const { items } = await operations('GET /api/staff/queue', {
      query: { kind: 'Withdrawal', limit: '500' },
    })
    const review = items.find(({ accountId }) => accountId === parent.accountId)
    const asked = await operations('POST /api/staff/reviews/:reviewId/approve', {
      params: { reviewId: review?.id ?? '' },
      body,
    })
    const approval = { params: { approvalId: asked.approval?.id ?? '' }, body }
    await expect(operations('POST /api/staff/approvals/:approvalId/approve', approval)).rejects.toThrow(
      'Somebody else has to approve it.',
    )
    await page.reload()
    await expect(list(page).first()).toContainText('Pending')
    await admin('POST /api/staff/approvals/:approvalId/approve', approval)
    await page.reload()
    await expect(list(page).first()).toContainText('Approved')

    const from = { bank: 'CBA', userId: '301500', bsb: '062-000', accountNumber: '10001234' }
    const payout = await operations('POST /api/staff/payouts', { body: { region: 'AU', from, ...body } })
    const params = { payoutNumber: String(payout.number) }
    const takeFile = () => operations('GET /api/staff/payouts/:payoutNumber/file', { params })
    await expect(takeFile()).rejects.toThrow('a second person has released')
    const release = await operations('POST /api/staff/payouts/:payoutNumber/release', { params, body })
    await admin('POST /api/staff/approvals/:approvalId/approve', {
      params: { approvalId: release.id },
      body,
    })
    expect(new TextDecoder().decode((await takeFile()).bytes)).toContain('0000004500')
    const [withdrawal] = await rows<{ id: string }>(
      'select id from withdrawal_request where account_id = $1',
      [parent.accountId],
    )
    // This one alone: the others in the payout belong to other journeys.
    await operations('POST /api/staff/withdrawals/:withdrawalId/paid', {
      params: { withdrawalId: withdrawal?.id ?? '' },
      body,
    })
    await page.reload()
    await expect(list(page).first()).toContainText('Paid')
    expect((await rowsOf(parent.accountId)).held).toBe(0)
  })

  test('that are closed before the code wait in the list, in every tab, and can be taken back @phone-long @long', async ({
    page,
    context,
  }) => {
    const [parent] = await customers('wd.full')
    await inTurn('withdrawals', async () => {
      await passTime()
      await signIn(page, parent, { path: '/' })
      const ask = async (tab: Page) => {
        await tab.getByRole('button', { name: /^(Withdraw|Request a withdrawal)$/ }).click()
        await chooseAccount(tab, '3310')
        await dialog(tab).getByRole('textbox', { name: 'Amount' }).fill('7')
        await dialog(tab).getByRole('button', { name: 'Send me a code' }).click()
        await expect(dialog(tab).getByLabel('Enter code')).toBeVisible()
      }
      const before = await rowsOf(parent.accountId)
      await ask(page)
      const other = await context.newPage()
      await other.goto('/transactions')
      await ask(other)
      await other.close()
      await page.reload()
      await ask(page)
      const asked = await rowsOf(parent.accountId)
      expect(asked.held - before.held).toBe(7_00)
      expect(asked.asked.slice(before.asked.length)).toEqual(['Unconfirmed 700'])

      await page.keyboard.press('Escape')
      await expect(dialog(page)).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Withdraw' })).toBeFocused()
      await page.goto('/transactions')
      const row = list(page).filter({ hasText: 'Waiting for your code' }).filter({ hasText: '$7.00' })
      await expect(row).toContainText('$7.00')
      await row.getByRole('button', { name: 'Enter code' }).click()
      await expect(dialog(page)).toContainText('$7.00')
      await dialog(page).getByRole('button', { name: 'Confirm withdrawal' }).click()
      await expect(dialog(page).getByText('Field is required')).toBeVisible()
      await dialog(page).getByRole('button', { name: 'Close' }).click()
      await expect(dialog(page)).toHaveCount(0)
      await page.emulateMedia({ colorScheme: 'dark' })
      await expectAccessible(page)
      await row.getByRole('button', { name: 'Cancel request' }).click()
      await expect(page.getByText('Your request for $7.00 is cancelled.')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Withdrawals' })).toBeFocused()
      await expect(list(page).filter({ hasText: '$7.00' }).first()).toContainText('Cancelled')
      expect((await rowsOf(parent.accountId)).held).toBe(before.held)
    })
  })

  test('have their code sent again after half a minute @long', async ({ page, inbox }) => {
    const [parent] = await customers('wd.full')
    await inTurn('withdrawals', async () => {
      await passTime()
      await page.clock.install()
      await signIn(page, parent, { path: '/transactions' })
      await page.getByRole('button', { name: 'Request a withdrawal' }).click()
      await dialog(page).getByRole('button', { name: 'Withdraw all' }).click()
      await expect(dialog(page).getByRole('textbox', { name: 'Amount' })).not.toHaveValue('')
      await dialog(page).getByRole('textbox', { name: 'Amount' }).fill('8')
      await chooseAccount(page, '6789')
      await dialog(page).getByRole('button', { name: 'Send me a code' }).click()
      await expect(dialog(page).getByLabel('Enter code')).toBeVisible()
      await page.clock.runFor(31_000)
      await dialog(page).getByRole('button', { name: 'Send again' }).click()
      // The clock of the server has not moved: there it is too early.
      await expect(dialog(page)).toContainText(/We sent a code .* ago\./)
      await passTime()
      const mark = await inbox.mark()
      await dialog(page).getByRole('button', { name: 'Send again' }).click()
      await expect(dialog(page).getByRole('status')).toContainText(
        `We sent a new code to your mobile ending ${parent.mobile.slice(-3)}.`,
      )
      await expect(dialog(page)).toContainText(/Resend in 0:\d\d/)
      const { code = '' } = await inbox.next(parent.mobile, 'sms', mark)
      await dialog(page).getByLabel('Enter code').fill(code)
      await dialog(page).getByRole('button', { name: 'Confirm withdrawal' }).click()
      await expect(list(page).first()).toContainText('$8.00')
      await expect(list(page).first()).toContainText('Pending')
    })
  })

  test('go to a bank account that the parent adds, with a code, and wait two days @phone @long', async ({
    page,
    inbox,
  }) => {
    const parent = await newFamily({
      plans: [],
      entries: (moment) => [creditFromSchool(moment, 500_00)],
    })
    await signIn(page, parent, { path: '/transactions' })
    const section = page.getByRole('region', { name: 'Withdrawals', exact: true })
    await expect(section).toContainText('$500.00')
    await expect(section).toContainText('it is yours to take out')
    await expect(section.getByRole('button', { name: 'Request a withdrawal' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Withdrawals' }).click()
    await expect(page.getByRole('heading', { name: 'Withdrawals' })).toBeFocused()
    // The rows come after it.
    const [above, below] = [
      await section.boundingBox(),
      await page.getByRole('table', { name: 'Transactions' }).boundingBox(),
    ]
    expect(above?.y).toBeLessThan(below?.y ?? 0)

    await section.getByRole('button', { name: 'Add a bank account' }).click()
    await dialog(page).getByRole('button', { name: 'Send me a code' }).click()
    await expect(dialog(page).getByText('Field is required')).toHaveCount(3)
    await dialog(page).getByLabel('Account holder name').fill('Daniel Marsh')
    await dialog(page).getByLabel('BSB').fill('06200')
    await dialog(page).getByLabel('Account number').fill('1234 6789')
    await expect(dialog(page).getByText('A BSB has 6 digits, like 062-000')).toBeVisible()
    await dialog(page).getByLabel('BSB').fill('062 000')
    await dialog(page).getByRole('button', { name: 'Send me a code' }).click()
    await expect(dialog(page).getByRole('alert')).toContainText('in your own name, Ottilie Marsh.')
    await dialog(page).getByLabel('Account holder name').fill('O Marsh')
    const mark = await inbox.mark()
    await dialog(page).getByRole('button', { name: 'Send me a code' }).click()
    const { code = '', text } = await inbox.next(parent.mobile, 'sms', mark)
    expect(text).toContain('code to add bank account ending 6789 for withdrawals')
    await expectAccessible(page)
    await dialog(page).getByLabel('Enter code').fill(code)
    await dialog(page).getByRole('button', { name: 'Add bank account' }).click()
    await expect(page.getByText('Bank account ending 6789 is added.')).toBeVisible()
    const mail = await inbox.next(parent.email, 'email', mark)
    expect(mail.text).toContain('nothing is paid to it before')
    const accounts = section.getByRole('region', { name: 'Your bank accounts' })
    await expect(accounts).toContainText('New: payouts from')
    await expectAccessible(page)

    await section.getByRole('button', { name: 'Request a withdrawal' }).click()
    const amount = dialog(page).getByRole('textbox', { name: 'Amount' })
    for (const typed of ['abc', '-5', '1e3']) {
      await amount.fill('')
      await amount.fill(typed)
      await expect(amount).toHaveValue('')
      await expect(dialog(page)).toContainText('Digits and one decimal point only')
    }
    await expect(dialog(page)).toContainText('New: payouts from')
    await expectAccessible(page)
  })

  test('are refused with the reason where there is nothing, and hidden where there is no bank account @phone-long @long', async ({
    page,
  }) => {
    const [poor, none] = await customers('wd.nobalance', 'wd.none')
    await signIn(page, poor, { path: '/' })
    await page.getByRole('button', { name: 'Withdraw' }).click()
    await expect(dialog(page)).toContainText('There is nothing to withdraw at the moment.')
    await expect(accountSelect(page)).toContainText('ending 4071')
    await dialog(page).getByRole('textbox', { name: 'Amount' }).fill('1')
    await dialog(page).getByRole('button', { name: 'Send me a code' }).click()
    await expect(dialog(page).getByRole('alert')).toContainText('There is nothing to withdraw at the moment.')
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page)
    expect((await rowsOf(poor.accountId)).asked).toEqual([])

    const asked = page.waitForResponse(/\/withdrawal-requests$/)
    await signIn(page, none, { path: '/transactions' })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Transactions')
    expect(await (await asked).json()).toEqual([])
    await expect(page.getByRole('table', { name: 'Transactions' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Withdrawals' })).toHaveCount(0)
    await page.goto('/')
    await expect(page.getByRole('region', { name: 'Account balance' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Withdraw' })).toHaveCount(0)
  })
})
