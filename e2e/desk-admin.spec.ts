import { randomUUID } from 'node:crypto'
import { codeAt } from '#server/people/staff-access/totp.ts'
import { newColleague, openDesk, openDeskAs } from './desk.ts'
import { expect, expectAccessible, test } from './journey.ts'
import { rows } from './rows.ts'
import type { Page } from '@playwright/test'

const parts = ['', '/jobs', '/rates', '/texts', '/messages', '/settings', '/faults', '/audit', '/two-factor']

async function fillReason(page: Page, reason: string): Promise<void> {
  await page.getByRole('dialog').getByLabel('Reason').fill(reason)
}

test.describe('Admin', () => {
  test('an administrator takes somebody on, gives them another role and disables them @long', async ({
    page,
  }) => {
    await openDesk(page, 'admin', '/admin')
    await expect(page.getByRole('cell', { name: 'Look at families, answer chats' })).toBeVisible()
    await page.getByRole('button', { name: 'Add a team member' }).click()
    await expectAccessible(page)
    const email = `journey-${randomUUID().slice(0, 8)}@larkwell.example`
    const name = `Tess ${email.slice(8, 16)}`
    await page.getByLabel('Name').fill(name)
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Mobile').fill('+61491577207')
    await fillReason(page, 'Starts on Monday')
    await page.getByRole('button', { name: /^Add team member/ }).click()
    await expect(page.getByText(`${name} can log in now.`)).toBeVisible()
    await page.getByLabel(`Role of ${name}`).selectOption('Operations')
    await expect(page.getByRole('region', { name: 'What this does' })).toContainText('Support')
    await fillReason(page, 'Looks after payouts now')
    await page.getByRole('button', { name: /^Change the role/ }).click()
    await expect(page.getByLabel(`Role of ${name}`)).toHaveValue('operations')
    await page.getByRole('button', { name: `Disable ${name}` }).click()
    await fillReason(page, 'Left us')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Disable/ })
      .click()
    await expect(page.getByRole('button', { name: `Enable ${name}` })).toBeVisible()
    const [person] = await rows<{ role: string; status: string }>(
      'select role, status from staff where email = $1',
      [email],
    )
    expect(person).toEqual({ role: 'operations', status: 'Disabled' })
  })

  test('a mail is shown as the family saw it, and a code to nobody @long', async ({ page, request }) => {
    const { email, mobile } = await newColleague('support')
    await request.post('/api/staff/log-in', { data: { email } })
    await openDesk(page, 'operations', '/admin/messages')
    const search = page.getByRole('searchbox')
    await search.fill('desk.contact@demo.example')
    await page.getByRole('button', { name: 'Dispute opened' }).first().click()
    await expect(page.frameLocator('iframe').getByText('Your bank is looking into').first()).toBeVisible()
    await search.fill(mobile)
    await page.getByRole('button', { name: 'Staff code' }).click()
    await expect(page.getByText('Hidden: only the recipient may read this message.')).toBeVisible()
    await expect(page.locator('iframe')).toHaveCount(0)
    await expectAccessible(page)
  })

  test('a job is started with a reason, and the audit knows by whom', async ({ page }) => {
    await openDesk(page, 'operations', '/admin/jobs')
    const reason = `Journey ${randomUUID().slice(0, 8)}`
    await page.getByRole('button', { name: 'Run purge-expired' }).click()
    await fillReason(page, reason)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Run now/ })
      .click()
    await expect(page.getByText('purge-expired starts within seconds.')).toBeVisible()
    await page.getByRole('link', { name: 'Audit' }).click()
    await page.getByLabel('Action', { exact: true }).selectOption('JobStarted')
    await expect(page.getByText(`“${reason}”`)).toBeVisible()
    await page.getByLabel(/Search the audit/).fill('nobody of this name')
    await page.keyboard.press('Enter')
    await expect(page.getByText('No entries')).toBeVisible()
    await page.getByLabel(/Search the audit/).fill('Callum Reid')
    await page.keyboard.press('Enter')
    await expect(page.getByText(`“${reason}”`)).toBeVisible()
    await expect(page).toHaveURL(/find=Callum/)
  })

  test('an authenticator app is set up with a code from it, and recovery codes are shown once @long', async ({
    page,
  }) => {
    await openDeskAs(page, await newColleague('support'), '/admin/two-factor')
    await page.getByRole('button', { name: 'Set up' }).click()
    await expect(page.getByRole('img', { name: /QR code for your app/ })).toBeVisible()
    await expectAccessible(page)
    const key = (await page.locator('.copy b').innerText()).replaceAll(' ', '')
    await page.getByLabel('Code from the app').fill(codeAt(fromBase32(key), Math.floor(Date.now() / 30_000)))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(
      page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').first(),
    ).toBeVisible()
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await expect(page.getByText('Log-in asks for a code from your app.')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeHidden()
  })

  test('every page of it can be used with a screen reader, and support see what they may @long', async ({
    page,
  }) => {
    await openDesk(page, 'admin', '/admin')
    for (const part of parts) {
      await page.goto(`/desk/admin${part}`)
      await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible()
      await expect(page.locator('.skeleton')).toHaveCount(0)
      await expectAccessible(page)
    }
    await openDesk(page, 'support', '/admin')
    const tabs = page.getByRole('navigation', { name: 'Admin' })
    await expect(tabs.getByRole('link', { name: 'Texts' })).toBeVisible()
    await expect(tabs.getByRole('link', { name: 'Audit' })).toBeHidden()
    await expect(tabs.getByRole('link', { name: 'Jobs' })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Add a team member' })).toBeHidden()
    await page.goto('/desk/admin/audit')
    await expect(page.getByText('Audit needs the role Operations')).toBeVisible()
  })
})

function fromBase32(text: string): Buffer {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = Array.from(text, (letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [])
}
