import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { PaymentPlan, PlanMaterialReply } from '#contract/payment-schedule.ts'
import { addDays, calendarDate, formatDateWithDay, weekday } from '#domain/calendar/calendar.ts'
import { formatCurrency } from '#domain/money.ts'
import { durationsOffered } from '#domain/plan/payment-schedule.ts'
import { calendarEvents } from '#tools/testing/read-calendar.ts'
import type { Customer } from './customers.ts'
import { expect, expectAccessible, signIn, stored, test } from './journey.ts'
import { newFamily } from './new-family.ts'

const dialog = (page: Page, name: RegExp | string = /./) => page.getByRole('dialog', { name })

/** The calls of the portal, made without its screens. */
async function callAs(page: Page, { accountId }: Customer) {
  const headers = { authorization: `Bearer ${await stored(page, 'token')}` }
  const path = `/api/portal/customer/account/${accountId}`
  const get = async (to: string) => (await page.request.get(`${path}/${to}`, { headers })).json()
  return {
    schedule: (year: number) => get(`payment-schedule?year=${year}`) as Promise<PaymentPlan>,
    material: (year: number) => get(`plan-material?year=${year}`) as Promise<PlanMaterialReply>,
    feed: () => get('calendar-feed') as Promise<{ feed: { url: string } | null }>,
    save: async (data: object) => {
      const reply = await page.request.post(`${path}/save-plan`, { headers, data })
      expect(reply.status()).toBe(200)
    },
  }
}

/** A family with a plan of every week, from a Friday on: whatever the year, it meets Good Friday. */
async function familyOfFridays(page: Page) {
  const parent = await newFamily({ plans: [] })
  await signIn(page, parent, { path: '/profile' })
  const api = await callAs(page, parent)
  const year = new Date().getFullYear() + 1
  const { offer } = await api.material(year)
  const option = offer.planYearOptions.find(({ tuitionYear }) => tuitionYear === year)
  const first = calendarDate(option?.minStartDate ?? '')
  const startDate = addDays(first, (12 - weekday(first)) % 7)
  const lengths = durationsOffered(startDate, year, { region: 'AU' })
  const count = lengths.find(({ period }) => period === 'Week')?.defaultDuration ?? 0
  const paymentSchedule = {
    planYear: year,
    startDate,
    planDuration: count,
    repaymentCount: count,
    repaymentPeriod: 'Week',
  }
  await api.save({ paymentSchedule })
  await page.goto(`/payment-schedule?year=${year}`)
  return { parent, api, year }
}

/** Each row: its number, its day, and its amount. */
async function listedRows(page: Page) {
  const lines = dialog(page).getByRole('row')
  await expect(lines.last()).toContainText('Total')
  const texts = await lines.evaluateAll((all) =>
    all.map((row) => Array.from(row.querySelectorAll('th, td'), (cell) => (cell as HTMLElement).innerText)),
  )
  return texts.slice(1, -1)
}

const daysAndAmounts = ({ payments }: PaymentPlan) =>
  payments.map(({ date, amount }) => [date, formatCurrency(amount, 'AU')])
const told = (file: string) =>
  calendarEvents(file).map(({ date, summary }) => [date, /: (\S+) \(/.exec(summary)?.[1]])

test.describe('The dates of a plan', () => {
  test('are listed as they are saved, with why a day has moved, and fit into any calendar @phone @long', async ({
    page,
  }) => {
    const { api, year } = await familyOfFridays(page)
    const plan = await api.schedule(year)
    const button = page.getByRole('button', { name: 'See all dates' })
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(dialog(page, `Payment dates ${year}`)).toBeVisible()
    const rows = await listedRows(page)
    expect(rows.map(([number, day, amount]) => [number, day?.split('\n')[0], amount])).toEqual(
      plan.payments.map(({ date, amount }, place) => [
        String(place + 1),
        formatDateWithDay(date),
        formatCurrency(amount, 'AU'),
      ]),
    )
    const moved = plan.payments.filter(({ date, dueDate }) => date !== dueDate)
    expect(rows.filter(([, day]) => day?.includes('\n'))).toHaveLength(moved.length)
    expect(rows.find(([, day]) => day?.includes('Good Friday'))?.[1]).toMatch(
      new RegExp(`^Tue \\d+ (March|April) ${year}\\s+due Fri \\d+ (March|April), Good Friday$`),
    )
    await expect(dialog(page).getByRole('row').last()).toContainText(formatCurrency(plan.totalAmount, 'AU'))
    await expectAccessible(page)
    // All of it is within the dialog, which scrolls.
    const body = dialog(page).locator('.modal__body')
    expect(await body.evaluate((box) => box.scrollHeight > box.clientHeight)).toBe(true)
    expect(await body.evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true)

    const download = page.waitForEvent('download')
    await dialog(page).getByRole('button', { name: 'Download calendar file' }).click()
    expect((await download).suggestedFilename()).toBe(`larkwell-payments-${year}.ics`)
    const file = await readFile(await (await download).path(), 'utf8')
    expect(told(file)).toEqual(daysAndAmounts(plan))
    expect(calendarEvents(file).every(({ hasReminder }) => hasReminder)).toBe(true)
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()

    // A plan that is only tried out can be taken along, but not subscribed to.
    const rhythm = page.getByRole('radiogroup', { name: 'Payment frequency' })
    await rhythm.getByText('Monthly').click()
    await button.click()
    await expect.poll(async () => (await listedRows(page)).length).toBeLessThan(13)
    await expect(dialog(page).getByRole('button', { name: 'Download calendar file' })).toBeVisible()
    await expect(dialog(page).getByRole('button', { name: 'Subscribe in your calendar' })).toHaveCount(0)
  })

  test('say how each payment stands once the plan runs @long', async ({ page }) => {
    const parent = await newFamily({ plans: [{ status: 'Current' }] })
    await signIn(page, parent, { path: '/payment-schedule' })
    await page.getByRole('button', { name: 'See all dates' }).click()
    const rows = await listedRows(page)
    const year = Number(/\d{4}/.exec((await dialog(page).getByRole('heading').innerText()) ?? '')?.[0])
    const { payments } = await (await callAs(page, parent)).schedule(year)
    const words = {
      Paid: 'Paid',
      Pending: 'In progress',
      Failed: 'Failed',
      Held: 'Held',
      Next: 'Next',
      ToCome: '',
    }
    expect(rows.map(([, day]) => /Paid|In progress|Failed|Held|Next/.exec(day ?? '')?.[0] ?? '')).toEqual(
      payments.map(({ status }) => words[status]),
    )
    expect(rows.some(([, day]) => day?.includes('Paid'))).toBe(true)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page)
  })

  test('come into a calendar by themselves, until the address is taken back @phone-long @long', async ({
    page,
    context,
  }) => {
    const { api, year } = await familyOfFridays(page)
    const subscribe = async (tab: Page) => {
      await tab.getByRole('button', { name: 'See all dates' }).click()
      await dialog(tab).getByRole('button', { name: 'Subscribe in your calendar' }).click()
      await expect(dialog(tab, 'Subscribe in your calendar')).toBeVisible()
    }
    await subscribe(page)
    await dialog(page).getByRole('button', { name: 'Create private address' }).dblclick()
    const link = dialog(page).getByRole('link', { name: 'Add to your calendar' })
    await expect(link).toHaveAttribute('href', /^webcal:\/\/[^/]+\/api\/calendar\/[\w-]{64}\.ics$/)
    await expectAccessible(page)
    const { feed } = await api.feed()
    const url = feed?.url ?? ''
    expect(await link.getAttribute('href')).toBe(url.replace('http:', 'webcal:'))
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await dialog(page).getByRole('button', { name: 'Copy private address' }).click()
    await expect(dialog(page).getByText('Private address copied')).toBeAttached()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url)

    // As a calendar does: without a session, a cookie or a word of ours.
    const path = new URL(url).pathname
    const fetched = await page.request.get(path)
    expect(fetched.headers()['content-type']).toBe('text/calendar; charset=utf-8')
    expect(told(await fetched.text())).toEqual(daysAndAmounts(await api.schedule(year)))

    // Another tab has the same address, and is told when it is gone.
    const other = await context.newPage()
    await other.goto(`/payment-schedule?year=${year}`)
    await subscribe(other)
    await expect(dialog(other).getByText(url)).toBeVisible()

    await dialog(page).getByRole('button', { name: 'Stop sharing' }).focus()
    await page.keyboard.press('Enter')
    const question = dialog(page, 'Stop sharing this calendar?')
    await expect(question).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    expect((await page.request.get(path)).status()).toBe(200)
    await dialog(page).getByRole('button', { name: 'Stop sharing' }).click()
    await question.getByRole('button', { name: 'Stop sharing' }).dblclick()
    await expect(page.getByText('Your calendar address no longer works')).toBeVisible()
    await expect(dialog(page).getByRole('button', { name: 'Create private address' })).toBeVisible()
    expect((await page.request.get(path)).status()).toBe(404)
    expect(await api.feed()).toEqual({ feed: null })

    await other.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await expect(dialog(other).getByRole('button', { name: 'Create private address' })).toBeVisible()
    await dialog(other).getByRole('button', { name: 'Back' }).click()
    await expect(dialog(other, `Payment dates ${year}`)).toBeVisible()
    await other.close()
  })
})
