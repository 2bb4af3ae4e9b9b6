import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { GuestPaymentPage } from '#contract/guest-payments.ts'
import type { Payment } from '#contract/pay-now.ts'
import { firstOf } from '#tools/testing/long.ts'
import {
  fieldsOf,
  fillCard,
  frameOf,
  heardOf,
  newPaymentRequest,
  openCardForm,
  tokenizationUrlOf,
  tokenOf,
  type Card,
} from './card-form.ts'
import { expect, expectAccessible, stopClock, test } from './journey.ts'
import { addresses } from './stack.ts'

const good = '4242424242424242'

const newAddress = async (page: Page) => tokenizationUrlOf(page, await newPaymentRequest())
const open = async (page: Page) => openCardForm(page, await newAddress(page))
const payButton = (page: Page) => page.getByRole('button', { name: 'Pay' })
const frameBox = (page: Page) => page.getByTitle('Card details')

async function expectHeight(page: Page, height: number): Promise<void> {
  await expect.poll(async () => (await frameBox(page).boundingBox())?.height).toBe(height)
  // Everything in it is to be seen without scrolling.
  const inside = await frameOf(page)
    .locator('html')
    .evaluate(({ scrollHeight, scrollWidth, clientWidth }) => ({
      scrollHeight,
      isWider: scrollWidth > clientWidth,
    }))
  expect(inside).toEqual({ scrollHeight: height, isWider: false })
}

/** Types a card into the form and pays a request of its own with the token that comes out. */
async function payWith(page: Page, card: Card) {
  const request = await newPaymentRequest()
  const token = await tokenOf(page, { ...card, tokenizationUrl: await tokenizationUrlOf(page, request) })
  const details = await page.request.get(`${addresses().portal}/api/portal/guest/payment-page-details`, {
    params: { request },
  })
  const { accountInfo, institutionInfo, payableDetails } = (await details.json()) as GuestPaymentPage
  const reply = await page.request.post(`${addresses().portal}/api/portal/guest/payments`, {
    headers: { 'X-Larkwell-Client-Req-Id': randomUUID() },
    data: {
      token,
      amount: payableDetails.amountDue,
      larkwellId: institutionInfo.larkwellId,
      shortId: accountInfo.accountShortId,
      email: accountInfo.email,
      repaymentRequestId: request,
    },
  })
  return { status: reply.status(), body: (await reply.json()) as Partial<Payment> & { msg?: string } }
}

// One page after the other in the same browser, which has their files by then: half the time of a test for each.
test('Every card that is good pays, with its surcharge @long', async ({ page }) => {
  for (const [what, number, surchargePercentage] of firstOf(3, [
    ['Visa', good, '1%'],
    ['Visa debit', '4000056655665556', '0%'],
    ['American Express', '378282246310005', '1.35%'],
    ['Mastercard', '5555555555554444', '1%'],
    ['Mastercard debit', '5200828282828210', '0%'],
    ['Mastercard prepaid', '5105105105105100', '0%'],
    ['another American Express', '371449635398431', '1.35%'],
    ['Australian Visa', '4000000360000006', '1%'],
    ['British Visa', '4000008260000000', '1%'],
    ['British Visa debit', '4000058260000005', '0%'],
    ['British Mastercard', '5555558265554449', '1%'],
    ['Visa that will be disputed', '4000000000000259', '1%'],
  ] as const)) {
    await test.step(what, async () => {
      expect(await payWith(page, { number })).toMatchObject({
        status: 200,
        body: { status: 'Succeeded', surchargePercentage },
      })
      await expectHeight(page, 300)
    })
  }
})

test('A card may become a token and not pay @long', async ({ page }) => {
  expect(await payWith(page, { number: '4000000000000341' })).toMatchObject({
    status: 402,
    body: { msg: 'Your card was declined.' },
  })
})

test.describe('A card that is not', () => {
  test("is refused in the bank's words @long", async ({ page }) => {
    await open(page)
    for (const [number, sentence] of [
      ['4000000000000002', 'Your card was declined.'],
      ['4000000000009995', 'Your card has insufficient funds.'],
      ['4000000000009987', 'Your card was declined.'],
      ['4000000000009979', 'Your card was declined.'],
      ['4000000000000069', 'Your card has expired.'],
      ['4000000000000127', "Your card's security code is incorrect."],
      ['4000000000000119', 'An error occurred while processing your card. Try again in a little bit.'],
    ] as const) {
      await test.step(number, async () => {
        await fillCard(page, { number })
        await expect(payButton(page)).toBeEnabled()
        await payButton(page).click()
        await expect(frameOf(page).getByRole('alert').filter({ hasText: sentence })).toBeVisible()
        await expectHeight(page, 378)
        await expect(payButton(page)).toBeEnabled()
        expect((await heardOf(page)).tokens).toEqual([])
      })
    }
  })

  test('may be tried again, and replaced by a good one', async ({ page }) => {
    await open(page)
    await fillCard(page, { number: '4000000000000002' })
    await payButton(page).click()
    const refusal = frameOf(page).getByText('Your card was declined.')
    await expect(refusal).toBeVisible()
    // What was typed is still there and can be sent again as it stands, by Enter too.
    await expect(payButton(page)).toBeEnabled()
    await expect(fieldsOf(page).name).toHaveValue('Amelia Hart')
    await fieldsOf(page).name.focus()
    await expectHeight(page, 300)
    await page.keyboard.press('Enter')
    await expect(refusal).toBeVisible()
    await fieldsOf(page).number.fill(good)
    await expect(payButton(page)).toBeEnabled()
    await payButton(page).click()
    await expect.poll(async () => (await heardOf(page)).tokens).toHaveLength(1)
  })

  test('is refused before anybody is asked @long', async ({ page }) => {
    await open(page)
    for (const [what, number, sentence] of [
      ['mistyped', '4242424242424241', 'Card number is invalid'],
      ['of another brand', '6011111111111117', 'Card type is not accepted'],
      ['cut short', '42424242', 'Card number is incomplete'],
    ] as const) {
      await test.step(what, async () => {
        await fillCard(page, { number })
        await expect(frameOf(page).getByText(sentence)).toBeVisible()
        await expectHeight(page, 378)
        await expect(payButton(page)).toBeDisabled()
      })
    }
  })
})

test.describe('The card form', () => {
  test('says what is missing, field by field, and grows and shrinks with it @phone @long', async ({
    page,
  }) => {
    await open(page)
    await expectHeight(page, 300)
    await payButton(page).click()
    await expectHeight(page, 438)
    const frame = frameOf(page)
    const { number, expiry, cvc, name } = fieldsOf(page)
    for (const sentence of ['Card number', 'Expiry date', 'Security code', 'Name on card'])
      await expect(frame.getByText(`${sentence} is required`)).toBeVisible()
    await expect(number).toBeFocused()
    await expect(name).toHaveAccessibleDescription('Name on card is required')
    await expect(frame.getByRole('group', { name: 'Expiry' })).toHaveAccessibleDescription(
      'Expiry date is required',
    )
    await expectAccessible(page)
    await expiry.fill('12 / 20')
    await expect(frame.getByText('Expiry date is in the past')).toBeVisible()
    await expectHeight(page, 438)
    await expiry.fill('12 / 34')
    await expectHeight(page, 418)
    await number.fill(good)
    await expectHeight(page, 398)
    await cvc.fill('123')
    await expectHeight(page, 378)
    await name.fill('Amelia Hart')
    await expectHeight(page, 300)
    await expect(payButton(page)).toBeEnabled()
    await expectAccessible(page)
  })

  test('fits a very narrow screen @long', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await open(page)
    await expectHeight(page, 300)
    await payButton(page).click()
    await expectHeight(page, 438)
  })

  test('is filled from the keyboard in the order it is read @long', async ({ page }) => {
    await open(page)
    const { number, expiry, cvc, name } = fieldsOf(page)
    await number.focus()
    for (const next of [expiry, cvc, name]) {
      await page.keyboard.press('Tab')
      await expect(next).toBeFocused()
    }
    await page.keyboard.press('Tab')
    await expect(payButton(page)).toBeFocused()
    await frameOf(page).getByText('Security code').click()
    await expect(cvc).toBeFocused()
  })

  test('passes the cursor on, shows the brand and where the code is printed, and Enter submits @long', async ({
    page,
  }) => {
    await open(page)
    const { number, expiry, cvc, name } = fieldsOf(page)
    const frame = frameOf(page)
    await expect(frame.locator('#brand')).toBeHidden()
    await number.pressSequentially('3782')
    await expect(frame.locator('#brand path')).not.toHaveCount(0)
    await expect(frame.locator('#code-front')).toBeVisible()
    await expect(frame.locator('#code-back')).toBeHidden()
    await expect(
      frame.getByRole('group', { name: 'Security code The four digits on the front of your card' }),
    ).toBeVisible()
    await number.fill('')
    await number.pressSequentially(good)
    await expect(frame.locator('#code-back')).toBeVisible()
    await expect(expiry).toBeFocused()
    await page.keyboard.type('1234')
    await expect(cvc).toBeFocused()
    await page.keyboard.type('123')
    await expect(name).toBeFocused()
    await page.keyboard.type('Amelia Hart')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await heardOf(page)).tokens).toHaveLength(1)
  })

  test('takes a name of 32 characters @long', async ({ page }) => {
    await open(page)
    await fieldsOf(page).name.pressSequentially('x'.repeat(33))
    await expect(fieldsOf(page).name).toHaveValue('x'.repeat(32))
  })

  test('changes its colours with the system @long', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await open(page)
    const { number } = fieldsOf(page)
    await expect(number).toHaveCSS('color', 'rgb(21, 32, 27)')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(number).toHaveCSS('color', 'rgb(237, 243, 239)')
    await expectAccessible(page)
  })

  test('checks a card once, however often it is told to', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/card-frame/setup-intent')) asked.push(request.url())
    })
    await open(page)
    await fillCard(page, { number: good })
    await page.evaluate(() => {
      const { contentWindow, src } = document.querySelector('iframe')!
      for (let times = 0; times < 5; times += 1) contentWindow!.postMessage('doCheckout', new URL(src).origin)
      for (const button of document.querySelectorAll('button')) {
        button.click()
        button.click()
      }
    })
    await expect.poll(async () => (await heardOf(page)).tokens).toHaveLength(1)
    await payButton(page).click()
    await page.evaluate(() => {
      const { contentWindow, src } = document.querySelector('iframe')!
      contentWindow!.postMessage('doCheckout', new URL(src).origin)
    })
    await page.waitForTimeout(500)
    expect((await heardOf(page)).tokens).toHaveLength(1)
    expect(asked).toHaveLength(1)
  })

  test('keeps card numbers from us: they go to the card processor alone', async ({ page }) => {
    const { portal, sandbox } = addresses()
    const leaks: string[] = []
    let isSeen = false
    page.on('request', (request) => {
      const text = `${request.url()} ${request.postData() ?? ''}`.replaceAll(/[\s%+]|20/g, '')
      if (!text.includes('4242424242')) return
      if (new URL(request.url()).origin === sandbox) isSeen = true
      else leaks.push(request.url())
    })
    const tokenizationUrl = await newAddress(page)
    await tokenOf(page, { number: good, tokenizationUrl })
    expect(isSeen).toBe(true)
    expect(leaks).toEqual([])
    expect(new URL(tokenizationUrl).origin).not.toBe(portal)
    expect(await page.context().cookies()).toEqual([])
  })

  test('that has expired says so @long', async ({ page }) => {
    const { origin } = new URL(await newAddress(page))
    await openCardForm(page, `${origin}/card-frame?session=over`)
    await expect(frameOf(page).getByText('The card form has expired.')).toBeVisible()
    await expect(payButton(page)).toBeDisabled()
    await expectAccessible(page)
  })

  test("offers another try when the processor's script does not come, and hears what is typed at once @long", async ({
    page,
  }) => {
    let isScriptAway = true
    await page.route('**/endive/stripe.js', (route) => (isScriptAway ? route.abort() : route.fallback()))
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    let fieldsAsked = 0
    await page.route('**/frames/field.html*', async (route) => {
      fieldsAsked += 1
      if (fieldsAsked > 2) await released
      await route.fallback()
    })
    await open(page)
    await expect(frameOf(page).getByText('Failed to load Stripe.js')).toBeVisible()
    isScriptAway = false
    await frameOf(page).getByRole('button', { name: 'Retry' }).click()
    // The page shows the form by now, and its last field is still to come.
    await fieldsOf(page).number.fill(good)
    await expect.poll(() => fieldsAsked).toBe(3)
    release()
    await fillCard(page, { number: good })
    await payButton(page).click()
    await expect.poll(async () => (await heardOf(page)).tokens).toHaveLength(1)
  })

  test('that never speaks is given up, and another one asked for @long', async ({ page }) => {
    await stopClock(page)
    const [silent, next] = [await newAddress(page), await newAddress(page)]
    await page.route(silent, (route) => route.fulfill({ body: '', contentType: 'text/html' }))
    await openCardForm(page, silent, next)
    await expect(page.getByRole('status')).toBeAttached()
    await page.clock.runFor(500)
    await expect(page.getByRole('status')).toHaveText('Loading the card form')
    await page.clock.runFor(14_000)
    await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
    await page.clock.runFor(1_000)
    await expect(page.getByText('The card form could not be loaded.')).toBeVisible()
    await page.clock.resume()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(fieldsOf(page).number).toBeVisible()
    expect(await frameBox(page).getAttribute('src')).toBe(next)
    expect((await heardOf(page)).renewals).toEqual([silent])
  })
})

test.describe('Strangers', () => {
  const forged = [
    { message: 'TransactionComplete', errors: '', data: { token: 'pm_stolen' } },
    { message: 'FormInvalid', errors: 'a,b,c' },
    { message: 'FormValid', errors: '' },
    { message: 'BankQuestion', errors: '', data: { clientSecret: 'seti_1_secret_1' } },
    { message: 'SubmitRequested', errors: '' },
  ]
  const malformed = [
    'TransactionComplete',
    null,
    { message: 'TransactionComplete' },
    { message: 'TransactionComplete', errors: '' },
    { message: 'TransactionComplete', errors: '', data: { token: '' } },
    { message: 'TransactionComplete', errors: [], data: { token: 'pm_stolen' } },
    { message: 'FormInvalid', errors: 7 },
    { message: 'FormInvalid', errors: ','.repeat(50_000) },
    { message: 'constructor', errors: '' },
  ]

  /** A second frame beside the card form. */
  async function addFrame(page: Page, src: string) {
    await page.evaluate((address) => {
      const frame = document.createElement('iframe')
      frame.name = 'stranger'
      frame.title = 'Stranger'
      frame.src = address
      document.body.append(frame)
    }, src)
    await expect.poll(() => page.frame('stranger')?.url()).toBe(src)
    const frame = page.frame('stranger')!
    await frame.waitForLoadState()
    return frame
  }

  const state = async (page: Page) => ({
    ...(await heardOf(page)),
    height: (await frameBox(page).boundingBox())?.height,
  })

  test('in a frame beside the form are not heard by the page @long', async ({ page }) => {
    const address = await newAddress(page)
    await openCardForm(page, address)
    await expect(payButton(page)).toBeEnabled()
    const before = await state(page)
    // Of the very origin that the page listens to, and waiting for a token at that.
    const stranger = await addFrame(page, `${new URL(address).origin}/card-frame/assets/none`)
    await fillCard(page, { number: good })
    // The form's own server is slow: the page waits for the token.
    const { promise: isHeld, resolve: letGo } = Promise.withResolvers<void>()
    await page.route('**/card-frame/setup-intent', async (route) => {
      await isHeld
      await route.continue()
    })
    await payButton(page).click()
    await stranger.evaluate(
      (messages) => {
        for (const message of messages) window.parent.postMessage(message, '*')
      },
      [...forged, ...malformed],
    )
    await page.waitForTimeout(300)
    expect(await state(page)).toEqual(before)
    letGo()
    await expect
      .poll(async () => (await heardOf(page)).tokens)
      .toEqual([expect.stringMatching(/^pm_(?!stolen)/)])
  })

  test('cannot make the form check a card', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/card-frame/setup-intent')) asked.push(request.url())
    })
    const address = await newAddress(page)
    await openCardForm(page, address)
    await fillCard(page, { number: good })
    const tell = () => {
      for (let place = 0; place < window.parent.frames.length; place += 1)
        window.parent.frames[place]!.postMessage('doCheckout', '*')
    }
    // One of the form's origin, and one of the portal's own, which is still not the page around the form.
    await (await addFrame(page, `${new URL(address).origin}/card-frame/assets/none`)).evaluate(tell)
    await page.evaluate(() => document.querySelector('[name=stranger]')!.remove())
    await (await addFrame(page, 'about:blank')).evaluate(tell)
    await page.waitForTimeout(300)
    expect(asked).toEqual([])
    expect((await heardOf(page)).tokens).toEqual([])
    // The page around it can.
    await payButton(page).click()
    await expect.poll(async () => (await heardOf(page)).tokens).toHaveLength(1)
  })

  test("in the form's own window, on another origin, are not heard @long", async ({ page }) => {
    await open(page)
    await expect(payButton(page)).toBeEnabled()
    await fieldsOf(page).name.fill('Amelia Hart')
    const before = await state(page)
    const elsewhere = `${addresses().sandbox}/frames/3ds.html`
    await page.evaluate((src) => void (document.querySelector('iframe')!.src = src), elsewhere)
    await expect.poll(() => page.frames().some((frame) => frame.url() === elsewhere)).toBe(true)
    const frame = page.frames().find((each) => each.url() === elsewhere)!
    await frame.evaluate((messages) => {
      for (const message of messages) window.parent.postMessage(message, '*')
    }, forged)
    await page.waitForTimeout(300)
    expect(await state(page)).toEqual(before)
  })

  test('saying nonsense in the name of the form change nothing @long', async ({ page }) => {
    const address = await newAddress(page)
    await openCardForm(page, address)
    await expect(payButton(page)).toBeEnabled()
    const before = await state(page)
    const frame = page.frames().find((each) => each.url() === address)!
    // A token that nobody asked for is nonsense too.
    await frame.evaluate(
      (messages) => {
        for (const message of messages) window.parent.postMessage(message, '*')
      },
      [forged[0], ...malformed],
    )
    await page.waitForTimeout(300)
    expect(await state(page)).toEqual(before)
  })

  test('cannot frame the form @long', async ({ page, context }) => {
    const address = await newAddress(page)
    const hostile = await context.newPage()
    const complaints: string[] = []
    hostile.on('console', (line) => complaints.push(line.text()))
    // The portal's page under another name: of another origin, and free to try.
    await hostile.goto(`${addresses().portal.replace('localhost', '127.0.0.1')}/login`)
    await hostile.evaluate((src) => {
      const frame = document.createElement('iframe')
      frame.src = src
      document.body.append(frame)
    }, address)
    await expect.poll(() => complaints.join()).toMatch(/frame-ancestors/)
    await expect(hostile.frameLocator('iframe').getByLabel('Name on card')).toHaveCount(0)
  })
})
