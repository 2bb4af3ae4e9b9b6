import { customers } from './customers.ts'
import { expect, expectAccessible, logIn, stored, test } from './journey.ts'

test.describe('Logging in', () => {
  test('A parent logs in with a code and sees the Overview @phone', async ({ page, inbox, calls }) => {
    const [olivia] = await customers('olivia')
    await page.goto('/')
    await expect(page).toHaveURL(/\/login/)
    await expectAccessible(page)
    const mark = await inbox.mark()
    await page.getByLabel('Email address').fill(`  ${olivia.email.toUpperCase()} `)
    await page.getByRole('button', { name: 'Continue' }).click()

    await expect(page.getByLabel('Enter code')).toBeVisible()
    await expectAccessible(page)
    const { code } = await inbox.next(olivia.mobile, 'sms', mark)
    await page.getByLabel('Enter code').fill(code ?? '')
    await page.getByRole('button', { name: 'Log in' }).click()

    await expect(page).toHaveURL('/')
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

    const sent = calls.find((call) => call.url().endsWith('/send-otp'))
    expect(sent?.postDataJSON()).toEqual({ email: olivia.email })
    for (const call of calls) {
      const isLogin = call.url().includes('/api/auth/')
      expect(call.headers()['x-larkwell-region']).toBe('AU')
      expect('authorization' in call.headers(), call.url()).toBe(!isLogin)
    }
  })

  test('Only the keyboard is needed', async ({ page, inbox }) => {
    const [harriet] = await customers('harriet')
    const mark = await inbox.mark()
    await page.goto('/login')
    await expect(page.getByLabel('Email address')).toBeVisible()
    await page.getByLabel('Email address').focus()
    await page.keyboard.type(harriet.email)
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Enter code')).toBeFocused()
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

  test('The code field takes six digits and nothing else', async ({ page }) => {
    const [parent] = await customers('twoactive')
    await page.goto('/login')
    await page.getByLabel('Email address').fill(parent.email)
    await page.getByRole('button', { name: 'Continue' }).click()
    const field = page.getByLabel('Enter code')
    await field.pressSequentially('12ab3')
    await expect(field).toHaveValue('123')
    await field.pressSequentially('45678')
    await expect(field).toHaveValue('123456')
  })

  test('Asking for another code too soon is answered in words, however often', async ({ page }) => {
    const [parent] = await customers('type.plusserviced')
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
    const [parent] = await customers('type.pay')
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

  test('A parent without a mobile gets a link by mail, which works once', async ({
    page,
    inbox,
    browser,
    baseURL,
  }) => {
    const [parent] = await customers('nomobile')
    await page.goto('/login?redirect=/')
    await page.getByLabel('Email address').fill(parent.email)
    await page.getByRole('button', { name: 'Continue' }).click()
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
