import type { Page, Request } from '@playwright/test'
import { cents } from '#domain/money.ts'
import type { Region } from '#domain/region.ts'
import { readConfig } from '#server/platform/config.ts'
import { stripeAccounts } from '#server/platform/providers/stripe/client.ts'
import { expect, expectAccessible, signIn, test } from './journey.ts'
import { newFamily } from './new-family.ts'
import { newRequest } from './new-request.ts'
import { rows } from './rows.ts'
import { addresses } from './stack.ts'

const option = (page: Page) => page.getByRole('radio', { name: 'Apple Pay / Google Pay' })
const newCard = (page: Page) => page.getByRole('radio', { name: 'Add a new Credit or Debit Card' })
const buttons = (page: Page) => page.frameLocator('iframe[title="Secure express checkout frame"]')
const sheet = (page: Page, wallet = 'Apple Pay') => page.frameLocator(`iframe[title="${wallet}"]`)
const thanks = (page: Page) => page.getByRole('heading', { name: 'Thanks for your payment' })
const trouble = (page: Page) =>
  page.getByRole('group', { name: 'Apple Pay and Google Pay' }).getByRole('alert')

async function goToMethods(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('button', { name: 'Proceed to payment method' }).click()
}

async function openSheet(page: Page, wallet = 'Apple Pay'): Promise<void> {
  await buttons(page).getByRole('button', { name: wallet }).click()
  await expect(sheet(page, wallet).getByRole('button', { name: /^Pay / })).toBeFocused()
}

async function agree(page: Page, wallet = 'Apple Pay'): Promise<void> {
  await openSheet(page, wallet)
  await sheet(page, wallet).getByRole('button', { name: /^Pay / }).click()
}

const noSurcharge = /^No surcharge applies to Apple Pay and Google Pay/
const asksServer = (page: Page, path: string) => page.waitForRequest((request) => endOf(request) === path)
const endOf = (request: Request) => new URL(request.url()).pathname.split('/').at(-1)

/** What was asked about wallets, in order. */
const walletCalls = (calls: Request[]) =>
  calls.map((request) => endOf(request) ?? '').filter((name) => name.startsWith('stripe-'))

const wholeWay = [
  'stripe-pub-key',
  'stripe-checkout-session',
  'stripe-express-checkout-verification',
  'stripe-payment-success',
]

/** What was paid besides the plan. */
const paymentsOf = (accountId: string) =>
  rows<{ status: string; amount: number; kind: string }>(
    `select status, amount_minor::int as amount, kind from payment
     where account_id = $1 and kind <> 'Instalment' order by created_at`,
    [accountId],
  )

const sessionsOf = (accountId: string) =>
  rows<{ id: string; status: string; amount: number }>(
    `select id, status, amount_minor::int as amount from checkout_session
     where account_id = $1 order by created_at`,
    [accountId],
  )

function provider(region: Region = 'AU') {
  const { sandbox, database } = addresses()
  return stripeAccounts(readConfig({ STRIPE_API_URL: sandbox, DATABASE_URL: database }))[region].client
}

/** A guest's wallet belongs to no customer of ours: its charges are known by the account that they are for. */
async function chargesOf(accountId: string, region: Region = 'AU') {
  const { data } = await provider(region).charges.list({ limit: 100 })
  return data
    .filter(({ metadata }) => metadata['accountId'] === accountId)
    .map(({ amount, status }) => [amount, status])
}

/** All that the provider has to tell has been told. */
const newsIsOut = (page: Page) => page.request.post(`${addresses().sandbox}/_sandbox/api/webhooks/flush`)

/** The address as it is served by an installation in production. */
async function serveAsInProduction(page: Page): Promise<void> {
  await page.route('**/pay-now?**', async (route) => {
    const reply = await route.fetch()
    const body = (await reply.text()).replace(/"environment":"\w+"/, '"environment":"prod"')
    await route.fulfill({ response: reply, body })
  })
}

test.describe('A wallet', { tag: '@phone' }, () => {
  test('pays for a guest, once, with nothing of the provider before it is needed', async ({
    page,
    calls,
    inbox,
  }) => {
    const asked = await newRequest()
    const mark = await inbox.mark()
    const strangers: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(addresses().portal)) strangers.push(request.url())
    })
    await page.goto(asked.path)
    const proceed = page.getByRole('button', { name: 'Proceed to payment method' })
    await expect(proceed).toBeEnabled()
    expect([strangers, walletCalls(calls)]).toEqual([[], []])

    await proceed.click()
    await expect(option(page)).toBeVisible()
    await expect(page.getByText('Pay quickly and securely with your device')).toBeVisible()
    // The script alone is there by now; a session is opened for those who choose a wallet, and only one.
    expect(walletCalls(calls)).toEqual(['stripe-pub-key'])
    await option(page).check()
    await expect(buttons(page).getByRole('button')).toHaveText(['Apple Pay', 'Google Pay'])
    await expect(page.getByText(noSurcharge)).toBeVisible()
    await newCard(page).check()
    await option(page).check()
    await expect(buttons(page).getByRole('button', { name: 'Google Pay' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Pay [$£]/ })).toHaveCount(0)

    await agree(page, 'Google Pay')
    await expect(thanks(page)).toBeVisible()
    expect(page.url()).not.toContain('checkout-session-id')
    await page.reload()
    await expect(thanks(page)).toBeVisible()
    expect(walletCalls(calls)).toEqual(wholeWay)
    await newsIsOut(page)
    expect(await paymentsOf(asked.accountId)).toEqual([
      { status: 'Succeeded', amount: 1_250_00, kind: 'Guest' },
    ])
    expect(await chargesOf(asked.accountId)).toEqual([[1_250_00, 'succeeded']])
    expect((await inbox.next(asked.email, 'email', mark)).text).toContain('$1,250.00')
  })
})

test.describe('A wallet', () => {
  test('is at home on light and dark pages, and with the keyboard @long', async ({ page }) => {
    const { path } = await newRequest()
    await goToMethods(page, path)
    await option(page).check()
    const wallet = (name: string) => buttons(page).getByRole('button', { name })
    await expect(wallet('Apple Pay')).toHaveClass(/--black/)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(wallet('Apple Pay')).toHaveClass(/--white/)
    await expectAccessible(page)
    await option(page).focus()
    await page.keyboard.press('Tab')
    await expect(wallet('Apple Pay')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(wallet('Google Pay')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(sheet(page, 'Google Pay').getByRole('button', { name: /^Pay / })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  test('pays for a parent, and is verified before @long', async ({ page, calls }) => {
    const family = await newFamily({})
    await signIn(page, family, { path: '/pay-now' })
    await page.getByLabel('Payment amount').fill('75')
    await page.getByRole('button', { name: 'Continue to payment method' }).click()
    await option(page).check()
    await agree(page)
    await expect(thanks(page)).toBeVisible()
    expect(walletCalls(calls)).toEqual(wholeWay)
    const own = `/api/portal/customer/account/${family.accountId}/`
    for (const name of wholeWay.slice(1)) {
      const request = calls.find((each) => endOf(each) === name)
      expect(new URL(request?.url() ?? '').pathname).toBe(own + name)
      expect(request?.postDataJSON()).toMatchObject(
        name === 'stripe-express-checkout-verification'
          ? { amount: 75, event: { expressPaymentType: 'apple_pay', amount: 75 } }
          : {},
      )
    }
    await newsIsOut(page)
    expect(await paymentsOf(family.accountId)).toEqual([
      { status: 'Succeeded', amount: 75_00, kind: 'Early' },
    ])
    expect(await chargesOf(family.accountId)).toEqual([[75_00, 'succeeded']])
  })

  test('that does not pay says why, and can be tried again @long', async ({ page, calls }) => {
    const asked = await newRequest()
    await goToMethods(page, asked.path)
    await option(page).check()
    const closed = () => expect(page.getByRole('dialog')).toBeHidden()

    await openSheet(page)
    await page.keyboard.press('Escape')
    await closed()
    await expect(trouble(page)).toHaveCount(0)

    await openSheet(page)
    await sheet(page).getByRole('radio', { name: 'declined' }).check()
    await sheet(page).getByRole('button', { name: /^Pay / }).click()
    await expect(trouble(page)).toHaveText('Your card was declined.')
    await closed()
    await expect(page.getByRole('button', { name: 'Back' })).toBeEnabled()

    let answer: { status?: number; body?: object } | 'lost' = {}
    await page.route('**/stripe-express-checkout-verification', (route) =>
      answer === 'lost' ? route.abort() : route.fulfill({ status: answer.status ?? 200, json: answer.body }),
    )
    const notAsked = 'We could not check your payment, and nothing was charged. Please try again.'
    for (const [given, shown] of [
      [
        { body: { verified: false, message: 'Your school closed the books.' } },
        'Your school closed the books.',
      ],
      [{ body: { verified: false, message: null } }, 'Payment verification failed'],
      [{ status: 410, body: { code: 'request_cancelled', msg: 'It was cancelled.' } }, 'It was cancelled.'],
      [{ status: 500, body: { code: 'server_error', msg: 'Oops' } }, notAsked],
      ['lost', notAsked],
    ] as const) {
      answer = given
      await agree(page)
      await expect(trouble(page)).toHaveText(shown)
      await closed()
    }
    expect(await paymentsOf(asked.accountId)).toEqual([])
    expect(await chargesOf(asked.accountId)).toEqual([[1_250_00, 'failed']])

    await page.unrouteAll()
    await agree(page)
    await expect(thanks(page)).toBeVisible()
    expect(walletCalls(calls).filter((name) => name === 'stripe-payment-success')).toHaveLength(1)
    expect(await chargesOf(asked.accountId)).toEqual([
      [1_250_00, 'succeeded'],
      [1_250_00, 'failed'],
    ])
  })

  test('pays the sum that is shown, in the session that is open @long', async ({ page, browser }) => {
    const asked = await newRequest()
    await goToMethods(page, asked.path)
    await option(page).check()
    await expect(buttons(page).getByRole('button', { name: 'Apple Pay' })).toBeVisible()

    // Somebody else with the link wants to pay less, which closes the session of the first.
    const other = await browser.newPage({ baseURL: addresses().portal })
    await other.goto(asked.path)
    await other.getByRole('radio', { name: 'Pay different amount' }).check()
    await other.getByLabel('Payment amount').fill('500')
    await other.getByLabel('Please provide a reason').selectOption('UnableToPayFullAmount')
    await other.getByRole('button', { name: 'Proceed to payment method' }).click()
    await option(other).check()
    await openSheet(other)
    await expect(sheet(other).getByRole('button', { name: /500\.00$/ })).toBeVisible()
    await sheet(other).getByRole('button', { name: 'Cancel' }).click()
    await agree(page)
    await expect(trouble(page)).toHaveText('The amount has changed. Please start again.')
    const sessions = async () =>
      (await sessionsOf(asked.accountId)).map(({ amount, status }) => [amount, status])
    await expect.poll(sessions).toEqual([
      [1_250_00, 'Expired'],
      [500_00, 'Expired'],
      [1_250_00, 'Open'],
    ])

    // A session that ended while another method was looked at is replaced without a word.
    await newCard(page).check()
    await provider().checkout.sessions.expire((await sessionsOf(asked.accountId)).at(-1)?.id ?? '')
    await option(page).check()
    await agree(page)
    await expect(thanks(page)).toBeVisible()
    expect(await chargesOf(asked.accountId)).toEqual([[1_250_00, 'succeeded']])

    await agree(other)
    await expect(trouble(other)).toContainText('already been paid')
    await expect(other.getByRole('dialog')).toBeHidden()
    expect(await paymentsOf(asked.accountId)).toHaveLength(1)
    await other.close()
  })

  test('is paid once, no matter who reports it first or what gets lost', async ({ page, calls }) => {
    const asked = await newRequest({ amountDue: cents(800_00) })
    // The money leaves, and the answer to that never reaches the page.
    await page.route('**/v1/payment_pages/*/confirm', async (route) => {
      await route.fetch()
      await route.abort()
    })
    const news = Promise.withResolvers<void>()
    await page.route('**/stripe-payment-success', async (route) => {
      await news.promise
      await route.continue()
    })
    await goToMethods(page, asked.path)
    await option(page).check()
    const told = asksServer(page, 'stripe-payment-success')
    await agree(page)
    await told
    await expect.poll(() => paymentsOf(asked.accountId)).toMatchObject([{ status: 'Succeeded' }])
    news.resolve()
    await expect(thanks(page)).toBeVisible()
    await page.reload()
    await expect(thanks(page)).toBeVisible()
    expect(walletCalls(calls)).toEqual(wholeWay)
    await newsIsOut(page)
    expect(await paymentsOf(asked.accountId)).toHaveLength(1)
    expect(await chargesOf(asked.accountId)).toEqual([[800_00, 'succeeded']])
  })

  test('that paid is found again when the page cannot tell of it @long', async ({ page }) => {
    const asked = await newRequest({ amountDue: cents(700_00) })
    await goToMethods(page, asked.path)
    await option(page).check()
    await page.route('**/stripe-payment-success', (route) => route.abort())
    await agree(page)
    await expect(thanks(page)).toBeVisible()
    expect(await paymentsOf(asked.accountId)).toHaveLength(1)
    expect(await chargesOf(asked.accountId)).toEqual([[700_00, 'succeeded']])
  })

  test('that paid is found again after a reload in the middle, in pounds too @long', async ({
    page,
    calls,
  }) => {
    const asked = await newRequest({ amountDue: cents(450_00) }, { school: 'Oakfield School' })
    const paid = Promise.withResolvers<void>()
    // Before anything is asked: a call that is under way when routes begin is not told of.
    await page.route('**/v1/payment_pages/*/confirm', async (route) => {
      await route.fetch()
      paid.resolve()
    })
    await goToMethods(page, asked.path)
    await option(page).check()
    // No card has one there.
    await expect(page.getByText(noSurcharge)).toHaveCount(0)
    await agree(page)
    await paid.promise
    await page.reload()
    await expect(thanks(page)).toBeVisible()
    await expect(page.getByText('£450.00')).toBeVisible()
    expect(walletCalls(calls)).toEqual(wholeWay.slice(0, 3))
    expect(await paymentsOf(asked.accountId)).toHaveLength(1)
    expect(await chargesOf(asked.accountId, 'UK')).toEqual([[450_00, 'succeeded']])
  })

  test('that cannot be opened says so, and is tried again @long', async ({ page }) => {
    const asked = await newRequest()
    await goToMethods(page, asked.path)
    let answer: { status?: number; json: object } = { status: 500, json: { code: 'server_error', msg: 'No' } }
    await page.route('**/stripe-checkout-session', (route) => route.fulfill(answer))
    await option(page).check()
    await expect(trouble(page)).toContainText('Apple Pay and Google Pay could not be loaded.')
    const retry = trouble(page).getByRole('button', { name: 'Retry' })
    answer = { json: { clientSecret: '' } }
    await retry.click()
    await expect(trouble(page)).toContainText('Payment configuration is invalid')
    answer = { status: 429, json: { code: 'rate_limited', msg: 'Too many tries. Come back later.' } }
    await retry.click()
    await expect(trouble(page)).toContainText('Too many tries. Come back later.')
    await expectAccessible(page)
    // As on a device without any wallet.
    await page.unrouteAll()
    await page.route('**/frames/express.js', async (route) => {
      const reply = await route.fetch()
      const body = (await reply.text()).replace('(await canPayByCard())', 'false')
      await route.fulfill({ response: reply, body })
    })
    await retry.click()
    const none = 'This device has no Apple Pay or Google Pay set up. Choose another method.'
    await expect(page.getByText(none)).toBeVisible()
    expect(await paymentsOf(asked.accountId)).toEqual([])
  })

  test('without a key says so; without the script, or in production, it is not offered @long', async ({
    page,
    calls,
  }) => {
    const asked = await newRequest()
    const noKey = { pubKey: '', stripeJsUrl: null }
    await page.route('**/stripe-pub-key', (route) => route.fulfill({ json: noKey }))
    await goToMethods(page, asked.path)
    await option(page).check()
    await expect(trouble(page)).toContainText('Payment configuration is invalid')
    await page.unroute('**/stripe-pub-key')

    const scripts: string[] = []
    await page.route('**/endive/stripe.js', (route) => {
      scripts.push(route.request().url())
      return route.abort()
    })
    await goToMethods(page, asked.path)
    await expect(newCard(page)).toBeVisible()
    await expect.poll(() => scripts.length).toBe(1)
    await expect(option(page)).toHaveCount(0)

    await page.unroute('**/endive/stripe.js')
    await serveAsInProduction(page)
    const before = calls.length
    await goToMethods(page, asked.path)
    await expect(newCard(page)).toBeVisible()
    await expect(option(page)).toHaveCount(0)
    expect(walletCalls(calls.slice(before))).toEqual([])
  })
})
