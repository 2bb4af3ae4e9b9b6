import { afterEach, describe, expect, it } from 'vitest'
import { dateIn } from '#domain/calendar/calendar.ts'
import type { StaffRole } from '#domain/staff.ts'
import { addFamily } from '#tools/testing/family.ts'
import { itLong } from '#tools/testing/long-tests.ts'
import { expectSoundLedger } from '#tools/testing/payments.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { sql } from '../../platform/database/sql.ts'

const server = await testServer()
const { deps, call } = server
const { db } = deps
const tokens = {
  support: (await addStaff(server, 'support')).token,
  operations: (await addStaff(server, 'operations')).token,
  admin: (await addStaff(server, 'admin')).token,
}
const parents = { email: 'imports@demo.example', mobile: '+61491579901' }
const {
  accounts: [theirs],
} = await addFamily(server, { ...parents, accounts: [{ plans: [] }] })
const shortId = theirs?.shortId ?? ''

afterEach(() => expectSoundLedger(server))

type Options = { role?: StaffRole | null; query?: string; type?: string }

/** Sends a file as the command line does, and gives the lines of the answer. */
async function send(kind: string, file: string | Uint8Array, options: Options = {}) {
  const { role = 'admin', query = '', type = 'text/csv' } = options
  const reply = await fetch(`${server.url}/api/staff/imports/${kind}?reason=New+year${query}`, {
    method: 'POST',
    headers: { 'content-type': type, ...(role && { authorization: `Bearer ${tokens[role]}` }) },
    body: file as BodyInit,
  })
  const text = await reply.text()
  const isLines = reply.headers.get('content-type')?.startsWith('application/x-ndjson')
  const lines = isLines
    ? text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : []
  return { status: reply.status, lines, result: lines.at(-1), body: isLines ? undefined : JSON.parse(text) }
}

const feeHeader =
  'school,year,kind,name,year_level,amount,percent,discountable,tax_percent,options,starts_on,ends_on'
const fees = (...rows: string[]) => [feeHeader, ...rows, ''].join('\r\n')
const wattle = 'sch-wattlegrove'
const goodYear = (year: number) => [
  `${wattle},${year},Term,1,,,,,,,${year}-01-28,${year}-04-09`,
  `${wattle},${year},Term,2,,,,,,,${year}-04-27,${year}-07-02`,
  `${wattle},${year},Fixed,Tuition,Year 1,6120.50,,,,,,`,
  `${wattle},${year},Fixed,Tuition,Year 2,6400,,yes,10,,,`,
  `${wattle},${year},Selectable,"Lessons, instrument",,640,,,,Piano; Violin,,`,
  `${wattle},${year},SiblingDiscount,Sibling discount,,,10,,,,,`,
]

async function schoolId(): Promise<string> {
  const row = await db.first<{ id: string }>(sql`select id from institution where larkwell_id = ${wattle}`)
  return row?.id ?? ''
}
async function otherSchoolId(): Promise<string> {
  const row = await db.first<{ id: string }>(
    sql`select id from institution where larkwell_id <> ${wattle} limit 1`,
  )
  return row?.id ?? ''
}
const readFees = async (year: number) =>
  call(`GET /api/staff/schools/${await schoolId()}/fee-schedules/${year}`, { token: tokens.support })

describe('A file of fees', () => {
  it('is rehearsed, written, and not written again unless it is to replace what is there', async () => {
    const file = `\uFEFF${fees(...goodYear(2029))}`
    const rehearsal = await send('fee-schedules', file, { query: '&dryRun=true' })
    expect(rehearsal.result).toEqual({
      outcome: 'Checked',
      rows: 6,
      made: { feeSchedules: 1, feeItems: 4 },
      families: [],
      problemCount: 0,
      problemRows: 0,
      problems: [],
    })
    expect((await readFees(2029)).status).toBe(404)

    const written = await send('fee-schedules', file)
    expect(written.lines.map(({ phase }) => phase).filter(Boolean)).toEqual(['Read', 'Written'])
    expect(written.result).toMatchObject({ outcome: 'Written', made: { feeSchedules: 1, feeItems: 4 } })
    const { body } = await readFees(2029)
    expect(body.terms).toHaveLength(2)
    expect(body.items).toMatchObject([
      { name: 'Tuition', yearLevel: 'Year 1', amount: 6120.5, isDiscountable: true, taxPercent: 0 },
      { name: 'Tuition', yearLevel: 'Year 2', amount: 6400, taxPercent: 10 },
      { name: 'Lessons, instrument', options: ['Piano', 'Violin'], isDiscountable: false },
      { kind: 'SiblingDiscount', amount: null, percent: 10 },
    ])

    expect((await send('fee-schedules', file)).result).toMatchObject({
      outcome: 'Refused',
      problems: [{ line: 2, column: 'year', problem: expect.stringContaining('already') }],
    })
    const dearer = fees(...goodYear(2029)).replace('6120.50', '6500')
    expect((await send('fee-schedules', dearer, { query: '&replace=true' })).result.outcome).toBe('Written')
    const again = (await readFees(2029)).body
    expect([again.items[0].amount, again.items[0].id]).toEqual([6500, body.items[0].id])
    const noted = await db.many(sql`
      select details ->> 'reason' as reason from audit_event where action = 'FeeSchedulesImported'`)
    expect(noted).toEqual([{ reason: 'New year' }, { reason: 'New year' }])
  })

  it('is refused whole for whatever is wrong, and every fault is told with its line and column', async () => {
    const bad = fees(
      ...goodYear(2030),
      `${wattle},2030,Fixed,Levy,Year 99,12,,,,,,`,
      `${wattle},2030,Fixed,Camp,,12.345,,,,,,`,
      `${wattle},2030,Cheap,Camp,,12,,,,,,`,
      'sch-nowhere,2030,Fixed,Camp,,12,,,,,,',
      `${wattle},2030,Fixed,Tuition,Year 1,12,,,,,,`,
      `${wattle},2030,Fixed,Camp,,12,5,,,,,`,
      `${wattle},2030,Fixed,Camp`,
      `${wattle},2030,Term,3,,,,,,,2030-13-01,2030-09-01`,
      `${wattle},2030,Fixed,,,12,,maybe,,,,`,
    )
    const { result } = await send('fee-schedules', bad)
    expect(result.outcome).toBe('Refused')
    expect(result.problems.map(({ line, column }: any) => [line, column])).toEqual([
      [8, 'year_level'],
      [9, 'amount'],
      [10, 'kind'],
      [11, 'school'],
      [12, 'name'],
      [13, 'amount'],
      [14, null],
      [15, 'starts_on'],
      [16, 'name'],
      [16, 'discountable'],
    ])
    expect(result.problemCount).toBe(10)
    expect((await readFees(2030)).status).toBe(404)
  })

  it('is not said to lack what stands in a row that cannot be read', async () => {
    const term = `${wattle},2031,Term,1,,,,,,,2031-01-28,2031-04-09`
    const fee = `${wattle},2031,Fixed,Tuition,Year 1,6120.50,,,,,,`
    const { result } = await send('fee-schedules', fees(term, fee.replace('6120.50', 'twelve')))
    expect(result).toMatchObject({ rows: 2, problemCount: 1, problems: [{ line: 3, column: 'amount' }] })
    const lacking = await send('fee-schedules', fees(term))
    expect(lacking.result.problems).toMatchObject([{ line: 2, problem: 'The file has no fee for 2031' }])
  })

  it.each([
    ['has other columns', 'school,year,kind,price\n', 'price', 'Is not a column'],
    ['lacks one', 'school,year,kind\na,2030,Term\n', 'name', 'missing'],
    ['has a column twice', `${feeHeader},year\n`, 'year', 'twice'],
    ['is empty', '', null, 'no rows'],
    ['has a header and nothing else', `${feeHeader}\n`, null, 'no rows'],
    ['never closes a quote', `${feeHeader}\n"a,b\n`, null, 'never closed'],
    ['is a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe), null, 'UTF-8'],
  ])('that %s is refused', async (_, file, column, problem) => {
    const { result } = await send('fee-schedules', file)
    expect(result.outcome).toBe('Refused')
    expect(result.problems).toContainEqual({
      line: problem.startsWith('never') ? 2 : 1,
      column,
      cell: null,
      problem: expect.stringContaining(problem),
    })
  })

  itLong('has limits: bytes and rows', async () => {
    const wide = `${wattle},2031,Fixed,x${' '.repeat(900)},,1,,,,,,\n`
    const huge = `${feeHeader}\n${wide.repeat(Math.ceil((21 * 1024 * 1024) / wide.length))}`
    const { result } = await send('fee-schedules', huge)
    expect(result.outcome).toBe('Refused')
    expect(result.problems).toContainEqual(expect.objectContaining({ problem: 'A file has at most 20 MB' }))
    const rows = `${feeHeader}\n${`${wattle},2031,Fixed,x,,1,,,,,,\n`.repeat(50_001)}`
    const long = await send('fee-schedules', rows)
    expect(long.result.problems).toContainEqual({
      line: 50_002,
      column: null,
      cell: null,
      problem: 'A file has at most 50000 rows',
    })
    expect((await readFees(2031)).status).toBe(404)
  })
})

describe('A file of enrolments', () => {
  const header =
    'school,email,first_name,last_name,mobile,account,student_first_name,student_last_name,year_level,start_year,student,share_percent,holds_remainder'
  const file = (...rows: string[]) => [header, ...rows].join('\n')
  const row = (email: string, first: string, student: string, more = ',,,', account = '') =>
    `${wattle},${email},${first},Ng,+61491570200,${account},${student},Ng,Year 3,2027${more.slice(0)}`

  it('opens accounts for new families, and adds students to those that are there', async () => {
    const { result } = await send(
      'enrolments',
      file(
        row('Mei.Ng@demo.example', 'Mei', 'Ada'),
        row('mei.ng@demo.example', 'Mei', 'Ben'),
        `${wattle},${parents.email},Olivia,Bennett,,${shortId},Cleo,Bennett,Prep,2027,,,`,
        `${wattle},kim@demo.example,Kim,Lee,+61491570201,,Dan,Lee,Year 1,2027,dan,60,yes`,
        `${wattle},lou@demo.example,Lou,Lee,+61491570202,,Dan,Lee,Year 1,2027,dan,40,no`,
      ),
    )
    expect(result).toMatchObject({ outcome: 'Written', made: { customers: 3, accounts: 3, students: 5 } })
    expect(result.families).toMatchObject([
      { name: 'Ng', email: 'mei.ng@demo.example', students: [{ firstName: 'Ada' }, { firstName: 'Ben' }] },
      { name: 'Lee', students: [{ firstName: 'Dan', sharePercent: 60, holdsRemainder: true }] },
      { name: 'Lee', students: [{ firstName: 'Dan', sharePercent: 40, holdsRemainder: false }] },
    ])
    const accounts = await db.many<{
      email: string
      shortId: string
      bpay: string
      setup: string
      students: number
    }>(sql`
      select email, short_id as "shortId", bpay_reference as bpay, setup_status as setup,
        (select count(*)::int from enrolment where enrolment.account_id = account.id) as students
      from account join account_member on account_member.account_id = account.id
        join customer on customer.id = customer_id where email like '%@demo.example' order by email`)
    expect(accounts).toMatchObject([
      { email: parents.email, students: 2 },
      { email: 'kim@demo.example', students: 1, setup: 'SetUpPaymentSchedule' },
      { email: 'lou@demo.example', students: 1 },
      { email: 'mei.ng@demo.example', students: 2, bpay: expect.stringMatching(/^\d{9}$/) },
    ])
    const shared = await db.many(sql`
      select count(distinct student_id)::int as students, sum(portion_basis_points)::int as share
      from enrolment join student on student.account_id = enrolment.account_id and student.id = student_id
      where first_name = 'Dan'`)
    expect(shared).toEqual([{ students: 1, share: 10_000 }])
    expect(await server.logIn('mei.ng@demo.example', '+61491570200')).toBeTruthy()

    const again = await send('enrolments', file(row('mei.ng@demo.example', 'Mei', 'Ada')))
    expect(again.result).toMatchObject({
      outcome: 'Refused',
      problems: [{ line: 2, column: 'account', problem: expect.stringContaining('name it here') }],
    })
  })

  it('that comes to one school is not taken in for another, and says what stands where', async () => {
    const rows = file(row('one@demo.example', 'Ona', 'Ira'), row('two@', 'Two', 'Ivo'))
    const query = `&dryRun=true&schoolId=${await otherSchoolId()}`
    const { result } = await send('enrolments', rows, { query })
    expect(result).toMatchObject({
      outcome: 'Refused',
      rows: 2,
      problemRows: 2,
      problems: [
        { line: 2, column: 'school', cell: wattle, problem: expect.stringContaining('another school') },
        { line: 3, column: 'email', cell: 'two@', problem: 'Is not an email address' },
      ],
    })
  })

  it('says since when a family pays through us, which is today unless it does', async () => {
    const row = (student: string, joinedOn: string) =>
      `${wattle},joining@demo.example,Jo,Ing,+61491570203,,${student},Ing,Year 3,2027,${joinedOn}`
    const { result } = await send(
      'enrolments',
      [
        'school,email,first_name,last_name,mobile,account,student_first_name,student_last_name,year_level,start_year,joined_on',
        row('Early', '2024-02-01'),
        row('New', ''),
      ].join('\n'),
    )
    expect(result).toMatchObject({ outcome: 'Written' })
    const joined = await db.many(sql`
      select first_name as name, joined_on as "joinedOn"
      from enrolment join student on student.account_id = enrolment.account_id and student.id = student_id
      where last_name = 'Ing' order by first_name`)
    expect(joined).toEqual([
      { name: 'Early', joinedOn: '2024-02-01' },
      { name: 'New', joinedOn: dateIn('AU', deps.clock()) },
    ])
  })

  it('enrols nobody while one row is wrong', async () => {
    const { result } = await send(
      'enrolments',
      file(
        row('good@demo.example', 'Gil', 'Eve'),
        row('not an address', 'Gil', 'Eve'),
        row('good@demo.example', 'Somebody', 'Fay'),
        // The other half may stand in the row that cannot be read.
        `${wattle},half@demo.example,Hal,Orr,,,Gus,Orr,Year 1,2027,gus,50,yes`,
        `${wattle},one@demo.example,Ona,Orr,,,Ina,Orr,Reception,2027,,,`,
        `${wattle},two@demo.example,Tom,Orr,,LW1,Ina,Orr,Year 1,2027,,,`,
        `sch-oakfield,${parents.email},Olivia,Bennett,,,Ina,Bennett,Reception,2027,,,`,
        `${wattle},${parents.email},Olivia,Bennett,,${shortId},Cleo,Bennett,Prep,2027,,,`,
      ),
    )
    expect(result.problems.map(({ line, column }: any) => [line, column])).toEqual([
      [3, 'email'],
      [4, 'email'],
      [6, 'year_level'],
      [7, 'account'],
      [8, 'school'],
      [9, 'student_first_name'],
    ])
    const nobody = await db.many(sql`select 1 from customer where email = 'good@demo.example'`)
    expect(nobody).toEqual([])
    const half = await send(
      'enrolments',
      file(`${wattle},half@demo.example,Hal,Orr,,,Gus,Orr,Year 1,2027,gus,50,yes`),
    )
    expect(half.result.problems).toMatchObject([
      { line: 2, column: 'share_percent', problem: 'The shares come to 50%, not to 100%' },
    ])
  })

  itLong('of thousands of rows is written in one go, and tells how far it is', async () => {
    const many = Array.from(
      { length: 3_000 },
      (_, at) => `${wattle},many${at}@demo.example,Pat,Row${at},,,Sam,Row${at},Year 5,2027,,,`,
    )
    const { lines, result } = await send('enrolments', file(...many))
    expect(result).toMatchObject({
      outcome: 'Written',
      made: { customers: 3000, accounts: 3000, students: 3000 },
    })
    expect(lines.filter(({ phase }) => phase === 'Read').length).toBeGreaterThanOrEqual(3)
    expect(lines.filter(({ phase }) => phase === 'Written').map(({ rows }) => rows)).toEqual([
      1000, 2000, 3000,
    ])
  })
})

describe('A file of payment requests', () => {
  const header = 'account,amount,due_on,period,breakdown'
  const dueOn = dateIn('AU', new Date(deps.clock().getTime() + 20 * 86_400_000))

  it('asks every family once, though the file is sent twice', async () => {
    const file = `${header}\n${shortId},120.00,${dueOn},Camp 2027,yes\n${shortId},80,${dueOn},,\n`
    const sent = await send('payment-requests', file, { role: 'operations' })
    expect(sent.result).toMatchObject({ outcome: 'Written', made: { paymentRequests: 2 } })
    const asked = await db.many<{ amount: number }>(sql`
      select (facts->>'amount')::bigint as amount from outbox_message
      where recipient = ${parents.email} and kind = 'PaymentRequest' order by 1`)
    expect(asked).toEqual([{ amount: 8_000 }, { amount: 12_000 }])
    expect((await server.message(parents.email, 'email')).text).toContain('You have a payment to make')
    const again = await send('payment-requests', file, { role: 'operations' })
    expect(again.result).toMatchObject({ outcome: 'Refused', problemCount: 2 })
    const requests = await db.many(sql`select 1 from payment_request where account_id = ${theirs?.id}`)
    expect(requests).toHaveLength(2)
  })

  it('asks nobody while one row is wrong', async () => {
    const file = [
      header,
      `${shortId},10,${dueOn},,`,
      `${shortId},10,${dueOn},,`,
      `LW1,10,${dueOn},,`,
      `${shortId},0,${dueOn},,`,
      `${shortId},11,soon,,`,
    ].join('\n')
    const { result } = await send('payment-requests', file, { role: 'operations' })
    expect(result.problems.map(({ line, column }: any) => [line, column])).toEqual([
      [3, null],
      [4, 'account'],
      [5, 'amount'],
      [6, 'due_on'],
    ])
    const asked = await db.many(sql`select 1 from payment_request where amount_due_minor = 1000`)
    expect(asked).toEqual([])
  })
})

describe('Only those may import', () => {
  it.each([
    ['without a token', 'fee-schedules', { role: null }, 401],
    ['of support', 'payment-requests', { role: 'support' }, 403],
    ['of operations, for fees', 'fee-schedules', { role: 'operations' }, 403],
    ['of operations, for enrolments', 'enrolments', { role: 'operations' }, 403],
    ['who name another kind', 'secrets', {}, 404],
    ['who send something else than a file', 'fee-schedules', { type: 'application/json' }, 415],
  ] as const)('who may: not those %s', async (_, kind, options, status) => {
    expect((await send(kind, 'a\n', options)).status).toBe(status)
  })

  it('who say why', async () => {
    const reply = await call('POST /api/staff/imports/fee-schedules', {
      token: tokens.admin,
      body: 'a\n',
      headers: { 'content-type': 'text/csv' },
    })
    expect([reply.status, reply.body.fields]).toMatchObject([400, { reason: expect.any(String) }])
  })
})
