import type { Page, Request } from '@playwright/test'
import type { PaymentPlan, PlanMaterialReply } from '#contract/payment-schedule.ts'
import { addDays, calendarDate, formatDate } from '#domain/calendar/calendar.ts'
import { cents, formatCurrency } from '#domain/money.ts'
import { planEditCutOff } from '#domain/plan/payment-schedule.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { customers, type Customer } from './customers.ts'
import { expect, hold, signIn, test } from './journey.ts'
import { expectAccessibleDayAndNight, watchLayoutShifts } from './login-screen.ts'
import { newFamily } from './new-family.ts'
import { rows } from './rows.ts'

const path = '/payment-schedule'
const saved = 'All changes have been successfully saved'

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const estimate = (page: Page) => page.getByRole('region', { name: 'Your estimated payment' })
const amount = (page: Page) => estimate(page).locator('.money--hero')
const fact = (page: Page, name: string) =>
  estimate(page).locator('.dl > div').filter({ hasText: name }).getByRole('definition')
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
const dateField = (page: Page) => page.getByRole('textbox', { name: 'First payment date' })
const lengthField = (page: Page) => page.getByRole('combobox', { name: 'Plan length' })
const length = (page: Page) => lengthField(page).locator('option:checked')
const yearField = (page: Page) => page.getByRole('combobox', { name: 'School year' })
const rhythm = (page: Page, name: string) => page.getByRole('radio', { name })
const prompt = (page: Page) => page.getByRole('heading', { name: 'Your estimated payment' })

const posts = (calls: Request[], end: string) =>
  calls.filter((call) => call.method() === 'POST' && call.url().endsWith(end))
const calculations = (calls: Request[]) => posts(calls, '/calculate-plan').length

type Offer = PlanMaterialReply['offer']

/** Opens the page, and tells what it was offered. */
async function open(page: Page, parent: Customer, at = path): Promise<Offer> {
  const material = page.waitForResponse((reply) => reply.url().includes('/plan-material'))
  await signIn(page, parent, { path: at })
  return ((await (await material).json()) as PlanMaterialReply).offer
}

async function chooseYear(page: Page, year: number) {
  await yearField(page).selectOption(String(year))
  await expect(page).toHaveURL(`${path}?year=${year}`)
  await expect(page.locator('[inert]')).toHaveCount(0)
}

/** The day before the first, the first, the last and the day after it. */
function daysOf(offer: Offer, year: number) {
  const option = offer.planYearOptions.find(({ tuitionYear }) => tuitionYear === year)
  if (!option) throw new Error(`${year} is not offered`)
  const [first, last] = [calendarDate(option.minStartDate), calendarDate(option.maxStartDate)]
  return { before: addDays(first, -1), first, last, after: addDays(last, 1) }
}

type Kept = { status: string; frequency: string; cents: number; on: string }

/** The payments of a plan as the database has them, the last version's. */
const keptPayments = ({ accountId }: Customer, year: number) =>
  rows<Kept>(
    `select plan.status, frequency, amount_minor::int as cents, collect_on::text as on
     from plan
     join plan_version saved on saved.plan_id = plan.id and saved.version = plan.version
     join instalment on instalment.plan_id = plan.id
     where plan.account_id = $1 and tuition_year = $2 and instalment.status <> 'Cancelled'
     order by collect_on, seq`,
    [accountId, year],
  )

/** What the screen shows is what is kept, to the day and the cent. */
async function expectKept(page: Page, parent: Customer, year: number, region: 'AU' | 'UK' = 'AU') {
  const kept = await keptPayments(parent, year)
  const [first] = kept
  const last = kept.at(-1)
  if (!first || !last) throw new Error('No payments are kept')
  await expect(amount(page)).toHaveText(formatCurrency(first.cents / 100, region))
  await expect(fact(page, 'First payment')).toHaveText(formatDate(first.on))
  await expect(fact(page, 'Last payment')).toHaveText(formatDate(last.on))
  const total = kept.reduce((sum, { cents }) => sum + cents, 0)
  await expect(fact(page, `Total for ${year}`)).toHaveText(formatCurrency(total / 100, region))
  return kept
}

const nextYearPlan = { status: 'Saved', year: 'Next', savedBy: 'Customer' } as const

test.describe('The payment schedule', () => {
  test('of a new family: an example, then a plan of their own, saved as shown, then payment methods @phone', async ({
    page,
    calls,
    isMobile,
  }) => {
    const parent = await newFamily({
      plans: [],
      sources: [],
      isSetupIncomplete: true,
      checksSetupStatus: true,
      setupStatus: 'SetUpPaymentSchedule',
      students: [
        { firstName: 'Oliver', level: 'Year 9' },
        { firstName: 'Isla', level: 'Year 6' },
      ],
    })
    const shifts = await watchLayoutShifts(page)
    const offer = await open(page, parent)
    await expect(title(page)).toHaveText('Customise your payment schedule')
    await expect(prompt(page)).toBeVisible()
    await expect(rhythm(page, 'Fortnightly')).toBeChecked()
    await expect(dateField(page)).toHaveAttribute('placeholder', 'Select date')
    await expect(dateField(page)).toHaveValue('')
    await expect(length(page)).toHaveText('Select plan length')
    await expect(saveButton(page)).toBeDisabled()
    await expect(estimate(page)).toContainText('Choose a first payment date to save your plan.')
    await expect(estimate(page)).toContainText('For example:')
    expect(await shifts()).toEqual([])
    expect(calls.filter((call) => call.url().endsWith('/calculate-estimate'))).toHaveLength(1)
    if (!isMobile) await expectAccessibleDayAndNight(page)
    await page.getByRole('button', { name: 'Start with this' }).click()
    await expect(amount(page)).toBeVisible()
    await expect(dateField(page)).not.toHaveValue('')
    await expect(saveButton(page)).toBeEnabled()

    // The longest year on offer, with every fee and discount entered by hand.
    const year = Math.max(...offer.planYearOptions.map(({ tuitionYear }) => tuitionYear))
    await chooseYear(page, year)
    await expect(dateField(page)).toHaveValue('')
    await expect(prompt(page)).toBeVisible()
    const asked = calculations(calls)
    await rhythm(page, 'Monthly').check()
    const { first } = daysOf(offer, year)
    const start = addDays(first, 21)
    await dateField(page).fill(formatDate(start))
    await expect(amount(page)).toBeVisible()
    await expect(saveButton(page)).toBeEnabled()
    expect(calculations(calls)).toBe(asked + 1)
    await expect(page.getByRole('status').filter({ hasText: 'Your plan can be edited' })).toHaveText(
      'Your plan can be edited until 2 business days before the first payment.',
    )
    await expect(estimate(page)).toContainText(`until ${formatDate(planEditCutOff(start, calendars.AU))}`)
    if (isMobile) {
      await page.evaluate(() => scrollTo(0, 0))
      await expect(page.getByRole('button', { name: 'See estimate' })).toBeVisible()
      await page.getByRole('button', { name: 'See estimate' }).click()
      await expect(amount(page)).toBeInViewport()
      await expect(page.getByRole('button', { name: 'See estimate' })).toBeHidden()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    }
    expect(posts(calls, '/client-errors')).toEqual([])
    const shown = await amount(page).textContent()
    await saveButton(page).dblclick()
    await expect(page).toHaveURL('/manage-payments')
    expect(posts(calls, '/save-plan')).toHaveLength(1)
    const kept = await keptPayments(parent, year)
    expect(kept[0]).toMatchObject({ status: 'Saved', frequency: 'Month' })
    expect(formatCurrency((kept[0]?.cents ?? 0) / 100, 'AU')).toBe(shown)
  })

  test('of a saved plan: Save waits for a change, every choice shows at once and is asked for once, and is kept @long', async ({
    page,
    calls,
  }) => {
    const parent = await newFamily({ plans: [nextYearPlan] })
    const offer = await open(page, parent)
    const year = Math.max(...offer.planYearOptions.map(({ tuitionYear }) => tuitionYear))
    const { before, first, last, after } = daysOf(offer, year)
    await expectKept(page, parent, year)
    await expect(saveButton(page)).toBeDisabled()
    await expect(estimate(page)).toContainText('Your plan is saved.')
    expect(calculations(calls)).toBe(0)
    await expectAccessibleDayAndNight(page)

    // Each rhythm shows its figures and lengths at once.
    const longest = new Set<string>()
    for (const name of ['Weekly', 'Fortnightly', 'Monthly']) {
      await rhythm(page, name).check()
      await expect(estimate(page)).toContainText(`${name.toLowerCase()}, `)
      const [, payments = ''] = /ly, (\d+ payments)/.exec((await estimate(page).textContent()) ?? '') ?? []
      longest.add(payments)
      await expect(length(page)).toContainText(`${payments}, ends `)
    }
    expect(longest.size).toBe(3)
    await expect(saveButton(page)).toBeEnabled()
    const asked = calculations(calls)
    const calculate = await hold(page, '**/calculate-plan', 'POST')
    await page.evaluate(() => {
      const radios = [...document.querySelectorAll<HTMLInputElement>('[type=radio]')]
      for (const place of [0, 1, 2, 0, 1, 2, 0]) radios[place]?.click()
    })
    await expect(saveButton(page)).toBeDisabled()
    calculate()
    await expect(saveButton(page)).toBeEnabled()
    expect(calculations(calls)).toBe(asked + 1)

    const between = `First payment date must be between ${formatDate(first)} and ${formatDate(last)}`
    for (const [day, isOffered] of [
      [before, false],
      [first, true],
      [after, false],
      [last, true],
    ] as const) {
      await dateField(page).fill(formatDate(day))
      await dateField(page).blur()
      await expect(dateField(page)).toHaveValue(formatDate(day))
      await expect(page.getByText(between)).toBeVisible({ visible: !isOffered })
      if (isOffered) await expect(saveButton(page)).toBeEnabled()
      else await expect(saveButton(page)).toBeDisabled()
      await expect(prompt(page)).toBeVisible()
    }
    await dateField(page).fill('')
    await expect(saveButton(page)).toBeDisabled()
    await dateField(page).fill(formatDate(addDays(first, 14)))
    await rhythm(page, 'Fortnightly').check()
    await lengthField(page).selectOption('Select plan length')
    await expect(saveButton(page)).toBeDisabled()
    await expect(estimate(page)).toContainText('Choose a plan length to save your plan.')
    await lengthField(page).selectOption('10')
    await expect(estimate(page)).toContainText('fortnightly, 10 payments')

    // Another year keeps what was chosen in this one.
    const other = offer.planYearOptions.find(({ tuitionYear }) => tuitionYear !== year)
    if (other) {
      await chooseYear(page, other.tuitionYear)
      await expect(dateField(page)).toHaveValue('')
      await dateField(page).fill(formatDate(other.minStartDate))
      await expect(amount(page)).toBeVisible()
      await chooseYear(page, year)
      await expect(dateField(page)).toHaveValue(formatDate(addDays(first, 14)))
      await expect(length(page)).toContainText('10 payments, ends ')
      await chooseYear(page, other.tuitionYear)
      await expect(dateField(page)).toHaveValue(formatDate(other.minStartDate))
      await chooseYear(page, year)
    }
    await saveButton(page).click()
    await expect(page.getByText(saved)).toBeVisible()
    await expect(estimate(page).locator('.estimate__notice')).toBeFocused()
    await expect(saveButton(page)).toBeDisabled()
    expect(await expectKept(page, parent, year)).toHaveLength(10)
    await rhythm(page, 'Weekly').check()
    await expect(page.getByText(saved)).toBeHidden()
    await expect(saveButton(page)).toBeEnabled()
    // Not once was the server of another opinion.
    expect(posts(calls, '/client-errors')).toEqual([])
  })

  test('says when it cannot calculate or save, shows the server’s figures alone, and never saves over another @long', async ({
    page,
    context,
  }) => {
    const parent = await newFamily({ plans: [nextYearPlan] })
    await open(page, parent)
    const contact =
      /It appears something went wrong\. Please contact us on 1300 139 445 or email us on \S+@\S+\./
    const failure = page.getByRole('alert').filter({ hasText: 'Error saving details' })
    const broken = { status: 500, json: { code: 'internal', msg: 'Oops' } }

    await page.route('**/calculate-plan', (route) => route.fulfill(broken))
    await rhythm(page, 'Weekly').check()
    await expect(failure).toContainText(contact)
    await expect(failure.getByRole('link', { name: '1300 139 445' })).toHaveAttribute(
      'href',
      'tel:1300139445',
    )
    await expect(saveButton(page)).toBeDisabled()
    await expect(rhythm(page, 'Weekly')).toBeChecked()
    await page.unroute('**/calculate-plan')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(failure).toBeHidden()
    await expect(saveButton(page)).toBeEnabled()

    await page.route('**/save-plan', (route) => route.fulfill(broken))
    await saveButton(page).click()
    await expect(failure).toContainText(contact)
    await page.unroute('**/save-plan')
    await expect(saveButton(page)).toBeEnabled()

    // Another window saves something else meanwhile.
    const second = await context.newPage()
    await second.goto(path)
    await rhythm(second, 'Monthly').check()
    await saveButton(second).click()
    await expect(second.getByText(saved)).toBeVisible()
    await saveButton(page).click()
    const changed = page
      .getByRole('alert')
      .filter({ hasText: 'Your plan has changed since you opened this page' })
    await expect(changed).toContainText(/You saved this plan in another window on .* at .*(am|pm)\./)
    await expect(saveButton(page)).toBeDisabled()
    await expect(rhythm(page, 'Weekly')).toBeChecked()
    await page.getByRole('button', { name: 'Keep my choices' }).click()
    await saveButton(page).click()
    await expect(page.getByText(saved)).toBeVisible()
    // There it shows as soon as something is chosen.
    await rhythm(second, 'Fortnightly').check()
    await second.getByRole('button', { name: 'Show the saved plan' }).click()
    await expect(rhythm(second, 'Weekly')).toBeChecked()
    await expect(saveButton(second)).toBeDisabled()
    await second.close()

    // A cent more than the portal calculates: the server's figure counts, and the difference is reported.
    const report = page.waitForRequest('**/api/client-errors')
    let asked: PaymentPlan | undefined
    await page.route('**/calculate-plan', async (route) => {
      const reply = await route.fetch()
      const plan = (await reply.json()) as PaymentPlan
      asked = { ...plan, periodicAmount: Math.round(plan.periodicAmount * 100 + 1) / 100 }
      await route.fulfill({ response: reply, json: asked })
    })
    await rhythm(page, 'Monthly').check()
    expect((await report).postData()).toContain("is not the server's: periodicAmount")
    expect((await report).postData()).not.toMatch(/Ottilie|Marsh/)
    await expect(amount(page)).toHaveText(formatCurrency(asked?.periodicAmount ?? 0, 'AU'))
    await rhythm(page, 'Fortnightly').check()
    await expect(estimate(page)).toContainText('Calculating what you would pay')
    await expect(amount(page)).toBeVisible()
    await expect(amount(page)).toHaveText(formatCurrency(asked?.periodicAmount ?? 0, 'AU'))
  })

  test('shows what is special about a plan: a review, other years’ fees, pounds, a part of a year, debts @long', async ({
    page,
  }) => {
    const reviewed = await newFamily({ school: 'Redgum Academy', plans: [] })
    const offer = await open(page, reviewed)
    const year = Math.max(...offer.planYearOptions.map(({ tuitionYear }) => tuitionYear))
    await open(page, reviewed, `${path}?year=${year}`)
    await dateField(page).fill(formatDate(daysOf(offer, year).first))
    await expect(page.getByRole('heading', { name: "We'll review your estimate" })).toBeVisible()
    await expect(estimate(page)).not.toContainText('$')
    await saveButton(page).click()
    await expect(estimate(page)).toContainText('We have your plan and are checking it with your school.')
    await expect(saveButton(page)).toBeDisabled()
    const [kept] = await rows<{ status: string }>('select status from plan where account_id = $1', [
      reviewed.accountId,
    ])
    expect(kept).toEqual({ status: 'ManualReview' })

    const based = await newFamily({ plans: [{ ...nextYearPlan, usesFeesOfYearBefore: true }] })
    await open(page, based)
    await expect(estimate(page)).toContainText(/Based on 20\d\d fees/)

    const british = await newFamily({ school: 'Oakfield School', plans: [nextYearPlan] })
    await open(page, british)
    await expect(amount(page)).toContainText('£')
    await expect(page.getByRole('button', { name: 'Add fee' })).toHaveCount(0)

    const late = await newFamily({ plans: [{ ...nextYearPlan, isPartYear: true }] })
    await open(page, late)
    const breakdown = estimate(page).getByRole('group').filter({ hasText: 'Annual breakdown' })
    await expect(breakdown).not.toHaveAttribute('open')
    await breakdown.getByText('Annual breakdown').click()
    await expect(fact(page, 'Part-year adjustment')).toContainText('−$')

    const debt = { amount: cents(850_00), isCovered: false }
    const owing = await newFamily({ plans: [{ ...nextYearPlan, outstanding: debt }] })
    await open(page, owing)
    const warning = page.getByRole('alert').filter({ hasText: 'Outstanding fees not included' })
    await expect(warning).toContainText(
      '$850.00 in outstanding fees cannot be included in your payment schedule. We encourage you to pay these directly to your school.',
    )
    const covered = await newFamily({
      plans: [{ ...nextYearPlan, outstanding: { ...debt, isCovered: true } }],
    })
    await open(page, covered)
    await expect(fact(page, 'Outstanding fees')).toHaveText('$850.00')
    await expect(warning).toHaveCount(0)
  })

  test('that is closed meanwhile keeps the choices in sight, and one that is over leads to the next year @long', async ({
    page,
  }) => {
    const parent = await newFamily({ plans: [nextYearPlan] })
    const offer = await open(page, parent)
    const next = Math.max(...offer.planYearOptions.map(({ tuitionYear }) => tuitionYear))
    await rhythm(page, 'Monthly').check()
    await expect(saveButton(page)).toBeEnabled()
    await rows("update plan set status = 'Current' where account_id = $1", [parent.accountId])
    await saveButton(page).click()
    const warning = page.getByRole('alert').filter({ hasText: 'Your plan can no longer be changed here' })
    await expect(warning).toContainText('Your choices were not saved.')
    await expect(rhythm(page, 'Monthly')).toBeChecked()
    await expect(saveButton(page)).toBeDisabled()
    await warning.getByRole('button', { name: 'Show the saved plan' }).click()
    await expect(page.getByRole('heading', { name: 'To come' })).toBeVisible()
    await expect(dateField(page)).toHaveCount(0)
    const [kept] = await keptPayments(parent, next)
    expect(kept?.frequency).toBe('Fortnight')

    await open(page, await newFamily({ plans: [{ status: 'Completed' }] }))
    await expect(page.getByText(/^Your plan for \d{4}: completed$/)).toBeVisible()
    await expect(page.getByRole('heading', { name: `Your plan for ${next}` })).toBeVisible()
    await dateField(page).fill(formatDate(daysOf(offer, next).first))
    await expect(amount(page)).toBeVisible()
    await expect(saveButton(page)).toBeEnabled()
  })

  test('that cannot be loaded says so, and Retry loads the whole page anew @long', async ({ page }) => {
    const [parent] = await customers('sched.novariance')
    await page.clock.install()
    await page.route('**/plan-material', (route) =>
      route.fulfill({ status: 500, json: { code: 'internal', msg: 'Oops' } }),
    )
    await signIn(page, parent, { path })
    await expect(async () => {
      await page.clock.runFor(30_000)
      await expect(title(page)).toHaveText('Oops, something went wrong.', { timeout: 500 })
    }).toPass()
    await page.unroute('**/plan-material')
    const reloaded = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Retry' }).click()
    await reloaded
    await expect(amount(page)).toBeVisible()
  })
})
