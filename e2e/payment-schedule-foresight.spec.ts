import type { Page } from '@playwright/test'
import type { PaymentPlan } from '#contract/payment-schedule.ts'
import { addDays, calendarDate, dateIn, formatDate } from '#domain/calendar/calendar.ts'
import { closedReason } from '#domain/calendar/holidays.ts'
import { visaDebit } from '#tools/demo/sources.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { expect, readSchedule, signIn, test } from './journey.ts'
import { expectAccessibleDayAndNight } from './login-screen.ts'
import { newFamily } from './new-family.ts'

const path = '/payment-schedule'

const chart = (page: Page) => page.getByRole('img', { name: /left to pay/ })
const ahead = (page: Page) => page.getByRole('region', { name: 'Good to know' }).getByRole('listitem')
const firstDate = (page: Page) => page.getByRole('textbox', { name: 'First payment date' })
const nextPayday = (page: Page) => page.getByRole('textbox', { name: 'Your next payday' })
const proposal = (page: Page) => page.getByRole('status').filter({ hasText: 'Each payment leaves' })
const among = (page: Page, group: string) => page.getByRole('radiogroup', { name: group })
const choose = (page: Page, group: string, name: string) =>
  among(page, group).getByRole('radio', { name }).check()
const paid = 'How often are you paid?'
const frequency = 'Payment frequency'

const inCents = (amount: number) => Math.round(amount * 100)
const money = (cents: number, currency = 'AUD') =>
  (cents / 100).toLocaleString(currency === 'AUD' ? 'en-AU' : 'en-GB', { style: 'currency', currency })
const monthName = (month: string) => formatDate(`${month}-01`).split(' ')[1]
const dayWords = (date: string) =>
  new Date(date)
    .toLocaleDateString('en-AU', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
    .replace(',', '')

/** What the chart must say, counted from the payments. */
function chartSentence({ payments }: PaymentPlan): string {
  const total = payments.reduce((sum, { amount }) => sum + inCents(amount), 0)
  let paid = 0
  const half = payments.find(({ amount }) => (paid += inCents(amount)) * 2 >= total)
  return (
    `${money(total)} is left to pay until ${formatDate(payments[0]?.date ?? '')}, and less after each of ` +
    `${payments.length} payments: half by ${formatDate(half?.date ?? '')}, nothing after ${formatDate(payments.at(-1)?.date ?? '')}.`
  )
}

/** What must be said of a fortnightly plan on a card whose last month is given, counted from the payments. */
function linesOf({ payments }: PaymentPlan, lastMonth: string): RegExp[] {
  const after = payments.filter(({ date }) => date.slice(0, 7) > lastMonth).length
  const which =
    after === payments.length ? 'your first payment' : `${after} of your ${payments.length} payments`
  const expiry = `${lastMonth.slice(5)}/${lastMonth.slice(2, 4)}`
  const lines = [new RegExp(`^Your Visa ending 5556 expires ${expiry}, before ${which}\\. Payment methods$`)]
  const full = [...Map.groupBy(payments, ({ date }) => date.slice(0, 7))].filter(([, all]) => all.length > 2)
  if (full.length > 0) {
    const months = new Intl.ListFormat('en-AU').format(full.map(([month]) => monthName(month) ?? ''))
    lines.push(new RegExp(`^${months} ha(s|ve) three payments, `))
  }
  const moved = payments.filter(({ dueDate, date }) => dueDate !== date)
  const [first] = moved
  if (first) {
    const reason = closedReason(calendarDate(first.dueDate), calendars.AU) ?? ''
    const due = dayWords(first.dueDate)
    const why = due.startsWith(reason) ? '' : ` \\(${reason}\\)`
    const more = moved.length === 1 ? '' : `, and ${moved.length - 1} more moves? too`
    lines.push(new RegExp(`^The payment due on ${due}${why} leaves on ${dayWords(first.date)}${more}\\.$`))
  }
  return lines
}

test.describe('Before a plan is saved', () => {
  test('the estimate says how the balance runs and what is ahead, and a payday finds its dates @phone @long', async ({
    page,
  }) => {
    const parent = await newFamily({
      plans: [{ status: 'Saved' }],
      sources: [visaDebit({ isExpiring: true })],
    })
    await signIn(page, parent, { path })
    const saved = await readSchedule(page, parent)
    const thisMonth = dateIn('AU', new Date()).slice(0, 7)
    await expect(chart(page)).toHaveAccessibleName(chartSentence(saved))
    await expect(ahead(page)).toHaveText(linesOf(saved, thisMonth))
    await expect(ahead(page).getByRole('link', { name: 'Payment methods' })).toHaveAttribute(
      'href',
      '/manage-payments',
    )

    // Paid two days after the first payment would be due: as late as can be for this plan.
    const before = formatDate(saved.planStartDate)
    const payday = addDays(calendarDate(saved.planStartDate), 2)
    await page.getByText('Match your payday').click()
    await choose(page, paid, 'Monthly')
    await expect(proposal(page)).toBeHidden()
    await nextPayday(page).fill('1/1/2099')
    await expect(page.getByRole('status').filter({ hasText: 'can follow this payday' })).toBeVisible()
    await nextPayday(page).fill(formatDate(payday))
    await expect(proposal(page)).toContainText(/^Pay monthly from \d+ \w+ \d{4}Each payment leaves/)
    await expect(proposal(page)).toContainText(`instead of ${saved.repaymentCount}`)
    await choose(page, paid, 'Fortnightly')
    const proposed = formatDate(addDays(payday, 1))
    await expect(proposal(page)).toContainText(`Pay fortnightly from ${proposed}`)
    await expectAccessibleDayAndNight(page)

    const use = page.getByRole('button', { name: 'Use these dates' })
    const back = page.getByRole('button', { name: /^Back to/ })
    await use.press('Enter')
    await expect(firstDate(page)).toHaveValue(proposed)
    await expect(proposal(page)).toContainText('Your payments now follow your payday.')
    await expect(back).toBeFocused()
    await expect(back).toHaveText(`Back to ${before.replace(/ \d{4}$/, '')}`)
    await expect(chart(page)).not.toHaveAccessibleName(chartSentence(saved))
    await back.press('Enter')
    await expect(firstDate(page)).toHaveValue(before)
    await expect(chart(page)).toHaveAccessibleName(chartSentence(saved))
    await use.press('Enter')

    // What is chosen by hand is not for the payday to take back.
    await choose(page, frequency, 'Monthly')
    await expect(back).toBeHidden()
    await use.press('Enter')
    await expect(among(page, frequency).getByRole('radio', { name: 'Fortnightly' })).toBeChecked()

    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('All changes have been successfully saved')).toBeVisible()
    const shown = (await chart(page).getAttribute('aria-label')) ?? ''
    await page.reload()
    const kept = await readSchedule(page, parent)
    expect(formatDate(kept.planStartDate)).toBe(proposed)
    expect(shown).toBe(chartSentence(kept))
    await expect(chart(page)).toHaveAccessibleName(shown)
    await expect(ahead(page)).toHaveText(linesOf(kept, thisMonth))
  })

  test('a first date too early for a new bank account is said, and a safe one offered', async ({ page }) => {
    // In the last weeks of a school year no plan of it can be made: then the other region is asked.
    const isAugust = dateIn('UK', new Date()).slice(5, 7) === '08'
    const school = isAugust ? 'Wattle Grove College' : 'Oakfield School'
    const parent = await newFamily({ school, plans: [], sources: [] })
    const offered = page.waitForResponse((reply) => reply.url().includes('/plan-material'))
    await signIn(page, parent, { path })
    const { offer, planYear } = (await (await offered).json()) as {
      planYear: number
      offer: { planYearOptions: { tuitionYear: number; minStartDate: string }[] }
    }
    const min = offer.planYearOptions.find(({ tuitionYear }) => tuitionYear === planYear)?.minStartDate ?? ''
    await firstDate(page).fill(formatDate(min))
    await firstDate(page).blur()
    const line = ahead(page).filter({ hasText: 'There is no payment method yet that can pay.' })
    await expect(line).toContainText('If you add a bank account today, the first payment can safely leave on')
    const [, safe = ''] = /safely leave on (\d+ \w+ \d{4})\./.exec((await line.textContent()) ?? '') ?? []
    await line.getByRole('button', { name: `Start on ${safe.replace(/ \d{4}$/, '')} instead` }).click()
    await expect(firstDate(page)).toHaveValue(safe)
    await expect(line).toBeHidden()
    await expect(chart(page)).toHaveAccessibleName(new RegExp(`left to pay until ${safe}`))
  })
})
