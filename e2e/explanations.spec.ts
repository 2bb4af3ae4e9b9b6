import type { Locator, Page } from '@playwright/test'
import { cents, formatCurrency, toDecimal } from '#domain/money.ts'
import { customers } from './customers.ts'
import { expect, expectAccessible, signIn, test } from './journey.ts'
import { rows } from './rows.ts'

/** "−$1,234.50" is -123450. */
const minor = (text: string) => Number(text.replace('−', '-').replaceAll(/[^\d-]/g, ''))
const amountsIn = async (found: Locator) => (await found.allTextContents()).map(minor)
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)

/** Unfolds everything and adds up what then stands on the screen. Says what it came to. */
async function expectAddsUp(dialog: Locator): Promise<number> {
  const total = dialog.locator('.explanation > .explanation__total .num')
  await expect(total).toBeVisible()
  const figure = minor((await dialog.locator('.explanation__figure').textContent()) ?? '')
  const groups = dialog.locator('.explanation__groups > li')
  const parts: number[] = []
  for (const group of await groups.all()) {
    const [head, ...lines] = await amountsIn(group.locator('.num'))
    parts.push(head ?? NaN)
    const folded = group.locator('details:not([open]) > summary')
    if ((await folded.count()) > 0) await folded.click()
    if (lines.length === 0) continue
    await expect(group.locator('.num').last()).toBeVisible()
    expect(sum(lines)).toBe(head)
  }
  expect(sum(parts)).toBe(figure)
  expect(await amountsIn(total)).toEqual([figure])
  return figure
}

async function open(page: Page, name: RegExp): Promise<{ opener: Locator; dialog: Locator }> {
  const opener = page.getByRole('button', { name })
  await opener.click()
  return { opener, dialog: page.getByRole('dialog') }
}

const balanceOf = async (accountId: string) => {
  const [row] = await rows<{ balance: number }>(
    `select coalesce(sum(amount_minor), 0)::int as balance from ledger_posting where account_id = $1 and book = 'Family'`,
    [accountId],
  )
  return row?.balance
}

test.describe('Every sum says what makes it', () => {
  test('on the Overview: what is paid, what remains and what comes next, by keyboard @phone', async ({
    page,
  }) => {
    const [parent] = await customers('olivia')
    await signIn(page, parent)
    const sums: number[] = []
    for (const name of [/How what you have paid/, /How what remains/, /How your next payment/]) {
      const opener = page.getByRole('button', { name })
      await expect(opener).toBeVisible()
      await opener.focus()
      const place = await opener.boundingBox()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog')
      sums.push(await expectAddsUp(dialog))
      expect(await opener.boundingBox()).toEqual(place)
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await expect(opener).toBeFocused()
    }
    const [row] = await rows<{ paid: number; left: number; next: number }>(
      `select sum(amount_minor) filter (where status = 'Paid')::int as paid,
         sum(amount_minor) filter (where status <> 'Paid')::int as left,
         (min(amount_minor) filter (where status = 'Scheduled'))::int as next
       from instalment where account_id = $1 and status <> 'Cancelled'`,
      [parent.accountId],
    )
    expect(sums).toEqual([row?.paid, row?.left, row?.next])
    const main = page.getByRole('main')
    for (const amount of sums)
      await expect(main).toContainText(formatCurrency(toDecimal(cents(amount)), 'AU'))
  })

  test('the balance, in the ledger entries that make it, each of them a link @phone-long @long', async ({
    page,
  }) => {
    const [parent] = await customers('type.pay')
    await signIn(page, parent)
    const { dialog } = await open(page, /How your balance/)
    await expect(dialog.getByRole('heading', { name: 'Your account balance' })).toBeVisible()
    expect(await expectAddsUp(dialog)).toBe(await balanceOf(parent.accountId))
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page)
    }
    const link = dialog.getByRole('link').first()
    const to = await link.getAttribute('href')
    expect(to).toMatch(/^\/transactions\?transaction=[\da-f-]{36}$/)
    await link.click()
    await expect(page).toHaveURL(new RegExp('/transactions'))
    await expect(dialog).toHaveCount(0)
  })

  test('a balance with withdrawals, and what of it can be withdrawn @long', async ({ page }) => {
    const [saver] = await customers('wd.full')
    await signIn(page, saver)
    const first = await open(page, /How your balance/)
    expect(await expectAddsUp(first.dialog)).toBe(await balanceOf(saver.accountId))
    await expect(first.dialog).toContainText('You asked for 4 withdrawals')
    await expect(first.dialog).toContainText('Withdrawal to bank account ending 6789')
    await first.dialog.getByRole('button', { name: 'Done' }).click()
    await expect(first.opener).toBeFocused()
    await page.goto('/transactions')
    await page.getByRole('button', { name: 'Request a withdrawal' }).click()
    // The dialog in which money is asked for stays open below.
    const asking = page.getByRole('dialog')
    const why = asking.getByRole('button', { name: /How the available amount/ })
    await why.click()
    const available = page.getByRole('dialog', { name: 'Available to withdraw' })
    await expectAddsUp(available)
    await expect(available).toContainText('Your account balance')
    await page.keyboard.press('Escape')
    await expect(available).toHaveCount(0)
    await expect(why).toBeFocused()
  })

  test('a balance of sixty entries, of which the oldest are one sum @long', async ({ page }) => {
    const [payer] = await customers('tx.many')
    await signIn(page, payer, { path: '/transactions' })
    const { dialog } = await open(page, /How your balance/)
    expect(await expectAddsUp(dialog)).toBe(await balanceOf(payer.accountId))
    await expect(dialog).toContainText(/and \d+ earlier/)
    await expect(dialog).toContainText('Carried over from before')
  })

  test('says when it cannot be told, and tries again @long', async ({ page }) => {
    const [parent] = await customers('plan.started30')
    await page.clock.install()
    await signIn(page, parent)
    let asked = 0
    await page.route('**/explanations/remaining', (route) => {
      asked += 1
      return asked <= 4
        ? route.fulfill({ status: 500, json: { code: 'server_error', msg: 'no' } })
        : route.continue()
    })
    const { dialog } = await open(page, /How what remains/)
    for (const times of [1, 2, 3, 4]) {
      await expect.poll(() => asked).toBe(times)
      await page.clock.runFor(9_000)
    }
    await expect(dialog.getByRole('alert')).toHaveText('Oops, something went wrong.')
    await dialog.getByRole('button', { name: 'Retry' }).click()
    await expectAddsUp(dialog)
  })
})
