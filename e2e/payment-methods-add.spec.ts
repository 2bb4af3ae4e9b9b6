import type { Page } from '@playwright/test'
import { addButton, addForm, expectAdded, methodRow, savedMethods, sendPastForm } from './add-form.ts'
import { fieldsOf, fillCard, frameOf } from './card-form.ts'
import { customers } from './customers.ts'
import { expect, expectAccessible, hold, signIn, test } from './journey.ts'
import { newFamily, toAdd } from './new-family.ts'
import { rows } from './rows.ts'
import { addresses } from './stack.ts'

const form = '/manage-payments?add'
const posts = /\/repayment-sources$/
const good = '4242424242424242'
const card = 'Credit or Debit Card'
const bank = 'Bank account'

const isPost = (request: { method(): string; url(): string }) =>
  request.method() === 'POST' && posts.test(request.url())
const postsIn = (calls: { method(): string; url(): string }[]) => calls.filter(isPost).length

async function fillBank(page: Page): Promise<void> {
  const { holder, bsb, accountNumber } = addForm(page)
  await holder.fill('Ottilie Marsh')
  await bsb.fill('062000')
  await accountNumber.fill('1234 6789')
}

test('A parent is offered what both lists allow, and finds the card or the first of them chosen @long', async ({
  page,
}) => {
  const offers = [
    ['pm.all', [card, bank, 'BPAY']],
    ['pm.cardonly', [card]],
    ['pm.bankonly', [bank]],
    ['pm.banknoauth', [bank]],
    ['pm.bpayonly', ['BPAY']],
    ['pm.bankbpay', [bank, 'BPAY']],
    ['pm.cardbank', [card, bank]],
    ['pm.cardbpay', [card, 'BPAY']],
    ['pm.mismatch', [card]],
    ['pm.none', []],
    ['pm.ukbank', [bank]],
    ['pm.ukboth', [card, bank]],
  ] as const
  for (const [name, labels] of offers) {
    await test.step(name, async () => {
      const [parent] = await customers(name)
      await signIn(page, parent, { path: form })
      const { choices, choice, form: drawn } = addForm(page)
      const [first] = labels
      if (!first) {
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment preferences')
        await expect(page.getByRole('region', { name: 'Payment methods' })).toBeVisible()
        return expect(addButton(page)).toHaveCount(0)
      }
      await expect(drawn).toBeVisible()
      await expect(choices).toHaveCount(labels.length)
      for (const label of labels) await expect(choice(label)).toBeVisible()
      await expect(choice(first)).toBeChecked()
    })
  }
})

test('A bank account is checked as it is typed, authorised, and saved once @phone', async ({
  page,
  inbox,
  calls,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const parent = await newFamily(toAdd('bank', 'bpay'))
  await signIn(page, parent, { path: '/manage-payments' })
  await addButton(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByText('Your payment method will be used for your fortnightly plan.')).toBeVisible()
  const { form, choice, holder, bsb, accountNumber, tick, save } = addForm(page)

  await test.step('what is missing is asked for once it is authorised', async () => {
    await expect(save).toBeDisabled()
    // With the tick, and not some time after it: a quick Tab would skip it.
    const isSaveOff = await tick.evaluate(async (box: HTMLInputElement) => {
      box.click()
      await Promise.resolve()
      return box.form?.querySelector<HTMLButtonElement>('[type=submit]')?.disabled
    })
    expect(isSaveOff).toBe(false)
    await expect(tick).toBeChecked()
    await save.click()
    await expect(form.getByText('Field is required')).toHaveCount(3)
    await expect(holder).toBeFocused()
    expect(postsIn(calls)).toBe(0)
  })

  await test.step('a name has 32 characters', async () => {
    await holder.pressSequentially('x'.repeat(33))
    await expect(holder).toHaveValue('x'.repeat(32))
    await page.evaluate(() => navigator.clipboard.writeText('Ottilie Marsh and Bartholomew Marsh'))
    await holder.fill('')
    await holder.press('ControlOrMeta+V')
    await expect(holder).toHaveValue('Ottilie Marsh and Bartholomew Ma')
    await expect(holder).toHaveAccessibleDescription(/What came after them was left out/)
    await holder.press('Backspace')
    await expect(holder).toHaveAccessibleDescription(/^As shown on your bank statement/)
    await holder.fill('Ottilie Marsh')
  })

  await test.step('numbers take their shape, and are complained of when they are left', async () => {
    await bsb.fill('')
    await bsb.pressSequentially('06200')
    await expect(bsb).toHaveValue('062-00')
    await expect(bsb).not.toHaveAccessibleDescription(/Commonwealth/)
    // Left already, when Save was pressed.
    await expect(bsb).toHaveAccessibleDescription('A BSB has 6 digits, like 062-000')
    await bsb.press('0')
    await expect(bsb).toHaveAccessibleDescription('Commonwealth Bank')
    // In the middle of it the cursor stays where it is.
    await bsb.press('Home')
    await bsb.press('ArrowRight')
    await bsb.press('Delete')
    await bsb.press('9')
    await expect(bsb).toHaveValue('092-000')
    await bsb.fill('062000')
    await accountNumber.fill('1234')
    await accountNumber.press('Tab')
    await expect(accountNumber).toHaveAccessibleDescription('An account number has 5 to 9 digits')
    await accountNumber.fill('1234 6789')
    await expect(form.getByRole('alert')).toHaveCount(0)
  })

  await test.step('choosing another method forgets all of it', async () => {
    await choice('BPAY').check()
    await expect(save).toBeEnabled()
    await choice(bank).check()
    await expect(holder).toHaveValue('')
    await expect(bsb).toHaveValue('')
    await expect(accountNumber).toHaveValue('')
    await expect(tick).not.toBeChecked()
    await expect(save).toBeDisabled()
  })

  await test.step('the agreement is there to read, and reading is not agreeing', async () => {
    const file = page.waitForEvent('download')
    await form.getByRole('button', { name: 'Direct Debit Agreement' }).click()
    expect((await file).suggestedFilename()).toMatch(/\.pdf$/)
    await expect(tick).not.toBeChecked()
    await expect(form).toContainText(/I authorise Larkwell to debit .*amounts due under the Direct Debit/)
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'light' })
  })

  await test.step('it is filled in from the keyboard, and saved once', async () => {
    const mark = await inbox.mark()
    await choice(bank).focus()
    for (const text of ['Ottilie Marsh', '062000', '1234 6789']) {
      await page.keyboard.press('Tab')
      await page.keyboard.type(text)
    }
    await page.keyboard.press('Tab')
    await expect(tick).toBeFocused()
    await page.keyboard.press('Space')
    for (const name of ['Direct Debit Agreement', 'Cancel', 'Save']) {
      await page.keyboard.press('Tab')
      await expect(form.getByRole('button', { name })).toBeFocused()
    }
    const before = calls.length
    await page.evaluate(() => {
      const button = document.activeElement as HTMLButtonElement
      button.click()
      button.click()
    })
    await expectAdded(page, 'Bank account ending 6789')
    await expect(methodRow(page, 'Bank account ending 6789')).toContainText('Active')
    const made = calls.slice(before)
    expect(postsIn(made)).toBe(1)
    const reread = made.findIndex((call) => call.url().endsWith('/repayment-details'))
    expect(reread).toBeGreaterThan(made.findIndex(isPost))

    expect(await savedMethods(parent.accountId)).toEqual([
      {
        name: 'Bank account ending 6789',
        type: 'BankAccount',
        holder: 'Ottilie Marsh',
        isDefault: true,
        isActive: true,
      },
    ])
    const [consent] = await rows<{ giver: string; body: string }>(
      `select consent.given_by as giver, text.body
       from consent join agreement_text text
         on text.kind = consent.kind and text.version = consent.text_version
       where consent.account_id = $1 and consent.agreed`,
      [parent.accountId],
    )
    expect(consent?.giver).toBe(parent.customerId)
    const { text } = await inbox.next(parent.email, 'email', mark)
    expect(text).toContain('Your direct debit authorisation')
    expect(text.replaceAll(/\s+/g, ' ')).toContain(consent?.body)
  })
})

test('A bank account needs no tick where none is asked for @long', async ({ page }) => {
  const parent = await newFamily({ ...toAdd('bank'), showsDirectDebitAuthorisation: false })
  await signIn(page, parent, { path: form })
  const { tick, save, cancel, holder } = addForm(page)
  await expect(save).toBeEnabled()
  await expect(tick).toHaveCount(0)
  await fillBank(page)
  // Leaving forgets what was typed.
  await cancel.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment preferences')
  await addButton(page).click()
  await expect(holder).toHaveValue('')
  await page.getByRole('button', { name: 'Back' }).click()
  await addButton(page).click()
  await fillBank(page)
  await holder.press('Enter')
  await expectAdded(page, 'Bank account ending 6789')
  expect(await savedMethods(parent.accountId)).toHaveLength(1)
  expect(await rows('select 1 from consent where account_id = $1', [parent.accountId])).toEqual([])
})

test('An authorisation that has changed meanwhile is read again @long', async ({ page }) => {
  const parent = await newFamily(toAdd('bank'))
  await signIn(page, parent, { path: form })
  const { holder, accountNumber, tick, save, alert } = addForm(page)
  await fillBank(page)
  await tick.check()
  await page.route(posts, (route) => {
    const sent = route.request().postDataJSON() as { directDebitAuthorisationVersion: number }
    return route.continue({
      postData: { ...sent, directDebitAuthorisationVersion: sent.directDebitAuthorisationVersion - 1 },
    })
  })
  const reread = page.waitForResponse(/\/repayment-details$/)
  await save.click()
  await expect(alert).toContainText('The direct debit authorisation has changed since you opened this page.')
  await reread
  await expect(tick).not.toBeChecked()
  await expect(save).toBeDisabled()
  await expect(holder).toHaveValue('Ottilie Marsh')
  await expect(accountNumber).toHaveValue('1234 6789')
  expect(await savedMethods(parent.accountId)).toEqual([])
  await page.unroute(posts)
  await tick.check()
  await save.click()
  await expectAdded(page, 'Bank account ending 6789')
})

test('BPAY is saved with nothing to type, and the set-up goes on @phone-long @long', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const parent = await newFamily({
    ...toAdd('bpay', 'bank'),
    setupStatus: 'AddPaymentMethod',
    isSetupIncomplete: true,
    checksSetupStatus: true,
    plans: [{ status: 'Saved' }],
  })
  await signIn(page, parent, { path: '/manage-payments' })
  await addButton(page).click()
  const { form, choice, save } = addForm(page)
  await expect(choice(bank)).toBeChecked()
  await choice('BPAY').check()
  const [account] = await rows<{ reference: string }>(
    'select bpay_reference as reference from account where id = $1',
    [parent.accountId],
  )
  await form.getByRole('button', { name: 'Copy reference' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(account?.reference)
  await form.getByRole('button', { name: 'Copy biller code' }).click()
  await expect(form).toContainText(
    'Save BPAY as your method, then pay each instalment from your online banking',
  )
  await expectAccessible(page)
  await save.click()
  await expect(page).toHaveURL(`${addresses().portal}/`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await savedMethods(parent.accountId)).toEqual([
    expect.objectContaining({ name: 'BPAY', type: 'CustomerDeposit', isActive: true }),
  ])
  const [{ status } = { status: '' }] = await rows<{ status: string }>(
    'select setup_status as status from account where id = $1',
    [parent.accountId],
  )
  expect(status).toBe('VerifyYourIdentity')
  await expect(page.getByRole('link', { name: /verify/i }).first()).toBeVisible()
})

test.describe('A card', () => {
  const heightOf = async (page: Page) => (await page.getByTitle('Card details').boundingBox())?.height

  test('is tried until it is good, and saved @phone-long @long', async ({ page, calls }) => {
    const parent = await newFamily(toAdd('card', 'bank'))
    await signIn(page, parent, { path: '/manage-payments' })
    const { save, choice } = addForm(page)
    const { number, expiry, cvc, name } = fieldsOf(page)
    const showForm = await hold(page, /\/card-frame\?/)
    await addButton(page).click()
    await expect(choice(card)).toBeChecked()
    await expect(save).toBeDisabled()
    showForm()
    await expect(save).toBeEnabled()
    expect(await heightOf(page)).toBe(300)

    await test.step('its form says what is wrong, and Save follows', async () => {
      await save.click()
      await expect.poll(() => heightOf(page)).toBe(438)
      await expect(save).toBeDisabled()
      await expect(number).toBeFocused()
      await expectAccessible(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      await expectAccessible(page)
      await page.emulateMedia({ colorScheme: 'light' })
      await name.fill('Ottilie Marsh')
      await expect.poll(() => heightOf(page)).toBe(418)
      await cvc.fill('123')
      await expiry.fill('12 / 34')
      await number.fill('4242 4242')
      await number.press('Tab')
      await expect.poll(() => heightOf(page)).toBe(378)
      expect(postsIn(calls)).toBe(0)
    })

    await test.step('declined three times in a row it can be tried again', async () => {
      for (const _ of [1, 2, 3]) {
        await number.fill('4000000000000002')
        await expect(save).toBeEnabled()
        await save.click()
        await expect(frameOf(page).getByText('Your card was declined.')).toBeVisible()
        await expect(save).toBeEnabled()
        await number.fill('')
      }
      expect(postsIn(calls)).toBe(0)
      expect(await savedMethods(parent.accountId)).toEqual([])
    })

    await test.step('from the keyboard, and pressed twice, it is saved once', async () => {
      await number.fill(good)
      await name.focus()
      for (const next of [addForm(page).cancel, save]) {
        await page.keyboard.press('Tab')
        await expect(next).toBeFocused()
      }
      await page.evaluate(() => {
        const button = document.activeElement as HTMLButtonElement
        button.click()
        button.click()
      })
      await expectAdded(page, 'Visa ending 4242')
      await expect(methodRow(page, 'Visa ending 4242')).toContainText('Expires 12/34 · 1% surcharge')
      expect(postsIn(calls)).toBe(1)
      expect(await savedMethods(parent.accountId)).toEqual([
        {
          name: 'Visa ending 4242',
          type: 'PaymentCard',
          holder: 'Ottilie Marsh',
          isDefault: true,
          isActive: true,
        },
      ])
    })

    await test.step('and what was done once cannot be done again with the same token', async () => {
      const [source] = await rows<{ token: string }>(
        'select provider_payment_method_id as token from repayment_source where account_id = $1',
        [parent.accountId],
      )
      const cardToken = source?.token ?? ''
      expect(await sendPastForm(page, parent.accountId, { cardToken })).toMatchObject({ status: 200 })
      expect(await savedMethods(parent.accountId)).toHaveLength(1)
      const other = await newFamily(toAdd('card'))
      await signIn(page, other, { path: '/manage-payments' })
      expect(await sendPastForm(page, other.accountId, { cardToken })).toMatchObject({
        status: 409,
        code: 'card_form_expired',
      })
      expect(await savedMethods(other.accountId)).toEqual([])
    })
  })

  test('whose saving failed is saved without being typed again, and one whose form is over is asked for anew @long', async ({
    page,
  }) => {
    const parent = await newFamily(toAdd('card'))
    await signIn(page, parent, { path: form })
    const { save, alert } = addForm(page)
    await expect(save).toBeEnabled()
    await fillCard(page, { number: good })
    await page.route(posts, (route) => route.abort(), { times: 1 })
    await save.click()
    await expect(alert).toContainText('The server could not be reached.')
    await expect(fieldsOf(page).name).toHaveValue('Amelia Hart')
    await expect(save).toBeEnabled()
    const address = await page.getByTitle('Card details').getAttribute('src')
    await page.route(
      posts,
      async (route) => {
        await rows('update card_entry set expires_at = created_at where account_id = $1', [parent.accountId])
        await route.continue()
      },
      { times: 1 },
    )
    await save.click()
    await expect(alert).toContainText('The card form has expired. Please enter your card again.')
    await expect(page.getByTitle('Card details')).not.toHaveAttribute('src', address ?? '')
    await expect(fieldsOf(page).name).toHaveValue('')
    await fillCard(page, { number: good })
    await page.route(posts, (route) => route.abort(), { times: 1 })
    await save.click()
    await expect(alert).toContainText('The server could not be reached.')
    await save.click()
    await expectAdded(page, 'Visa ending 4242')
    expect(await savedMethods(parent.accountId)).toHaveLength(1)
  })

  test('has a form that can be asked for again when it does not come @long', async ({ page }) => {
    const parent = await newFamily(toAdd('card', 'bpay'))
    const details = /\/payment-page-details$/
    await page.route(details, (route) =>
      route.fulfill({ status: 403, json: { code: 'forbidden', msg: 'You do not have access to this.' } }),
    )
    await signIn(page, parent, { path: form })
    const { form: drawn, save } = addForm(page)
    await expect(drawn.getByText('The card form could not be loaded.')).toBeVisible()
    await expect(save).toBeDisabled()
    await expectAccessible(page)
    await page.unroute(details)
    await page.route('**/endive/stripe.js', (route) => route.abort())
    await drawn.getByRole('button', { name: 'Retry' }).click()
    await expect(frameOf(page).getByText('Failed to load Stripe.js')).toBeVisible()
    await expect(save).toBeDisabled()
    await page.unroute('**/endive/stripe.js')
    await frameOf(page).getByRole('button', { name: 'Retry' }).click()
    await expect(save).toBeEnabled()
    // A look at another method keeps the form, and what was typed in it.
    const address = await page.getByTitle('Card details').getAttribute('src')
    await addForm(page).choice('BPAY').check()
    await addForm(page).choice(card).check()
    await expect(save).toBeEnabled()
    expect(await page.getByTitle('Card details').getAttribute('src')).toBe(address)
  })

  test('is not taken from a window that only says it is the form @long', async ({ page, calls }) => {
    const parent = await newFamily(toAdd('card'))
    await signIn(page, parent, { path: form })
    const { save } = addForm(page)
    await expect(save).toBeEnabled()
    await fieldsOf(page).number.fill('42')
    await fieldsOf(page).number.press('Tab')
    await expect(save).toBeDisabled()
    const height = await heightOf(page)
    const src = (await page.getByTitle('Card details').getAttribute('src')) ?? ''
    const forged = [
      { message: 'FormValid', errors: '' },
      { message: 'TransactionComplete', errors: '', data: { token: 'pm_stolen' } },
    ]
    // A sibling of the portal's own origin, one of the form's origin, and the page itself.
    for (const address of ['about:blank', `${new URL(src).origin}/card-frame/assets/none`]) {
      await page.evaluate((at) => {
        const frame = document.createElement('iframe')
        Object.assign(frame, { name: 'stranger', src: at })
        document.body.append(frame)
      }, address)
      const stranger = await expect
        .poll(() =>
          page
            .frames()
            .find((each) => each.name() === 'stranger' && each.url() === address)
            ?.url(),
        )
        .toBe(address)
        .then(() => page.frame('stranger')!)
      await stranger.evaluate((messages) => {
        for (const message of messages) window.parent.postMessage(message, '*')
      }, forged)
      await page.evaluate(() => document.querySelector('[name=stranger]')!.remove())
    }
    await page.evaluate((messages) => {
      for (const message of messages) window.postMessage(message, '*')
    }, forged)
    // And the form itself, unasked.
    const own = page.frames().find((each) => each.url() === src)!
    await own.evaluate((message) => window.parent.postMessage(message, '*'), forged[1])
    await page.waitForTimeout(300)
    expect(postsIn(calls)).toBe(0)
    expect(await heightOf(page)).toBe(height)
    await expect(save).toBeDisabled()
    expect(await savedMethods(parent.accountId)).toEqual([])
  })
})

test('What the form would not send is refused with a sentence, and changes nothing', async ({ page }) => {
  const parent = await newFamily(toAdd('bank'))
  await signIn(page, parent, { path: '/manage-payments' })
  await expect(addButton(page)).toBeVisible()
  const account = { holder: 'Ottilie Marsh', bsb: '062-000', accountNumber: '12346789' }
  const [{ version } = { version: 0 }] = await rows<{ version: number }>(
    `select max(version) as version from agreement_text where kind = 'DirectDebitAuthorisation'`,
    [],
  )
  const agreed = { directDebitAuthorisation: true, directDebitAuthorisationVersion: version }
  const sent = (changed: Partial<typeof account>) => ({ bankAccount: { ...account, ...changed }, ...agreed })
  const table = [
    ['a BSB of five digits', sent({ bsb: '06200' }), 400, 'invalid_request'],
    ['a BSB of letters', sent({ bsb: 'abc-def' }), 400, 'invalid_request'],
    ['an account number of four digits', sent({ accountNumber: '1234' }), 400, 'invalid_request'],
    ['an account number of ten', sent({ accountNumber: '1234567890' }), 400, 'invalid_request'],
    ['a holder of 33 characters', sent({ holder: 'x'.repeat(33) }), 400, 'invalid_request'],
    ['no holder', sent({ holder: ' ' }), 400, 'invalid_request'],
    [
      'no authorisation',
      { bankAccount: account, directDebitAuthorisation: false },
      400,
      'authorisation_required',
    ],
    ['a method outside the lists', { bpay: true }, 403, 'method_not_allowed'],
    ['a card where none is allowed', { cardToken: 'pm_card_visa' }, 403, 'method_not_allowed'],
    ['two methods at once', { ...sent({}), bpay: true }, 400, 'invalid_request'],
  ] as const
  for (const [what, body, status, code] of table) {
    const reply = await sendPastForm(page, parent.accountId, body)
    expect(reply, what).toMatchObject({ status, code, msg: expect.stringMatching(/\w.*\.$/) })
  }
  expect(await savedMethods(parent.accountId)).toEqual([])
})
