import type { Page } from '@playwright/test'
import { addDays, dateIn, formatDateCompact } from '#domain/calendar/calendar.ts'
import { isBusinessDay } from '#domain/calendar/holidays.ts'
import { cents, formatCurrency, toDecimal } from '#domain/money.ts'
import { apiAt } from '#ops/api.ts'
import type { ActionName } from '#web/desk/family-actions/catalogue.ts'
import { visaDebit } from '#tools/demo/sources.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { fallBehind, type Overdue } from './arrears.ts'
import type { Customer } from './customers.ts'
import { deskStaff, openDesk } from './desk.ts'
import { expect, expectAccessible, test } from './journey.ts'
import { newFamily } from './new-family.ts'
import { newStaffSession } from './new-session.ts'
import { rows } from './rows.ts'
import { addresses } from './stack.ts'

const drawer = (page: Page, name: string) => page.getByRole('dialog', { name })
const effect = (page: Page) => page.getByRole('region', { name: 'What this does' })

const changesOf = (accountId: string) =>
  rows<{ status: string }>('select status from plan_change where account_id = $1', [accountId])
const requestsOf = (accountId: string) =>
  rows<{ amount: number; status: string }>(
    'select amount_due_minor::int as amount, status from payment_request where account_id = $1 order by created_at',
    [accountId],
  )

const shown = (minor: number) => formatCurrency(toDecimal(cents(minor)), 'AU')
const compact = (date: string) => formatDateCompact(date)

/** A family with one payment that nothing tries any more, and the last day that staff can give it. */
async function overdueFamily(): Promise<{ parent: Customer; overdue: Overdue; to: string }> {
  const parent = await newFamily({ plans: [{ status: 'Current' }], sources: [visaDebit()] })
  const [overdue] = (await fallBehind(parent, 1)).overdue
  if (!overdue) throw new Error('Nothing is overdue')
  let to = addDays(dateIn('AU', new Date()), 14)
  while (!isBusinessDay(to, calendars.AU)) to = addDays(to, -1)
  return { parent, overdue, to }
}

const statusOf = async ({ accountId }: Customer, { planId, seq }: Overdue) =>
  (
    await rows<{ status: string; retryOn: string | null }>(
      `select status, retry_on::text as "retryOn" from instalment
       where account_id = $1 and plan_id = $2 and seq = $3`,
      [accountId, planId, seq],
    )
  )[0]

/** What the menu offers an administrator for a family whose plan runs, in its order. */
const menu = [
  'Request a payment',
  'Refund a payment',
  'Record cheque, transfer or cash',
  'Adjust the balance',
  'Add a bank account for withdrawals',
  'Remove a bank account',
  'Move a payment',
  'Pause payments',
  'Hardship arrangement',
  'Make a custom plan',
  'Change contact details',
  'Decide on a stopped contact change',
  'Correct name, date of birth or address',
  'Add a member',
  'Enrol a student',
  'Change what the portal allows',
]

/** Every action by its name in the address, with the title of its drawer. */
const actions = {
  'request-payment': 'Request a payment',
  'refund-payment': 'Refund a payment',
  'record-payment': 'Record cheque, transfer or cash',
  'adjust-balance': 'Adjust the balance',
  'cancel-request': 'Cancel a payment request',
  'resend-request': 'Send a request again',
  'reverse-payment': 'Reverse a recorded payment',
  'add-bank-account': 'Add a bank account for withdrawals',
  'remove-bank-account': 'Remove a bank account',
  'move-payment': 'Move a payment',
  'pause-payments': 'Pause payments',
  'undo-change': 'Undo a plan change',
  hardship: 'Hardship arrangement',
  'open-care': 'Open a request for help',
  'extend-hold': 'Hold payments for longer',
  'decline-care': 'Decline the request for help',
  'withdraw-offer': 'Withdraw the offer',
  'make-plan': 'Make a custom plan',
  'tailor-plan': 'Tailor a plan temporarily',
  'end-tailoring': 'End the tailoring of a plan',
  'change-contact': 'Change contact details',
  'resolve-contact': 'Decide on a stopped contact change',
  'edit-person': 'Correct name, date of birth or address',
  'add-member': 'Add a member',
  'remove-member': 'Remove a member',
  'stop-log-in': 'Block portal access',
  'allow-log-in': 'Restore portal access',
  'erase-person': 'Delete personal data',
  'invite-to-contribute': 'Invite to contribute',
  'correct-contribution': 'Correct a contribution',
  'add-student': 'Enrol a student',
  'change-enrolment': 'Change an enrolment',
  'share-fees': 'Share the fees of a student',
  'change-account': 'Change what the portal allows',
  'invite-to-switch': 'Invite to instalments',
  'withdraw-switch': 'Withdraw the invitation',
  'complete-switch': 'Complete the change to instalments',
  'reopen-account': 'Reopen the account',
  'close-account': 'Close the account',
  'open-account': 'Open another account',
  'see-as-family': 'See the portal as the family',
} satisfies Record<ActionName | 'open-account' | 'see-as-family', string>

test.describe('For a family at the desk', () => {
  test('every action of the menu opens its drawer, and Escape leads back', async ({ page }) => {
    const parent = await newFamily({ plans: [{ status: 'Current' }], sources: [visaDebit()] })
    await openDesk(page, 'admin', `/families/${parent.accountId}`)
    const button = page.getByRole('button', { name: 'Actions' })
    await button.click()
    const items = page.getByRole('menuitem')
    for (const label of menu) await expect(items.filter({ hasText: label })).toBeVisible()
    await page.keyboard.press('Escape')
    for (const label of menu) {
      await button.click()
      await items.filter({ hasText: label }).click()
      await expect(drawer(page, label).getByRole('heading', { name: label })).toBeVisible()
      await expect(page).toHaveURL(/\?action=/)
      await page.keyboard.press('Escape')
      await expect(drawer(page, label)).toBeHidden()
      await expect(page).toHaveURL(/\/families\/[^?]+$/)
    }
  })

  test('every action opens by its address and can be used with a screen reader @long', async ({ page }) => {
    const parent = await newFamily({ plans: [{ status: 'Current' }], sources: [visaDebit()] })
    await openDesk(page, 'admin', `/families/${parent.accountId}`)
    for (const [name, title] of Object.entries(actions)) {
      await page.goto(`/desk/families/${parent.accountId}?action=${name}`)
      await expect(drawer(page, title).getByRole('heading', { name: title })).toBeVisible()
      await expectAccessible(page)
    }
  })

  test('a payment is skipped and the skip undone, all by keys @long', async ({ page, inbox }) => {
    const parent = await newFamily({ plans: [{ status: 'Current' }] })
    await openDesk(page, 'operations', `/families/${parent.accountId}`)
    await expect(page.getByRole('button', { name: 'Actions' })).toBeEnabled()
    await page.keyboard.press('a')
    await expect(page.getByRole('menuitem', { name: 'Pause payments' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('p')
    const pause = drawer(page, 'Pause payments')
    await expect(pause).toContainText('Marsh family')
    await expect(effect(page)).toContainText('None')
    await expect(effect(page)).toContainText('Ottilie gets an email.')
    await expect(pause.getByText('You skip 1 payment', { exact: true })).toBeVisible()
    await expect(pause).toContainText('Can be undone until')
    await expectAccessible(page)

    await test.step('not without a reason', async () => {
      await page.keyboard.press('Control+Enter')
      await expect(pause.getByText('Field is required')).toBeVisible()
      expect(await changesOf(parent.accountId)).toEqual([])
    })

    await pause.getByLabel('Personal note').fill('As we agreed on the phone.')
    await pause.getByLabel('Reason').fill('New job, first pay comes late')
    await expect(pause.getByText('As we agreed on the phone.').first()).toBeVisible()
    const mark = await inbox.mark()
    await expect(pause.getByRole('button', { name: /^Skip / })).toBeEnabled()
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText(/^Skipped: .* Ottilie is notified\.$/)).toBeVisible()
    await expect(pause).toBeHidden()
    expect(await changesOf(parent.accountId)).toEqual([{ status: 'Made' }])
    const letter = await inbox.next(parent.email, 'email', mark)
    expect(letter.text).toContain('As we agreed on the phone.')

    await page.keyboard.press('z')
    await expect.poll(() => changesOf(parent.accountId)).toEqual([{ status: 'Undone' }])
  })

  test('nothing is done if something changed meanwhile, and what was typed is kept @long', async ({
    page,
  }) => {
    const parent = await newFamily({ plans: [], balance: cents(0) })
    const { accountId } = parent
    const query = 'action=request-payment&amount=45.00&dueOn=2031-12-11&for=Music+camp'
    await openDesk(page, 'operations', `/families/${accountId}?${query}`)
    const request = drawer(page, 'Request a payment')
    await expect(effect(page)).toContainText('$45.00')
    await request.getByLabel('Reason').fill('For the camp')
    const api = apiAt(addresses().portal, await newStaffSession(deskStaff.operations))
    await api('POST /api/staff/payment-requests', {
      body: { accountId, amount: '10.00', dueOn: '2031-12-01', reason: 'Books' },
    })
    await request.getByRole('button', { name: 'Request $45.00' }).click()
    await expect(request.getByRole('alert')).toContainText(
      'Not carried out, because something changed in the meantime.',
    )
    await expect(request.getByRole('alert')).toContainText('Amount requested was $0.00 and is $10.00 now.')
    expect(await requestsOf(accountId)).toHaveLength(1)
    await expect(request.getByLabel('Reason')).toHaveValue('For the camp')
    await expect(request.getByLabel('For')).toHaveValue('Music camp')
    await expectAccessible(page)

    await request.getByRole('button', { name: 'Request $45.00' }).dblclick()
    await expect(page.getByText('$45.00 requested. Ottilie is notified.')).toBeVisible()
    expect(await requestsOf(accountId)).toMatchObject([{ amount: 1000 }, { amount: 4500, status: 'Open' }])
    await page.getByRole('button', { name: /^Undo/ }).click()
    await expect
      .poll(() => requestsOf(accountId))
      .toMatchObject([{ status: 'Open' }, { status: 'Cancelled' }])
  })

  test('an overdue payment is moved to another day, once, and back', { tag: '@long' }, async ({ page }) => {
    const { parent, overdue, to } = await overdueFamily()
    await openDesk(page, 'operations', `/families/${parent.accountId}/plan`)
    await page
      .getByRole('link', { name: /^Move the payment due/ })
      .first()
      .click()
    const move = drawer(page, 'Move a payment')
    await expect(move.getByLabel('Payment')).toContainText(`overdue since ${compact(overdue.dueOn)}`)
    await expect(move.getByLabel('From')).toContainText('Visa ending')
    await expectAccessible(page)

    const query = `action=move-payment&dueOn=${overdue.dueOn}&to=${to}`
    await page.goto(`/desk/families/${parent.accountId}?${query}`)
    await expect(effect(page)).toContainText(`The request for ${shown(overdue.amount)} is cancelled.`)
    await expect(effect(page)).toContainText('The family is not asked for it before that day.')
    await expect(move).toContainText('Can be undone until the end of')
    await expect(move.getByText('Your payment is moved', { exact: true })).toBeVisible()
    await move.getByLabel('Reason').fill('Asked in the chat')
    await expectAccessible(page)
    await move.getByRole('button', { name: /^Move to/ }).dblclick()
    await expect(page.getByText(/^Payment moved to .* Ottilie is notified\.$/)).toBeVisible()
    expect(await changesOf(parent.accountId)).toEqual([{ status: 'Made' }])
    expect(await statusOf(parent, overdue)).toEqual({ status: 'Retrying', retryOn: to })

    await page.keyboard.press('z')
    await expect.poll(() => statusOf(parent, overdue)).toEqual({ status: 'Overdue', retryOn: null })
    await expect.poll(() => changesOf(parent.accountId)).toEqual([{ status: 'Undone' }])
    expect((await requestsOf(parent.accountId)).map(({ status }) => status)).toEqual(['Cancelled', 'Open'])
  })

  test('an overdue payment that is paid meanwhile is not moved', { tag: '@long' }, async ({ page }) => {
    const { parent, overdue, to } = await overdueFamily()
    const query = `action=move-payment&dueOn=${overdue.dueOn}&to=${to}`
    await openDesk(page, 'operations', `/families/${parent.accountId}?${query}`)
    const move = drawer(page, 'Move a payment')
    await move.getByLabel('Reason').fill('Asked in the chat')
    await expect(move.getByRole('button', { name: /^Move to/ })).toBeEnabled()
    await rows(
      `with paid as (
         insert into payment (account_id, id, kind, institution_id, currency, amount_minor, covered_minor, status,
           payment_request_id, paid_on, created_at, updated_at)
         select charge.account_id, gen_random_uuid(), 'Guest', payee_id, account.currency, amount_minor, amount_minor,
           'Succeeded', payment_request_id, current_date, now(), now()
         from charge join account on account.id = charge.account_id
         where charge.account_id = $1 and charge.status = 'Overdue'
         returning account_id, id
       ), covered as (
         insert into cover (account_id, charge_id, payment_id, settled_minor)
         select charge.account_id, charge.id, paid.id, amount_minor
         from charge join paid on paid.account_id = charge.account_id and charge.status = 'Overdue'
       )
       update charge set status = 'Paid', settled_minor = amount_minor, payment_id = paid.id from paid
       where charge.account_id = paid.account_id and charge.status = 'Overdue'`,
      [parent.accountId],
    )
    await move.getByRole('button', { name: /^Move to/ }).click()
    await expect(move.getByRole('alert').first()).toContainText(
      'Not carried out, because something changed in the meantime.',
    )
    await expect(move.getByRole('alert').first()).toContainText(
      `The request of ${shown(overdue.amount)} is paid.`,
    )
    await expect(move.getByLabel('Reason')).toHaveValue('Asked in the chat')
    expect(await changesOf(parent.accountId)).toEqual([])
    await expectAccessible(page)
  })

  test('what needs two people waits for the second one', { tag: '@long' }, async ({ page }) => {
    const parent = await newFamily({ plans: [], balance: cents(0) })
    await openDesk(page, 'operations', `/families/${parent.accountId}?action=adjust-balance`)
    const adjust = drawer(page, 'Adjust the balance')
    await adjust.getByLabel('Amount').fill('15')
    await adjust.getByLabel('Description on the family’s transactions').fill('Goodwill')
    await expect(adjust.getByText('This needs a second approval')).toBeVisible()
    await expect(effect(page)).toContainText('$15.00')
    await adjust.getByLabel('Reason').fill('Our letter was late')
    await expectAccessible(page)
    await adjust.getByRole('button', { name: /^Ask: adjust by \$15\.00/ }).click()
    await expect(page.getByText(/Waiting for a second approval\./)).toBeVisible()
    const [asked] = await rows<{ status: string }>('select status from approval where account_id = $1', [
      parent.accountId,
    ])
    expect(asked).toEqual({ status: 'Open' })
  })

  test('closing says what stands in the way', { tag: '@long' }, async ({ page }) => {
    const parent = await newFamily({ plans: [], balance: cents(5_000) })
    await openDesk(page, 'operations', `/families/${parent.accountId}?action=close-account`)
    const close = drawer(page, 'Close the account')
    await expect(close.getByText('One thing stands in the way')).toBeVisible()
    await expect(close).toContainText('The family has $50.00 with us.')
    await expect(close.getByRole('button', { name: /^Close the account/ })).toBeDisabled()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(close).toBeHidden()
    await expect(page).not.toHaveURL(/action=/)
  })

  test('support sees the portal as the family does, and is offered nothing else that it may not do @long', async ({
    page,
    context,
  }) => {
    const parent = await newFamily({ plans: [{ status: 'Current' }] })
    await openDesk(page, 'support', `/families/${parent.accountId}?action=close-account`)
    await expect(page.getByRole('button', { name: /See as the family/ })).toBeEnabled()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.getByRole('button', { name: /Request a payment/ })).toBeHidden()
    await page.keyboard.press('v')
    const see = drawer(page, 'See the portal as the family')
    await see.getByLabel('Reason').fill('To see which page she means')
    await expectAccessible(page)
    const opened = context.waitForEvent('page')
    await see.getByRole('button', { name: /^Open as Ottilie/ }).click()
    const portal = await opened
    await expect(portal.getByText(/Ottilie/).first()).toBeVisible()
    await expect(see).toBeHidden()
  })
})
