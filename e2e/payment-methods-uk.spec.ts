import AxeBuilder from '@axe-core/playwright'
import type { BrowserContext, Page } from '@playwright/test'
import { firstOf } from '#tools/testing/long.ts'
import { customers, type Customer } from './customers.ts'
import { expect, expectAccessible, expectSaid, logIn, signIn, stored, test } from './journey.ts'
import { rows } from './rows.ts'
import { addresses } from './stack.ts'

type Source = { last4: string; mandate: string; status: string; methodId: string; mandateId: string }

const bankSources = ({ accountId }: Customer) =>
  rows<Source>(
    `select last4, mandate_status as mandate, status, provider_payment_method_id as "methodId",
       provider_mandate_id as "mandateId"
     from repayment_source where account_id = $1 and type = 'BankAccount' and status <> 'Removed'
     order by created_at`,
    [accountId],
  )

const sandbox = (page: Page, path: string, data: object = {}) =>
  page.request.post(`${addresses().sandbox}/_sandbox/api/${path}`, { data })

/** All that the provider has to tell has arrived and is dealt with. */
async function newsIsIn(page: Page): Promise<void> {
  await sandbox(page, 'webhooks/flush')
  const waiting = `select 1 from provider_event where processed_at is null and kind ~ '^(setup_intent|mandate)'`
  await expect.poll(async () => (await rows(waiting, [])).length).toBe(0)
}

/** The family as it was before any journey: without a bank account, and without tries that count against it. */
async function startOver(page: Page, { accountId }: Customer): Promise<void> {
  await newsIsIn(page)
  await rows(
    `update repayment_source set status = 'Removed', removed_at = now(), is_default = false, is_preferred = false
     where account_id = $1 and type = 'BankAccount' and status <> 'Removed'`,
    [accountId],
  )
  await rows(`delete from rate_limit where key like 'add-source%'`, [])
}

const form = (page: Page) => page.frameLocator('iframe[title="Secure payment input frame"]')
const save = (page: Page) => page.getByRole('button', { name: 'Save' })
const method = (page: Page, last4: string) =>
  page.getByRole('listitem').filter({ hasText: `Bank account ending ${last4}` })
const updated = 'Your payment method has been updated'
const trouble = (page: Page) => page.getByRole('heading', { name: 'Oops, something went wrong.' })

async function fillBank(page: Page, account: string, sortCode = '108800'): Promise<void> {
  await form(page).getByLabel('Sort code').fill(sortCode)
  await form(page).getByLabel('Account number').fill(account)
  await form(page).getByLabel('Address line 1').fill('1 Mill Lane')
  await form(page).getByLabel('Town or city').fill('Leeds')
  await form(page).getByLabel('Postcode').fill('LS1 4AP')
}

/** A bank account set up at the provider by its own calls, and the address to which it would send the customer back. */
async function returnAddress(page: Page, { accountId }: Customer, account?: string): Promise<string> {
  const authorization = `Bearer ${await stored(page, 'token')}`
  const opened = await page.request.post(`/api/portal/customer/account/${accountId}/stripe-setup-intent`, {
    headers: { authorization },
  })
  const { clientSecret } = (await opened.json()) as { clientSecret: string }
  const [id = ''] = clientSecret.split('_secret_')
  if (account) await setUp(page, id, clientSecret, account)
  const query = new URLSearchParams({
    setup_intent: id,
    setup_intent_client_secret: clientSecret,
    redirect_status: account ? 'succeeded' : 'failed',
  })
  return `/payments/complete?${query}`
}

async function setUp(page: Page, id: string, clientSecret: string, account: string): Promise<void> {
  const key = await page.request.get('/api/portal/guest/stripe-pub-key', {
    headers: { 'x-larkwell-region': 'UK' },
  })
  const { pubKey } = (await key.json()) as { pubKey: string }
  const confirmed = await page.request.post(`${addresses().sandbox}/v1/setup_intents/${id}/confirm`, {
    headers: { authorization: `Bearer ${pubKey}` },
    form: {
      client_secret: clientSecret,
      'payment_method_data[type]': 'bacs_debit',
      'payment_method_data[bacs_debit][sort_code]': '108800',
      'payment_method_data[bacs_debit][account_number]': account,
      'payment_method_data[billing_details][name]': 'Tabitha Rowe',
      'payment_method_data[billing_details][email]': 'pm.ukbank@demo.example',
      'payment_method_data[billing_details][address][line1]': '1 Mill Lane',
      'mandate_data[customer_acceptance][type]': 'online',
      'mandate_data[customer_acceptance][online][infer_from_client]': 'true',
    },
  })
  expect(confirmed.status()).toBe(200)
}

/** A provider that leads every customer away and back, as it does with some banks. */
async function leadAway(context: BrowserContext): Promise<void> {
  await context.route('**/endive/stripe.js', async (route) => {
    const reply = await route.fetch()
    const script = await reply.text()
    const body = script.replace("result.error || redirect === 'if_required'", 'result.error')
    expect(body).not.toBe(script)
    await route.fulfill({ response: reply, body })
  })
}

test.describe('A UK bank account', () => {
  test('is added in place, by keyboard alone, with one press or two @phone', async ({ page, calls }) => {
    const [parent] = await customers('pm.ukbank')
    await startOver(page, parent)
    await signIn(page, parent, { path: '/manage-payments?add' })
    await expect(form(page).getByLabel('Full name')).toHaveValue('Tabitha Rowe')
    await expect(page.getByRole('radio', { name: 'Bank account' })).toBeChecked()
    await expect(save(page)).toBeDisabled()
    await expect(page.getByText('Your payments are protected by the Direct Debit Guarantee.')).toBeVisible()
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(form(page).getByLabel('Sort code')).toHaveCSS('background-color', 'rgb(22, 33, 28)')
    await expect(form(page).getByText('Sort code')).toHaveCSS('color', 'rgb(237, 243, 239)')
    // The frame is see-through, which axe takes for white: inside it, the colours above have to do.
    const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze()
    expect(violations).toEqual([])

    await page.getByRole('radio', { name: 'Bank account' }).focus()
    await page.keyboard.press('Tab')
    await expect(form(page).getByLabel('Full name')).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.type('108800')
    await page.keyboard.press('Tab')
    await page.keyboard.type('00012345')
    for (const text of ['1 Mill Lane', '', 'Leeds', 'LS1 4AP']) {
      await page.keyboard.press('Tab')
      await page.keyboard.type(text)
    }
    await expect(save(page)).toBeEnabled()
    await page.keyboard.press('Tab')
    await expect(page.getByText('The Direct Debit Guarantee', { exact: true })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Every bank and building society')).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(save(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')

    await expectSaid(page, updated)
    await expect(page).toHaveURL('/manage-payments')
    await expect(method(page, '2345')).toContainText('Active')
    await newsIsIn(page)
    expect(await bankSources(parent)).toMatchObject([
      { last4: '2345', mandate: 'pending', status: 'Usable', methodId: expect.stringMatching(/^pm_/) },
    ])
    const made = (end: string) => calls.filter((call) => call.method() === 'POST' && call.url().endsWith(end))
    expect(made('/stripe-setup-intent')).toHaveLength(1)
    expect(made('/repayment-sources')).toHaveLength(1)
  })

  test('with wrong details stays in the form until they are right @long', async ({ page, calls }) => {
    const [parent] = await customers('pm.ukboth')
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/stripe.js')) scripts.push(request.frame().url())
    })
    await startOver(page, parent)
    await signIn(page, parent, { path: '/manage-payments?add' })
    await expect(page.getByRole('radio', { name: 'Credit or Debit Card' })).toBeChecked()
    expect(scripts.filter((url) => url.startsWith(addresses().portal))).toEqual([])
    await page.getByRole('radio', { name: 'Bank account' }).check()
    await fillBank(page, '00044444', '10880')
    await expect(form(page).getByText('Your sort code is incomplete.')).toBeVisible()
    await expect(save(page)).toBeDisabled()
    await form(page).getByLabel('Sort code').fill('108800')
    await form(page).getByLabel('Account number').fill('0004444')
    await expect(save(page)).toBeDisabled()
    await form(page).getByLabel('Account number').fill('00044444')
    await save(page).click()
    await expect(page.getByRole('alert')).toContainText('The bank account number provided is invalid.')
    await expect(form(page).getByLabel('Account number')).toHaveValue('00044444')
    await expect(save(page)).toBeEnabled()
    expect(await bankSources(parent)).toEqual([])

    // The second one is set up, but its saving is not answered at first.
    await form(page).getByLabel('Account number').fill('00012345')
    await page.route('**/repayment-sources', (route) => route.abort(), { times: 1 })
    await save(page).click()
    await expect(page.getByRole('alert')).toContainText('could not be reached')
    await expect(form(page).getByLabel('Account number')).toBeDisabled()
    await save(page).click()
    await expectSaid(page, updated)
    await expect(method(page, '2345')).toContainText('Bacs Direct Debit')
    await newsIsIn(page)
    expect(await bankSources(parent)).toMatchObject([{ last4: '2345', mandate: 'pending' }])
    expect(calls.filter((call) => call.url().endsWith('/stripe-setup-intent'))).toHaveLength(1)
    expect(scripts.filter((url) => url.startsWith(addresses().portal))).toHaveLength(1)
  })

  test('is asked for again once the script of the provider comes @phone-long @long', async ({
    page,
    calls,
  }) => {
    const [parent] = await customers('pm.ukboth')
    await startOver(page, parent)
    const opened = page.waitForResponse(/stripe-setup-intent$/)
    await page.route('**/endive/stripe.js', (route) =>
      route.request().frame() === page.mainFrame() ? route.abort() : route.continue(),
    )
    await signIn(page, parent, { path: '/manage-payments?add' })
    await page.getByRole('radio', { name: 'Bank account' }).check()
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('Oops, something went wrong.')
    await expect(alert).toContainText('Failed to load Stripe.js')
    await expect(save(page)).toBeDisabled()
    await expectAccessible(page)
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect(alert).toContainText('Failed to load Stripe.js')
    await page.unroute('**/endive/stripe.js')
    await alert.getByRole('button', { name: 'Retry' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('group', { name: 'Secure bank form' })).toBeFocused()
    await expect(form(page).getByLabel('Sort code')).toBeVisible()

    // Looking elsewhere and coming back takes no second set-up, and begins with an empty form.
    await form(page).getByLabel('Sort code').fill('108800')
    await page.getByRole('radio', { name: 'Credit or Debit Card' }).check()
    await page.getByRole('radio', { name: 'Bank account' }).check()
    await expect(form(page).getByLabel('Sort code')).toHaveValue('')
    const intents = () => calls.filter((call) => call.url().endsWith('/stripe-setup-intent'))
    expect(intents()).toHaveLength(1)

    // One that is over gives way to another.
    const { clientSecret } = (await (await opened).json()) as { clientSecret: string }
    const [id] = clientSecret.split('_secret_')
    const cancelled = await page.request.post(`${addresses().sandbox}/v1/setup_intents/${id}/cancel`, {
      headers: { authorization: 'Bearer sk_test_sandbox_uk' },
    })
    expect(cancelled.status()).toBe(200)
    await fillBank(page, '00012345')
    await save(page).click()
    await expect(alert).toContainText('Your bank account could not be set up.')
    await expect(form(page).getByLabel('Sort code')).toHaveValue('')
    await expect(save(page)).toBeDisabled()
    expect(intents()).toHaveLength(2)
  })

  test('is shown to a parent of two regions with the key of its own @long', async ({ page }) => {
    const [parent] = await customers('mixedregion')
    const [uk] = await rows<{ accountId: string }>(
      `select account_id as "accountId" from account_member join account on account.id = account_id
       where customer_id = $1 and account.region = 'UK'`,
      [parent.customerId],
    )
    await signIn(page, parent, { path: '/manage-payments?add', accountId: uk!.accountId })
    await page.getByRole('radio', { name: 'Bank account' }).check()
    await expect(form(page).getByLabel('Sort code')).toBeVisible()
  })

  test('is saved once, wherever the provider leads and however often it is asked to @long', async ({
    page,
    calls,
    context,
  }) => {
    const [parent] = await customers('pm.ukbank')
    await startOver(page, parent)
    await leadAway(context)
    await signIn(page, parent, { path: '/manage-payments' })
    await page.getByRole('button', { name: 'Add payment method' }).click()
    await fillBank(page, '00012345')
    const back = page.waitForURL('**/payments/complete?**', { waitUntil: 'commit' })
    await save(page).click()
    await back
    const address = page.url()
    const secret = new URL(address).searchParams.get('setup_intent_client_secret') ?? ''
    expect(secret).toMatch(/^seti_\w+_secret_\w+$/)
    await expectSaid(page, updated)
    await expect(page).toHaveURL('/manage-payments')
    await expect(method(page, '2345')).toHaveCount(1)

    // Again in another tab, and here, where the first try fails.
    const tab = await context.newPage()
    await page.route('**/repayment-sources', (route) => route.abort(), { times: 1 })
    await Promise.all([tab.goto(address), page.goto(address)])
    await expectSaid(tab, updated)
    await expect(method(tab, '2345')).toHaveCount(1)
    await tab.close()
    await expect(trouble(page)).toBeVisible()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expectSaid(page, updated)
    await expect(method(page, '2345')).toHaveCount(1)
    await page.goBack()
    expect(page.url()).not.toContain('setup_intent')
    await newsIsIn(page)
    expect(await bankSources(parent)).toMatchObject([{ last4: '2345', mandate: 'pending' }])

    for (const call of calls) expect(call.url() + (call.postData() ?? '')).not.toContain(secret)
    const reported = `select 1 from client_error where concat(message, path, stack) ~ '_secret_'`
    expect(await rows(reported, [])).toEqual([])
  })

  test('is found again after a log-in, and by nobody else @long', async ({ page, inbox }) => {
    const [parent, other] = await customers('pm.ukbank', 'pm.ukboth')
    await startOver(page, parent)
    await startOver(page, other)
    await signIn(page, other, { path: '/favicon.svg' })
    const address = await returnAddress(page, other, '00012345')
    await page.evaluate(() => localStorage.removeItem('larkwell.token'))
    await logIn(page, inbox, other, address)
    await expectSaid(page, updated)
    await expect(page).toHaveURL('/manage-payments')
    await newsIsIn(page)
    expect(await bankSources(other)).toMatchObject([{ last4: '2345' }])

    await signIn(page, parent, { path: address })
    await expect(trouble(page)).toBeVisible()
    await expect(page.getByText('You do not have access to this.')).toBeVisible()
    await expect(page).toHaveURL('/payments/complete')
    expect(await bankSources(parent)).toEqual([])
  })

  test('that was not set up leads to what can be done @phone-long @long', async ({ page }) => {
    const [parent] = await customers('pm.ukbank')
    await startOver(page, parent)
    await signIn(page, parent, { path: '/payments/complete' })
    await expect(trouble(page)).toBeVisible()
    await expect(page.getByText('Your bank account was not set up.')).toBeVisible()
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page)
    await page.goto(await returnAddress(page, parent))
    await expect(page.getByText('Your bank account was not set up.')).toBeVisible()
    await expect(page).toHaveURL('/payments/complete')
    await page.getByRole('link', { name: 'Go to payment preferences' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment preferences')
    expect(await bankSources(parent)).toEqual([])

    // Without the script nobody knows, and it may be asked again.
    const address = await returnAddress(page, parent, '22222227')
    await page.route('**/endive/stripe.js', (route) => route.abort())
    await page.goto(address)
    await expect(page.getByText('Failed to load Stripe.js')).toBeVisible()
    expect(page.url()).toContain('setup_intent=')
    await page.unroute('**/endive/stripe.js')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expectSaid(page, updated)
    await expect(method(page, '2227')).toHaveCount(1)
    await newsIsIn(page)
    expect(await bankSources(parent)).toMatchObject([{ last4: '2227' }])

    // Of a session the provider tells the server alone: the page only leads on.
    await page.goto('/payments/complete?checkout-session-id=cs_test_1')
    await expect(page).toHaveURL('/manage-payments')
    await expect(method(page, '2227')).toHaveCount(1)
    await expect(page.getByText(updated)).toHaveCount(0)
  })

  test('leads on with the set-up of an account that is not ready yet @long', async ({ page }) => {
    const [parent] = await customers('setup.uk')
    await startOver(page, parent)
    await signIn(page, parent, { path: '/favicon.svg' })
    await page.goto(await returnAddress(page, parent, '00012345'))
    await expect(page).toHaveURL('/')
    await newsIsIn(page)
    expect(await bankSources(parent)).toMatchObject([{ last4: '2345' }])
    await expect(page.getByText(updated)).toHaveCount(0)
    await startOver(page, parent)
  })

  test('shows what the bank says of it: each of the test accounts @long', async ({ page }) => {
    const [parent] = await customers('pm.ukbank')
    const typed = firstOf(3, [
      ['00012345', 'active'],
      ['00033333', 'inactive'],
      ['55555559', 'active'],
      ['33333335', 'active'],
      ['22222227', 'active'],
      ['34343434', 'active'],
      ['12121212', 'active'],
    ] as const)
    // Quick ones, which differ from the others in the hour of their debits alone.
    const returned = firstOf(1, [
      ['90012345', 'active'],
      ['93333335', 'active'],
      ['92222227', 'active'],
    ] as const)
    const accounts = [...typed, ...returned]
    await startOver(page, parent)
    await signIn(page, parent, { path: '/manage-payments' })
    for (const [number] of typed) {
      await page.getByRole('button', { name: 'Add payment method' }).click()
      await fillBank(page, number)
      await save(page).click()
      await expect(method(page, number.slice(-4))).toHaveCount(1)
    }
    for (const [number] of returned) {
      await page.goto(await returnAddress(page, parent, number))
      await expect(page).toHaveURL('/manage-payments')
    }
    await newsIsIn(page)
    const saved = await bankSources(parent)
    expect(saved.map(({ last4, mandate }) => `${last4} ${mandate}`)).toEqual(
      accounts.map(([number]) => `${number.slice(-4)} pending`),
    )

    for (const { mandateId } of saved)
      expect((await sandbox(page, 'stripe/answer-mandate', { mandate: mandateId })).status()).toBe(200)
    await newsIsIn(page)
    await expect
      .poll(async () => (await bankSources(parent)).map(({ mandate, status }) => `${mandate} ${status}`))
      .toEqual(accounts.map(([, mandate]) => (mandate === 'active' ? 'active Usable' : 'inactive Unusable')))
    await page.reload()
    await expect(method(page, '3333')).toContainText('Your bank has ended this direct debit.')
    await expect(page.getByText('Your bank has ended this direct debit.')).toHaveCount(1)

    const disputed = saved.find(({ last4 }) => last4 === '5559')
    await sandbox(page, 'stripe/revoke-mandate', { mandate: disputed?.mandateId })
    await newsIsIn(page)
    await page.reload()
    await expect(method(page, '5559')).toContainText('Your bank has ended this direct debit.')
    await startOver(page, parent)
  })
})
