import { hostileRedirects } from '#domain/hostile-redirects.ts'
import { customers } from './customers.ts'
import { expect, logIn, scriptHasCome, signInWithCode, test } from './journey.ts'
import { askForCode, expectAccessibleDayAndNight, expectStep } from './login-screen.ts'
import { newFamily } from './new-family.ts'
import { inTurn } from './turns.ts'

test.describe('An address that asks for a code', () => {
  test('fills in the e-mail and sends one code, however often the page is come back to @long', async ({
    page,
    calls,
  }) => {
    const [parent] = await customers('plan.noschedulenav')
    const sends = () => calls.filter((call) => call.url().endsWith('/send-otp')).length
    await page.goto(`/login?email=${encodeURIComponent(` ${parent.email.toUpperCase()} `)}`)
    await expect(page.getByLabel('Enter code')).toBeVisible()
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page.getByLabel('Email address')).toHaveValue(parent.email)
    await page.goForward()
    await page.goto('/404')
    await page.goBack()
    await expect(page.getByLabel('Enter code')).toBeVisible()
    await page.goBack()
    await expect(page.getByLabel('Email address')).toHaveValue(parent.email)
    await page.reload()
    await scriptHasCome(page)
    await expect(page.getByLabel('Email address')).toHaveValue(parent.email)
    expect(sends()).toBe(1)
  })

  test('sends nothing while the browser loads the page in advance @long', async ({ page, calls }) => {
    const [parent] = await customers('plan.cutoff')
    await page.addInitScript(() => {
      let isInAdvance = true
      Object.defineProperty(Document.prototype, 'prerendering', { get: () => isInAdvance })
      addEventListener('look', () => {
        isInAdvance = false
        document.dispatchEvent(new Event('prerenderingchange'))
      })
    })
    await page.goto(`/login?email=${parent.email}`, { waitUntil: 'networkidle' })
    await expect(page.getByLabel('Email address')).toHaveValue(parent.email)
    expect(calls).toEqual([])
    await page.evaluate(() => dispatchEvent(new Event('look')))
    await expect(page.getByLabel('Enter code')).toBeVisible()
    expect(calls).toHaveLength(1)
  })
})

test('A new customer arrives at the payment schedule @phone-long @long', async ({ page, inbox }) => {
  const [parent] = await customers('newcustomer')
  await page.goto('/login?signup=false')
  await expectStep(page, 'Log in to your account', 'Log in')
  await page.goto('/login?signup')
  await expectStep(page, 'Log in to activate your account')
  const note = "Once you log in you'll be taken to set up your payment schedule."
  await expect(page.getByText(note)).toBeVisible()
  await expectAccessibleDayAndNight(page)
  await inTurn(parent.email, async () => {
    const mark = await inbox.mark()
    await askForCode(page, parent.email)
    const { code } = await inbox.next(parent.mobile, 'sms', mark)
    await expect(page.getByLabel('Enter code')).toBeFocused()
    await expect(page.getByRole('button', { name: 'Log in' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
    await page.getByLabel('Enter code').fill(code ?? '')
    await expect(page).toHaveURL('/payment-schedule')
  })
})

test('A link to sign up keeps its title and note while the code is sent by itself @phone @long', async ({
  page,
  inbox,
}) => {
  const parent = await newFamily({})
  const [unreachable] = await customers('nomobile')
  const note = page.getByText("Once you log in you'll be taken to set up your payment schedule.")
  const mark = await inbox.mark()
  await page.goto(`/login?signup=true&email=${parent.email}`)
  await expect(page.getByLabel('Enter code')).toBeFocused()
  await expectStep(page, 'Log in to activate your account')
  await expect(note).toBeVisible()
  await expect(page.getByText(`ending in ${parent.mobile.slice(-3)}`)).toBeVisible()
  await expectAccessibleDayAndNight(page)
  await page.getByLabel('Enter code').fill((await inbox.next(parent.mobile, 'sms', mark)).code ?? '')
  await expect(page).toHaveURL('/payment-schedule')
  await page.evaluate(() => localStorage.clear())

  await page.goto(`/login?signup=true&email=${unreachable.email}`)
  await expect(page.getByRole('button', { name: 'Email me a link' })).toBeVisible()
  await expectStep(page, 'Log in to activate your account')
  await expect(note).toBeVisible()
  await page.getByRole('button', { name: 'Email me a link' }).click()
  await expectStep(page, 'Check your inbox')
  await expect(note).toBeVisible()
  await page.getByRole('button', { name: 'Use another email' }).click()
  await expectStep(page, 'Log in to activate your account')
})

test.describe('After log-in', () => {
  test('the page that was asked for opens, with its query', async ({ page, inbox }) => {
    const [parent] = await customers('type.payplus')
    await page.goto('/transactions?from=2026-01-01')
    await expect(page).toHaveURL(/\/login\?redirect=/)
    await logIn(page, inbox, parent, page.url())
    await expect(page).toHaveURL('/transactions?from=2026-01-01')
  })

  test('nobody is led away, whatever a link says @long', async ({ page, inbox, baseURL, context }) => {
    const [parent] = await customers('oneinactive')
    const strangers: string[] = []
    context.on('request', (request) => {
      if (!request.url().startsWith(baseURL!) && !request.url().startsWith('data:'))
        strangers.push(request.url())
    })
    await signInWithCode(page, inbox, parent)
    await expect(page).toHaveURL('/')
    for (const target of hostileRedirects) {
      await page.evaluate(
        (search) => history.pushState(null, '', `/login?${search}`),
        new URLSearchParams({ redirect: target }).toString(),
      )
      await expect(page, target).toHaveURL('/')
    }
    // As it may be typed into the address, without any care for what must be written how.
    for (const raw of ['//evil.example', '/\\evil.example', '/%09/evil.example']) {
      await page.goto(`/login/account-selection?redirect=${raw}`)
      await expect(page, raw).toHaveURL('/')
    }
    // Neither to another page than those that a log-in leads to.
    for (const own of ['/nowhere', '/login?logoutReason=security']) {
      await page.goto(`/login?redirect=${encodeURIComponent(own)}`)
      await expect(page, own).toHaveURL('/')
    }
    expect(strangers).toEqual([])
  })
})
