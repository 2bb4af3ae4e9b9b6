import pg from 'pg'
import { formatCurrency, toDecimal, cents } from '#domain/money.ts'
import { formatDate } from '#domain/calendar.ts'
import { customers } from './customers.ts'
import { expect, expectAccessible, signIn, test } from './journey.ts'
import { addresses } from './stack.ts'

/** What the database holds for an account, read past the server. */
async function rowsOf(accountId: string): Promise<{ balance: number; due: number; on: string }> {
  const client = new pg.Client({ connectionString: addresses().database })
  await client.connect()
  const { rows } = await client.query(
    `select (select coalesce(sum(amount_minor), 0) from ledger_posting where account_id = $1 and book = 'Family')::int as balance,
       amount_minor::int as due, collect_on::text as on
     from instalment where account_id = $1 and status = 'Scheduled' order by collect_on limit 1`,
    [accountId],
  )
  await client.end()
  return rows[0] as { balance: number; due: number; on: string }
}

const shown = (minor: number) => formatCurrency(toDecimal(cents(minor)), 'AU')

test.describe('The Overview', () => {
  test('greets by first name and shows what is due and the balance, from the database @phone', async ({
    page,
    inbox,
  }) => {
    const [parent] = await customers('type.go')
    await signIn(page, inbox, parent)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Hi ${parent.firstName}`)
    const { balance, due, on } = await rowsOf(parent.accountId)
    const upcoming = page.getByRole('region', { name: 'Upcoming payment' })
    await expect(upcoming).toContainText(shown(due))
    await expect(upcoming).toContainText(formatDate(on))
    await expect(page.getByRole('region', { name: 'Account balance' })).toContainText(shown(balance))
    await expectAccessible(page)
  })

  for (const [name, hasBalance] of [
    ['type.assessment', true],
    ['type.plusfunded', true],
    ['type.payplus', false],
    ['type.passthrough', false],
  ] as const) {
    test(`${hasBalance ? 'shows' : 'hides'} the balance for ${name}`, async ({ page, inbox }) => {
      const [parent] = await customers(name)
      await signIn(page, inbox, parent)
      await expect(page.getByRole('region', { name: 'Upcoming payment' })).toBeVisible()
      await expect(page.getByRole('region', { name: 'Account balance' })).toHaveCount(hasBalance ? 1 : 0)
    })
  }

  test('asks four times before it gives up, then offers a retry that works', async ({ page, inbox }) => {
    const [parent] = await customers('plan.started31')
    await page.clock.install()
    let asked = 0
    await page.route('**/overview', (route) => {
      asked += 1
      return asked <= 4
        ? route.fulfill({ status: 500, json: { code: 'server_error', msg: 'no' } })
        : route.continue()
    })
    await signIn(page, inbox, parent)
    for (const times of [1, 2, 3, 4]) {
      await expect.poll(() => asked).toBe(times)
      await page.clock.runFor(9_000)
    }
    await expect(page.getByText('Oops, something went wrong.')).toBeVisible()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('region', { name: 'Upcoming payment' })).toBeVisible()
    expect(asked).toBe(5)
  })

  test('is not asked for again within five minutes, and is after them', async ({ page, inbox, calls }) => {
    const [parent] = await customers('plan.started0')
    await page.clock.install()
    await signIn(page, inbox, parent)
    const upcoming = page.getByRole('region', { name: 'Upcoming payment' })
    await expect(upcoming).toBeVisible()
    const asked = () => calls.filter((call) => call.url().endsWith('/overview')).length
    const before = asked()
    const leaveAndReturn = async () => {
      await page.evaluate(() => history.pushState(null, '', '/404'))
      await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
      await page.evaluate(() => history.pushState(null, '', '/'))
      await expect(upcoming).toBeVisible()
    }
    await page.clock.fastForward('04:00')
    await leaveAndReturn()
    expect(asked()).toBe(before)
    await page.clock.fastForward('02:00')
    await leaveAndReturn()
    await expect.poll(asked).toBe(before + 1)
  })
})
