import { writeFile } from 'node:fs/promises'
import type { Page, Request } from '@playwright/test'
import { licenceStates } from '#domain/identity.ts'
import type { Customer } from './customers.ts'
import { expect, expectAccessible, expectSaid, hold, signIn, stored, test } from './journey.ts'
import { expectAccessibleDayAndNight, watchLayoutShifts } from './login-screen.ts'
import { newFamily, switching, toIdentify } from './new-family.ts'
import { rows } from './rows.ts'
import { staffApi } from './staff.ts'

const path = '/verify-identity'
const checkCall = '**/identification-details'
const manualCall = '**/identification-details/manual'
const consentText =
  'I am authorised to provide these details and I consent to them being checked with the document issuer or official record holder.'
const uploadText =
  'Please check your details and upload a copy of your licence or passport (.pdf, .png, .jpg).'

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const ask = (page: Page) => page.getByRole('link', { name: 'Verify your identity' })
const form = (page: Page) => page.getByRole('form', { name: 'Verify your identity' })
const radio = (page: Page, name: 'Drivers licence' | 'Passport') => form(page).getByRole('radio', { name })
const state = (page: Page) => form(page).getByRole('combobox', { name: /^State/ })
const country = (page: Page) => form(page).getByLabel('Country')
const numberOf = (page: Page, name: 'Licence' | 'Card' | 'Passport') =>
  form(page).getByLabel(`${name} number`)
const consent = (page: Page) => form(page).getByRole('checkbox', { name: consentText })
const submit = (page: Page) => form(page).getByRole('button', { name: 'Submit' })
const again = (page: Page) => form(page).getByRole('button', { name: 'Check these details again' })
const zone = (page: Page) => form(page).locator('input[type=file]')
const notice = (page: Page) => form(page).getByRole('alert').filter({ hasText: 'ID check unsuccessful' })
const posts = (calls: Request[]) =>
  calls.filter((call) => call.method() === 'POST' && call.url().includes('/identification-details'))

const pdf = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.7\n% ${name}\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n`),
})

async function chooseState(page: Page, name: string): Promise<void> {
  await state(page).selectOption(name)
}

async function fillLicence(page: Page, number: string): Promise<void> {
  await chooseState(page, 'VIC')
  await numberOf(page, 'Licence').fill(number)
  await numberOf(page, 'Card').fill('P1234567')
  await consent(page).check()
}

async function fillPassport(page: Page, number: string): Promise<void> {
  await radio(page, 'Passport').check()
  await numberOf(page, 'Passport').fill(number)
  await consent(page).check()
}

/** What is known of an account's checks, oldest first, and where it stands. */
async function recordOf({ accountId }: Customer) {
  const [found] = await rows<{ checks: string[]; setup: string; change: string | null; reviews: number }>(
    `select array(select manner || ' ' || coalesce(outcome, 'Waiting') from identity_check
         where account_id = $1 order by created_at) as checks,
       (select setup_status from account where id = $1) as setup,
       (select status from product_change where account_id = $1) as change,
       (select count(*) from review where account_id = $1 and kind = 'Identity' and status = 'Open')::int as reviews`,
    [accountId],
  )
  return found
}

/** On another device, of which this one hears nothing. */
async function checkElsewhere(page: Page, { accountId }: Customer, passportNo: string): Promise<unknown> {
  const reply = await page.request.post(`/api/portal/customer/account/${accountId}/identification-details`, {
    headers: { Authorization: `Bearer ${await stored(page, 'token')}` },
    data: {
      identification: { type: 'Passport', passportCountry: 'AU', passportNo },
      idCheckConsent: true,
    },
  })
  return reply.json()
}

async function open(page: Page, ...described: Parameters<typeof newFamily>): Promise<Customer> {
  const parent = await newFamily(...described)
  await signIn(page, parent, { path })
  await expect(form(page)).toBeVisible()
  return parent
}

test.describe('Verify your identity', () => {
  test('says why it asks, and asks for a licence of any state @phone', async ({ page, isMobile }) => {
    const drawings: string[] = []
    page.on('request', (request) => {
      const [drawing] = /[^/]+\.svg$/.exec(request.url()) ?? []
      if (drawing && !drawing.startsWith('favicon')) drawings.push(drawing)
    })
    const shifted = await watchLayoutShifts(page)
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    await page.route(checkCall, async (route) => {
      await answered
      await route.continue()
    })
    const parent = await newFamily(toIdentify())
    await signIn(page, parent, { path })
    await expect(title(page)).toHaveText('Verify your identity')
    await expect(page).toHaveTitle('Verify your identity · Larkwell')
    const main = page.getByRole('main')
    await expect(main).toContainText(
      'ID verification is required by law. Read how we look after your details in our privacy policy',
    )
    const policy = main.getByRole('link', { name: 'privacy policy' })
    await expect(policy).toHaveAttribute('href', /^https?:\/\//)
    await expect(policy).toHaveAttribute('target', '_blank')
    await expect(main.getByRole('complementary', { name: 'How it works' }).getByRole('listitem')).toHaveCount(
      3,
    )
    await expect(page.getByText('Loading the form')).toBeAttached()
    answer()
    await expect(form(page)).toBeVisible()
    expect(await shifted()).toEqual([])
    if (!isMobile)
      await expect(page.getByRole('link', { name: 'Overview', exact: true })).toHaveAttribute(
        'aria-current',
        'page',
      )

    await expect(form(page).getByRole('radio')).toHaveCount(2)
    await expect(radio(page, 'Drivers licence')).toBeChecked()
    await expect(state(page)).toHaveValue('')
    for (const name of ['State', 'Licence number', 'Card number'])
      await expect(form(page).locator('.field__label', { hasText: name })).toHaveText(`${name}*`)
    await expect(consent(page)).not.toBeChecked()
    await expect(consent(page)).toHaveAttribute('required')
    await expect(form(page).getByRole('img')).toHaveCount(0)
    await expect(zone(page)).toHaveCount(0)

    await expect(state(page).locator('option:enabled')).toHaveText([...licenceStates])
    expect(drawings).toEqual([])
    for (const name of licenceStates) {
      await state(page).selectOption(name)
      const isOneSided = name === 'ACT' || name === 'NSW'
      const pictures = form(page).getByRole('img', { name: `${name} licence` })
      await expect(pictures).toHaveCount(isOneSided ? 1 : 2)
      await expect(form(page).locator('figcaption')).toHaveText(
        isOneSided ? ['Front'] : ['Front: licence number', 'Back: card number'],
      )
      for (const picture of await pictures.all())
        await expect
          .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
          .toBeGreaterThan(0)
    }
    expect(drawings).toHaveLength(14)
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })

  test('lets nobody submit what is not complete, and keeps what is typed for either document @long', async ({
    page,
    calls,
  }) => {
    await open(page, toIdentify())
    const [licence, card, passport] = (['Licence', 'Card', 'Passport'] as const).map((name) =>
      numberOf(page, name),
    ) as [ReturnType<typeof numberOf>, ReturnType<typeof numberOf>, ReturnType<typeof numberOf>]
    await expect(submit(page)).toBeDisabled()
    await licence.fill('1')
    await card.fill('2')
    await consent(page).check()
    await expect(submit(page)).toBeDisabled()
    await licence.press('Enter')
    await chooseState(page, 'NSW')
    await expect(submit(page)).toBeEnabled()
    for (const field of [licence, card]) {
      await field.fill(' - ')
      await expect(submit(page)).toBeDisabled()
      await field.fill('12')
      await expect(submit(page)).toBeEnabled()
    }
    await consent(page).uncheck()
    await expect(submit(page)).toBeDisabled()

    // A number that looks odd is asked about once it is left, and refuses nothing.
    await expect(form(page)).toContainText(
      'NSW licence numbers usually have 6 to 8 letters and digits. Please check it.',
    )
    await expect(licence).toHaveAccessibleDescription(/Please check it\.$/)
    await licence.fill('0123 4567')
    await expect(licence).toHaveAccessibleDescription('6 to 8 letters and digits')
    await card.fill('2012345678')
    for (const [name, value] of [
      ['autocomplete', 'off'],
      ['autocapitalize', 'characters'],
      ['spellcheck', 'false'],
    ] as const)
      await expect(licence).toHaveAttribute(name, value)
    await expect(card).toHaveAttribute('inputmode', 'numeric')

    await radio(page, 'Passport').check()
    await expect(licence).toHaveCount(0)
    const countries = country(page).getByRole('option')
    await expect(countries).toHaveCount(249)
    await expect(countries.first()).toHaveText('Australia')
    const names = (await countries.allTextContents()).slice(1)
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en-AU')))
    await expect(country(page)).toHaveAttribute('required')
    await consent(page).check()
    await expect(submit(page)).toBeDisabled()
    await passport.fill('12')
    await expect(submit(page)).toBeEnabled()
    // The press that leaves the field must not miss what the sentence below it pushes down.
    await consent(page).click()
    await expect(consent(page)).not.toBeChecked()
    await expect(form(page)).toContainText('Passport numbers usually have one or two letters and 7 digits.')
    await country(page).selectOption('GB')
    await expect(form(page)).toContainText('Passport numbers usually have 9 digits.')
    await expectAccessible(page)

    await radio(page, 'Drivers licence').check()
    await expect(licence).toHaveValue('0123 4567')
    await expect(state(page)).toHaveValue('NSW')
    await radio(page, 'Passport').check()
    await expect(passport).toHaveValue('12')
    await expect(country(page)).toHaveValue('GB')
    expect(posts(calls)).toEqual([])
    await form(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(page).toHaveURL('/')
  })

  test('is done by keyboard, asks once, and goes home where nobody asks again @long', async ({
    page,
    calls,
    context,
  }) => {
    const parent = await newFamily(toIdentify())
    await signIn(page, parent)
    await ask(page).click()
    await expect(form(page)).toBeVisible()
    const other = await context.newPage()
    await other.goto(path)
    await expect(form(other)).toBeVisible()

    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    await page.route(checkCall, async (route) => {
      await answered
      await route.continue()
    })
    await radio(page, 'Drivers licence').focus()
    await page.keyboard.press('Tab')
    await expect(state(page)).toBeFocused()
    await page.keyboard.press('v')
    await expect(state(page)).toHaveValue('VIC')
    await expect(state(page)).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.type('012345678')
    await page.keyboard.press('Tab')
    await page.keyboard.type('P1234567')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await expect(consent(page)).toBeChecked()
    await numberOf(page, 'Card').focus()
    await page.keyboard.press('Enter')
    await expect(
      form(page).getByRole('status').filter({ hasText: 'Checking with the issuer…' }),
    ).toBeVisible()
    await expect(submit(page)).toHaveAttribute('aria-busy', 'true')
    await page.keyboard.press('Enter')
    await submit(page).click({ force: true })
    answer()
    await expect(page).toHaveURL('/')
    await expectSaid(page, 'Thank you. Your identity is verified.')
    await expect(title(page)).toContainText(parent.firstName)
    await expect(ask(page)).toHaveCount(0)
    expect(posts(calls).map((call) => call.postDataJSON() as unknown)).toEqual([
      {
        identification: {
          type: 'DriversLicense',
          driversLicenseState: 'VIC',
          driversLicenseNo: '012345678',
          driversLicenseCardNo: 'P1234567',
        },
        idCheckConsent: true,
      },
    ])
    const { checks, setup } = (await recordOf(parent))!
    expect(checks).toEqual(['Automatic Pass'])
    expect(setup).not.toBe('VerifyYourIdentity')
    const kept = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), history.state]),
    )
    expect(kept).not.toMatch(/012345678|P1234567/)

    await expect(other.getByRole('heading', { name: 'There is nothing to verify' })).toBeVisible()
    await expectAccessible(other)
    await other.getByRole('link', { name: 'Go to overview' }).click()
    await expect(other).toHaveURL('/')
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'There is nothing to verify' })).toBeVisible()
  })

  test('asks for a copy once the issuer has not said yes @phone-long @long', async ({ page }) => {
    const parent = await open(page, toIdentify())
    await fillLicence(page, '012345000')
    await submit(page).click()
    await expect(notice(page)).toContainText(uploadText)
    await expect(form(page).locator(':focus', { has: page.getByRole('alert') })).toBeInViewport()
    await expect(numberOf(page, 'Licence')).toHaveValue('012345000')
    await expect(consent(page)).toBeChecked()
    await expect(submit(page)).toBeDisabled()
    await expect(form(page)).toContainText('.pdf, .png or .jpg')
    expect((await zone(page).getAttribute('accept'))?.split(',')).toEqual(['.pdf', '.png', '.jpg', '.jpeg'])
    await expectAccessibleDayAndNight(page)

    await again(page).click()
    await expect(numberOf(page, 'Licence')).toBeFocused()
    await expect(notice(page)).toHaveCount(0)
    await expect(zone(page)).toHaveCount(0)
    await numberOf(page, 'Licence').fill('012345999')
    await submit(page).click()
    await expect(notice(page)).toBeVisible()
    // Found, but reported as lost: for people to look at. It was the last check of the day.
    await again(page).click()
    await numberOf(page, 'Licence').fill('012345997')
    await submit(page).click()
    await expect(notice(page)).toBeVisible()
    await expect(again(page)).toHaveCount(0)
    await page.reload()
    await expect(notice(page)).toContainText(uploadText)
    await expect(numberOf(page, 'Licence')).toHaveValue('')
    expect(await recordOf(parent)).toMatchObject({
      checks: ['Automatic Fail', 'Automatic Fail', 'Automatic Fail'],
      setup: 'VerifyYourIdentity',
    })
  })

  test('gives a copy to our people, at the latest after three checks in a day @phone-long @long', async ({
    page,
    calls,
  }) => {
    const failed = { document: 'Passport', manner: 'Automatic', outcome: 'Fail', daysAgo: 0 } as const
    const parent = await open(page, toIdentify({ identityChecks: [failed, failed] }))
    await expect(notice(page)).toBeVisible()
    await again(page).click()
    expect(await checkElsewhere(page, parent, 'PA1234000')).toEqual({ status: 'Fail' })
    await fillPassport(page, 'PA1234567')
    const fourth = page.waitForResponse((reply) => reply.request().method() === 'POST')
    await submit(page).click()
    expect((await fourth).status()).toBe(429)
    await expect(notice(page)).toBeVisible()
    await expect(again(page)).toHaveCount(0)

    await zone(page).setInputFiles({
      name: 'me.docx',
      mimeType: 'application/msword',
      buffer: Buffer.from('x'),
    })
    await expect(form(page)).toContainText('me.docx was not added. Only .pdf, .png and .jpg are supported.')
    const tooLarge = test.info().outputPath('eleven.pdf')
    await writeFile(tooLarge, Buffer.alloc(11 * 1024 * 1024, '%PDF-1.7\n'))
    await zone(page).setInputFiles(tooLarge)
    await expect(form(page)).toContainText('eleven.pdf was not added. A file may have up to 10 MB.')
    await expect(submit(page)).toBeDisabled()

    await zone(page).setInputFiles(pdf('reject.pdf'))
    await submit(page).click()
    const failure = form(page).getByRole('alert').filter({ hasText: 'Something went wrong.' })
    await expect(failure).toHaveText(
      'Something went wrong. Please contact Larkwell support on 1300 139 445 or email us on help@larkwell.example',
    )
    await expect(form(page)).toContainText('reject.pdf')
    await expect(numberOf(page, 'Passport')).toHaveValue('PA1234567')
    await expectAccessible(page)
    expect((await recordOf(parent))?.reviews).toBe(0)

    const before = posts(calls).length
    await zone(page).setInputFiles(pdf('passport.pdf'))
    await expect(failure).toHaveCount(0)
    await submit(page).dblclick()
    await expect(page).toHaveURL('/')
    await expectSaid(page, "Thank you. We'll check your document and email you.")
    expect(posts(calls)).toHaveLength(before + 1)
    expect(posts(calls).at(-1)?.headers()['content-type']).toMatch(/^multipart\/form-data/)
    expect(await recordOf(parent)).toMatchObject({
      checks: ['Automatic Fail', 'Automatic Fail', 'Automatic Fail', 'Manual Waiting'],
      setup: 'ManualReview',
      reviews: 1,
    })
    await page.goto(path)
    await expect(page.getByRole('heading', { name: "We're checking your document" })).toBeVisible()
    await expect(form(page)).toHaveCount(0)
    await expectAccessible(page)
  })

  test('takes every error for a failed check, but the end of the session @long', async ({ page, calls }) => {
    const parent = await open(page, toIdentify())
    await fillPassport(page, 'PA1234567')
    const refuseOnce = (status: number, code: string) =>
      page.route(
        checkCall,
        (route) =>
          route.request().method() === 'POST'
            ? route.fulfill({ status, json: { code, msg: 'A sentence of the server.' } })
            : route.fallback(),
        { times: 1 },
      )
    await refuseOnce(500, 'server_error')
    await submit(page).click()
    await expect(notice(page)).toContainText(uploadText)
    await expect(notice(page)).not.toContainText('A sentence of the server.')
    await page.unrouteAll()

    await again(page).click()
    await page.route(checkCall, (route) => route.abort('internetdisconnected'))
    await submit(page).click()
    await expect(notice(page)).toContainText(
      'We could not reach our server, so your details may not have been checked.',
    )
    await expect(numberOf(page, 'Passport')).toHaveValue('PA1234567')
    await page.unrouteAll()

    // It did not get through, but it may have: a copy is taken all the same. This one does not get through either.
    await page.route(manualCall, (route) => route.abort('internetdisconnected'))
    await zone(page).setInputFiles(pdf('passport.pdf'))
    await submit(page).click()
    await expect(form(page).getByText('Something went wrong.')).toBeVisible()
    await expect(form(page).getByText('passport.pdf')).toBeVisible()
    await expect(submit(page)).toBeEnabled()
    await page.unrouteAll()
    expect(await recordOf(parent)).toMatchObject({ checks: [], setup: 'VerifyYourIdentity' })

    // Meanwhile another device was first.
    expect(await checkElsewhere(page, parent, 'PA1234567')).toEqual({ status: 'Pass' })
    await submit(page).click()
    await expect(page.getByRole('heading', { name: 'There is nothing to verify' })).toBeVisible()
    expect(posts(calls)).toHaveLength(4)

    await open(page, toIdentify())
    await fillPassport(page, 'PA1234567')
    await refuseOnce(401, 'unauthenticated')
    await submit(page).click()
    await expect(page).toHaveURL('/login?logoutReason=security&redirect=%2Fverify-identity')
  })

  test('goes on while the customer looks elsewhere, and holds back who would leave it @long', async ({
    page,
  }) => {
    // The issuer does not answer at all.
    const parent = await open(page, toIdentify())
    await fillLicence(page, '012345998')
    const check = await hold(page, checkCall, 'POST')
    await submit(page).click()
    await expect(submit(page)).toHaveAttribute('aria-busy', 'true')
    await page.getByRole('link', { name: 'Profile' }).click()
    await expect(title(page)).toHaveText('Profile')
    await page.goBack()
    await expect(submit(page)).toHaveAttribute('aria-busy', 'true')
    await expectAccessible(page)
    check()
    await expect(notice(page)).toBeVisible()
    await expect(numberOf(page, 'Licence')).toHaveValue('012345998')
    expect((await recordOf(parent))?.checks).toEqual(['Automatic Fail'])

    let answer = () => {}
    await page.route(manualCall, async (route) => {
      await new Promise<void>((done) => (answer = done))
      await route.fulfill({ status: 503, json: { code: 'unavailable', msg: 'Later.' } }).catch(() => {})
    })
    await zone(page).setInputFiles(pdf('licence.pdf'))
    await submit(page).click()
    const bar = form(page).getByRole('progressbar', { name: 'Uploading licence.pdf' })
    await expect(bar).toBeVisible()
    const question = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    expect((await question).type()).toBe('beforeunload')
    await (await question).dismiss()
    await page.getByRole('link', { name: 'Profile' }).click()
    await expect(title(page)).toHaveText('Profile')
    answer()
    await expect(page.getByRole('alert')).toContainText('Your document was not sent.')
    await page.goBack()
    await expect(form(page).getByText('Something went wrong.')).toBeVisible()
    await expect(numberOf(page, 'Licence')).toHaveValue('012345998')

    await submit(page).click()
    await expect(bar).toBeVisible()
    await form(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(page).toHaveURL('/')
    // What was typed is gone with the page.
    await page.goBack()
    await expect(notice(page)).toBeVisible()
    await expect(numberOf(page, 'Licence')).toHaveValue('')
  })

  test('is not done by our people in the place of a customer, who are told so @long', async ({
    page,
    inbox,
  }) => {
    const parent = await newFamily(toIdentify())
    const staff = await staffApi(inbox)
    const { url } = await staff('POST /api/staff/customers/:customerId/impersonation', {
      params: { customerId: parent.customerId },
      body: { reason: 'A journey' },
    })
    await page.goto(url.slice(new URL(url).origin.length))
    await ask(page).click()
    await fillPassport(page, 'PA1234567')
    await submit(page).click()
    await expect(notice(page)).toContainText('Only the family can prove who they are.')
    expect((await recordOf(parent))?.checks).toEqual([])
  })

  test('starts with a passport in the United Kingdom, and ends a switch like a set-up @long', async ({
    page,
  }) => {
    await open(page, toIdentify({ school: 'Oakfield School' }))
    await expect(radio(page, 'Passport')).toBeChecked()
    await expect(country(page)).toHaveValue('GB')
    await page.route(manualCall, (route) => route.abort())
    await page.route(checkCall, (route) =>
      route.request().method() === 'POST' ? route.fulfill({ json: { status: 'Fail' } }) : route.fallback(),
    )
    await fillPassport(page, '123456789')
    await submit(page).click()
    await zone(page).setInputFiles(pdf('passport.pdf'))
    await submit(page).click()
    await expect(form(page).getByText('Something went wrong.')).not.toContainText('1300 139 445')
    await page.unrouteAll()

    const parent = await open(
      page,
      switching('VerifyYourIdentity', {
        identityChecks: [
          {
            document: 'Passport',
            manner: 'Manual',
            outcome: 'Fail',
            daysAgo: 2,
            reason: 'The photo is dark.',
          },
        ],
      }),
    )
    await expect(form(page).getByRole('alert')).toContainText('From our team: The photo is dark.')
    await fillPassport(page, 'PA1234567')
    await zone(page).setInputFiles(pdf('passport.pdf'))
    await submit(page).click()
    await expect(page).toHaveURL('/')
    await expectSaid(page, "Thank you. We'll check your document and email you.")
    expect((await recordOf(parent))?.checks).toEqual(['Manual Fail', 'Manual Waiting'])
  })
})
