import type { Page } from '@playwright/test'
import { freePorts } from '#tools/stack-ports.ts'
import { inProject } from '#tools/project.ts'
import { startStack, type Stack } from '#tools/stack.ts'
import { fillCard } from './card-form.ts'
import { customers } from './customers.ts'
import { expect, expectAccessible, test } from './journey.ts'
import { letGapPass } from './login-screen.ts'
import { addresses } from './stack.ts'
import { inTurn } from './turns.ts'

const title = (page: Page) => page.getByRole('heading', { level: 1 })

/** Opens a view of the sandbox's page. */
async function openSandbox(page: Page, view: string, sandbox = addresses().sandbox): Promise<void> {
  await page.goto(`${sandbox}/_sandbox/${view}`)
}

/** What a press opens in a tab of its own. */
async function tabOf(page: Page, press: () => Promise<void>): Promise<Page> {
  const opened = page.context().waitForEvent('page')
  await press()
  return opened
}

const logInAs = (page: Page, name: string) =>
  tabOf(page, () => page.getByRole('button', { name: `Log in as ${name}` }).click())

test.describe('From the list of families', () => {
  test('one press logs in as any of them, and as staff @long', async ({ page }) => {
    await openSandbox(page, 'families')
    await expect(title(page)).toHaveText('Families')
    await expect(page.getByText(/^\d+ families$/)).toBeVisible()
    const families = await customers('sched.term', 'sched.uk', 'nocontact')
    for (const { email, name, firstName, mobile } of families) {
      await test.step(email, () =>
        inTurn(email, async () => {
          await letGapPass(email)
          const portal = await logInAs(page, name)
          // A mailed link asks first while somebody else is logged in.
          if (!mobile) await portal.getByRole('button', { name: 'Yes, log in' }).click()
          await expect(title(portal)).toHaveText(`Hi ${firstName}`)
          expect(new URL(portal.url()).hash).toBe('')
          await portal.close()
        }),
      )
    }

    await test.step('staff', async () => {
      const [seen] = families
      await page.getByLabel('Family to see').selectOption(seen.email)
      const staff = await tabOf(page, () =>
        page.getByRole('button', { name: /^See as this family.*Mirjana Petrovic$/ }).click(),
      )
      await staff.getByRole('button', { name: 'Yes, log in' }).click()
      await expect(staff.getByRole('region', { name: 'Impersonation' })).toContainText(
        `You are viewing ${seen.name}'s account as staff.admin@demo.example.`,
      )
    })
  })

  test('a guest’s payment is made to bounce, and tells so on both sides @long', async ({ page }) => {
    const [guest] = await customers('guest.noperiod')
    await openSandbox(page, 'switches')
    await page.getByLabel('For which family').selectOption(guest.accountId)
    await page.getByRole('button', { name: 'Next debit bounces', exact: true }).click()
    await expect(page.getByText(`Armed for ${guest.name}`)).toBeVisible()

    await page.getByRole('link', { name: 'Families' }).click()
    const portal = await tabOf(page, () =>
      page.getByRole('link', { name: new RegExp(`^Open link.*${guest.name}`) }).click(),
    )
    await portal.getByRole('button', { name: 'Proceed to payment method' }).click()
    await portal.getByRole('radio', { name: 'Add a new Credit or Debit Card' }).check()
    await fillCard(portal, { number: '4242424242424242' })
    await portal.getByRole('button', { name: /^Pay \$/ }).click()
    await expect(title(portal)).toHaveText('Payment failed')

    await page.goto(`${addresses().sandbox}/_sandbox/payments?words=${guest.name}`)
    const payment = page.getByRole('listitem').filter({ hasText: guest.name }).first()
    await expect(payment).toContainText('insufficient_funds')
    await page.goto(`${addresses().sandbox}/_sandbox/switches`)
    await page.getByRole('button', { name: 'Remove: Next debit bounces' }).click()
  })
})

test.describe('A clock of its own', () => {
  let stack: Stack

  // The journeys beside this one live by a clock that nobody moves.
  test.beforeAll(async () => {
    test.setTimeout(600_000)
    stack = await startStack({
      dataDir: inProject('.data', 'e2e-clock'),
      fresh: true,
      ...(await freePorts()),
    })
  })
  test.afterAll(() => stack?.stop())

  test('is moved to the next payment, which is then taken at once @long', async ({ page }) => {
    await openSandbox(page, 'clock', stack.sandboxUrl)
    const choice = page.getByLabel('Next payment of …')
    const option = choice.locator('option', { hasText: 'Olivia Nguyen' })
    const amount = /\$[\d,.]+\d/.exec((await option.textContent()) ?? '')?.[0] ?? ''
    await choice.selectOption((await option.getAttribute('value')) ?? '')
    // It waits on the day of the notice until that has been sent.
    const moved = page.waitForResponse(/next-payment$/)
    await page.getByRole('button', { name: 'Move to this payment' }).click()
    expect((await moved).status()).toBe(200)
    await expect(page.getByText('Jobs are running').first()).toBeVisible()

    await page.goto(`${stack.sandboxUrl}/_sandbox/payments?words=Olivia Nguyen`)
    const payment = page
      .getByRole('listitem')
      .filter({ hasText: 'Olivia Nguyen' })
      .filter({ hasText: amount })
    // The one before it was paid when the demo was loaded.
    await expect(payment).toHaveCount(2)
    await expect(payment.first()).toContainText('Succeeded')

    await page.goto(`${stack.sandboxUrl}/_sandbox/families`)
    const portal = await logInAs(page, 'Olivia Nguyen')
    await expect(title(portal)).toHaveText('Hi Olivia')
    await portal.getByRole('link', { name: 'Transactions' }).first().click()
    await expect(portal.getByRole('row').filter({ hasText: amount }).first()).toContainText('Card repayment')
    await expectAccessible(portal)
  })
})
