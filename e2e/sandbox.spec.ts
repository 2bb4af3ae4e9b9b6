import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import type Stripe from 'stripe'
import type { Directory, Family } from '#sandbox/people/directory.ts'
import { startSandbox } from '#sandbox/sandbox.ts'
import type { Sandbox } from '#sandbox/sandbox.ts'
import { sendSms } from '#sandbox/sms/send-sms.ts'
import { clientOf, idOf, listenForWebhooks } from '#sandbox/stripe/stripe-client.ts'
import { test as base } from './slowness.ts'

type World = {
  sandbox: Sandbox
  stripe: Stripe
  listener: Awaited<ReturnType<typeof listenForWebhooks>>
  depositFolder: string
}

const family = (name: string, region: 'AU' | 'UK', account: Partial<Family['accounts'][number]>): Family => ({
  email: `${name.split(' ')[0]?.toLowerCase()}@demo.example`,
  name,
  mobile: region === 'AU' ? '+61491570101' : '+447700900102',
  region,
  group: 'Start here',
  shows: `A family in ${region === 'AU' ? 'Australia' : 'the United Kingdom'}.`,
  accounts: [
    {
      id: `account of ${name}`,
      shortId: 'LW28468',
      school: 'Wattle Grove College',
      students: ['Theo'],
      isActive: true,
      setUp: null,
      bpay: null,
      nextPayment: null,
      ...account,
    },
  ],
})
const olivia = family('Olivia Nguyen', 'AU', {
  bpay: { billerCode: '254781', reference: '000016725', amount: '859.00' },
})
const ada = family('Ada Pratt', 'UK', { shortId: 'LW38787', school: 'Oakfield School' })

/** The list of families is somebody else's. The portal it names is down, which the page has to say. */
async function serveDirectory() {
  const directory: Directory = {
    portalUrl: 'http://127.0.0.1:1',
    families: [olivia, ada],
    guests: [],
    staff: [],
  }
  const server = createServer((_, response) => response.end(JSON.stringify(directory)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
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
      const directory = await serveDirectory()
      const sandbox = await startSandbox({
        depositFolder,
        directoryUrl: directory.url,
        stripe: { UK: { webhookUrl: listener.url } },
      })
      await use({ sandbox, stripe: clientOf(sandbox, 'sk_test_sandbox_uk'), listener, depositFolder })
      await sandbox.close()
      await listener.close()
      directory.close()
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
    await use(async (view) => void (await page.goto(`${world.sandbox.url}/_sandbox/${view}`)))
  },
})

test.beforeEach(async ({ world, request }) => {
  await request.post(`${world.sandbox.url}/_sandbox/api/reset`, { data: {} })
  world.listener.received.length = 0
})

const payByCard = async ({ stripe }: World, name = 'Ada Pratt', metadata = {}) => {
  const { id: customer } = await stripe.customers.create({ name })
  const { id: method } = await stripe.paymentMethods.attach('pm_card_visa', { customer })
  const intent = await stripe.paymentIntents.create({
    amount: 12_050,
    currency: 'gbp',
    customer,
    payment_method: method,
    confirm: true,
    off_session: true,
    metadata,
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
  await open('payments?account=UK')
  const payment = line(page, '£120.50')
  await payment.locator('summary').click()
  await payment.getByLabel('Sum in GBP').fill('20.50')
  await press(page, /^Refund/)
  await expect(payment).toContainText('Refunded £20.50')
  await expect(payment.getByRole('button', { name: /^Refund/ })).toBeFocused()
  await expect(payment.getByRole('status')).toContainText('Refunded £20.50')
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
  await open('payments?account=UK')
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
  await open('payments/customers?account=UK')
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
  await expect(page.getByText('No payments in this account yet.')).toBeVisible()
  await page.getByRole('radio', { name: 'United Kingdom' }).check({ force: true })
  await expect(line(page, '£120.50')).toHaveCount(2)
  await page.reload()
  await expect(page.getByRole('radio', { name: 'United Kingdom' })).toBeChecked()
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

test('A family is found by any word, and a log-in that fails says why in its row @long', async ({
  page,
  open,
  watched,
  context,
}) => {
  watched.allowed.push(/status of 503/)
  await open('families')
  await expect(page.getByRole('heading', { name: 'Families' })).toBeVisible()
  await expect(page.getByText('2 families')).toBeVisible()
  await page.getByRole('searchbox', { name: /^Name, e-mail/ }).fill('oakfield LW387')
  await expect(page.getByRole('button', { name: /^Log in as/ })).toHaveText(['Log in as Ada Pratt'])
  await page.reload()
  await expect(page.getByText('1 of 2 families')).toBeVisible()
  await page.getByRole('radio', { name: 'AU' }).check({ force: true })
  await expect(page.getByText('No family fits this search.')).toBeVisible()
  await page.getByRole('radio', { name: 'UK' }).check({ force: true })

  const opened = context.waitForEvent('page')
  await press(page, 'Log in as Ada Pratt')
  const tab = await opened
  await expect(page.getByText('The portal does not answer', { exact: false }).first()).toBeVisible()
  await expect.poll(() => tab.isClosed()).toBe(true)
})

test('Messages and payments show whose they are, and the inbox asks before it is cleared @long', async ({
  page,
  open,
  world,
}) => {
  await sendSms(world.sandbox, { To: ada.mobile ?? '', Body: 'Code 123456' })
  await sendSms(world.sandbox, { To: '+61491570199', Body: 'For somebody else' })
  await payByCard(world, 'A name at Stripe', { accountId: 'account of Ada Pratt' })
  await open('payments?account=UK')
  const payment = line(page, 'Ada Pratt, Oakfield School, LW38787')
  await payment.locator('summary').click()
  await expect(payment.getByRole('button', { name: 'Open in the portal as Ada Pratt' })).toBeVisible()
  await payment.getByRole('link', { name: 'Messages of Ada Pratt' }).click()
  await expect(page.getByRole('link', { name: /^Ada Pratt/ })).toBeVisible()
  await expect(page.getByText('For somebody else')).toBeHidden()

  await press(page, 'Clear inbox')
  await expect(page.getByRole('dialog', { name: 'Delete 2 messages?' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Clear inbox' })).toBeFocused()
  await expect(page.getByRole('link', { name: /^Ada Pratt/ })).toBeVisible()
  await press(page, 'Clear inbox')
  await press(page, 'Delete')
  await expect(page.getByText('Nothing has been sent yet.')).toBeVisible()
})

test('Test data can be copied @long', async ({ page, open, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open('test-data')
  await press(page, 'Copy 4000 0027 6000 3184')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('4000002760003184')
})

test('A family pays by BPAY with what is filled in for it @long', async ({ page, open, world, watched }) => {
  watched.allowed.push(/status of 400/)
  await open('families')
  await page.getByRole('link', { name: 'Pay by BPAY of Olivia Nguyen' }).click()
  await expect(page.getByLabel('Biller code')).toHaveValue('254781')
  await expect(page.getByLabel('Amount in AUD')).toHaveValue('859.00')
  await page.getByLabel('Amount in AUD').fill('120.50')
  await page.getByRole('textbox', { name: 'Reference' }).fill('000016724')
  await press(page, 'Pay')
  await expect(page.getByRole('alert')).toContainText('wrong check digit')
  await page.getByRole('textbox', { name: 'Reference' }).fill('0000 16725')
  await press(page, 'Pay')
  const name = /bpay-\d+-\d+\.csv/
  await expect(page.getByText(name)).toBeVisible()
  const [file = ''] = name.exec((await page.getByText(name).textContent()) ?? '') ?? []
  expect(readFileSync(join(world.depositFolder, file), 'utf8')).toContain('50,254781,000016725,12050,')
})

test('The clock moves to a moment in London, and what is due by then happens @long', async ({
  page,
  open,
  world,
}) => {
  const { intent } = await payByDebit(world)
  await open('clock')
  const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
  await page.getByLabel('An exact moment').fill(`${day}T23:30`)
  await page.getByRole('radio', { name: 'London' }).check({ force: true })
  await press(page, 'Move to this moment')
  await expect(page.getByRole('main').getByRole('status')).toContainText(
    /, 23:30 in London\. .* Everybody has to log in again\./,
  )
  expect((await world.stripe.paymentIntents.retrieve(intent)).status).toBe('succeeded')
  await press(page, 'Back to real time')
  await expect(page.getByText('the clock has not been moved')).toBeVisible()
})

test('An outage lasts until its end, and a debit bounces for the chosen family only @long', async ({
  page,
  open,
  world,
}) => {
  const send = async () => (await sendSms(world.sandbox, { To: '+61491570199' })).status
  const recipe = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('button', { name, exact: true }) })
  await open('switches')
  await press(page, 'SMS down for 5 minutes')
  await expect(recipe('SMS down for 5 minutes')).toContainText('Armed until')
  expect(await send()).toBe(503)
  await page.request.post(`${world.sandbox.url}/_sandbox/api/clock`, { data: { advance: 'PT6M' } })
  await expect(recipe('SMS down for 5 minutes')).toContainText('Over')
  expect(await send()).toBe(201)

  await page.getByLabel('For which family').selectOption('Ada Pratt, LW38787')
  await press(page, 'Next debit bounces')
  await expect(recipe('Next debit bounces')).toContainText('Armed for Ada Pratt')
  await payByCard(world, 'Somebody else')
  const hers = payByCard(world, 'Ada Pratt', { accountId: 'account of Ada Pratt' })
  await expect(hers).rejects.toMatchObject({ decline_code: 'insufficient_funds' })
  await expect(recipe('Next debit bounces')).toContainText('Used')
  await press(page, 'Remove: Next debit bounces')
  await expect(recipe('Next debit bounces')).not.toContainText('Used')
})

test('A switch that is set by hand declines the next payment @long', async ({ page, open, world }) => {
  await open('switches')
  await page.getByText('Set a switch by hand').click()
  await page.getByRole('combobox', { name: 'Provider' }).selectOption('stripe')
  await page.getByLabel('What goes wrong').selectOption({ label: 'Declines the next payment' })
  await page.getByLabel('Decline code').fill('lost_card')
  await press(page, 'Add switch')
  await expect(page.getByText('Declines the next payment: lost_card')).toBeVisible()
  await expect(payByCard(world)).rejects.toMatchObject({ decline_code: 'lost_card' })
  await expect(page.getByText('Used up')).toBeVisible()

  await page.getByRole('combobox', { name: 'Provider' }).selectOption('stripe-webhooks')
  await page.getByLabel('What goes wrong').selectOption({ label: 'Never sends it' })
  await page.getByRole('textbox', { name: /^Path/ }).fill('customer.*')
  await press(page, 'Add switch')
  await expect(page.getByText('path customer.*')).toBeVisible()
  world.listener.received.length = 0
  await payByCard(world)
  await expect.poll(() => world.listener.types()).toContain('payment_intent.succeeded')
  expect(world.listener.types()).not.toContain('customer.created')
})

/** The views with the most in them, each in one look only: axe takes longer than all the rest. */
for (const [name, size, colorScheme, views] of [
  [
    'on a wide screen',
    { width: 1440, height: 900 },
    'light',
    ['families', 'payments/customers?account=UK', 'webhooks', 'switches'],
  ],
  [
    'on a phone in the dark',
    { width: 390, height: 844 },
    'dark',
    ['families', 'clock', 'inbox', 'payments?account=UK', 'payments/bpay', 'test-data'],
  ],
] as const) {
  test(`Everybody can use the page ${name} @long`, async ({ page, open, world }) => {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme })
    await payByCard(world)
    await payByDebit(world)
    for (const view of views) {
      await open(view)
      if (/payments.*=|webhooks/.test(view)) {
        await page.locator('summary:visible').first().click()
        await expect(page.locator('summary:visible + * .facts').first()).toBeVisible()
      }
      if (view === 'families') await expect(page.getByText('2 families')).toBeVisible()
      if (view === 'switches') await page.getByText('Set a switch by hand').click()
      if (view === 'test-data') await expect(page.getByText('pm_card_visa', { exact: true })).toBeVisible()
      await expectAccessible(page)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect([view, overflow]).toEqual([view, 0])
    }
  })
}
