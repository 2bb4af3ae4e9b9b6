import type { Page } from '@playwright/test'
import { cents, formatCurrency, toDecimal } from '#domain/money.ts'
import { visaDebit, ukBankAccount, ukVisaDebit, type Source } from '#tools/demo/sources.ts'
import { answerBank, bankOf, fillCard } from './card-form.ts'
import { expect, expectAccessible, expectSaid, signIn, test } from './journey.ts'
import { newFamily } from './new-family.ts'
import { chargesOf, linkMethods } from './new-request.ts'
import { rows } from './rows.ts'
import { unpay, type Instalment } from './unpay.ts'

const place = '/payment-schedule/extra'
const neverPays = '4000000000000341'
const asksTheBank = '4000002760003184'

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const amountOf = (page: Page) => page.getByLabel('Extra payment', { exact: true })
const pay = (page: Page) => page.getByRole('button', { name: /^Pay/ })
const outcome = (page: Page, name: string) => page.getByRole('radio', { name })
const newCard = (page: Page) => page.getByRole('radio', { name: 'Add a new Credit or Debit Card' })
const money = (amount: number) => formatCurrency(toDecimal(cents(amount)), 'UK')

type Row = { amount: number; status: string; isExtra: boolean }
const planOf = (accountId: string) =>
  rows<Row>(
    `select amount_minor::int as amount, instalment.status, is_extra as "isExtra"
     from instalment join plan on plan.account_id = instalment.account_id and plan.id = instalment.plan_id
     where instalment.account_id = $1 and plan.status in ('Current', 'Completed') order by due_on, seq`,
    [accountId],
  )
const comingOf = async (accountId: string) =>
  (await planOf(accountId)).filter(({ status }) => status === 'Scheduled')
const sumOf = (payments: readonly Row[]) => payments.reduce((sum, { amount }) => sum + amount, 0)
const extrasOf = async (accountId: string) =>
  (await planOf(accountId)).filter(({ isExtra }) => isExtra).map(({ amount, status }) => [amount, status])

/** A family in the middle of its plan, at the page on which it pays extra. */
async function openPage(page: Page, ...sources: Source[]) {
  const parent = await newFamily({ school: 'Oakfield School', plans: [{ status: 'Current' }], sources })
  await linkMethods(parent)
  await signIn(page, parent, { path: place })
  await expect(title(page)).toHaveText('Pay extra')
  await expect(amountOf(page)).toBeVisible()
  return { ...parent, before: await comingOf(parent.accountId) }
}

async function expectAccessibleInBoth(page: Page): Promise<void> {
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
}

test('A parent pays extra by card, and the plan is what was shown; then it does something else @phone @long', async ({
  page,
}) => {
  const { accountId, before } = await openPage(page, ukVisaDebit())
  const each = before[0]?.amount ?? 0
  const total = sumOf(await planOf(accountId))
  const aside = page.getByRole('region', { name: /you pay$|is on$|Left of your plan/ })

  await test.step('what cannot be paid is said at the field, and nothing is lost', async () => {
    const left = money(sumOf(before))
    await amountOf(page).fill('0.50')
    await outcome(page, 'Add a new').focus()
    await expect(page.getByText('You can pay extra from £1.00.')).toBeVisible()
    await amountOf(page).fill('99999')
    await expect(page.getByText(`That is more than what is left. You can pay up to ${left}.`)).toBeVisible()
    await pay(page).click()
    await expect(amountOf(page)).toBeFocused()
    await expect(amountOf(page)).toHaveValue('99999')
    expect(await chargesOf({ accountId })).toEqual([])
  })

  await test.step('every outcome has its figures', async () => {
    await page.getByText('3 payments', { exact: true }).click()
    await expect(amountOf(page)).toHaveValue(toDecimal(cents(each * 3)).toFixed(2))
    await expect(aside).toContainText(money(sumOf(before)))
    await expect(aside).toContainText(money(sumOf(before) - each * 3))
    await outcome(page, 'Finish earlier').check()
    await expect(page.getByText('Your last payment is on')).toBeVisible()
    await expectAccessibleInBoth(page)
  })

  await test.step('it is paid, and the plan is shorter by three payments', async () => {
    await page.reload()
    await expect(outcome(page, 'Finish earlier')).toBeChecked()
    await expect(pay(page)).toHaveText(`Pay ${money(each * 3)}`)
    await pay(page).dblclick()
    await expect(title(page)).toHaveText('Thanks for your payment')
    await expect(page.getByText(/^Your plan ends on .+ with 3 payments less\.$/)).toBeVisible()
    await expectAccessibleInBoth(page)
    expect(await extrasOf(accountId)).toEqual([[each * 3, 'Paid']])
    const after = await comingOf(accountId)
    expect([after.length, sumOf(after)]).toEqual([before.length - 3, sumOf(before) - each * 3])
    expect(sumOf(await planOf(accountId))).toBe(total)
    expect(await chargesOf({ accountId })).toHaveLength(1)
  })

  await test.step('until the next payment is prepared it can do something else', async () => {
    await page.getByRole('link', { name: 'Back to Payment schedule' }).click()
    await expect(page).toHaveURL('/payment-schedule')
    const toCome = page.getByRole('region', { name: 'To come' })
    await expect(toCome).toContainText(`You paid ${money(each * 3)} extra`)
    await expect(toCome).toContainText('You can switch this until the end of')
    await expectAccessible(page)
    await toCome.getByRole('link', { name: 'Switch what your extra payment does' }).click()
    const card = page.getByRole('region', { name: `Your extra payment of ${money(each * 3)}` })
    await expect(card).toContainText(/Each payment that follows is £[\d.,]+ instead of/)
    await expect(card).toContainText('It pays your next 3 payments.')
    await card.getByRole('radio', { name: 'Skip the next' }).check()
    await card.getByRole('button', { name: 'Switch the outcome' }).click()
    await expectSaid(page, 'Switched to "Skip the next".')
    await expect(card.getByRole('radio', { name: 'Skip the next' })).toBeChecked()
    expect(await comingOf(accountId)).toEqual(before.slice(3))
    expect(sumOf(await planOf(accountId))).toBe(total)
    await expectAccessible(page)
  })
})

test('A bank debit counts when it has arrived, and the page says so @long', async ({ page }) => {
  const { accountId, before } = await openPage(page, ukBankAccount())
  await expect(page.getByText(/^Direct debit, leaves your account by \d+ \w+ \d{4}$/)).toBeVisible()
  await amountOf(page).fill('200')
  await expect(page.getByText(/^It counts when the money has arrived/)).toBeVisible()
  await pay(page).click()
  await expect(title(page)).toHaveText('Thanks for your payment')
  await expect(page.getByText('Your extra payment is on its way')).toBeVisible()
  expect(await extrasOf(accountId)).toEqual([])
  expect(await comingOf(accountId)).toEqual(before)
  await page.getByRole('link', { name: 'Back to Payment schedule' }).click()
  await expect(page).toHaveURL('/payment-schedule')
  await page.goto(place)
  await expect(page.getByText('£200.00 that you have paid extra is on its way.')).toBeVisible()
})

test('A card that is declined changes nothing, and what was chosen is still there @long', async ({
  page,
}) => {
  const { accountId, before } = await openPage(page, ukVisaDebit())
  await amountOf(page).fill('150')
  await outcome(page, 'Skip the next').check()
  await newCard(page).check()
  await fillCard(page, { number: neverPays })
  await pay(page).click()
  await expect(title(page)).toHaveText('Payment failed')
  expect(await comingOf(accountId)).toEqual(before)
  await page.getByRole('button', { name: 'Try another method' }).click()
  await expect(amountOf(page)).toHaveValue('150')
  await expect(outcome(page, 'Skip the next')).toBeChecked()

  await test.step('another card asks the bank first', async () => {
    await newCard(page).check()
    await fillCard(page, { number: asksTheBank })
    await pay(page).click()
    // About the card that is kept, and then about the payment.
    await expect(bankOf(page).getByText(/who saves this card/)).toBeVisible()
    await answerBank(page, 'Complete')
    await expect(bankOf(page).getByText(/who pays/)).toBeVisible()
    await answerBank(page, 'Complete')
    await expect(title(page)).toHaveText('Thanks for your payment')
    await expect(page.getByText('Your extra payment counts')).toBeVisible()
    expect(await extrasOf(accountId)).toEqual([[150_00, 'Paid']])
  })
})

test('Everything that is left ends the plan', async ({ page }) => {
  const { accountId, before } = await openPage(page, ukVisaDebit())
  await page.getByText('Everything', { exact: true }).click()
  await expect(page.getByText('It pays everything that is left.')).toBeVisible()
  await expect(outcome(page, 'Lower the rest')).toHaveCount(0)
  await pay(page).click()
  await expect(title(page)).toHaveText('Thanks for your payment')
  await expect(page.getByText('Your plan is paid in full. Nothing is left to collect.')).toBeVisible()
  expect(await comingOf(accountId)).toEqual([])
  expect(await extrasOf(accountId)).toEqual([[sumOf(before), 'Paid']])
})

test('A family in arrears is led to what is overdue @long', async ({ page }) => {
  const parent = await newFamily({ plans: [{ status: 'Current' }], sources: [visaDebit()] })
  const lastPaid = await rows<Instalment>(
    `select plan_id as "planId", max(seq) as seq from instalment where account_id = $1 and status = 'Paid'
     group by plan_id limit 1`,
    [parent.accountId],
  )
  await unpay(parent.accountId, lastPaid)
  await signIn(page, parent, { path: place })
  await expect(page.getByRole('heading', { name: 'First pay what is overdue' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'See what is overdue' }).click()
  await expect(page).toHaveURL('/')
})
