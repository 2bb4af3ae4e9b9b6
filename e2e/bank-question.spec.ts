import type { Page } from '@playwright/test'
import { visaCredit } from '#tools/demo/sources.ts'
import { addButton, addForm, expectAdded, savedMethods } from './add-form.ts'
import { answerBank, bankOf, fieldsOf, fillCard, frameOf, type Card } from './card-form.ts'
import { expect, expectAccessible, signIn, test } from './journey.ts'
import { newFamily, toAdd } from './new-family.ts'
import { chargesOf, linkMethods, newRequest } from './new-request.ts'
import { rows } from './rows.ts'

const always = '4000002760003184'
const notConfirmed = /This payment was not confirmed with your bank, so nothing was charged/

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const pay = (page: Page) => page.getByRole('button', { name: /^Pay / })
const newCard = (page: Page) => page.getByRole('radio', { name: 'Add a new Credit or Debit Card' })

/** A guest at the second step, with a card typed in. */
async function typeCard(page: Page, path: string, card: Card): Promise<void> {
  await page.goto(path)
  await page.getByRole('button', { name: 'Proceed to payment method' }).click()
  await newCard(page).check()
  await fillCard(page, card)
}

const statusesOf = async (accountId: string) =>
  (
    await rows<{ status: string }>(
      'select status from payment where account_id = $1 and provider_key is not null order by created_at',
      [accountId],
    )
  ).map(({ status }) => status)

const takenFrom = async (payer: { accountId: string }) =>
  (await chargesOf(payer)).filter(({ status }) => status === 'succeeded').map(({ amount }) => amount)

test('A guest answers their bank over the whole page, and the payment goes on @phone', async ({ page }) => {
  const asked = await newRequest({}, { sources: [], bpay: false })
  await typeCard(page, asked.path, { number: always })
  await expect(pay(page)).toHaveText('Pay $1,262.50')
  await pay(page).click()
  const question = page.getByRole('dialog', { name: '3D Secure' })
  await expect(bankOf(page).getByText('$1,262.50')).toBeVisible()
  expect(await question.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() })
  await expect(bankOf(page).getByRole('button', { name: 'Complete authentication' })).toBeFocused()
  await expectAccessible(page)
  expect(await takenFrom(asked)).toEqual([])
  await expect(page.getByRole('button', { name: 'Back', includeHidden: true })).toBeDisabled()
  await answerBank(page, 'Complete')
  await expect(title(page)).toHaveText('Thanks for your payment')
  expect(await takenFrom(asked)).toEqual([126_250])
})

test('Each card whose bank asks ends as it should, for a guest @long', async ({ page }) => {
  const ends = [
    ['4000002500003155', 'Complete', null],
    ['4000000000003220', 'Complete', null],
    ['4000003800000446', 'Complete', null],
    [always, 'Fail', notConfirmed],
    ['4000008260003178', 'Complete', 'Your card has insufficient funds.'],
    ['4000008400001629', 'Complete', 'Your card was declined.'],
    ['4000008400001280', undefined, 'Your card was declined.'],
  ] as const
  for (const [number, challenge, says] of ends) {
    await test.step(number, async () => {
      const asked = await newRequest({}, { sources: [], bpay: false })
      await typeCard(page, asked.path, { number })
      await pay(page).click()
      if (challenge) await answerBank(page, challenge)
      await expect(title(page)).toHaveText(says === null ? 'Thanks for your payment' : 'Payment failed')
      if (says !== null) await expect(page.getByText(says)).toBeVisible()
      expect(await takenFrom(asked)).toEqual(says === null ? [126_250] : [])
    })
  }
})

for (const region of ['AU', 'UK'] as const) {
  test(`A parent in ${region} pays early with a new card whose bank asks @long`, async ({ page }) => {
    const parent = await newFamily({
      ...toAdd('card'),
      ...(region === 'UK' && { school: 'Oakfield School' as const, regionalMethods: ['PaymentCard'] }),
    })
    await signIn(page, parent, { path: '/pay-now' })
    await page.getByLabel('Payment amount').fill('200')
    await page.getByRole('button', { name: 'Continue to payment method' }).click()
    await newCard(page).check()
    await fillCard(page, { number: always })
    await expect(pay(page)).toHaveText(region === 'AU' ? 'Pay $202.00' : 'Pay £200.00')
    await pay(page).click()
    // The bank is asked about the card that is kept, and then about the payment.
    await expect(bankOf(page).getByText(/who saves this card/)).toBeVisible()
    await answerBank(page, 'Complete')
    await expect(bankOf(page).getByText(/who pays/)).toBeVisible()
    await answerBank(page, 'Complete')
    await expect(title(page)).toHaveText('Thanks for your payment')
    expect(await takenFrom(parent)).toEqual([region === 'AU' ? 20_200 : 20_000])
  })
}

test('A parent adds a card whose bank asks, over the whole page @phone @long', async ({ page }) => {
  const parent = await newFamily(toAdd('card', 'bank'))
  await signIn(page, parent, { path: '/manage-payments' })
  await addButton(page).click()
  const { save } = addForm(page)
  await fillCard(page, { number: '4000002500003155' })
  await save.click()
  const question = page.getByRole('dialog', { name: '3D Secure' })
  await expect(bankOf(page).getByText(/who saves this card/)).toBeVisible()
  expect(await question.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() })
  await answerBank(page, 'Fail')
  await expect(frameOf(page).getByText('We are unable to authenticate your payment method.')).toBeVisible()
  // What was typed is still there, and is sent again as it stands.
  await expect(save).toBeEnabled()
  await save.click()
  await answerBank(page, 'Complete')
  await expectAdded(page, 'Visa ending 3155')
  expect(await savedMethods(parent.accountId)).toHaveLength(1)
})

test('A page that is loaded again in the middle says what it waits for, and goes on or gives up @long', async ({
  page,
}) => {
  const asked = await newRequest({}, { sources: [], bpay: false })
  await typeCard(page, asked.path, { number: always })
  await pay(page).click()
  await expect(bankOf(page).getByText('$1,262.50')).toBeVisible()
  await page.reload()
  await expect(title(page)).toHaveText('Confirm your payment')
  await expect(page.getByText(/Nothing is charged until you do/)).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: '$1,262.50' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Pay another way' }).click()
  await expect(page.getByText('You did not confirm this payment, and nothing was charged.')).toBeVisible()
  expect(await statusesOf(asked.accountId)).toEqual(['Failed'])

  await newCard(page).check()
  await fillCard(page, { number: always })
  await pay(page).click()
  await expect(bankOf(page).getByText('$1,262.50')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Confirm with your bank' }).click()
  await answerBank(page, 'Complete')
  await expect(title(page)).toHaveText('Thanks for your payment')
  expect(await takenFrom(asked)).toEqual([126_250])
})

test('A question that is answered in another tab ends in both, and charges once @long', async ({
  page,
  context,
}) => {
  const asked = await newRequest({}, { sources: [], bpay: false })
  await typeCard(page, asked.path, { number: always })
  await pay(page).click()
  await expect(bankOf(page).getByText('$1,262.50')).toBeVisible()
  const other = await context.newPage()
  await other.goto(asked.path)
  await other.getByRole('button', { name: 'Confirm with your bank' }).click()
  await answerBank(other, 'Complete')
  await expect(title(other)).toHaveText('Thanks for your payment')
  await answerBank(page, 'Fail')
  await expect(title(page)).toHaveText('Thanks for your payment')
  expect(await takenFrom(asked)).toEqual([126_250])
})

test('Another total than the one shown is asked about before anything is taken @long', async ({ page }) => {
  const asked = await newRequest({}, { sources: [visaCredit()], bpay: false })
  await linkMethods(asked)
  // The page is told an old rate.
  await page.route('**/guest/payment-page-details*', async (route) => {
    const reply = await route.fetch()
    const text = (await reply.text()).replaceAll('"surchargePercentage":"1%"', '"surchargePercentage":"0.5%"')
    return route.fulfill({ response: reply, body: text })
  })
  await typeCard(page, asked.path, { number: '4242424242424242' })
  await expect(pay(page)).toHaveText('Pay $1,256.25')
  await pay(page).click()
  await expect(page.getByText(/this payment comes to \$1,262\.50\. Nothing was charged/)).toBeVisible()
  expect(await statusesOf(asked.accountId)).toEqual([])
  // The card need not be typed again.
  await expect(fieldsOf(page).name).toHaveValue('Amelia Hart')
  await expect(pay(page)).toHaveText('Pay $1,262.50')
  await pay(page).click()
  await expect(title(page)).toHaveText('Thanks for your payment')
  expect(await takenFrom(asked)).toEqual([126_250])
})
