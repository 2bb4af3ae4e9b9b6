import type { Page } from '@playwright/test'
import { formatDate } from '#domain/calendar/calendar.ts'
import { cents, formatCurrency, toDecimal } from '#domain/money.ts'
import { visaDebit } from '#tools/demo/sources.ts'
import { fallBehind, oldLinkOf, type Overdue } from './arrears.ts'
import { fillCard, frameOf } from './card-form.ts'
import { expect, expectAccessible, signIn, test } from './journey.ts'
import { expectAccessibleDayAndNight } from './login-screen.ts'
import { newFamily } from './new-family.ts'
import { rows } from './rows.ts'

const shown = (minor: number) => formatCurrency(toDecimal(cents(minor)), 'AU')
const sumOf = (overdue: readonly Overdue[]) => overdue.reduce((sum, { amount }) => sum + amount, 0)
const title = (page: Page) => page.getByRole('heading', { level: 1 })
const area = (page: Page) => page.locator('.fix')

const behind = async (count: number) => {
  const parent = await newFamily({ sources: [visaDebit()], plans: [{ status: 'Current', starts: -90 }] })
  return { parent, ...(await fallBehind(parent, count)) }
}

async function payByCard(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Proceed to payment method' }).click()
  await page.getByRole('radio', { name: 'Add a new Credit or Debit Card' }).check()
  await expect(frameOf(page).getByLabel('Name on card')).toBeVisible()
  await fillCard(page, { number: '4242424242424242' })
  await page.getByRole('button', { name: /^Pay [$£]/ }).click()
  await expect(title(page)).toHaveText('Thanks for your payment')
}

test('All that is overdue is one amount with its parts, and one button pays it @phone', async ({
  page,
  context,
}) => {
  const { parent, overdue } = await behind(6)
  const sum = shown(sumOf(overdue))
  await signIn(page, parent)
  await expect(area(page).getByRole('heading', { level: 2 })).toHaveText(`${sum} is overdue`)
  const parts = area(page).getByRole('group')
  await parts.getByText('What it consists of').click()
  await expect(parts.locator('dl > div')).toHaveText(
    overdue.map(({ dueOn, amount }) => `Due ${formatDate(dueOn)}${shown(amount)}`),
  )
  await expectAccessible(page)
  await expect(area(page).getByRole('link', { name: /^Pay/ })).toHaveText([`Pay all ${sum}`])
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    area(page)
      .getByRole('link', { name: `Pay all ${sum}` })
      .click(),
  ])
  await expect(tab.getByRole('radio', { name: `Pay total amount due (${sum})` })).toBeChecked()
  await expect(tab.getByText('What it consists of')).toBeVisible()
  for (const { dueOn } of overdue) await expect(tab.getByText(`Due ${formatDate(dueOn)}`)).toBeVisible()
  await expectAccessibleDayAndNight(tab)
  await payByCard(tab)
  await expect(tab.locator('dl > div').filter({ hasText: 'Pays what was due' })).toHaveText(
    overdue.map(({ dueOn, amount }) => `Pays what was due ${formatDate(dueOn)}${shown(amount)}`),
  )
  await expectAccessibleDayAndNight(tab)
  const left = () =>
    rows('select 1 from instalment where account_id = $1 and status = $2', [parent.accountId, 'Overdue'])
  await expect.poll(left).toEqual([])
  await page.reload()
  await expect(title(page)).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('is overdue')
})

test('A smaller amount pays what was due first, and the rest stays one amount @long', async ({ page }) => {
  const { overdue, link } = await behind(3)
  const [oldest, second] = overdue
  await page.goto(`/pay-now?request=${link}`)
  await expect(page.getByText('If you pay a part, it pays what was due first.')).toBeVisible()
  await page.getByRole('radio', { name: 'Pay different amount' }).check()
  const amount = (oldest?.amount ?? 0) + 10_00
  await page.getByLabel('Payment amount').fill(toDecimal(cents(amount)).toFixed(2))
  await page.getByLabel('Please provide a reason').selectOption('UnableToPayFullAmount')
  await payByCard(page)
  await expect(page.locator('dl > div').filter({ hasText: 'due' })).toHaveText([
    `Pays what was due ${formatDate(oldest?.dueOn ?? '')}${shown(oldest?.amount ?? 0)}`,
    `Part of what was due ${formatDate(second?.dueOn ?? '')}$10.00`,
  ])
  const rest = shown(sumOf(overdue) - amount)
  await page.getByRole('button', { name: `Pay the remaining ${rest}` }).click()
  await expect(page.getByRole('radio', { name: `Pay total amount due (${rest})` })).toBeVisible()
})

test('An old link leads to what is due now, and says calmly when all is paid @phone @long', async ({
  page,
}) => {
  const { parent, overdue, link } = await behind(2)
  const old = await oldLinkOf(parent, overdue[0] as Overdue)
  const sum = shown(sumOf(overdue))
  await page.goto(`/pay-now?request=${old}`)
  await expect(page.getByRole('radio', { name: `Pay total amount due (${sum})` })).toBeChecked()
  await expect(page).toHaveURL(`/pay-now?request=${link}`)
  await expect(page.getByRole('main')).not.toContainText(/fail|cancel/i)
  await payByCard(page)
  const left = () =>
    rows('select 1 from instalment where account_id = $1 and status = $2', [parent.accountId, 'Overdue'])
  await expect.poll(left).toEqual([])
  await page.goto(`/pay-now?request=${old}`)
  await expect(title(page)).toHaveText('This has been paid')
  await expect(page.getByRole('main')).not.toContainText(/fail|cancel/i)
  await expectAccessibleDayAndNight(page)
})
