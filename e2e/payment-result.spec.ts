import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { cents } from '#domain/money.ts'
import { amex, bankAccount, visaCredit, visaDebit } from '#tools/demo/sources.ts'
import { answerBank, fillCard, frameOf, type Card } from './card-form.ts'
import { expect, expectAccessible, stopClock, stored, test } from './journey.ts'
import { chargesOf, newRequest } from './new-request.ts'
import { unlockSavedMethods } from './owner-code.ts'
import { rows } from './rows.ts'
import { addresses } from './stack.ts'

const payments = /\/api\/portal\/(guest|customer\/account\/[^/]+)\/payments$/

const neverArrived = 'Your payment did not reach us, and nothing was charged. You can try again.'

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const confirm = (page: Page) => page.getByRole('button', { name: /^Pay [$£]/ })
const again = (page: Page) => page.getByRole('button', { name: 'Try another method' })

/** Names and values, as they are read. */
const factsOf = (page: Page) =>
  page
    .locator('dl > div')
    .evaluateAll((facts) => facts.map((fact) => [...fact.children].map((part) => part.textContent)))

async function openMethods(page: Page, path: string): Promise<void> {
  await unlockSavedMethods(page, path)
  await page.goto(path)
  await page.getByRole('button', { name: 'Proceed to payment method' }).click()
  await expect(page.getByRole('heading', { name: 'Select payment method' })).toBeVisible()
}

async function expectHelp(page: Page): Promise<void> {
  await expect(page.getByText(/^Questions\? Call/)).toHaveText(
    'Questions? Call 1300 139 445 or email help@larkwell.example, or chat with us.',
  )
}

async function expectAccessibleInBoth(page: Page): Promise<void> {
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
}

const today = new Intl.DateTimeFormat('en-AU', { dateStyle: 'long', timeZone: 'Australia/Sydney' })

test('Thanks name what was paid, and give a receipt @phone', async ({ page, inbox }) => {
  const asked = await newRequest({}, { sources: [amex()] })
  const mark = await inbox.mark()
  await openMethods(page, asked.path)
  await confirm(page).click()
  await expect(title(page)).toHaveText('Thanks for your payment')
  await expect(title(page)).toBeFocused()
  await expect(page).toHaveTitle('Thanks for your payment · Larkwell')
  await expect(
    page.getByText('A confirmation of your payment will also be sent to your email.'),
  ).toBeVisible()
  expect(await factsOf(page)).toEqual([
    ['Account', asked.shortId],
    ['School', 'Wattle Grove College'],
    ['Date', today.format(new Date())],
    ['Amount paid', '$1,250.00'],
    ['Surcharge', '1.35% ($16.88)'],
    ['Total charged', '$1,266.88'],
  ])
  expect((await chargesOf(asked)).map(({ amount }) => amount)).toEqual([cents(1_266_88)])
  const mail = await inbox.next(asked.email, 'email', mark)
  for (const text of ['1,250.00', '1.35%', '16.88', '1,266.88']) expect(mail.text).toContain(text)
  await expectHelp(page)
  await expectAccessibleInBoth(page)

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download receipt' }).click()
  const receipt = await saved
  expect(receipt.suggestedFilename()).toMatch(/\.pdf$/)
  expect((await readFile(await receipt.path())).subarray(0, 5).toString()).toBe('%PDF-')

  await page.route('**/guest/receipt*', (route) =>
    route.fulfill({ status: 404, json: { code: 'file_missing', msg: 'We cannot find this document.' } }),
  )
  await page.getByRole('button', { name: 'Download receipt' }).click()
  await expect(page.getByText('We cannot find this document.')).toBeVisible()

  await page.getByRole('button', { name: 'chat with us' }).click()
  await expect(
    page.getByRole('dialog', { name: 'Support' }).or(page.getByRole('complementary', { name: 'Support' })),
  ).toBeVisible()
})

test('A debit that a bank still has to make is told truthfully, and has no receipt yet @long', async ({
  page,
  browser,
  inbox,
}) => {
  const mark = await inbox.mark()
  const asked = await newRequest({}, { sources: [bankAccount()] })
  await openMethods(page, asked.path)
  await confirm(page).click()
  await expect(title(page)).toHaveText('Thanks for your payment')
  await expect(page.getByText(/Your bank will transfer the money within a few days/)).toBeVisible()
  await expect(page.getByText('Surcharge', { exact: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Download receipt' })).toHaveCount(0)
  expect(await factsOf(page)).toContainEqual(['Amount on its way', '$1,250.00'])

  await test.step('and the same link in another browser says what is on its way', async () => {
    const elsewhere = await browser.newContext({ baseURL: addresses().portal })
    const other = await elsewhere.newPage()
    await other.goto(asked.path)
    await expect(title(other)).toHaveText('Your payment is on its way')
    expect(await factsOf(other)).toContainEqual(['Amount on its way', '$1,250.00'])
    await expect(other.getByRole('main')).not.toContainText('$0.00')
    await expectHelp(other)
    await expectAccessibleInBoth(other)
    await elsewhere.close()
  })
  const { text } = await inbox.next(asked.email, 'email', mark)
  expect(text).toContain('Your payment is on its way')
  expect(text).toContain('$1,250.00')
})

test('A part payment says what is still to pay and by when, and leads on to it @phone-long @long', async ({
  page,
}) => {
  const asked = await newRequest({}, { sources: [visaDebit()] })
  await unlockSavedMethods(page, asked.path)
  await page.goto(asked.path)
  await page.getByLabel('Pay different amount').check()
  await page.getByLabel('Payment amount').fill('400')
  await page.getByLabel('Please provide a reason').selectOption('UnableToPayFullAmount')
  await page.getByRole('button', { name: 'Proceed to payment method' }).click()
  await confirm(page).click()
  await expect(title(page)).toHaveText('Thanks for your payment')
  await expect(
    page.getByText(/^\$850\.00 is still to pay to Wattle Grove College, by \d+ \w+ \d{4}\.$/),
  ).toBeVisible()
  await expectAccessibleInBoth(page)
  await page.goBack()
  await expect(title(page)).toHaveText('Thanks for your payment')
  await page.getByRole('button', { name: 'Pay the remaining $850.00' }).click()
  await expect(page.getByRole('radio', { name: 'Pay total amount due ($850.00)' })).toBeVisible()
})

test('Cards that are declined say why, and each try has a name of its own @phone @long', async ({
  page,
  calls,
}) => {
  const asked = await newRequest({}, { sources: [], bpay: false })
  const cards: (Card & { says: string | null })[] = [
    { number: '4000000000000341', says: 'Your card was declined.' },
    { number: '4000008260003178', challenge: 'Complete', says: 'Your card has insufficient funds.' },
    { number: '4242424242424242', says: null },
  ]
  await openMethods(page, asked.path)
  for (const { says, ...card } of cards) {
    await page.getByRole('radio', { name: 'Add a new Credit or Debit Card' }).check()
    await expect(frameOf(page).getByLabel('Name on card')).toBeVisible()
    await fillCard(page, card)
    await expect(confirm(page)).toBeEnabled()
    await confirm(page).click()
    if (card.challenge) await answerBank(page, card.challenge)
    if (says === null) break
    await expect(title(page)).toHaveText('Payment failed')
    await expect(title(page)).toBeFocused()
    await expect(page).toHaveTitle('Payment failed · Larkwell')
    await expect(page.getByText(says)).toBeVisible()
    expect(await factsOf(page)).toEqual([
      ['School', 'Wattle Grove College'],
      ['Amount', '$1,250.00'],
      ['Method', 'New card'],
    ])
    await expectHelp(page)
    await again(page).click()
  }
  await expect(title(page)).toHaveText('Thanks for your payment')
  expect(await factsOf(page)).toContainEqual(['Surcharge', '1% ($12.50)'])
  const names = calls
    .filter((call) => payments.test(call.url()))
    .map((call) => call.headers()['x-larkwell-client-req-id'])
  expect(new Set(names).size).toBe(3)
  const made = await rows<{ status: string }>(
    "select status from payment where account_id = $1 and kind = 'Guest' order by created_at",
    [asked.accountId],
  )
  expect(made.map(({ status }) => status)).toEqual(['Failed', 'Failed', 'Succeeded'])
})

test('A refusal shows what the server says, or the page of all errors where it says nothing @long', async ({
  page,
}) => {
  const asked = await newRequest({}, { sources: [visaDebit()] })
  const refuse = (status: number, json: object) =>
    page.route(payments, (route) => route.fulfill({ status, json }))
  await openMethods(page, asked.path)

  await test.step('no sentence', async () => {
    await refuse(402, { code: 'payment_declined', msg: '' })
    await confirm(page).click()
    await expect(title(page)).toHaveText('Oops, something went wrong.')
    await expect(title(page)).toBeFocused()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(confirm(page)).toBeEnabled()
  })
  await test.step('too many tries: a notice, and the same attempt later', async () => {
    const before = await stored(page, 'paymentAttempts')
    await page.unrouteAll()
    await refuse(429, { code: 'rate_limited', msg: 'Too many tries. Please wait a moment and try again.' })
    await confirm(page).click()
    await expect(page.getByText('Too many tries. Please wait a moment and try again.')).toBeInViewport()
    await expect(confirm(page)).toBeEnabled()
    expect(await stored(page, 'paymentAttempts')).toBe(before)
  })
  await test.step('a closed request: the sentence, the first payment, and nothing to press', async () => {
    await page.unrouteAll()
    await refuse(409, {
      code: 'request_paid',
      msg: 'This payment request has already been paid.',
      payment: {
        amount: 1250,
        surchargePercentage: '0%',
        surchargeAmount: 0,
        date: '2026-03-10',
        accountShortId: asked.shortId,
        schoolName: 'Wattle Grove College',
      },
    })
    await confirm(page).click()
    await expect(title(page)).toHaveText('This has been paid')
    await expect(page.getByText('Nothing was charged just now.')).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText('failed')
    expect(await factsOf(page)).toContainEqual(['Date', '10 March 2026'])
    await expect(again(page)).toHaveCount(0)
    await expectHelp(page)
    await expectAccessible(page)
  })
  await test.step('Back leads to the first step', async () => {
    await page.goBack()
    await expect(page.getByRole('button', { name: 'Proceed to payment method' })).toBeVisible()
  })
})

test('BPAY shows the next steps, and charges nothing @phone-long @long', async ({ page, context, calls }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const asked = await newRequest({}, { sources: [visaCredit()], bpay: true })
  await openMethods(page, asked.path)
  await page.getByRole('radio', { name: 'BPAY' }).check()
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(title(page)).toHaveText('Next steps')
  await expect(title(page)).toBeFocused()
  await expect(page.getByText(/^You have not been charged yet\./)).toHaveText(
    'You have not been charged yet. Finish your payment of $1,250.00 in your online banking.',
  )
  await expect(page.getByRole('list').getByRole('heading')).toHaveText([
    'Log in to online banking and choose BPAY',
    'Enter your payment details with your personalised reference',
    'Submit your payment',
  ])
  await page.getByRole('button', { name: 'Copy amount' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('1250.00')
  await page.getByRole('button', { name: 'Copy reference' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^\d{6,20}$/)
  await expect(page.locator('.copy').filter({ hasText: 'Reference' }).locator('b')).toHaveText(
    /^\d{4}( \d{1,4})+$/,
  )
  await expect(page.getByText(/you do not have to come back here/)).toBeVisible()
  await expectHelp(page)
  await expectAccessibleInBoth(page)
  await page.reload()
  await expect(title(page)).toHaveText('Next steps')
  await page.goBack()
  await expect(page.getByRole('radio', { name: 'BPAY' })).toBeVisible()
  await page.goForward()
  await expect(title(page)).toHaveText('Next steps')
  await test.step('One click leads back to what was asked for', async () => {
    await page.getByRole('button', { name: 'Back to the payment request' }).click()
    await expect(page.getByRole('button', { name: 'Proceed to payment method' })).toBeVisible()
    await page.getByRole('button', { name: 'Proceed to payment method' }).click()
    await page.getByRole('radio', { name: 'BPAY' }).check()
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(title(page)).toHaveText('Next steps')
  })
  await test.step('Back as soon as the steps show leads to the methods', async () => {
    await page.addInitScript(() => {
      const seen = new MutationObserver(() => {
        if (document.querySelector('h1')?.textContent !== 'Next steps') return
        seen.disconnect()
        history.back()
      })
      seen.observe(document, { childList: true, subtree: true })
    })
    await page.reload()
    await expect(page.getByRole('radio', { name: 'BPAY' })).toBeVisible()
  })
  expect(calls.filter((call) => payments.test(call.url()))).toEqual([])
  expect(await chargesOf(asked)).toEqual([])
})

test('While nobody knows, the page asks by itself, and after two minutes lets the payer go @phone-long @long', async ({
  page,
}) => {
  const asked = await newRequest()
  await openMethods(page, asked.path)
  await stopClock(page)
  await page.route(payments, () => {})
  let isKnown = false
  let asks = 0
  await page.route('**/payment-outcome*', async (route) => {
    asks += 1
    if (isKnown) await route.continue()
    else await route.fulfill({ status: 409, json: { code: 'payment_in_progress', msg: 'Under way.' } })
  })
  const sent = page.waitForRequest(payments)
  await confirm(page).click()
  await sent
  await page.clock.runFor(29_000)
  await expect(title(page)).toHaveText('Make a payment')
  await page.clock.runFor(2_000)
  await expect(title(page)).toHaveText('Checking your payment')
  await page.clock.resume()
  await expect(title(page)).toBeFocused()
  await expect(page.getByText('We are checking your payment. You will not be charged twice.')).toBeVisible()
  expect(await factsOf(page)).toEqual([
    ['School', 'Wattle Grove College'],
    ['Amount', '$1,250.00'],
    ['Method', 'Visa ending 5556'],
  ])
  await expectHelp(page)
  const tooLong = page.getByText(/We will email as soon as we know. It is safe to close this page\./)
  await expect(tooLong).toHaveCount(0)
  for (let minutes = 0; minutes < 4; minutes += 1) {
    await page.clock.runFor(31_000)
    await expect.poll(() => asks).toBeGreaterThan(minutes)
  }
  await expect(tooLong).toBeVisible()
  await expectAccessibleInBoth(page)
  isKnown = true
  await expect(async () => {
    await page.clock.runFor(5_000)
    await expect(page.getByText(neverArrived)).toBeVisible({ timeout: 300 })
  }).toPass()
  expect(await chargesOf(asked)).toEqual([])
})
