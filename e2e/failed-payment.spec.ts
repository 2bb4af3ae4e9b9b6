import type { Page } from '@playwright/test'
import { addDays, dateIn, formatDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import { addBusinessDays, isBusinessDay } from '#domain/calendar/holidays.ts'
import { cents, formatCurrency, toDecimal } from '#domain/money.ts'
import { afterNotice } from '#domain/repayments.ts'
import { visaCredit, visaDebit } from '#tools/demo/sources.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import type { Customer } from './customers.ts'
import { expect, expectAccessible, signIn, test } from './journey.ts'
import { newFamily } from './new-family.ts'
import { linkMethods } from './new-request.ts'
import { rows } from './rows.ts'

const shown = (minor: number) => formatCurrency(toDecimal(cents(minor)), 'AU')
const longDay = (date: string) =>
  `${new Date(date).toLocaleDateString('en-AU', { weekday: 'long', timeZone: 'UTC' })} ${formatDate(date)}`
const area = (page: Page) => page.locator('.fix')
const dialog = (page: Page) => page.getByRole('dialog')
const title = (page: Page) => area(page).getByRole('heading', { level: 2 })

type Failed = { dueOn: CalendarDate; amount: number; retryOn: CalendarDate }

/** A family whose payment of the last business day has failed, with a second card on file. */
async function failedFamily(): Promise<{ parent: Customer; failed: Failed }> {
  const parent = await newFamily({
    sources: [visaDebit(), visaCredit()],
    plans: [{ status: 'Current', hasFailed: true, starts: -60, frequency: 'Month' }],
  })
  const today = dateIn('AU', new Date())
  const [failed] = await rows<Failed>(
    `update instalment set due_on = $2, collect_on = $2, first_failed_on = $2, retry_on = $3
     where account_id = $1 and status = 'Retrying'
     returning due_on::text as "dueOn", amount_minor::int as amount, retry_on::text as "retryOn"`,
    [parent.accountId, addBusinessDays(today, -1, calendars.AU), addBusinessDays(today, 4, calendars.AU)],
  )
  if (!failed) throw new Error('Nothing has failed')
  return { parent, failed }
}

const stands = ({ accountId }: Customer, { dueOn }: Failed) =>
  rows<{ status: string; retryOn: string; noticedOn: string | null; sourceId: string | null }>(
    `select status, retry_on::text as "retryOn", noticed_on::text as "noticedOn", source_id as "sourceId"
     from instalment where account_id = $1 and due_on = $2`,
    [accountId, dueOn],
  )

/** The last business day to which it may be moved. */
function lastDayOf({ dueOn }: Failed): CalendarDate {
  let day = addDays(dueOn, 14)
  while (!isBusinessDay(day, calendars.AU)) day = addDays(day, -1)
  return day
}

test('A payment that failed is moved to a day that suits the family @phone @long', async ({ page }) => {
  const { parent, failed } = await failedFamily()
  await signIn(page, parent)
  await expect(title(page)).toHaveText(`Your payment of ${shown(failed.amount)} did not go through`)
  await expect(area(page).getByRole('heading', { level: 3 })).toHaveText([
    'Pay now',
    'Move it',
    'Use another method',
  ])
  const to = lastDayOf(failed)
  await expect(area(page)).toContainText(`To any business day up to ${longDay(to)}.`)
  await expect(area(page)).toContainText(`If you do nothing, we try again on ${longDay(failed.retryOn)}`)
  await expect(area(page).getByRole('link', { name: 'I am finding it hard to pay' })).toHaveAttribute(
    'href',
    '/payment-schedule/help',
  )
  await expectAccessible(page)

  const choose = area(page).getByRole('button', { name: 'Choose a day' })
  await choose.click()
  await expect(dialog(page).getByRole('radio').first()).toBeVisible()
  await expect(dialog(page).getByRole('radio', { name: longDay(failed.retryOn) })).toHaveCount(0)
  await expect(
    dialog(page).getByRole('radio', { name: longDay(afterNotice(dateIn('AU', new Date()), calendars.AU)) }),
  ).toHaveCount(1)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(choose).toBeFocused()

  await choose.click()
  await dialog(page).getByRole('button', { name: 'Move payment' }).click()
  await expect(dialog(page)).toContainText('Choose a day.')
  await dialog(page)
    .getByRole('radio', { name: longDay(to) })
    .check()
  await dialog(page)
    .getByRole('button', { name: `Move to ${formatDate(to)}` })
    .click()
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByText(`We collect this payment on ${longDay(to)}.`)).toBeVisible()
  await expect(title(page)).toHaveText(`We collect ${shown(failed.amount)} on ${longDay(to)}`)
  expect(await stands(parent, failed)).toEqual([
    { status: 'Retrying', retryOn: to, noticedOn: null, sourceId: null },
  ])
  await expectAccessible(page)
  await page.reload()
  await expect(title(page)).toHaveText(`We collect ${shown(failed.amount)} on ${longDay(to)}`)
  const changes = await rows<{ kind: string; to: string }>(
    `select kind, details->>'to' as to from plan_change where account_id = $1`,
    [parent.accountId],
  )
  expect(changes).toEqual([{ kind: 'Move', to }])
})

test('A payment that failed is collected from another method, and only that payment @long', async ({
  page,
}) => {
  const { parent, failed } = await failedFamily()
  await signIn(page, parent)
  await area(page).getByRole('button', { name: 'Choose a method' }).click()
  await expect(dialog(page)).toContainText(
    `We collect ${shown(failed.amount)} on ${longDay(failed.retryOn)}.`,
  )
  await dialog(page).getByRole('radio', { name: 'Visa ending 4242' }).check()
  await expectAccessible(page)
  await dialog(page)
    .getByRole('button', { name: /^Collect \$/ })
    .click()
  await expect(dialog(page)).toBeHidden()
  await expect(title(page)).toHaveText(`We collect ${shown(failed.amount)} on ${longDay(failed.retryOn)}`)
  const [card] = await rows<{ id: string }>(
    `select id from repayment_source where account_id = $1 and last4 = '4242'`,
    [parent.accountId],
  )
  expect(await stands(parent, failed)).toMatchObject([{ status: 'Retrying', sourceId: card?.id }])
  const others = await rows(
    'select 1 from instalment where account_id = $1 and due_on <> $2 and source_id is not null',
    [parent.accountId, failed.dueOn],
  )
  expect(others).toEqual([])
})

test('A payment that failed is paid at once with the method and the total of its button', async ({
  page,
  context,
}) => {
  const { parent } = await failedFamily()
  await linkMethods(parent)
  await signIn(page, parent)
  await expect(area(page)).toContainText('Today, from Visa ending 4242:')
  const pay = area(page).getByRole('link', { name: /^Pay \$[\d,.]+ now/ })
  const total = /\$[\d,.]+\d/.exec((await pay.textContent()) ?? '')?.[0] ?? ''
  const [tab] = await Promise.all([context.waitForEvent('page'), pay.click()])
  await expect(tab.getByRole('radio', { name: /4242/ })).toBeChecked()
  await expect(tab.getByRole('button', { name: `Pay ${total}` })).toBeVisible()
})

test('A payment that was paid meanwhile is not moved, and the dialog says so @long', async ({ page }) => {
  const { parent, failed } = await failedFamily()
  await signIn(page, parent)
  await area(page).getByRole('button', { name: 'Choose a day' }).click()
  await dialog(page).getByRole('radio').last().check()
  await rows(
    `update instalment set status = 'Paid', settled_minor = amount_minor, retry_on = null
     where account_id = $1 and due_on = $2`,
    [parent.accountId, failed.dueOn],
  )
  await dialog(page)
    .getByRole('button', { name: /^Move to/ })
    .click()
  await expect(dialog(page).getByRole('alert')).toContainText('Your payment plan has changed')
  await expect(dialog(page).getByRole('radio').last()).toBeChecked()
})
