import { customers } from './customers.ts'
import { codeGapMs } from '#domain/login.ts'
import { expect, expectAccessible, hold, logIn, scriptHasCome, stored, test } from './journey.ts'
import {
  askForCode,
  expectAccessibleDayAndNight,
  expectStep,
  failing,
  holdGap,
  letGapPass,
  watchLayoutShifts,
} from './login-screen.ts'
import { newFamily } from './new-family.ts'
import { rows } from './rows.ts'
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
      // The sixth digit logs in.
      await page.getByLabel('Enter code').fill(code ?? '')
      await expect(page).toHaveURL('/')
    })
    expect(await shifts()).toEqual([])
    await expect(page.getByRole('heading', { level: 1 })).toContainText(olivia.firstName)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
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
    const harriet = await newFamily({ school: 'Oakfield School' })
    const mark = await inbox.mark()
    await page.goto('/login')
    const help = page.getByRole('contentinfo').getByText('Need help?')
    // The page shows before it knows the number.
    await expect(help).toHaveText(/\d/)
    const email = page.getByLabel('Email address')
    // The link past the header, the logo, the field.
    for (const _ of ['skip', 'logo', 'email']) await page.keyboard.press('Tab')
    await expect(email).toBeFocused()
    await page.keyboard.type(harriet.email)
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Enter code')).toBeFocused()
    const { code } = await inbox.next(harriet.mobile, 'sms', mark)
    await page.keyboard.type(code ?? '')
    await expect(page).toHaveURL('/')
    // The log-in names the customer's region, whatever the browser thought.
    await expect(page.getByRole('main')).toContainText('£')
    expect(await stored(page, 'region')).toBe('UK')
  })

  test('An empty e-mail is asked for and nothing is sent @long', async ({ page, calls }) => {
    await page.goto('/login')
    for (const typed of ['', '   ']) {
      await page.getByPlaceholder('Enter your email').fill(typed)
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(page.getByText('Field is required')).toBeVisible()
      await expect(page.getByLabel('Email address')).toBeFocused()
    }
    expect(calls).toEqual([])
  })

  test('The code step takes six digits, and going back forgets them but not the e-mail @long', async ({
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
    // The sixth digit is sent at once; what is typed meanwhile is one too many.
    const release = await hold(page, '**/otp-login', 'POST')
    await field.pressSequentially('45678')
    await expect(field).toHaveValue('123456')
    release()
    await expect(page.getByText('Invalid code. Please try again.')).toBeVisible()

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

  test('A code that is sent again replaces the first, and the note says where it went @long', async ({
    page,
    inbox,
  }) => {
    const [parent] = await customers('renew.offboarding')
    await page.clock.install()
    await page.goto('/login')
    const mark = await inbox.mark()
    await askForCode(page, parent.email)
    const first = await inbox.next(parent.mobile, 'sms', mark)
    await letGapPass(parent.email)
    await page.getByLabel('Enter code').fill('12')
    await page.clock.fastForward(codeGapMs)
    await page.getByRole('button', { name: 'Resend code' }).click()
    const masked = `+61 *** *** ${parent.mobile.slice(-3)}`
    await expect(page.getByText(`A one time password code was resent to ${masked}.`)).toBeVisible()
    await expect(page.getByLabel('Enter code')).toHaveValue('')
    await expect(page.getByLabel('Enter code')).toBeFocused()
    await expect(page.getByText(/^Resend in 0:(30|2\d)$/)).toBeVisible()
    const second = await inbox.next(parent.mobile, 'sms', first.seq)
    await page.getByLabel('Enter code').fill(second.code ?? '')
    await expect(page).toHaveURL('/')
  })

  test('A slow network shows that something is happening, and pressing again changes nothing @long', async ({
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

  test('Asking again too soon leads to the code that is on its way, and counts down to the next @phone @long', async ({
    page,
    inbox,
    context,
    calls,
  }) => {
    const parent = await newFamily({})
    const mistyped = parent.email.replace('@', '.@')
    await page.clock.install()
    await page.goto('/login')
    const mark = await inbox.mark()
    await askForCode(page, parent.email)
    await expect(page.getByText(/^Resend in 0:(30|2\d)$/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Resend code' })).toHaveCount(0)
    await page.clock.fastForward(codeGapMs)
    await expect(page.getByRole('button', { name: 'Resend code' })).toBeVisible()
    await expectAccessible(page)
    const { code = '' } = await inbox.next(parent.mobile, 'sms', mark)
    await holdGap(parent.email)

    await test.step('after Back and Continue', async () => {
      await page.getByRole('button', { name: 'Back' }).click()
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(page.getByText(/^We sent a code \d+ seconds? ago\.$/)).toBeVisible()
      await expect(page.getByText(/^Resend in 0:\d\d$/)).toBeVisible()
      await expect(page.getByLabel('Enter code')).toBeFocused()
      await expect(page.getByRole('alert')).toHaveCount(0)
      await expectAccessible(page)
    })

    await test.step('in another tab, and for an e-mail that nobody has', async () => {
      const tab = await context.newPage()
      for (const email of [parent.email, mistyped, mistyped]) {
        // A new entry in the history: one that is opened again keeps its step.
        await tab.goto('about:blank')
        await tab.goto('/login')
        await askForCode(tab, email)
        await expect(tab.getByText(`You entered ${email}.`)).toBeVisible()
        await expect(tab.getByRole('alert')).toHaveCount(0)
        if (email === parent.email)
          await expect(tab.getByText(/^We sent a code \d+ seconds? ago\.$/)).toBeVisible()
        await holdGap(mistyped)
      }
      await tab.close()
    })

    await test.step('the first code is the one that works', async () => {
      await page.getByLabel('Enter code').fill(code)
      await expect(page).toHaveURL('/')
      expect(calls.filter((call) => call.url().endsWith('/otp-login'))).toHaveLength(1)
    })
  })

  test('A code that has expired or was tried too often says so, and another can be sent at once @phone @long', async ({
    page,
    inbox,
    calls,
  }) => {
    const parent = await newFamily({})
    const tries = () => calls.filter((call) => call.url().endsWith('/otp-login')).length
    const field = page.getByLabel('Enter code')
    const fresh = page.getByRole('button', { name: 'Send a new code', exact: true })
    await page.clock.install()
    await page.goto('/login')
    let mark = await inbox.mark()
    await askForCode(page, parent.email)
    const { code = '' } = await inbox.next(parent.mobile, 'sms', mark)

    await test.step('after five wrong ones', async () => {
      for (let wrong = 1; wrong <= 5; wrong += 1) {
        await field.fill(String((Number(code) + wrong) % 1_000_000).padStart(6, '0'))
        await expect.poll(tries).toBe(wrong)
        await expect(field).toHaveAccessibleDescription(wrong < 5 ? /Invalid code/ : /Too many wrong codes/)
      }
      await expect(field).toBeFocused()
      // The same digits again cannot be right.
      await page.keyboard.press('Enter')
      await expect(page.getByRole('button', { name: /^Send a new code in 0:\d\d$/ })).toBeDisabled()
      await expectAccessibleDayAndNight(page)
      expect(tries()).toBe(5)
      await letGapPass(parent.email)
      await page.clock.fastForward(codeGapMs)
      mark = await inbox.mark()
      await fresh.click()
      await expect(page.getByText(/A one time password code was resent/)).toBeVisible()
      await expect(field).toBeFocused()
    })

    await test.step('after five minutes', async () => {
      const { code: late = '' } = await inbox.next(parent.mobile, 'sms', mark)
      await rows(
        `update rate_limit set window_starts_at = window_starts_at - interval '6 minutes' where key like '%' || $1 || '%'`,
        [parent.email],
      )
      await rows(
        `update login_code set created_at = created_at - interval '6 minutes', expires_at = now() - interval '1 minute'
         where customer_id = $1`,
        [parent.customerId],
      )
      await page.clock.fastForward(6 * 60_000)
      await field.fill(late)
      await expect(field).toHaveAccessibleDescription(/This code has expired\. Please ask for a new one\./)
      await expectAccessibleDayAndNight(page)
      mark = await inbox.mark()
      await fresh.click()
      await field.fill((await inbox.next(parent.mobile, 'sms', mark)).code ?? '')
      await expect(page).toHaveURL('/')
    })
  })

  test('Six digits log in once, typed, pasted or filled in by the phone, and a failure can be repeated', async ({
    page,
    inbox,
    calls,
  }) => {
    const parent = await newFamily({})
    const tries = () => calls.filter((call) => call.url().endsWith('/otp-login')).length
    await page.goto('/login')
    const mark = await inbox.mark()
    await askForCode(page, parent.email)
    const field = page.getByLabel('Enter code')
    await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
    const { code = '', text } = await inbox.next(parent.mobile, 'sms', mark)
    expect(text.split('\n').at(-1)).toBe(`@${new URL(page.url()).hostname} #${code}`)
    await failing(page, 'otp-login', 1)
    await field.pressSequentially(code)
    await expect(page.getByText('Something went wrong. Please try again in a few moments.')).toBeVisible()
    expect(tries()).toBe(1)
    const release = await hold(page, '**/otp-login', 'POST')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Log in' })).toHaveAttribute('aria-busy', 'true')
    release()
    await expect(page).toHaveURL('/')
    expect(tries()).toBe(2)
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
    await expect(page.getByText('Invalid code. Please try again.')).toBeVisible()
    await expectAccessible(page)
    expect(await stored(page, 'token')).toBeNull()

    // The digits replace those that were refused.
    await page.keyboard.type(code)
    await expect(page).toHaveURL('/')
  })

  test('A code that cannot be sent is said so once, and becomes a mailed link the second time @long', async ({
    page,
    inbox,
    calls,
  }) => {
    const [parent, other] = [await newFamily({}), await newFamily({})]
    const failure = page.getByText('Something went wrong. Please try again in a few moments.')
    const press = () => page.getByRole('button', { name: 'Continue' }).click()
    const replyTo = (call: string) => page.waitForResponse(`**/api/auth/customer/${call}`)
    const sendWorks = await failing(page, 'send-otp')
    await page.clock.install()
    await page.goto('/login')
    await askForCode(page, other.email)
    await expect(failure).toBeVisible()
    await expectAccessible(page)
    // Another e-mail starts anew.
    await Promise.all([replyTo('send-otp'), askForCode(page, parent.email)])
    await expect(failure).toBeVisible()
    const mark = await inbox.mark()
    const [mailed] = await Promise.all([replyTo('email-login'), press()])
    expect(mailed.status()).toBe(200)
    await expect(page).toHaveURL(`/login/sent?email=${encodeURIComponent(parent.email)}`)
    await inbox.next(parent.email, 'email', mark)

    // Without the mail either, nobody is sent to an inbox that stays empty.
    await page.goto('/login')
    const mailWorks = await failing(page, 'email-login')
    await askForCode(page, other.email)
    await expect(failure).toBeVisible()
    await press()
    await expect(page.getByText('Something went wrong logging you in, please try again later.')).toBeVisible()
    await expect(page).toHaveURL('/login')
    await Promise.all([sendWorks(), mailWorks()])
    expect(calls.filter((call) => call.url().endsWith('/send-otp'))).toHaveLength(5)

    // A success in between starts the count anew, and so a resend that fails is the first failure again.
    await press()
    await expect(page.getByLabel('Enter code')).toBeVisible()
    await failing(page, 'send-otp', 1)
    await page.clock.fastForward(codeGapMs)
    await page.getByRole('button', { name: 'Resend code' }).click()
    await expect(failure).toBeVisible()
    await expect(page.getByLabel('Enter code')).toBeVisible()
    await failing(page, 'email-login', 1)
    await page.getByRole('button', { name: 'email a link' }).click()
    await expect(page.getByText('please try again later.')).toBeVisible()
    expect(calls.filter((call) => call.url().endsWith('/email-login'))).toHaveLength(3)
  })

  test('An e-mail that nobody has leads to the same step, which shows it, so that the mistake can be changed @phone @long', async ({
    page,
    inbox,
  }) => {
    const parent = await newFamily({})
    const mistyped = parent.email.replace('@', '.@')
    await page.goto('/login')
    await askForCode(page, mistyped)
    await expect(page.getByText(`You entered ${mistyped}.`)).toBeVisible()
    await expectAccessibleDayAndNight(page)
    await page.getByRole('button', { name: 'Change email address' }).click()
    const field = page.getByLabel('Email address')
    await expect(field).toHaveValue(mistyped)
    await expect(field).toBeFocused()
    const mark = await inbox.mark()
    await askForCode(page, parent.email)
    await expect(page.getByText(`You entered ${parent.email}.`)).toBeVisible()
    await page.getByLabel('Enter code').fill((await inbox.next(parent.mobile, 'sms', mark)).code ?? '')
    await expect(page).toHaveURL('/')
  })

  test('A mistyped mail provider gets a suggestion on every step, and nobody has to follow it @phone @long', async ({
    page,
    calls,
  }) => {
    const name = `parent.${crypto.randomUUID().slice(0, 8)}`
    const meant = page.getByRole('button', { name: `${name}@gmail.com` })
    const button = page.getByRole('button', { name: 'Continue' })
    await page.goto('/login')
    await scriptHasCome(page)
    const field = page.getByLabel('Email address')
    await field.fill(`${name}@gmial.com`)
    await expect(meant).toHaveCount(0)
    const before = await button.boundingBox()
    await field.blur()
    await expect(page.getByText('Did you mean')).toBeVisible()
    expect(await button.boundingBox()).toEqual(before)
    await expectAccessibleDayAndNight(page)
    await meant.click()
    await expect(field).toHaveValue(`${name}@gmail.com`)
    await expect(field).toBeFocused()

    await field.fill(`${name}@gmial.com`)
    await page.keyboard.press('Enter')
    await expect(page.getByText(`You entered ${name}@gmial.com.`)).toBeVisible()
    await expectAccessibleDayAndNight(page)
    await meant.click()
    await expect(page.getByText(`You entered ${name}@gmail.com.`)).toBeVisible()
    await expect(page.getByText('Did you mean')).toHaveCount(0)
    const sent = calls.filter((call) => call.url().endsWith('/send-otp')).map((call) => call.postDataJSON())
    expect(sent).toEqual([{ email: `${name}@gmial.com` }, { email: `${name}@gmail.com` }])
  })

  test('When strangers have asked for too many codes, a link is mailed instead @long', async ({
    page,
    inbox,
  }) => {
    const parent = await newFamily({})
    await rows(
      `insert into rate_limit (key, window_starts_at, window_ms, hits)
       values ('send-code-strangers-day:' || $1, now() - interval '1 hour', 86400000, 1000)`,
      [parent.email],
    )
    await page.goto('/login')
    const mark = await inbox.mark()
    await askForCode(page, parent.email)
    await expect(page).toHaveURL(`/login/sent?email=${encodeURIComponent(parent.email)}`)
    await inbox.next(parent.email, 'email', mark)
  })

  test('A parent without a mobile gets a link by mail, which works once @long', async ({
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
  test('can be used before its script has come, and nothing of it is lost @long', async ({ page }) => {
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

  test('is skipped for a customer who is signed in, unless requested, and in two tabs at once @long', async ({
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
