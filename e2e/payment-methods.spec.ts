import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { addDays, dateIn, formatDate } from '#domain/calendar/calendar.ts'
import { addBusinessDays } from '#domain/calendar/holidays.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { customers, type Customer } from './customers.ts'
import { expect, expectAccessible, expectSaid, signIn, stored, test } from './journey.ts'
import { expectAccessibleDayAndNight } from './login-screen.ts'
import { rows } from './rows.ts'
import { staffApi } from './staff.ts'

const path = '/manage-payments'
const updated = 'Your payment method has been updated'
const removed = 'Your payment method has been removed'

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const list = (page: Page) => page.getByRole('region', { name: 'Payment methods' })
const listed = (page: Page) => list(page).getByRole('listitem')
const row = (page: Page, name: string) => listed(page).filter({ hasText: name })
const activate = (page: Page, name: string) => row(page, name).getByRole('button', { name: 'Set as active' })
const remove = (page: Page, name: string) => row(page, name).getByRole('button', { name: 'Remove' })
const addButton = (page: Page) => page.getByRole('button', { name: 'Add payment method' })
const extra = (page: Page) => page.getByRole('region', { name: 'Make additional payments' })
const dialog = (page: Page) => page.getByRole('dialog')
const inDialog = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
const badges = (method: Locator) => method.locator('.badge')

/** How many posts of this kind the page has made. */
const posts = (calls: { method(): string; url(): string }[], end: string) =>
  calls.filter((call) => call.method() === 'POST' && call.url().endsWith(end)).length

type Method = {
  name: string
  status: string
  isDefault: boolean
  isPreferred: boolean
  waitsFor: string | null
}

/** The payment methods of an account as the database has them. */
const methodsOf = ({ accountId }: Customer) =>
  rows<Method>(
    `select display_name as name, status, is_default as "isDefault", is_preferred as "isPreferred",
       (select effective_on::text from repayment_change change
        where change.account_id = source.account_id and source_id = source.id and status = 'Pending') as "waitsFor"
     from repayment_source source where account_id = $1`,
    [accountId],
  )

async function activeOf(parent: Customer): Promise<string[]> {
  return (await methodsOf(parent)).filter(({ isPreferred }) => isPreferred).map(({ name }) => name)
}

/** As the family was at first: other journeys, and this one on a phone, change the same rows. */
async function startAnew({ accountId }: Customer, active: string): Promise<void> {
  await rows(
    `update repayment_change set status = 'Cancelled' where account_id = $1 and status = 'Pending'`,
    [accountId],
  )
  await rows('update repayment_source set is_default = false, is_preferred = false where account_id = $1', [
    accountId,
  ])
  await rows(
    `update repayment_source set status = 'Usable', removed_at = null, is_default = display_name = $2,
       is_preferred = display_name = $2 where account_id = $1`,
    [accountId, active],
  )
}

/** What a bank may have as the name on all of a family's accounts. */
const nameHolder = ({ accountId }: Customer, name: string) =>
  rows('update repayment_source set holder_name = $2 where account_id = $1', [accountId, name])

/** The payments still to be taken, as the database has them. */
const paymentsOf = ({ accountId }: Customer) =>
  rows<{ cents: number; on: string }>(
    `select amount_minor::int as cents, collect_on::text as on from instalment
     where account_id = $1 and status = 'Scheduled' order by collect_on, seq`,
    [accountId],
  )

const dollars = (cents: number) =>
  (cents / 100).toLocaleString('en-AU', { style: 'currency', currency: 'AUD' })

test.describe('Payment methods', () => {
  test('are listed with what they are and what they cost @phone', async ({ page }) => {
    const [parent] = await customers('pm.many')
    await startAnew(parent, 'Visa ending 5556')
    await signIn(page, parent, { path })
    await expect(title(page)).toHaveText('Payment preferences')
    await expect(page.getByText('Choose how your school fee payments are made.')).toBeVisible()
    await expect(listed(page)).toHaveCount(6)

    const active = row(page, 'Visa ending 5556')
    await expect(badges(active)).toHaveText(['Active', 'Default'])
    await expect(active.locator('small')).toHaveText([
      new RegExp(`^${parent.name} · Expires \\d\\d/\\d\\d · No surcharge$`),
    ])
    await expect(active.getByRole('button')).toHaveCount(0)
    for (const other of ['Visa ending 4242', 'Mastercard ending 8210', 'Bank account ending 3456']) {
      await expect(badges(row(page, other))).toHaveCount(0)
      await expect(activate(page, other)).toBeVisible()
      await expect(remove(page, other)).toBeVisible()
    }
    await expect(row(page, 'Bank account ending 3456')).toContainText(`${parent.name} · No surcharge`)
    const payments = await paymentsOf(parent)
    for (const [card, rate, basisPoints] of [
      ['Visa ending 4242', '1%', 100],
      ['American Express ending 0005', '1.35%', 135],
    ] as const) {
      const costs = payments.map(({ cents }) => Math.floor((cents * basisPoints + 5_000) / 10_000))
      const all = costs.reduce((sum, cost) => sum + cost, 0)
      await expect(row(page, card).locator('small')).toHaveText([
        new RegExp(`${rate} surcharge$`),
        `Adds ${dollars(costs[0] ?? 0)} to your next payment, ${dollars(all)} over the ${costs.length} payments left.`,
      ])
    }
    await expectAccessibleDayAndNight(page)

    await nameHolder(parent, 'W'.repeat(32))
    await page.reload()
    await expect(row(page, 'Visa ending 4242')).toContainText('W'.repeat(32))
    await nameHolder(parent, parent.name)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })

  test('become the active one after a dialog has said which payments move @phone-long @long', async ({
    page,
    calls,
  }) => {
    const [parent] = await customers('pm.many')
    await startAnew(parent, 'Visa ending 5556')
    const [next] = await paymentsOf(parent)
    await signIn(page, parent, { path })

    await activate(page, 'Mastercard ending 4444').click()
    await expect(dialog(page).getByRole('heading')).toHaveText('Set this payment method as active?')
    await expect(dialog(page)).toContainText(
      `Your fortnightly payments will be taken from Mastercard ending 4444, beginning with ${dollars(next?.cents ?? 0)} on ${formatDate(next?.on ?? '')}.`,
    )
    await expect(dialog(page)).toContainText('A surcharge of 1% applies to each payment. It adds $')
    await expectAccessibleDayAndNight(page)
    await inDialog(page, 'Cancel').click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(activate(page, 'Mastercard ending 4444')).toBeFocused()
    expect(posts(calls, 'activate-repayment-source')).toBe(0)
    expect(await activeOf(parent)).toEqual(['Visa ending 5556'])

    await activate(page, 'Mastercard ending 8210').press('Enter')
    await expect(dialog(page)).toContainText('No surcharge applies.')
    await inDialog(page, 'Set as active').dblclick()
    await expectSaid(page, updated)
    await expect(dialog(page)).toHaveCount(0)
    expect(posts(calls, 'activate-repayment-source')).toBe(1)
    expect(await activeOf(parent)).toEqual(['Mastercard ending 8210'])
    await expect(badges(row(page, 'Mastercard ending 8210'))).toHaveText(['Active', 'Default'])
    await expect(row(page, 'Mastercard ending 8210').getByRole('button')).toHaveCount(0)
    await expect(list(page).getByRole('heading')).toBeFocused()
    // Both marks move, so that the way back is open.
    await expect(badges(row(page, 'Visa ending 5556'))).toHaveCount(0)
    await expect(activate(page, 'Visa ending 5556')).toBeVisible()
    await expect(remove(page, 'Visa ending 5556')).toBeVisible()
    await page.goto('/')
    await expect(page.getByRole('region', { name: 'Upcoming payment' })).toContainText(
      'Mastercard ending 8210',
    )
  })

  test('are removed after a question, and two tabs do not get in each other’s way @phone-long @long', async ({
    page,
    context,
    calls,
  }) => {
    const [parent] = await customers('pm.many')
    await startAnew(parent, 'Visa ending 5556')
    await signIn(page, parent, { path })
    await expect(listed(page)).toHaveCount(6)
    const other = await context.newPage()
    await other.goto(path)
    await expect(listed(other)).toHaveCount(6)

    await remove(page, 'American Express').click()
    await expect(dialog(page).getByRole('heading')).toHaveText('Remove this payment method?')
    await expect(dialog(page)).toContainText(
      'Your American Express ending 0005 will be removed from this account. Your plan will keep using Visa ending 5556.',
    )
    await expectAccessibleDayAndNight(page)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(remove(page, 'American Express')).toBeFocused()
    expect(posts(calls, 'remove-repayment-source')).toBe(0)
    await page.keyboard.press('Enter')
    await inDialog(page, 'Remove').dblclick()
    await expectSaid(page, removed)
    await expect(listed(page)).toHaveCount(5)
    await expect(list(page).getByRole('heading')).toBeFocused()
    expect(posts(calls, 'remove-repayment-source')).toBe(1)
    const statusOf = async (name: string) =>
      (await methodsOf(parent)).find((method) => method.name === name)?.status
    expect(await statusOf('American Express ending 0005')).toBe('Removed')

    // The other tab still shows it. What it asks for is refused, and the list is read again.
    await activate(other, 'American Express').click()
    await inDialog(other, 'Set as active').click()
    const alert = dialog(other).getByRole('alert')
    await expect(alert).toHaveText(
      /^It appears something went wrong\. Please contact us on 1300 139 445 or email us on \S+@\S+\.$/,
    )
    await expect(inDialog(other, 'Set as active')).toBeEnabled()
    await inDialog(other, 'Cancel').click()
    await expect(listed(other)).toHaveCount(5)
    expect(await activeOf(parent)).toEqual(['Visa ending 5556'])

    await remove(other, 'Mastercard ending 4444').click()
    await remove(page, 'Mastercard ending 4444').click()
    await inDialog(page, 'Remove').click()
    await expect(listed(page)).toHaveCount(4)
    await inDialog(other, 'Remove').click()
    await expect(alert).toHaveText('We could not find what you were looking for.')
    await expect(inDialog(other, 'Remove')).toBeEnabled()
    await inDialog(other, 'Cancel').click()
    await expect(listed(other)).toHaveCount(4)
    await expect(list(other).getByRole('heading')).toBeFocused()
  })

  test('that are chosen too late wait for the payment that is on its way @long', async ({ page }) => {
    const [parent] = await customers('pm.fail')
    await startAnew(parent, 'Visa ending 5556')
    const soon = addBusinessDays(dateIn('AU', new Date()), 1, calendars.AU)
    await rows(
      `update instalment set due_on = $2, collect_on = $2, noticed_on = $2::date - 9
       where account_id = $1 and (plan_id, seq) = (
         select plan_id, seq from instalment where account_id = $1 and status = 'Scheduled'
         order by collect_on, seq limit 1)`,
      [parent.accountId, soon],
    )
    const [late, next] = await paymentsOf(parent)
    await signIn(page, parent, { path })
    await activate(page, 'Mastercard ending 8210').click()
    await expect(dialog(page)).toContainText(
      `beginning with ${dollars(next?.cents ?? 0)} on ${formatDate(next?.on ?? '')}.`,
    )
    await expect(dialog(page)).toContainText(
      `Your payment of ${dollars(late?.cents ?? 0)} on ${formatDate(soon)} stays with Visa ending 5556`,
    )
    await inDialog(page, 'Set as active').click()
    await expectSaid(page, updated)
    const waiting = row(page, 'Mastercard ending 8210')
    const from = addDays(soon, 1)
    await expect(badges(waiting)).toHaveText(['Pending'])
    await expect(waiting).toContainText(`New payment method applies from ${formatDate(from)}`)
    await expect(waiting.getByRole('button', { name: /Set as active|Remove/ })).toHaveCount(0)
    await expect(badges(row(page, 'Visa ending 5556'))).toHaveText(['Active', 'Default'])
    expect(await activeOf(parent)).toEqual(['Visa ending 5556'])
    const waitsFor = (await methodsOf(parent)).find(({ name }) => name.includes('8210'))?.waitsFor
    expect(waitsFor).toBe(from)

    // Thought better of, and pressed twice.
    await waiting.getByRole('button', { name: 'Undo this change' }).dblclick()
    await expect(badges(waiting)).toHaveCount(0)
    await expect(activate(page, 'Mastercard ending 8210')).toBeVisible()
    expect((await methodsOf(parent)).find(({ name }) => name.includes('8210'))?.waitsFor).toBeNull()
    expect(await activeOf(parent)).toEqual(['Visa ending 5556'])
  })
})

/** What a family's rows show and offer, row by row. */
async function standings(page: Page): Promise<string[]> {
  await expect(listed(page).first()).toBeVisible()
  return listed(page).evaluateAll((items) =>
    items.map((item) =>
      Array.from(item.querySelectorAll('b, .badge, .btn'), (each) => each.textContent).join(', '),
    ),
  )
}

/** A call that the page itself would never make. */
async function post(page: Page, { accountId }: Customer, call: string, body: object) {
  const token = await stored(page, 'token')
  const reply = await page.request.post(`/api/portal/customer/account/${accountId}/${call}`, {
    headers: { Authorization: `Bearer ${token}` },
    data: body,
  })
  return { status: reply.status(), ...((await reply.json()) as { code: string; msg: string }) }
}

const idOf = async ({ accountId }: Customer, name: string) =>
  (
    await rows<{ id: string }>(
      'select id from repayment_source where account_id = $1 and display_name = $2',
      [accountId, name],
    )
  )[0]?.id

test.describe('What may be done with a payment method', () => {
  test('depends on the plan and on the others, on the page and behind it @long', async ({ page }) => {
    const [only, locked, split, pending] = await customers(
      'pm.cardonly',
      'pm.locked',
      'pm.defaultnotactive',
      'pm.pending',
    )
    await signIn(page, only, { path })
    expect(await standings(page)).toEqual(['Visa ending 5556, Active, Default'])
    const last = await post(page, only, 'remove-repayment-source', {
      repaymentSourceId: await idOf(only, 'Visa ending 5556'),
    })
    expect([last.status, last.code]).toEqual([409, 'last_source'])
    expect(last.msg).toMatch(/^This is your only payment method\./)

    await signIn(page, locked, { path })
    expect(await standings(page)).toEqual([
      'Visa ending 5556, Active, Default',
      'Bank account ending 3456, Remove',
    ])
    await expect(list(page)).toContainText('Your plan keeps its payment method at the moment.')
    const kept = await post(page, locked, 'activate-repayment-source', {
      repaymentChangeId: null,
      repaymentSourceId: await idOf(locked, 'Bank account ending 3456'),
    })
    expect([kept.status, kept.code]).toEqual([409, 'change_not_allowed'])
    expect(await activeOf(locked)).toEqual(['Visa ending 5556'])

    await signIn(page, split, { path })
    expect(await standings(page)).toEqual([
      'Visa ending 5556, Default, Remove',
      'Mastercard ending 8210, Active',
    ])

    await signIn(page, pending, { path })
    expect(await standings(page)).toEqual([
      'Bank account ending 3456, Active, Default',
      'Visa ending 5556, Pending',
    ])
    const waiting = (await methodsOf(pending)).find(({ name }) => name === 'Visa ending 5556')
    await expect(row(page, 'Visa ending 5556')).toContainText(
      `New payment method applies from ${formatDate(waiting?.waitsFor ?? '')}`,
    )
  })

  test('depends on whether it can still pay, and it says what to do next @phone-long @long', async ({
    page,
  }) => {
    const [expired, expiring, ended] = await customers('pm.expired', 'pm.expiring', 'pm.ended')
    await signIn(page, expired, { path })
    expect(await standings(page)).toEqual([
      'Visa ending 4242, Expired, Remove',
      'Bank account ending 3456, Active, Default',
    ])
    const old = row(page, 'Visa ending 4242')
    await expect(old).toContainText('This card can no longer pay. You can remove it.')
    await expect(old).not.toContainText('Adds')

    await signIn(page, expiring, { path })
    expect(await standings(page)).toEqual([
      'Visa ending 4242, Active, Default, Expires soon',
      'Bank account ending 3456, Set as active, Remove',
    ])
    await expect(row(page, 'Visa ending 4242')).toContainText(
      /It can be used until \d+ \w+ \d{4}\. Please set another payment method as active, or add a new one\./,
    )

    await signIn(page, ended, { path })
    expect(await standings(page)).toEqual([
      expect.stringMatching(/^Bank account ending \d{4}, Active, Default, Direct debit ended$/),
      'Visa ending 5556, Set as active, Remove',
    ])
    await expect(row(page, 'Bank account')).toContainText(
      'Your bank has ended this direct debit. Please add the account again to authorise a new one, or set another payment method as active.',
    )
    await expectAccessibleDayAndNight(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })

  test('depends on what the account may change, and nothing else is lost @long', async ({ page }) => {
    const [fixed, none] = await customers('pm.noupdates', 'pm.none')
    await signIn(page, fixed, { path: '/' })
    await expect(page.getByRole('navigation').getByText('Overview')).toBeVisible()
    await expect(page.getByRole('navigation').getByText('Payment schedule')).toBeVisible()
    await expect(page.getByRole('navigation').getByText('Payment methods')).toHaveCount(0)
    await page.goto(`${path}?add`)
    expect(await standings(page)).toEqual(['Visa ending 5556, Active, Default'])
    await expect(title(page)).toHaveText('Payment preferences')
    await expect(addButton(page)).toHaveCount(0)
    await expect(extra(page)).toContainText('Biller code')

    await signIn(page, none, { path: `${path}?add` })
    expect(await standings(page)).toEqual(['Visa ending 5556, Active, Default'])
    await expect(addButton(page)).toHaveCount(0)
    await expect(page.getByRole('navigation').getByText('Payment methods')).toBeVisible()
  })

  test('in the United Kingdom never costs anything @phone-long', async ({ page }) => {
    const [parent] = await customers('pm.ukboth')
    await signIn(page, parent, { path })
    await expect(row(page, 'Visa ending 0005')).toContainText('No surcharge')
    const words = await page.getByRole('main').innerText()
    expect(words).not.toMatch(/(?<!No )surcharge|BPAY|\$|%/i)
    await expect(extra(page).getByRole('link', { name: 'Make a payment' })).toBeVisible()
  })
})

test.describe('Above and beside the list', () => {
  test('a payment of today is pointed out @phone-long @long', async ({ page }) => {
    const [parent] = await customers('pm.cutoff')
    await signIn(page, parent, { path })
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(
      "You have a payment scheduled for today. Please contact us on 1300 139 445 if you want to change your payment method for today's repayment.",
    )
    await expectAccessibleDayAndNight(page)
  })

  test('stand the details for extra payments, once the account is active @long', async ({
    page,
    context,
  }) => {
    const [parent, early] = await customers('pm.bpayonly', 'setup.identity')
    const [account] = await rows<{ code: string; reference: string }>(
      `select institution.bpay_biller_code as code, bpay_reference as reference
       from account join institution on institution.id = account.institution_id where account.id = $1`,
      [parent.accountId],
    )
    const ask = (amount: number | null) =>
      rows('update account set bpay_amount_minor = $2 where id = $1', [parent.accountId, amount])
    await ask(null)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await signIn(page, parent, { path })
    expect(await standings(page)).toEqual(['BPAY, Active, Default'])
    await expect(extra(page)).toContainText(account?.code ?? '')
    await expect(extra(page)).not.toContainText('Amount')
    await extra(page).getByRole('button', { name: 'Copy reference' }).click()
    await expect(extra(page).getByText('Reference copied')).toBeAttached()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(account?.reference)
    const link = extra(page).getByRole('link', { name: 'Make a payment' })
    await expect(link).toHaveAttribute('href', '/pay-now')
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', 'noopener')

    await ask(436_25)
    await page.reload()
    await expect(extra(page)).toContainText('Amount$436.25')
    await ask(null)

    await signIn(page, early, { path })
    await expect(extra(page)).toContainText('Additional payments are possible once your account is active.')
    await expect(extra(page)).not.toContainText('Biller code')
    await expect(extra(page).getByRole('link')).toHaveCount(0)
  })

  test('a bank account keeps the paper that was signed for it @long', async ({ page }) => {
    const [parent] = await customers('pm.cardbank')
    await signIn(page, parent, { path })
    const file = page.waitForEvent('download')
    await row(page, 'Bank account ending 3456')
      .getByRole('button', { name: /authorisation \(PDF\)/ })
      .click()
    const bytes = await readFile(await (await file).path())
    expect(bytes.toString('latin1', 0, 5)).toBe('%PDF-')
  })
})

/** BPAY needs nothing typed, so it is the quickest to add. */
async function saveBpay(page: Page): Promise<void> {
  await addButton(page).click()
  await page.getByRole('radio', { name: /BPAY/ }).check({ force: true })
  await page.getByRole('button', { name: 'Save' }).click()
}

const forgetBpay = ({ accountId }: Customer) =>
  rows(`update repayment_source set status = 'Removed' where account_id = $1 and type = 'CustomerDeposit'`, [
    accountId,
  ])

test.describe('The way to the form', () => {
  test('and back is part of the address, and the form comes when it is asked for @phone-long @long', async ({
    page,
    isMobile,
  }) => {
    const [parent] = await customers('pm.cardbpay')
    const bundles: string[] = []
    page.on('request', (request) => {
      if (/\/add-method-[^/]+\.js$/.test(request.url())) bundles.push(request.url())
    })
    await signIn(page, parent, { path })
    await expect(addButton(page)).toBeVisible()
    expect(bundles).toEqual([])
    if (isMobile) await addButton(page).focus()
    else await addButton(page).hover()
    await expect.poll(() => bundles.length).toBe(1)
    await addButton(page).click()
    await expect(page).toHaveURL(`${path}?add`)
    await expect(title(page)).toHaveText('Add payment method')
    await expect(title(page)).toBeFocused()
    await page.goBack()
    await expect(page).toHaveURL(path)
    await expect(title(page)).toHaveText('Payment preferences')
    await page.goForward()
    await expect(title(page)).toHaveText('Add payment method')
    await page.reload()
    await expect(title(page)).toHaveText('Add payment method')
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await expect(page).toHaveURL(path)
    await expect(listed(page).first()).toBeVisible()
    // One step back from here is where the customer was before the list, not the form.
    await page.goForward()
    await expect(title(page)).toHaveText('Add payment method')

    await page.goto('/profile')
    await page.goto(`${path}?add`)
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await expect(page).toHaveURL(path)
    await page.goBack()
    await expect(page).toHaveURL('/profile')
  })

  test('starts from an empty list as well @phone-long @long', async ({ page }) => {
    const [parent] = await customers('pm.bankbpay')
    await rows(
      `update repayment_source set status = 'Removed', is_default = false, is_preferred = false where account_id = $1`,
      [parent.accountId],
    )
    await signIn(page, parent, { path })
    await expect(page.getByRole('heading', { name: 'Add a payment method' })).toBeVisible()
    await expect(
      page.getByText('Add a credit or debit card or bank account to make your payments easier.', {
        exact: true,
      }),
    ).toBeVisible()
    await expect(list(page)).toHaveCount(0)
    await expectAccessible(page)
    await addButton(page).click()
    await expect(title(page)).toHaveText('Add payment method')
  })

  test('leads back to a list with the new method, and says so @long', async ({ page, calls }) => {
    const [parent] = await customers('pm.cardbpay')
    await forgetBpay(parent)
    await signIn(page, parent, { path })
    const reads = () => calls.filter((call) => call.url().endsWith('/repayment-details')).length
    await expect(addButton(page)).toBeVisible()
    const before = reads()
    await saveBpay(page)
    await expectSaid(page, updated)
    await expect(page).toHaveURL(path)
    expect(reads()).toBe(before + 1)
    expect(await standings(page)).toEqual([
      'Visa ending 5556, Active, Default',
      'BPAY, Set as active, Remove',
    ])
    expect((await methodsOf(parent)).filter(({ status }) => status === 'Usable')).toContainEqual(
      expect.objectContaining({ name: 'BPAY', isPreferred: false }),
    )
  })

  test('leads on to the Overview while the account is being set up @long', async ({ page }) => {
    const [parent] = await customers('setup.done')
    await forgetBpay(parent)
    await signIn(page, parent, { path })
    await saveBpay(page)
    await expect(page).toHaveURL('/')
    await expect(title(page)).toContainText(parent.firstName)
    await expect(page.getByText(updated)).toHaveCount(0)
    expect((await methodsOf(parent)).map(({ name }) => name)).toContain('BPAY')
    // The form is behind them: one step back is the list.
    await page.goBack()
    await expect(page).toHaveURL(path)
    await expect(row(page, 'BPAY')).toBeVisible()
  })

  test('is open to our people, but adding is not @long', async ({ page, inbox }) => {
    const [parent] = await customers('pm.cardbpay')
    const staff = await staffApi(inbox)
    const { url } = await staff('POST /api/staff/customers/:customerId/impersonation', {
      params: { customerId: parent.customerId },
      body: { reason: 'A journey' },
    })
    await page.goto(url.slice(new URL(url).origin.length))
    await expect(title(page)).toContainText(parent.firstName)
    const before = await methodsOf(parent)
    await page.goto(`${path}?add`)
    const why =
      'You are in this account as staff. Only the family can add, activate or remove payment methods.'
    await expect(page.getByRole('main').getByRole('status').filter({ hasText: why })).toBeVisible()
    await expect(listed(page).first()).toBeVisible()
    for (const name of [/^Add/, /^Set as active/, /^Remove/])
      await expect(page.getByRole('main').getByRole('button', { name })).toHaveCount(0)
    expect(await methodsOf(parent)).toEqual(before)
  })
})

test.describe('While the list is not there', () => {
  test('its place is kept, and nothing moves when it comes @phone-long @long', async ({ page }) => {
    const [parent] = await customers('pm.cardonly')
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/repayment-details', async (route) => {
      await held
      await route.continue()
    })
    await page.addInitScript(() => {
      const watched = window as unknown as { moved: number }
      watched.moved = 0
      new PerformanceObserver((entries) => {
        for (const entry of entries.getEntries())
          watched.moved += (entry as unknown as { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await signIn(page, parent, { path })
    await expect(page.getByRole('status').filter({ hasText: 'Loading your payment methods' })).toBeAttached()
    await expect(title(page)).toHaveText('Payment preferences')
    release()
    await expect(listed(page).first()).toContainText('Visa ending 5556')
    expect(await page.evaluate(() => (window as unknown as { moved: number }).moved)).toBeLessThan(0.02)
  })

  test('because it failed, it can be asked for again @long', async ({ page }) => {
    const [parent] = await customers('pm.fail')
    await page.clock.install()
    let asked = 0
    await page.route('**/repayment-details', (route) => {
      asked += 1
      return asked <= 4
        ? route.fulfill({ status: 500, json: { code: 'server_error', msg: 'no' } })
        : route.continue()
    })
    await signIn(page, parent, { path })
    for (const times of [1, 2, 3, 4]) {
      await expect.poll(() => asked).toBe(times)
      await page.clock.runFor(9_000)
    }
    await expect(page.getByText('Oops, something went wrong.')).toBeVisible()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(row(page, 'Mastercard ending 8210')).toBeVisible()
  })

  test('a change that gets no answer can be tried again @long', async ({ page, calls }) => {
    const [parent] = await customers('pm.all')
    await signIn(page, parent, { path })
    let isDown = true
    for (const call of ['activate', 'remove'])
      await page.route(`**/${call}-repayment-source`, (route) => (isDown ? route.abort() : route.continue()))
    await remove(page, 'American Express').click()
    await inDialog(page, 'Remove').click()
    await expect(dialog(page).getByRole('alert')).toHaveText('The server could not be reached.')
    await inDialog(page, 'Cancel').click()
    await activate(page, 'American Express').click()
    await inDialog(page, 'Set as active').click()
    await expect(dialog(page).getByRole('alert')).toContainText('It appears something went wrong.')
    isDown = false
    await inDialog(page, 'Cancel').click()
    await expect(dialog(page)).toHaveCount(0)
    expect(await activeOf(parent)).toEqual(['Visa ending 4242'])
    expect(posts(calls, 'activate-repayment-source')).toBe(1)
  })
})
