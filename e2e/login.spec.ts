import { customers } from './customers.ts'
import { expect, expectAccessible, logIn, stored, test } from './journey.ts'
import {
  askForCode,
  expectAccessibleDayAndNight,
  expectStep,
  failing,
  letGapPass,
  watchLayoutShifts,
} from './login-screen.ts'
import { newFamily } from './new-family.ts'
import { inTurn } from './turns.ts'

test.describe('Logging in', () => {
  test('A parent logs in with a code and sees the Overview @phone', async ({ page, inbox, calls }) => {
    const [olivia] = await customers('olivia')
    const shifts = await watchLayoutShifts(page)
    await page.goto('/')
    await expect(page).toHaveURL(/\/login$/)
    await expectStep(page, 'Log in to your account', 'Log in')
    await expectAccessibleDayAndNight(page)
    await inTurn(olivia.email, async () => {
      const mark = await inbox.mark()
      await page.getByPlaceholder('Enter your email').fill(`  ${olivia.email.toUpperCase()} `)
      await page.getByRole('button', { name: 'Continue' }).dblclick()

      await expect(page.getByLabel('Enter code')).toBeFocused()
      await expectStep(page, 'Check your phone')
      await expectAccessibleDayAndNight(page)
      const { code } = await inbox.next(olivia.mobile, 'sms', mark)
      await page.getByLabel('Enter code').fill(code ?? '')
      await page.getByRole('button', { name: 'Log in' }).dblclick()
      await expect(page).toHaveURL('/')
    })
    expect(await shifts()).toEqual([])
    await expect(page.getByRole('heading', { level: 1 })).toContainText(olivia.firstName)
    expect(await stored(page, 'accountId')).toBe(olivia.accountId)
    expect(await stored(page, 'region')).toBe('AU')
    const payload = JSON.parse(
      Buffer.from((await stored(page, 'token'))!.split('.')[1]!, 'base64url').toString(),
    )
    expect(payload).toMatchObject({
      sub: olivia.customerId,
      email: olivia.email,
      name: olivia.name,
      accounts: [{ accountId: olivia.accountId }],
    })

    const logins = calls.filter((call) => call.url().includes('/api/auth/'))
    expect(logins.map((call) => new URL(call.url()).pathname.split('/').at(-1))).toEqual([
      'send-otp',
      'otp-login',
    ])
    expect(logins[0]?.postDataJSON()).toEqual({ email: olivia.email })
    for (const call of calls) {
      const isLogin = call.url().includes('/api/auth/')
      expect(call.headers()['x-larkwell-region']).toBe('AU')
      expect('authorization' in call.headers(), call.url()).toBe(!isLogin)
    }
  })

  test('Only the keyboard is needed @long', async ({ page, inbox }) => {
    const [harriet] = await customers('harriet')
    const mark = await inbox.mark()
    await page.goto('/login')
    const help = page.getByRole('contentinfo').getByText('Need help?')
    // The page shows before it knows the number.
    await expect(help).toHaveText(/\d/)
    const australian = await help.innerText()
    const email = page.getByLabel('Email address')
    // The link past the header, the logo, the field.
    for (const _ of ['skip', 'logo', 'email']) await page.keyboard.press('Tab')
    await expect(email).toBeFocused()
    await page.keyboard.type(harriet.email)
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Enter code')).toBeFocused()
    // The reply names the customer's region, whatever the browser thought.
    await expect(page.getByRole('radio', { name: 'United Kingdom' })).toBeChecked()
    await expect(help).not.toHaveText(australian)
    const { code } = await inbox.next(harriet.mobile, 'sms', mark)
    await page.keyboard.type(code ?? '')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('main')).toContainText('£')
    expect(await stored(page, 'region')).toBe('UK')
  })

  test('An empty e-mail is asked for and nothing is sent', async ({ page, calls }) => {
    await page.goto('/login')
    for (const typed of ['', '   ']) {
      await page.getByPlaceholder('Enter your email').fill(typed)
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(page.getByText('Field is required')).toBeVisible()
      await expect(page.getByLabel('Email address')).toBeFocused()
    }
    expect(calls).toEqual([])
  })

  test('The code step takes six digits, and going back forgets them but not the e-mail', async ({
    page,
    calls,
  }) => {
    const [parent] = await customers('renew.nodate')
    await page.goto('/login')
    await askForCode(page, parent.email)
    const field = page.getByLabel('Enter code')
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page.getByText('Field is required')).toBeVisible()
    await field.pressSequentially('12ab3')
    await expect(field).toHaveValue('123')
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page.getByText('Invalid code. Please try again.')).toBeVisible()
    await field.pressSequentially('45678')
    await expect(field).toHaveValue('123456')

    await page.getByRole('button', { name: 'Back' }).click()
    await expectStep(page, 'Log in to your account', 'Log in')
    await expect(page.getByLabel('Email address')).toHaveValue(parent.email)
    await expect(page.getByLabel('Email address')).toBeFocused()
    await page.goForward()
    await expect(field).toHaveValue('')
    await expect(page.getByText('Invalid code')).toHaveCount(0)

    // After a reload the code is still on its way; the browser's own Back works as ours.
    await page.reload()
    await expect(field).toBeFocused()
    await page.goBack()
    await expect(page.getByLabel('Email address')).toHaveValue(parent.email)
    expect(calls.filter((call) => call.url().endsWith('/send-otp'))).toHaveLength(1)
  })

  test('A code that is sent again replaces the first, and the note says where it went', async ({
    page,
    inbox,
  }) => {
    const [parent] = await customers('renew.offboarding')
    await page.goto('/login')
    const mark = await inbox.mark()
    await askForCode(page, parent.email)
    const first = await inbox.next(parent.mobile, 'sms', mark)
    await letGapPass(parent.email)
    await page.getByLabel('Enter code').fill('12')
    await page.getByRole('button', { name: 'Resend code' }).click()
    const masked = `+61 *** *** ${parent.mobile.slice(-3)}`
    await expect(page.getByText(`A one time password code was resent to ${masked}.`)).toBeVisible()
    await expect(page.getByLabel('Enter code')).toHaveValue('')
    const second = await inbox.next(parent.mobile, 'sms', first.seq)
    await page.getByLabel('Enter code').fill(second.code ?? '')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/')
  })

  test('A slow network shows that something is happening, and pressing again changes nothing', async ({
    page,
    calls,
  }) => {
    const [parent] = await customers('renew.nofee')
    let goOn = () => {}
    const slow = new Promise<void>((done) => (goOn = done))
    await page.route('**/send-otp', async (route) => {
      await slow
      await route.continue()
    })
    await page.goto('/login')
    await askForCode(page, parent.email)
    const button = page.getByRole('button', { name: 'Continue' })
    await expect(button).toHaveAttribute('aria-busy', 'true')
    await button.dispatchEvent('click')
    await page.getByLabel('Email address').press('Enter')
    goOn()
    await expect(page.getByLabel('Enter code')).toBeVisible()
    expect(calls.filter((call) => call.url().endsWith('/send-otp'))).toHaveLength(1)
  })

  test('Asking for another code too soon is answered in words, however often', async ({ page }) => {
    const [parent] = await customers('sched.twice')
    await page.goto('/login')
    await page.getByLabel('Email address').fill(parent.email)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByLabel('Enter code')).toBeVisible()
    for (const _ of ['once', 'twice', 'three times']) {
      const refused = page.waitForResponse((reply) => reply.url().endsWith('/send-otp'))
      await page.getByRole('button', { name: 'Resend code' }).click()
      expect((await refused).status()).toBe(429)
      await expect(page.getByText('Too many tries. Please wait a moment and try again.')).toBeVisible()
      await expect(page.locator('[aria-busy]')).toHaveCount(0)
    }
    await expect(page.getByLabel('Enter code')).toBeVisible()
  })

  test('A wrong code is answered in words, and the session stays untouched', async ({ page, inbox }) => {
    // A family of its own: it leaves a code lying, for which another journey would have to wait.
    const parent = await newFamily({})
    await page.goto('/login')
    const mark = await inbox.mark()
    await page.getByLabel('Email address').fill(parent.email)
    await page.getByRole('button', { name: 'Continue' }).click()
    const { code = '' } = await inbox.next(parent.mobile, 'sms', mark)
    await page.getByLabel('Enter code').fill(code === '000000' ? '000001' : '000000')
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page.getByText('Invalid code. Please try again.')).toBeVisible()
    await expectAccessible(page)
    expect(await stored(page, 'token')).toBeNull()

    await page.getByLabel('Enter code').fill(code)
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page).toHaveURL('/')
  })

  test('A code that cannot be sent is said so once, and becomes a mailed link the second time', async ({
    page,
    inbox,
    calls,
  }) => {
    const [parent, other] = await customers('otpdown', 'otpandmaildown')
    const failure = page.getByText('Something went wrong. Please try again in a few moments.')
    await failing(page, 'send-otp', 3)
    await page.goto('/login')
    await askForCode(page, other.email)
    await expect(failure).toBeVisible()
    await expectAccessible(page)
    // Another e-mail starts anew.
    await askForCode(page, parent.email)
    await expect(failure).toBeVisible()
    const mark = await inbox.mark()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL(`/login/sent?email=${encodeURIComponent(parent.email)}`)
    await inbox.next(parent.email, 'email', mark)

    // Without the mail either, nobody is sent to an inbox that stays empty.
    await page.goto('/login')
    await failing(page, 'send-otp', 2)
    await failing(page, 'email-login', 1)
    await askForCode(page, other.email)
    await expect(failure).toBeVisible()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Something went wrong logging you in, please try again later.')).toBeVisible()
    await expect(page).toHaveURL('/login')

    // A success in between starts the count anew, and so a resend that fails is the first failure again.
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByLabel('Enter code')).toBeVisible()
    await failing(page, 'send-otp', 1)
    await page.getByRole('button', { name: 'Resend code' }).click()
    await expect(failure).toBeVisible()
    await expect(page.getByLabel('Enter code')).toBeVisible()
    await failing(page, 'email-login', 1)
    await page.getByRole('button', { name: 'email a link' }).click()
    await expect(page.getByText('please try again later.')).toBeVisible()
    expect(calls.filter((call) => call.url().endsWith('/email-login'))).toHaveLength(3)
  })

  test('A parent without a mobile gets a link by mail, which works once', async ({
    page,
    inbox,
    browser,
    baseURL,
  }) => {
    const [parent] = await customers('nomobile')
    await page.goto('/login?redirect=/')
    await askForCode(page, parent.email)
    await expectStep(page, "We can't text you a code")
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    const main = page.getByRole('main')
    await expect(main).toContainText('there is no mobile number on file')
    await expect(main).toContainText('1300 139 445')
    await expect(main.getByRole('link', { name: 'help@larkwell.example' })).toBeVisible()
    await expectAccessibleDayAndNight(page)
    const mark = await inbox.mark()
    await page.getByRole('button', { name: 'Email me a link' }).click()
    await expect(page).toHaveURL(/\/login\/sent\?email=/)
    await expect(page.getByText(parent.email)).toBeVisible()

    const link = (await inbox.next(parent.email, 'email', mark)).links.find((url) => url.includes('token='))!
    const path = link.slice(new URL(link).origin.length)
    await page.goto(path)
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(parent.firstName)

    const other = await browser.newPage({ baseURL: baseURL! })
    await other.goto(path)
    await expect(other.getByText('It looks like your login link has expired.')).toBeVisible()
    expect(other.url()).not.toContain('token=')
    await other.close()
  })
})

test.describe('The signed-out pages', () => {
  test('have the logo on the left, a centred column, and a picture where there is room @long', async ({
    page,
  }) => {
    await page.goto('/login')
    const logo = page.getByRole('banner').getByRole('link')
    await expect(logo).toHaveAttribute('href', '/')
    const [corner, column, side] = await Promise.all([
      logo.boundingBox(),
      page.getByRole('main').boundingBox(),
      page.locator('.auth__side').boundingBox(),
    ])
    expect([corner!.x < 60, corner!.y < 60]).toEqual([true, true])
    const middleOf = (box: { x: number; width: number } | null) => box!.x + box!.width / 2
    expect(middleOf(column)).toBeCloseTo(middleOf(side), 0)
    expect(column!.width).toBe(400)

    const hero = page.locator('.auth__hero')
    await expect(hero).toBeVisible()
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(hero).toBeVisible()
    await page.setViewportSize({ width: 1279, height: 800 })
    await expect(hero).toBeHidden()
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)

    await expect(page.locator('body')).toHaveClass(/page-wrapper/)
    await page.goto('/login/elsewhere')
    await expect(page.getByLabel('Email address')).toBeVisible()
    await expect(page.locator('body')).not.toHaveClass(/page-wrapper/)
  })

  test('let the visitor choose the region, which the phone number follows @long', async ({ page }) => {
    await page.goto('/login')
    const help = page.getByRole('contentinfo').getByText('Need help?')
    // The page shows before it knows the number.
    await expect(help).toHaveText(/\d/)
    const australian = await help.innerText()
    await page.getByText('United Kingdom').click()
    await expect(help).not.toHaveText(australian)
    expect(await stored(page, 'region')).toBe('UK')
    await page.goto('/login/sent?email=a@b.c')
    await expect(page.getByRole('radio', { name: 'United Kingdom' })).toBeChecked()
    await page.getByRole('radio', { name: 'United Kingdom' }).press('ArrowLeft')
    await expect(help).toHaveText(australian)
    expect(await stored(page, 'region')).toBe('AU')
  })
})

test.describe('The log-in page', () => {
  test('can be used before its script has come, and nothing of it is lost', async ({ page }) => {
    let come = () => {}
    const script = new Promise<void>((done) => (come = done))
    await page.route('**/*.js', async (route) => {
      await script
      await route.continue()
    })
    await page.goto('/login', { waitUntil: 'commit' })
    await page.getByLabel('Email address').fill('early@demo.example')
    await page.getByText('United Kingdom').click()
    come()
    await expect.poll(() => stored(page, 'region')).toBe('UK')
    await expect(page.getByRole('radio', { name: 'United Kingdom' })).toBeChecked()
    await expect(page.getByLabel('Email address')).toHaveValue('early@demo.example')
  })

  test('explains a log-out for security, and nothing else @long', async ({ page }) => {
    const notice = page.getByText('You have been logged out for security reasons.')
    await page.goto('/login?logoutReason=security')
    await expect(notice).toBeVisible()
    await expectAccessibleDayAndNight(page)
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(notice).toHaveCount(0)
    for (const reason of ['timeout', '', 'Security']) {
      await page.goto(`/login?logoutReason=${reason}`)
      await expect(page.getByLabel('Email address')).toBeVisible()
      await expect(notice).toHaveCount(0)
    }
  })

  test('weighs little', async ({ page }) => {
    await page.goto('/login', { waitUntil: 'networkidle' })
    const script = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => name.endsWith('.js'))
        .reduce((sum, { transferSize }) => sum + transferSize, 0),
    )
    expect(script).toBeGreaterThan(10_000)
    expect(script).toBeLessThan(95_000)
  })

  test('is skipped for a customer who is signed in, unless requested, and in two tabs at once', async ({
    page,
    context,
    inbox,
  }) => {
    const [parent] = await customers('type.assessment')
    const [waiting, lost] = [await context.newPage(), await context.newPage()]
    await waiting.goto('/login?redirect=/profile')
    await lost.goto('/login?logoutReason=security')
    await logIn(page, inbox, parent)
    await expect(page).toHaveURL('/')
    // Both others move on by themselves.
    await expect(waiting).toHaveURL('/profile')
    await expect(lost).toHaveURL('/')
    await Promise.all([waiting.close(), lost.close()])

    await page.goto('/login?redirect=/transactions')
    await expect(page).toHaveURL('/transactions')
    for (const asking of ['logoutReason=security', 'logoutReason=', 'email=']) {
      await page.goto(`/login?${asking}`)
      await expect(page.getByLabel('Email address')).toBeVisible()
      await expect(page).toHaveURL(`/login?${asking}`)
    }
    expect(await stored(page, 'token')).not.toBeNull()
  })
})

test.describe('Logging out', () => {
  test('ends the session here, in the other tab and on the server, and Back does not bring it back', async ({
    page,
    inbox,
    context,
    request,
  }) => {
    const [parent] = await customers('type.extend')
    await logIn(page, inbox, parent)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(parent.firstName)
    const token = await stored(page, 'token')
    const other = await context.newPage()
    await other.goto('/')
    await expect(other.getByRole('heading', { level: 1 })).toContainText(parent.firstName)
    await page.goto('/404')
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(parent.firstName)

    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/\/login$/)
    await expect(other).toHaveURL(/\/login/)
    expect([await stored(page, 'token'), await stored(page, 'accountId')]).toEqual([null, null])
    expect(await stored(page, 'region')).toBe('AU')
    await page.goBack()
    await expect(page).toHaveURL(/\/404/)
    await page.goBack()
    await expect(page.getByLabel('Email address')).toBeVisible()
    const reply = await request.get('/api/portal/customer/accounts', {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(reply.status()).toBe(401)
  })
})
