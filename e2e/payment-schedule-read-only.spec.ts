import type { Page } from '@playwright/test'
import type { PaymentPlan } from '#contract/payment-schedule.ts'
import { calendarDate, formatDate, formatDateCompact } from '#domain/calendar/calendar.ts'
import { formatCurrency } from '#domain/money.ts'
import { planEditCutOff } from '#domain/plan/payment-schedule.ts'
import type { Account } from '#tools/demo/account.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { customers, type Customer } from './customers.ts'
import { expect, expectAccessible, readSchedule, signIn, stored, test } from './journey.ts'
import { expectAccessibleDayAndNight } from './login-screen.ts'
import { newFamily } from './new-family.ts'

const path = '/payment-schedule'
const title = (page: Page) => page.getByRole('heading', { level: 1 })
const card = (page: Page) => page.getByRole('region', { name: 'Payments', exact: true })
/** A plan that runs: what is left of it, and how far it is. */
const toCome = (page: Page) => page.getByRole('region', { name: 'To come' })
const soFar = (page: Page) => page.getByRole('region', { name: 'The year so far' })
const hub = (page: Page) => page.getByRole('region', { name: 'Change something' })
const note = (page: Page) => page.getByRole('region', { name: 'Need to make a change?' })
const fact = (page: Page, name: string, within = card(page)) =>
  within
    .locator('.dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .getByRole('definition')
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const item = (page: Page, name: string) => navigation(page).getByRole('link', { name })
const rhythm = (page: Page, name: string) => page.getByRole('radio', { name })
const question = (page: Page) => page.getByRole('dialog', { name: 'Leave this page?' })
const stay = (page: Page) => question(page).getByRole('button', { name: 'Cancel' })
const goOn = (page: Page) => question(page).getByRole('button', { name: 'Leave page' })

/** Opens the page, and tells which plan the server has. */
async function open(page: Page, parent: Customer, shows = card(page)): Promise<PaymentPlan> {
  await signIn(page, parent, { path })
  await expect(shows).toBeVisible()
  return readSchedule(page, parent)
}

async function expectNothingToFillIn(page: Page): Promise<void> {
  const main = page.getByRole('main')
  for (const role of ['textbox', 'radio', 'checkbox', 'spinbutton'] as const)
    await expect(main.getByRole(role)).toHaveCount(0)
  await expect(main.getByRole('button', { name: 'Save' })).toHaveCount(0)
}

test.describe('A plan to look at', () => {
  test('shows the payments that the server has, and every way to change them @phone-long @long', async ({
    page,
  }) => {
    const plan = await open(page, await newFamily({ plans: [{ status: 'Current' }] }), toCome(page))
    const { payments } = plan
    const day = (payment: PaymentPlan['payments'][number] | undefined) => formatDate(payment?.date ?? '')
    const of = (status: string) => payments.filter((payment) => payment.status === status)
    const made = of('Paid').length
    expect(made).toBeGreaterThan(1)
    await expect(title(page)).toHaveText('Customise your payment schedule')
    await expect(toCome(page)).toContainText('Active')
    await expect(toCome(page).getByRole('listitem')).toContainText(
      [...of('Next'), ...of('ToCome')].map(({ date }) => formatDateCompact(date)),
    )
    await expect(toCome(page).getByRole('listitem').last()).toContainText('Last payment of this plan')
    await expect(fact(page, 'Payments made', soFar(page))).toHaveText(`${made} of ${payments.length}`)
    const total = (all: typeof payments) =>
      formatCurrency(Math.round(all.reduce((sum, { amount }) => sum + amount * 100, 0)) / 100, 'AU')
    await expect(fact(page, 'Paid so far', soFar(page))).toHaveText(total(of('Paid')))
    await expect(fact(page, 'Left to pay', soFar(page))).toHaveText(total([...of('Next'), ...of('ToCome')]))
    await expect(fact(page, 'Each payment', soFar(page))).toHaveText(
      formatCurrency(plan.periodicAmount, 'AU'),
    )
    await expect(fact(page, 'Payment frequency', soFar(page))).toHaveText('Fortnightly')
    await expect(fact(page, 'Last payment', soFar(page))).toContainText(day(payments.at(-1)))
    await expect(soFar(page).getByRole('img')).toHaveAccessibleName(
      `${payments.length} payments across the year, ${made} paid, the next on ${day(of('Next')[0])}, ${of('ToCome').length} to come after it`,
    )
    await expect(soFar(page).getByText('Annual breakdown')).toBeVisible()
    await expectNothingToFillIn(page)
    await expectAccessibleDayAndNight(page)
    await expect(hub(page).getByRole('link')).toContainText([
      'Move a payment2 moves left in',
      'Skip a paymentAnd see what the rest becomes',
      'Pay extraLower the rest, or finish earlier',
      'I am finding it hard to payTell us.',
    ])
  })

  test('keeps a rhythm that only staff can set @long', async ({ page }) => {
    const [term, twice] = await customers('sched.term', 'sched.twice')
    await open(page, term, toCome(page))
    await expect(fact(page, 'Payment frequency', soFar(page))).toHaveText('Termly')
    await expectNothingToFillIn(page)
    await open(page, twice, toCome(page))
    await expect(fact(page, 'Payment frequency', soFar(page))).toHaveText('Twice yearly')
    await expect(soFar(page).getByRole('img')).toHaveAccessibleName(/^2 payments across the year/)
    await expectNothingToFillIn(page)
  })

  test('says what failed, what is on its way, and until when it holds @long', async ({ page }) => {
    const running = (plan: object): Account => ({ plans: [{ status: 'Current', ...plan }] })
    const failed = await open(page, await newFamily(running({ hasFailed: true })), toCome(page))
    const payment = failed.payments.find(({ status }) => status === 'Failed')
    await expect(toCome(page).getByRole('alert')).toContainText(
      `A payment failed${formatCurrency(payment?.amount ?? 0, 'AU')} due on ${formatDate(payment?.dueDate ?? '')}.`,
    )
    await expect(hub(page)).toContainText('Skip a paymentPossible once the payment that failed is made.')
    await expectAccessible(page)
    const tailored = { type: 'ReducedPayments', untilDays: 30 }
    const dueToday = { starts: -28, isCollecting: true }
    const temporary = await open(page, await newFamily(running({ tailored, ...dueToday })), toCome(page))
    const collecting = temporary.payments.find(({ status }) => status === 'Pending')
    await expect(toCome(page).getByRole('listitem').first()).toHaveText(
      `${formatDateCompact(collecting?.date ?? '')}${formatCurrency(collecting?.amount ?? 0, 'AU')}In progress`,
    )
    await expect(toCome(page)).toContainText('Temporary plan')
    await expect(toCome(page)).toContainText(
      `A temporary plan until ${formatDate(temporary.temporaryUntil ?? '')}.`,
    )
    const school = 'Oakfield School'
    const uk = await open(page, await newFamily({ school, ...running({ frequency: 'Month' }) }), toCome(page))
    await expect(fact(page, 'Each payment', soFar(page))).toHaveText(formatCurrency(uk.periodicAmount, 'UK'))
    const name = `${uk.planYear}/${String(uk.planYear + 1).slice(2)}`
    await expect(page.getByText(`Your ${name} plan with ${school}.`)).toBeVisible()
    await expect(fact(page, `Total for ${name}`, soFar(page))).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'School year' }).locator(':checked')).toHaveText(name)
    await expectNothingToFillIn(page)
  })

  test('says why it cannot be changed: staff must step in, its last day has passed, or it is over @long', async ({
    page,
  }) => {
    await open(page, await newFamily({ canEditOrAddPlan: false }), toCome(page))
    await expect(page.getByRole('alert')).toHaveText(
      /^Please contact us to review your payment planCall 1300 139 445 or email .+\.$/,
    )
    await expect(toCome(page)).toContainText('Action required')
    await expect(note(page)).toContainText("We'd like to go through your plan with you first.")
    await note(page).getByRole('button', { name: 'Chat With Us' }).click()
    await expect(page.getByRole('heading', { name: 'Support' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expectNothingToFillIn(page)
    await expectAccessibleDayAndNight(page)

    const starts = 'NextBusinessDay'
    const closed = await open(page, await newFamily({ plans: [{ status: 'Saved', starts }] }))
    const lastDay = planEditCutOff(calendarDate(closed.planStartDate), calendars.AU)
    await expect(page.getByRole('main').getByRole('status').first()).toHaveText(
      `Changes closed on ${formatDate(lastDay)}: your first payment is on ${formatDate(closed.payments[0]?.date ?? '')}.`,
    )
    await expect(card(page)).toContainText('Upcoming')
    await expectNothingToFillIn(page)

    // Of a plan that is over a line is left, above the one for the year to come.
    await signIn(page, await newFamily({ plans: [{ status: 'Completed' }] }), { path })
    await expect(page.getByRole('heading', { name: /^Your plan for \d{4}$/ })).toBeVisible()
    await expect(rhythm(page, 'Fortnightly')).toBeChecked()
    await expect(card(page)).toBeHidden()
    await page.getByText(/^Your plan for \d{4}: completed$/).click()
    await expect(card(page)).toContainText('Completed')
    await expect(fact(page, 'Payments made')).toHaveText('13 of 13')
  })
})

const editable: Account = { plans: [{ status: 'Saved', starts: 20 }] }

/** Comes to the page from the Overview by way of the Profile, and changes something there. */
async function makeDraft(page: Page, parent: Customer): Promise<void> {
  await signIn(page, parent)
  await item(page, 'Profile').click()
  await expect(title(page)).toHaveText('Profile')
  await item(page, 'Payment schedule').click()
  await change(page)
}

async function change(page: Page): Promise<void> {
  await expect(rhythm(page, 'Fortnightly')).toBeChecked()
  await rhythm(page, 'Monthly').check()
}

async function expectDraftKept(page: Page): Promise<void> {
  await expect(question(page)).toBeHidden()
  await expect(page).toHaveURL(/\/payment-schedule$/)
  await expect(rhythm(page, 'Monthly')).toBeChecked()
}

const entries = (page: Page) => page.evaluate(() => history.length)
const goBy = (page: Page, steps: number) => page.evaluate((count) => history.go(count), steps)

test.describe('What is not saved', () => {
  test('is not lost by a link, and leaving leads where one wanted to go @long', async ({ page }) => {
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.dismiss()
    })
    await makeDraft(page, await newFamily(editable))
    const before = await entries(page)
    await item(page, 'Transactions').dblclick()
    await expect(question(page)).toContainText('You have unsaved changes. Are you sure you want to leave?')
    await expectAccessibleDayAndNight(page)
    await stay(page).click()
    await expectDraftKept(page)
    await expect(item(page, 'Transactions')).toBeFocused()
    // The page itself chosen once more is not drawn anew, nor is its query a way out.
    await item(page, 'Payment schedule').click()
    await expectDraftKept(page)
    expect(await entries(page)).toBe(before)
    const year = page.getByRole('combobox', { name: 'School year' })
    await year.selectOption((await year.locator('option:not(:checked)').textContent()) ?? '')
    await expect(page).toHaveURL(/\?year=/)
    await expect(question(page)).toBeHidden()

    await item(page, 'Transactions').click()
    await goOn(page).dblclick()
    await expect(page).toHaveURL(/\/transactions/)
    await expect(title(page)).toHaveText('Transactions')
    await expect(question(page)).toHaveCount(0)

    // Nothing is asked where there is nothing to lose.
    await item(page, 'Payment schedule').click()
    await expect(rhythm(page, 'Fortnightly')).toBeChecked()
    await page.reload()
    await change(page)
    await rhythm(page, 'Fortnightly').check()
    await item(page, 'Profile').click()
    await expect(title(page)).toHaveText('Profile')
    expect(asked).toEqual([])

    // A tab that is reloaded can only show the browser's own question.
    await page.goBack()
    await change(page)
    await page.reload({ timeout: 1_000 }).catch(() => {})
    expect(asked).toEqual(['beforeunload'])
    await expectDraftKept(page)
  })

  test('is not lost by Back and Forward, and the history stays as it was @long', async ({ page }) => {
    await makeDraft(page, await newFamily(editable))
    const before = await entries(page)
    for (const steps of [-1, -2, -1]) {
      await goBy(page, steps)
      await expect(question(page)).toBeVisible()
      await page.keyboard.press('Escape')
      await expectDraftKept(page)
    }
    await page.evaluate(() => {
      history.back()
      history.back()
    })
    await expect(question(page)).toBeVisible()
    // Pressed once more while the question waits.
    await goBy(page, -1)
    await expect(page).toHaveURL(/\/payment-schedule$/)
    await stay(page).click()
    await expectDraftKept(page)

    await goBy(page, -2)
    await goOn(page).click()
    await expect(page).toHaveURL(/:\d+\/$/)
    await expect(title(page)).toContainText('Hi')
    expect(await entries(page)).toBe(before)
    await page.goForward()
    await expect(title(page)).toHaveText('Profile')
    await page.goForward()
    await change(page)
    expect(await entries(page)).toBe(before)

    // Forward is a way out too.
    await item(page, 'Transactions').click()
    await goOn(page).click()
    await expect(title(page)).toHaveText('Transactions')
    await page.goBack()
    await change(page)
    await goBy(page, 1)
    await stay(page).click()
    await expectDraftKept(page)
    await goBy(page, 1)
    await goOn(page).click()
    await expect(title(page)).toHaveText('Transactions')
    expect(await entries(page)).toBe(before + 1)
  })

  test('is not lost by Back in a browser that does not say where in the history it is @long', async ({
    page,
  }) => {
    await page.addInitScript(() => delete (window as Partial<typeof window>).navigation)
    await makeDraft(page, await newFamily(editable))
    const before = await entries(page)
    for (const answer of [stay, stay, goOn]) {
      await goBy(page, -1)
      await expect(question(page)).toBeVisible()
      await expect(page).toHaveURL(/\/payment-schedule$/)
      await answer(page).click()
      await expect(question(page)).toBeHidden()
    }
    await expect(title(page)).toHaveText('Profile')
    expect(await entries(page)).toBe(before)
  })

  test('is not lost by another account or a log-out, but does not hold up the end of a session @long', async ({
    page,
  }) => {
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.accept()
    })
    const parent = await newFamily(editable, { ...editable, school: 'Ironbark College' })
    await makeDraft(page, parent)
    const switcher = page.getByRole('banner').getByRole('button')
    const other = page.getByRole('menuitemradio', { checked: false })
    await switcher.click()
    await other.click()
    await stay(page).click()
    await expectDraftKept(page)
    await expect(switcher).toBeFocused()
    expect(await stored(page, 'accountId')).toBe(parent.accountId)
    await navigation(page).getByRole('button', { name: 'Logout' }).click()
    await stay(page).click()
    await expectDraftKept(page)

    await switcher.click()
    await other.click()
    await goOn(page).click()
    await expect.poll(() => stored(page, 'accountId')).not.toBe(parent.accountId)
    await change(page)
    expect(asked).toEqual([])

    // The session is ended elsewhere while the question waits.
    await item(page, 'Profile').click()
    await expect(question(page)).toBeVisible()
    await page.evaluate(() => {
      localStorage.removeItem('larkwell.token')
      dispatchEvent(new StorageEvent('storage'))
    })
    await expect(page).toHaveURL(/\/login/)
    await expect(question(page)).toHaveCount(0)

    await signIn(page, parent, { path })
    await change(page)
    await navigation(page).getByRole('button', { name: 'Logout' }).click()
    await goOn(page).click()
    await expect(page).toHaveURL(/\/login$/)
    expect(asked).toEqual([])
  })

  test('is asked about on a phone too @phone-only @long', async ({ page }) => {
    await signIn(page, await newFamily(editable), { path })
    await change(page)
    const opener = page.getByRole('button', { name: 'Open navigation menu' })
    await opener.click()
    await item(page, 'Overview').click()
    await expect(question(page)).toBeVisible()
    await expectAccessible(page)
    await stay(page).click()
    await expectDraftKept(page)
    await expect(opener).toBeFocused()
    await opener.click()
    await item(page, 'Overview').click()
    await goOn(page).click()
    await expect(title(page)).toContainText('Hi')
  })
})
