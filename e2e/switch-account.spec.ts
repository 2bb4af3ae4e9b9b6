import type { Page, Request } from '@playwright/test'
import type { ProductChangeStatus } from '#domain/switch-account.ts'
import { customers, type Customer } from './customers.ts'
import { expect, expectAccessible, expectSaid, hold, signIn, test as journey } from './journey.ts'
import { expectAccessibleDayAndNight } from './login-screen.ts'
import { newFamilyOf, switching } from './new-family.ts'
import { rows } from './rows.ts'

const path = '/switch-account'
const known = { birthDate: '1984-06-14' }

const birthDate = (page: Page) => page.getByRole('textbox', { name: 'Date of birth' })
const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm switch' })
const shortStay = (page: Page) => page.getByRole('checkbox', { name: "I've lived here less than 3 years" })
const consent = (page: Page) => page.getByRole('checkbox', { name: /I agree to a credit ID check/ })
const oops = (page: Page) => page.getByRole('heading', { level: 1, name: 'Oops, something went wrong.' })
const title = (page: Page) => page.getByRole('heading', { level: 1, name: 'Switch your payments' })

type Which = 'Current address' | 'Previous address'
const searched = (page: Page, which: Which) => page.getByRole('combobox', { name: which })
const parts = (page: Page, which: Which) => page.getByRole('group', { name: which })
const part = (page: Page, which: Which, label: string) => parts(page, which).getByLabel(label)

/** Both addresses have the same buttons; the one above comes first. */
async function enterManually(page: Page, which: Which): Promise<void> {
  const buttons = page.getByRole('button', { name: 'Enter address manually' })
  await (which === 'Current address' ? buttons.first() : buttons.last()).click()
  await expect(part(page, which, 'Postcode')).toBeVisible()
}

async function open(page: Page, parent: Customer): Promise<void> {
  await signIn(page, parent, { path })
  await expect(confirm(page)).toBeVisible()
}

const isDetails = (method: string) => (request: Request) =>
  request.method() === method && request.url().endsWith('/customer-details')

type Sent = {
  birthDate: string
  currentAddress: Record<string, string | null>
  previousAddress: Record<string, string | null> | null
  addressLessThanThreeYears: boolean
  creditIdCheck: { agreement: boolean; agreementText: string; type: string }
}

const statusOf = async ({ accountId }: Customer) =>
  (await rows<{ status: string }>('select status from product_change where account_id = $1', [accountId]))[0]
    ?.status

const setStatus = ({ accountId }: Customer, status: ProductChangeStatus) =>
  rows('update product_change set status = $2 where account_id = $1', [accountId, status])

/** What a family has been asked to agree to, and its answers. */
const consentsOf = ({ accountId }: Customer) =>
  rows<{ kind: string; agreed: boolean }>(
    'select kind, agreed from consent where account_id = $1 order by kind',
    [accountId],
  )

const checksOf = ({ accountId }: Customer) =>
  rows<{ manner: string; outcome: string | null }>(
    'select manner, outcome from identity_check where account_id = $1',
    [accountId],
  )

journey.describe('Switch your payments', () => {
  const test = journey

  test('asks for what is needed, and says why @phone @long', async ({ page }) => {
    const parent = await newFamilyOf({ address: null }, switching('VerifyYourDetails'))
    await signIn(page, parent)
    await page.getByRole('link', { name: 'Verify your details' }).click()
    await expect(page).toHaveURL(path)
    await expect(title(page)).toBeFocused()
    await expect(page).toHaveTitle('Switch your payments · Larkwell')
    const main = page.getByRole('main')
    await expect(main).toContainText(
      'Complete the details below to switch to weekly, fortnightly or monthly instalments at no extra cost.',
    )
    for (const text of [
      'Weekly, fortnightly or monthly payments',
      'No extra cost',
      'Your school is still paid on time',
    ])
      await expect(page.getByRole('complementary', { name: 'What changes' })).toContainText(text)
    await expect(birthDate(page)).toHaveAttribute('required', '')
    await expect(birthDate(page)).toHaveAttribute('autocomplete', 'bday')
    await expect(shortStay(page)).not.toBeChecked()
    await expect(consent(page)).not.toBeChecked()
    await expect(consent(page)).not.toHaveAttribute('required')
    await expect(searched(page, 'Previous address')).toBeHidden()

    const settings = (await (await page.request.get('/api/settings')).json()) as Record<string, string>
    for (const [name, url] of [
      ['Larkwell Plus terms', settings['fundedTermsUrl']],
      ['privacy policy', settings['privacyUrl']],
    ] as const) {
      const link = main.getByRole('link', { name })
      await expect(link).toHaveAttribute('href', url!)
      await expect(link).toHaveAttribute('target', '_blank')
    }

    for (const [question, facts] of [
      ['Why are we collecting this information?', ['the law asks us', 'Your school does not', 'marketing']],
      [
        'Why do we need this?',
        [
          'We use a credit reporting body to match your details.',
          'The check does not affect your credit score.',
          "If you decline, we'll ask for a licence or passport later.",
        ],
      ],
    ] as const) {
      const opener = page.getByRole('button', { name: question })
      await opener.click()
      const dialog = page.getByRole('dialog', { name: question })
      for (const fact of facts) await expect(dialog).toContainText(fact)
      await dialog.getByRole('button', { name: 'Got it' }).click()
      await expect(dialog).toHaveCount(0)
      await expect(opener).toBeFocused()
    }

    // The calendar opens among the years of parents.
    await page.getByRole('button', { name: 'Open calendar Date of birth' }).click()
    const calendar = page.getByRole('dialog', { name: 'Date of birth' })
    const year = calendar.getByRole('combobox').last()
    await expect(year.locator('option:checked')).toHaveText(/^19[89]\d$/)
    await year.selectOption('1984')
    await calendar.getByRole('button', { name: / 14 / }).first().click()
    await expect(birthDate(page)).toHaveValue(/^14 \w+ 1984$/)
    await expectAccessibleDayAndNight(page)
  })

  test('tells what is wrong when asked to switch, and from then on at every change @phone-long @long', async ({
    page,
    calls,
  }) => {
    const parent = await newFamilyOf({ address: null }, switching('VerifyYourDetails'))
    await open(page, parent)
    const main = page.getByRole('main')
    await birthDate(page).fill('30/02/1984')
    await birthDate(page).blur()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await birthDate(page).fill('')
    await confirm(page).click()
    await expect(birthDate(page)).toBeFocused()
    await expect(birthDate(page)).toHaveAccessibleDescription('Please input a date of birth')
    const header = (await page.getByRole('banner').boundingBox())!
    await expect
      .poll(async () => (await main.getByText(/^Date of birth/).boundingBox())!.y)
      .toBeGreaterThan(header.y + header.height)
    await expect(main).toContainText('Current address has missing fields')
    await expect(main).not.toContainText('Previous address has missing fields')

    for (const [text, problem] of [
      ['30/02/1984', 'Date is invalid: 30/02/1984'],
      ['1/1/2015', 'Sorry, you have to be at least 21 to apply'],
      ['14/06/1984', ''],
    ] as const) {
      await birthDate(page).fill(text)
      await expect(birthDate(page)).toHaveAccessibleDescription(problem)
    }
    await enterManually(page, 'Current address')
    await part(page, 'Current address', 'Postcode').fill('4064')
    await expect(main).toContainText('Current address has missing fields')
    await part(page, 'Current address', 'State').selectOption('QLD')
    await expect(main).not.toContainText('Current address has missing fields')
    await part(page, 'Current address', 'Postcode').fill('')
    await confirm(page).click()
    await expect(part(page, 'Current address', 'Postcode')).toBeFocused()
    await part(page, 'Current address', 'Postcode').fill('4064')

    await shortStay(page).check()
    await expect(main).toContainText('Previous address has missing fields')
    await confirm(page).click()
    await expect(searched(page, 'Previous address')).toBeFocused()
    await enterManually(page, 'Previous address')
    await part(page, 'Previous address', 'State').selectOption('NSW')
    await expect(main).toContainText('Previous address has missing fields')
    await part(page, 'Previous address', 'Postcode').fill('2000')
    await expect(page.getByRole('alert')).toHaveCount(0)
    await shortStay(page).uncheck()
    await expect(parts(page, 'Previous address')).toBeHidden()
    await shortStay(page).check()
    await expect(part(page, 'Previous address', 'Postcode')).toHaveValue('2000')
    expect(calls.filter(isDetails('POST'))).toEqual([])
    const remembered = await page.evaluate(() =>
      [localStorage, sessionStorage].flatMap((storage) => Object.values(storage) as string[]).join(' '),
    )
    expect(remembered).not.toMatch(/14\/06\/1984|1984-06-14|14 June 1984/)
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })

  test('sends what was entered once, and by keyboard alone', async ({ page, calls }) => {
    const parent = await newFamilyOf({ address: null }, switching('VerifyYourDetails'))
    const served = page.waitForResponse((reply) => reply.url().includes('/product-switch/agreement'))
    await open(page, parent)
    const reply = await served
    expect(new URL(reply.url()).search).toBe('?productType=PayPlus')
    const { agreementText } = (await reply.json()) as { agreementText: string }

    await birthDate(page).focus()
    await page.keyboard.type('14/6/1984')
    await searched(page, 'Current address').focus()
    await page.keyboard.type('14 bound')
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('option')).toHaveCount(0)
    const found = await searched(page, 'Current address').inputValue()
    expect(found.length).toBeGreaterThan(10)
    await consent(page).focus()
    await page.keyboard.press('Space')
    await expect(page.getByText(agreementText)).toBeVisible()
    await expect(consent(page)).toBeChecked()

    const { promise: isLet, resolve: letGo } = Promise.withResolvers<void>()
    await page.route('**/customer-details', async (route) => {
      if (route.request().method() === 'POST') await isLet
      await route.continue()
    })
    await birthDate(page).focus()
    await page.keyboard.press('Enter')
    await expect(confirm(page)).toBeFocused()
    await expect(confirm(page)).toHaveAttribute('aria-busy', 'true')
    await page.keyboard.press('Enter')
    await confirm(page).click({ force: true })
    letGo()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { name: "We're processing your switch" })).toBeVisible()

    const posts = calls.filter(isDetails('POST'))
    expect(posts).toHaveLength(1)
    const sent = posts[0]!.postDataJSON() as Sent
    expect(sent).toEqual({
      birthDate: '1984-06-14',
      currentAddress: expect.objectContaining({ fullAddress: found, status: 'Current' }),
      previousAddress: null,
      addressLessThanThreeYears: false,
      creditIdCheck: { agreement: true, agreementText, type: 'CreditIdCheckConsent' },
    })
    expect(Object.keys(sent.currentAddress).toSorted()).toEqual([
      'fullAddress',
      'postcode',
      'state',
      'status',
      'street',
      'streetNo',
      'suburb',
      'unitNo',
    ])
    expect(await statusOf(parent)).toBe('Processing')
    expect(await checksOf(parent)).toEqual([{ manner: 'CreditBody', outcome: 'Pass' }])
    expect(await consentsOf(parent)).toEqual([
      { kind: 'CreditIdCheckConsent', agreed: true },
      { kind: 'ProductSwitch', agreed: true },
    ])
    const kept = await rows<{ born: string; address: string }>(
      `select birth_date::text as born, full_address as address
       from customer join customer_address on customer_id = customer.id where customer.id = $1`,
      [parent.customerId],
    )
    expect(kept).toEqual([{ born: '1984-06-14', address: found }])

    // Nothing is left to switch, neither on the way back nor by the address.
    await page.goto(path)
    await expect(page).toHaveURL('/404')
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  })

  test('asks for a licence or passport where the credit check is declined, and keeps both addresses @long', async ({
    page,
    calls,
  }) => {
    // The invitation comes while the portal is open.
    const parent = await newFamilyOf(known, switching('VerifyYourDetails'))
    await setStatus(parent, 'VerifyYourIdentity')
    await signIn(page, parent, { path: '/profile' })
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
    await setStatus(parent, 'VerifyYourDetails')
    await page.getByRole('navigation').getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('link', { name: 'Verify your details' }).click()
    await expect(birthDate(page)).toHaveValue('14 June 1984')
    await expect(searched(page, 'Current address')).not.toHaveValue('')
    await shortStay(page).check()
    await enterManually(page, 'Previous address')
    for (const [label, text] of [
      ['Unit', '3'],
      ['Street number', '14'],
      ['Street name', 'Boundary Road'],
      ['Suburb', 'Paddington'],
      ['Postcode', '4064'],
    ] as const)
      await part(page, 'Previous address', label).fill(text)
    await part(page, 'Previous address', 'State').selectOption('QLD')
    await confirm(page).click()
    await expect(page).toHaveURL('/verify-identity')
    await expect(page.getByText('One more step: please verify your identity')).toBeVisible()
    const sent = calls.find(isDetails('POST'))!.postDataJSON() as Sent
    expect([sent.addressLessThanThreeYears, sent.creditIdCheck.agreement]).toEqual([true, false])
    expect(sent.previousAddress).toEqual({
      unitNo: '3',
      streetNo: '14',
      street: 'Boundary Road',
      suburb: 'Paddington',
      state: 'QLD',
      postcode: '4064',
      fullAddress: '3 14 Boundary Road, Paddington QLD 4064',
      status: 'Previous',
    })
    expect(await statusOf(parent)).toBe('VerifyYourIdentity')
    expect(await checksOf(parent)).toEqual([])
    expect(await consentsOf(parent)).toEqual([
      { kind: 'CreditIdCheckConsent', agreed: false },
      { kind: 'ProductSwitch', agreed: true },
    ])
    // The form has gone from the way back, and the Overview asks for what comes next.
    await page.goBack()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('link', { name: 'Verify identity' })).toBeVisible()
  })

  test('asks for a licence or passport where the credit body says no, fails or keeps silent @long', async ({
    page,
    browser,
    baseURL,
  }) => {
    // Silence is waited for as long as it takes, so it comes first and ends last.
    const silent = await browser.newPage({ baseURL })
    const parents: Customer[] = []
    for (const [tab, streetNo] of [
      [silent, '1998'],
      [page, '1000'],
      [page, '1999'],
    ] as const) {
      const parent = await newFamilyOf(known, switching('VerifyYourDetails'))
      parents.push(parent)
      await open(tab, parent)
      await enterManually(tab, 'Current address')
      await part(tab, 'Current address', 'Street number').fill(streetNo)
      await consent(tab).check()
      const send = await hold(tab, '**/customer-details', 'POST')
      await confirm(tab).click()
      await expect(confirm(tab)).toHaveAttribute('aria-busy', 'true')
      send()
      if (tab === page) await expect(page).toHaveURL('/verify-identity')
    }
    await expectSaid(silent, 'One more step: please verify your identity')
    await expect(silent).toHaveURL('/verify-identity')
    for (const parent of parents) {
      expect(await statusOf(parent)).toBe('VerifyYourIdentity')
      expect(await checksOf(parent)).toEqual([{ manner: 'CreditBody', outcome: 'Fail' }])
    }
    await silent.close()
  })

  test('is not found by a customer with nothing to verify', async ({ page }) => {
    const others = await customers(
      'switch.processing',
      'switch.identity',
      'switch.completed',
      'switch.completednofreq',
      'switch.none',
    )
    for (const parent of others) {
      await signIn(page, parent, { path })
      await expect(page).toHaveURL('/404')
    }
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  })

  test('ends in every tab once one of them has switched @long', async ({ page, context, calls }) => {
    const parent = await newFamilyOf(known, switching('VerifyYourDetails'))
    await open(page, parent)
    const other = await context.newPage()
    await other.goto(path)
    await expect(confirm(other)).toBeVisible()

    // A tab that heard nothing of it is told by the server, and goes where the other went.
    const deaf = await context.newPage()
    await deaf.addInitScript(() =>
      addEventListener('storage', (event) => event.stopImmediatePropagation(), true),
    )
    await deaf.goto(path)
    await expect(confirm(deaf)).toBeVisible()

    await confirm(page).click()
    await expect(page).toHaveURL('/verify-identity')
    await expect(other).toHaveURL('/404')
    await confirm(deaf).click()
    await expect(deaf).toHaveURL('/verify-identity')
    expect(calls.filter(isDetails('POST'))).toHaveLength(1)
    expect(await consentsOf(parent)).toHaveLength(2)
  })
})

/** These journeys are about failures, which the browser's console tells of too. */
const test = journey.extend({ noErrors: async ({}, use) => use() })

test.describe('Switch your payments, where something fails', () => {
  test('shows the error page when it cannot be loaded, and loads on Retry @long', async ({ page }) => {
    const [parent] = await customers('switch.loadfail')
    await page.clock.install()
    for (const failing of ['**/customer-details', '**/product-switch/agreement*']) {
      await page.route(failing, (route) => route.fulfill({ status: 500, json: {} }))
      await signIn(page, parent, { path })
      await expect(async () => {
        await page.clock.runFor(9_000)
        await expect(oops(page)).toBeVisible({ timeout: 100 })
      }).toPass()
      await page.unroute(failing)
      await page.getByRole('button', { name: 'Retry' }).click()
      await expect(confirm(page)).toBeVisible()
    }
    await page.route('**/product-switch/agreement*', (route) =>
      route.fulfill({ json: { agreementText: 'Yes.', confirmText: '' } }),
    )
    await page.goto(path)
    await expect(oops(page)).toBeVisible()
    await expect(confirm(page)).toHaveCount(0)
  })

  test('keeps all that was typed when it cannot be saved @phone-long @long', async ({ page }) => {
    const [parent] = await customers('switch.savefail')
    let answer: { status: number; json: object } = { status: 500, json: {} }
    let posts = 0
    await page.route('**/customer-details', (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      posts += 1
      return route.fulfill(answer)
    })
    await open(page, parent)
    await birthDate(page).fill('14/06/1984')
    await enterManually(page, 'Current address')
    await part(page, 'Current address', 'Street number').fill('77')
    await consent(page).check()
    await confirm(page).click()
    await expect(oops(page)).toBeFocused()
    await expect(page).toHaveURL(path)
    await expect(confirm(page)).toBeHidden()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(confirm(page)).toBeFocused()
    await expect(title(page)).toBeVisible()
    await expect(page).toHaveTitle('Switch your payments · Larkwell')
    await expect(birthDate(page)).toHaveValue('14 June 1984')
    await expect(part(page, 'Current address', 'Street number')).toHaveValue('77')
    await expect(consent(page)).toBeChecked()

    // What the server finds wrong is said at its field, until that is changed.
    const tooYoung = 'Sorry, you have to be at least 21 to apply'
    answer = {
      status: 400,
      json: { code: 'invalid_request', msg: 'Please check.', fields: { birthDate: tooYoung } },
    }
    await confirm(page).click()
    await expect(birthDate(page)).toBeFocused()
    await expect(birthDate(page)).toHaveAccessibleDescription(tooYoung)
    await birthDate(page).fill('15/06/1984')
    await expect(birthDate(page)).toHaveAccessibleDescription('')

    // Our people see the form, but it is not theirs to send.
    const msg = 'This is for the customer alone.'
    answer = { status: 403, json: { code: 'not_by_staff', msg } }
    await confirm(page).click()
    await expect(page.getByText(msg)).toBeVisible()
    expect(posts).toBe(3)
    expect(await statusOf(parent)).toBe('VerifyYourDetails')
  })
})
