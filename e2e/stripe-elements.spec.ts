import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import Stripe from 'stripe'
import { startSandbox } from '#sandbox/sandbox.ts'
import type { Sandbox } from '#sandbox/sandbox.ts'
import { servePages } from './elements-page/serve.ts'
import { test as base } from './slowness.ts'

type World = { sandbox: Sandbox; pages: { url: string }; stripe: Stripe }
type Noted = { name: string; event: any }

/** Needs no stack: a sandbox and a page of its own, on two origins, with the libraries as they are. */
const test = base.extend<
  { open(scene: string, parameters?: Record<string, string>): Promise<void>; watched: { allowed: RegExp[] } },
  { world: World }
>({
  world: [
    async ({}, use) => {
      const sandbox = await startSandbox()
      const pages = await servePages(sandbox.url)
      const { hostname, port } = new URL(sandbox.url)
      const stripe = new Stripe('sk_test_sandbox_uk', {
        host: hostname,
        port: Number(port),
        protocol: 'http',
      })
      await use({ sandbox, pages, stripe })
      await pages.close()
      await sandbox.close()
    },
    { scope: 'worker' },
  ],
  /** A page that warns, fails, or calls anybody else has failed, whatever it shows. */
  watched: [
    async ({ page, world }, use) => {
      const complaints: string[] = []
      const allowed: RegExp[] = []
      const hosts = [world.sandbox.url, world.pages.url].map((url) => new URL(url).host)
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (line) => {
        if (['error', 'warning'].includes(line.type())) complaints.push(line.text())
      })
      page.on('request', (request) => {
        if (!hosts.includes(new URL(request.url()).host)) complaints.push(request.url())
      })
      await use({ allowed })
      expect(complaints.filter((text) => !allowed.some((pattern) => pattern.test(text)))).toEqual([])
    },
    { auto: true },
  ],
  open: async ({ page, world }, use) => {
    await use(async (scene, parameters = {}) => {
      const script = `${world.sandbox.url}/endive/stripe.js`
      const query = new URLSearchParams({ script, key: 'pk_test_sandbox_uk', ...parameters })
      await page.goto(`${world.pages.url}/${scene}?${query}`)
    })
  },
})

const fields = (page: Page) => ({
  number: page.frameLocator('#number iframe').getByLabel('card number'),
  expiry: page.frameLocator('#expiry iframe').getByLabel('expiration date'),
  cvc: page.frameLocator('#cvc iframe').getByLabel('CVC'),
})

const noted = (page: Page, name: string) =>
  page.evaluate((name) => {
    const { trace } = window as unknown as { trace: Noted[] }
    return trace.filter((entry) => entry.name === name).map(({ event }) => event)
  }, name)

const fill = async (page: Page, number: string) => {
  const { number: numberInput, expiry, cvc } = fields(page)
  await numberInput.fill(number)
  await expiry.fill('12/34')
  await cvc.fill('123')
}
const newSetup = async ({ stripe }: World) => {
  const customer = await stripe.customers.create({ name: 'Ada Pratt' })
  const intent = await stripe.setupIntents.create({
    customer: customer.id,
    allowed_payment_method_types: ['card'],
    usage: 'off_session',
  })
  return { id: intent.id, secret: intent.client_secret! }
}

const bank = (page: Page) => page.frameLocator('iframe[title="3D Secure"]')

const fullForm = (page: Page) => page.frameLocator('iframe[title="Secure payment input frame"]')
const result = (page: Page) => page.getByLabel('Result')

const expectAccessible = async (page: Page) => {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
  const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
}

test.describe('Split card fields', () => {
  test('get ready once each, also when React mounts everything twice @long', async ({ page, open }) => {
    await open('card-fields')
    await expect.poll(async () => (await noted(page, 'ready')).length).toBe(3)
    await expect(page.locator('#number')).toHaveClass('StripeElement StripeElement--empty')
    expect(await page.locator('iframe[name^="__privateStripeFrame"]').count()).toBe(3)
  })

  test('look the way the page asks for @long', async ({ page, open }) => {
    await open('card-fields')
    const { number, expiry } = fields(page)
    const placeholder = (input: Element) => getComputedStyle(input, '::placeholder').color
    await expect(number).toHaveCSS('color', 'rgb(28, 35, 48)')
    await expect(number).toHaveCSS('line-height', '24px')
    expect(await number.evaluate(placeholder)).toBe('rgb(107, 114, 128)')
    await number.focus()
    await expect(number).toHaveCSS('color', 'rgb(0, 0, 0)')
    await expiry.fill('1220')
    await number.focus()
    await expect(expiry).toHaveCSS('color', 'rgb(179, 38, 30)')
    await expect(page.locator('#number iframe')).toHaveCSS('height', '24px')
  })

  for (const [what, field, typed, shown, code, message] of [
    [
      'a short number',
      'number',
      '4242424',
      '4242 424',
      'incomplete_number',
      'Your card number is incomplete.',
    ],
    [
      'a mistyped number',
      'number',
      '4242424242424241',
      '4242 4242 4242 4241',
      'invalid_number',
      'Your card number is invalid.',
    ],
    [
      'half a date',
      'expiry',
      '12',
      '12 / ',
      'incomplete_expiry',
      "Your card's expiration date is incomplete.",
    ],
    [
      'a past year',
      'expiry',
      '1220',
      '12 / 20',
      'invalid_expiry_year_past',
      "Your card's expiration year is in the past.",
    ],
    ['a short code', 'cvc', '12', '12', 'incomplete_cvc', "Your card's security code is incomplete."],
  ] as const) {
    test(`say what is wrong with ${what} @long`, async ({ page, open }) => {
      await open('card-fields')
      const input = fields(page)[field]
      await input.pressSequentially(typed)
      await expect(input).toHaveValue(shown)
      await input.blur()
      await expect(page.locator(`#${field}`)).toHaveClass(/StripeElement--invalid/)
      const last = (await noted(page, 'change')).at(-1)
      expect(last).toMatchObject({ empty: false, complete: false })
      expect(last.error).toEqual({ type: 'validation_error', code, message })
    })
  }

  test('take the past from the clock of the sandbox @long', async ({ page, open, world, request }) => {
    const clock = `${world.sandbox.url}/_sandbox/api/clock`
    await request.post(clock, { data: { now: '2031-05-10T00:00:00Z' } })
    await open('card-fields')
    const { expiry } = fields(page)
    await expiry.pressSequentially('431')
    await expect(expiry).toHaveValue('04 / 31')
    expect((await noted(page, 'change')).at(-1).error.code).toBe('invalid_expiry_month_past')
    await expiry.fill('05/2031')
    await expect(page.locator('#expiry')).toHaveClass(/StripeElement--complete/)
    await request.post(clock, { data: { reset: true } })
  })

  test('know the brand, and that American Express has four digits on the front @long', async ({
    page,
    open,
  }) => {
    await open('card-fields')
    const { number, cvc } = fields(page)
    await number.pressSequentially('378282246310005')
    await expect(number).toHaveValue('3782 822463 10005')
    expect((await noted(page, 'change')).at(-1)).toMatchObject({ brand: 'amex', complete: true })
    await cvc.pressSequentially('123')
    await expect(page.locator('#cvc')).not.toHaveClass(/--complete/)
    await cvc.press('4')
    await expect(page.locator('#cvc')).toHaveClass(/--complete/)
    await number.fill('')
    await number.pressSequentially('4242')
    const brands = async () => (await noted(page, 'change')).flatMap(({ brand }) => brand ?? [])
    await expect.poll(async () => (await brands()).at(-1)).toBe('visa')
    await expect(page.locator('#cvc')).toHaveClass(/--invalid/)
  })

  test('are walked through with the keyboard, and focused by their labels @long', async ({ page, open }) => {
    await open('card-fields')
    const { number, expiry, cvc } = fields(page)
    await page.getByText('Card number').click()
    await expect(number).toBeFocused()
    await page.keyboard.type('4242424242424242')
    await page.keyboard.press('Tab')
    await expect(expiry).toBeFocused()
    await page.keyboard.type('130')
    await page.keyboard.press('Tab')
    await expect(cvc).toBeFocused()
    await page.keyboard.type('123')
    await expect(number).toHaveValue('4242 4242 4242 4242')
    await expect(expiry).toHaveValue('01 / 30')
    await expect(cvc).toHaveValue('123')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Save' })).toBeFocused()
  })

  test('save a card @long', async ({ page, open, world }) => {
    const { id, secret } = await newSetup(world)
    await open('card-fields', { secret })
    await fill(page, '4242424242424242')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(result(page)).toContainText('"succeeded"')
    const intent = await world.stripe.setupIntents.retrieve(id, { expand: ['payment_method'] })
    const method = intent.payment_method as Stripe.PaymentMethod
    expect(method.card).toMatchObject({ brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034 })
    expect(method.billing_details.name).toBe('Ada Pratt')
  })

  test('show what is missing when somebody wants to save, also by pressing Enter @long', async ({
    page,
    open,
  }) => {
    await open('card-fields', { secret: 'seti_none_secret_none' })
    await fields(page).number.fill('4242424242424242')
    await fields(page).number.press('Enter')
    await expect(result(page)).toContainText('incomplete_expiry')
    await expect(page.locator('#expiry')).toHaveClass(/--invalid/)
    await expect(page.locator('#cvc')).toHaveClass(/--invalid/)
  })

  test('hand on what the API refuses @long', async ({ page, open, world, watched }) => {
    watched.allowed.push(/status of 402/)
    const { secret } = await newSetup(world)
    await open('card-fields', { secret })
    await fill(page, '4000000000000002')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(result(page)).toContainText('"message": "Your card was declined."')
    await expect(result(page)).toContainText('"decline_code": "generic_decline"')
  })

  test('save a card that the bank asks about @long', async ({ page, open, world }) => {
    const { id, secret } = await newSetup(world)
    await open('card-fields', { secret })
    await fill(page, '4000002500003155')
    await page.getByRole('button', { name: 'Save' }).click()
    await bank(page).getByRole('button', { name: 'Complete authentication' }).click()
    await expect(result(page)).toContainText('"succeeded"')
    await expect(page.getByRole('dialog')).toBeHidden()
    expect((await world.stripe.setupIntents.retrieve(id)).status).toBe('succeeded')
  })

  test('do not save a card that the bank does not recognise @long', async ({ page, open, world }) => {
    const { id, secret } = await newSetup(world)
    await open('card-fields', { secret })
    await fill(page, '4000002500003155')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.locator('iframe[title="3D Secure"]')).toHaveAttribute('name', /^__privateStripeFrame/)
    await bank(page).getByRole('button', { name: 'Fail authentication' }).click()
    await expect(result(page)).toContainText('"code": "setup_intent_authentication_failure"')
    await expect(result(page)).toContainText('We are unable to authenticate your payment method.')
    expect((await world.stripe.setupIntents.retrieve(id)).status).toBe('requires_payment_method')
  })
})

test.describe('Card data', () => {
  test('stays in the frames, whatever the page listens to', async ({ page, open, world }) => {
    await page.addInitScript(() => {
      if (window !== window.top) return
      const heard: unknown[] = []
      const listen = (port: MessagePort) => port.addEventListener('message', ({ data }) => heard.push(data))
      const Real = window.MessageChannel
      Object.assign(window, {
        heard,
        MessageChannel: class extends Real {
          constructor() {
            super()
            listen(this.port1)
          }
        },
      })
      window.addEventListener('message', ({ data, ports }) => {
        heard.push(data)
        ports.forEach(listen)
      })
    })
    const { secret } = await newSetup(world)
    await open('card-fields', { secret })
    await fill(page, '5200828282828210')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(result(page)).toContainText('"succeeded"')
    const heard = JSON.stringify(await page.evaluate('heard'))
    expect(heard).toContain('"complete":true')
    expect(heard).not.toContain('5200')
    expect(await page.content()).not.toContain('5200')
  })

  test('is not given to a page that poses as one of the frames', async ({ page, open }) => {
    await open('card-fields')
    await fields(page).number.fill('4242424242424242')
    await expect(page.locator('#number')).toHaveClass(/--complete/)
    const answer = await page.evaluate(async () => {
      const names = [...document.querySelectorAll('iframe')].map((frame) => frame.contentWindow)
      return new Promise((resolve) => {
        for (const frame of names) {
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', ({ data }) => resolve(data))
          port1.start()
          port1.postMessage({ id: 1, name: 'collect' })
          frame?.postMessage({ stripe: 'join', id: 'element9', group: 'group1', type: 'cardCvc' }, '*', [
            port2,
          ])
        }
        setTimeout(() => resolve('silence'), 500)
      })
    })
    expect(answer).toBe('silence')
  })
})

test.describe('The payment form', () => {
  const newDebit = async ({ stripe }: World) => {
    const customer = await stripe.customers.create({ name: 'Ada Pratt' })
    const intent = await stripe.setupIntents.create({
      customer: customer.id,
      allowed_payment_method_types: ['bacs_debit'],
    })
    return { id: intent.id, secret: intent.client_secret! }
  }
  const newPayment = async ({ stripe }: World) => {
    const intent = await stripe.paymentIntents.create({
      amount: 12_050,
      currency: 'gbp',
      allowed_payment_method_types: ['card'],
    })
    return { id: intent.id, secret: intent.client_secret! }
  }
  const fillBank = async (page: Page, account: string) => {
    const form = fullForm(page)
    await form.getByLabel('Full name').fill('Ada Pratt')
    await form.getByLabel('Email').fill('ada@example.com')
    await form.getByLabel('Sort code').fill('108800')
    await form.getByLabel('Account number').fill(account)
    await form.getByLabel('Address line 1').fill('1 Mill Lane')
    await form.getByLabel('Town or city').fill('Leeds')
    await form.getByLabel('Postcode').fill('LS1 4AP')
  }
  const fillCard = async (page: Page, number: string) => {
    const form = fullForm(page)
    await form.getByLabel('Card number').fill(number)
    await form.getByLabel('Expiration date').fill('12/34')
    await form.getByLabel('Security code').fill('123')
  }

  test('sets up a Bacs Direct Debit @long', async ({ page, open, world }) => {
    const { id, secret } = await newDebit(world)
    await open('payment-form', { secret })
    await fillBank(page, '00012345')
    await expect(fullForm(page).getByLabel('Sort code')).toHaveValue('10-88-00')
    await expect(fullForm(page).getByText('Direct Debit Guarantee')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(result(page)).toContainText('"status": "succeeded"')
    expect((await noted(page, 'change')).at(-1)).toMatchObject({
      complete: true,
      value: { type: 'bacs_debit' },
    })
    const intent = await world.stripe.setupIntents.retrieve(id, { expand: ['payment_method', 'mandate'] })
    const method = intent.payment_method as Stripe.PaymentMethod
    expect(method.bacs_debit).toMatchObject({ sort_code: '108800', last4: '2345' })
    expect(method.billing_details).toMatchObject({
      name: 'Ada Pratt',
      email: 'ada@example.com',
      address: { line1: '1 Mill Lane', city: 'Leeds', postal_code: 'LS1 4AP', country: 'GB' },
    })
    expect(intent.mandate).toBeTruthy()
  })

  test('says what the bank refuses @long', async ({ page, open, world, watched }) => {
    watched.allowed.push(/status of 40[02]/)
    const { secret } = await newDebit(world)
    await open('payment-form', { secret })
    await fillBank(page, '00044444')
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(result(page)).toContainText('"code": "account_number_invalid"')
  })

  test('says what is missing, and where @long', async ({ page, open, world }) => {
    const { secret } = await newDebit(world)
    await open('payment-form', { secret })
    await fillBank(page, '0001')
    await page.getByRole('button', { name: 'Confirm incomplete' }).click()
    await expect(result(page)).toContainText('"message": "Your account number is incomplete."')
    await expect(fullForm(page).getByText('Your account number is incomplete.')).toBeVisible()
    await expect(fullForm(page).getByLabel('Account number')).toBeFocused()
  })

  test('leads back to the page with what it takes to find the intent @long', async ({
    page,
    open,
    world,
  }) => {
    const { id, secret } = await newDebit(world)
    await open('payment-form', { secret, redirect: 'always' })
    await fillBank(page, '00012345')
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(page.getByText('Welcome back')).toBeVisible()
    const { searchParams } = new URL(page.url())
    expect(Object.fromEntries(searchParams)).toMatchObject({
      setup_intent: id,
      setup_intent_client_secret: secret,
      redirect_status: 'succeeded',
    })
    await expect(result(page)).toContainText('"status": "succeeded"')
  })

  test('pays with a card that the bank asks about @long', async ({ page, open, world }) => {
    const { id, secret } = await newPayment(world)
    await open('payment-form', { secret })
    await fillCard(page, '4000002760003184')
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(bank(page).getByText('£120.50')).toBeVisible()
    await expectAccessible(page)
    await bank(page).getByRole('button', { name: 'Complete authentication' }).click()
    await expect(result(page)).toContainText('"status": "succeeded"')
    expect((await world.stripe.paymentIntents.retrieve(id)).amount_received).toBe(12_050)
  })

  test('does not pay when the bank does not recognise the payer @long', async ({
    page,
    open,
    world,
    watched,
  }) => {
    watched.allowed.push(/status of 40[02]/)
    const { id, secret } = await newPayment(world)
    await open('payment-form', { secret })
    await fillCard(page, '4000002760003184')
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await bank(page).getByRole('button', { name: 'Fail authentication' }).click()
    await expect(result(page)).toContainText('"code": "payment_intent_authentication_failure"')
    expect((await world.stripe.paymentIntents.retrieve(id)).status).toBe('requires_payment_method')
  })

  test('offers what the intent takes, one beside the other @long', async ({ page, open, world }) => {
    const intent = await world.stripe.setupIntents.create({
      allowed_payment_method_types: ['card', 'bacs_debit'],
    })
    await open('payment-form', { secret: intent.client_secret! })
    await expect(fullForm(page).getByLabel('Card number')).toBeVisible()
    await fullForm(page).getByRole('button', { name: 'Bacs Direct Debit' }).click()
    await expect(fullForm(page).getByLabel('Sort code')).toBeVisible()
    expect((await noted(page, 'change')).at(-1)).toMatchObject({ value: { type: 'bacs_debit' } })
  })

  test('says so when there is no such intent @long', async ({ page, open, watched }) => {
    watched.allowed.push(/status of 40[04]/)
    await open('payment-form', { secret: 'seti_none_secret_none' })
    await expect.poll(async () => (await noted(page, 'loaderror')).length).toBe(1)
    expect(await noted(page, 'ready')).toEqual([])
  })
})

test.describe('Wallets in a checkout session', () => {
  const newSession = async ({ stripe, pages }: World) => {
    const session = await stripe.checkout.sessions.create({
      mode: 'payment',
      ui_mode: 'elements',
      allowed_payment_method_types: ['card'],
      line_items: [
        {
          quantity: 1,
          price_data: { currency: 'gbp', unit_amount: 4_500, product_data: { name: 'School fees' } },
        },
      ],
      return_url: `${pages.url}/returned?session={CHECKOUT_SESSION_ID}`,
    })
    return { id: session.id, secret: session.client_secret! }
  }
  const buttons = (page: Page) => page.frameLocator('iframe[title="Secure express checkout frame"]')
  const sheet = (page: Page, name: string) => page.frameLocator(`iframe[title="${name}"]`)

  test('pay it and lead back @long', async ({ page, open, world }) => {
    const { id, secret } = await newSession(world)
    await open('wallets', { secret })
    await expect(page.getByText('Total £45.00')).toBeVisible()
    await buttons(page).getByRole('button', { name: 'Apple Pay' }).click()
    expect((await noted(page, 'ready'))[0].availablePaymentMethods).toMatchObject({
      applePay: true,
      googlePay: true,
    })
    await sheet(page, 'Apple Pay').getByRole('radio', { name: 'American Express' }).check()
    await expectAccessible(page)
    await sheet(page, 'Apple Pay').getByRole('button', { name: 'Pay £45.00' }).click()
    await expect(page.getByText('Welcome back')).toBeVisible()
    expect(new URL(page.url()).searchParams.get('session')).toBe(id)
    const session = await world.stripe.checkout.sessions.retrieve(id, {
      expand: ['payment_intent.payment_method'],
    })
    expect(session).toMatchObject({ status: 'complete', payment_status: 'paid' })
    const method = (session.payment_intent as Stripe.PaymentIntent).payment_method as Stripe.PaymentMethod
    expect(method.card).toMatchObject({ brand: 'amex', wallet: { type: 'apple_pay' } })
  })

  test('close when the page says no @long', async ({ page, open, world }) => {
    const { id, secret } = await newSession(world)
    await open('wallets', { secret, verified: 'no' })
    await buttons(page).getByRole('button', { name: 'Google Pay' }).click()
    await sheet(page, 'Google Pay').getByRole('button', { name: 'Pay £45.00' }).click()
    await expect(result(page)).toContainText('refused by the page')
    await expect(page.getByRole('dialog')).toBeHidden()
    expect((await noted(page, 'confirm'))[0]).toMatchObject({ expressPaymentType: 'google_pay' })
    expect((await world.stripe.checkout.sessions.retrieve(id)).status).toBe('open')
  })

  test('hand on that the card was declined, and can be tried again @long', async ({
    page,
    open,
    world,
    watched,
  }) => {
    watched.allowed.push(/status of 402/)
    const { id, secret } = await newSession(world)
    await open('wallets', { secret })
    await buttons(page).getByRole('button', { name: 'Apple Pay' }).click()
    await sheet(page, 'Apple Pay').getByRole('radio', { name: 'declined' }).check()
    await sheet(page, 'Apple Pay').getByRole('button', { name: 'Pay £45.00' }).click()
    await expect(result(page)).toContainText('"code": "paymentFailed"')
    await expect(result(page)).toContainText('"declineCode": "generic_decline"')
    await expect(page.getByRole('dialog')).toBeHidden()
    await buttons(page).getByRole('button', { name: 'Apple Pay' }).click()
    await sheet(page, 'Apple Pay').getByRole('button', { name: 'Pay £45.00' }).click()
    await expect(page.getByText('Welcome back')).toBeVisible()
    expect((await world.stripe.checkout.sessions.retrieve(id)).payment_status).toBe('paid')
  })

  test('can be left again @long', async ({ page, open, world }) => {
    const { secret } = await newSession(world)
    await open('wallets', { secret })
    for (const leave of [
      () => sheet(page, 'Apple Pay').getByRole('button', { name: 'Cancel' }).click(),
      () => page.keyboard.press('Escape'),
    ]) {
      await buttons(page).getByRole('button', { name: 'Apple Pay' }).click()
      await expect(sheet(page, 'Apple Pay').getByRole('button', { name: 'Pay £45.00' })).toBeFocused()
      await leave()
      await expect(page.getByRole('dialog')).toBeHidden()
    }
    expect((await noted(page, 'cancel')).length).toBe(2)
  })

  test('stand beside a form for the same session @long', async ({ page, open, world }) => {
    const { id, secret } = await newSession(world)
    await open('wallets', { secret, form: 'yes' })
    const form = fullForm(page)
    await form.getByLabel('Card number').fill('4242424242424242')
    await form.getByLabel('Expiration date').fill('12/34')
    await form.getByLabel('Security code').fill('123')
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(page.getByText('Welcome back')).toBeVisible()
    expect((await world.stripe.checkout.sessions.retrieve(id)).payment_status).toBe('paid')
  })

  test('ask the bank where the card wants it @long', async ({ page, open, world }) => {
    const { id, secret } = await newSession(world)
    await open('wallets', { secret, form: 'yes' })
    const form = fullForm(page)
    await form.getByLabel('Card number').fill('4000002760003184')
    await form.getByLabel('Expiration date').fill('12/34')
    await form.getByLabel('Security code').fill('123')
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await bank(page).getByRole('button', { name: 'Complete authentication' }).click()
    await expect(page.getByText('Welcome back')).toBeVisible()
    expect((await world.stripe.checkout.sessions.retrieve(id)).payment_status).toBe('paid')
  })

  test('pay an intent without any session too @long', async ({ page, open, world }) => {
    const intent = await world.stripe.paymentIntents.create({
      amount: 4_500,
      currency: 'gbp',
      allowed_payment_method_types: ['card'],
    })
    await open('express-payment', { secret: intent.client_secret! })
    await buttons(page).getByRole('button', { name: 'Apple Pay' }).click()
    await sheet(page, 'Apple Pay').getByRole('button', { name: 'Pay £45.00' }).click()
    await expect(result(page)).toContainText('"status": "succeeded"')
    expect((await noted(page, 'ready'))[0].availablePaymentMethods).toMatchObject({ googlePay: false })
    expect((await noted(page, 'click'))[0]).toMatchObject({ expressPaymentType: 'apple_pay' })
    expect(await noted(page, 'submit')).toEqual([{ selectedPaymentMethod: 'apple_pay' }])
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  test('say so when there is no such session @long', async ({ page, open, watched }) => {
    watched.allowed.push(/status of 40[04]/)
    await open('wallets', { secret: 'cs_test_none_secret_none' })
    await expect(page.getByRole('alert')).toBeVisible()
  })
})

test.describe('A whole card in one field', () => {
  test('becomes a payment method @long', async ({ page, open }) => {
    await open('whole-card')
    const card = page.frameLocator('iframe[title="Secure card payment input frame"]')
    await card.getByLabel('card number').pressSequentially('4242424242424242')
    await expect(card.getByLabel('expiration date')).toBeFocused()
    await card.getByLabel('expiration date').pressSequentially('1234')
    await card.getByLabel('CVC').pressSequentially('123')
    await card.getByLabel('postal code').fill('LS1 4AP')
    expect((await noted(page, 'change')).at(-1)).toMatchObject({ complete: true, brand: 'visa' })
    await page.getByRole('button', { name: 'Create' }).click()
    await expect(result(page)).toContainText('"last4": "4242"')
    await expect(result(page)).toContainText('"postal_code": "LS1 4AP"')
    await page.getByRole('button', { name: 'Clear' }).click()
    await expect(card.getByLabel('card number')).toHaveValue('')
  })
})

test('A script that does not come is told in the words of the library @long', async ({
  page,
  open,
  world,
  request,
  watched,
}) => {
  watched.allowed.push(/status of 500/, /js\.stripe\.com/)
  await request.post(`${world.sandbox.url}/_sandbox/api/faults`, {
    data: { provider: 'stripe-js', action: 'scriptError' },
  })
  await open('card-fields')
  await expect(page.getByRole('alert')).toHaveText('Failed to load Stripe.js')
})
