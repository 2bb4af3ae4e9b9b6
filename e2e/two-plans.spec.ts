import type { Page } from '@playwright/test'
import { formatDate } from '#domain/calendar/calendar.ts'
import { cents, formatCurrency, toDecimal } from '#domain/money.ts'
import type { Customer } from './customers.ts'
import { expect, expectAccessible, signIn, test } from './journey.ts'
import { newFamily } from './new-family.ts'
import { rows } from './rows.ts'
import { unpay } from './unpay.ts'

const shown = (minor: number) => formatCurrency(toDecimal(cents(minor)), 'AU')

const area = (page: Page) => page.locator('.fix')
const upcoming = (page: Page) => page.getByRole('region', { name: 'Upcoming payment' })
const plan = (page: Page) => page.getByRole('region', { name: /^Payment plan/ })

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

async function expectClear(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const size of sizes) {
      await page.setViewportSize(size)
      const overhang = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overhang).toBeLessThanOrEqual(0)
      await expectAccessible(page)
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1440, height: 900 })
}

type Row = { seq: number; amount: number; collectOn: string; year: number; planId: string }

const instalmentsOf = ({ accountId }: Customer, status: string) =>
  rows<Row>(
    `select seq, amount_minor::int as amount, collect_on::text as "collectOn", tuition_year as year, plan_id as "planId"
     from instalment join plan on plan.account_id = instalment.account_id and plan.id = instalment.plan_id
     where instalment.account_id = $1 and instalment.status = $2 order by tuition_year, seq`,
    [accountId, status],
  )

/** Of last year's plan, one payment is overdue and one is collected with the next of this year's. */
async function familyWithTwoPlans() {
  const parent = await newFamily({ plans: [{ status: 'Completed', year: 'Last' }, { status: 'Current' }] })
  const [next] = await instalmentsOf(parent, 'Scheduled')
  const [overdue, last] = (await instalmentsOf(parent, 'Paid'))
    .filter(({ year }) => year < (next?.year ?? 0))
    .slice(-2)
  if (!next || !overdue || !last) throw new Error('The plans have too few payments')
  const change = (seq: number, set: string, ...more: unknown[]) =>
    rows(`update instalment set ${set} where account_id = $1 and plan_id = $2 and seq = $3`, [
      parent.accountId,
      last.planId,
      seq,
      ...more,
    ])
  await unpay(parent.accountId, [overdue, last])
  await change(overdue.seq, `failure_code = 'method_gone'`)
  await change(
    last.seq,
    `status = 'Scheduled', collected_on = null, due_on = $4, collect_on = $4`,
    next.collectOn,
  )
  await rows(`update plan set status = 'Current' where account_id = $1`, [parent.accountId])
  return { parent, next, overdue, last }
}

test('Two plans at once are one payment, and the old one stays until it is paid @long', async ({ page }) => {
  const { parent, next, overdue, last } = await familyWithTwoPlans()
  await signIn(page, parent)
  await expect(upcoming(page).locator('.money').first()).toHaveText(shown(next.amount + last.amount))
  await expect(upcoming(page)).toContainText(`Instalment of your ${last.year} plan, due`)
  await expect(upcoming(page)).toContainText(`Instalment of your ${next.year} plan, due`)

  await expect(plan(page).first()).toContainText(`Payment plan ${next.year}`)
  const old = page.getByRole('region', { name: `Your ${last.year} plan is still open` })
  await expect(old).toContainText(shown(last.amount + overdue.amount))
  await expect(old).toContainText(`Overdue${shown(overdue.amount)}`)
  await expect(old).toContainText(`${shown(last.amount)}, ${formatDate(next.collectOn)}`)
  await expectClear(page)

  await old.getByRole('link', { name: `View ${last.year} plan` }).click()
  await page.getByRole('button', { name: 'See all dates' }).click()
  await expect(page.getByRole('dialog')).toContainText(
    `with ${shown(next.amount)} of your ${next.year} plan: ${shown(next.amount + last.amount)} on this day`,
  )
})

test('A plan that was not saved says on the Overview that it did not start, and leads to it @long', async ({
  page,
}) => {
  const parent = await newFamily({ plans: [{ status: 'Draft', year: 'Next', savedBy: 'Renewal' }] })
  await rows(`update plan_version set start_date = current_date - 5 where account_id = $1`, [
    parent.accountId,
  ])
  await signIn(page, parent)
  await expect(area(page)).toContainText(/Your plan for \d{4} has not started/)
  await expect(area(page)).toContainText('it is an estimate until you save it')
  await expectClear(page)
  await area(page).getByRole('link', { name: 'Finish plan' }).click()
  await expect(page).toHaveURL(/payment-schedule\?year=\d{4}/)
  await expect(page.getByRole('heading', { name: 'Your schedule' })).toBeVisible()
})

test('A review that is not finished by the first day says what happens next @long', async ({ page }) => {
  await signIn(
    page,
    await newFamily({ school: 'Redgum Academy', plans: [{ status: 'ManualReview', starts: -5 }] }),
  )
  await expect(area(page)).toContainText(/We're reviewing your plan/)
  await expect(area(page)).toContainText('Then it starts on a later day, and we email you that day first.')
  await expectClear(page)
})

test('A family that goes on without a plan is asked to set one up @long', async ({ page }) => {
  const parent = await newFamily({ plans: [{ status: 'Completed', year: 'Last' }] })
  await rows(`update account set renewal_status = 'Renewing' where id = $1`, [parent.accountId])
  await signIn(page, parent)
  await expect(area(page)).toContainText(/You have no plan for \d{4} yet/)
  await expect(area(page)).toContainText('could not be renewed by itself')
  await expectClear(page)
})
