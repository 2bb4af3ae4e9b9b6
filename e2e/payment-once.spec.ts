import type { Page, Route } from '@playwright/test'
import { cents } from '#domain/money.ts'
import { visaCredit, visaDebit } from '#tools/demo/sources.ts'
import type { Customer } from './customers.ts'
import { expect, hold, signIn, stored, test } from './journey.ts'
import { newFamily } from './new-family.ts'
import { chargesOf, linkMethods, newRequest } from './new-request.ts'
import { unlockSavedMethods } from './owner-code.ts'
import { rows } from './rows.ts'
import { addresses } from './stack.ts'

const payments = /\/api\/portal\/(guest|customer\/account\/[^/]+)\/payments$/
const outcomes = /\/payment-outcome(\?|$)/
const checkingWords = 'We are checking your payment. You will not be charged twice.'
const neverArrived = 'Your payment did not reach us, and nothing was charged. You can try again.'
const thanks = 'Thanks for your payment'

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const confirm = (page: Page) => page.getByRole('button', { name: /^Pay [$£]/ })
const checking = (page: Page) => page.getByText(checkingWords)

async function openMethods(page: Page, path: string): Promise<void> {
  await unlockSavedMethods(page, path)
  await page.goto(path)
  await page.getByRole('button', { name: 'Proceed to payment method' }).click()
  await expect(confirm(page)).toBeEnabled()
}

async function expectThanks(page: Page): Promise<void> {
  await expect(title(page)).toHaveText(thanks)
  await expect(title(page)).toBeFocused()
}

/** How the payments stand that were made by hand; those of the plan are nothing to these journeys. */
async function statusesOf({ accountId }: Pick<Customer, 'accountId'>): Promise<string[]> {
  const made = await rows<{ status: string }>(
    "select status from payment where account_id = $1 and kind in ('Guest', 'Early')",
    [accountId],
  )
  return made.map(({ status }) => status)
}

/** One payment, one charge, whatever was pressed. */
async function expectOne(family: Pick<Customer, 'accountId'>): Promise<void> {
  expect(await statusesOf(family)).toEqual(['Succeeded'])
  expect((await chargesOf(family)).filter(({ paid }) => paid)).toHaveLength(1)
}

/** The server gets what was sent and does it; what the browser hears of it is up to `then`. */
function afterArrival(page: Page, then: (route: Route) => Promise<unknown>): Promise<unknown> {
  return page.route(payments, async (route) => {
    await route.fetch()
    await then(route)
  })
}

async function attemptOf(page: Page): Promise<{ id: string; isSent: boolean } | undefined> {
  const kept = JSON.parse((await stored(page, 'paymentAttempts')) ?? '[]') as [
    string,
    { id: string; isSent: boolean },
  ][]
  return kept[0]?.[1]
}

test('Five clicks pay once, and a reload, Back and Forward find what was paid @phone', async ({
  page,
  calls,
  inbox,
}) => {
  const asked = await newRequest()
  const mark = await inbox.mark()
  await openMethods(page, asked.path)
  const { id } = (await attemptOf(page)) ?? { id: '' }
  expect(id).toMatch(/^[\da-f-]{36}$/)
  // However quick the answer is, all clicks come before it: none meets a link of the thanks.
  const release = await hold(page, payments, 'POST')
  await confirm(page).click({ clickCount: 5 })
  release()
  await expect(title(page)).toHaveText(thanks)
  const posts = calls.filter((call) => call.method() === 'POST' && payments.test(call.url()))
  expect(posts.map((post) => post.headers()['x-larkwell-client-req-id'])).toEqual([id])
  await expectOne(asked)
  expect((await inbox.next(asked.email, 'email', mark)).text).toContain('1,250.00')
  expect((await attemptOf(page))?.id).not.toBe(id)

  await page.reload()
  await expectThanks(page)
  await page.goBack()
  await expectThanks(page)
  await expect(page.getByRole('main')).not.toContainText('failed')
  await expect(confirm(page)).toHaveCount(0)
  await page.goForward()
  await expectThanks(page)

  await test.step('the link opened anew knows nothing of the attempt, but that all is paid', async () => {
    const other = await page.context().newPage()
    await other.goto(asked.path)
    await expect(title(other)).toHaveText('This has been paid')
    await expect(other.getByRole('main')).toContainText('$1,250.00')
    await expect(other.getByRole('main')).not.toContainText('failed')
    await other.close()
  })
  await expectOne(asked)
})

test('Back leads from the second step to the first, and Forward and a reload to the second @long', async ({
  page,
}) => {
  const asked = await newRequest()
  await openMethods(page, asked.path)
  const step = page.locator('[aria-current="step"]')
  await expect(step).toHaveText('Select payment method')
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(step).toHaveText('Payment details')
  await page.getByLabel('Pay different amount').check()
  await page.getByLabel('Payment amount').fill('300')
  await page.goForward()
  // Without a reason the first step is not finished, and nothing leads past it.
  await expect(step).toHaveText('Payment details')
  await page.getByLabel('Please provide a reason').selectOption({ label: 'Unable to pay the full amount' })
  await page.getByRole('button', { name: 'Proceed to payment method' }).click()
  await expect(page.getByText('You are about to pay $300.00')).toBeVisible()
  await page.reload()
  await expect(page.getByText('You are about to pay $300.00')).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(step).toHaveText('Payment details')
  await expect(page.getByLabel('Payment amount')).toHaveValue('300')
  await page.goForward()
  await expect(step).toHaveText('Select payment method')
})

test('Two tabs that pay at the same moment show the same payment', async ({ page, context }) => {
  const asked = await newRequest()
  const other = await context.newPage()
  await openMethods(page, asked.path)
  await openMethods(other, asked.path)
  await Promise.all([confirm(page).click(), confirm(other).click()])
  await expect(title(page)).toHaveText(thanks)
  await expect(title(other)).toHaveText(thanks)
  await expectOne(asked)
})

test('A tab tells what was paid in another one, and offers nothing more @long', async ({ page, context }) => {
  const asked = await newRequest()
  const other = await context.newPage()
  await openMethods(other, asked.path)
  await openMethods(page, asked.path)
  await confirm(page).click()
  await expectThanks(page)
  await expect(title(other)).toHaveText(thanks)
  await expect(
    other.getByText('You made this payment before, here or in another tab. Nothing more was charged.'),
  ).toBeVisible()
  await expect(confirm(other)).toHaveCount(0)
  await expectOne(asked)
})

test('Another tab with other details does not pay under the same name @long', async ({ page, context }) => {
  const asked = await newRequest({}, { sources: [visaDebit(), visaCredit()] })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const other = await context.newPage()
  await openMethods(other, asked.path)
  await openMethods(page, asked.path)
  await page.route(payments, async (route) => {
    const response = await route.fetch()
    await released
    await route.fulfill({ response })
  })
  const sent = page.waitForRequest(payments)
  await confirm(page).click()
  await sent
  await expect.poll(() => statusesOf(asked)).toHaveLength(1)
  await other.getByRole('radio', { name: /4242/ }).check()
  await confirm(other).click()
  await expect(other.getByText(/Nothing more was charged/)).toBeVisible()
  await expect(confirm(other)).toHaveCount(0)
  release()
  await expectThanks(page)
  await expectOne(asked)
})

test('A reload while the payment is on its way ends where it ended @long', async ({ page }) => {
  const [reached, lost] = [await newRequest(), await newRequest()]
  await test.step('it reached us', async () => {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
    await openMethods(page, reached.path)
    await afterArrival(page, async () => arrive())
    await confirm(page).click()
    await arrived
    expect(await attemptOf(page)).toMatchObject({ isSent: true })
    await page.reload()
    await expect(title(page)).toHaveText(thanks)
    await page.unrouteAll()
    await expectOne(reached)
  })
  await test.step('it did not', async () => {
    await openMethods(page, lost.path)
    await page.route(payments, () => {})
    const sent = page.waitForRequest(payments)
    await confirm(page).click()
    const { 'x-larkwell-client-req-id': id } = (await sent).headers()
    await page.reload()
    await expect(page.getByText(neverArrived)).toBeVisible()
    // Not before: a call that is on its way while routes are taken off may never be answered.
    await page.unrouteAll()
    const again = page.waitForRequest(payments)
    await confirm(page).click()
    expect((await again).headers()['x-larkwell-client-req-id']).toBe(id)
    await expectThanks(page)
    await expectOne(lost)
  })
})

test('Back while the payment is on its way leads to no second one', async ({ page }) => {
  const asked = await newRequest()
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await openMethods(page, asked.path)
  await page.route(payments, async (route) => {
    await answered
    await route.continue()
  })
  const sent = page.waitForRequest(payments)
  await confirm(page).click()
  await sent
  await page.goBack()
  await expect(checking(page)).toBeVisible()
  await expect(page.getByRole('button', { name: /Proceed|Confirm/ })).toHaveCount(0)
  answer()
  await expectThanks(page)
  await expectOne(asked)
})

test('Pressed without a connection, it is sent once there is one @phone-long @long', async ({
  page,
  context,
}) => {
  const asked = await newRequest()
  await openMethods(page, asked.path)
  await context.setOffline(true)
  await confirm(page).click()
  await expect(checking(page)).toBeVisible()
  await expect(page.getByText('We go on checking as soon as you are connected again.')).toBeVisible()
  const { id } = (await attemptOf(page)) ?? {}
  await context.setOffline(false)
  await expect(page.getByText('We go on checking as soon as you are connected again.')).toHaveCount(0)
  await expect(page.getByText(neverArrived)).toBeVisible()
  expect(await attemptOf(page)).toEqual({ id, isSent: false })
  expect(await chargesOf(asked)).toEqual([])
  await confirm(page).click()
  await expectThanks(page)
  await expectOne(asked)
})

test('A payment whose reply says nothing is looked for, and found @long', async ({ page }) => {
  const replies: Record<string, (route: Route) => Promise<unknown>> = {
    'it was lost': (route) => route.abort('connectionreset'),
    'we failed': (route) => route.fulfill({ status: 500, json: { code: 'server_error', msg: 'Oops' } }),
    'somebody in between failed': (route) => route.fulfill({ status: 502, body: '<html>Bad gateway</html>' }),
  }
  for (const [what, then] of Object.entries(replies))
    await test.step(what, async () => {
      const asked = await newRequest()
      await openMethods(page, asked.path)
      await afterArrival(page, then)
      await confirm(page).click()
      await expect(checking(page)).toBeVisible()
      await expect(title(page)).toBeFocused()
      await expectThanks(page)
      await page.unrouteAll()
      await expectOne(asked)
    })
})

test('A payment provider that falls silent is asked until it is known, on the page and by mail @long', async ({
  page,
  inbox,
  request,
}) => {
  const [taken, notTaken] = [await newRequest(), await newRequest()]
  const fault = (accountId: string, rule: object) =>
    request.post(`${addresses().sandbox}/_sandbox/api/faults`, {
      data: {
        provider: 'stripe',
        method: 'POST',
        path: '/v1/payment_intents',
        match: accountId,
        times: 2,
        ...rule,
      },
    })
  await test.step('it took the payment, and its own message tells so', async () => {
    const mark = await inbox.mark()
    await fault(taken.accountId, { action: 'drop', after: true })
    await openMethods(page, taken.path)
    await confirm(page).click()
    await expectThanks(page)
    await expectOne(taken)
    expect((await inbox.next(taken.email, 'email', mark)).text).toContain('1,250.00')
  })
  await test.step('it was away, and is asked again when its time has come', async () => {
    const mark = await inbox.mark()
    await fault(notTaken.accountId, { action: 'status:503' })
    await openMethods(page, notTaken.path)
    await confirm(page).click()
    await expect(checking(page)).toBeVisible()
    await rows(`update payment set next_look_at = created_at where account_id = $1 and status = 'Unknown'`, [
      notTaken.accountId,
    ])
    await expectThanks(page)
    await expectOne(notTaken)
    expect((await inbox.next(notTaken.email, 'email', mark)).text).toContain('1,250.00')
  })
})

test('Two people with the same link pay once, and the second sees why @long', async ({
  page,
  browser,
  request,
}) => {
  const asked = await newRequest()
  const elsewhere = await browser.newContext({ baseURL: addresses().portal })
  const second = await elsewhere.newPage()
  await openMethods(second, asked.path)
  await openMethods(page, asked.path)
  await request.post(`${addresses().sandbox}/_sandbox/api/faults`, {
    data: {
      provider: 'stripe',
      method: 'POST',
      path: '/v1/payment_intents',
      match: asked.accountId,
      action: 'delayMs:4000',
    },
  })
  await confirm(page).click()
  await expect.poll(() => statusesOf(asked)).toHaveLength(1)
  await confirm(second).click()
  await expect(title(second)).toHaveText('Another payment is under way')
  await expect(
    second.getByText('This payment is already under way. You will not be charged twice.'),
  ).toBeVisible()
  await expect(second.getByText('$1,250.00')).toBeVisible()
  await expectThanks(page)
  await second.getByRole('button', { name: 'Check again' }).click()
  await expect(title(second)).toHaveText('This has been paid')
  await expectOne(asked)
  await elsewhere.close()
})

test('An early payment of a parent is made once, too', async ({ page, calls }) => {
  const parent = await newFamily({ sources: [visaCredit()] })
  await linkMethods(parent)
  await signIn(page, parent, { path: '/pay-now' })
  await page.getByLabel('Payment amount').fill('120.50')
  await page.getByRole('button', { name: 'Continue to payment method' }).click()
  await afterArrival(page, (route) => route.abort('connectionreset'))
  await confirm(page).click({ clickCount: 5 })
  await expect(checking(page)).toBeVisible()
  await expectThanks(page)
  await page.unrouteAll()
  expect(calls.filter((call) => payments.test(call.url()))).toHaveLength(1)
  expect(calls.some((call) => outcomes.test(call.url()))).toBe(true)
  await expectOne(parent)
  await page.reload()
  await expectThanks(page)
  await page.goBack()
  await expect(page.getByLabel('Payment amount')).toHaveValue('')
  await page.getByLabel('Payment amount').fill('20')
  await page.getByRole('button', { name: 'Continue to payment method' }).click()
  await expect(confirm(page)).toBeEnabled()
  await confirm(page).click()
  await expectThanks(page)
  expect((await chargesOf(parent)).map(({ amount }) => amount)).toEqual([cents(20_20), cents(121_71)])
  await expect(page.locator('dl > div').filter({ hasText: 'Total charged' })).toContainText('$20.20')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download receipt' }).click()
  expect((await saved).suggestedFilename()).toMatch(/\.pdf$/)
  await page.getByRole('link', { name: 'Back to Overview' }).click()
  await expect(page).toHaveURL('/')
})
