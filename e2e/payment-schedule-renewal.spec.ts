import type { Locator, Page } from '@playwright/test'
import {
  addDays,
  calendarDate,
  formatDate,
  formatDateWithDay,
  weekday,
  type CalendarDate,
} from '#domain/calendar/calendar.ts'
import { isBusinessDay } from '#domain/calendar/holidays.ts'
import { cents, formatCurrency, toDecimal } from '#domain/money.ts'
import { planEditCutOff } from '#domain/plan/payment-schedule.ts'
import { openJobs } from '#server/platform/jobs/jobs.ts'
import { createLog } from '#server/platform/log.ts'
import { writeOfRenewal } from '#server/plans/payment-schedule/renewal-letters.ts'
import type { Account } from '#tools/demo/account.ts'
import { visaDebit } from '#tools/demo/sources.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import type { Customer } from './customers.ts'
import { database } from './database.ts'
import { expect, hold, signIn, test } from './journey.ts'
import { expectAccessibleDayAndNight } from './login-screen.ts'
import { newFamily } from './new-family.ts'
import { rows } from './rows.ts'
import { addresses } from './stack.ts'

const path = '/payment-schedule'

const estimate = (page: Page) => page.getByRole('region', { name: 'Your estimated payment' })
const amount = (page: Page) => estimate(page).locator('.money--hero')
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
const dateField = (page: Page) => page.getByRole('textbox', { name: 'First payment date' })
const rhythm = (page: Page, name: string) => page.getByRole('radio', { name })
const lastYear = (page: Page) => page.getByRole('group').filter({ hasText: /^Your plan for \d{4}: / })

/** A running plan, and one for the year to come that was made from it. */
const renewing: Account = {
  plans: [
    { status: 'Current', starts: -90 },
    { status: 'Saved', year: 'Next', savedBy: 'Renewal' },
  ],
  sources: [visaDebit()],
}

async function yearsOf({ accountId }: Customer): Promise<number[]> {
  const plans = await rows<{ year: number }>(
    'select tuition_year as year from plan where account_id = $1 order by tuition_year',
    [accountId],
  )
  return plans.map(({ year }) => year)
}

async function boxOf(part: Locator) {
  const box = await part.boundingBox()
  if (!box) throw new Error('It is not on the page')
  return box
}

/** Wherever the page is scrolled to, nothing lies over it. */
async function expectInSight(part: Locator): Promise<void> {
  await part.scrollIntoViewIfNeeded()
  const isOnTop = await part.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const found = document.elementFromPoint(left + width / 2, top + height / 2)
    return found !== null && (element.contains(found) || found.contains(element))
  })
  expect(isOnTop, await part.innerText()).toBe(true)
}

test.describe('A renewal', () => {
  test('is opened by its link with last year as a line, and found from the plan that runs @phone', async ({
    page,
    isMobile,
  }) => {
    const parent = await newFamily(renewing)
    const [running, next] = await yearsOf(parent)
    await signIn(page, parent)
    await page.getByRole('link', { name: 'Review plan' }).click()
    await expect(page).toHaveURL(`${path}?year=${next}`)
    await expect(page.getByRole('heading', { name: `Your plan for ${next}` })).toBeVisible()
    await expect(rhythm(page, 'Fortnightly')).toBeChecked()
    await expect(page.getByRole('combobox', { name: 'School year' })).toHaveValue(String(next))
    await expect(lastYear(page)).toHaveText(
      new RegExp(`^Your plan for ${running}: \\d+ of \\d+ payments made`),
    )
    const payments = page.getByRole('region', { name: 'Payments', exact: true })
    await expect(payments).toBeHidden()
    if (!isMobile) await expectAccessibleDayAndNight(page)
    await lastYear(page).locator('summary').first().click()
    await expect(payments).toContainText('Active')

    // On the page of the plan that runs, the way on comes first.
    await page.goto(path)
    await expect(page.getByRole('region', { name: 'To come' })).toBeVisible()
    await expect(page.getByRole('heading', { name: `Review your plan for ${next}` })).toBeVisible()
    if (!isMobile) await expectAccessibleDayAndNight(page)
    await page.getByRole('link', { name: `Review plan for ${next}` }).click()
    await expect(page).toHaveURL(`${path}?year=${next}`)
    await expect(dateField(page)).toBeVisible()
  })

  test('that is not made yet is set up from the plan that runs @long', async ({ page }) => {
    const parent = await newFamily({ plans: [{ status: 'Current', starts: -90 }] })
    const [running = 0] = await yearsOf(parent)
    await signIn(page, parent, { path })
    await page.getByRole('link', { name: `Set up plan for ${running + 1}` }).click()
    await expect(page).toHaveURL(`${path}?year=${running + 1}`)
    await expect(dateField(page)).toHaveValue('')

    await dateField(page).fill(`1/3/${running + 1}`)
    await saveButton(page).click()
    await expect(page.getByText('All changes have been successfully saved')).toBeVisible()
    // The plan that runs knows of it before it is read again.
    const release = await hold(page, '**/plan-material*')
    await page.goBack()
    await expect(page.getByRole('link', { name: `Edit plan for ${running + 1}` })).toBeVisible()
    release()
  })
})

test.describe('Before a plan is saved', () => {
  test('what is agreed to stands beside Save, and nothing lies over it @long', async ({ page }) => {
    const parent = await newFamily(renewing)
    const next = Math.max(...(await yearsOf(parent)))
    await signIn(page, parent, { path: `${path}?year=${next}` })
    await expect(estimate(page)).toContainText('From Visa ending 5556')

    // The amount of each frequency is the one that it then has, and that is saved.
    for (const name of ['Weekly', 'Monthly', 'Fortnightly']) {
      const choice = page.locator('.seg label').filter({ has: rhythm(page, name) })
      const shown = (await choice.locator('.seg__detail').textContent()) ?? ''
      expect(shown).toMatch(/^\$[\d,]+\.\d\d$/)
      await rhythm(page, name).check()
      await expect(amount(page)).toHaveText(shown)
    }
    await rhythm(page, 'Weekly').check()
    await expect(saveButton(page)).toBeEnabled()

    const terms = [
      estimate(page).getByText('First payment', { exact: true }),
      estimate(page).getByText('Last payment', { exact: true }),
      estimate(page).getByText('See all dates'),
      estimate(page).getByRole('img', { name: /left to pay/ }),
      estimate(page).getByText(/^You can edit your plan until/),
      page.getByText('Payment frequency'),
    ]
    for (const term of terms) await expectInSight(term)

    await saveButton(page).click()
    await expect(page.getByText('All changes have been successfully saved')).toBeVisible()
    const [kept] = await rows<{ count: number; total: number; each: number }>(
      `select count(*)::int as count, sum(amount_minor)::int as total, max(amount_minor)::int as each
       from instalment join plan on plan.account_id = instalment.account_id and plan.id = instalment.plan_id
       where plan.account_id = $1 and tuition_year = $2 and instalment.status <> 'Cancelled'`,
      [parent.accountId, next],
    )
    const money = (minor = 0) => formatCurrency(toDecimal(cents(minor)), 'AU')
    await expect(estimate(page)).toContainText(`${kept?.count} payments, ${money(kept?.total)} in all`)
    await expect(amount(page)).toHaveText(money(kept?.each))
  })

  test('a bar keeps amount, frequency and count in sight, until the estimate itself is @phone-only @long', async ({
    page,
  }) => {
    const parent = await newFamily(renewing)
    await signIn(page, parent, { path: `${path}?year=${Math.max(...(await yearsOf(parent)))}` })
    const bar = page.locator('.estimate-bar')
    await expect(bar).toContainText(/\$[\d,]+\.\d\d fortnightly, \d+ payments/)
    // It is as wide as the page, so that nothing shows beside it.
    expect((await boxOf(bar)).width).toBe(page.viewportSize()?.width)
    await expectInSight(page.getByText('Payment frequency'))
    await bar.getByRole('button', { name: 'See estimate' }).click()
    await expect(bar).toHaveCount(0)
    for (const text of ['First payment', 'Last payment'])
      await expectInSight(estimate(page).getByText(text, { exact: true }))
  })

  test('a first payment date that would move says why, and its new day is one click away @long', async ({
    page,
  }) => {
    const parent = await newFamily(renewing)
    const next = Math.max(...(await yearsOf(parent)))
    await signIn(page, parent, { path: `${path}?year=${next}` })
    await rhythm(page, 'Monthly').check()
    // A Saturday in May whose Monday is open.
    let saturday: CalendarDate = calendarDate(`${next}-05-01`)
    while (weekday(saturday) !== 6 || !isBusinessDay(addDays(saturday, 2), calendars.AU))
      saturday = addDays(saturday, 1)
    const monday = addDays(saturday, 2)
    const [day, month] = formatDate(saturday).split(' ')
    const mondayWords = `Monday ${formatDate(monday).replace(/ \d{4}$/, '')}`
    const [numberOfMonth, shortYear] = [Number(saturday.slice(5, 7)), saturday.slice(2, 4)]
    await dateField(page).fill(`${day}/${numberOfMonth}/${shortYear}`)
    await dateField(page).blur()
    await expect(dateField(page)).toHaveValue(formatDate(saturday))
    await expect(page.getByText(`${day} ${month} is a Saturday`)).toContainText(
      `so your first payment leaves on ${mondayWords}.`,
    )
    const first = estimate(page).locator('.dl > div').filter({ hasText: 'First payment' })
    await expect(first.getByRole('definition')).toHaveText(formatDate(monday))
    await expect(first.getByRole('term')).toContainText('due Sat')
    await page.getByRole('button', { name: `Start on ${mondayWords} instead` }).click()
    await expect(dateField(page)).toHaveValue(formatDate(monday))
    await expect(first.getByRole('term')).toHaveText('First payment')
    await expect(page.getByText('is a Saturday')).toHaveCount(0)
  })
})

type Prepared = { year: number; amount: number; count: number; first: string; start: string; before: number }

/** The plan that was prepared for a family, as the database has it. */
async function preparedOf({ accountId }: Customer): Promise<Prepared> {
  const [prepared] = await rows<Prepared>(
    `select plan.tuition_year as year, version.periodic_amount_minor::int as amount, version.repayment_count as count,
       version.start_date::text as start,
       (select min(collect_on)::text from instalment
         where instalment.account_id = plan.account_id and instalment.plan_id = plan.id) as first,
       (select old.periodic_amount_minor::int from plan_version old join plan running
         on running.account_id = old.account_id and running.id = old.plan_id and running.version = old.version
         where running.account_id = plan.account_id and running.tuition_year = plan.tuition_year - 1) as before
     from plan join plan_version version
       on version.account_id = plan.account_id and version.plan_id = plan.id and version.version = plan.version
     where plan.account_id = $1 and plan.status = 'Saved'`,
    [accountId],
  )
  if (!prepared) throw new Error('No plan was prepared')
  return prepared
}

const dollars = (minor: number) => formatCurrency(toDecimal(cents(minor)), 'AU')
const banner = (page: Page, name: string) => page.getByRole('region', { name })

/** As the nightly renewal writes it. */
async function writeLetter({ accountId }: Customer, tuitionYear: number): Promise<void> {
  const jobs = await openJobs(addresses().database, createLog('silent'), { doesJobs: false })
  const deps = { jobs, clock: () => new Date(), config: { portalOrigin: addresses().portal } as never }
  await database().transaction((tx) => writeOfRenewal(tx, deps, 'PlanToReview', { accountId, tuitionYear }))
  await jobs.stop()
}

test.describe('A plan that was prepared', () => {
  test('is told by letter and on the Overview with its figures, and that it starts by itself @phone', async ({
    page,
    inbox,
    isMobile,
  }) => {
    const parent = await newFamily(renewing)
    const { year, amount: each, count, first, start, before } = await preparedOf(parent)
    const editUntil = planEditCutOff(calendarDate(start), calendars.AU)
    const mark = await inbox.mark()
    await writeLetter(parent, year)
    const { text, links } = await inbox.next(parent.email, 'email', mark)
    for (const words of [
      `unless you change it.`,
      `Each payment for ${year - 1}: ${dollars(before)} fortnightly`,
      `Each payment for ${year}: ${dollars(each)} fortnightly`,
      `Payments: ${count}, fortnightly`,
      'Payment method: Visa ending 5556',
      formatDate(first),
      formatDate(editUntil),
    ])
      expect(text).toContain(words)

    await signIn(page, parent)
    const review = banner(page, `Review your plan for ${year}`)
    await expect(review).toContainText(
      `This plan starts on ${formatDateWithDay(first)} unless you change it.`,
    )
    const facts = review.locator('dl > div')
    await expect(facts).toHaveText([
      `Each payment${dollars(each)} fortnightly`,
      `Until now${dollars(before)} fortnightly`,
      `First payment${formatDate(first)}`,
      `Payments${count}`,
      'Payment methodVisa ending 5556',
      `Last day to edit${formatDate(editUntil)}`,
    ])
    if (!isMobile) await expectAccessibleDayAndNight(page)
    const way = links.find((link) => link.includes('/payment-schedule'))
    await page.goto(way ?? '')
    await expect(page.getByRole('heading', { name: `Your plan for ${year}` })).toBeVisible()
  })

  test('asks for a payment method before it starts, and says that it has not started without one @long', async ({
    page,
  }) => {
    const parent = await newFamily({ ...renewing, sources: [] })
    const { year, first } = await preparedOf(parent)
    await signIn(page, parent)
    const review = banner(page, `Review your plan for ${year}`)
    await expect(review).toContainText(
      `This plan needs a payment method. Without one the plan does not start on ${formatDateWithDay(first)}.`,
    )
    await expect(review.getByRole('link', { name: 'Add a payment method' })).toHaveAttribute(
      'href',
      '/manage-payments',
    )

    // The day has come, and nothing could be taken.
    await rows(
      `with held as (
         update plan set status = 'Draft', held_on = current_date where account_id = $1 and status = 'Saved' returning id)
       delete from instalment using held where account_id = $1 and plan_id = held.id`,
      [parent.accountId],
    )
    await page.goto('/')
    const waiting = banner(page, `Your ${year} plan has not started`)
    await expect(waiting).toContainText('nothing has been taken')
    await expect(waiting).toContainText('Once you add one, we set new dates and email you')
    await expect(page.getByText("There's nothing more to do")).toHaveCount(0)
    await expectAccessibleDayAndNight(page)
    await waiting.getByRole('link', { name: 'Add a payment method' }).click()
    await expect(page).toHaveURL('/manage-payments')
  })
})
