import type { Page } from '@playwright/test'
import { formatDate } from '#domain/calendar/calendar.ts'
import { cents, formatCurrency, toDecimal } from '#domain/money.ts'
import { visaCredit, visaDebit } from '#tools/demo/sources.ts'
import { expect, expectSaid, signIn, test } from './journey.ts'
import { expectAccessibleDayAndNight } from './login-screen.ts'
import { newFamily } from './new-family.ts'
import { rows } from './rows.ts'

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const toCome = (page: Page) => page.getByRole('region', { name: 'To come' })
const ways = (page: Page) => page.getByRole('region', { name: 'What you can do instead' })
const thisPayment = (page: Page) => page.getByRole('region', { name: 'This payment' })
const shown = (minor: number) => formatCurrency(toDecimal(cents(minor)), 'AU')
const dayAndMonth = (date: string) => formatDate(date).replace(/ \d{4}$/, '')

type Row = { dueOn: string; collectOn: string; amount: number; sourceId: string | null }
const comingOf = (accountId: string) =>
  rows<Row>(
    `select due_on::text as "dueOn", collect_on::text as "collectOn", amount_minor::int as amount,
       source_id as "sourceId"
     from instalment where account_id = $1 and status = 'Scheduled' order by due_on`,
    [accountId],
  )
type Method = { id: string; name: string }
const methodsOf = (accountId: string) =>
  rows<Method>(
    `select id, display_name as name from repayment_source where account_id = $1 order by is_preferred or is_default desc`,
    [accountId],
  )

/** A family that has used its moves, with two cards. */
async function familyWithoutMoves() {
  const parent = await newFamily({ plans: [{ status: 'Current' }], sources: [visaDebit(), visaCredit()] })
  const { accountId } = parent
  await rows(
    `insert into plan_change (account_id, id, plan_id, kind, status, made_by, made_at, version, details, before, after)
     select plan.account_id, gen_random_uuid(), plan.id, 'Move', 'Made', 'Customer', now(), plan.version,
       jsonb_build_object('kind', 'Move', 'dueOn', paid.due_on, 'amount', paid.amount_minor, 'from', paid.collect_on,
         'to', paid.collect_on + 7), '[]', '[]'
     from plan join lateral (
       select * from instalment where instalment.account_id = plan.account_id and instalment.plan_id = plan.id
         and status = 'Paid' order by due_on desc limit 2) paid on true
     where plan.account_id = $1 and plan.status = 'Current'`,
    [accountId],
  )
  const [next, second] = await comingOf(accountId)
  const [usual, other] = await methodsOf(accountId)
  if (!next || !second || !usual || !other) throw new Error('The family has too little')
  return { parent, accountId, next, second, usual, other }
}

test('A payment that cannot be moved is taken from another method, and back @phone @long', async ({
  page,
  calls,
}) => {
  const { parent, accountId, next, second, usual, other } = await familyWithoutMoves()
  await signIn(page, parent, { path: `/payment-schedule/move?due=${next.dueOn}` })

  await test.step('every other way says what it comes to', async () => {
    await expect(ways(page)).toContainText(
      `Only this payment. The rest of your plan stays with ${usual.name}.`,
    )
    await expect(ways(page)).toContainText(
      `Any amount from $1.00. We collect only what is left on ${dayAndMonth(next.collectOn)}`,
    )
    await expect(ways(page)).toContainText(`Its ${shown(next.amount)} is`)
    await expectAccessibleDayAndNight(page)
    await ways(page)
      .getByRole('link', { name: /Pay a part today/ })
      .click()
    await expect(page.getByRole('radio', { name: 'Skip the next' })).toBeChecked()
    await page.goBack()
    await ways(page)
      .getByRole('link', { name: /Skip this payment/ })
      .click()
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1)
    await page.goBack()
  })

  await test.step('the method is chosen once, and the schedule says so', async () => {
    await ways(page)
      .getByRole('link', { name: /Pay it from another method/ })
      .click()
    await expect(title(page)).toHaveText('Pay it from another method')
    await expect(page.getByRole('radio', { name: usual.name })).toBeChecked()
    await expectAccessibleDayAndNight(page)
    await page.getByRole('button', { name: 'Use this method' }).click()
    await expect(page.getByText('Choose another method first.')).toBeVisible()
    await page.getByRole('radio', { name: other.name }).check()
    await expect(thisPayment(page)).toContainText(other.name)
    await page.getByRole('button', { name: 'Use this method' }).dblclick()
    await expectSaid(page, `We take this payment from ${other.name} on`)
    await expect(page).toHaveURL(/\/payment-schedule$/)
    const row = toCome(page).locator(`[data-due="${next.dueOn}"]`)
    await expect(row).toBeFocused()
    await expect(row).toContainText(`From ${other.name}.`)
    await expect(toCome(page).locator(`[data-due="${second.dueOn}"]`)).not.toContainText(other.name)
    await expectAccessibleDayAndNight(page)
    expect((await comingOf(accountId)).map(({ sourceId }) => sourceId)).toEqual([
      other.id,
      ...Array((await comingOf(accountId)).length - 1).fill(null),
    ])
    expect(calls.filter((call) => call.url().endsWith('/choose-method-of-payment'))).toHaveLength(1)
    await page.goto('/')
    await expect(page.getByRole('region', { name: 'Upcoming payment' })).toContainText(other.name)
  })

  await test.step('and the way back leads to the usual one', async () => {
    await page.goto('/payment-schedule')
    await toCome(page)
      .getByRole('link', { name: `Change the method of the payment of ${dayAndMonth(next.collectOn)}` })
      .click()
    await page.getByRole('radio', { name: usual.name }).check()
    await page.getByRole('button', { name: 'Use this method' }).click()
    await expectSaid(page, `We take this payment from ${usual.name} on`)
    await expect(toCome(page)).not.toContainText(other.name)
    expect((await comingOf(accountId))[0]?.sourceId).toBeNull()
  })
})
