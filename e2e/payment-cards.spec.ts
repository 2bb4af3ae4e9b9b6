import type { Page } from '@playwright/test'
import { firstOf } from '#tools/testing/long.ts'
import {
  addButton,
  addForm,
  expectAdded,
  methodRow,
  passTime,
  savedMethods,
  sendPastForm,
} from './add-form.ts'
import { answerBank, fieldsOf, fillCard, frameOf, type Card } from './card-form.ts'
import { expect, signIn, test } from './journey.ts'
import { newFamily, toAdd } from './new-family.ts'
import { addresses } from './stack.ts'
import { codeIn, digitsIn, tablesWith, textsInLog, textsInMemory } from './traces.ts'

/** Numbers come one after the other on the same page, which has its files by then: a fraction of the time of a test. */
async function atForm(page: Page) {
  const parent = await newFamily(toAdd('card', 'bank'))
  await signIn(page, parent, { path: '/manage-payments' })
  await addButton(page).click()
  return parent
}

test('Every card that can be saved is, with its brand, its date and its surcharge @long', async ({
  page,
}) => {
  const { accountId } = await atForm(page)
  const { save } = addForm(page)
  const cards = firstOf<[card: Card, name: string, surcharge: string]>(4, [
    [{ number: '4242424242424242' }, 'Visa ending 4242', '1% surcharge'],
    [{ number: '4000056655665556' }, 'Visa ending 5556', 'No surcharge'],
    [{ number: '378282246310005' }, 'American Express ending 0005', '1.35% surcharge'],
    [{ number: '4000002500003155', challenge: 'Complete' }, 'Visa ending 3155', '1% surcharge'],
    [{ number: '5555555555554444' }, 'Mastercard ending 4444', '1% surcharge'],
    [{ number: '5200828282828210' }, 'Mastercard ending 8210', 'No surcharge'],
    [{ number: '5105105105105100' }, 'Mastercard ending 5100', 'No surcharge'],
    [{ number: '371449635398431' }, 'American Express ending 8431', '1.35% surcharge'],
    [{ number: '4000000360000006' }, 'Visa ending 0006', '1% surcharge'],
    [{ number: '4000008260000000' }, 'Visa ending 0000', '1% surcharge'],
    [{ number: '4000058260000005' }, 'Visa ending 0005', 'No surcharge'],
    [{ number: '5555558265554449' }, 'Mastercard ending 4449', '1% surcharge'],
    // What becomes of these shows when they are to pay.
    [{ number: '4000000000000341' }, 'Visa ending 0341', '1% surcharge'],
    [{ number: '4000000000000259' }, 'Visa ending 0259', '1% surcharge'],
    // Their banks ask who is there, as that of 3155 does.
    [{ number: '4000002760003184', challenge: 'Complete' }, 'Visa ending 3184', '1% surcharge'],
    [{ number: '4000008260003178', challenge: 'Complete' }, 'Visa ending 3178', '1% surcharge'],
  ])
  for (const [place, [card, name, surcharge]] of cards.entries()) {
    await test.step(name, async () => {
      await passTime(accountId)
      if (place > 0) await addButton(page).click()
      await expect(save).toBeEnabled()
      await fillCard(page, card)
      await save.click()
      if (card.challenge) await answerBank(page, card.challenge)
      await expectAdded(page, name)
      await expect(methodRow(page, name)).toContainText(`Amelia Hart · Expires 12/34 · ${surcharge}`)
    })
  }
  const saved = await savedMethods(accountId)
  expect(saved.map(({ name }) => name)).toEqual(cards.map(([, name]) => name))
  expect(saved.map(({ isActive }) => isActive)).toEqual(cards.map((_, place) => place === 0))
})

test("Every other card is refused in the bank's words, and nothing is saved @long", async ({ page }) => {
  const { accountId } = await atForm(page)
  const { save } = addForm(page)
  await expect(save).toBeEnabled()
  for (const [card, sentence] of [
    [{ number: '4000000000000002' }, 'Your card was declined.'],
    [{ number: '4000000000009995' }, 'Your card has insufficient funds.'],
    [{ number: '4000000000009987' }, 'Your card was declined.'],
    [{ number: '4000000000009979' }, 'Your card was declined.'],
    [{ number: '4000000000000069' }, 'Your card has expired.'],
    [{ number: '4000000000000127' }, "Your card's security code is incorrect."],
    [
      { number: '4000000000000119' },
      'An error occurred while processing your card. Try again in a little bit.',
    ],
    [{ number: '4000002500003155', challenge: 'Fail' }, 'We are unable to authenticate your payment method.'],
  ] satisfies [Card, string][]) {
    await test.step(card.number, async () => {
      await fillCard(page, card)
      await expect(save).toBeEnabled()
      await save.click()
      if ('challenge' in card) await answerBank(page, card.challenge)
      await expect(frameOf(page).getByRole('alert').filter({ hasText: sentence })).toBeVisible()
      await expect(save).toBeEnabled()
      await expect(save).not.toHaveAttribute('aria-busy', 'true')
    })
  }
  await fieldsOf(page).number.fill('4242424242424241')
  await expect(frameOf(page).getByText('Card number is invalid')).toBeVisible()
  await expect(save).toBeDisabled()
  expect(await savedMethods(accountId)).toEqual([])
})

test('Every bank account is saved, and what becomes of it shows when it is to pay @long', async ({
  page,
}) => {
  const { accountId } = await atForm(page)
  const { choice, holder, bsb, accountNumber, tick, save } = addForm(page)
  const numbers = firstOf(3, [
    '000123456',
    '900123456',
    '111111113',
    '111111116',
    '222222227',
    '333333335',
    '666666660',
    '343434343',
    '121212121',
  ])
  for (const [place, number] of numbers.entries()) {
    await test.step(number, async () => {
      if (place > 0) await addButton(page).click()
      await choice('Bank account').check()
      await holder.fill('Ottilie Marsh')
      await bsb.fill('000000')
      await accountNumber.fill(number)
      await tick.check()
      await save.click()
      await expect(addButton(page)).toBeVisible()
      await expect(methodRow(page, `Bank account ending ${number.slice(-4)}`).last()).toContainText(
        'Ottilie Marsh · No surcharge',
      )
      await expect(page.getByRole('listitem').filter({ hasText: 'Bank account ending' })).toHaveCount(
        place + 1,
      )
    })
  }
  expect(await savedMethods(accountId)).toHaveLength(numbers.length)
})

test('A save that fails without a word gives phone and e-mail, and a card stays typed meanwhile @long', async ({
  page,
}) => {
  await atForm(page)
  const { choice, holder, bsb, accountNumber, tick, save, alert } = addForm(page)
  const note = page.getByText('Card details are entered in a secure form run by our payment provider.')
  await expect(save).toBeEnabled()
  await expect(note).toBeVisible()
  await fillCard(page, { number: '4242424242424242' })
  await choice('Bank account').check()
  await expect(note).toHaveCount(0)
  await holder.fill('Ottilie Marsh')
  await bsb.fill('000000')
  await accountNumber.fill('000123456')
  await tick.check()
  await page.route(/\/repayment-sources$/, (route) => route.fulfill({ status: 500, json: {} }))
  await save.click()
  await expect(alert).toHaveText(
    /^It appears something went wrong\. Please contact us on 1300 139 445 or email us on \S+@\S+\.$/,
  )
  await expect(alert.getByRole('link', { name: '1300 139 445' })).toHaveAttribute('href', 'tel:1300139445')
  await expect(save).toBeEnabled()
  await page.unroute(/\/repayment-sources$/)
  await choice('Credit or Debit Card').check()
  await expect(fieldsOf(page).name).toHaveValue('Amelia Hart')
  await fieldsOf(page).name.press('Enter')
  await expectAdded(page, 'Visa ending 4242')
})

test('A card number goes to the processor alone: not to our database, our logs or our memory @long', async ({
  page,
}) => {
  const [number, cvc, holder] = ['4539718320469173', '739', 'Quillon Ferreira']
  const parent = await atForm(page)
  let isAtProcessor = false
  page.on('request', (request) => {
    const sent = (request.postData() ?? '').replaceAll(/[\s+]|%20/g, '')
    if (sent.includes(number) && new URL(request.url()).origin === addresses().sandbox) isAtProcessor = true
  })
  await expect(addForm(page).save).toBeEnabled()
  await fillCard(page, { number, cvc, name: holder })
  const saving = page.waitForResponse(/\/repayment-sources$/)
  await addForm(page).save.click()
  const requestId = (await saving).headers()['x-request-id'] ?? ''
  await expectAdded(page, 'Visa ending 9173')
  expect(isAtProcessor).toBe(true)

  const secrets = [...digitsIn(number), ...codeIn(cvc)]
  // Each search is shown to find what is there.
  expect(await tablesWith([holder])).toContain('public.repayment_source')
  expect(await tablesWith(secrets)).toEqual([])
  expect(await textsInLog([requestId, ...secrets])).toEqual([requestId])

  // A number that is sent to us, where none belongs, is in our memory for a while: the search would see it.
  const decoy = '4736182950372648'
  const refused = await sendPastForm(page, parent.accountId, { cardToken: decoy })
  expect(refused).toMatchObject({ status: 409, code: 'card_form_expired' })
  const inMemory = await textsInMemory([...digitsIn(decoy), ...secrets])
  if (inMemory) expect(inMemory).toEqual([decoy.slice(0, 12)])
  else {
    const description = 'Only on Linux can the server copy its memory for the journey to search.'
    test.info().annotations.push({ type: 'memory not searched', description })
  }
  expect(await tablesWith(digitsIn(decoy))).toEqual([])
  expect(await textsInLog(digitsIn(decoy))).toEqual([])
})
