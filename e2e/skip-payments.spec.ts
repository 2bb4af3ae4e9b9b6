import type { Page } from '@playwright/test'
import type { PlanMaterialReply } from '#contract/payment-schedule.ts'
import { cents, formatCurrency, toDecimal } from '#domain/money.ts'
import type { Account } from '#tools/demo/account.ts'
import type { Customer } from './customers.ts'
import { expect, expectAccessible, expectSaid, hold, signIn, test } from './journey.ts'
import { expectAccessibleDayAndNight } from './login-screen.ts'
import { newFamily } from './new-family.ts'
import { newSession } from './new-session.ts'
import { rows } from './rows.ts'
import { staffApi } from './staff.ts'

const path = '/payment-schedule/skip'

const tiles = (page: Page) => page.getByRole('group', { name: 'Payments to skip' }).getByRole('checkbox')
const outcome = (page: Page, name: string) => page.getByRole('radio', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const shown = (minor: number) => formatCurrency(toDecimal(cents(minor)), 'UK')

/** A monthly plan of a UK school, whose next payment is more than a week away. */
const monthly: Account = {
  school: 'Oakfield School',
  plans: [{ status: 'Current', frequency: 'Month', starts: -50, toCome: 9 }],
}

type Payment = { dueOn: string; amount: number }

const comingOf = ({ accountId }: Customer) =>
  rows<Payment>(
    `select due_on::text as "dueOn", amount_minor::int as amount from instalment
     where account_id = $1 and status = 'Scheduled' order by due_on`,
    [accountId],
  )
const sumOf = (payments: readonly Payment[]) => payments.reduce((sum, { amount }) => sum + amount, 0)
const changesOf = ({ accountId }: Customer) =>
  rows<{ status: string; reason: string | null }>(
    'select status, reason from plan_change where account_id = $1 order by made_at',
    [accountId],
  )
const planOf = async ({ accountId }: Customer) => {
  const [plan] = await rows<{ id: string; year: number }>(
    `select id, tuition_year as year from plan where account_id = $1 and status = 'Current'`,
    [accountId],
  )
  if (!plan) throw new Error('No plan runs')
  return plan
}
/** The same plan in another browser. */
async function otherParentSkips(page: Page, parent: Customer, place: number): Promise<void> {
  const path = `/api/portal/customer/account/${parent.accountId}`
  const headers = { Authorization: `Bearer ${await newSession(parent)}` }
  const reply = await page.request.get(`${path}/plan-material`, { headers })
  const { plan, flexible } = (await reply.json()) as PlanMaterialReply
  const data = {
    planId: plan?.id,
    version: plan?.version,
    dueOn: [flexible?.coming[place]?.dueOn],
    outcome: 'Spread',
  }
  expect((await page.request.post(`${path}/skip-payments`, { headers, data })).status()).toBe(200)
}

const setFlexibility = ({ accountId }: Customer, flexibility: object) =>
  rows(
    `update institution set flexibility = $2 from account
     where account.id = $1 and institution.id = account.institution_id`,
    [accountId, JSON.stringify(flexibility)],
  )

test('A parent skips two payments, and the rest is higher @phone', async ({ page, calls }) => {
  const parent = await newFamily(monthly)
  const before = await comingOf(parent)
  await signIn(page, parent, { path: `${path}?due=${before[0]?.dueOn}` })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Skip payments')
  // The one that they came for is chosen already.
  await expect(tiles(page).first()).toBeChecked()
  await tiles(page).nth(1).check()
  await expect(page.getByText('2 of 3 chosen')).toBeVisible()
  await expect(page.getByText('Granted at once')).toBeVisible()
  await expect(
    page.getByRole('img', { name: /What is left stays at .* while 2 payments are skipped/ }),
  ).toBeVisible()

  const table = page.getByRole('table')
  if (!(await table.isVisible())) await page.getByText('Every payment, before and after').click()
  const total = shown(sumOf(before))
  await expect(table.getByRole('row', { name: 'Total' })).toHaveText(`Total${total}${total}`)
  await expect(table.getByText('Skipped')).toHaveCount(2)
  await expectAccessibleDayAndNight(page)

  await button(page, 'Skip 2 payments').dblclick()
  await expect(page).toHaveURL('/payment-schedule')
  await expectSaid(page, 'You skip 2 payments')
  const after = await comingOf(parent)
  expect(after.map(({ dueOn }) => dueOn)).toEqual(before.slice(2).map(({ dueOn }) => dueOn))
  expect(sumOf(after)).toBe(sumOf(before))
  expect(await changesOf(parent)).toEqual([{ status: 'Made', reason: null }])
  expect(calls.filter((call) => call.url().endsWith('/skip-payments'))).toHaveLength(1)
})

test('Three payments are asked for, staff grant them, and the family sees it @long', async ({
  page,
  inbox,
}) => {
  const parent = await newFamily(monthly)
  const before = await comingOf(parent)
  await signIn(page, parent, { path })
  // Nothing is chosen yet: the page says so where it is missing.
  await button(page, 'Skip payments').click()
  await expect(page.getByText('Choose at least one payment.')).toBeVisible()
  await expect(tiles(page).first()).toBeFocused()
  for (const place of [0, 1, 2]) await tiles(page).nth(place).check()
  await expect(tiles(page).nth(3)).toBeDisabled()
  await outcome(page, 'Add at the end').check()
  await expect(page.getByText('We review this')).toBeVisible()
  await button(page, 'Ask to skip 3 payments').click()
  await expect(page).toHaveURL('/payment-schedule')
  await expectSaid(page, 'You have asked to skip 3 payments')
  expect(await comingOf(parent)).toEqual(before)

  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'You have asked to skip 3 payments' })).toBeVisible()
  await expectAccessible(page)

  const api = await staffApi(inbox, 'staff.ops@demo.example')
  const { year } = await planOf(parent)
  const { accountId } = parent
  const { asked } = await api('GET /api/staff/accounts/:accountId/plans/:year/changes', {
    params: { accountId, year },
  })
  expect(asked?.consequences?.total.after).toBe(asked?.consequences?.total.before)
  await api('POST /api/staff/reviews/:reviewId/approve', {
    params: { reviewId: asked?.reviewId ?? '' },
    body: { reason: 'Agreed on the phone' },
  })
  const after = await comingOf(parent)
  expect(sumOf(after)).toBe(sumOf(before))
  expect(after).toHaveLength(before.length)
  expect(after[0]?.dueOn).toBe(before[3]?.dueOn)
  await page.reload()
  // All that is granted at once is used: the next one is looked at too.
  await tiles(page).first().check()
  await expect(page.getByText('You have used what your school lets us grant at once')).toBeVisible()
  await expect(button(page, 'Ask to skip 1 payment')).toBeVisible()
})

test('A request is withdrawn, and one that staff decline leaves the plan @long', async ({ page, inbox }) => {
  const parent = await newFamily(monthly)
  const before = await comingOf(parent)
  await signIn(page, parent, { path })
  const ask = async () => {
    for (const place of [0, 1, 2]) await tiles(page).nth(place).check()
    await button(page, 'Ask to skip 3 payments').click()
    await expect(page).toHaveURL('/payment-schedule')
    await page.goto(path)
  }
  await ask()
  await button(page, 'Withdraw the request').click()
  await expectSaid(page, 'Your request is withdrawn.')
  await expect(tiles(page).first()).toBeEnabled()
  await ask()
  const api = await staffApi(inbox, 'staff.ops@demo.example')
  const queue = await api('GET /api/staff/queue', { query: { kind: 'Skip', limit: '500' } })
  const review = queue.items.find(({ accountId }) => accountId === parent.accountId)
  await api('POST /api/staff/reviews/:reviewId/decline', {
    params: { reviewId: review?.id ?? '' },
    body: { reason: 'The school needs the fees this term.' },
  })
  await page.reload()
  await expect(tiles(page).first()).toBeEnabled()
  expect(await comingOf(parent)).toEqual(before)
  expect(await changesOf(parent)).toEqual([
    { status: 'Withdrawn', reason: null },
    { status: 'Declined', reason: 'The school needs the fees this term.' },
  ])
})

test('What cannot be skipped is said, and nothing that was chosen is lost @long', async ({ page }) => {
  const parent = await newFamily(monthly)
  await signIn(page, parent, { path })
  await tiles(page).nth(1).check()

  // The other parent was faster: the choice stays, on the plan as it is now.
  await otherParentSkips(page, parent, 3)
  await button(page, 'Skip 1 payment').click()
  await expect(page.getByRole('alert')).toContainText('changed')
  await expect(tiles(page).nth(1)).toBeChecked()

  // While it is being saved, another press does nothing.
  const release = await hold(page, '**/skip-payments', 'POST')
  await button(page, 'Skip 1 payment').click()
  await expect(button(page, 'Skip 1 payment')).toHaveAttribute('aria-busy', 'true')
  await button(page, 'Skip 1 payment').click({ force: true })
  release()
  await expect(page).toHaveURL('/payment-schedule')
  expect(await changesOf(parent)).toHaveLength(2)

  const others = await newFamily({ ...monthly, school: 'Jacaranda School' })
  try {
    for (const [rules, title] of [
      [{ mostSkipped: 0 }, 'Your school does not offer this'],
      [{ skipsPerYear: 0, reviewsMoreSkips: false }, /^You have used your skips for/],
    ] as const) {
      await setFlexibility(others, rules)
      await signIn(page, others, { path })
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
    }
    await setFlexibility(others, { mayEndLater: false })
    await page.goto(path)
    await tiles(page).first().check()
    await expect(outcome(page, 'Add at the end')).toBeDisabled()
    await expect(page.getByText('The school does not let plans end later.')).toBeVisible()
  } finally {
    await setFlexibility(others, {})
  }

  const behind = await newFamily({ plans: [{ status: 'Current', hasFailed: true }] })
  await signIn(page, behind, { path })
  await expect(page.getByRole('heading', { name: 'A payment is overdue' })).toBeVisible()
  await expectAccessible(page)
  const saved = await newFamily({ plans: [{ status: 'Saved' }] })
  await signIn(page, saved, { path })
  await expect(page.getByRole('heading', { name: 'No plan is running' })).toBeVisible()
})
