import type { Page, Request } from '@playwright/test'
import { inFours } from '#domain/payment-methods/bpay.ts'
import { amex, bankAccount, visaCredit, visaDebit } from '#tools/demo/sources.ts'
import { savedMethods } from './add-form.ts'
import { fieldsOf, fillCard, frameOf } from './card-form.ts'
import { customers, type Customer } from './customers.ts'
import { expect, expectAccessible, signIn, test } from './journey.ts'
import { newFamily, toAdd } from './new-family.ts'
import { chargesOf, newRequest, type Asked } from './new-request.ts'
import { unlockSavedMethods } from './owner-code.ts'
import { rows } from './rows.ts'

const payments = /\/(guest|account\/[^/]+)\/payments$/
const newCard = 'Add a new Credit or Debit Card'
const wallets = 'Apple Pay / Google Pay'
const amexLine = 'American Express cards incur a 1.35% surcharge.'
const visaLine = 'Mastercard and VISA credit cards incur a 1% surcharge. Debit cards have no surcharge.'
const bpayHint = 'Make a payment using your personalised BPAY reference.'

/** The second step, as somebody finds their way in it. */
function methodStep(page: Page) {
  const group = page.getByRole('radiogroup', { name: 'Select payment method' })
  return {
    heading: page.getByRole('heading', { name: 'Select payment method' }),
    choices: group.getByRole('radio'),
    choice: (name: string) => group.getByRole('radio', { name, exact: true }),
    about: page.getByRole('status').filter({ hasText: 'You are about to pay' }),
    consent: page.getByText(/^By clicking "Pay [$£][\d,.]+", I authorise/),
    back: page.getByRole('button', { name: 'Back' }),
    confirm: page.getByRole('button', { name: /^(Confirm$|Pay [$£])/ }),
    frame: page.getByTitle('Card details'),
  }
}

const title = (page: Page) => page.getByRole('heading', { level: 1 })

async function openMethods(page: Page, path: string): Promise<void> {
  await unlockSavedMethods(page, path)
  await page.goto(path)
  await page.getByRole('button', { name: 'Proceed to payment method' }).click()
  await expect(methodStep(page).heading).toBeFocused()
}

async function payEarly(page: Page, amount: string): Promise<void> {
  await page.getByLabel('Payment amount').fill(amount)
  await page.getByRole('button', { name: 'Continue to payment method' }).click()
  await expect(methodStep(page).heading).toBeFocused()
}

const paymentsIn = (calls: Request[]) =>
  calls.filter((call) => call.method() === 'POST' && payments.test(call.url()))
const bodiesOf = (calls: Request[]) => paymentsIn(calls).map((call) => call.postDataJSON() as object)

/** What has come in for the family's request. The balance itself also changes when the hourly job passes money on to schools. */
const creditOf = async ({ accountId }: Asked) => {
  const [came] = await rows<{ credit: number }>(
    `select coalesce(sum(posting.amount_minor), 0)::int as credit
     from payment
       join ledger_entry entry on entry.account_id = payment.account_id and entry.cause_id = payment.id
       join ledger_posting posting on posting.account_id = entry.account_id and posting.entry_id = entry.id
     where payment.account_id = $1 and payment.payment_request_id is not null and posting.book = 'Family'
       and entry.kind = 'Repayment'`,
    [accountId],
  )
  return came?.credit
}

type Kept = { status: string; amount: string; surcharge: string; sourceId: string | null }
const paymentsOf = ({ accountId }: Customer) =>
  rows<Kept>(
    `select status, amount_minor as amount, surcharge_minor as surcharge, source_id as "sourceId"
     from payment where account_id = $1 and provider_key is not null order by created_at`,
    [accountId],
  )

/** What the frame was told, and how often; a stranger's window cannot be listened in on from outside. */
async function listenInFrame(page: Page): Promise<() => Promise<unknown[]>> {
  await page.addInitScript(() => {
    const told: unknown[] = []
    Object.assign(window, { told })
    addEventListener('message', ({ source, data }) => {
      if (source === parent && parent !== window) told.push(data)
    })
  })
  return async () => {
    const frame = await (await methodStep(page).frame.elementHandle())?.contentFrame()
    return (await frame?.evaluate(() => (window as unknown as { told: unknown[] }).told)) ?? []
  }
}

test('Everybody is offered what can pay for them, with what it costs, and finds the usual one chosen @long', async ({
  page,
}) => {
  const visa = 'Visa ending 4242'
  const american = 'American Express ending 0005'
  const bank = 'Bank account ending 3456'
  const both = [amexLine, visaLine]
  const sum = (rate: string, cost: string) => `$1,250.00 and a ${rate} card surcharge of ${cost}.`
  const offers = [
    ['full', [visa, american, bank, 'BPAY'], visa, [sum('1%', '$12.50'), visaLine], '$1,262.50'],
    ['nodefault', [visa, 'BPAY'], 'BPAY', []],
    ['nodefaultnobpay', [visa], null, both],
    ['noannual', ['BPAY'], 'BPAY', []],
    ['empty', [], null, both],
    ['vm', [american, 'BPAY'], american, [sum('1.35%', '$16.88'), amexLine], '$1,266.88'],
    ['all', [american, 'BPAY'], american, []],
    ['uk', ['Visa ending 0005'], 'Visa ending 0005', [], '£1,534.57'],
    ['expiredcard', ['Visa ending 5556', 'BPAY'], 'Visa ending 5556', [visaLine]],
  ] as const
  const { choices, choice, about, consent, confirm, back } = methodStep(page)
  for (const [word, labels, chosen, lines, total = '$1,250.00'] of offers) {
    await test.step(word, async () => {
      await openMethods(page, `/pay-now?request=demo-${word}`)
      const all = [...labels, wallets, newCard]
      await expect(choices).toHaveCount(all.length)
      for (const [place, label] of all.entries()) await expect(choices.nth(place)).toHaveAccessibleName(label)
      for (const label of all) await expect(choice(label)).toBeChecked({ checked: label === chosen })
      await expect(about).toHaveText([`You are about to pay ${total}`, ...lines].join(''))
      await expect(page.getByRole('main')).not.toContainText(/\b0%/)
      await expect(back).toBeEnabled()
      await expect(confirm).toHaveText(chosen === 'BPAY' ? 'Confirm' : `Pay ${total}`)
      await expect(confirm).toBeEnabled({ enabled: chosen !== null })
      await expect(page.getByText('Choose a payment method to go on.')).toHaveCount(chosen === null ? 1 : 0)
      await expect(consent).toHaveCount(chosen === 'BPAY' ? 0 : 1)
    })
  }

  await test.step('a card that is over stays chosen and says so', async () => {
    await expect(choice('Visa ending 5556')).toHaveAccessibleDescription(/^Stefano C\. · Expired \d\d\/\d\d$/)
    await confirm.click()
    await expect(title(page)).toHaveText('Payment failed')
    await expect(
      page.getByText('This payment method can no longer be used. Please choose another one.'),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Try another method' }).click()
    await expect(choice('Visa ending 5556')).toBeChecked()
  })
})

test('A saved card is chosen and pays from the keyboard, with the sum that was shown @phone-long @long', async ({
  page,
  calls,
}) => {
  const asked = await newRequest({}, { sources: [visaDebit(), amex(), bankAccount()] })
  await openMethods(page, asked.path)
  const { choice, about, consent, confirm, back } = methodStep(page)
  const [debit, american, bank] = [
    'Visa ending 5556',
    'American Express ending 0005',
    'Bank account ending 3456',
  ] as const

  await test.step('each says whose it is, how long it serves and what it costs', async () => {
    await expect(choice(debit)).toHaveAccessibleDescription(/^Ottilie M\. · Expires \d\d\/\d\d$/)
    await expect(choice(american)).toHaveAccessibleDescription(
      /^Ottilie M\. · Expires \d\d\/\d\d · 1\.35% surcharge$/,
    )
    await expect(choice(bank)).toHaveAccessibleDescription('Ottilie M.')
    await expect(choice('BPAY')).toHaveAccessibleDescription(bpayHint)
    const [{ expiry } = { expiry: '' }] = await rows<{ expiry: string }>(
      `select card_expiry as expiry from repayment_source where account_id = $1 and card_brand = 'amex'`,
      [asked.accountId],
    )
    const [year, month] = expiry.split('-')
    await expect(choice(american)).toHaveAccessibleDescription(
      new RegExp(`Expires ${month}/${year?.slice(2)} `),
    )
    await expect(about).toHaveText(`You are about to pay $1,250.00${visaLine}`)
  })

  await test.step('what is agreed to can be read', async () => {
    await expect(consent).toHaveText(
      'By clicking "Pay $1,250.00", I authorise charging my payment amount to the provided bank account or credit card in connection with school fees owing to Wattle Grove College, and I agree to the Terms and Privacy Policy.',
    )
    for (const name of ['Terms', 'Privacy Policy']) {
      const link = page.getByRole('link', { name, exact: true })
      await expect(link).toHaveAttribute('href', /^https:\/\//)
      await expect(link).toHaveAttribute('target', '_blank')
      await expect(link).toHaveAttribute('rel', 'noreferrer')
    }
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'light' })
  })

  await test.step('Back and forth keeps the choice', async () => {
    await page.keyboard.press('Tab')
    await expect(choice(debit)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(choice(american)).toBeChecked()
    await back.click()
    await expect(page.getByRole('radio', { name: 'Pay total amount due ($1,250.00)' })).toBeChecked()
    await page.getByRole('button', { name: 'Proceed to payment method' }).click()
    await expect(choice(american)).toBeChecked()
    await expect(about).toHaveText(
      `You are about to pay $1,266.88$1,250.00 and a 1.35% card surcharge of $16.88.${amexLine}`,
    )
  })

  await test.step('Tab leads to the button, and Enter pays', async () => {
    await page.keyboard.press('Tab')
    await expect(choice(american)).toBeFocused()
    // Enter on a choice is not a word given.
    await page.keyboard.press('Enter')
    for (const name of ['Terms', 'Privacy Policy']) {
      await page.keyboard.press('Tab')
      await expect(page.getByRole('link', { name, exact: true })).toBeFocused()
    }
    await page.keyboard.press('Tab')
    await expect(back).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(confirm).toBeFocused()
    expect(paymentsIn(calls)).toHaveLength(0)
    await page.keyboard.press('Enter')
    await expect(title(page)).toHaveText('Thanks for your payment')
  })

  const [paid] = await paymentsOf(asked)
  expect(bodiesOf(calls)).toMatchObject([{ repaymentSourceId: paid?.sourceId, amount: 1250 }])
  expect(bodiesOf(calls)[0]).not.toHaveProperty('token')
  expect(paid).toMatchObject({ status: 'Succeeded', amount: '125000', surcharge: '1688' })
  expect((await chargesOf(asked)).map(({ amount, paid }) => [amount, paid])).toEqual([[126_688, true]])
  expect(await creditOf(asked)).toBe(125_000)
})

test('A new card is typed in its frame, told to check out once, and pays @phone', async ({ page, calls }) => {
  const asked = await newRequest({}, { sources: [], bpay: false })
  const told = await listenInFrame(page)
  await openMethods(page, asked.path)
  const { choice, frame, confirm, about } = methodStep(page)
  const { promise: isHeld, resolve: letGo } = Promise.withResolvers<void>()

  await test.step('the form comes when it is asked for', async () => {
    await expect(frame).toHaveCount(0)
    await choice(newCard).check()
    await expect(frame).toHaveAttribute('src', /\/card-frame\?session=/)
    await expect(confirm).toBeEnabled()
    await expect(about).toHaveText(`You are about to pay $1,250.00${amexLine}${visaLine}`)
    await expect(page.getByText('This card will be saved')).toHaveCount(0)
  })

  await test.step('what is missing is said in the frame, and nothing is paid', async () => {
    await confirm.click()
    await expect(frameOf(page).getByText('Name on card is required')).toBeVisible()
    await expect(confirm).toBeDisabled()
    await expect(page.getByText('Enter your card details to go on.')).toBeVisible()
    expect(paymentsIn(calls)).toHaveLength(0)
  })

  await test.step('a card that is declined in its form stays typed, and can be sent again', async () => {
    await fillCard(page, { number: '4000000000000119' })
    await confirm.click()
    await expect(frameOf(page).getByText('Try again in a little bit.')).toBeVisible()
    await expect(confirm).toBeEnabled()
    await expect(page.getByText('Enter your card details to go on.')).toHaveCount(0)
    await expect(fieldsOf(page).name).toHaveValue('Amelia Hart')
    expect(paymentsIn(calls)).toHaveLength(0)
  })

  await test.step('a card that is declined when it pays brings another form, and a new try', async () => {
    const first = await frame.getAttribute('src')
    await fillCard(page, { number: '4000000000000341' })
    await expect(confirm).toBeEnabled()
    await confirm.click()
    await expect(title(page)).toHaveText('Payment failed')
    await page.getByRole('button', { name: 'Try another method' }).click()
    await expect(choice(newCard)).toBeChecked()
    await expect(frame).not.toHaveAttribute('src', first ?? '')
    await expect(fieldsOf(page).name).toHaveValue('')
  })

  await test.step('the total follows what is typed, and what is typed outlives a look at another method', async () => {
    const { number } = fieldsOf(page)
    await number.fill('3782 82')
    await expect(about).toHaveText(
      `You are about to pay $1,266.88$1,250.00 and a 1.35% card surcharge of $16.88.${amexLine}`,
    )
    await number.fill('4000')
    await expect(about).toHaveText(`You are about to pay $1,250.00${visaLine}`)
    await fillCard(page, { number: '4000056655665556' })
    await expect(confirm).toHaveText('Pay $1,250.00')
    await fillCard(page, { number: '4242424242424242' })
    await expect(confirm).toHaveText('Pay $1,262.50')
    await expect(about).toContainText('You are about to pay $1,262.50')
    await choice(wallets).check()
    await expect(frame).toBeHidden()
    await expect(about).toHaveText('You are about to pay $1,250.00')
    // What comes with the wallets moves the choice below them.
    await expect(page.getByRole('group', { name: 'Apple Pay and Google Pay' })).toBeVisible()
    await choice(newCard).check()
    await expect(fieldsOf(page).name).toHaveValue('Amelia Hart')
    await expect(confirm).toHaveText('Pay $1,262.50')
  })

  await test.step('many presses are one', async () => {
    await page.route(payments, async (route) => {
      await isHeld
      await route.continue()
    })
    await expect(confirm).toBeEnabled()
    await confirm.evaluate((button: HTMLButtonElement) => {
      for (let press = 0; press < 5; press += 1) button.click()
    })
    await expect.poll(() => paymentsIn(calls).length).toBe(2)
    await expect(confirm).toHaveAttribute('aria-busy', 'true')
    await expect(methodStep(page).back).toBeDisabled()
    expect((await told()).filter((message) => message === 'doCheckout')).toHaveLength(1)
    letGo()
    await expect(title(page)).toHaveText('Thanks for your payment')
  })

  const sent = bodiesOf(calls) as { token?: string }[]
  expect(sent).toMatchObject([
    { token: expect.stringMatching(/^pm_/), amount: 1250 },
    { token: expect.stringMatching(/^pm_/), amount: 1250 },
  ])
  expect(sent[0]?.token).not.toBe(sent[1]?.token)
  expect(sent[0]).not.toHaveProperty('repaymentSourceId')
  expect(await paymentsOf(asked)).toMatchObject([
    { status: 'Failed', sourceId: null },
    { status: 'Succeeded', amount: '125000', surcharge: '1250', sourceId: null },
  ])
  const taken = (await chargesOf(asked)).filter(({ paid }) => paid)
  expect(taken.map(({ amount }) => amount)).toEqual([126_250])
  expect(await creditOf(asked)).toBe(125_000)
  // A guest's card is kept by nobody.
  expect(await savedMethods(asked.accountId)).toEqual([])
})

test('A payer who is faster than the price of their card waits for it, and is asked once', async ({
  page,
}) => {
  const asked = await newRequest({}, { sources: [], bpay: false })
  const { promise: priced, resolve: price } = Promise.withResolvers<void>()
  await page.route('**/v1/payment_methods', async (route) => {
    await priced
    await route.continue()
  })
  await openMethods(page, asked.path)
  const { choice, confirm } = methodStep(page)
  await choice(newCard).check()
  await fillCard(page, { number: '4242424242424242' })
  await expect(page.getByText('One moment: we are checking what this card costs.')).toBeVisible()
  await expect(confirm).toBeDisabled()
  price()
  await expect(confirm).toHaveText('Pay $1,262.50')
  await confirm.click()
  await expect(title(page)).toHaveText('Thanks for your payment')
  expect((await chargesOf(asked)).map(({ amount }) => amount)).toEqual([126_250])
})

test('BPAY shows its numbers and what to do next, and charges nothing @phone-long @long', async ({
  page,
  calls,
}) => {
  const asked = await newRequest({}, { sources: [] })
  const [bpay] = await rows<{ reference: string }>(
    'select bpay_reference as reference from account where id = $1',
    [asked.accountId],
  )
  await openMethods(page, asked.path)
  const { choice, about, confirm } = methodStep(page)
  await expect(choice('BPAY')).toBeChecked()
  await expect(page.getByText('Biller code')).toBeVisible()
  await expect(page.locator('.copy b').nth(1)).toHaveText(inFours(bpay?.reference ?? ''))
  await expect(about).toHaveText('You are about to pay $1,250.00')
  await expectAccessible(page)
  await confirm.click()
  await expect(title(page)).not.toHaveText('Make a payment')
  await expect(page.getByText(/choose BPAY/)).toBeVisible()
  expect(paymentsIn(calls)).toHaveLength(0)
  expect(await paymentsOf(asked)).toEqual([])
})

test('More than is due is paid by a card of the payer, not by what the family has saved @long', async ({
  page,
}) => {
  const asked = await newRequest({}, { sources: [visaCredit()] })
  await page.goto(asked.path)
  await page.getByRole('radio', { name: 'Pay different amount' }).check()
  await page.getByLabel('Payment amount').fill('1250.01')
  await page.getByLabel('Please provide a reason').selectOption('ToPayMore')
  await page.getByRole('button', { name: 'Proceed to payment method' }).click()
  const { choice, about, confirm, back } = methodStep(page)
  await expect(choice('Visa ending 4242')).toBeDisabled()
  await expect(choice(newCard)).toBeChecked()
  await expect(
    page.getByText('A saved payment method can pay the amount due ($1,250.00), not more.'),
  ).toBeVisible()
  await expect(about).toContainText('You are about to pay $1,250.01')
  await expect(confirm).toBeEnabled()
  await expectAccessible(page)
  await back.click()
  await expect(page.getByLabel('Payment amount')).toHaveValue('1250.01')
  await page.getByLabel('Payment amount').fill('1250')
  await page.getByRole('button', { name: 'Proceed to payment method' }).click()
  await expect(choice('Visa ending 4242')).toBeChecked()
})

test('A card form that is too old is replaced, and one that does not come can be asked for again @long', async ({
  page,
}) => {
  await page.clock.install()
  const details = /\/payment-page-details\?/
  await openMethods(page, '/pay-now?request=demo-empty')
  const { choice, frame, confirm, back } = methodStep(page)
  await choice(newCard).check()
  await expect(confirm).toBeEnabled()
  const first = await frame.getAttribute('src')

  await test.step('while it is open', async () => {
    await page.clock.fastForward('30:00')
    await expect(page.getByText('The card form has expired. Please enter your card again.')).toBeVisible()
    await expect(confirm).toBeDisabled()
    await page.getByRole('button', { name: 'Open a new form' }).click()
    await expect(frame).not.toHaveAttribute('src', first ?? '')
    await expect(confirm).toBeEnabled()
  })

  await test.step('before it is opened', async () => {
    const second = await frame.getAttribute('src')
    await back.click()
    await page.clock.fastForward('25:00')
    await page.getByRole('button', { name: 'Proceed to payment method' }).click()
    await expect(choice(newCard)).toBeChecked()
    await expect(frame).not.toHaveAttribute('src', second ?? '')
    await expect(confirm).toBeEnabled()
  })

  await test.step('where no other comes', async () => {
    const third = await frame.getAttribute('src')
    let isSwallowed = true
    await page.route(details, async (route) => {
      if (!isSwallowed) await route.continue()
    })
    await page.clock.fastForward('30:00')
    await page.getByRole('button', { name: 'Open a new form' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Loading the card form' })).toHaveCount(1)
    await page.clock.fastForward('00:15')
    await expect(page.getByText('The card form could not be loaded.')).toBeVisible()
    isSwallowed = false
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(confirm).toBeEnabled()
    await expect(frame).not.toHaveAttribute('src', third ?? '')
  })
})

test('Nothing moves when it turns out whether there are wallets, and all fits a small phone @phone @long', async ({
  page,
}) => {
  const { promise: isHeld, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/endive/stripe.js', async (route) => {
    await isHeld
    await route.continue()
  })
  await openMethods(page, '/pay-now?request=demo-full')
  const { choice, choices } = methodStep(page)
  await expect(choices).toHaveCount(5)
  const before = await choice(newCard).boundingBox()
  letGo()
  await expect(choice(wallets)).toBeVisible()
  expect(await choice(newCard).boundingBox()).toEqual(before)

  await page.setViewportSize({ width: 320, height: 640 })
  for (const button of [methodStep(page).back, methodStep(page).confirm]) {
    const { x, width } = (await button.boundingBox()) ?? { x: -1, width: 0 }
    expect(x).toBeGreaterThanOrEqual(16)
    expect(x + width).toBeLessThanOrEqual(320 - 16)
  }
})

test('A parent is told what the chosen school absorbs, and that a new card is saved before it pays @long', async ({
  page,
  calls,
}) => {
  const { choice, about, confirm, frame } = methodStep(page)

  await test.step('at a school that takes the surcharge on itself, nothing is told of one', async () => {
    const [parent] = await customers('pay.two')
    await signIn(page, parent, { path: '/pay-now' })
    for (const [school, lines] of [
      ['Wattle Grove College', visaLine],
      ['Jacaranda School', ''],
    ] as const) {
      await page.getByRole('combobox', { name: 'School' }).selectOption(school)
      await payEarly(page, '120.50')
      await expect(about).toHaveText(`You are about to pay $120.50${lines}`)
      await methodStep(page).back.click()
    }
  })

  const parent = await newFamily({ ...toAdd('card'), bpay: false })
  await signIn(page, parent, { path: '/pay-now' })
  await payEarly(page, '120.50')

  await test.step('the card is saved, and then charged', async () => {
    await choice(newCard).check()
    await expect(page.getByText('It pays this once and is not used for your plan.')).toBeVisible()
    await expect(confirm).toBeEnabled()
    await expect(frame).toBeVisible()
    await fillCard(page, { number: '378282246310005' })
    await confirm.click()
    await expect(title(page)).toHaveText('Thanks for your payment')
    const posts = calls.filter((call) => call.method() === 'POST')
    const names = posts.map((call) => /[^/]+$/.exec(new URL(call.url()).pathname)?.[0])
    expect(names.filter((name) => name === 'repayment-sources' || name === 'payments')).toEqual([
      'repayment-sources',
      'payments',
    ])
    const [paid] = await paymentsOf(parent)
    expect(bodiesOf(calls)).toMatchObject([{ repaymentSourceId: paid?.sourceId, amount: 120.5 }])
    expect(paid).toMatchObject({ status: 'Succeeded', amount: '12050', surcharge: '163' })
    expect((await chargesOf(parent)).map(({ amount }) => amount)).toEqual([12_213])
    expect(await savedMethods(parent.accountId)).toMatchObject([{ name: 'American Express ending 0005' }])
  })

  await test.step('it is not used for the plan, and the Overview asks for a method', async () => {
    await page.goto('/')
    const notice = page.getByRole('alert').filter({ hasText: 'Your plan has no payment method' })
    await expect(notice).toBeVisible()
    await expect(page.getByRole('region', { name: 'Upcoming payment' })).toContainText(
      'No payment method yet',
    )
    await notice.getByRole('link', { name: 'Add a payment method' }).click()
    await expect(page).toHaveURL(/\/manage-payments$/)
  })
})
