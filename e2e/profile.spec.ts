import type { Locator, Page } from '@playwright/test'
import { customers, type Customer } from './customers.ts'
import { expect, expectAccessible, signIn, test, type Inbox } from './journey.ts'
import { expectAccessibleDayAndNight } from './login-screen.ts'
import { rows } from './rows.ts'

/** What stands beside a label of the card. */
const detail = (page: Page, label: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByText(label, { exact: true }) })

const fund = (page: Page) => page.getByRole('region', { name: 'Families Innovation Fund' })
const donate = (part: Locator) => part.getByRole('link', { name: 'Donate' })

/** A family without a mobile has no code to log in with. */
async function signInByLink(page: Page, inbox: Inbox, { email }: Customer, redirect: string): Promise<void> {
  const mark = await inbox.mark()
  await page.request.post('/api/auth/customer/email-login', { data: { email, redirect } })
  const { links } = await inbox.next(email, 'email', mark)
  await page.goto(links.find((url) => url.includes('token='))!)
}

test.describe('Profile', () => {
  test('shows what we know of the customer and how to change it @phone', async ({ page }) => {
    const [parent] = await customers('type.go')
    await signIn(page, parent, { path: '/profile' })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile')
    await expect(page.getByRole('heading', { level: 2, name: parent.name })).toBeVisible()
    await expect(page.getByRole('main').getByText('Full name')).toBeVisible()
    await expect(detail(page, 'Email')).toContainText(parent.email)
    const mobile = parent.mobile.replace(/^\+61(\d{3})(\d{3})(\d{3})$/, '0$1 $2 $3')
    await expect(detail(page, 'Mobile phone')).toContainText(mobile)
    const [address] = await rows<{ text: string }>(
      `select full_address as text from customer_address where customer_id = $1 and status = 'Current'`,
      [parent.customerId],
    )
    await expect(detail(page, 'Address')).toContainText(address!.text)

    const { support } = (await (await page.request.get('/api/settings')).json()) as {
      support: { AU: { phone: string; email: string } }
    }
    const note = page.getByText('To change your details, call')
    await expect(note).toContainText(`call ${support.AU.phone} or email ${support.AU.email}.`)
    await expect(note.getByRole('link', { name: support.AU.phone })).toHaveAttribute(
      'href',
      `tel:${support.AU.phone.replaceAll(' ', '')}`,
    )
    await expect(note.getByRole('link', { name: support.AU.email })).toHaveAttribute(
      'href',
      `mailto:${support.AU.email}`,
    )
    await expectAccessibleDayAndNight(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })

  test('gives a British family British numbers @long', async ({ page }) => {
    const [parent] = await customers('sched.uk')
    await signIn(page, parent, { path: '/profile' })
    const mobile = parent.mobile.replace(/^\+44(\d{4})(\d{6})$/, '0$1 $2')
    await expect(detail(page, 'Mobile phone')).toContainText(mobile)
    const { support } = (await (await page.request.get('/api/settings')).json()) as {
      support: { UK: { phone: string } }
    }
    await expect(page.getByText('To change your details, call')).toContainText(support.UK.phone)
  })

  test('says what we do not know @long', async ({ page, inbox }) => {
    const [without, noAddress] = await customers('nocontact', 'noaddress')
    await signInByLink(page, inbox, without, '/profile')
    await expect(detail(page, 'Mobile phone')).toContainText('No mobile number found.')
    await expect(detail(page, 'Address')).toContainText('No address found.')
    await expectAccessible(page)
    await page.evaluate(() => localStorage.clear())

    await signIn(page, noAddress, { path: '/profile' })
    await expect(detail(page, 'Mobile phone')).toContainText(/\d{3}/)
    await expect(detail(page, 'Address')).toContainText('No address found.')
  })

  test('tells where the voluntary contribution stands, and offers one that is not given @long', async ({
    page,
  }) => {
    const [inactive, invited, active, missing] = await customers(
      'vc.inactive',
      'vc.invited',
      'vc.active',
      'vc.missing',
    )
    for (const [parent, badge] of [
      [inactive, 'Inactive'],
      [invited, 'Invite sent'],
      [active, 'Active'],
    ] as const) {
      await signIn(page, parent, { path: '/profile' })
      await expect(fund(page).getByText(badge, { exact: true })).toBeVisible()
      const [stored] = await rows<{ url: string }>(
        'select invite_url as url from voluntary_contribution where customer_id = $1',
        [parent.customerId],
      )
      if (parent === active) await expect(donate(fund(page))).toHaveCount(0)
      else {
        await expect(donate(fund(page))).toHaveAttribute('href', stored!.url)
        await expect(donate(fund(page))).toHaveAttribute('target', '_blank')
        await expect(donate(fund(page))).toHaveAttribute('rel', /noopener/)
      }
    }
    await signIn(page, missing, { path: '/profile' })
    await expect(detail(page, 'Email')).toContainText(missing.email)
    await expect(fund(page)).toHaveCount(0)
  })
})
