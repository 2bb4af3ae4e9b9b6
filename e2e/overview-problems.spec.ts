import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { addDays, dateIn, formatDate } from '#domain/calendar/calendar.ts'
import { addBusinessDays } from '#domain/calendar/holidays.ts'
import { cents, formatCurrency, toDecimal } from '#domain/money.ts'
import type { Account } from '#tools/demo/account.ts'
import { bpay, visaCredit, visaDebit } from '#tools/demo/sources.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { fallBehind } from './arrears.ts'
import type { Customer } from './customers.ts'
import { expect, expectAccessible, signIn, test } from './journey.ts'
import { newFamily } from './new-family.ts'
import { linkMethods } from './new-request.ts'
import { rows } from './rows.ts'

const shown = (minor: number) => formatCurrency(toDecimal(cents(minor)), 'AU')
const longDay = (date: string) =>
  `${new Date(date).toLocaleDateString('en-AU', { weekday: 'long', timeZone: 'UTC' })} ${formatDate(date)}`
const today = () => dateIn('AU', new Date())

const area = (page: Page) => page.locator('.fix')
const upcoming = (page: Page) => page.getByRole('region', { name: 'Upcoming payment' })
const plan = (page: Page) => page.getByRole('region', { name: /^Payment plan/ })
const mainButtons = (page: Page) => page.locator('.btn--primary:visible')

const widths = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

/** At both widths it is the first thing below the title, leaves nothing outside of the screen, and keeps nobody out. */
async function expectFirstAndClear(page: Page, mains: string[]): Promise<void> {
  for (const size of widths) {
    await page.setViewportSize(size)
    await expect(area(page)).toBeVisible()
    await expect(page.locator('.page > .page-header + .fix')).toHaveCount(1)
    await expect(mainButtons(page)).toHaveText(mains)
    const overhang = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overhang).toBeLessThanOrEqual(0)
    await expectAccessible(page)
  }
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1440, height: 900 })
}

async function visit(page: Page, account: Account): Promise<Customer> {
  const parent = await newFamily(account)
  await signIn(page, parent)
  await expect(upcoming(page)).toBeVisible()
  return parent
}

type Failed = { dueOn: string; amount: number; retryOn: string; seq: number }

const failedOf = async ({ accountId }: Customer) =>
  (
    await rows<Failed>(
      `select due_on::text as "dueOn", amount_minor::int as amount, retry_on::text as "retryOn", seq
       from instalment where account_id = $1 and status = 'Retrying'`,
      [accountId],
    )
  )[0]

test('A payment that failed says why, when it is tried again and what can be done @long', async ({
  page,
}) => {
  const parent = await visit(page, {
    sources: [visaDebit()],
    plans: [{ status: 'Current', hasFailed: true }],
  })
  const failed = await failedOf(parent)
  if (!failed) throw new Error('Nothing has failed')
  await expect(area(page).getByRole('heading', { level: 2 })).toHaveText(
    `Your payment of ${shown(failed.amount)} did not go through`,
  )
  await expect(area(page)).toContainText(`It was due on ${longDay(failed.dueOn)} from Visa`)
  await expect(area(page)).toContainText('Your bank')
  await expect(area(page)).toContainText('If you do nothing, we try again on')
  await expect(area(page)).not.toContainText(/_|insufficient/)
  await expect(area(page).getByRole('link', { name: 'I am finding it hard to pay' })).toHaveAttribute(
    'href',
    '/payment-schedule/help',
  )
  await expect(plan(page)).toContainText(
    `Remaining includes the ${shown(failed.amount)} that was due on ${formatDate(failed.dueOn)}.`,
  )
  await expectFirstAndClear(page, [`Pay ${shown(failed.amount)} now`])
  // The other way to pay would only compete with it on a phone.
  await expect(page.getByRole('link', { name: 'Make a payment' })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('link', { name: 'Make a payment' })).toBeHidden()
  await area(page).getByRole('link', { name: 'Choose a method' }).click()
  await expect(page).toHaveURL('/manage-payments')
})

test('A payment that failed can be paid at once, with exactly its amount', async ({ page, context }) => {
  const parent = await newFamily({ sources: [visaDebit()], plans: [{ status: 'Current', hasFailed: true }] })
  await linkMethods(parent)
  await signIn(page, parent)
  const failed = await failedOf(parent)
  const amount = shown(failed?.amount ?? 0)
  const pay = area(page).getByRole('link', { name: `Pay ${amount} now` })
  const [tab] = await Promise.all([context.waitForEvent('page'), pay.click()])
  await expect(tab.getByRole('heading', { level: 2, name: 'Select payment method' })).toBeVisible()
  await expect(tab.getByText(amount).first()).toBeVisible()
  await tab.getByRole('button', { name: 'Back' }).click()
  await expect(tab.getByLabel('Payment amount')).toHaveValue(amount.replace(/[$,]/g, ''))
  // What is typed after that stays, through a reload too.
  await tab.getByLabel('Payment amount').fill('12.00')
  await tab.reload()
  await expect(tab.getByLabel('Payment amount')).toHaveValue('12.00')
})

test('What is overdue is paid by one button, and nothing says that all is well', async ({
  page,
  context,
}) => {
  const parent = await newFamily({
    productType: 'PlusServiced',
    sources: [visaDebit()],
    plans: [{ status: 'Current', starts: -90, frequency: 'Month' }],
  })
  const {
    overdue: [overdue],
  } = await fallBehind(parent, 1)
  if (!overdue) throw new Error('Nothing is overdue')
  // The plan has nothing to come.
  await rows(
    `update instalment set status = 'Cancelled', waived_minor = amount_minor
     where account_id = $1 and status = 'Scheduled'`,
    [parent.accountId],
  )
  await signIn(page, parent)
  const amount = shown(overdue.amount)
  await expect(area(page).getByRole('heading', { level: 2 })).toHaveText(`${amount} is overdue`)
  await expect(area(page)).toContainText(`It was due on ${longDay(overdue.dueOn)}. We tried 3 times`)
  await expect(area(page)).toContainText('not enough money in the account')
  await expect(page.getByRole('main')).not.toContainText('No upcoming payments')
  await expect(page.getByRole('main')).not.toContainText('in credit')
  await expect(plan(page).locator('.badge')).toHaveText(['Payment overdue'])
  await expect(upcoming(page).getByRole('listitem')).toHaveCount(0)
  await expectFirstAndClear(page, [`Pay ${amount} now`])
  const pay = area(page).getByRole('link', { name: `Pay ${amount} now` })
  const [tab] = await Promise.all([context.waitForEvent('page'), pay.click()])
  await expect(tab.getByText(amount).first()).toBeVisible()
  await page.goto('/payment-schedule')
  await expect(page.getByRole('region', { name: 'To come' }).locator('.badge')).toHaveText([
    'Payment overdue',
  ])
})

test('Several overdue payments are one amount, with what it consists of @long', async ({ page }) => {
  const parent = await newFamily({ sources: [visaDebit()], plans: [{ status: 'Current', starts: -90 }] })
  const { overdue, link } = await fallBehind(parent, 3)
  const sum = shown(overdue.reduce((total, { amount }) => total + amount, 0))
  await signIn(page, parent)
  await expect(area(page).getByRole('heading', { level: 2 })).toHaveText(`${sum} is overdue`)
  await expect(area(page)).toContainText(`3 payments, the oldest due on ${longDay(overdue[0]?.dueOn ?? '')}.`)
  await expect(area(page).getByRole('link', { name: `Pay all ${sum}` })).toHaveAttribute(
    'href',
    `/pay-now?request=${link}`,
  )
  await expect(area(page).locator('dl > div')).toHaveText(
    overdue.map(({ amount, dueOn }) => `Due ${formatDate(dueOn)}${shown(amount)}`),
  )
  await expectFirstAndClear(page, [`Pay all ${sum}`])
})

test('A BPAY payment asks the family to pay, with all that its bank needs @long', async ({ page }) => {
  const parent = await newFamily({
    sources: [bpay()],
    plans: [{ status: 'Current', starts: -80, frequency: 'Month' }],
  })
  const soon = addBusinessDays(today(), 2, calendars.AU)
  const dueOn = (day: string) =>
    rows<{ amount: number; reference: string }>(
      `update instalment set due_on = $2, collect_on = $2
       from account where account.id = $1 and account_id = $1 and seq = (
         select min(seq) from instalment where account_id = $1 and status = 'Scheduled')
       returning amount_minor::int as amount, account.bpay_reference as reference`,
      [parent.accountId, day],
    )
  const [due] = await dueOn(soon)
  await signIn(page, parent)
  const amount = shown(due?.amount ?? 0)
  await expect(area(page).getByRole('heading', { level: 2 })).toHaveText(`Please pay ${amount} by BPAY`)
  await expect(area(page)).toContainText(`It is due on ${longDay(soon)}. We do not collect it`)
  const facts = area(page).locator('dd')
  await expect(facts).toHaveText([/^\d+$/, /^[\d ]+$/, amount])
  expect((await facts.nth(1).textContent())?.replaceAll(' ', '')).toBe(due?.reference)
  await expect(upcoming(page)).toContainText('You pay this yourself by BPAY.')
  await expectFirstAndClear(page, [])

  await dueOn(addBusinessDays(today(), -1, calendars.AU))
  await page.reload()
  await expect(area(page).getByRole('heading', { level: 2 })).toHaveText(
    `Your BPAY payment of ${amount} has not arrived`,
  )
  await expect(area(page)).toContainText('it counts as missed on')
})

test('A card about to expire, and one that has expired, ask for another method @long', async ({ page }) => {
  const running = { plans: [{ status: 'Current' as const, starts: -30, frequency: 'Month' as const }] }
  await visit(page, { ...running, sources: [visaCredit({ isExpiring: true })] })
  await expect(area(page).getByRole('heading', { level: 2 })).toHaveText(/^Visa.* expires on \d+ \w+ \d{4}$/)
  await expectFirstAndClear(page, ['Choose a method'])

  await visit(page, { ...running, sources: [visaCredit({ isExpired: true })] })
  await expect(area(page).getByRole('heading', { level: 2 })).toHaveText(/^Visa.* has expired$/)
  await expectFirstAndClear(page, ['Choose a method'])
})

test('Outstanding fees outside of the plan say so above it and within it @long', async ({ page }) => {
  await visit(page, {
    plans: [{ status: 'Current', outstanding: { amount: cents(850_00), isCovered: false } }],
  })
  await expect(area(page).getByRole('heading', { level: 2 })).toHaveText(
    'Outstanding fees of $850.00 are not part of your plan',
  )
  await expect(plan(page)).toContainText('Not included: outstanding fees of $850.00.')
  await expectFirstAndClear(page, ['Make a payment'])
})

test('A plan under review says since when, and when the answer usually comes @long', async ({ page }) => {
  const parent = await visit(page, { school: 'Redgum Academy', plans: [{ status: 'ManualReview' }] })
  const [review] = await rows<{ year: number; on: string }>(
    `select tuition_year as year, (saved_at at time zone 'Australia/Sydney')::date::text as on
     from plan join plan_version version on version.plan_id = plan.id where plan.account_id = $1`,
    [parent.accountId],
  )
  await expect(area(page).getByRole('heading', { level: 2 })).toHaveText(
    `We're reviewing your plan for ${review?.year}`,
  )
  await expect(area(page)).toContainText(`You saved it on ${formatDate(review?.on ?? '')}.`)
  await rows(`update plan_version set saved_at = now() where account_id = $1`, [parent.accountId])
  await page.reload()
  await expect(area(page)).toContainText(
    `usually takes 2 business days, so you should hear from us by ${longDay(addBusinessDays(today(), 2, calendars.AU))}.`,
  )
  await expectFirstAndClear(page, ['Make a payment'])
})

test('A declared discount waits for its confirmation in sight @long', async ({ page }) => {
  const parent = await newFamily({ plans: [{ status: 'Current' }] })
  await rows(
    `insert into declared_discount (account_id, id, plan_id, type, percent_basis_points, taken_off_minor, status, declared_at)
     select account_id, gen_random_uuid(), id, 'StaffDiscount', 1000, 50000, 'Declared', now() from plan where account_id = $1`,
    [parent.accountId],
  )
  await signIn(page, parent)
  await expect(area(page).getByRole('heading', { level: 2 })).toHaveText(
    'Your staff discount waits for confirmation',
  )
  await expectFirstAndClear(page, ['Make a payment'])
})

test('A request of a school that is past its day stands first, and others below @long', async ({ page }) => {
  const late = addDays(today(), -4)
  const requestId = `journey-${randomUUID()}`
  const parent = await newFamily({
    productType: 'Pay',
    plans: [],
    requests: [
      { id: requestId, amountDue: cents(120_00) },
      { id: `journey-${randomUUID()}`, amountDue: cents(80_00) },
    ],
  })
  await rows(
    'update payment_request set due_on = case amount_due_minor when 12000 then $2::date else $3::date end where account_id = $1',
    [parent.accountId, late, addDays(today(), 10)],
  )
  await signIn(page, parent)
  await expect(area(page).getByRole('heading', { level: 2 })).toHaveText(
    'Wattle Grove College waits for $120.00',
  )
  await expect(area(page)).toContainText(`It was due on ${longDay(late)}.`)
  await expect(area(page).getByRole('link', { name: 'Pay $120.00 now' })).toHaveAttribute(
    'href',
    `/pay-now?request=${requestId}`,
  )
  await expect(upcoming(page)).toContainText('2 payments to make')
  await expect(upcoming(page)).not.toContainText('No upcoming payments')
  await expectFirstAndClear(page, ['Pay $120.00 now'])
})

test('The most pressing problem comes first and alone has the main button @long', async ({ page }) => {
  const parent = await newFamily({
    sources: [visaDebit({ isExpired: true })],
    plans: [{ status: 'Current', starts: -20, outstanding: { amount: cents(850_00), isCovered: false } }],
  })
  const {
    overdue: [overdue],
  } = await fallBehind(parent, 1)
  await signIn(page, parent)
  const titles = area(page).locator('h2, .fix__other h3')
  await expect(titles).toHaveText([
    /is overdue$/,
    /has expired$/,
    'Outstanding fees of $850.00 are not part of your plan',
  ])
  // It would say that there is nothing more to do.
  await expect(page.getByText('Payment plan started!')).toHaveCount(0)
  await expectFirstAndClear(page, [`Pay ${shown(overdue?.amount ?? 0)} now`])
})

test('A balance says what it is for, on the Overview and above the transactions @long', async ({ page }) => {
  const parent = await newFamily({
    productType: 'PlusServiced',
    plans: [],
    sources: [visaDebit()],
    payments: [{ daysAgo: 0, amount: cents(859_00) }],
  })
  const parts = '$859.00 for Wattle Grove College, $0.00 available to withdraw'
  await signIn(page, parent)
  const balance = page.getByRole('region', { name: 'Account balance' })
  await expect(balance).toContainText(parts)
  await expect(balance).not.toContainText('in credit')
  await page.goto('/transactions')
  for (const size of widths) {
    await page.setViewportSize(size)
    await expect(page.locator('.balance-sentence')).toContainText(parts)
    await expectAccessible(page)
  }
})

test('Early payments are on the Overview of a product without a balance @long', async ({ page }) => {
  await visit(page, { productType: 'PayPlus', payments: [{ daysAgo: 6, amount: cents(200_00) }] })
  await expect(plan(page)).toContainText(
    `You also paid $200.00 early, last on ${formatDate(addDays(today(), -6))}. It goes to Wattle Grove College and does not change your scheduled payments.`,
  )
  for (const size of widths) {
    await page.setViewportSize(size)
    await expectAccessible(page)
  }
})
