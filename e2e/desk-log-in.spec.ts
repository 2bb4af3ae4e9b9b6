import { endSessionsOf, newColleague, openDeskAs, type Colleague } from './desk.ts'
import { expect, expectAccessible, test, type Inbox } from './journey.ts'
import { addresses } from './stack.ts'
import type { Page } from '@playwright/test'

async function typeCode(page: Page, inbox: Inbox, { mobile }: Colleague): Promise<void> {
  const mark = await inbox.mark()
  await page.getByRole('button', { name: 'Send the code' }).click()
  const { code } = await inbox.next(mobile, 'sms', mark)
  await page.getByLabel('6-digit code').fill(code ?? '')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

test.describe('The desk', () => {
  test('opens with a code, in a session that no script can read, and closes', async ({ page, inbox }) => {
    const robin = await newColleague('support')
    await page.goto('/desk')
    await expect(page.getByRole('heading', { name: 'Log in to the desk' })).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Work e-mail').fill(robin.email)
    await typeCode(page, inbox, robin)
    await expect(page.getByRole('navigation', { name: 'Desk' })).toBeVisible()
    const [cookie] = await page.context().cookies(`${addresses().portal}/api/staff`)
    expect(cookie).toMatchObject({ name: 'larkwell-staff', httpOnly: true, sameSite: 'Strict' })
    const kept = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
    )
    expect(kept).not.toContain('eyJ')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Schools' }).click()
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(page.getByRole('heading', { name: 'Log in to the desk' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Log in to the desk' })).toBeVisible()
  })

  test('does not say who works here, nor let a wrong code in', async ({ page }) => {
    await page.goto('/desk')
    await page.getByLabel('Work e-mail').fill('nobody@larkwell.example')
    await page.getByRole('button', { name: 'Send the code' }).click()
    await expect(
      page.getByText('If nobody@larkwell.example has access, we have sent a code to its mobile.'),
    ).toBeVisible()
    await page.getByLabel('6-digit code').fill('418220')
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText('Invalid code')
  })

  test('asks who has been away to log in again, and goes on where they were @long', async ({
    page,
    inbox,
  }) => {
    const robin = await newColleague('admin')
    await openDeskAs(page, robin, '/schools')
    await expect(page.getByRole('heading', { level: 1, name: 'Schools' })).toBeVisible()
    await endSessionsOf(robin)
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await expect(page.getByText('Your session has ended.')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Desk' })).toBeHidden()
    await typeCode(page, inbox, robin)
    await expect(page.getByRole('heading', { level: 1, name: 'Admin' })).toBeVisible()
    await expect(page).toHaveURL('/desk/admin')
  })
})
