import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'
import { jobHandlers } from '../../app/job-handlers.ts'
import { checkLedger } from '../../books/ledger/invariants.ts'
import { auditHead, sealAuditTrail } from './audit-chain.ts'
import { recordAudit } from './audit.ts'

const server = await testServer()
const { deps } = server
const { db } = deps
const minute = 60_000
const subjectId = randomUUID()

const add = (event = 1) =>
  recordAudit(db, {
    subjectId,
    by: { customerId: subjectId },
    action: 'LoggedOut',
    at: deps.clock(),
    details: { event: String(event) },
  })
const seal = async (eventsAtOnce?: number) => {
  await server.travel(10 * minute)
  return sealAuditTrail(deps, eventsAtOnce)
}
const check = async (head?: string) => {
  const violations = await checkLedger(db, {
    now: deps.clock(),
    ...(head !== undefined && { auditHead: head }),
  })
  return violations.map(({ invariant, subject }) => `${invariant.split(' ')[0]} ${subject}`)
}
const seals = () =>
  db.many<{ number: number; events: number }>(sql`select number, events from audit_seal order by number`)

/** Switches off the database's triggers, as only its owner can. */
async function tamper(...statements: string[]): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.client.query('set local session_replication_role = replica')
    for (const text of statements) await tx.client.query(text)
  })
}

const ofEvent = (event: number) => `subject_id = '${subjectId}' and details->>'event' = '${event}'`
const columns =
  'subject_id, id, at, actor_kind, actor_id, impersonator_email, action, details, request_id, seq'
const restore = `
  delete from audit_event;
  insert into audit_event (${columns}) overriding system value select ${columns} from kept_event;
  delete from audit_seal;
  insert into audit_seal select * from kept_seal`

describe('The audit trail', () => {
  // Five events in seals of two, and three more that are not sealed yet.
  beforeAll(async () => {
    await seal()
    for (const event of [1, 2, 3, 4, 5]) await add(event)
    await seal()
    for (const event of [6, 7, 8]) await add(event)
    await seal(2)
    await db.transaction(async (tx) => {
      await tx.client.query(
        'create table kept_event as table audit_event; create table kept_seal as table audit_seal',
      )
    })
  })
  afterEach(async () => {
    await tamper(restore)
    expect(await check()).toEqual([])
  })

  it('is sealed in order, each seal over the events that existed at the previous one', async () => {
    expect((await seals()).map(({ events }) => events)).toEqual([0, 0, 2, 2, 1])
    expect(await check()).toEqual([])
  })

  it.each([
    [
      'an event that was changed',
      [`update audit_event set details = '{"event": "9"}' where ${ofEvent(2)}`],
      ['I13 seal 2'],
    ],
    [
      'an event that names somebody else',
      [`update audit_event set impersonator_email = 'sam@larkwell.example' where ${ofEvent(3)}`],
      ['I13 seal 3'],
    ],
    ['an event that was deleted', [`delete from audit_event where ${ofEvent(4)}`], ['I13 seal 3']],
    [
      'an event that was put between others',
      [
        `insert into audit_event (${columns}) overriding system value
         select subject_id, '${randomUUID()}', at, actor_kind, actor_id, impersonator_email, action, details, request_id, seq
         from audit_event where ${ofEvent(1)}`,
      ],
      ['I13 seal 2'],
    ],
    [
      'an event that was put before all others',
      [
        `insert into audit_event (${columns}) overriding system value
         select subject_id, '${randomUUID()}', at, actor_kind, actor_id, impersonator_email, action, details, request_id, -5
         from audit_event where ${ofEvent(1)}`,
      ],
      ['I13 seal 0'],
    ],
    [
      'two events that changed places',
      [
        `delete from audit_event where ${ofEvent(1)} or ${ofEvent(2)}`,
        `insert into audit_event (${columns}) overriding system value
         select subject_id, id, at, actor_kind, actor_id, impersonator_email, action, details, request_id,
           (select sum(seq) from kept_event where ${ofEvent(1)} or ${ofEvent(2)}) - seq
         from kept_event where ${ofEvent(1)} or ${ofEvent(2)}`,
      ],
      ['I13 seal 2'],
    ],
    [
      'the sealed events at the end being cut off',
      [`delete from audit_event where seq >= (select seq from kept_event where ${ofEvent(5)})`],
      ['I13 seal 4', 'I13 events seen by seal 4'],
    ],
    [
      'events that no seal covers yet being cut off, if one has seen them',
      [`delete from audit_event where ${ofEvent(6)} or ${ofEvent(7)} or ${ofEvent(8)}`],
      ['I13 events seen by seal 4'],
    ],
    [
      'a change whose own seal was made to fit',
      [
        `update audit_event set details = '{"event": "9"}' where ${ofEvent(2)}`,
        `update audit_seal set digest = repeat('0', 64) where number = 2`,
      ],
      ['I13 seal 2', 'I13 seal 3'],
    ],
    ['a seal that was taken out', ['delete from audit_seal where number = 3'], ['I13 seal 4']],
  ])('finds %s', async (_, damage, expected) => {
    await tamper(...damage)
    expect(await check()).toEqual(expected)
  })

  it('detects that events and their seals were cut off together, by a head that was stored elsewhere', async () => {
    const head = (await auditHead(db))!
    expect(head).toMatch(/^[\da-f]{64}$/)
    expect(await check(head)).toEqual([])
    await tamper(
      `delete from audit_event where seq >= (select seq from kept_event where ${ofEvent(5)})`,
      'delete from audit_seal where number = 4',
      `update audit_seal set seen_seq = last_seq where number = 3`,
    )
    expect(await check()).toEqual([])
    expect(await check(head)).toEqual([`I13 ${head}`])
  })

  it('refuses a change, a deletion and its being emptied', async () => {
    for (const table of ['audit_event', 'audit_seal'])
      for (const text of [`delete from ${table}`, `truncate ${table}`])
        await expect(db.transaction((tx) => tx.client.query(text))).rejects.toThrow('append-only')
  })

  it('is sealed once, however many processes try, and not before ten minutes have passed', async () => {
    await server.travel(10 * minute)
    const before = (await seals()).length
    await Promise.all(Array.from({ length: 5 }, () => sealAuditTrail(deps)))
    expect(await seals()).toHaveLength(before + 1)
    await add(9)
    await sealAuditTrail(deps)
    expect(await seals()).toHaveLength(before + 1)
  })

  it('takes in an event whose transaction ends after later ones were written', async () => {
    const sealed = await db.transaction(async (tx) => {
      await recordAudit(tx, { subjectId, action: 'LoggedOut', at: deps.clock(), details: { event: 'slow' } })
      await add(10)
      return seal()
    })
    expect(sealed).toBeGreaterThan(0)
    await seal()
    expect(await check()).toEqual([])
    await tamper(`delete from audit_event where details->>'event' = 'slow'`)
    expect(await check()).toHaveLength(1)
  })

  it('is sealed by a job, and a break is found by the nightly check', async () => {
    await add(11)
    await server.travel(10 * minute)
    const before = (await seals()).length
    await jobHandlers(deps)['seal-audit']({})
    expect((await seals()).length).toBeGreaterThan(before)
    await tamper(`update audit_event set action = 'LoggedInWithCode' where ${ofEvent(1)}`)
    const ledgerSeals = () => db.many(sql`select 1 from ledger_seal`)
    const sealedBefore = await ledgerSeals()
    await jobHandlers(deps)['seal-ledger']({})
    expect(await ledgerSeals()).toEqual(sealedBefore)
  })
})
