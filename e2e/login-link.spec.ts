import type { Page } from '@playwright/test'
import { customers } from './customers.ts'
import { expect, expectAccessible, signInWithCode, stopClock, stored, test, type Inbox } from './journey.ts'
import { askForCode, expectAccessibleDayAndNight, expectStep, failing } from './login-screen.ts'
import { newFamily } from './new-family.ts'

async function mailedLink(inbox: Inbox, email: string, mark: number): Promise<string> {
  const { links } = await inbox.next(email, 'email', mark)
  const { pathname, search } = new URL(links.find((url) => url.includes('token='))!)
  return pathname + search
}

/** Has a link mailed without the screens. */
async function linkFor(page: Page, inbox: Inbox, email: string, redirect?: string): Promise<string> {
  const mark = await inbox.mark()
  await page.request.post('/api/auth/customer/email-login', { data: { email, redirect } })
  return mailedLink(inbox, email, mark)
}

test.describe('A mailed link', () => {
  test('leads to the page that was asked for, once, and an old one can be replaced @long', async ({
    page,
    inbox,
    request,
    calls,
  }) => {
    // It leaves a code lying, for which another journey would have to wait.
    const parent = await newFamily({})
    await page.goto('/login?redirect=/transactions%3Ffrom%3D2026-01-01')
    await askForCode(page, parent.email)
    const mark = await inbox.mark()
    await page.getByRole('button', { name: 'email a link' }).click()
    await expect(page).toHaveURL(`/login/sent?email=${encodeURIComponent(parent.email)}`)
    const path = await mailedLink(inbox, parent.email, mark)
    // A mail scanner that looks first does not use it up.
    for (const _ of ['once', 'twice']) expect((await request.get(path)).status()).toBe(200)

    await page.goto(path)
    await expect(page).toHaveURL('/transactions?from=2026-01-01')
    expect(await stored(page, 'token')).not.toBeNull()
    const logins = calls.filter((call) => call.url().endsWith('/token-login'))
    expect(logins.map((call) => ['authorization' in call.headers(), call.method()])).toEqual([
      [false, 'POST'],
    ])
    await page.evaluate(() => localStorage.clear())

    await page.goto(path)
    await expectStep(page, 'It looks like your login link has expired.')
    expect(page.url()).not.toContain('token=')
    await expectAccessibleDayAndNight(page)
    await failing(page, 'email-login', 1)
    await page.getByRole('button', { name: 'Send me a new link' }).click()
    await expect(page.getByText('Something went wrong logging you in, please try again later.')).toBeVisible()
    const again = await inbox.mark()
    await page.getByRole('button', { name: 'Send me a new link' }).click()
    await expect(page).toHaveURL(`/login/sent?email=${encodeURIComponent(parent.email)}`)
    await page.goto(await mailedLink(inbox, parent.email, again))
    await expect(page).toHaveURL('/transactions?from=2026-01-01')
  })

  test('that is none leads to the error page, and one that met a failure can be tried again @long', async ({
    page,
    inbox,
    calls,
  }) => {
    const parent = await newFamily({})
    const oops = page.getByRole('heading', { name: 'Oops, something went wrong.' })
    for (const garbage of ['garbage', 'a.b.c']) {
      await page.goto(`/login?token=${garbage}`)
      await expect(oops).toBeVisible()
      await expect(page).toHaveURL('/login')
      await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
      await expectAccessible(page)
      await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
      await expectStep(page, 'Log in to your account', 'Log in')
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    }
    const path = await linkFor(page, inbox, parent.email, '/profile')
    await failing(page, 'token-login', 1)
    await page.goto(path)
    await expect(oops).toBeVisible()
    await expectAccessible(page)
    await page.route('**/token-login', (route) => route.abort(), { times: 1 })
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.poll(() => calls.filter((call) => call.url().endsWith('/token-login')).length).toBe(4)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page).toHaveURL('/profile')
  })

  test('of another person asks first, and changes nothing until it is answered @long', async ({
    page,
    inbox,
  }) => {
    const [parent, other] = await customers('type.plusfunded', 'vc.active')
    const path = await linkFor(page, inbox, other.email, '/profile')
    await signInWithCode(page, inbox, parent)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(parent.firstName)
    const token = await stored(page, 'token')

    await page.goto(path)
    const question = `You are logged in as ${parent.email}. Log in as ${other.email} instead?`
    await expect(page.getByText(question)).toBeVisible()
    await expectStep(page, 'Log in as someone else?')
    await expectAccessibleDayAndNight(page)
    await page.getByRole('button', { name: 'No, stay logged in' }).click()
    await expect(page).toHaveURL('/')
    expect(await stored(page, 'token')).toBe(token)

    // Nothing was used up by asking.
    await page.goto(path)
    await page.getByRole('button', { name: 'Yes, log in' }).click()
    await expect(page).toHaveURL('/profile')
    expect(await stored(page, 'accountId')).toBe(other.accountId)
    const reply = await page.request.get('/api/portal/customer/accounts', {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(reply.status()).toBe(401)

    // One's own link needs no question.
    await page.goto(await linkFor(page, inbox, other.email, '/transactions'))
    await expect(page).toHaveURL('/transactions')
  })
})

test('The page after a mailed link offers help after ten seconds @phone-long @long', async ({
  page,
  inbox,
  calls,
}) => {
  const [parent] = await customers('vc.missing')
  await stopClock(page)
  await page.goto(`/login/sent?email=${encodeURIComponent(parent.email)}`)
  await expectStep(page, 'Check your inbox')
  await expect(page.getByRole('main')).toContainText(`A personal login link was sent to ${parent.email}.`)
  await expect(page.getByRole('button', { name: 'Use another email' })).toBeVisible()
  const chat = page.getByRole('button', { name: 'Chat With Us' })
  await page.clock.runFor(9_500)
  await expect(chat).toHaveCount(0)
  const before = await page.getByRole('heading', { level: 1 }).boundingBox()
  await page.clock.runFor(1_000)
  await expect(chat).toBeVisible()
  await expect(page.getByText(/Check the spelling of your email and look in your spam folder/)).toBeVisible()
  expect(await page.getByRole('heading', { level: 1 }).boundingBox()).toEqual(before)
  await page.clock.resume()
  await expectAccessibleDayAndNight(page)

  const mark = await inbox.mark()
  await page.getByRole('button', { name: 'Send the link again' }).click()
  await expect(page.getByText('A new link is on its way. Only the newest one works.')).toBeVisible()
  await inbox.next(parent.email, 'email', mark)
  expect(calls).toHaveLength(1)
  await failing(page, 'email-login', 1)
  await page.getByRole('button', { name: 'Send the link again' }).click()
  await expect(page.getByText('please try again later.')).toBeVisible()

  for (const path of ['/login/sent', '/login/sent?email=']) {
    await page.goto(path)
    await expectStep(page, 'Oops, something went wrong.')
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
    await expect(page).toHaveURL('/login')
    await expectStep(page, 'Log in to your account', 'Log in')
  }
  await page.goto('/login/sent/x')
  await expect(page.getByLabel('Email address')).toBeVisible()
})
