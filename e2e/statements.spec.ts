import { readFile, writeFile } from 'node:fs/promises'
import type { Download, Locator, Page } from '@playwright/test'
import type { Invoice } from '#contract/invoices.ts'
import type { Statement } from '#contract/statements.ts'
import { formatDate, monthName } from '#domain/calendar/calendar.ts'
import { customers } from './customers.ts'
import { expect, expectAccessible, expectSaid, signIn, stored, stopClock, test } from './journey.ts'
import { expectAccessibleDayAndNight } from './login-screen.ts'
import { rows } from './rows.ts'

const statements = (page: Page) => page.getByRole('region', { name: 'Statements' })
const invoices = (page: Page) => page.getByRole('region', { name: 'Invoices' })
const zone = (page: Page) => invoices(page).locator('input[type=file]')
const send = (page: Page) => invoices(page).getByRole('button', { name: 'Send invoice' })
const uploadCall = '**/invoices/upload'
const statementCall = '**/statements/*'

const pdf = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.7\n% ${name}\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n`),
})

/** Presses a button that downloads, and waits for the file and for the reply that brought it. */
async function download(page: Page, button: Locator) {
  const reply = page.waitForResponse((each) => 'x-filename' in each.headers())
  const file = page.waitForEvent('download')
  await button.click()
  return { file: await file, header: decodeURIComponent((await reply).headers()['x-filename']!) }
}

async function expectPdf(file: Download): Promise<void> {
  const bytes = await readFile(await file.path())
  expect(bytes.toString('latin1', 0, 5)).toBe('%PDF-')
}

test.describe('Statements', () => {
  test('are listed newest first, and the invoices beside them @phone', async ({ page }) => {
    const [parent] = await customers('docs.many')
    const told: Statement[] = []
    const billed: Invoice[] = []
    for (const [end, list] of [
      ['statements', told],
      ['invoices', billed],
    ] as const)
      await page.route(`**/${parent.accountId}/${end}`, async (route) => {
        // Whatever order they come in, the screen has its own.
        const reply = await route.fetch()
        list.push(...((await reply.json()) as never[]).toReversed())
        await route.fulfill({ response: reply, json: list })
      })
    await signIn(page, parent, { path: '/statements' })
    await expect(statements(page)).toBeVisible()
    const inOrder = told.toSorted((a, b) => b.name.localeCompare(a.name, 'en-AU'))
    expect(inOrder).not.toEqual(told)
    await expect(statements(page).getByRole('listitem')).toHaveCount(8)
    await expect(statements(page).locator('b')).toHaveText(
      inOrder.map(({ name }) =>
        name.replace(/^Statement (\d{4}-\d\d)$/, (_, month) => `Statement for ${monthName(`${month}-01`)}`),
      ),
    )
    await expect(statements(page).locator('small')).toHaveText(
      inOrder.map(({ issuedDate }) => `PDF · issued ${formatDate(issuedDate)}`),
    )

    const newestFirst = billed.toSorted((a, b) => b.date.localeCompare(a.date))
    await expect(invoices(page).locator('b')).toHaveText(newestFirst.map(({ name }) => name))
    await expect(invoices(page).locator('small')).toHaveText(
      newestFirst.map(({ date }) => `Issued ${formatDate(date)}`),
    )
    await expectAccessibleDayAndNight(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })

  test('are PDFs under the names that they are given, and so are invoices', async ({ page }) => {
    const [parent] = await customers('docs.many')
    await signIn(page, parent, { path: '/statements' })
    const first = statements(page).getByRole('button').first()
    const plain = await download(page, first)
    expect(plain.file.suggestedFilename()).toBe(plain.header)
    expect(plain.header).toMatch(/\.pdf$/)
    await expectPdf(plain.file)

    const named = 'Zoë Łukasz – 2026-10 50%.pdf'
    await rows(
      `update stored_file set name = $2 from statement
       where statement.account_id = $1
         and statement.name = (select max(name) from statement where account_id = $1)
         and stored_file.account_id = statement.account_id and stored_file.id = statement.file_id`,
      [parent.accountId, named],
    )
    await first.focus()
    const renamed = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    expect((await renamed).suggestedFilename()).toBe(named)
    await expectPdf(await renamed)
    await expect(first).toBeFocused()

    const bill = await download(
      page,
      invoices(page)
        .getByRole('button', { name: /^Download / })
        .first(),
    )
    expect(bill.file.suggestedFilename()).toBe(bill.header)
    await expectPdf(bill.file)
  })

  test('may not be there yet @long', async ({ page }) => {
    const [parent] = await customers('docs.none')
    await signIn(page, parent, { path: '/statements' })
    await expect(
      page.getByText("It looks like you don't have any statements yet.", { exact: true }),
    ).toBeVisible()
    await expect(invoices(page).getByText("You don't have any invoices yet.")).toBeVisible()
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(0)
    await expectAccessible(page)
  })

  test('that cannot be found are said to be, and nothing is saved @long', async ({ page }) => {
    const [parent] = await customers('docs.fail')
    const saved: Download[] = []
    page.on('download', (file) => saved.push(file))
    await signIn(page, parent, { path: '/statements' })
    const button = statements(page).getByRole('button', { name: /^Download / })
    const refused = page.waitForResponse(statementCall)
    await button.click()
    const { msg } = (await (await refused).json()) as { msg: string }
    expect((await refused).status()).toBe(404)
    await expect(page.getByRole('alert')).toHaveText(msg)
    await expect(button).not.toHaveAttribute('aria-busy')
    await expect(button).toBeFocused()

    // The session that has ended meanwhile ends here as everywhere.
    await page.route(statementCall, (route) =>
      route.fulfill({ status: 401, json: { code: 'unauthenticated', msg: 'Please log in again.' } }),
    )
    await button.click()
    await expect(page).toHaveURL('/login?logoutReason=security&redirect=%2Fstatements')
    expect([await stored(page, 'token'), saved]).toEqual([null, []])
  })

  test('are fetched once however often the button is pressed @long', async ({ page, calls }) => {
    const [parent] = await customers('docs.many')
    let answer = () => {}
    await page.route(statementCall, async (route) => {
      await new Promise<void>((done) => (answer = done))
      await route.continue()
    })
    await signIn(page, parent, { path: '/statements' })
    const button = statements(page).getByRole('button').first()
    await button.dblclick()
    await expect(button).toHaveAttribute('aria-busy', 'true')
    await button.click({ force: true })
    const files: Download[] = []
    page.on('download', (file) => files.push(file))
    answer()
    await expect(button).not.toHaveAttribute('aria-busy')
    await expect.poll(() => files.length).toBe(1)
    const asked = calls.filter((call) => /\/statements\/[^/]+$/.test(call.url()))
    expect(asked).toHaveLength(1)
  })

  test('are waited for, and asked for again when they did not come @long', async ({ page }) => {
    const [parent] = await customers('docs.none')
    await stopClock(page)
    let isDown = true
    await page.route('**/account/*/invoices', (route) =>
      isDown ? route.fulfill({ status: 503, json: { code: 'unavailable', msg: 'Away.' } }) : route.fallback(),
    )
    await signIn(page, parent, { path: '/statements' })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Statements')
    await page.clock.runFor(200)
    await expect(page.getByRole('status').filter({ hasText: 'Loading your statements' })).toBeAttached()
    const retry = page.getByRole('button', { name: 'Retry' })
    await expect(async () => {
      await page.clock.runFor(9_000)
      await expect(retry).toBeVisible({ timeout: 200 })
    }).toPass()
    isDown = false
    await page.clock.resume()
    await retry.click()
    await expect(page.getByText("It looks like you don't have any statements yet.")).toBeVisible()
  })
})

test.describe('An invoice', () => {
  test('is refused where it cannot be one, sent once, and then in review @phone-long @long', async ({
    page,
    calls,
  }) => {
    const [parent] = await customers('docs.upload')
    const before = await rows(`select 1 from invoice where account_id = $1`, [parent.accountId])
    await signIn(page, parent, { path: '/statements' })
    for (const words of ['In review', 'Accepted', 'Rejected', 'This is not an invoice from your school.'])
      await expect(invoices(page).getByText(words, { exact: true }).first()).toBeVisible()
    await expect(invoices(page).getByText('Upload file', { exact: true })).toBeVisible()
    await expect(invoices(page).getByText('Only .pdf is supported.', { exact: true })).toBeVisible()

    await zone(page).setInputFiles({
      name: 'fees.docx',
      mimeType: 'application/msword',
      buffer: Buffer.from('x'),
    })
    await expect(invoices(page)).toContainText('fees.docx was not added. Only .pdf is supported.')
    const tooLarge = test.info().outputPath('eleven.pdf')
    await writeFile(tooLarge, Buffer.alloc(11 * 1024 * 1024, '%PDF-1.7\n'))
    await zone(page).setInputFiles(tooLarge)
    await expect(invoices(page)).toContainText('eleven.pdf was not added. A file may have up to 10 MB.')
    await expect(send(page)).toHaveCount(0)
    await expectAccessible(page)
    expect(calls.filter((call) => call.method() === 'POST')).toEqual([])

    await zone(page).setInputFiles({
      ...pdf('setup.pdf'),
      buffer: Buffer.from('MZ\x90\0 a program %PDF-1.7 %%EOF'),
    })
    await send(page).click()
    await expect(invoices(page).locator('.field__error')).toContainText('Only .pdf is supported.')
    await expect(invoices(page).getByText('setup.pdf')).toBeVisible()
    await invoices(page).getByRole('button', { name: 'Remove setup.pdf' }).click()
    await expect(zone(page)).toBeFocused()
    await expect(invoices(page).locator('.field__error')).toHaveCount(0)

    const name = `Zoë – Term 3 ${test.info().project.name}.pdf`
    await zone(page).setInputFiles(pdf(name))
    await expect(invoices(page).getByText(/^PDF · \d+ bytes$/)).toBeVisible()
    const sent = page.waitForResponse(uploadCall)
    await send(page).dblclick()
    const invoice = (await (await sent).json()) as Invoice
    expect(invoice.status).toBe('Waiting')
    await expectSaid(page, invoice.name)
    const newest = invoices(page).getByRole('listitem').first()
    await expect(newest).toContainText(invoice.name)
    await expect(newest).toContainText('In review')
    await expect(zone(page)).toBeFocused()
    await expect(send(page)).toHaveCount(0)
    const after = await rows<{ id: string; status: string }>(
      `select invoice.id, invoice.status from invoice
         join stored_file on stored_file.account_id = invoice.account_id and stored_file.id = invoice.file_id
       where invoice.account_id = $1 and invoice.id = $2`,
      [parent.accountId, invoice.id],
    )
    expect(after).toEqual([{ id: invoice.id, status: 'Waiting' }])
    await page.reload()
    await expect(invoices(page).getByText(invoice.name)).toHaveCount(1)
    await expect(invoices(page).getByRole('listitem')).toHaveCount(before.length + 1)
    const { file } = await download(page, page.getByRole('button', { name: `Download ${invoice.name}` }))
    expect(await readFile(await file.path())).toEqual(pdf(name).buffer)

    // The same file under another name is no second invoice, and nobody is thanked for it.
    await zone(page).setInputFiles({ ...pdf(name), name: 'Another name.pdf' })
    await send(page).click()
    await expectSaid(page, `We already have this file, as ${invoice.name}.`)
    await expect(invoices(page).getByRole('listitem')).toHaveCount(before.length + 1)
  })

  test('on its way can be cancelled, goes on in the portal, and holds back who would leave it @long', async ({
    page,
    calls,
  }) => {
    const [parent] = await customers('docs.none')
    let answer = () => {}
    await page.route(uploadCall, async (route) => {
      await new Promise<void>((done) => (answer = done))
      await route
        .fulfill({ status: 503, json: { code: 'unavailable', msg: 'Please try again in a moment.' } })
        .catch(() => {})
    })
    await signIn(page, parent, { path: '/statements' })
    await zone(page).setInputFiles(pdf('fees.pdf'))
    await zone(page).focus()
    await page.keyboard.press('Tab')
    await expect(invoices(page).getByRole('button', { name: 'Remove fees.pdf' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(send(page)).toBeFocused()
    await page.keyboard.press('Enter')
    const bar = invoices(page).getByRole('progressbar', { name: 'Uploading fees.pdf' })
    await expect(bar).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(bar).toHaveCount(0)
    await expect(zone(page)).toBeFocused()
    await expect(invoices(page).locator('.field__error')).toHaveCount(0)

    await send(page).click()
    await expect(bar).toBeVisible()
    const question = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    expect((await question).type()).toBe('beforeunload')
    await (await question).dismiss()
    await page.getByRole('link', { name: 'Profile' }).click()
    await expect(page).toHaveURL('/profile')
    await page.getByRole('link', { name: 'Statements' }).click()
    await expect(bar).toBeVisible()
    answer()
    await expect(invoices(page).locator('.field__error')).toHaveText('Please try again in a moment.')
    await expect(send(page)).toBeEnabled()
    expect(calls.filter((call) => call.url().endsWith('/upload'))).toHaveLength(2)
    const stays = page.waitForURL('/profile')
    await page.goto('/profile')
    await stays
  })

  test('cannot be sent where an installation does not take any @long', async ({ page }) => {
    await page.route('**/*', async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback()
      const reply = await route.fetch()
      const body = (await reply.text()).replace('"uploadInvoices":true', '"uploadInvoices":false')
      return route.fulfill({ response: reply, body })
    })
    const [parent] = await customers('docs.many')
    await signIn(page, parent, { path: '/statements' })
    await expect(invoices(page).getByRole('listitem')).toHaveCount(5)
    await expect(zone(page)).toHaveCount(0)
    await expect(invoices(page)).not.toContainText('Send us')
  })
})
