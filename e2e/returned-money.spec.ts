import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { dateIn, formatDate } from '#domain/calendar/calendar.ts'
import { addBusinessDays } from '#domain/calendar/holidays.ts'
import { cents, formatCurrency, toDecimal } from '#domain/money.ts'
import { bankAccount, visaDebit } from '#tools/demo/sources.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { fallBehind } from './arrears.ts'
import { fillCard, frameOf } from './card-form.ts'
import type { Customer } from './customers.ts'
import { expect, expectAccessible, signIn, test, type Inbox } from './journey.ts'
import { newFamily } from './new-family.ts'
import { chargesOf, linkMethods, newRequest } from './new-request.ts'
import { rows } from './rows.ts'
import { addresses } from './stack.ts'
import { staffApi } from './staff.ts'

const shown = (minor: number) => formatCurrency(toDecimal(cents(minor)), 'AU')
const title = (page: Page) => page.getByRole('heading', { level: 1 })
const area = (page: Page) => page.locator('.fix')
const problem = (page: Page) => area(page).getByRole('heading', { level: 2 })
const today = () => dateIn('AU', new Date())

const tell = (page: Page, act: string, data: object = {}) =>
  page.request.post(`${addresses().sandbox}/_sandbox/api/${act}`, { data })

/** The bank has paid every debit of the family. */
async function bankPays(page: Page, parent: Pick<Customer, 'accountId'>): Promise<void> {
  for (const { payment_intent: intent, status } of await chargesOf(parent))
    if (status === 'pending') await tell(page, 'stripe/settle', { paymentIntent: intent })
  await tell(page, 'webhooks/flush')
  await expect
    .poll(() =>
      rows('select 1 from payment where account_id = $1 and status = $2', [parent.accountId, 'Processing']),
    )
    .toEqual([])
}

type Sums = { status: string; amount: number; settled: number; reserved: number; open: number }

const sumsOf = ({ accountId }: Pick<Customer, 'accountId'>, seq?: number) =>
  rows<Sums>(
    `select status, amount_minor::int as amount, settled_minor::int as settled, reserved_minor::int as reserved,
       open_minor::int as open
     from instalment where account_id = $1 and ($2::int is null or seq = $2) order by due_on, seq`,
    [accountId, seq ?? null],
  )

/** What the family's book holds of its payments. */
const bookOf = async ({ accountId }: Pick<Customer, 'accountId'>) =>
  (
    await rows<{ paid: number }>(
      `select coalesce(sum(posting.amount_minor), 0)::int as paid from ledger_entry entry
         join ledger_posting posting on posting.account_id = entry.account_id and posting.entry_id = entry.id
         join payment on payment.account_id = entry.account_id and payment.id = entry.cause_id
       where entry.account_id = $1 and posting.book = 'Family' and payment.provider_payment_id is not null`,
      [accountId],
    )
  )[0]?.paid

async function expectGood(page: Page): Promise<void> {
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Until the link of a new request is made, the Overview leads to the last step of an early payment. */
async function payByCard(page: Page): Promise<void> {
  const proceed = page.getByRole('button', { name: 'Proceed to payment method' })
  const newCard = page.getByRole('radio', { name: 'Add a new Credit or Debit Card' })
  await expect(proceed.or(newCard)).toBeVisible()
  if (await proceed.isVisible()) await proceed.click()
  await newCard.check()
  await expect(frameOf(page).getByLabel('Name on card')).toBeVisible()
  await fillCard(page, { number: '4242424242424242' })
  await page.getByRole('button', { name: /^Pay [$£]/ }).click()
  await expect(title(page)).toHaveText('Thanks for your payment')
}

test('A bank payment of an instalment that failed takes the place of its next try', async ({
  page,
  context,
}) => {
  const parent = await newFamily({
    sources: [visaDebit(), bankAccount()],
    plans: [{ status: 'Current', hasFailed: true, starts: -60, frequency: 'Month' }],
  })
  await linkMethods(parent)
  const dueOn = addBusinessDays(today(), -1, calendars.AU)
  const [failed] = await rows<{ seq: number; amount: number }>(
    `update instalment set due_on = $2, collect_on = $2, first_failed_on = $2, retry_on = $3
     where account_id = $1 and status = 'Retrying'
     returning seq, amount_minor::int as amount`,
    [parent.accountId, dueOn, addBusinessDays(today(), 4, calendars.AU)],
  )
  const sum = shown(failed?.amount ?? 0)
  const before = await bookOf(parent)
  await signIn(page, parent)
  await expect(problem(page)).toHaveText(`Your payment of ${sum} did not go through`)
  await expect(area(page)).toContainText('If you do nothing, we try again on')

  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    area(page)
      .getByRole('link', { name: `Pay ${sum} now` })
      .click(),
  ])
  await tab.getByRole('radio', { name: /^Bank account/ }).check()
  await tab.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(title(tab)).toHaveText('Thanks for your payment')
  await expect(tab.getByText(/Your bank will transfer the money within a few days/)).toBeVisible()
  await expectGood(tab)

  await test.step('on its way: nothing else is taken or asked for', async () => {
    await page.reload()
    await expect(problem(page)).toHaveText(`Your payment of ${sum} is on its way`)
    await expect(area(page)).toContainText(`It pays what was due on ${formatDate(dueOn)}.`)
    await expect(area(page)).toContainText('there is nothing more to do')
    await expect(area(page)).not.toContainText('we try again')
    await expect(area(page).getByRole('link', { name: /^Pay/ })).toHaveCount(0)
    await expectGood(page)
    expect(await sumsOf(parent, failed?.seq)).toMatchObject([{ reserved: failed?.amount, open: 0 }])
    await page.goto('/payment-schedule')
    await expect(title(page)).toBeVisible()
    await expectGood(page)
  })

  await test.step('paid: it was taken once', async () => {
    await bankPays(page, parent)
    await page.goto('/')
    await expect(title(page)).toBeVisible()
    await expect(area(page)).toHaveCount(0)
    await expectGood(page)
    expect(await sumsOf(parent, failed?.seq)).toMatchObject([
      { status: 'Paid', settled: failed?.amount, reserved: 0 },
    ])
    expect(await chargesOf(parent)).toHaveLength(1)
    expect(await bookOf(parent)).toBe((before ?? 0) + (failed?.amount ?? 0))
  })
})

test('All that is left, paid by bank the day before a debit, is taken once @long', async ({ page }) => {
  const parent = await newFamily({
    sources: [bankAccount()],
    plans: [{ status: 'Current', starts: -60, frequency: 'Month' }],
  })
  await linkMethods(parent)
  const tomorrow = addBusinessDays(today(), 1, calendars.AU)
  await rows(
    `update instalment set due_on = $2, collect_on = $2, noticed_on = $3
     where (account_id, plan_id, seq) = (select account_id, plan_id, seq from instalment
       where account_id = $1 and status = 'Scheduled' order by seq limit 1)`,
    [parent.accountId, tomorrow, addBusinessDays(today(), -3, calendars.AU)],
  )
  // What is collected tomorrow is left out: it is too late to change it.
  const [announced, ...coming] = (await sumsOf(parent)).filter(({ status }) => status === 'Scheduled')
  const left = coming.reduce((sum, { amount }) => sum + amount, 0)
  await signIn(page, parent, { path: '/payment-schedule/extra' })
  const amount = page.getByLabel('Extra payment', { exact: true })
  await expect(amount).toBeVisible()
  await expect(page.getByText(`From $1.00 up to ${shown(left)}, all that is left`)).toBeVisible()
  await page.getByText('Everything', { exact: true }).click()
  await expect(amount).toHaveValue(toDecimal(cents(left)).toFixed(2))
  await expectGood(page)
  await page.getByRole('button', { name: `Pay ${shown(left)}` }).click()
  await expect(title(page)).toHaveText('Thanks for your payment')
  await expect(page.getByText('Your extra payment is on its way')).toBeVisible()
  await expectGood(page)

  await test.step('on its way: only tomorrow’s debit is still to come', async () => {
    await page.goto('/')
    await expect(page.getByRole('region', { name: 'Upcoming payment' })).toContainText(formatDate(tomorrow))
    await expectGood(page)
    const sums = await sumsOf(parent)
    expect(sums.reduce((sum, { open }) => sum + open, 0)).toBe(announced?.amount)
    expect(sums.reduce((sum, { reserved }) => sum + reserved, 0)).toBe(left)
    await page.goto('/payment-schedule')
    await expect(title(page)).toBeVisible()
    await expectGood(page)
  })

  await test.step('paid: the rest of the plan, once', async () => {
    await bankPays(page, parent)
    await expect
      .poll(async () => (await sumsOf(parent)).reduce((sum, { open, reserved }) => sum + open + reserved, 0))
      .toBe(announced?.amount)
    await page.goto('/')
    await expect(title(page)).toBeVisible()
    await expectGood(page)
    expect((await chargesOf(parent)).map((charge) => charge.amount)).toEqual([left])
  })
})

/** A family that has paid by link what was overdue, and what staff give back of it. */
async function paidByLink(page: Page, plans: NonNullable<Parameters<typeof newFamily>[0]['plans']>) {
  const parent = await newFamily({ sources: [visaDebit()], plans })
  const { overdue, link } = await fallBehind(parent, 1)
  await page.goto(`/pay-now?request=${link}`)
  await payByCard(page)
  const [paid] = await rows<{ id: string; amount: number }>(
    `select id, (amount_minor + surcharge_minor)::int as amount from payment
     where account_id = $1 and kind = 'Guest' and status = 'Succeeded'`,
    [parent.accountId],
  )
  if (!paid || !overdue[0]) throw new Error('Nothing was paid')
  const { seq, dueOn, amount: due } = overdue[0]
  return { parent, paid, seq, dueOn, due }
}

async function refund(inbox: Inbox, paymentId: string, amount?: number): Promise<void> {
  const staff = await staffApi(inbox, 'staff.ops@demo.example')
  const reply = await staff('POST /api/staff/payments/:paymentId/refunds', {
    params: { paymentId },
    body: {
      ...(amount !== undefined && { amount }),
      outcome: 'AskAgain',
      clientRequestId: randomUUID(),
      reason: 'Charged by mistake',
    },
  })
  if (!reply.approval) return
  const second = await staffApi(inbox, 'staff.admin@demo.example')
  await second('POST /api/staff/approvals/:approvalId/approve', {
    params: { approvalId: reply.approval.id },
    body: { reason: 'Checked' },
  })
}

test('What is refunded in part is asked for again, and paid @long', async ({ page, inbox, context }) => {
  const { parent, paid, seq, dueOn, due } = await paidByLink(page, [{ status: 'Current', starts: -90 }])
  const mark = await inbox.mark()
  await refund(inbox, paid.id, 101)
  await tell(page, 'webhooks/flush')
  await expect.poll(async () => (await sumsOf(parent, seq))[0]?.status).toBe('Overdue')
  const sums = await sumsOf(parent, seq)
  const again = sums[0]?.open ?? 0
  expect(sums).toMatchObject([{ status: 'Overdue', settled: due - again }])
  expect(again).toBe(100_00)
  const { text } = await inbox.next(parent.email, 'email', mark)
  expect(text).toContain(shown(again))
  await signIn(page, parent)
  await expect(problem(page)).toHaveText(`${shown(again)} is overdue`)
  await expect(area(page)).toContainText(formatDate(dueOn))
  await expectGood(page)
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    area(page)
      .getByRole('link', { name: `Pay ${shown(again)} now` })
      .click(),
  ])
  await expectGood(tab)
  await payByCard(tab)
  await page.reload()
  await expect(title(page)).toBeVisible()
  await expect(area(page)).toHaveCount(0)
  expect(await sumsOf(parent, seq)).toMatchObject([{ status: 'Paid', settled: due }])
})

test('What is refunded in full is overdue with a link, and its plan ends once it is paid @long', async ({
  page,
  inbox,
  context,
}) => {
  const { parent, paid, seq, due } = await paidByLink(page, [{ status: 'Current', starts: -90 }])
  // It was the last payment of the plan.
  await rows(
    `with cancelled as (
       update instalment set status = 'Cancelled', waived_minor = amount_minor - settled_minor
       where account_id = $1 and status = 'Scheduled' returning account_id, charge_id, waived_minor
     ) insert into waiver (account_id, charge_id, amount_minor, reason, waived_at)
       select account_id, charge_id, waived_minor, 'AccountClosed', now() from cancelled`,
    [parent.accountId],
  )
  await refund(inbox, paid.id)
  await tell(page, 'webhooks/flush')
  await expect.poll(async () => (await sumsOf(parent, seq))[0]?.status).toBe('Overdue')
  await signIn(page, parent)
  await expect(problem(page)).toHaveText(`${shown(due)} is overdue`)
  await expect(area(page)).toContainText('It was paid, and the money went back.')
  await expectGood(page)
  expect(await sumsOf(parent, seq)).toMatchObject([{ status: 'Overdue', settled: 0, open: due }])
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    area(page)
      .getByRole('link', { name: `Pay ${shown(due)} now` })
      .click(),
  ])
  await payByCard(tab)
  await expectGood(tab)
  expect(await sumsOf(parent, seq)).toMatchObject([{ status: 'Paid', settled: due }])
  await expect
    .poll(() => rows('select status from plan where account_id = $1', [parent.accountId]), {
      timeout: 150_000,
    })
    .toEqual([{ status: 'Completed' }])
  await page.reload()
  await expect(title(page)).toBeVisible()
  await expect(area(page)).toHaveCount(0)
  await expectGood(page)
})

test('What one parent pays early by bank, the other cannot pay again by the link', async ({
  page,
  browser,
}) => {
  const asked = await newRequest({}, { sources: [bankAccount()], plans: [] })
  await signIn(page, asked, { path: '/pay-now' })
  const form = page.getByRole('form', { name: 'Early payment details' })
  await form.getByLabel('Payment amount').fill('1250')
  await form.getByRole('button', { name: 'Continue to payment method' }).click()
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(title(page)).toHaveText('Thanks for your payment')
  await expectGood(page)
  const elsewhere = await browser.newContext({ baseURL: addresses().portal })
  const other = await elsewhere.newPage()

  await test.step('on its way: the link says so, and offers nothing to pay', async () => {
    await other.goto(asked.path)
    await expect(title(other)).toHaveText('Your payment is on its way')
    await expect(other.getByRole('main')).toContainText('$1,250.00')
    await expect(other.getByRole('button', { name: /pay/i })).toHaveCount(0)
    await expectGood(other)
    await page.goto('/')
    await expect(title(page)).toBeVisible()
    await expect(page.getByRole('link', { name: /^Pay (\$|all|now)|^Make a payment of/ })).toHaveCount(0)
    await expectGood(page)
  })

  await test.step('paid: once, and the link says that too', async () => {
    await bankPays(page, asked)
    await other.reload()
    await expect(title(other)).toHaveText('This has been paid')
    await expectGood(other)
    expect((await chargesOf(asked)).map((charge) => charge.amount)).toEqual([1_250_00])
    const requests = await rows(
      `select status, amount_paid_minor::int as paid, amount_pending_minor::int as pending
       from payment_request where account_id = $1`,
      [asked.accountId],
    )
    expect(requests).toEqual([{ status: 'Paid', paid: 1_250_00, pending: 0 }])
  })
  await elsewhere.close()
})
