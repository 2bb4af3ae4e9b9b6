import type { Page } from '@playwright/test'
import { formatDateNumeric, type CalendarDate } from '#domain/calendar/calendar.ts'
import { cents, formatCurrency, toDecimal } from '#domain/money.ts'
import { schoolPaymentWords, type SchoolPaymentStatus } from '#domain/remittances.ts'
import { visaDebit } from '#tools/demo/sources.ts'
import { creditFromSchool } from '#tools/demo/entries.ts'
import { customers, type Customer } from './customers.ts'
import { expect, expectAccessible, signIn, test } from './journey.ts'
import { newFamily } from './new-family.ts'
import { chargesOf, linkMethods } from './new-request.ts'
import { rows } from './rows.ts'
import { addresses } from './stack.ts'

type Row = {
  date: string
  description: string | null
  school: string | null
  amount: number
  balance: number
  /** How far the money has come that went to a school. */
  status: SchoolPaymentStatus | null
  paidOn: CalendarDate | null
}

/** What the database holds of an account, read past the server, newest first. */
function rowsOf({ accountId }: Customer): Promise<Row[]> {
  return rows<Row>(
    `select entry.posted_on::text as date, entry.description, institution.name as school,
       sum(posting.amount_minor)::int as amount,
       (sum(sum(posting.amount_minor)) over (order by entry.posted_on, entry.created_at, entry.seq))::int as balance,
       (select status from school_payment where account_id = $1 and entry_id = entry.id) as status,
       (select paid_on::text from school_payment where account_id = $1 and entry_id = entry.id) as "paidOn"
     from ledger_entry entry
       join ledger_posting posting on posting.account_id = entry.account_id and posting.entry_id = entry.id
       left join institution on institution.id = entry.institution_id
     where entry.account_id = $1 and posting.book = 'Family'
     group by entry.account_id, entry.id, institution.name
     order by entry.posted_on desc, entry.created_at desc, entry.seq desc`,
    [accountId],
  )
}

const money = (minor: number) => formatCurrency(toDecimal(cents(minor)), 'AU')
const signed = (minor: number) => (minor > 0 ? `+${money(minor)}` : money(minor).replace('-', '−'))
const cellsOf = ({ date, description, school, amount, balance, status, paidOn }: Row) => [
  formatDateNumeric(date),
  [
    description ?? '-',
    ...(status ? [`${schoolPaymentWords[status]}${paidOn ? ` on ${formatDateNumeric(paidOn)}` : ''}`] : []),
  ].join('\n'),
  school ?? '-',
  signed(amount),
  money(balance).replace('-', '−'),
]

const list = (page: Page) => page.getByRole('table', { name: 'Transactions' })
const shownRows = (page: Page) => list(page).locator('tbody tr')

/** The cells of all rows on the screen, in one look: there are many. On a phone the last one says what it is. */
function readTable(page: Page): Promise<string[][]> {
  return shownRows(page).evaluateAll((rows) =>
    rows.map((row) =>
      [...row.children].map((cell) => (cell as HTMLElement).innerText.replace(/^Balance (?=[−$])/, '')),
    ),
  )
}

const goToEnd = (page: Page) => page.evaluate(() => scrollTo(0, document.body.scrollHeight))

const filter = (page: Page, label: string) =>
  page.getByRole('group', { name: 'Filters' }).getByRole('combobox', { name: label })

async function choose(page: Page, label: string, option: string): Promise<void> {
  await filter(page, label).selectOption(option)
}

const optionsOf = (page: Page, label: string): Promise<string[]> =>
  filter(page, label).getByRole('option').allInnerTexts()

const path = '/transactions'
const transactionCalls = /\/account\/[\w-]+\/transactions(\?|$)/

test.describe('Transactions', () => {
  test('are listed as the ledger has them, page after page @phone', async ({ page }) => {
    const [parent] = await customers('tx.many')
    const rows = await rowsOf(parent)
    expect(rows.length).toBe(60)
    await signIn(page, parent, { path })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Transactions')
    await expect(page).toHaveTitle('Transactions · Larkwell')
    await expect(list(page).locator('th')).toHaveText(['Date', 'Description', 'School', 'Amount', 'Balance'])
    await expect(list(page).locator('td:nth-child(4)').first()).toHaveCSS('text-align', 'right')
    await expect(shownRows(page)).toHaveCount(50)
    await page.getByRole('button', { name: 'Show more' }).focus()
    await expect(shownRows(page)).toHaveCount(60)
    expect(await readTable(page)).toEqual(rows.map(cellsOf))
    await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)
    // The keyboard goes on where it was.
    await expect(shownRows(page).nth(50).getByRole('button')).toBeFocused()
  })

  test('can be narrowed to a school and a year, also after a reload @phone @long', async ({
    page,
    calls,
  }) => {
    const [parent] = await customers('tx.many')
    const rows = await rowsOf(parent)
    await signIn(page, parent, { path })
    const years = [...new Set(rows.map(({ date }) => date.slice(0, 4)))]
    const schools = [...new Set(rows.flatMap(({ school }) => school ?? []))].toSorted()
    expect(await optionsOf(page, 'School')).toEqual(['All', ...schools])
    expect(await optionsOf(page, 'Year')).toEqual(['All', ...years])
    await choose(page, 'School', 'Banksia Grammar')
    await choose(page, 'Year', years[1] ?? '')
    const narrowed = rows.filter(
      ({ school, date }) => school === 'Banksia Grammar' && date.startsWith(years[1] ?? ''),
    )
    await expect(shownRows(page)).toHaveCount(narrowed.length)
    expect(await readTable(page)).toEqual(narrowed.map(cellsOf))
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page)

    await page.reload()
    await expect(shownRows(page)).toHaveCount(narrowed.length)
    await expect(filter(page, 'Year')).toHaveValue(years[1] ?? '')
    const before = calls.filter((call) => transactionCalls.test(call.url())).length
    await page.evaluate(() => {
      for (const event of ['blur', 'focus']) dispatchEvent(new Event(event))
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await choose(page, 'School', 'All')
    await expect(shownRows(page)).toHaveCount(15)
    // The look elsewhere asked for nothing; the choice did.
    expect(calls.filter((call) => transactionCalls.test(call.url())).length).toBe(before + 1)
  })

  test('show what failed with its reason, at its time and outside the balance @phone-long @long', async ({
    page,
  }) => {
    const parent = await newFamily({ plans: [], entries: (moment) => [creditFromSchool(moment, 500_00)] })
    await rows(
      `insert into payment (account_id, id, kind, institution_id, currency, amount_minor, status, failure_code,
         created_at, updated_at)
       select id, gen_random_uuid(), 'Early', institution_id, currency, 12500, 'Failed', 'insufficient_funds', now(), now()
       from account where id = $1`,
      [parent.accountId],
    )
    await signIn(page, parent, { path })
    const [failed, settled] = [shownRows(page).first(), shownRows(page).nth(1)]
    await expect(failed).toContainText('Failed')
    await expect(failed).toContainText('Your card has insufficient funds. Nothing was taken.')
    await expect(failed.locator('td').nth(3)).toHaveText('$125.00')
    await expect(failed.locator('td').nth(4)).toHaveText('-')
    await expect(settled.locator('td').nth(4)).toContainText('$500.00')
    await failed.getByRole('button').click()
    await expect(page.getByText(/did not go through\. Your card has insufficient funds\./)).toBeVisible()
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page)
  })

  test('say so where there are none, and where the choice leaves none @phone-long @long', async ({
    page,
  }) => {
    const [none, many] = await customers('tx.none', 'tx.many')
    await signIn(page, none, { path })
    await expect(page.getByRole('heading', { name: 'No results found.' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Clear filters' })).toHaveCount(0)
    await signIn(page, many, { path: `${path}?year=2019` })
    await expect(page.getByRole('heading', { name: 'No results found.' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(shownRows(page)).toHaveCount(50)
    await expect(page).toHaveURL(path)
  })

  test('have the balance above them for Plus accounts, with what may be missing from it @phone-long', async ({
    page,
  }) => {
    const [parent] = await customers('tx.plus')
    const balance = (await rowsOf(parent)).reduce((sum, { amount }) => sum + amount, 0)
    await signIn(page, parent, { path })
    await expect(page.getByText(`Your Plus account balance is ${money(balance)}`)).toBeVisible()
    const tip = page.getByRole('tooltip')
    await page.getByRole('button', { name: 'About your account balance' }).click()
    await expect(tip).toContainText('up to three business days')
    await expect(tip).toContainText('may not include future payments to the school')
  })

  test('have no balance above them for other accounts @long', async ({ page }) => {
    const [passthrough, pay] = await customers('type.passthrough', 'type.pay')
    await signIn(page, passthrough, { path })
    await expect(page.getByText(/^Your Plus account balance is/)).toBeVisible()
    await signIn(page, pay, { path })
    await expect(list(page)).toBeVisible()
    await expect(page.getByText(/account balance is/)).toHaveCount(0)
  })

  test('show that they are loading, fail alone, and come on a retry @phone-long @long', async ({ page }) => {
    const [parent] = await customers('tx.fail')
    await page.clock.install()
    let asked = 0
    let answer = () => {}
    await page.route(transactionCalls, async (route) => {
      asked += 1
      if (asked === 1) await new Promise<void>((resolve) => (answer = resolve))
      return asked <= 4
        ? route.fulfill({ status: 500, json: { code: 'server_error', msg: 'no' } })
        : route.continue()
    })
    await signIn(page, parent, { path })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Transactions')
    await page.clock.runFor(200)
    await expect(page.getByText('Loading transactions')).toBeAttached()
    answer()
    await expect(async () => {
      await page.clock.runFor(9_000)
      expect(asked).toBe(4)
    }).toPass()
    const failure = page.getByRole('alert').filter({ hasText: 'Oops, something went wrong.' })
    await expect(failure).toContainText("We couldn't load your transactions.")
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Transactions')
    await expectAccessible(page)
    await failure.getByRole('button', { name: 'Retry' }).click()
    await expect(list(page)).toBeVisible()
    expect(asked).toBe(5)
  })

  test('open by keyboard to what they are made of, and to a receipt @phone-long @long', async ({ page }) => {
    const [parent] = await customers('tx.plus')
    await signIn(page, parent, { path })
    const row = list(page).getByRole('button', { name: 'Additional payment' })
    await row.focus()
    await page.keyboard.press('Enter')
    await expect(row).toHaveAttribute('aria-expanded', 'true')
    await expect(list(page)).toContainText(/Paid ahead of your payment plan, with Visa ending \d{4}, on/)
    await expectAccessible(page)
    const arriving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download receipt' }).click()
    expect((await arriving).suggestedFilename()).toMatch(/^Larkwell receipt [\dA-F]{8}\.pdf$/)

    // The address names it, so that it can be sent to somebody; the list around it need not have it.
    const { searchParams } = new URL(page.url())
    expect(searchParams.get('transaction')).toMatch(/^[\da-f-]{36}$/)
    await page.goto(`${page.url()}&year=2019`)
    const card = page.getByRole('region', { name: 'Additional payment' })
    await expect(card).toContainText('Paid ahead of your payment plan')
    await card.getByRole('button', { name: 'Close' }).click()
    await expect(card).toHaveCount(0)
    await page.goto(`${path}?transaction=00000000-0000-4000-8000-000000000000`)
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(list(page)).toBeVisible()
  })

  test('come as a file, narrowed as they are @phone-long', async ({ page }) => {
    const [parent] = await customers('tx.many')
    const year = (await rowsOf(parent))[0]?.date.slice(0, 4)
    await signIn(page, parent, { path: `${path}?year=${year}` })
    const arriving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const file = await arriving
    expect(file.suggestedFilename()).toMatch(/^Larkwell transactions \w+ \d{4}-\d\d-\d\d\.csv$/)
    const chunks: Buffer[] = []
    for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer)
    const lines = Buffer.concat(chunks).toString().trim().split('\r\n')
    expect(lines).toHaveLength(1 + 15)
  })

  test('can be narrowed by keyboard @long', async ({ page }) => {
    const [parent] = await customers('tx.many')
    await signIn(page, parent, { path })
    const year = filter(page, 'Year')
    await year.focus()
    await page.keyboard.press('2')
    await expect(shownRows(page)).toHaveCount(15)
    await expect(year).toBeFocused()
    await expect(page).toHaveURL(/\?year=2\d{3}$/)
  })

  test('stay where they were scrolled to when the parent comes back @long', async ({ page }) => {
    const [parent] = await customers('tx.many')
    await signIn(page, parent, { path })
    await expect(shownRows(page)).toHaveCount(50)
    await goToEnd(page)
    await expect(shownRows(page)).toHaveCount(60)
    await shownRows(page).nth(40).scrollIntoViewIfNeeded()
    const before = await page.evaluate(() => scrollY)
    expect(before).toBeGreaterThan(500)
    await page.getByRole('link', { name: 'Overview' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Hi')
    await page.goBack()
    await expect(shownRows(page)).toHaveCount(60)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(before)
  })

  test('tell of a dispute from its beginning to its end, and the Overview asks for nothing meanwhile @phone-long @long', async ({
    page,
  }) => {
    const parent = await newFamily({ plans: [], sources: [visaDebit()] })
    await linkMethods(parent)
    await signIn(page, parent, { path: '/pay-now?step=method&amount=125.00' })
    await page.getByRole('button', { name: /^Pay \$/ }).click()
    await expect(page.getByRole('heading', { name: 'Thanks for your payment' })).toBeVisible()
    const tell = async (call: string, data: object) => {
      const post = (path: string, body: object) =>
        page.request.post(`${addresses().sandbox}/_sandbox/api/${path}`, { data: body })
      expect((await post(`stripe/${call}`, data)).status()).toBe(200)
      await post('webhooks/flush', {})
      const waiting = `select 1 from provider_event where processed_at is null and kind ~ '^charge.dispute'`
      await expect.poll(async () => (await rows(waiting, [])).length).toBe(0)
    }
    const [charge] = await chargesOf(parent)
    await tell('dispute', { charge: charge?.id })
    await page.goto('/')
    const problem = page.getByRole('region', { name: 'Your bank is looking into a payment of $125.00' })
    await expect(problem).toContainText('ask your bank to withdraw the dispute')
    await expect(problem.getByRole('link', { name: /Pay/ })).toHaveCount(0)
    await expectAccessible(page)

    await page.goto(path)
    const newest = shownRows(page).first()
    await expect(newest).toContainText('Dispute opened: payment taken back by your bank')
    await expect(newest.locator('td').nth(3)).toHaveText('−$125.00')
    await newest.getByRole('button').click()
    await expect(page.getByText('It has yet to decide about the dispute.')).toBeVisible()

    const found = await rows<{ id: string }>(
      'select provider_dispute_id as id from dispute where account_id = $1',
      [parent.accountId],
    )
    await tell('close-dispute', { dispute: found[0]?.id, outcome: 'lost' })
    await page.reload()
    await expect(newest).toContainText('Dispute closed: payment of $125.00 does not count')
    await expect(newest.locator('td').nth(3)).toHaveText('$0.00')
    await newest.getByRole('button').click()
    await expect(page.getByText(/decided on .* stays with the payer\./)).toBeVisible()
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page)
  })

  test('mark a payment that is under way, outside the balance', async ({ page }) => {
    const [parent] = await customers('pm.cutoff')
    await signIn(page, parent, { path })
    const first = shownRows(page).first()
    await expect(first).toContainText('Pending')
    await first.getByRole('button').click()
    await expect(list(page)).toContainText('It is still on its way and not in your balance yet.')
    await expect(page.getByRole('button', { name: 'Download receipt' })).toHaveCount(0)
  })
})
