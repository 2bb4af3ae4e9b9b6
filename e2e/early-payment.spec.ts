import type { Page, Request } from '@playwright/test'
import { visaCredit, visaDebit } from '#tools/demo/sources.ts'
import { savedMethods } from './add-form.ts'
import { fillCard, frameOf } from './card-form.ts'
import { customers } from './customers.ts'
import { expect, expectAccessible, signIn, test } from './journey.ts'
import { newFamily, toAdd } from './new-family.ts'
import { chargesOf, linkMethods } from './new-request.ts'
import { rows } from './rows.ts'
import { staffApi } from './staff.ts'

const place = '/pay-now'
const notice = "We'll tell you if anything is left to pay once your school's invoice is processed."
/** Can be saved, and declines every charge. */
const neverPays = '4000000000000341'

function firstStep(page: Page) {
  const form = page.getByRole('form', { name: 'Early payment details' })
  return {
    form,
    school: form.getByRole('combobox', { name: 'School' }),
    amount: form.getByLabel('Payment amount'),
    proceed: form.getByRole('button', { name: 'Continue to payment method' }),
  }
}

const headingOf = (page: Page, level: 1 | 2, name: string) => page.getByRole('heading', { level, name })
const confirm = (page: Page) => page.getByRole('button', { name: /^Pay [$£]/ })
const method = (page: Page, name: string) => page.getByRole('radio', { name })

async function continueWith(page: Page, amount: string): Promise<void> {
  const { amount: field, proceed } = firstStep(page)
  await field.fill(amount)
  await proceed.click()
  await expect(headingOf(page, 2, 'Select payment method')).toBeVisible()
}

/** The calls that save or pay, in the order in which they were made. */
function deedsOf(page: Page): Request[] {
  const deeds: Request[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/(repayment-sources|payments)$/.test(request.url()))
      deeds.push(request)
  })
  return deeds
}

const namesOf = (deeds: Request[]) => deeds.map((deed) => new URL(deed.url()).pathname.split('/').at(-1))

type Paid = { amount: number; kind: string; status: string; school: string; method: string | null }

const paymentsOf = (accountId: string) =>
  rows<Paid>(
    `select payment.amount_minor::int as amount, kind, payment.status, institution.name as school,
       repayment_source.display_name as method
     from payment join institution on institution.id = payment.institution_id
       left join repayment_source on repayment_source.account_id = payment.account_id
         and repayment_source.id = payment.source_id
     where payment.account_id = $1 and kind = 'Early' order by payment.created_at`,
    [accountId],
  )

const idOf = async (school: string) =>
  (await rows<{ id: string }>('select id from institution where name = $1', [school]))[0]?.id

/** Another installation: the settings that come with every page differ. */
async function inSettings(page: Page, written: string | RegExp, instead: string): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const reply = await route.fetch()
    const text = await reply.text()
    return route.fulfill({ response: reply, body: text.replace(written, instead) })
  })
}

test('A parent pays early in a tab of its own, and the Overview left open tells of it @phone', async ({
  page,
  context,
}) => {
  const parent = await newFamily({ productType: 'PlusFunded', sources: [visaDebit()] })
  await linkMethods(parent)
  await signIn(page, parent)
  const balance = page.getByRole('region', { name: 'Account balance' })
  const before = Number((await balance.locator('.money').innerText()).replaceAll(/[$,]/g, ''))
  expect(before).not.toBeNaN()
  const link = page.getByRole('link', { name: 'Make a payment' })
  await expect(link).toHaveAttribute('target', '_blank')
  const [tab] = await Promise.all([context.waitForEvent('page'), link.click()])
  await expect(tab).toHaveURL(place)
  const deeds = deedsOf(tab)
  const { form, school, amount, proceed } = firstStep(tab)

  await test.step('the first step says what it is about', async () => {
    await expect(headingOf(tab, 1, 'Make a payment')).toBeVisible()
    await expect(tab.getByText('Pay early towards your fees at Wattle Grove College.')).toBeVisible()
    await expect(tab.getByText(notice)).toBeVisible()
    await expect(tab.getByRole('navigation')).toHaveCount(0)
    await expect(tab.getByRole('banner').getByRole('img', { name: 'Larkwell' })).toBeVisible()
    await expect(headingOf(tab, 2, 'Early payment details')).toBeVisible()
    await expect(amount).toHaveAttribute('required', '')
    await expect(school).toHaveCount(0)
    await expect(form).toContainText('Nothing is owing at the moment, so all of it is credit on your account')
  })

  await test.step('nothing, or more than one payment may be, does not go on', async () => {
    const troubles = [
      ['', false, null],
      ['0', false, 'Please enter more than $0.00.'],
      ['0.00', false, 'Please enter more than $0.00.'],
      ['0.01', true, null],
      ['100000.01', false, 'One payment can be up to $100,000.00.'],
      ['100000', true, null],
      ['1', true, null],
    ] as const
    for (const [typed, isEnough, trouble] of troubles) {
      await amount.fill(typed)
      await amount.blur()
      await expect(proceed).toBeEnabled({ enabled: isEnough })
      const said = form.getByRole('alert')
      await (trouble ? expect(said).toHaveText(trouble) : expect(said).toHaveCount(0))
    }
  })

  await test.step('the next payment of the plan is offered as an amount', async () => {
    const [next] = await rows<{ amount: string; day: string }>(
      `select (amount_minor / 100.0)::numeric(12, 2)::text as amount,
         to_char(collect_on, 'FMDD FMMonth YYYY') as day
       from instalment where account_id = $1 and status = 'Scheduled' order by collect_on limit 1`,
      [parent.accountId],
    )
    await expect(form).toContainText(`on ${next?.day}`)
    await form.getByRole('button', { name: 'Use this amount' }).click()
    await expect(amount).toHaveValue(next?.amount ?? '')
  })

  await test.step('all of it can be used by everyone', async () => {
    await expectAccessible(tab)
    await tab.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(tab)
    await tab.emulateMedia({ colorScheme: 'light' })
    expect(await tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })

  await test.step('Back and a reload keep what was typed', async () => {
    await amount.fill('120.5')
    await amount.press('Enter')
    await expect(headingOf(tab, 2, 'Select payment method')).toBeVisible()
    await expect(tab.getByText('You are about to pay $120.50')).toBeVisible()
    await tab.reload()
    await expect(tab.getByText('You are about to pay $120.50')).toBeVisible()
    await tab.getByRole('button', { name: 'Back' }).click()
    await expect(amount).toHaveValue('120.5')
    await proceed.click()
  })

  await test.step('it is paid once, to the school, and shows in both tabs', async () => {
    await confirm(tab).click()
    await expect(headingOf(tab, 1, 'Thanks for your payment')).toBeVisible()
    expect(namesOf(deeds)).toEqual(['payments'])
    expect(deeds[0]?.postDataJSON()).toEqual({
      repaymentSourceId: expect.any(String),
      amount: 120.5,
      total: 120.5,
      due: 0,
      instId: await idOf('Wattle Grove College'),
    })
    expect(await paymentsOf(parent.accountId)).toEqual([
      {
        amount: 120_50,
        kind: 'Early',
        status: 'Succeeded',
        school: 'Wattle Grove College',
        method: 'Visa ending 5556',
      },
    ])
    expect((await chargesOf(parent)).map((charge) => charge.amount)).toEqual([120_50])
    const after = (before + 120.5).toLocaleString('en-AU', { style: 'currency', currency: 'AUD' })
    await expect(balance.locator('.money')).toHaveText(after)
    await tab.getByRole('link', { name: 'Back to Overview' }).click()
    await expect(tab.getByRole('region', { name: 'Account balance' }).locator('.money')).toHaveText(after)
    await tab.goto(place)
    await expect(amount).toHaveValue('')
    await page.goto('/transactions')
    await expect(page.getByRole('main')).toContainText('+$120.50')
  })
})

test('A family of two schools says which one is paid, and that one is, at its cost @long', async ({
  page,
}) => {
  const parent = await newFamily({
    school: 'Jacaranda School',
    sources: [visaCredit()],
    students: [
      { firstName: 'Bilal', level: 'Year 9' },
      { firstName: 'Hafsa', level: 'Year 5', school: 'Wattle Grove College' },
    ],
  })
  await linkMethods(parent)
  await signIn(page, parent, { path: place })
  const deeds = deedsOf(page)
  const { school, amount, proceed } = firstStep(page)
  const choose = async (name: string) => {
    await expect(school.locator('option:enabled')).toHaveText(['Jacaranda School', 'Wattle Grove College'])
    await school.selectOption(name)
  }
  await expect(page.getByText('Pay early towards your school fees.')).toBeVisible()
  await amount.fill('40')
  await expect(proceed).toBeDisabled()
  const [above, below] = [await school.boundingBox(), await amount.boundingBox()]
  expect(above!.y).toBeLessThan(below!.y)
  await choose('Jacaranda School')
  await expectAccessible(page)
  await proceed.click()
  await expect(page.getByText('in connection with school fees owing to Jacaranda School')).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('surcharge')
  await page.goBack()
  await choose('Wattle Grove College')
  await proceed.click()
  await expect(page.getByText('in connection with school fees owing to Wattle Grove College')).toBeVisible()
  await expect(page.getByText('You are about to pay $40.40')).toBeVisible()
  await expect(page.getByText('$40.00 and a 1% card surcharge of $0.40.')).toBeVisible()
  await confirm(page).click()
  await expect(headingOf(page, 1, 'Thanks for your payment')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Wattle Grove College')
  expect(deeds.map((deed) => (deed.postDataJSON() as { instId: string }).instId)).toEqual([
    await idOf('Wattle Grove College'),
  ])
  expect(await paymentsOf(parent.accountId)).toMatchObject([
    { amount: 40_00, school: 'Wattle Grove College' },
  ])
  expect((await chargesOf(parent)).map((charge) => charge.amount)).toEqual([40_40])
})

test('A new card is saved before it pays, once, and stays whatever becomes of the payment @phone-long @long', async ({
  page,
}) => {
  const parent = await newFamily(toAdd('card'))
  await signIn(page, parent, { path: place })
  const deeds = deedsOf(page)
  await continueWith(page, '25')
  await method(page, 'Add a new Credit or Debit Card').check()
  await expect(page.getByText('This card will be saved to your payment methods.')).toBeVisible()

  await test.step('a lost answer to the saving is asked for again, and the decline is told', async () => {
    await page.route(
      '**/repayment-sources',
      async (route) => {
        await route.fetch()
        await route.abort('connectionreset')
      },
      { times: 1 },
    )
    await fillCard(page, { number: neverPays })
    await confirm(page).click()
    await expect(headingOf(page, 1, 'Payment failed')).toBeVisible()
    await expect(page.getByText('Your card was declined.')).toBeVisible()
    expect(namesOf(deeds)).toEqual(['repayment-sources', 'repayment-sources', 'payments'])
    const [saved, ...others] = await savedMethods(parent.accountId)
    expect(others).toEqual([])
    expect(saved).toMatchObject({ name: 'Visa ending 0341', isDefault: false })
  })

  await test.step('it stands among the saved ones, and can be tried again', async () => {
    await page.getByRole('button', { name: 'Try another method' }).click()
    await expect(method(page, 'Visa ending 0341')).toBeChecked()
    await confirm(page).click()
    await expect(headingOf(page, 1, 'Payment failed')).toBeVisible()
    expect(namesOf(deeds).slice(3)).toEqual(['payments'])
    const ids = deeds.slice(2).map((deed) => deed.headers()['x-larkwell-client-req-id'])
    expect(new Set(ids).size).toBe(2)
  })

  await test.step('and another new card pays', async () => {
    await page.getByRole('button', { name: 'Try another method' }).click()
    await method(page, 'Add a new Credit or Debit Card').check()
    await expect(frameOf(page).getByLabel('Name on card')).toBeVisible()
    await fillCard(page, { number: '5555555555554444' })
    await confirm(page).click()
    await expect(headingOf(page, 1, 'Thanks for your payment')).toBeVisible()
    expect(namesOf(deeds).slice(4)).toEqual(['repayment-sources', 'payments'])
    expect((await savedMethods(parent.accountId)).map(({ name }) => name)).toEqual([
      'Visa ending 0341',
      'Mastercard ending 4444',
    ])
    expect(await paymentsOf(parent.accountId)).toMatchObject([
      { status: 'Failed', method: 'Visa ending 0341' },
      { status: 'Failed', method: 'Visa ending 0341' },
      { status: 'Succeeded', method: 'Mastercard ending 4444', amount: 25_00 },
    ])
    const taken = (await chargesOf(parent)).filter((charge) => charge.status === 'succeeded')
    expect(taken).toHaveLength(1)
  })
})

test('The page is in pounds for a British family, and offers what there is @long', async ({ page }) => {
  const [british, bare] = await customers('pay.uk', 'pay.nosource')
  await signIn(page, british, { path: place })
  await expect(firstStep(page).form.locator('.affix__pre')).toHaveText('£')
  await expect(page.getByText('Pay early towards your fees at Oakfield School.')).toBeVisible()
  await continueWith(page, '12')
  await expect(page.getByText('You are about to pay £12.00')).toBeVisible()
  await expect(method(page, 'BPAY')).toHaveCount(0)

  await test.step('the draft of one account is nothing to another', async () => {
    await signIn(page, bare, { path: place })
    await expect(firstStep(page).amount).toHaveValue('')
    await expect(firstStep(page).form.locator('.affix__pre')).toHaveText('$')
    await continueWith(page, '12')
    await expect(method(page, 'BPAY')).toHaveCount(0)
    await expect(method(page, 'Add a new Credit or Debit Card')).toBeVisible()
  })
})

test('Another account chosen in another tab is the one that is paid for @long', async ({ page, context }) => {
  const parent = await newFamily({ sources: [visaDebit()] }, { school: 'Banksia Grammar' })
  await signIn(page, parent, { path: place })
  const accounts = await rows<{ id: string; school: string }>(
    `select account.id, institution.name as school from account_member
       join account on account.id = account_id join institution on institution.id = institution_id
     where customer_id = $1`,
    [parent.customerId],
  )
  const shown = page.getByText(/^Pay early towards your fees at/)
  const first = accounts.find(({ id }) => id === parent.accountId)
  const second = accounts.find(({ id }) => id !== parent.accountId)
  await expect(shown).toContainText(first?.school ?? '')
  await continueWith(page, '33')
  const other = await context.newPage()
  await other.goto('/favicon.svg')
  await other.evaluate((id) => localStorage.setItem('larkwell.accountId', id), second?.id ?? '')
  await expect(shown).toContainText(second?.school ?? '')
  await expect(firstStep(page).amount).toHaveValue('')
})

test('Our people see the page and are told before they try that they cannot pay @long', async ({
  page,
  inbox,
}) => {
  const [parent] = await customers('pay.one')
  const staff = await staffApi(inbox)
  const { url } = await staff('POST /api/staff/customers/:customerId/impersonation', {
    params: { customerId: parent.customerId },
    body: { reason: 'A journey' },
  })
  await page.goto(url.slice(new URL(url).origin.length))
  await expect(headingOf(page, 1, `Hi ${parent.firstName}`)).toBeVisible()
  await page.goto(place)
  const { amount, proceed } = firstStep(page)
  await expect(page.getByText('You are in this account as staff. Only the family can pay.')).toBeVisible()
  await amount.fill('10')
  await expect(proceed).toBeDisabled()
  await expectAccessible(page)
  await page.goto(`${place}?step=method`)
  await expect(proceed).toBeDisabled()
  await expect(confirm(page)).toHaveCount(0)
})

test.describe('The page', () => {
  test('opens in production as everywhere else, and only wallets are withheld there @long', async ({
    page,
    calls,
  }) => {
    const [parent] = await customers('pay.nobpay')
    const wallets = page.getByRole('radio', { name: 'Apple Pay / Google Pay' })
    const open = async () => {
      await page.goto('/')
      await expect(page.getByRole('link', { name: 'Make a payment' })).toHaveAttribute('href', place)
      await page.goto(place)
      await continueWith(page, '5')
      await expect(method(page, 'Visa ending 5556')).toBeChecked()
    }
    await signIn(page, parent)
    await open()
    await expect(wallets).toBeVisible()
    await inSettings(page, /"environment":"\w+"/, '"environment":"prod"')
    calls.length = 0
    await open()
    await expect(page.getByText('Apple Pay / Google Pay')).toHaveCount(0)
    expect(calls.filter((call) => call.url().endsWith('/stripe-pub-key'))).toEqual([])
  })

  test('that could not be loaded says so, and comes with Retry @long', async ({ page }) => {
    const [parent] = await customers('pay.detailsfail')
    await page.clock.install()
    let fails = true
    await page.route('**/payment-page-details', (route) =>
      fails ? route.fulfill({ status: 500, json: { code: 'server_error', msg: 'no' } }) : route.fallback(),
    )
    await signIn(page, parent, { path: place })
    await expect(headingOf(page, 1, 'Make a payment')).toBeAttached()
    for (const _ of [1, 2, 3, 4]) await page.clock.runFor(9_000)
    await expect(page.getByRole('main')).toContainText('Oops, something went wrong.')
    await expect(page.getByRole('banner').getByRole('img', { name: 'Larkwell' })).toBeVisible()
    await expectAccessible(page)
    fails = false
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(firstStep(page).amount).toBeVisible()
  })

  test('is gone, and the links to it, where an installation withdraws it; a guest still pays @long', async ({
    page,
  }) => {
    await inSettings(page, '"hideEarlyPayments":false', '"hideEarlyPayments":true')
    const [parent] = await customers('pay.one')
    await signIn(page, parent, { path: place })
    await expect(page).toHaveURL('/404')
    await page.getByRole('link', { name: 'Go to Overview' }).click()
    await expect(headingOf(page, 1, `Hi ${parent.firstName}`)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Make a payment' })).toHaveCount(0)
    await page.getByRole('navigation').getByRole('link', { name: 'Payment methods' }).click()
    await expect(page.getByRole('heading', { name: 'Make additional payments' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Make a payment' })).toHaveCount(0)
    await page.goto(`${place}?request=demo-full`)
    await expect(page.getByRole('button', { name: 'Proceed to payment method' })).toBeVisible()
  })
})
