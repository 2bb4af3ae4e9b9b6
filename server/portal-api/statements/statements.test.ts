import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonthsClamped,
  calendarDate,
  dateIn,
  formatDate,
  type CalendarDate,
} from '#domain/calendar/calendar.ts'
import { entry } from '#domain/ledger.ts'
import { cents } from '#domain/money.ts'
import { regionFacts, type Region } from '#domain/region.ts'
import type { Entry } from '#tools/demo/entries.ts'
import type { Moment } from '#tools/demo/moment.ts'
import { visaCredit } from '#tools/demo/sources.ts'
import { isLong } from '#tools/testing/long.ts'
import { addPayer } from '#tools/testing/payments.ts'
import { readPdf } from '#tools/testing/pdf-text.ts'
import { testServer } from '#tools/testing/server.ts'
import { openDatabase } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import { remitToSchools } from '../../books/remittances/remittances.ts'
import { insertEntry } from '../../books/ledger/ledger.store.ts'
import { entryRow } from '../../books/ledger/entry-row.ts'
import { openFile } from '../../platform/files/stored-files.ts'
import { firstOfMonth, makeStatements } from './make-statements.ts'

const server = await testServer()
const { deps, call } = server
const { db } = deps
const day = 24 * 60 * 60_000

const today = () => dateIn('AU', deps.clock())
/** The first day of the month so many months ago. */
const monthBack = (months: number) => addMonthsClamped(firstOfMonth(today()), -months)
const nameOf = (month: CalendarDate) => `Statement ${month.slice(0, 7)}`

const repayment = {
  kind: 'Repayment',
  description: 'Card repayment',
  from: 'ProviderClearing',
  to: 'Family',
} as const
const toSchool = {
  kind: 'PaymentToSchool',
  description: 'Payment to school',
  from: 'Family',
  to: 'School',
} as const

/** Money in three and in one month ago, money out in this one. */
function threeMonths({ today: now }: Moment): Entry[] {
  const month = (months: number, later: number) =>
    addDays(addMonthsClamped(firstOfMonth(now), -months), later)
  return [
    { ...repayment, on: month(3, 0), amount: cents(500_00) },
    { ...toSchool, on: month(3, 9), amount: cents(300_00) },
    { ...repayment, on: month(1, 4), amount: cents(80_05) },
    { ...toSchool, on: month(0, 0), amount: cents(10_00) },
  ]
}

const family = await addPayer(server, { plans: [], entries: threeMonths })
const quiet = await addPayer(server, { plans: [] })
const british = await addPayer(server, { school: 'Oakfield School', plans: [], entries: threeMonths })

type Row = {
  name: string
  month: CalendarDate
  opening: number
  closing: number
  fileId: string | null
  id: string
}
const statementsOf = (accountId: string) =>
  db.many<Row>(sql`
    select id, name, month, opening_minor as opening, closing_minor as closing, file_id as "fileId"
    from statement where account_id = ${accountId} order by month`)
const countOf = async (table: 'statement' | 'stored_file' | 'statement_run') => {
  const row = await db.first<{ count: number }>({
    name: '',
    text: `select count(*) from ${table}`,
    values: [],
  })
  return row?.count
}
const lettersTo = (accountId: string) =>
  db.many<{ facts: { month: string } }>(sql`
    select facts from outbox_message where account_id = ${accountId} and kind = 'StatementReady' order by created_at`)

async function textOf(accountId: string, { fileId }: Pick<Row, 'fileId'>): Promise<string> {
  const { bytes } = await openFile(db, deps, { accountId, id: fileId })
  return (await readPdf(bytes)).pages.flatMap(({ lines }) => lines).join('\n')
}

async function post(accountId: string, region: Region, on: CalendarDate, amount: number): Promise<void> {
  const adjustment = entry('Adjustment', 'Late correction', [
    { book: 'Family', amount: cents(amount) },
    { book: 'Suspense', amount: cents(-amount) },
  ])
  await insertEntry(db, entryRow(adjustment), {
    accountId,
    institutionId: null,
    currency: regionFacts[region].currency,
    postedOn: on,
    causeId: null,
    now: deps.clock(),
  })
}

describe('The job that makes statements', () => {
  it('leaves nothing behind that it could not finish, and takes it up again', async () => {
    const broken = { ...deps, config: { ...deps.config, encryptionKeys: [] } }
    expect(await makeStatements(broken)).toBe(0)
    expect([await countOf('statement'), await countOf('stored_file')]).toEqual([0, 0])
    // Months in which nobody had anything are done; those that failed are not.
    const open = await db.many<{ month: string }>(
      sql`select month from statement_run where month >= ${monthBack(3)}`,
    )
    expect(open).toEqual([])
  })

  it('makes each month of each family once, in however many processes', async () => {
    // What failed before is tried again after a minute.
    await server.travel(61_000)
    const others = Array.from({ length: 4 }, () => openDatabase(server.databaseUrl, { connections: 2 }))
    const counts = await Promise.all(others.map((other) => makeStatements({ ...deps, db: other })))
    await Promise.all(others.map((other) => other.close()))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(6)
    expect(await makeStatements(deps)).toBe(0)
    const rows = await statementsOf(family.accountId)
    expect(rows.map(({ name, opening, closing }) => [name, opening, closing])).toEqual([
      [nameOf(monthBack(3)), 0, 200_00],
      // Nothing moved, but there was a balance.
      [nameOf(monthBack(2)), 200_00, 200_00],
      [nameOf(monthBack(1)), 200_00, 280_05],
    ])
    expect(await statementsOf(quiet.accountId)).toEqual([])
    expect(await statementsOf(british.accountId)).toHaveLength(3)
    expect(await countOf('stored_file')).toBe(await countOf('statement'))
  })

  it('knows which months are done, so that it need not look through the families again', async () => {
    expect(await countOf('statement_run')).toBe(24)
  })

  it('prints what the ledger holds', async () => {
    const [first, second, third] = await statementsOf(family.accountId)
    if (!first || !second || !third) throw new Error('There are three')
    const text = await textOf(family.accountId, first)
    expect(text).toMatch(/Card repayment Wattle Grove College \+\$500\.00 \$500\.00/)
    expect(text).toMatch(/Payment to school Wattle Grove College \u2212\$300\.00 \$200\.00/)
    expect(text).toContain('Olivia Bennett')
    expect(await textOf(family.accountId, second)).not.toContain('Card repayment')
    expect(await textOf(family.accountId, third)).toMatch(/\+\$80\.05 \$280\.05/)
    const [pounds] = await statementsOf(british.accountId)
    expect(pounds && (await textOf(british.accountId, pounds))).toContain('+£500.00')
  })

  it('writes about the newest month only, once', async () => {
    const months = (await lettersTo(family.accountId)).map(({ facts }) => facts.month)
    expect(months).toEqual([monthBack(1)])
    const { text } = await server.message(family.email, 'email')
    expect(text).toContain('Your statement for')
    expect(text).toContain('/statements')
  })

  it('never changes a statement', async () => {
    const change = db.run(sql`update statement set closing_minor = 0 where account_id = ${family.accountId}`)
    await expect(change).rejects.toThrow('append-only')
  })

  it('begins with the first of the month where the family lives, and puts what came late on the next one', async () => {
    // Half past midnight or one in the morning in Sydney, and still the day before in London.
    const end = new Date(`${addDays(addMonthsClamped(firstOfMonth(today()), 1), -1)}T14:30:00Z`)
    const late = addDays(monthBack(1), 2)
    await post(family.accountId, 'AU', late, -1_50)
    await server.travel(end.getTime() - deps.clock().getTime())
    await makeStatements(deps)
    const rows = await statementsOf(family.accountId)
    expect(rows).toHaveLength(4)
    expect(await statementsOf(british.accountId)).toHaveLength(3)
    const newest = rows.at(-1)
    expect(newest).toMatchObject({ opening: 280_05, closing: 268_55 })
    const text = newest && (await textOf(family.accountId, newest))
    expect(text).toMatch(/Late correction - \u2212\$1\.50 \$278\.55/)
    expect(text).toMatch(/Payment to school .*\u2212\$10\.00 \$268\.55/)
    await server.travel(day)
    await makeStatements(deps)
    expect(await statementsOf(british.accountId)).toHaveLength(4)
  })

  it('makes up for twelve months after a long rest, and loses no line of those before', async () => {
    const spent = today()
    await post(family.accountId, 'AU', spent, -268_55)
    await server.travel(15 * 31 * day)
    await makeStatements(deps)
    const rows = await statementsOf(family.accountId)
    // The balance is nothing from then on: one statement tells so, and there is no need for another.
    expect(rows).toHaveLength(5)
    expect(rows.at(-1)).toMatchObject({ month: monthBack(12), opening: 268_55, closing: 0 })
    expect(rows.at(-1) && (await textOf(family.accountId, rows.at(-1)!))).toContain('\u2212$268.55 $0.00')
    expect(await statementsOf(british.accountId)).toHaveLength(4 + 12)
  })
})

describe('Statements', () => {
  const path = (accountId: string, id = '') =>
    `/api/portal/customer/account/${accountId}/statements${id && `/${id}`}`
  const get = (accountId: string, id = '') =>
    fetch(server.url + path(accountId, id), { headers: { authorization: `Bearer ${token}` } })
  let token = family.token

  it('are listed with the day they were issued, and downloaded as attachments that no page can run', async () => {
    token = await server.logIn(family.email, family.mobile)
    const { body } = await call(`GET ${path(family.accountId)}`, { token })
    const rows = await statementsOf(family.accountId)
    expect(body.map(({ name }: { name: string }) => name).toSorted()).toEqual(rows.map(({ name }) => name))
    const newest = body.find(({ name }: { name: string }) => name === rows.at(-1)?.name)
    expect(newest.issuedDate).toBe(today())
    const reply = await get(family.accountId, newest.id)
    expect(reply.status).toBe(200)
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'content-security-policy': "sandbox; default-src 'none'",
    })
    const name = decodeURIComponent(reply.headers.get('x-filename') ?? '')
    expect(name).toMatch(/^Larkwell statement \d{4}-\d\d LW\d{5}\.pdf$/)
    expect(reply.headers.get('content-disposition')).toBe(
      `attachment; filename*=UTF-8''${reply.headers.get('x-filename')}`,
    )
    const pdf = await readPdf(Buffer.from(await reply.arrayBuffer()))
    expect(pdf.title).toBe(newest.name)
  })

  it('lie encrypted in the database', async () => {
    const files = await db.many<{ content: Buffer; keyId: string }>(sql`
      select content, encryption_key_id as "keyId" from stored_file`)
    expect(files.length).toBeGreaterThan(10)
    for (const { content, keyId } of files) {
      expect(keyId).toBe('local')
      expect(content.includes('%PDF')).toBe(false)
    }
  })

  it('of other families cannot be found, and a lost file is said to be lost', async () => {
    const [foreign] = await statementsOf(british.accountId)
    const wrong = await call(`GET ${path(family.accountId, foreign?.id)}`, { token })
    expect([wrong.status, wrong.body.code]).toEqual([404, 'not_found'])
    const refused = await call(`GET ${path(british.accountId, foreign?.id)}`, { token })
    expect(refused.status).toBe(403)
    const id = '1b9cfa3e-6a50-4b6e-9a0e-3a1c5f5d0f01'
    await db.run(sql`
      insert into statement (account_id, id, name, created_at)
      values (${family.accountId}, ${id}, 'Statement 2020-01', ${deps.clock()})`)
    const lost = await call(`GET ${path(family.accountId, id)}`, { token })
    expect([lost.status, lost.body.code]).toEqual([404, 'file_missing'])
    expect(lost.body.msg).toContain('contact us')
  })

  it('have names that any header can carry', async () => {
    const [row] = await statementsOf(family.accountId)
    const names = Array.from({ length: isLong ? 60 : 10 }, (_, place) =>
      String.fromCodePoint(
        ...[0, 7, 13, 211, 397].map((step) => 33 + ((place * 7919 + step * 104_729) % 0x2fff)),
      ),
    )
    for (const name of ["O'Brien (2) *.pdf", 'Škola – účet.pdf', '学校.pdf', 'a\r\nb: c.pdf', ...names]) {
      await db.run(sql`update stored_file set name = ${name} where id = ${row?.fileId}`)
      const reply = await get(family.accountId, row?.id)
      expect([reply.status, decodeURIComponent(reply.headers.get('x-filename') ?? '')]).toEqual([200, name])
    }
  })
})

it('A month is its first day', () => {
  expect(firstOfMonth(calendarDate('2028-02-29'))).toBe('2028-02-01')
})

describe('Money for a school', () => {
  it('is said to be still with us or on its way, on the day of the statement', async () => {
    const payer = await addPayer(server, { plans: [], sources: [visaCredit()] })
    await payer.pay(100)
    await server.travel(8 * day)
    while ((await remitToSchools(deps)) === 0) await server.travel(day)
    const month = firstOfMonth(today())
    while (firstOfMonth(today()) === month) await server.travel(day)
    await makeStatements(deps)
    const statements = await statementsOf(payer.accountId)
    const statement = statements.find((each) => each.month === month)
    if (!statement) throw new Error('The statement is missing')
    const text = (await textOf(payer.accountId, statement)).replaceAll('\n', ' ')
    expect(text).toMatch(/Payment to school Wattle Grove College \u2212\$100\.00/)
    expect(text).toContain(
      `Of the payments to school on this statement, $100.00 was still to be paid to the school on ${formatDate(today())}.`,
    )
  })
})
