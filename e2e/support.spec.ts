import type { Page } from '@playwright/test'
import { customers } from './customers.ts'
import { expect, expectAccessible, signIn, test, type Inbox } from './journey.ts'
import { rows } from './rows.ts'
import { staffApi } from './staff.ts'

// Beside the page on a wide screen, over it on a narrow one.
const panelOf = (page: Page) =>
  page.getByRole('complementary', { name: 'Support' }).or(page.getByRole('dialog', { name: 'Support' }))
const writeIn = (page: Page) => panelOf(page).getByLabel('Your message')

async function openSupport(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Open navigation menu' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('navigation').getByRole('button', { name: 'Support' }).click()
  await expect(panelOf(page)).toBeVisible()
}

/** What the database holds of a conversation, by the customer's or the visitor's address. */
const saidBy = (email: string) =>
  rows<{ text: string }>(
    `select body as text from conversation_message
       join conversation on conversation.id = conversation_id
       left join customer on customer.id = conversation.customer_id
     where author = 'Customer' and coalesce(customer.email, conversation.email) = $1
     order by conversation_message.created_at`,
    [email],
  ).then((found) => found.map(({ text }) => text))

async function answer(inbox: Inbox, email: string, text: string): Promise<void> {
  const staff = await staffApi(inbox)
  const conversations = await staff('GET /api/staff/conversations', { query: { limit: '200' } })
  const conversationId = conversations.find((each) => each.email === email)?.id ?? ''
  const body = { text, reason: 'They asked' }
  await staff('POST /api/staff/conversations/:conversationId/reply', { params: { conversationId }, body })
}

/** As in an installation that names a widget; what it loads is recorded. */
async function nameWidget(page: Page, isRunner = false): Promise<string[]> {
  const asked: string[] = []
  await page.route('https://widget.intercom.io/**', (route) => {
    asked.push(new URL(route.request().url()).pathname)
    const record = '(...told) => (window.told ??= []).push(told)'
    return route.fulfill({ contentType: 'text/javascript', body: `window.Intercom = ${record}` })
  })
  await page.route(/\/(login\/sent|pay-now)\?/, async (route) => {
    const reply = await route.fetch()
    const body = (await reply.text()).replace('"chatAppId":null', '"chatAppId":"abc123"')
    // This stack names no widget, so that its content policy does not know it either.
    await route.fulfill({ response: reply, body, headers: { 'content-type': 'text/html' } })
  })
  await page.addInitScript((isRunner) => {
    Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => isRunner })
  }, isRunner)
  return asked
}

test.describe('Support', () => {
  test('a parent asks, and the answer of our people appears in the open panel @phone', async ({
    page,
    inbox,
    calls,
  }, { project }) => {
    const [parent] = await customers('type.go')
    await page.clock.install()
    await signIn(page, parent)
    expect(calls.filter((call) => call.url().endsWith('/chat'))).toEqual([])
    await openSupport(page)
    const panel = panelOf(page)
    await expect(panel).toContainText(`Hello ${parent.firstName}, how can we help?`)
    await expect(panel.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/)
    if (project.name === 'phone') {
      expect(await panel.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
    }

    const question = `From my ${project.name}:\nwhen is my next payment?`
    await writeIn(page).click()
    await page.keyboard.type(question.split('\n')[0] ?? '')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type(question.split('\n')[1] ?? '')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    const log = panel.getByRole('log')
    await expect(log).toContainText(question)
    await expect(log).toContainText(/You, \d+:\d\d [ap]m/)
    await expect(writeIn(page)).toHaveValue('')
    await expect(writeIn(page)).toBeFocused()
    // The panel shows it before the server has it.
    const asked = async () => (await saidBy(parent.email)).filter((text) => text === question)
    await expect.poll(asked).toHaveLength(1)

    const reply = `On the first, ${project.name} user.`
    await answer(inbox, parent.email, reply)
    await page.clock.runFor(5_000)
    await expect(log.getByText(reply)).toBeInViewport()
    await expect(log).toContainText(/Larkwell, \d+:\d\d [ap]m/)
    await expectAccessible(page)
    expect(await asked()).toHaveLength(1)

    await page.reload()
    await openSupport(page)
    await expect(log.getByText(reply)).toBeInViewport()
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
  })

  test('nothing that was written gets lost or arrives twice @long', async ({ page }) => {
    const [parent] = await customers('type.assessment')
    const chat = '**/api/portal/customer/chat'
    await page.clock.install()
    await signIn(page, parent)
    await page.route(chat, (route) => route.abort())
    await openSupport(page)
    const panel = panelOf(page)
    await expect(panel.getByRole('alert')).toContainText('The conversation did not load.')
    await page.unroute(chat)
    await panel.getByRole('button', { name: 'Try again' }).click()

    await page.route(chat, (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await writeIn(page).fill('first')
    await page.keyboard.press('Enter')
    await expect(panel.getByRole('log')).toContainText('Not sent. Try again')
    await writeIn(page).fill('half a dra')
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    await openSupport(page)
    await expect(writeIn(page)).toHaveValue('half a dra')
    await expect(panel.getByText('first', { exact: true })).toBeVisible()
    expect(await saidBy(parent.email)).toEqual([])

    // It arrives, and only the reply gets lost.
    await page.unroute(chat)
    await page.route(chat, async (route) => {
      if (route.request().method() === 'POST') await route.fetch()
      await route.abort()
    })
    await panel.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => saidBy(parent.email)).toEqual(['first'])
    await expect(panel.getByRole('log')).toContainText('Not sent.')
    await page.unroute(chat)
    await panel.getByRole('button', { name: 'Try again' }).click()
    await expect(panel.getByText('Not sent.')).toHaveCount(0)
    await expect(panel.getByText('first', { exact: true })).toHaveCount(1)
    expect(await saidBy(parent.email)).toEqual(['first'])

    await page.route(chat, (route) =>
      route.fulfill({ status: 429, json: { code: 'rate_limited', msg: 'Too many tries.' } }),
    )
    await writeIn(page).fill('x'.repeat(1_801))
    await expect(panel).toContainText('199 characters left')
    await writeIn(page).fill('x'.repeat(2_001))
    await expect(panel).toContainText('1 character too many')
    await page.keyboard.press('Enter')
    await expect(writeIn(page)).toHaveValue('x'.repeat(2_001))
    await writeIn(page).fill('hurried')
    await panel.getByRole('button', { name: 'Send' }).click()
    await expect(panel.getByRole('log')).toContainText('Too many tries. Not sent. Try again')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page)
  })

  test('looks for answers while somebody looks, less often after a while, and not at all behind other tabs @long', async ({
    page,
    calls,
  }) => {
    const [parent] = await customers('type.payplus')
    await page.clock.install()
    await signIn(page, parent)
    await openSupport(page)
    await expect(panelOf(page).getByRole('log')).toBeVisible()
    const asked = () => calls.filter((call) => call.url().endsWith('/chat')).length
    const expectAsked = async (times: 0 | 1, action: () => Promise<void>) => {
      const before = asked()
      const reply = times === 1 && page.waitForResponse('**/chat')
      await action()
      if (reply) await (await reply).finished()
      expect(asked()).toBe(before + times)
    }
    const wait = (ms: number) => () => page.clock.runFor(ms)
    await expectAsked(1, wait(5_000))
    await expectAsked(1, wait(5_000))
    await expectAsked(1, () => page.clock.fastForward('05:00'))
    await expectAsked(0, wait(20_000))
    await expectAsked(1, wait(10_000))
    const turn = (state: 'hidden' | 'visible') => () =>
      page.evaluate((state) => {
        Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
        dispatchEvent(new Event('visibilitychange'))
      }, state)
    await expectAsked(0, turn('hidden'))
    await expectAsked(0, wait(90_000))
    await expectAsked(1, turn('visible'))
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await expectAsked(0, wait(90_000))
  })

  test('the conversation leaves with the customer @long', async ({ page }) => {
    const [parent] = await customers('type.passthrough')
    await signIn(page, parent)
    await openSupport(page)
    await writeIn(page).fill('a secret draft')
    await page.getByRole('navigation').getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/\/login/)
    await expect(panelOf(page)).toHaveCount(0)
    await signIn(page, parent)
    await openSupport(page)
    await expect(writeIn(page)).toHaveValue('')
  })

  test('somebody who cannot log in asks too, by an address to answer to @phone-long @long', async ({
    page,
    inbox,
  }, { project }) => {
    const email = `visitor.${project.name}@mail.example`
    await page.clock.install()
    await page.goto(`/login/sent?email=${email}`)
    await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
    await page.clock.runFor(10_000)
    await page.getByRole('button', { name: 'Chat With Us' }).click()
    const panel = panelOf(page)
    await expect(panel).toContainText('Hello, how can we help?')
    await panel.getByLabel('Email address').fill('nobody')
    await panel.getByRole('button', { name: 'Start chat' }).click()
    await expect(panel.getByRole('alert')).toHaveText('Please enter a valid email address.')
    await expectAccessible(page)
    await panel.getByLabel('Email address').fill(email)
    await page.keyboard.press('Enter')
    await expect(writeIn(page)).toBeFocused()
    await page.keyboard.type('No mail arrives.')
    await page.keyboard.press('Enter')
    await expect(panel.getByRole('log')).toContainText(/No mail arrives\.You, /)
    expect(await saidBy(email)).toEqual(['No mail arrives.'])
    await answer(inbox, email, 'Look again, please.')
    await page.clock.runFor(5_000)
    await expect(panel.getByText('Look again, please.')).toBeInViewport()

    await page.reload()
    await page.clock.runFor(10_000)
    await page.getByRole('button', { name: 'Chat With Us' }).click()
    await expect(panel.getByText('Look again, please.')).toBeVisible()
    await panel.getByRole('button', { name: 'Start again' }).click()
    await expect(panel.getByText('Look again, please.')).toHaveCount(0)
    await expect(panel.getByLabel('Email address')).toHaveValue(email)
  })

  test('our people read along, and do not write in the name of a customer', async ({ page, inbox }) => {
    const [parent] = await customers('type.plusfunded')
    const staff = await staffApi(inbox)
    const { url } = await staff('POST /api/staff/customers/:customerId/impersonation', {
      params: { customerId: parent.customerId },
      body: { reason: 'They cannot find the chat' },
    })
    await page.goto(url)
    await openSupport(page)
    await expect(writeIn(page)).toBeDisabled()
    await expect(panelOf(page).getByRole('button', { name: 'Send' })).toBeDisabled()
    await expect(panelOf(page)).toContainText(`You see this as ${parent.name}. Only they can write here.`)
  })

  for (const [name, isRunner] of [
    ['takes the place of our own panel', false],
    ['never starts under a test runner, where our own panel answers', true],
  ] as const) {
    test(`the widget of an installation that names one ${name} @long`, async ({ page }) => {
      const asked = await nameWidget(page, isRunner)
      await page.clock.install()
      await page.goto('/login/sent?email=a@mail.example')
      if (!isRunner) await expect.poll(() => asked).toEqual(['/widget/abc123'])
      await page.clock.runFor(10_000)
      await page.getByRole('button', { name: 'Chat With Us' }).click()
      if (isRunner) {
        await expect(panelOf(page)).toBeVisible()
        expect(asked).toEqual([])
        return
      }
      const told = () => page.evaluate(() => (window as unknown as { told: unknown[] }).told)
      await expect.poll(told).toEqual([['boot', { app_id: 'abc123' }], ['show']])
      await expect(panelOf(page)).toHaveCount(0)
    })
  }

  test('the widget is never on a page where a card is typed, however one gets there @long', async ({
    page,
  }) => {
    const asked = await nameWidget(page)
    const hasWidget = () => page.evaluate(() => 'Intercom' in window)
    const payHeading = page.getByRole('heading', { level: 1 })
    await page.goto('/pay-now?request=demo-full')
    await expect(payHeading).toBeVisible()
    await page.goto('/login/sent?email=a@mail.example')
    await expect.poll(hasWidget).toBe(true)
    expect(asked).toHaveLength(1)
    await page.evaluate(() => history.pushState(null, '', '/pay-now?request=demo-full'))
    await expect.poll(() => hasWidget().catch(() => true)).toBe(false)
    await expect(payHeading).toBeVisible()
    expect(asked).toHaveLength(1)
  })
})
