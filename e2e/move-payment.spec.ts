import type { Page } from '@playwright/test'
import type { PlanMaterialReply } from '#contract/payment-schedule.ts'
import { addDays, calendarDate, formatDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import { nextBusinessDay } from '#domain/calendar/holidays.ts'
import { cents, formatCurrency, toDecimal } from '#domain/money.ts'
import { changeableUntil } from '#domain/plan/changes/coming.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import type { Customer } from './customers.ts'
import { expect, expectAccessible, expectSaid, signIn, stored, test } from './journey.ts'
import { expectAccessibleDayAndNight } from './login-screen.ts'
import { newFamily } from './new-family.ts'
import { rows } from './rows.ts'

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const toCome = (page: Page) => page.getByRole('region', { name: 'To come' })
const hub = (page: Page) => page.getByRole('region', { name: 'Change something' })
const aside = (page: Page) => page.getByRole('region', { name: 'This payment moves to' })
const day = (page: Page, date: CalendarDate) => page.getByRole('radio', { name: fullDay(date) })
const moveButton = (page: Page) => aside(page).getByRole('button', { name: /^(Move|Try again)/ })
const row = (page: Page, dueOn: string) => toCome(page).locator(`[data-due="${dueOn}"]`)

const weekdayOf = new Intl.DateTimeFormat('en-AU', { weekday: 'long', timeZone: 'UTC' })
const longDay = (date: string) => `${weekdayOf.format(new Date(date))} ${dayAndMonth(date)}`
const fullDay = (date: string) => `${longDay(date)} ${date.slice(0, 4)}`
const dayAndMonth = (date: string) => formatDate(date).replace(/ \d{4}$/, '')
const shown = (minor: number) => formatCurrency(toDecimal(cents(minor)), 'AU')
const later = (date: string, days: number) => nextBusinessDay(addDays(calendarDate(date), days), calendars.AU)

type Row = { dueOn: string; collectOn: string; movedFrom: string | null; amount: number }

const comingOf = ({ accountId }: Customer) =>
  rows<Row>(
    `select due_on::text as "dueOn", collect_on::text as "collectOn", moved_from::text as "movedFrom",
       amount_minor::int as amount
     from instalment where account_id = $1 and status = 'Scheduled' order by due_on`,
    [accountId],
  )

const changesOf = ({ accountId }: Customer) =>
  rows<{ status: string; details: { to: string } }>(
    'select status, details from plan_change where account_id = $1 order by made_at',
    [accountId],
  )

async function familyWithPlan(): Promise<{ parent: Customer; coming: [Row, Row, ...Row[]] }> {
  const parent = await newFamily({ plans: [{ status: 'Current' }] })
  const [first, second, ...others] = await comingOf(parent)
  if (!first || !second) throw new Error('The plan has too few payments')
  return { parent, coming: [first, second, ...others] }
}

/** Moves a payment without the screens, as another tab or the other parent does. */
async function moveElsewhere(page: Page, { accountId }: Customer, dueOn: string, to: string): Promise<void> {
  const headers = { authorization: `Bearer ${await stored(page, 'token')}` }
  const path = `/api/portal/customer/account/${accountId}`
  const material = (await (
    await page.request.get(`${path}/plan-material`, { headers })
  ).json()) as PlanMaterialReply
  const { id: planId, version } = material.plan ?? {}
  const reply = await page.request.post(`${path}/move-payment`, {
    headers,
    data: { planId, version, dueOn, to },
  })
  expect(reply.status()).toBe(200)
}

test.describe('Moving a payment', () => {
  test('leads from the Overview to a later day, once, and tells it by letter; then it is undone @phone', async ({
    page,
    inbox,
    calls,
  }) => {
    const { parent, coming } = await familyWithPlan()
    const [next, second] = coming
    const last = coming.at(-1) ?? second
    const to = later(next.collectOn, 5)
    const undoUntil = longDay(changeableUntil(calendarDate(next.collectOn), calendars.AU))
    await signIn(page, parent)
    await page.getByRole('link', { name: 'Move this payment' }).click()
    await expect(title(page)).toHaveText('Move this payment')
    await expect(title(page)).toBeFocused()
    await expect(page.getByRole('main')).toContainText(
      `Choose a later day for your payment of ${shown(next.amount)}, due on ${fullDay(next.collectOn)}.`,
    )
    await expectAccessibleDayAndNight(page)

    // Without a day nothing happens, and it says why.
    await moveButton(page).click()
    await expect(page.getByRole('alert')).toHaveText('Choose a day first.')
    await expect(page.getByRole('radio').first()).toBeFocused()

    // The keys of the arrows go from day to day.
    await page.keyboard.press('Space')
    await expect(page.getByRole('radio').first()).toBeChecked()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('radio').nth(1)).toBeChecked()
    await expect(aside(page)).toContainText(/2 days later|3 days later|4 days later/)

    // On the day of another payment both are told.
    await day(page, calendarDate(second.collectOn)).check()
    await expect(aside(page)).toContainText(
      `Two payments leave that day, ${shown(next.amount + second.amount)} in all.`,
    )
    await day(page, to).check()
    await expect(aside(page)).toContainText(`${dayAndMonth(last.collectOn)}, unchanged`)
    await expect(aside(page)).toContainText(`You can undo it until the end of ${undoUntil}.`)
    await expectAccessibleDayAndNight(page)
    const mark = await inbox.mark()
    await aside(page)
      .getByRole('button', { name: `Move to ${longDay(to)}` })
      .dblclick()

    await expectSaid(page, `Payment moved to ${longDay(to)}.`)
    await expect(page).toHaveURL(/\/payment-schedule$/)
    await expect(row(page, next.dueOn)).toBeFocused()
    await expect(row(page, next.dueOn)).toContainText(
      `Moved from ${dayAndMonth(next.collectOn)}. You can undo this until the end of ${undoUntil}.`,
    )
    await expect(hub(page).getByRole('link', { name: /Move a payment/ })).toContainText('1 move left in')
    await expectAccessibleDayAndNight(page)
    expect(calls.filter((call) => call.url().endsWith('/move-payment'))).toHaveLength(1)
    expect(await comingOf(parent)).toEqual([
      { ...next, collectOn: to, movedFrom: next.collectOn },
      ...coming.slice(1),
    ])
    const letter = await inbox.next(parent.email, 'email', mark)
    expect(letter.text).toContain('Your payment is moved')

    await row(page, next.dueOn)
      .getByRole('button', { name: /^Undo the move/ })
      .dblclick()
    await expectSaid(page, `Payment back on ${longDay(next.collectOn)}.`)
    await expect(row(page, next.dueOn)).toBeFocused()
    await expect(row(page, next.dueOn).getByRole('link', { name: /^Move the payment of/ })).toBeVisible()
    expect(await comingOf(parent)).toEqual(coming)
    expect((await changesOf(parent)).map(({ status }) => status)).toEqual(['Undone'])
  })

  test('is refused when both moves are used, or its debit is being prepared, and names other ways @long', async ({
    page,
  }) => {
    const { parent, coming } = await familyWithPlan()
    const [first, second, third] = coming
    await signIn(page, parent, { path: '/payment-schedule' })
    await expect(toCome(page)).toBeVisible()
    await moveElsewhere(page, parent, first.dueOn, later(first.collectOn, 3))
    await moveElsewhere(page, parent, second.dueOn, later(second.collectOn, 4))
    await page.reload()
    await expect(hub(page)).toContainText('You have used both moves for')
    await expect(hub(page).getByRole('link', { name: /Move a payment/ })).toHaveCount(0)
    await expect(toCome(page).getByRole('link')).toHaveCount(0)

    await page.goto(`/payment-schedule/move?due=${third?.dueOn}`)
    const used = page.getByRole('main').getByRole('status').first()
    await expect(used).toContainText('You have used both moves for')
    await expect(used).toContainText(`You moved the payment of ${dayAndMonth(first.collectOn)} by`)
    await expect(used).toContainText('The count starts again on 1 January')
    const ways = page.getByRole('region', { name: 'What you can do instead' })
    await expect(ways.getByRole('link', { name: /hard to pay/ })).toHaveAttribute(
      'href',
      '/payment-schedule/help',
    )
    await expect(page.getByRole('radio')).toHaveCount(0)
    await expectAccessibleDayAndNight(page)

    const late = await familyWithPlan()
    await rows(
      `update instalment set due_on = current_date + 1, collect_on = current_date + 1, noticed_on = current_date - 20
       where account_id = $1 and due_on = $2`,
      [late.parent.accountId, late.coming[0].dueOn],
    )
    await signIn(page, late.parent)
    await expect(page.getByRole('region', { name: 'Upcoming payment' })).toContainText(/Today|Tomorrow|In \d/)
    await expect(page.getByRole('link', { name: 'Move this payment' })).toHaveCount(0)
    const [locked] = await comingOf(late.parent)
    await page.goto(`/payment-schedule/move?due=${locked?.dueOn}`)
    await expect(title(page)).toHaveText('It is too late to move this payment')
    await expect(ways).toBeVisible()
    await expectAccessible(page)
  })

  test('keeps the choice when the server fails, and moves it with the next try @long', async ({ page }) => {
    const { parent, coming } = await familyWithPlan()
    const [next] = coming
    const to = later(next.collectOn, 6)
    await signIn(page, parent, { path: `/payment-schedule/move?due=${next.dueOn}` })
    await day(page, to).check()
    await page.route('**/move-payment', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
    await moveButton(page).click()
    await expect(aside(page).getByRole('alert')).toContainText('We could not move it. Nothing has changed.')
    await expect(aside(page).getByRole('alert')).toContainText(
      `The payment is still due on ${longDay(next.collectOn)}.`,
    )
    await expect(day(page, to)).toBeChecked()
    await expectAccessibleDayAndNight(page)
    expect(await comingOf(parent)).toEqual(coming)

    // The move arrives, its reply does not.
    await page.route(
      '**/move-payment',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await aside(page).getByRole('button', { name: 'Try again' }).click()
    await expectSaid(page, `Payment moved to ${longDay(to)}.`)
    await expect(row(page, next.dueOn)).toBeFocused()
    expect((await changesOf(parent)).map(({ details }) => details.to)).toEqual([to])
  })

  test('sees what happened in another tab, and does not move it twice @long', async ({ page }) => {
    const { parent, coming } = await familyWithPlan()
    const [next] = coming
    await signIn(page, parent, { path: `/payment-schedule/move?due=${next.dueOn}` })
    const first = later(next.collectOn, 1)
    await day(page, later(next.collectOn, 6)).check()
    await moveElsewhere(page, parent, next.dueOn, first)
    await moveButton(page).click()
    await expect(aside(page).getByRole('alert')).toContainText('We could not move it. Nothing has changed.')
    // The page has the new plan, and the day is still chosen.
    await expect(page.getByRole('main')).toContainText(`due on ${fullDay(first)}.`)
    await expect(day(page, later(next.collectOn, 6))).toBeChecked()
    expect((await changesOf(parent)).map(({ details }) => details.to)).toEqual([first])

    // The schedule is as old as the tab that shows it, until it asks.
    await page.goto('/payment-schedule')
    const [change] = await rows<{ id: string }>('select id from plan_change where account_id = $1', [
      parent.accountId,
    ])
    const undo = row(page, next.dueOn).getByRole('button', { name: /^Undo the move/ })
    await page.route('**/undo-plan-change', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
    await undo.click()
    await expect(toCome(page).getByRole('alert')).toHaveText(
      'We could not undo this. Please try again in a few moments.',
    )
    await rows(`update plan_change set undo_until = current_date - 30 where id = $1`, [change?.id])
    await undo.click()
    await expect(toCome(page).getByRole('alert')).toBeVisible()
    await expect(undo).toHaveCount(0)
    expect((await comingOf(parent))[0]).toMatchObject({ collectOn: first })
  })

  test('asks which payment, and is calm where there is none @long', async ({ page }) => {
    const { parent, coming } = await familyWithPlan()
    await signIn(page, parent, { path: '/payment-schedule' })
    await hub(page)
      .getByRole('link', { name: /Move a payment/ })
      .click()
    await expect(title(page)).toHaveText('Move a payment')
    await expectAccessibleDayAndNight(page)
    await page.getByRole('link', { name: new RegExp(`^${longDay(coming[1].collectOn)}`) }).click()
    await expect(title(page)).toHaveText('Move this payment')
    await expect(page).toHaveURL(new RegExp(`due=${coming[1].dueOn}`))
    await expect(title(page)).toBeFocused()
    await page.goBack()
    await expect(title(page)).toHaveText('Move a payment')
    await page.goto('/payment-schedule/move?due=2019-13-99')
    await expect(page.getByRole('main').getByRole('status').first()).toContainText(
      'is not among those to come',
    )

    await signIn(page, await newFamily({ plans: [{ status: 'Saved', starts: 20 }] }), {
      path: '/payment-schedule/move',
    })
    await expect(page.getByRole('heading', { name: 'No plan is running now' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'See your payment schedule' }).click()
    await expect(title(page)).toHaveText('Customise your payment schedule')
  })
})
