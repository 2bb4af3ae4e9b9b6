import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import type Stripe from 'stripe'
import { startSandbox } from '#sandbox/sandbox.ts'
import type { Sandbox } from '#sandbox/sandbox.ts'
import { clientOf, idOf, listenForWebhooks } from '#sandbox/stripe/stripe-client.ts'
import { test as base } from './slowness.ts'

type World = {
  sandbox: Sandbox
  stripe: Stripe
  listener: Awaited<ReturnType<typeof listenForWebhooks>>
  depositFolder: string
}

/** Needs no stack: the inspection page of a sandbox of its own. */
const test = base.extend<
  { open(view: string): Promise<void>; watched: { allowed: RegExp[] } },
  { world: World }
>({
  world: [
    async ({}, use) => {
      const listener = await listenForWebhooks()
      const depositFolder = mkdtempSync(join(tmpdir(), 'sandbox-page-'))
      const sandbox = await startSandbox({ depositFolder, stripe: { UK: { webhookUrl: listener.url } } })
      await use({ sandbox, stripe: clientOf(sandbox, 'sk_test_sandbox_uk'), listener, depositFolder })
      await sandbox.close()
      await listener.close()
      rmSync(depositFolder, { recursive: true })
    },
    { scope: 'worker' },
  ],
  /** A page that warns, fails, or calls anybody else has failed, whatever it shows. */
  watched: [
    async ({ page, world }, use) => {
      const complaints: string[] = []
      const allowed: RegExp[] = []
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (line) => {
        if (['error', 'warning'].includes(line.type())) complaints.push(line.text())
      })
      page.on('request', (request) => {
        if (!request.url().startsWith(world.sandbox.url)) complaints.push(request.url())
      })
      await use({ allowed })
      expect(complaints.filter((text) => !allowed.some((pattern) => pattern.test(text)))).toEqual([])
    },
    { auto: true },
  ],
  open: async ({ page, world }, use) => {
    await use(async (view) => void (await page.goto(`${world.sandbox.url}/_sandbox#${view}`)))
  },
})

test.beforeEach(async ({ world, request }) => {
  await request.post(`${world.sandbox.url}/_sandbox/api/reset`, { data: {} })
  world.listener.received.length = 0
})

const payByCard = async ({ stripe }: World, name = 'Ada Pratt') => {
  const { id: customer } = await stripe.customers.create({ name })
  const { id: method } = await stripe.paymentMethods.attach('pm_card_visa', { customer })
  const intent = await stripe.paymentIntents.create({
    amount: 12_050,
    currency: 'gbp',
    customer,
    payment_method: method,
    confirm: true,
    off_session: true,
  })
  return { customer, method, intent: intent.id, charge: idOf(intent.latest_charge) }
}

const payByDebit = async ({ stripe }: World) => {
  const { id: customer } = await stripe.customers.create({ name: 'Noor Rahman' })
  const setup = await stripe.setupIntents.create({
    customer,
    payment_method: 'pm_bacsDebit_success',
    allowed_payment_method_types: ['bacs_debit'],
    confirm: true,
    mandate_data: { customer_acceptance: { type: 'offline', offline: {} } },
  })
  const intent = await stripe.paymentIntents.create({
    amount: 45_000,
    currency: 'gbp',
    customer,
    payment_method: idOf(setup.payment_method),
    allowed_payment_method_types: ['bacs_debit'],
    confirm: true,
    off_session: true,
  })
  return { intent: intent.id, mandate: idOf(setup.mandate) }
}

const line = (page: Page, text: string) =>
  page.getByRole('listitem').filter({ has: page.locator('summary', { hasText: text }) })
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

const expectAccessible = async (page: Page) => {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
  // These views have no frames, and only to put frames together would axe open a page of its own.
  const axe = new AxeBuilder({ page }).withTags(tags).setLegacyMode(true)
  const { violations } = await axe.analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
}

test('A payment is refunded in part, then disputed, and the dispute is lost', async ({
  page,
  open,
  world,
  watched,
}) => {
  watched.allowed.push(/status of 400/)
  const { charge } = await payByCard(world)
  await open('payments/UK')
  const payment = line(page, '£120.50')
  await payment.locator('summary').click()
  await payment.getByLabel('Sum in GBP').fill('20.50')
  await press(page, /^Refund/)
  await expect(payment).toContainText('Refunded £20.50')
  await expect(payment.getByRole('button', { name: /^Refund/ })).toBeFocused()
  await expect(page.getByRole('status')).toContainText('Refunded £20.50')
  expect((await world.stripe.charges.retrieve(charge)).amount_refunded).toBe(2050)

  await expect(payment.getByLabel('Sum in GBP')).toHaveValue('100.00')
  await payment.getByLabel('Sum in GBP').fill('100.01')
  await press(page, /^Refund/)
  await expect(payment).toContainText('greater than unrefunded amount')
  await payment.getByLabel('Sum in GBP').fill('a lot')
  await press(page, /^Refund/)
  await expect(payment).toContainText('“a lot” is not a sum')

  await press(page, /^Dispute ch_/)
  await expect(payment).toContainText('needs response')
  await page.getByRole('tab', { name: 'Disputes' }).click()
  await line(page, 'Ada Pratt').locator('summary').click()
  await press(page, /^Close as lost/)
  await expect(line(page, 'Ada Pratt')).toContainText('Closed as lost')
  const [dispute] = (await world.stripe.disputes.list({ charge })).data
  expect(dispute).toMatchObject({ status: 'lost', amount: 10_000 })
})

test('A bank debit fails when the page says so, and its mandate is revoked @long', async ({
  page,
  open,
  world,
}) => {
  const { intent, mandate } = await payByDebit(world)
  await open('payments/UK')
  const payment = line(page, '£450.00')
  await payment.locator('summary').click()
  await payment.getByLabel('The bank says').selectOption({ label: 'No: insufficient funds' })
  await press(page, /^Settle now/)
  await expect(payment).toContainText('Settled: the debit failed.')
  const failed = await world.stripe.paymentIntents.retrieve(intent)
  expect(failed.last_payment_error?.code).toBe('insufficient_funds')

  await page.getByRole('tab', { name: 'Mandates' }).click()
  await line(page, 'Noor Rahman').locator('summary').click()
  await press(page, /^Revoke mandate/)
  await expect(line(page, 'Noor Rahman')).toContainText('Inactive')
  expect((await world.stripe.mandates.retrieve(mandate)).status).toBe('inactive')
})

test('A card gets a new expiry, and new customers appear by themselves @long', async ({
  page,
  open,
  world,
}) => {
  const { method } = await payByCard(world)
  await open('payments/UK/customers')
  await line(page, 'Ada Pratt').locator('summary').click()
  await page.getByLabel('Month').fill('7')
  await page.getByLabel('Year').fill('2040')
  await press(page, /^Set new expiry/)
  await expect(line(page, 'Ada Pratt')).toContainText('The card now expires 07/2040.')
  expect((await world.stripe.paymentMethods.retrieve(method)).card).toMatchObject({
    exp_month: 7,
    exp_year: 2040,
  })
  await payByCard(world, 'Noor Rahman')
  await expect(page.getByRole('tabpanel').locator('summary').first()).toContainText('Noor Rahman')
  await expect(page.getByLabel('Month')).toHaveValue('7')

  await page.getByRole('tab', { name: 'Customers' }).focus()
  await page.keyboard.press('Home')
  await expect(page.getByRole('tab', { name: 'Payments' })).toBeFocused()
  await expect(line(page, '£120.50')).toHaveCount(2)
  await page.getByRole('radio', { name: 'Australia' }).check({ force: true })
  await expect(page.getByText('No payment has been made in this account yet.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Australia' })).toBeChecked()
})

test('A webhook is sent again, ten times, and with a signature that is wrong @long', async ({
  page,
  open,
  world,
}) => {
  const { stripe, listener } = world
  await stripe.customers.create({ name: 'Ada Pratt' })
  await open('webhooks')
  const event = line(page, 'customer.created')
  await event.locator('summary').click()
  await press(page, /^Resend ×10/)
  await expect(event).toContainText('Answer: 200 ×10.')
  await expect(event).toContainText('11 attempts')
  expect(listener.received.length).toBe(11)
  for (const [name, isGood] of [
    [/^Resend evt_/, true],
    [/^Resend with bad signature/, false],
    [/^Resend with old signature/, false],
    [/^Resend with future signature/, true],
  ] as const) {
    const before = listener.received.length
    await press(page, name)
    await expect.poll(() => listener.received.length).toBe(before + 1)
    const { body, signature } = listener.received.at(-1)!
    const verify = () => stripe.webhooks.constructEvent(body, signature, 'whsec_sandbox_uk')
    if (isGood) expect(verify().type).toBe('customer.created')
    else expect(verify).toThrow(/signature|tolerance/i)
    await expect(event).toContainText(signature)
  }
})

test('Test data can be copied, and a receipt of BPAY left for the portal @long', async ({
  page,
  open,
  world,
  watched,
  context,
}) => {
  watched.allowed.push(/status of 400/)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open('test-data')
  await press(page, 'Copy 4000 0027 6000 3184')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('4000002760003184')
  await page.getByLabel('Biller code').fill('254781')
  await page.getByLabel('Reference').fill('000016724')
  await page.getByLabel('Amount in AUD').fill('120.50')
  await press(page, 'Pay')
  await expect(page.getByRole('alert')).toContainText('wrong check digit')
  await page.getByLabel('Reference').fill('0000 16725')
  await press(page, 'Pay')
  const name = /bpay-\d+-\d+\.csv/
  await expect(page.getByText(name)).toBeVisible()
  const [file = ''] = name.exec((await page.getByText(name).textContent()) ?? '') ?? []
  expect(readFileSync(join(world.depositFolder, file), 'utf8')).toContain('50,254781,000016725,12050,')
})

test('The clock advances to a date, and what is due by then happens @long', async ({ page, open, world }) => {
  const { intent } = await payByDebit(world)
  await open('clock')
  const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
  await page.getByLabel('Advance to a date').fill(day)
  await press(page, 'Advance')
  await expect(page.getByRole('status')).toContainText('Sandbox time is')
  expect((await world.stripe.paymentIntents.retrieve(intent)).status).toBe('succeeded')
})

test('A switch that is set by hand declines the next payment @long', async ({ page, open, world }) => {
  await open('switches')
  await page.getByLabel('Provider').selectOption('stripe')
  await page.getByLabel('What goes wrong').selectOption({ label: 'Declines the next payment' })
  await page.getByLabel('Decline code').fill('lost_card')
  await press(page, 'Add switch')
  await expect(page.getByText('Declines the next payment: lost_card')).toBeVisible()
  await expect(payByCard(world)).rejects.toMatchObject({ decline_code: 'lost_card' })
  await expect(page.getByText('Used up')).toBeVisible()

  await page.getByLabel('Provider').selectOption('stripe-webhooks')
  await page.getByLabel('What goes wrong').selectOption({ label: 'Never sends it' })
  await page.getByLabel('Path').fill('customer.*')
  await press(page, 'Add switch')
  await expect(page.getByText('path customer.*')).toBeVisible()
  world.listener.received.length = 0
  await payByCard(world)
  await expect.poll(() => world.listener.types()).toContain('payment_intent.succeeded')
  expect(world.listener.types()).not.toContain('customer.created')
})

/** The views with the most in them, each in one look only: axe takes longer than all the rest. */
for (const [name, size, colorScheme, views] of [
  ['on a wide screen', { width: 1440, height: 900 }, 'light', ['payments/UK/customers', 'webhooks']],
  ['on a phone in the dark', { width: 390, height: 844 }, 'dark', ['payments/UK/payments', 'test-data']],
] as const) {
  test(`Everybody can use the page ${name} @long`, async ({ page, open, world }) => {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme })
    await payByCard(world)
    await payByDebit(world)
    for (const view of views) {
      await open(view)
      if (/payments|webhooks/.test(view)) {
        await page.locator('summary:visible').first().click()
        await expect(page.locator('summary:visible + * .facts').first()).toBeVisible()
      }
      if (view === 'test-data') await expect(page.getByText('pm_card_visa', { exact: true })).toBeVisible()
      await expectAccessible(page)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect([view, overflow]).toEqual([view, 0])
    }
  })
}
