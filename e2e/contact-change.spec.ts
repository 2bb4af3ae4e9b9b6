import type { Page } from '@playwright/test'
import { creditFromSchool } from '#tools/demo/entries.ts'
import type { Customer } from './customers.ts'
import { expect, expectAccessible, signIn, test, type Inbox } from './journey.ts'
import { expectAccessibleDayAndNight } from './login-screen.ts'
import { newFamily } from './new-family.ts'
import { staffApi } from './staff.ts'

const familyWithCredit = () =>
  newFamily({
    productType: 'PlusFunded',
    plans: [],
    withdrawals: { bankAccounts: ['6789'] },
    entries: (moment) => [creditFromSchool(moment, 640_00)],
  })

/** The same person with another e-mail and mobile, which are nobody else's. */
function elsewhere(parent: Customer): Customer {
  const digits = String(Number.parseInt(parent.customerId.slice(0, 8), 16))
    .padStart(9, '7')
    .slice(-5)
  return { ...parent, email: parent.email.replace('journey-', 'moved-'), mobile: `+614915${digits}7` }
}

/** By staff, as on the phone with somebody who says that they are the parent. */
async function changeContact(inbox: Inbox, parent: Customer, to: Customer) {
  const staff = await staffApi(inbox, 'staff.ops@demo.example')
  await staff('PUT /api/staff/customers/:customerId/contact', {
    params: { customerId: parent.customerId },
    body: { email: to.email, mobile: to.mobile, reason: 'A journey' },
  })
  return staff
}

const stopPath = (text: string) => /\/stop-change\?key=[\w-]+/.exec(text)?.[0] ?? ''

async function expectRefusedWithdrawal(page: Page, message: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Request a withdrawal' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('20')
  await dialog.getByRole('button', { name: 'Send me a code' }).click()
  await expect(dialog.getByRole('alert')).toContainText(message)
}

test.describe('A contact change that was not the parent’s', () => {
  test('is told to old and new, stopped from the old, and no money leaves @phone @long', async ({
    page,
    inbox,
  }) => {
    const parent = await familyWithCredit()
    const thief = elsewhere(parent)
    await signIn(page, parent, { path: '/transactions' })
    await expect(page.getByRole('heading', { name: 'Withdrawals' })).toBeVisible()
    const mark = await inbox.mark()
    const staff = await changeContact(inbox, parent, thief)

    const oldMail = await inbox.next(parent.email, 'email', mark)
    const oldText = await inbox.next(parent.mobile, 'sms', mark)
    const newMail = await inbox.next(thief.email, 'email', mark)
    const newText = await inbox.next(thief.mobile, 'sms', mark)
    expect(stopPath(oldMail.text)).not.toBe('')
    expect(stopPath(oldText.text)).toBe(stopPath(oldMail.text))
    for (const { text } of [newMail, newText]) expect(stopPath(text)).toBe('')
    for (const { text } of [oldMail, newMail]) expect(text).toContain('m***@demo.example')

    // Every session has ended.
    await page.reload()
    await expect(page).toHaveURL(/\/login/)

    await page.context().clearCookies()
    await page.evaluate(() => localStorage.clear())
    await signIn(page, thief, { path: '/transactions' })
    await expectRefusedWithdrawal(
      page,
      /paused until \w+ \d+ \w+ \d{4}, \d+:\d\d [ap]m \(Sydney time\)\..*call us/,
    )
    await expectAccessible(page)

    await page.goto(stopPath(oldMail.text))
    await expect(page.getByRole('heading', { level: 1, name: 'Was this change not yours?' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'What was changed' })).toContainText('j***@demo.example')
    await expectAccessibleDayAndNight(page)
    const alerted = await inbox.mark()
    await page.getByRole('button', { name: 'This was not me: stop it' }).dblclick()
    const thanks = page.getByRole('heading', { level: 1, name: 'Thank you, the money is safe' })
    await expect(thanks).toBeVisible()
    await expect(page.getByText(/We get in touch with you .* by \w+ \d+ \w+ \d{4}\./)).toBeVisible()
    await expectAccessibleDayAndNight(page)
    await page.reload()
    await expect(thanks).toBeVisible()

    const alert = await inbox.next('help@larkwell.example', 'email', alerted)
    const { items } = await staff('GET /api/staff/queue', { query: { kind: 'ContactChange' } })
    const item = items.find(({ accountId }) => accountId === parent.accountId)
    expect(item?.about).toBe('Ottilie Marsh did not ask for a new e-mail and mobile')
    expect(alert.text).toContain(item?.id)

    await page.evaluate(() => localStorage.clear())
    await signIn(page, thief, { path: '/transactions' })
    await expectRefusedWithdrawal(page, /paused until our team has looked into it/)
  })

  test('is stopped by keyboard, and its page says what staff decided @long', async ({ page, inbox }) => {
    const parent = await familyWithCredit()
    const mark = await inbox.mark()
    await changeContact(inbox, parent, elsewhere(parent))
    const { text } = await inbox.next(parent.mobile, 'sms', mark)
    await page.goto(stopPath(text))
    const stop = page.getByRole('button', { name: 'This was not me: stop it' })
    await stop.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you, the money is safe')
    const admin = await staffApi(inbox, 'staff.admin@demo.example')
    const { items } = await admin('GET /api/staff/queue', { query: { kind: 'ContactChange' } })
    const item = items.find(({ accountId }) => accountId === parent.accountId)
    const customer = await admin('POST /api/staff/contact-changes/:contactChangeId/resolve', {
      params: { contactChangeId: item?.id ?? '' },
      body: { decision: 'Restore', reason: 'Called back on the former number' },
    })
    expect([customer.email, customer.mobile]).toEqual([parent.email, parent.mobile])
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your former contact details are back')
    await expectAccessibleDayAndNight(page)
  })

  test('cannot be stopped by a link that nobody was sent @long', async ({ page }) => {
    for (const path of ['/stop-change', '/stop-change?key=unknown', '/stop-change?key=%3Cb%3E']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: 'This link does not work' })).toBeVisible()
      await expect(page.getByRole('main').getByRole('link', { name: '1300 139 445' })).toBeVisible()
    }
    await expectAccessibleDayAndNight(page)
  })
})
