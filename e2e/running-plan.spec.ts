import type { Page } from '@playwright/test'
import type { PlanMaterialReply } from '#contract/payment-schedule.ts'
import { formatDate } from '#domain/calendar/calendar.ts'
import { cents, formatCurrency, toDecimal } from '#domain/money.ts'
import type { Customer } from './customers.ts'
import { expect, expectSaid, signIn, stored, test } from './journey.ts'
import { expectAccessibleDayAndNight } from './login-screen.ts'
import { newFamily } from './new-family.ts'
import { rows } from './rows.ts'

const toCome = (page: Page) => page.getByRole('region', { name: 'To come' })
const soFar = (page: Page) => page.getByRole('region', { name: 'The year so far' })
const hub = (page: Page) => page.getByRole('region', { name: 'Change something' })
const row = (page: Page, dueOn: string | undefined) => toCome(page).locator(`[data-due="${dueOn}"]`)

const dayAndMonth = (date: string) => formatDate(date).replace(/ \d{4}$/, '')
const shown = (minor: number) => formatCurrency(toDecimal(cents(minor)), 'AU')

/** Skips payments without the screens. */
async function skip(page: Page, { accountId }: Customer, dueOn: string[], outcome: string): Promise<string> {
  const headers = { authorization: `Bearer ${await stored(page, 'token')}` }
  const path = `/api/portal/customer/account/${accountId}`
  const material = (await (
    await page.request.get(`${path}/plan-material`, { headers })
  ).json()) as PlanMaterialReply
  const { id: planId, version } = material.plan ?? {}
  const data = { planId, version, dueOn, outcome }
  const reply = await page.request.post(`${path}/skip-payments`, { headers, data })
  return ((await reply.json()) as { status: string }).status
}

const standing = ({ accountId }: Customer) =>
  rows<{ dueOn: string; on: string; amount: number }>(
    `select due_on::text as "dueOn", collect_on::text as on, amount_minor::int as amount
     from instalment where account_id = $1 and status = 'Scheduled' order by due_on`,
    [accountId],
  )

test('A running plan shows what is skipped or asked for, and takes each back by one button @long', async ({
  page,
}) => {
  const parent = await newFamily({ plans: [{ status: 'Current' }] })
  const before = await standing(parent)
  const [, second, third] = before
  if (!second || !third) throw new Error('The plan has too few payments')
  await signIn(page, parent, { path: '/payment-schedule' })
  await expect(toCome(page)).toBeVisible()
  expect(await skip(page, parent, [second.dueOn], 'Spread')).toBe('Made')
  await page.reload()
  await expect(row(page, second.dueOn)).toContainText('Skipped')
  const notice = toCome(page).getByRole('status')
  await expect(notice).toContainText(`The payment of ${dayAndMonth(second.on)} is skipped`)
  await expect(notice).toContainText(`The ${shown(second.amount)} is added to the payment of`)
  await expect(soFar(page)).toContainText(
    `${shown(second.amount)}becomes${shown(second.amount + third.amount)}`,
  )
  await expectAccessibleDayAndNight(page)

  await toCome(page).getByRole('button', { name: 'Undo the skip' }).dblclick()
  await expectSaid(page, 'The skip is undone.')
  await expect(row(page, second.dueOn)).toBeFocused()
  await expect(notice).toHaveCount(0)
  expect(await standing(parent)).toEqual(before)

  // More than the school grants at once is asked for, and nothing changes until it is answered.
  const all = before.slice(0, 3).map(({ dueOn }) => dueOn)
  expect(await skip(page, parent, all, 'AtEnd')).toBe('Asked')
  await page.reload()
  await expect(notice).toContainText('You have asked to skip three payments')
  await expect(row(page, all[0])).toContainText('Asked to skip')
  await expect(hub(page)).toContainText('Skip a paymentWe are looking at your request first.')
  await expectAccessibleDayAndNight(page)
  await toCome(page).getByRole('button', { name: 'Withdraw your request to skip' }).click()
  await expectSaid(page, 'Your request is withdrawn.')
  await expect(row(page, all[0])).toBeFocused()
  await expect(hub(page).getByRole('link', { name: /Skip a payment/ })).toBeVisible()
  expect(await standing(parent)).toEqual(before)
})

test('A long plan shows its next payments first, and the others when asked @phone @long', async ({
  page,
}) => {
  const parent = await newFamily({
    school: 'Oakfield School',
    plans: [{ status: 'Current', frequency: 'Week', starts: -30 }],
  })
  // Late in a school year few are left.
  const left = (await standing(parent)).length
  await signIn(page, parent, { path: '/payment-schedule' })
  const items = toCome(page).getByRole('listitem')
  await expect(items).toHaveCount(left > 9 ? 6 : left)
  if (left <= 9) return
  await toCome(page)
    .getByRole('button', { name: `Show ${left - 6} more payments` })
    .click()
  await expect(items).toHaveCount(left)
  await expect(items.nth(6)).toBeFocused()
  await expect(items.last()).toContainText('Last payment of this plan')
})
