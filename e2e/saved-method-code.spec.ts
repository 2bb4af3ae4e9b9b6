import type { Page } from '@playwright/test'
import { visaDebit } from '#tools/demo/sources.ts'
import { expect, expectAccessible, signIn, test } from './journey.ts'
import { chargesOf, newRequest } from './new-request.ts'
import { unlockSavedMethods } from './owner-code.ts'
import { rows } from './rows.ts'

const saved = 'Visa ending 5556'
const title = (page: Page) => page.getByRole('heading', { level: 1 })
const confirm = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Pay [$£]/ })
const method = (page: Page) => page.getByRole('radio', { name: saved })

function codeDialog(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Confirm with a code' })
  return {
    dialog,
    field: dialog.getByLabel('Enter code'),
    pay: dialog.getByRole('button', { name: /^Pay [$£]/ }),
    again: dialog.getByRole('button', { name: 'Send again' }),
    byMail: dialog.getByRole('button', { name: /^Send it to .*@demo\.example instead$/ }),
  }
}

async function openMethods(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('button', { name: 'Proceed to payment method' }).click()
  await method(page).check()
}

const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('A saved card pays by link once its owner has entered the code, and the page says what is wrong with one @phone @long', async ({
  page,
  inbox,
}) => {
  const asked = await newRequest({}, { sources: [visaDebit()] })
  const ending = `ending ${asked.mobile.slice(-3)}`
  const { dialog, field, pay, byMail } = codeDialog(page)
  await page.goto(asked.path)
  await page.getByRole('radio', { name: 'Pay different amount' }).check()
  await page.getByLabel('Payment amount').fill('450.25')
  await page.getByLabel('Please provide a reason').selectOption('UnableToPayFullAmount')
  await page.getByRole('button', { name: 'Proceed to payment method' }).click()
  let code = ''

  await test.step('choosing it says where the code goes', async () => {
    await method(page).check()
    await expect(
      page.getByText(`To confirm that this is yours, we send a code to the mobile ${ending}.`),
    ).toBeVisible()
  })

  await test.step('many presses send one code, and nothing is paid', async () => {
    const mark = await inbox.mark()
    await confirm(page).focus()
    await confirm(page).evaluate((button: HTMLButtonElement) => {
      for (let press = 0; press < 3; press += 1) button.click()
    })
    await expect(dialog).toContainText(`We sent a 6-digit code to the mobile ${ending}.`)
    await expect(field).toBeFocused()
    code = (await inbox.next(asked.mobile, 'sms', mark)).code ?? ''
    expect(await chargesOf(asked)).toEqual([])
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'light' })
  })

  await test.step('a code that is missing, short or wrong can be corrected', async () => {
    await pay.click()
    await expect(dialog.getByText('Field is required')).toBeVisible()
    await field.fill('12')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Please enter all 6 digits.')).toBeVisible()
    await field.fill(wrongOf(code))
    await page.keyboard.press('Enter')
    await expect(field).toHaveAccessibleDescription(/Invalid code\. Please try again\./)
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('')
  })

  await test.step('after five wrong ones it is of no use, and another can be had by mail', async () => {
    for (let time = 2; time <= 5; time += 1) {
      await field.fill(wrongOf(code))
      await page.keyboard.press('Enter')
      await expect(field).toHaveValue('')
    }
    await expect(dialog.getByText('Too many wrong codes. Please ask for a new one.')).toBeVisible()
    const mark = await inbox.mark()
    await byMail.click()
    await expect(dialog.getByText(/^We sent a new code to .\*\*\*@demo\.example\.$/)).toBeVisible()
    const { text } = await inbox.next(asked.email, 'email', mark)
    code = /\b\d{6}\b/.exec(text)?.[0] ?? ''
  })

  await test.step('closing the dialog keeps what was chosen', async () => {
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(confirm(page)).toBeFocused()
    await expect(method(page)).toBeChecked()
    await expect(page.getByText('You are about to pay $450.25')).toBeVisible()
    await confirm(page).click()
    await expect(dialog).toBeVisible()
  })

  await test.step('the right code pays what was chosen, once', async () => {
    await field.fill(code)
    await page.keyboard.press('Enter')
    await expect(title(page)).toHaveText('Thanks for your payment')
    expect((await chargesOf(asked)).map(({ amount }) => amount)).toEqual([450_25])
  })
})

test('A code that was just sent is waited for after a reload, without another and without an error @long', async ({
  page,
  inbox,
}) => {
  const asked = await newRequest({}, { sources: [visaDebit()] })
  const { dialog, field, pay, again } = codeDialog(page)
  await openMethods(page, asked.path)
  const mark = await inbox.mark()
  await confirm(page).click()
  const { code = '' } = await inbox.next(asked.mobile, 'sms', mark)
  await expect(dialog).toContainText(/Resend in 0:\d\d/)
  // As if it had just been sent, however slow the machine is.
  await rows(
    `update rate_limit set window_starts_at = window_starts_at + interval '5 minutes'
     where key like 'send-code%gap:saved methods ' || $1 || '%'`,
    [asked.customerId],
  )
  await page.reload()
  await method(page).check()
  await confirm(page).click()
  await expect(dialog.getByText(/^We sent a code \d+ seconds? ago\.$/)).toBeVisible()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await expect(again).toHaveCount(0)
  await field.fill(code)
  await pay.click()
  await expect(title(page)).toHaveText('Thanks for your payment')
})

test('A code that was entered in one tab counts in another, and not in another browser @long', async ({
  page,
  inbox,
  browser,
}) => {
  const asked = await newRequest({}, { sources: [visaDebit()] })
  const { dialog, field, pay } = codeDialog(page)
  const tab = await page.context().newPage()
  await openMethods(tab, asked.path)
  await openMethods(page, asked.path)
  const mark = await inbox.mark()
  await confirm(page).click()
  const { code = '' } = await inbox.next(asked.mobile, 'sms', mark)
  await expect(dialog).toBeVisible()
  await field.fill(code)
  await page.route('**/guest/payments', (route) => route.abort())
  await pay.click()
  await expect(dialog).toBeHidden()

  const elsewhere = await browser.newContext()
  const stranger = await elsewhere.newPage()
  await openMethods(stranger, asked.path)
  await expect(stranger.getByText(/we send a code to/)).toBeVisible()
  await elsewhere.close()

  await confirm(tab).click()
  await expect(title(tab)).toHaveText('Thanks for your payment')
  expect(await chargesOf(asked)).toHaveLength(1)
})

test('The owner who is logged in pays by link without a code', async ({ page }) => {
  const asked = await newRequest({}, { sources: [visaDebit()] })
  await signIn(page, asked)
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await openMethods(page, asked.path)
  await confirm(page).click()
  await expect(title(page)).toHaveText('Thanks for your payment')
  await expect(codeDialog(page).dialog).toHaveCount(0)
})

test('A proof that ran out while the page was open leads to a new code, and nothing is lost @long', async ({
  page,
}) => {
  const asked = await newRequest({}, { sources: [visaDebit()] })
  await unlockSavedMethods(page, asked.path)
  const known = page.waitForResponse((reply) => reply.url().includes('/saved-method-access'))
  await openMethods(page, asked.path)
  await known
  await rows('update saved_method_code set proven_at = null where account_id = $1', [asked.accountId])
  await confirm(page).click()
  await expect(page.getByText(/^A saved payment method needs a code/)).toBeVisible()
  await expect(method(page)).toBeChecked()
  await expect(page.getByText(/we send a code to/)).toBeVisible()
  await confirm(page).click()
  await expect(codeDialog(page).field).toBeFocused()
  expect(await chargesOf(asked)).toEqual([])
})
