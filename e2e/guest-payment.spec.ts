import { readFile } from 'node:fs/promises'
import type { Page, Route } from '@playwright/test'
import type { GuestPaymentPage, PaymentBreakdown } from '#contract/guest-payments.ts'
import { formatCurrency } from '#domain/money.ts'
import { frequencyWord } from '#domain/plan/payment-schedule.ts'
import { mastercardDebit } from '#tools/demo/sources.ts'
import { readPdf } from '#tools/testing/pdf-text.ts'
import { expect, signIn, stored, test } from './journey.ts'
import { expectAccessibleDayAndNight, watchLayoutShifts } from './login-screen.ts'
import { newFamily } from './new-family.ts'
import { chargesOf, newRequest } from './new-request.ts'
import { unlockSavedMethods } from './owner-code.ts'
import { rows } from './rows.ts'

const detailsCall = '**/guest/payment-page-details?*'
const breakdownCall = '**/guest/payment-page-breakdown?*'

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const proceed = (page: Page) => page.getByRole('button', { name: 'Proceed to payment method' })
const total = (page: Page) => page.getByRole('radio', { name: /^Pay total amount due/ })
const different = (page: Page) => page.getByRole('radio', { name: 'Pay different amount' })
const amount = (page: Page) => page.getByLabel('Payment amount')
const reason = (page: Page) => page.getByLabel('Please provide a reason')
const description = (page: Page) => page.getByLabel('Please specify')
const breakdown = (page: Page) => page.getByText('See breakdown')

async function open(page: Page, word: string): Promise<void> {
  await page.goto(`/pay-now?request=demo-${word}`)
  await expect(proceed(page)).toBeVisible()
}

/** What the server answers the page with, read past the page. */
async function detailsOf(page: Page, request: string): Promise<GuestPaymentPage> {
  const reply = await page.request.get('/api/portal/guest/payment-page-details', { params: { request } })
  return (await reply.json()) as GuestPaymentPage
}

/** Names and values of the list, in its order. */
async function factsOn(page: Page): Promise<string[][]> {
  const facts = page.locator('.dl > div')
  await expect(facts.first()).toBeVisible()
  return facts.evaluateAll((each) =>
    each.map((fact) => [
      fact.querySelector('dt')?.firstChild?.textContent ?? '',
      fact.querySelector('dd')?.textContent ?? '',
    ]),
  )
}

test.describe('The first step of a guest', () => {
  test('says what is due to whom, and how it came about @phone', async ({ page, calls }) => {
    const reply = await page.goto('/pay-now?request=demo-full')
    expect(reply?.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
    await expect(title(page)).toHaveText('Make a payment')
    await expect(page).toHaveTitle('Make a payment · Larkwell')
    const { accountInfo, institutionInfo, payableDetails } = await detailsOf(page, 'demo-full')
    await expect(
      page.getByText(`To make a payment to ${institutionInfo.displayName}, complete the details below.`),
    ).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Payment details' })).toBeAttached()
    await expect(page.locator('.steps [aria-current=step]')).toHaveText('Payment details')
    await expect(
      page.getByText(`Your amount due for ${payableDetails.periodName} is $1,250.00`, { exact: true }),
    ).toBeVisible()
    await expect(page.getByText(`Account ${accountInfo.accountShortId}`)).toBeVisible()
    await expect(page.getByRole('radio', { name: 'Pay total amount due ($1,250.00)' })).toBeChecked()
    await expect(proceed(page)).toBeInViewport()
    await expect(proceed(page)).toBeEnabled()

    expect(calls.filter((call) => call.url().includes('breakdown'))).toEqual([])
    const brought = page.waitForResponse(breakdownCall)
    await breakdown(page).click()
    const told = (await (await brought).json()) as PaymentBreakdown
    const money = (sum: number | null) => formatCurrency(sum, 'AU')
    expect(told.amountDueNow).toBe(1250)
    expect(await factsOn(page)).toEqual([
      ['Account', accountInfo.accountShortId],
      ['Payment frequency', frequencyWord(told.paymentFrequency ?? '')],
      ['Annual total fees', money(told.annualTotalFees)],
      ['Paid this year', money(told.paidThisYear)],
      ['Overdue fees', money(told.overdueFees)],
      ['Amount due now', '$1,250.00'],
    ])
    await page.getByRole('button', { name: 'About overdue fees' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('tooltip')).toHaveText(
      'This could include unpaid fees carried over from previous invoices.',
    )
    await page.keyboard.press('Escape')
    await breakdown(page).click()
    await breakdown(page).click()
    expect(calls.filter((call) => call.url().includes('breakdown'))).toHaveLength(1)
    await expectAccessibleDayAndNight(page)
  })

  test('shows only what there is @long', async ({ page }) => {
    await open(page, 'nobreakdown')
    await expect(breakdown(page)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Download Invoice' })).toBeVisible()

    await open(page, 'noperiod')
    await expect(page.getByText('Your amount due is $1,250.00', { exact: true })).toBeVisible()

    await open(page, 'noannual')
    await breakdown(page).click()
    const names = (await factsOn(page)).map(([name]) => name)
    expect(names).toContain('Paid this year')
    expect(names).not.toContain('Annual total fees')

    await open(page, 'partpaid')
    await expect(page.getByRole('radio', { name: 'Pay total amount due ($800.00)' })).toBeChecked()
  })

  test('stands in its place before it is filled, and asks nobody else @phone-long @long', async ({
    page,
    baseURL,
  }) => {
    const answer = Promise.withResolvers<void>()
    await page.route(detailsCall, async (route) => {
      await answer.promise
      await route.continue()
    })
    const shifts = await watchLayoutShifts(page)
    const strangers: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(baseURL ?? '')) strangers.push(request.url())
    })
    await page.goto('/pay-now?request=demo-full')
    await expect(page.getByRole('status')).toHaveText('Loading your payment details')
    const waiting = await page.locator('.panel').boundingBox()
    answer.resolve()
    await expect(proceed(page)).toBeVisible()
    const there = await page.locator('.panel').boundingBox()
    expect(Math.abs((waiting?.y ?? 0) - (there?.y ?? 0))).toBeLessThanOrEqual(2)
    expect(Math.abs((waiting?.height ?? 0) - (there?.height ?? 0))).toBeLessThanOrEqual(2)
    expect(await shifts()).toEqual([])
    expect(strangers).toEqual([])

    await page.setViewportSize({ width: 320, height: 640 })
    await different(page).check()
    await reason(page).selectOption({ label: 'Other' })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  })

  test('hands out the invoice under its name, and says so where there is none @phone-long @long', async ({
    page,
    calls,
  }) => {
    const button = page.getByRole('button', { name: 'Download Invoice' })
    await open(page, 'nobreakdown')
    const reply = page.waitForResponse('**/guest/invoice?*')
    const file = page.waitForEvent('download')
    await button.click()
    const name = decodeURIComponent((await reply).headers()['x-filename'] ?? '')
    expect(name).toMatch(/\.pdf$/)
    expect((await file).suggestedFilename()).toBe(name)
    const { pages } = await readPdf(await readFile(await (await file).path()))
    expect(pages[0]?.lines.join('\n')).toContain('Wattle Grove College')

    await open(page, 'noinvoice')
    const held = Promise.withResolvers<void>()
    await page.route('**/guest/invoice?*', async (route) => {
      await held.promise
      await route.continue()
    })
    await button.click()
    await expect(button).toHaveAttribute('aria-busy', 'true')
    await button.dispatchEvent('click')
    held.resolve()
    await expect(
      page.getByText('We cannot find this document at the moment. Please try again later or contact us.'),
    ).toBeVisible()
    expect(calls.filter((call) => call.url().includes('/guest/invoice'))).toHaveLength(2)
  })

  test('does without the breakdown where it does not come @long', async ({ page }) => {
    const fail = (route: Route) =>
      route.fulfill({ status: 404, json: { code: 'not_found', msg: 'We could not find it.' } })
    await page.route(breakdownCall, fail)
    await open(page, 'breakdownfail')
    await breakdown(page).click()
    const words =
      'We are unable to provide a payment breakdown at this time. Please contact Larkwell support.'
    await expect(page.getByText(words, { exact: true })).toBeVisible()
    await expect(proceed(page)).toBeEnabled()

    await page.unroute(breakdownCall, fail)
    await breakdown(page).click()
    await breakdown(page).click()
    await expect(page.getByText('Amount due now')).toBeVisible()
    await expect(page.getByText(words)).toHaveCount(0)
  })
})

test.describe('The amount', () => {
  test('goes on only when it is complete, and says what it lacks @phone @long', async ({ page }) => {
    await open(page, 'empty')
    const lacks = async (text: string) => {
      await expect(proceed(page)).toBeDisabled()
      await expect(page.getByText(text, { exact: true })).toBeVisible()
    }
    await expect(page.getByRole('group', { name: 'How much would you like to pay?' })).toHaveCount(0)
    await expect(page.getByRole('radiogroup', { name: 'How much would you like to pay?' })).toBeVisible()
    for (const field of [amount(page), reason(page), description(page)]) await expect(field).toHaveCount(0)

    await different(page).check()
    await expect(amount(page)).toHaveAttribute('placeholder', '0.00')
    for (const field of [amount(page), reason(page)]) await expect(field).toHaveAttribute('required')
    await expect(amount(page)).toHaveAttribute('inputmode', 'decimal')
    for (const field of [amount(page), reason(page)])
      expect(
        await field.evaluate((each) => parseFloat(getComputedStyle(each).fontSize)),
      ).toBeGreaterThanOrEqual(16)
    await expect(description(page)).toHaveCount(0)
    await lacks('Enter the amount that you would like to pay.')
    await amount(page).fill('0.99')
    await lacks('The smallest amount that can be paid here is $1.00.')
    await amount(page).fill('100000.01')
    await lacks('The largest amount that can be paid here at once is $100,000.00.')
    await amount(page).fill('')
    await amount(page).pressSequentially('12a.3456')
    await expect(amount(page)).toHaveValue('12.34')
    await amount(page).fill('1')
    await lacks('Choose a reason for paying a different amount.')

    await expect(reason(page).locator('option:not([value=""])')).toHaveText([
      'Multiple parties are paying the fees',
      'Unable to pay the full amount',
      'The amount due is incorrect',
      'I want to pay more',
      'Other',
    ])
    await reason(page).selectOption({ label: 'I want to pay more' })
    await expect(proceed(page)).toBeEnabled()
    await expect(description(page)).toHaveCount(0)
    await reason(page).selectOption({ label: 'Other' })
    await lacks('Tell us the reason in a few words.')
    await expect(description(page)).toHaveAttribute('required')
    await description(page).fill('   ')
    await lacks('Tell us the reason in a few words.')
    await description(page).fill('x'.repeat(99))
    await description(page).pressSequentially('yz')
    await expect(description(page)).toHaveValue(`${'x'.repeat(99)}y`)
    await description(page).fill('p'.repeat(101))
    await expect(description(page)).toHaveValue('p'.repeat(100))
    await expect(page.getByText('100 of 100 characters')).toBeVisible()
    await expect(proceed(page)).toBeEnabled()
    await expectAccessibleDayAndNight(page)

    await total(page).check()
    await expect(amount(page)).toHaveCount(0)
    await expect(proceed(page)).toBeEnabled()
    await different(page).check()
    await expect(amount(page)).toHaveValue('1')
    await expect(description(page)).toHaveValue('p'.repeat(100))
  })

  test('is kept over the second step, Back and a reload, and the total fills itself in @long', async ({
    page,
  }) => {
    await open(page, 'empty')
    await proceed(page).click()
    await expect(page.getByRole('heading', { name: 'Select payment method' })).toBeVisible()
    await expect(page.getByText('You are about to pay $1,250.00')).toBeVisible()
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(title(page)).toBeFocused()

    await different(page).check()
    await amount(page).fill('400.5')
    await reason(page).selectOption('UnableToPayFullAmount')
    await amount(page).press('Enter')
    await expect(page.getByText('You are about to pay $400.50')).toBeVisible()
    await page.reload()
    await expect(page.getByText('You are about to pay $400.50')).toBeVisible()
    await page.goBack()
    await expect(amount(page)).toHaveValue('400.5')
    await expect(reason(page)).toHaveValue('UnableToPayFullAmount')
    await page.reload()
    await expect(amount(page)).toHaveValue('400.5')
    await total(page).check()
    await proceed(page).click()
    await expect(page.getByText('You are about to pay $1,250.00')).toBeVisible()
  })

  test('below one, or none, cannot be the total @long', async ({ page }) => {
    await open(page, 'small')
    await expect(page.getByRole('radio', { name: 'Pay total amount due ($0.60)' })).toBeChecked()
    await expect(proceed(page)).toBeDisabled()
    await expect(page.getByText('The smallest amount that can be paid here is $1.00.')).toBeVisible()
    await open(page, 'zero')
    await expect(proceed(page)).toBeDisabled()
    await expect(page.getByText('Nothing is due at the moment.')).toBeVisible()
    await different(page).check()
    await amount(page).fill('20')
    await reason(page).selectOption('ToPayMore')
    await expect(proceed(page)).toBeEnabled()
  })

  test('that differs reaches the books with its reason, and no wrong one does @phone-long', async ({
    page,
  }) => {
    const asked = await newRequest({}, { sources: [mastercardDebit()], bpay: false })
    await unlockSavedMethods(page, asked.path)
    await page.goto(asked.path)
    await different(page).check()
    await amount(page).fill('450.25')
    await reason(page).selectOption('Other')
    await description(page).fill('  Grandma pays\nher part ')
    await proceed(page).click()
    const sent = page.waitForRequest('**/guest/payments')
    await page.getByRole('button', { name: /^Pay [$£]/ }).click()
    const body = (await sent).postDataJSON() as Record<string, unknown>
    expect(body).toMatchObject({
      amount: 450.25,
      paymentAmountChangeReason: 'Other',
      paymentAmountChangeReasonDescription: 'Grandma pays her part',
      repaymentRequestId: asked.requestId,
      shortId: asked.shortId,
    })
    await expect(title(page)).toHaveText('Thanks for your payment')
    expect((await chargesOf(asked)).map((charge) => charge.amount)).toEqual([450_25])
    expect(
      await rows(
        `select amount_minor::int as amount, amount_change_reason as reason, amount_change_description as words, status
         from payment where account_id = $1 and kind = 'Guest'`,
        [asked.accountId],
      ),
    ).toEqual([{ amount: 450_25, reason: 'Other', words: 'Grandma pays her part', status: 'Succeeded' }])

    // Opened anew: the address that is open already would only be reloaded.
    await page.goto('/favicon.svg')
    await page.goto(asked.path)
    await expect(page.getByRole('radio', { name: 'Pay total amount due ($799.75)' })).toBeChecked()
    await different(page).check()
    await expect(amount(page)).toHaveValue('')
    for (const wrong of [
      { amount: 0.99 },
      { amount: 100_000.01 },
      { paymentAmountChangeReason: null, paymentAmountChangeReasonDescription: null },
      { paymentAmountChangeReasonDescription: ' ' },
      { paymentAmountChangeReasonDescription: 'x'.repeat(101) },
    ]) {
      const reply = await page.request.post('/api/portal/guest/payments', {
        headers: { 'X-Larkwell-Client-Req-Id': crypto.randomUUID() },
        data: { ...body, ...wrong },
      })
      expect([wrong, reply.status()]).toEqual([wrong, 400])
    }
    expect(await chargesOf(asked)).toHaveLength(1)
  })
})

test.describe('A link', () => {
  test('that nobody knows ends in the failure with the reason', async ({ page }) => {
    await page.goto('/pay-now?request=demo-nobody-knows')
    await expect(title(page)).toHaveText('Payment failed')
    await expect(
      page.getByText('We could not find what you were looking for.', { exact: true }),
    ).toBeVisible()
    await expect(proceed(page)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Try another method' })).toHaveCount(0)
  })

  test('that is paid, cancelled or expired says so calmly, with the school and what to do @phone-long @long', async ({
    page,
  }) => {
    for (const [word, heading, advice] of [
      ['paid', 'This has been paid', /nothing more to pay to Wattle Grove College with this link/],
      ['cancelled', 'This payment request was cancelled', /Wattle Grove College no longer asks.* log in/],
      ['expired', 'This link has expired', /To pay Wattle Grove College, please use the link in our latest/],
    ] as const) {
      await page.goto(`/pay-now?request=demo-${word}`)
      await expect(title(page)).toHaveText(heading)
      const main = page.getByRole('main')
      await expect(main.getByText(advice)).toBeVisible()
      await expect(main).not.toContainText(/fail/i)
      await expect(main.locator('dl > div').filter({ hasText: 'Amount' })).toContainText('$1,250.00')
      await expect(main.locator('dl > div').filter({ hasText: /^Date\d+ \w+ \d{4}$/ })).toHaveCount(
        word === 'paid' ? 1 : 0,
      )
      await expect(proceed(page)).toHaveCount(0)
      await expect(main.getByRole('link', { name: 'Log in to your account' })).toHaveAttribute('href', '/')
      await expectAccessibleDayAndNight(page)
    }
  })

  test('that fails shows the page of all errors, and works when it is tried again @long', async ({
    page,
  }) => {
    await page.clock.install()
    let asked = 0
    const fail = (route: Route) => {
      asked += 1
      return route.fulfill({ status: 500, json: { code: 'server_error', msg: 'x' } })
    }
    await page.route(detailsCall, fail)
    await page.goto('/pay-now?request=demo-nodefault')
    for (const ms of [1_000, 2_000, 4_000]) {
      const before = asked
      await expect(async () => {
        await page.clock.runFor(ms)
        expect(asked).toBeGreaterThan(before)
      }).toPass()
    }
    await expect(title(page)).toHaveText('Oops, something went wrong.')
    await page.unroute(detailsCall, fail)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(proceed(page)).toBeVisible()

    await page.route(detailsCall, (route) =>
      route.fulfill({ status: 429, json: { code: 'rate_limited', msg: 'Too many tries. Please wait.' } }),
    )
    await page.reload()
    await expect(title(page)).toHaveText('Payment failed')
    await expect(page.getByText('Too many tries. Please wait.')).toBeVisible()
  })

  test('of another country changes nothing for the customer who opens it @long', async ({ page, calls }) => {
    const parent = await newFamily({})
    await signIn(page, parent)
    await expect(page.getByRole('navigation').first()).toBeVisible()
    expect(await stored(page, 'region')).toBe('AU')
    calls.length = 0
    await open(page, 'uk')
    await expect(page.getByText(/^Your amount due for .* is £1,534\.57$/)).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-GB')
    await different(page).check()
    await expect(page.locator('.affix__pre')).toHaveText('£')
    await total(page).check()
    await breakdown(page).click()
    await expect(page.getByText('Amount due now')).toBeVisible()
    await proceed(page).click()
    await expect(page.getByText('You are about to pay £1,534.57')).toBeVisible()
    const guestCalls = calls.filter((call) => call.url().includes('/guest/'))
    expect(guestCalls.length).toBeGreaterThan(1)
    // Only whether saved methods are the customer's own is asked in their name.
    for (const call of guestCalls)
      expect('authorization' in call.headers()).toBe(call.url().includes('/saved-method-access'))
    expect(guestCalls.at(-1)?.headers()['x-larkwell-region']).toBe('UK')
    expect(await stored(page, 'region')).toBe('AU')

    await page.getByRole('banner').getByRole('link', { name: 'Larkwell' }).click()
    await expect(page.getByRole('navigation').first()).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-AU')
    const last = calls.at(-1)
    expect(last?.headers()['x-larkwell-region']).toBe('AU')
  })
})
