import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { tokens, type SessionPayload } from '#server/platform/tokens/token.ts'
import { inProject } from '#tools/project.ts'
import { customers, type Customer } from './customers.ts'
import { expect, expectAccessible, logIn, signInWithCode, stored, test } from './journey.ts'
import { letGapPass } from './login-screen.ts'
import { newFamily } from './new-family.ts'
import { rows } from './rows.ts'
import { staffApi } from './staff.ts'

const securityNote = 'You have been logged out for security reasons.'

const title = (page: Page) => page.getByRole('heading', { level: 1 })

/** The next log-in leads back to the page. */
async function expectSecurityLogout(page: Page, path = '/'): Promise<void> {
  await expect(page.getByText(securityNote)).toHaveCount(1)
  const back = path === '/' ? '' : `&redirect=${encodeURIComponent(path)}`
  await expect(page).toHaveURL(`/login?logoutReason=security${back}`)
  expect([await stored(page, 'token'), await stored(page, 'accountId')]).toEqual([null, null])
}

async function store(page: Page, values: Record<string, string | null>): Promise<void> {
  await page.evaluate((values) => {
    for (const [name, value] of Object.entries(values)) {
      if (value === null) localStorage.removeItem(`larkwell.${name}`)
      else localStorage.setItem(`larkwell.${name}`, value)
    }
  }, values)
}

/** The same session, with a token that is `minutes` old: the server would have signed it then. */
async function aged(token: string, minutes: number): Promise<string> {
  const { sessionKeys } = JSON.parse(await readFile(inProject('.data', 'e2e', 'secrets.json'), 'utf8')) as {
    sessionKeys: string
  }
  const [id = '', secret = ''] = sessionKeys.split(':')
  const { iat, exp, iss, aud, ...payload } = JSON.parse(
    Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
  ) as SessionPayload & { iat: number; exp: number; iss: string; aud: string }
  expect([iss, aud, exp - iat]).toEqual(['larkwell', 'session', 30 * 60])
  return tokens([{ id, secret }]).sign(
    'session',
    payload,
    new Date(iat * 1000 - minutes * 60_000),
    30 * 60_000,
  )
}

const sessionsOf = (parent: Customer, change: string) =>
  rows(`update session set ${change} where customer_id = $1 returning id`, [parent.customerId])

test.describe('A session ends for security', () => {
  test('when what the browser keeps of it is missing, garbled or not its own', async ({
    page,
    inbox,
    calls,
  }) => {
    const [parent, other] = await customers('plan.started30', 'plan.started31')
    await signInWithCode(page, inbox, parent)
    await expect(title(page)).toContainText(parent.firstName)
    const token = (await stored(page, 'token'))!
    const comeBack = async () => {
      await store(page, { token, accountId: parent.accountId })
      await page.goto('/')
      await expect(title(page)).toContainText(parent.firstName)
    }

    await store(page, { token: null })
    await page.getByRole('link', { name: 'Transactions' }).click()
    await expectSecurityLogout(page, '/transactions')

    const before = calls.length
    for (const values of [
      { token: 'garbage', accountId: parent.accountId },
      { token, accountId: other.accountId },
    ]) {
      await store(page, values)
      await page.goto('/')
      await expectSecurityLogout(page)
    }
    // Nobody was asked: it could be seen.
    expect(calls.length).toBe(before)

    await comeBack()
    await store(page, { accountId: other.accountId })
    await page.getByRole('link', { name: 'Transactions' }).click()
    await expectSecurityLogout(page, '/transactions')

    await store(page, { token: `${token.slice(0, -4)}AAAA`, accountId: parent.accountId })
    await page.goto('/')
    await expectSecurityLogout(page)
    await comeBack()
  })

  test('once for all calls, when it has expired or our people have ended it', async ({ page, inbox }) => {
    const [parent] = await customers('revoked')
    const steps: string[] = []
    page.on('framenavigated', (frame) => steps.push(new URL(frame.url()).pathname))
    await signInWithCode(page, inbox, parent)
    await expect(title(page)).toContainText(parent.firstName)
    // Away from the portal: a call of the open page would find out first, and end the session before the page comes.
    await page.goto('about:blank')
    const visited = await page.evaluate(() => history.length)
    await sessionsOf(parent, "expires_at = created_at + interval '1 millisecond'")
    await page.goBack()
    steps.length = 0
    await expectSecurityLogout(page)
    expect(steps.length).toBeLessThanOrEqual(2)
    expect(await page.evaluate(() => history.length)).toBe(visited)

    await signInWithCode(page, inbox, parent)
    await expect(title(page)).toContainText(parent.firstName)
    // The next call is the one that Support makes.
    await page.waitForLoadState('networkidle')
    const staff = await staffApi(inbox, 'staff.ops@demo.example')
    const request = { params: { customerId: parent.customerId }, body: { reason: 'A journey' } }
    await staff('POST /api/staff/customers/:customerId/disable', request)
    try {
      await page.getByRole('button', { name: 'Support' }).click()
      await expectSecurityLogout(page)
    } finally {
      await staff('POST /api/staff/customers/:customerId/enable', request)
    }
  })
})

test.describe('A session goes on', () => {
  test('with a new token before the old one is through, in both tabs @long', async ({
    page,
    inbox,
    context,
  }) => {
    const [parent] = await customers('plan.started0')
    await signInWithCode(page, inbox, parent)
    await expect(title(page)).toContainText(parent.firstName)
    const old = await aged((await stored(page, 'token'))!, 16)
    await store(page, { token: old })
    const other = await context.newPage()
    await Promise.all([page.reload(), other.goto('/')])
    for (const tab of [page, other]) await expect(title(tab)).toContainText(parent.firstName)
    const renewed = await stored(page, 'token')
    expect(renewed).not.toBe(old)
    expect(Number(await stored(page, 'tokenEndsAt'))).toBeGreaterThan(Date.now() + 25 * 60_000)

    const carried = other.waitForRequest('**/overview')
    await other.reload()
    expect((await carried).headers()['authorization']).toBe(`Bearer ${renewed}`)
    await expect(title(other)).toContainText(parent.firstName)

    await store(page, { token: await aged(renewed!, 31) })
    await page.reload()
    await expectSecurityLogout(page)
    await expect(other).toHaveURL('/login')
  })

  test('through a wrong code, which is sent without its token @long', async ({ page, inbox, calls }) => {
    const [parent, other] = await customers('type.extend', 'bpayamount')
    await signInWithCode(page, inbox, parent, { path: '/profile' })
    await expect(title(page)).toHaveText('Profile')
    const kept = await stored(page, 'token')
    await page.goto(`/login?email=${other.email}`)
    await page.getByLabel('Enter code').fill('000000')
    await expect(page.getByText('Invalid code. Please try again.')).toBeVisible()
    expect([await stored(page, 'token'), await stored(page, 'accountId')]).toEqual([kept, parent.accountId])
    const ofLogIn = calls.filter((call) => call.url().includes('/api/auth/'))
    expect(ofLogIn.length).toBeGreaterThanOrEqual(2)
    for (const call of ofLogIn) expect(call.headers()).not.toHaveProperty('authorization')
    for (const call of calls) expect(call.headers()['x-larkwell-region']).toBe('AU')
    await page.goto('/')
    await expect(title(page)).toContainText(parent.firstName)
  })
})

test('A page that the browser had put aside shows nothing after a log-out @long', async ({ page, inbox }) => {
  const [parent] = await customers('type.go')
  await signInWithCode(page, inbox, parent)
  await expect(title(page)).toContainText(parent.firstName)
  await store(page, { token: null, accountId: null })
  // What the browser says when it brings a page back as it was left, with all that was on it.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(page).toHaveURL('/login')
  await expect(page.getByText(parent.firstName)).toHaveCount(0)
})

test.describe('Before a session ends by itself', () => {
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Are you still there?' })

  test('it offers to stay logged in, and both tabs go on @phone @long', async ({ page, inbox, context }) => {
    const parent = await newFamily({})
    await page.clock.install()
    await logIn(page, inbox, parent)
    await expect(title(page)).toContainText(parent.firstName)
    const tab = await context.newPage()
    await tab.goto('/transactions')
    await expect(title(tab)).toHaveText('Transactions')
    // The server's clock stands where it is, so its token has to be as old as the page believes.
    await store(page, { token: await aged((await stored(page, 'token'))!, 28) })
    await page.getByRole('heading', { level: 1 }).focus()
    // The clock of both tabs.
    await page.clock.fastForward('28:05')
    for (const each of [page, tab]) {
      await expect(dialog(each)).toContainText(/we will log you out in 1:\d\d\./)
    }
    await expectAccessible(tab)
    await tab.getByRole('button', { name: 'Stay logged in' }).click()
    for (const each of [page, tab]) await expect(dialog(each)).toHaveCount(0)
    await tab.close()
    await page.clock.fastForward('02:30')
    await expect(title(page)).toContainText(parent.firstName)
    await expect(page).toHaveURL('/')
  })

  test('it says when it cannot go on, and leads back to the page after another log-in @long', async ({
    page,
    inbox,
  }) => {
    const parent = await newFamily({})
    await page.clock.install()
    await logIn(page, inbox, parent, '/login?redirect=/profile')
    await expect(title(page)).toHaveText('Profile')
    // The server does not renew a token that is new by its own clock, as if the session had reached its longest life.
    await page.clock.fastForward('28:05')
    await page.getByRole('button', { name: 'Stay logged in' }).click()
    const last = page.getByRole('dialog', { name: 'Please log in again' })
    await expect(last).toContainText(/It ends in 1:\d\d\./)
    await expectAccessible(page)
    await last.getByRole('button', { name: 'Log in again' }).click()
    await expectSecurityLogout(page, '/profile')
    await letGapPass(parent.email)
    await logIn(page, inbox, parent, page.url())
    await expect(page).toHaveURL('/profile')
  })

  test('it takes the amounts off the screen, and keeps the draft of a plan for its customer only @long', async ({
    page,
    inbox,
  }) => {
    const [parent, other] = await customers('sched.full', 'sched.twice')
    const frequency = (name: string) => page.getByRole('radio', { name })
    const kept = page.getByText('We kept what you had chosen before you were logged out.')
    await page.clock.install()
    await logIn(page, inbox, parent, '/login?redirect=/payment-schedule')
    await expect(frequency('Weekly')).toBeVisible()
    const saved = await page.locator('[name]:checked').first().getAttribute('value')
    const chosen = saved === 'Weekly' ? 'Fortnightly' : 'Weekly'
    await frequency(chosen).check({ force: true })
    await expect(frequency(chosen)).toBeChecked()
    await expect(kept).toHaveCount(0)
    await page.clock.fastForward('31:00')
    await expectSecurityLogout(page, '/payment-schedule')
    await expect(page.locator('body')).not.toContainText('$')
    const back = page.url()

    await logIn(page, inbox, other, back)
    await expect(page).toHaveURL('/payment-schedule')
    await expect(title(page)).toHaveText('Customise your payment schedule')
    await expect(page.getByRole('main')).toContainText('$')
    await expect(kept).toHaveCount(0)
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')

    await letGapPass(parent.email)
    await logIn(page, inbox, parent, back)
    await expect(page).toHaveURL('/payment-schedule')
    await expect(kept).toBeVisible()
    await expect(frequency(chosen)).toBeChecked()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Start over' }).click()
    await expect(kept).toHaveCount(0)
    await expect(title(page)).toBeFocused()
    await expect(frequency(chosen)).not.toBeChecked()
    const drafts = await page.evaluate(() =>
      Object.keys(localStorage).filter((key) => key.includes('.draft.')),
    )
    expect(drafts).toEqual([])
  })
})
