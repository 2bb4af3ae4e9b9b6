import { randomUUID } from 'node:crypto'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { dateIn } from '#domain/calendar/calendar.ts'
import { cents } from '#domain/money.ts'
import type { Account } from '#tools/demo/account.ts'
import { requestIdOf } from '#tools/demo/requests.ts'
import { staffId as demoStaffId } from '#tools/demo/staff.ts'
import { addFamily } from '#tools/testing/family.ts'
import { firstOf } from '#tools/testing/long.ts'
import { expectSoundLedger } from '#tools/testing/payments.ts'
import { testServer } from '#tools/testing/server.ts'
import { openDatabase } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import { coverCharges } from '../charges/charges.ts'
import { companyAccountId } from '../ledger/invariants.ts'
import { violationsOverall } from '../ledger/invariants.store.ts'
import { readBalance } from '../ledger/ledger.reads.ts'
import { importFile, matchDeposit } from './deposits.ts'
import { readWaiting } from './deposit-matches.ts'
import { listWaiting } from './deposit-matches.reads.ts'
import { importDeposits } from './import-deposits.ts'

const server = await testServer()
const { deps } = server
const { db } = deps
const folder = deps.config.depositFolder ?? ''
const staffId = demoStaffId('staff.ops')
const second = openDatabase(server.databaseUrl)
afterAll(() => second.close())

afterEach(() => expectSoundLedger(server))

let families = 0
async function addPayer(account: Account = {}) {
  families += 1
  const email = `deposits${families}@demo.example`
  const { accountId } = await addFamily(server, { email, mobile: null, accounts: [account] })
  const row = await db.first<{ crn: string; billerCode: string; institutionId: string }>(sql`
    select bpay_reference as crn, bpay_biller_code as "billerCode", institution_id as "institutionId"
    from account join institution on institution.id = institution_id where account.id = ${accountId}`)
  if (!row) throw new Error('There is no such account')
  const opening = await readBalance(db, accountId)
  return {
    ...row,
    email,
    accountId,
    /** What the family's credit has grown by. */
    gained: async () => (await readBalance(db, accountId)) - opening,
    payments: () =>
      db.many(sql`
        select kind, status, amount_minor as amount, surcharge_minor as surcharge, paid_on as "paidOn",
          institution_id as "institutionId", payment_request_id as "requestId"
        from payment where account_id = ${accountId} and id in (select payment_id from deposit) order by created_at`),
    mails: () =>
      db.many<{ text: string }>(sql`
        select text_body as text from outbox_message where account_id = ${accountId}`),
    audit: () =>
      db.many(sql`
        select action, actor_kind as "actorKind", actor_id as "actorId", details ->> 'bankReference' as "bankReference"
        from audit_event where subject_id = ${accountId} order by action`),
  }
}

let names = 0
const newName = () => `T${String((names += 1)).padStart(6, '0')}`
type Line = { billerCode: string; crn: string; amount: number; date?: string; bankReference?: string }
const digits = (date = '2026-03-18') => date.replaceAll('-', '')

function fileOf(...lines: Line[]): string {
  const rows = lines.map(({ billerCode, crn, amount, date, bankReference = newName() }) =>
    ['50', billerCode, crn, amount, digits(date), bankReference].join(','),
  )
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  return ['00,BPAY,1,20260321', ...rows, `99,${lines.length},${total}`, ''].join('\n')
}

const bring = (text: string, through = db) => importFile({ ...deps, db: through }, 'test.csv', text)
const suspense = async () => {
  const row = await db.first<{ held: number }>(sql`
    select coalesce(sum(amount_minor), 0)::bigint as held from ledger_posting
    where account_id = ${companyAccountId} and book = 'Suspense'`)
  return row?.held ?? 0
}
const waitingForLocks = async () => {
  const row = await db.first<{ count: number }>(sql`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  return row?.count
}
const isWaiting = async (bankReference: string) =>
  (await listWaiting(db)).some((deposit) => deposit.bankReference === bankReference)
const statusOf = (id: string) =>
  db.first(sql`select status, amount_paid_minor as paid from payment_request where id = ${requestIdOf(id)}`)

describe('A BPAY deposit', () => {
  it('becomes a payment of its family: in the balance, with a receipt, on record', async () => {
    const payer = await addPayer()
    const bankReference = newName()
    const text = fileOf({ ...payer, amount: 12_050, date: '2026-03-18', bankReference })
    expect(await bring(text)).toEqual({ matched: 1, inSuspense: 0, knownBefore: 0, failed: 0 })
    expect(await payer.gained()).toBe(12_050)
    expect(await payer.payments()).toEqual([
      {
        kind: 'Deposit',
        status: 'Succeeded',
        amount: 12_050,
        surcharge: 0,
        paidOn: '2026-03-18',
        institutionId: payer.institutionId,
        requestId: null,
      },
    ])
    expect(
      await db.many(sql`
        select entry.kind, entry.description, entry.posted_on as "postedOn", posting.book, posting.amount_minor as amount
        from deposit join ledger_entry entry on entry.id = deposit.entry_id
          join ledger_posting posting on posting.entry_id = entry.id
        where deposit.bank_reference = ${bankReference} and entry.account_id = ${payer.accountId} order by posting.line`),
    ).toEqual(
      [
        ['Bank', -12_050],
        ['Family', 12_050],
      ].map(([book, amount]) => ({
        kind: 'Repayment',
        description: 'BPAY repayment',
        postedOn: dateIn('AU', deps.clock()),
        book,
        amount,
      })),
    )
    const mail = await server.message(payer.email, 'email')
    for (const part of ['$120.50', '18 March 2026', 'BPAY', 'Wattle Grove College']) {
      expect(mail.text).toContain(part)
    }
    expect(await payer.audit()).toEqual([
      { action: 'DepositReceived', actorKind: 'System', actorId: null, bankReference },
      { action: 'PaymentSucceeded', actorKind: 'System', actorId: null, bankReference: null },
    ])
  })

  it('shows in the overview like any other payment', async () => {
    const mobile = '+61491570777'
    const email = 'deposit.overview@demo.example'
    const { accountId } = await addFamily(server, { email, mobile })
    const [account] = await db.many<{ crn: string; billerCode: string }>(sql`
      select bpay_reference as crn, bpay_biller_code as "billerCode"
      from account join institution on institution.id = institution_id where account.id = ${accountId}`)
    const today = dateIn('AU', deps.clock())
    const before = await readBalance(db, accountId)
    await bring(fileOf({ ...account!, amount: 7_700, date: today }))
    const token = await server.logIn(email, mobile)
    const { body } = await server.call(`GET /api/portal/customer/account/${accountId}/overview`, { token })
    expect(body).toMatchObject({
      lastRepayment: { amount: 77, date: today },
      currentBalance: (before + 7_700) / 100,
    })
  })

  it('pays the one open request of exactly its amount', async () => {
    const payer = await addPayer({
      requests: [
        { id: 'dep-one', amountDue: cents(50_000) },
        { id: 'dep-other', amountDue: cents(60_000) },
      ],
    })
    await bring(fileOf({ ...payer, amount: 50_000 }))
    expect(await statusOf('dep-one')).toEqual({ status: 'Paid', paid: 50_000 })
    expect(await statusOf('dep-other')).toEqual({ status: 'Open', paid: 0 })
    expect(await payer.payments()).toMatchObject([{ requestId: requestIdOf('dep-one') }])
  })

  it('pays the rest of a request that is paid in part', async () => {
    const payer = await addPayer({
      requests: [{ id: 'dep-part', amountDue: cents(50_000), status: 'PartPaid', amountPaid: cents(20_000) }],
    })
    await bring(fileOf({ ...payer, amount: 30_000 }))
    expect(await statusOf('dep-part')).toEqual({ status: 'Paid', paid: 50_000 })
  })

  const others: [string, Account['requests'], number][] = [
    ['a request asks for more', [{ id: 'dep-more', amountDue: cents(50_000) }], 49_999],
    [
      'two requests ask for as much',
      [
        { id: 'dep-twin-1', amountDue: cents(50_000) },
        { id: 'dep-twin-2', amountDue: cents(50_000) },
      ],
      50_000,
    ],
    ['a request asks for less', [{ id: 'dep-less', amountDue: cents(50_000) }], 50_001],
    ['the request is paid', [{ id: 'dep-paid', amountDue: cents(50_000), status: 'Paid' }], 50_000],
    ['the request is cancelled', [{ id: 'dep-gone', amountDue: cents(50_000), status: 'Cancelled' }], 50_000],
    ['the request has expired', [{ id: 'dep-late', amountDue: cents(50_000), status: 'Expired' }], 50_000],
  ]

  it.each(firstOf(2, others))('stays credit where %s', async (_, requests, amount) => {
    const payer = await addPayer({ requests: requests ?? [] })
    const ids = (requests ?? []).map(({ id }) => id)
    const before = await Promise.all(ids.map(statusOf))
    await bring(fileOf({ ...payer, amount }))
    expect(await Promise.all(ids.map(statusOf))).toEqual(before)
    expect(await payer.gained()).toBe(amount)
    expect(await payer.payments()).toMatchObject([{ requestId: null }])
  })

  it('stays credit while somebody is paying the request by card', async () => {
    const payer = await addPayer({ requests: [{ id: 'dep-busy', amountDue: cents(50_000) }] })
    const { accountId, institutionId } = payer
    const id = randomUUID()
    await db.transaction(async (tx) => {
      await tx.run(sql`
        insert into payment (account_id, id, kind, payment_request_id, institution_id, currency, amount_minor, status,
          created_at, updated_at)
        values (${accountId}, ${id}, 'Guest', ${requestIdOf('dep-busy')}, ${institutionId}, 'AUD', 50000, 'Created',
          ${deps.clock()}, ${deps.clock()})`)
      await coverCharges(tx, { accountId, id }, deps.clock())
    })
    await bring(fileOf({ ...payer, amount: 50_000 }))
    expect(await statusOf('dep-busy')).toEqual({ status: 'Open', paid: 0 })
    expect(await payer.gained()).toBe(50_000)
  })

  it('pays a request once where two come at the same time', async () => {
    const payer = await addPayer({ requests: [{ id: 'dep-race', amountDue: cents(50_000) }] })
    const files = [fileOf({ ...payer, amount: 50_000 }), fileOf({ ...payer, amount: 50_000 })]
    // The request is held until both have come to it, so that they meet for certain.
    const brought = await db.transaction(async (tx) => {
      await tx.run(sql`select 1 from payment_request where id = ${requestIdOf('dep-race')} for update`)
      const both = files.map((text, place) => bring(text, place === 0 ? db : second))
      await expect.poll(waitingForLocks).toBe(2)
      return both
    })
    await Promise.all(brought)
    expect(await statusOf('dep-race')).toEqual({ status: 'Paid', paid: 50_000 })
    expect(await payer.gained()).toBe(100_000)
  })
})

describe('A line that is not known', () => {
  it('waits for staff, and the others are booked', async () => {
    const payer = await addPayer()
    const row = `51,${payer.billerCode},${payer.crn},700,20260318,${newName()}`
    const [header, one, , two, trailer, end] = fileOf(
      { ...payer, amount: 1_000 },
      { ...payer, amount: 700 },
      { ...payer, amount: 30 },
    ).split('\n')
    const text = [header, one, row, two, trailer, end].join('\n')
    const held = await suspense()
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'unknown-line.csv'), text)
    await importDeposits(deps)
    expect(await readdir(join(folder, 'imported'))).toContain('unknown-line.csv')
    expect([await payer.gained(), (await suspense()) - held]).toEqual([1_030, 700])
    const waiting = (await listWaiting(db)).find(({ reference }) => reference === row)
    const shown = (await readWaiting(db)).find(({ reference }) => reference === row)
    expect(shown?.why).toBe('Unreadable')
    expect(waiting).toMatchObject({
      billerCode: payer.billerCode,
      amount: 700,
      schoolName: expect.any(String),
    })
    expect(await bring(text)).toEqual({ matched: 0, inSuspense: 0, knownBefore: 3, failed: 0 })
    const { accountId } = payer
    expect(await matchDeposit(deps, { ...waiting!, accountId }, staffId)).toBe(true)
    expect([await payer.gained(), (await suspense()) - held]).toEqual([1_730, 0])
  })

  it('is counted among those that wait', async () => {
    const payer = await addPayer()
    const text = fileOf({ ...payer, amount: 5 }, { ...payer, crn: '20418A', amount: 4 }).replace('50,', '51,')
    expect(await bring(text)).toEqual({ matched: 0, inSuspense: 2, knownBefore: 0, failed: 0 })
  })
})

describe('What the bank sends again', () => {
  it('brings nothing new when it is the same file', async () => {
    const payer = await addPayer()
    const text = fileOf({ ...payer, amount: 1_000 }, { ...payer, amount: 1_000 })
    expect(await bring(text)).toMatchObject({ matched: 2 })
    expect(await bring(text)).toEqual({ matched: 0, inSuspense: 0, knownBefore: 2, failed: 0 })
    expect(await payer.gained()).toBe(2_000)
    expect(await payer.mails()).toHaveLength(2)
  })

  it('brings nothing new when its lines are in another order, among new ones', async () => {
    const payer = await addPayer()
    const line = (amount: number) => ({ ...payer, amount, bankReference: newName() })
    const [one, two, three, unknown] = [line(100), line(200), line(400), { ...line(800), crn: '000016725' }]
    await bring(fileOf(one, two, unknown))
    const held = await suspense()
    expect(await bring(fileOf(three, unknown, two, one))).toEqual({
      matched: 1,
      inSuspense: 0,
      knownBefore: 3,
      failed: 0,
    })
    expect(await payer.gained()).toBe(700)
    expect(await suspense()).toBe(held)
  })

  it('brings a line once that is in the same file twice', async () => {
    const payer = await addPayer()
    const line = { ...payer, amount: 300, bankReference: newName() }
    expect(await bring(fileOf(line, line))).toEqual({ matched: 1, inSuspense: 0, knownBefore: 1, failed: 0 })
    expect(await payer.gained()).toBe(300)
  })

  it('is refused whole when it says something else than before', async () => {
    const payer = await addPayer()
    const line = { ...payer, amount: 500, bankReference: newName() }
    await bring(fileOf(line))
    await expect(bring(fileOf({ ...payer, amount: 100 }, { ...line, amount: 501 }))).rejects.toThrow(
      'line 3 contradicts an earlier file',
    )
    expect(await payer.gained()).toBe(500)
  })

  it('counts once when several processes import it at the same time', async () => {
    const payers = [await addPayer(), await addPayer()]
    const lines = Array.from({ length: 12 }, (_, place) => ({
      ...payers[place % 2]!,
      amount: 100 + place,
      bankReference: newName(),
      ...(place % 5 === 4 && { crn: '000016725' }),
    }))
    const held = await suspense()
    const texts = [fileOf(...lines), fileOf(...lines), fileOf(...lines.toReversed()), fileOf(...lines)]
    const counts = await Promise.all(texts.map((text, place) => bring(text, place % 2 === 0 ? db : second)))
    const sum = (key: keyof (typeof counts)[number]) => counts.reduce((all, count) => all + count[key], 0)
    expect([sum('matched'), sum('inSuspense'), sum('knownBefore')]).toEqual([10, 2, 36])
    const unknown = lines.filter(({ crn }) => crn === '000016725')
    const whole = lines.reduce((all, { amount }) => all + amount, 0)
    const lost = unknown.reduce((all, { amount }) => all + amount, 0)
    expect((await payers[0]!.gained()) + (await payers[1]!.gained())).toBe(whole - lost)
    expect((await suspense()) - held).toBe(lost)
    expect([...(await payers[0]!.mails()), ...(await payers[1]!.mails())]).toHaveLength(10)
  })
})

describe('A deposit that fits nobody', () => {
  const wrongDigit = (crn: string) => crn.slice(0, -1) + ((Number(crn.at(-1)) + 1) % 10)

  const misfits: [string, Account, (payer: { crn: string; billerCode: string }) => object][] = [
    ['has an unknown reference', {}, () => ({ crn: '000016725' })],
    ['went to the biller code of another school', {}, () => ({ billerCode: '318264' })],
    ['has a wrong check digit', {}, ({ crn }) => ({ crn: wrongDigit(crn) })],
    ['went to the biller code of nobody', {}, () => ({ billerCode: '999999' })],
    ['is for an account that is closed', { status: 'Inactive' }, () => ({})],
  ]

  it.each(firstOf(2, misfits))('waits in suspense when it %s', async (_, account, wrong) => {
    const payer = await addPayer(account)
    const bankReference = newName()
    const held = await suspense()
    const line = { ...payer, amount: 4_200, bankReference, ...wrong(payer) }
    expect(await bring(fileOf(line))).toEqual({ matched: 0, inSuspense: 1, knownBefore: 0, failed: 0 })
    expect((await suspense()) - held).toBe(4_200)
    expect(await isWaiting(bankReference)).toBe(true)
    expect(await payer.gained()).toBe(0)
    expect(await payer.mails()).toEqual([])
    expect(
      await db.many(sql`
        select action from audit_event
        where subject_id = ${companyAccountId} and details ->> 'bankReference' = ${bankReference}`),
    ).toEqual([{ action: 'DepositInSuspense' }])
  })

  it('waits in suspense where two accounts have its reference', async () => {
    const [one, other] = [await addPayer(), await addPayer()]
    await db.run(sql`update account set bpay_reference = ${one.crn} where id = ${other.accountId}`)
    const bankReference = newName()
    await bring(fileOf({ ...one, amount: 100, bankReference }))
    expect(await isWaiting(bankReference)).toBe(true)
  })

  it('is given to the family that staff have found, once, however often they press', async () => {
    const payer = await addPayer({ requests: [{ id: 'dep-found', amountDue: cents(9_900) }] })
    const bankReference = newName()
    const held = await suspense()
    await bring(fileOf({ ...payer, crn: '000016725', amount: 9_900, date: '2026-03-01', bankReference }))
    const match = (through = db) =>
      matchDeposit(
        { ...deps, db: through },
        { billerCode: payer.billerCode, bankReference, accountId: payer.accountId },
        staffId,
      )
    const did = await Promise.all([match(), match(second), match(), match(second)])
    expect(did.filter(Boolean)).toHaveLength(1)
    expect(await match()).toBe(false)
    expect(await suspense()).toBe(held)
    expect(await isWaiting(bankReference)).toBe(false)
    expect(await payer.gained()).toBe(9_900)
    expect(await payer.payments()).toMatchObject([
      { kind: 'Deposit', status: 'Succeeded', paidOn: '2026-03-01', requestId: requestIdOf('dep-found') },
    ])
    expect(await statusOf('dep-found')).toEqual({ status: 'Paid', paid: 9_900 })
    expect(await payer.mails()).toHaveLength(1)
    expect(await payer.audit()).toEqual([
      { action: 'DepositMatched', actorKind: 'Staff', actorId: staffId, bankReference },
      { action: 'PaymentSucceeded', actorKind: 'System', actorId: null, bankReference: null },
    ])
  })

  it('goes to one family where staff match it with two at once', async () => {
    const [one, other] = [await addPayer(), await addPayer()]
    const bankReference = newName()
    const { billerCode } = one
    await bring(fileOf({ billerCode, crn: '000016725', amount: 640, bankReference }))
    await Promise.all([
      matchDeposit(deps, { billerCode, bankReference, accountId: one.accountId }, staffId),
      matchDeposit(
        { ...deps, db: second },
        { billerCode, bankReference, accountId: other.accountId },
        staffId,
      ),
    ])
    expect([await one.gained(), await other.gained()].sort()).toEqual([0, 640])
  })

  it('stays matched when the bank sends it again', async () => {
    const payer = await addPayer()
    const line = { ...payer, crn: '000016725', amount: 350, bankReference: newName() }
    await bring(fileOf(line))
    await matchDeposit(deps, { ...payer, bankReference: line.bankReference }, staffId)
    const held = await suspense()
    expect(await bring(fileOf(line))).toMatchObject({ knownBefore: 1, failed: 0 })
    expect([await suspense(), await payer.gained()]).toEqual([held, 350])
  })

  it('is not given to an account in pounds, nor to none; nor is one that was never there', async () => {
    const payer = await addPayer()
    const british = await addPayer({ school: 'Oakfield School' })
    const bankReference = newName()
    const { billerCode, accountId } = payer
    await bring(fileOf({ ...payer, crn: '000016725', amount: 100, bankReference }))
    for (const wish of [
      { billerCode, bankReference, accountId: british.accountId },
      { billerCode, bankReference, accountId: companyAccountId },
      { billerCode, bankReference: 'NEVER', accountId },
    ]) {
      await expect(matchDeposit(deps, wish, staffId)).rejects.toThrow('not_found')
    }
    expect(await isWaiting(bankReference)).toBe(true)
  })
})

describe('The folder of the bank', () => {
  const exists = async (place: string, name: string) => (await readdir(join(folder, place))).includes(name)
  const deposit = async (body: object) => {
    const reply = await server.sandboxApi('bpay/receipt', body)
    return (await reply.json()) as { name: string; receipts: { bankReference: string }[] }
  }

  it('is emptied: what the bank left is imported and put away', async () => {
    const payer = await addPayer()
    const { name } = await deposit({ ...payer, amount: 88.05 })
    await importDeposits(deps)
    expect(await payer.gained()).toBe(8_805)
    expect([await exists('.', name), await exists('imported', name)]).toEqual([false, true])
  })

  it('is looked at by a job', async () => {
    const payer = await addPayer()
    await deposit({ ...payer, amount: 12 })
    deps.jobs.start('import-deposits', {})
    await expect.poll(payer.gained).toBe(1_200)
  })

  it('can be gone through by two processes at the same time', async () => {
    const payer = await addPayer()
    for (const amount of [1, 2, 4, 8]) await deposit({ ...payer, amount })
    await Promise.all([importDeposits(deps), importDeposits({ ...deps, db: second }), importDeposits(deps)])
    expect(await payer.gained()).toBe(1_500)
  })

  it('brings nothing twice when the process dies before it has put a file away', async () => {
    const payer = await addPayer()
    const text = fileOf({ ...payer, amount: 2_500 }, { ...payer, crn: '000016725', amount: 70 })
    const held = await suspense()
    await importFile(deps, 'crash.csv', text)
    await writeFile(join(folder, 'crash.csv'), text)
    await importDeposits(deps)
    expect([await payer.gained(), (await suspense()) - held]).toEqual([2_500, 70])
    expect([await exists('.', 'crash.csv'), await exists('imported', 'crash.csv')]).toEqual([false, true])
  })

  it('is taken up where it was left when the process dies in the middle of a file', async () => {
    const payer = await addPayer()
    const lines = [1, 2, 3].map((amount) => ({ ...payer, amount, bankReference: newName() }))
    await bring(fileOf(...lines.slice(0, 2)))
    await writeFile(join(folder, 'middle.csv'), fileOf(...lines))
    await importDeposits(deps)
    expect(await payer.gained()).toBe(6)
  })

  it('keeps a file whose trailer is wrong apart, and posts nothing of it', async () => {
    const payer = await addPayer()
    const good = await addPayer()
    const held = await suspense()
    const lines = [
      { ...payer, amount: 10 },
      { ...payer, crn: '000016725', amount: 20 },
    ]
    await server.sandboxApi('bpay/file', { lines, name: 'a-wrong-count.csv', trailer: { count: 3 } })
    await server.sandboxApi('bpay/file', { lines, name: 'a-wrong-total.csv', trailer: { total: 30.01 } })
    await deposit({ ...good, amount: 5 })
    await importDeposits(deps)
    expect([await payer.gained(), (await suspense()) - held]).toEqual([0, 0])
    for (const name of ['a-wrong-count.csv', 'a-wrong-total.csv']) {
      expect([await exists('.', name), await exists('rejected', name)]).toEqual([false, true])
    }
    expect(await good.gained()).toBe(500)
  })

  it('never overwrites what was put away under the same name', async () => {
    const payer = await addPayer()
    for (const amount of [11, 22]) {
      await writeFile(join(folder, 'same.csv'), fileOf({ ...payer, amount }))
      await importDeposits(deps)
    }
    expect(await payer.gained()).toBe(33)
    const kept = (await readdir(join(folder, 'imported'))).filter((name) => name.startsWith('same.'))
    expect(kept).toHaveLength(2)
  })

  it('may hold what is none of our business: a file being written, a folder', async () => {
    await writeFile(join(folder, 'bpay.csv.part'), '00,BPAY')
    await mkdir(join(folder, 'folder.csv'))
    await importDeposits(deps)
    expect([await exists('.', 'bpay.csv.part'), await exists('.', 'folder.csv')]).toEqual([true, true])
  })

  it('need not be there at all', async () => {
    await importDeposits({ ...deps, config: { ...deps.config, depositFolder: undefined } })
    const depositFolder = join(folder, 'new', 'folder')
    await importDeposits({ ...deps, config: { ...deps.config, depositFolder } })
    expect((await readdir(depositFolder)).sort()).toEqual(['imported', 'rejected'])
  })
})

describe('The check of the ledger', () => {
  const wrongs: [string, string, { entry: string | null; account: string | null }][] = [
    ['is not in the ledger', 'I7 a deposit is in the ledger once', { entry: null, account: null }],
    ['shares its entry', 'I7 an entry tells of one deposit', { entry: 'known', account: null }],
    ['is not in suspense', 'I7 suspense holds what has no family yet', { entry: 'known', account: null }],
    [
      'has a family but no payment',
      'I7 a deposit that has its family is one payment of its amount',
      { entry: 'known', account: 'known' },
    ],
  ]

  it.each(firstOf(1, wrongs))('finds a deposit that %s', async (_, invariant, wrong) => {
    const payer = await addPayer()
    await bring(fileOf({ ...payer, amount: 100 }))
    const undo = new Error('undo')
    let found: string[] = []
    const tried = db.transaction(async (tx) => {
      await tx.run(sql`
        insert into deposit (file_hash, line, biller_code, bank_reference, reference, amount_minor, received_on,
          account_id, payment_id, entry_id, created_at)
        select 'wrong', 1, biller_code, 'WRONG', reference, 55, received_on,
          case when ${wrong.account !== null} then account_id end, null,
          case when ${wrong.entry !== null} then entry_id else gen_random_uuid() end, created_at
        from deposit where account_id = ${payer.accountId}`)
      found = (await violationsOverall(tx, deps.clock())).map((violation) => violation.invariant)
      throw undo
    })
    await expect(tried).rejects.toBe(undo)
    expect(found).toContain(invariant)
  })
})
