import { describe, expect, it } from 'vitest'
import { addFamily } from '#tools/testing/family.ts'
import { testServer } from '#tools/testing/server.ts'
import { staffCommand } from '#tools/testing/staff-command.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { sql } from '../../platform/database/sql.ts'

const server = await testServer()
const { call, deps } = server
const operations = await addStaff(server, 'operations')
const { accountId } = await addFamily(server, { email: 'parked@demo.example', mobile: '+61491570611' })

const item = 'f0f3c1de-4f5c-4f43-9d0f-7e6f7f3f5b11/3'
const now = deps.clock()
await deps.db.run(sql`
  insert into parked_item (work, item, account_id, tries, reason, first_failed_at, last_failed_at)
  values ('chase-overdue', ${item}, ${accountId}, 5, 'amount above 100,000', ${now}, ${now}),
    ('outbox', 'm1', null, 5, 'cannot be written', ${now}, ${now})`)

const ask = (key: string, as = operations) => call(key, { token: as.token })
const retry = (body: object) =>
  call('POST /api/staff/parked-items/retry', {
    token: operations.token,
    body: { ...body, reason: 'Amount corrected' },
  })
const ops = (...words: string[]) => staffCommand(words, { OPS_URL: server.url, OPS_TOKEN: operations.token })

describe('A row that a job could not process', () => {
  it('is shown to operations with its reason, in the list and in the queue, and not to support', async () => {
    const support = await addStaff(server, 'support')
    expect((await ask('GET /api/staff/parked-items', support)).status).toBe(403)
    const { body } = await ask('GET /api/staff/parked-items')
    expect(body).toMatchObject([
      { work: 'chase-overdue', item, accountId, tries: 5, reason: 'amount above 100,000' },
      { work: 'outbox', item: 'm1', accountId: null },
    ])
    const queue = await ask('GET /api/staff/queue?kind=Parked')
    expect(queue.body).toMatchObject({
      items: [
        { kind: 'Parked', id: `chase-overdue/${item}`, accountId, about: expect.stringContaining('100,000') },
        { kind: 'Parked', id: 'outbox/m1', accountId: null },
      ],
      counts: { Parked: 2 },
    })
  })

  it('is among the problems that operators see', async () => {
    const { body } = await ask('GET /api/staff/health')
    expect(body).toMatchObject({
      problems: expect.arrayContaining([{ code: 'rows_parked', text: expect.any(String), count: 2 }]),
      parked: [
        { work: 'chase-overdue', count: 1 },
        { work: 'outbox', count: 1 },
      ],
    })
    const { code, out } = await ops('health')
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/rows_parked +2 .*\n[\s\S]*1 of chase-overdue, 1 of outbox/),
    ])
  })

  it('is tried again when staff say so, on record with who and why', async () => {
    expect((await retry({ work: 'chase-overdue', item: 'another' })).status).toBe(404)
    const short = item.replace(/-[^/]*/, '')
    expect((await ops('jobs', 'parked')).out).toContain(short)
    const { code, out } = await ops('jobs', 'retry', 'chase-overdue', short, '--reason', 'Amount corrected')
    expect([code, out]).toEqual([0, expect.stringContaining('next run')])
    expect(await deps.db.many(sql`select item from parked_item where try_after is not null`)).toEqual([
      { item },
    ])
    expect((await ask('GET /api/staff/parked-items')).body).toMatchObject([{ work: 'outbox' }])
    const [event] = await deps.db.many(sql`
      select action, actor_id as actor, details from audit_event
      where subject_id = ${accountId} and action = 'ParkedItemRetried'`)
    expect(event).toEqual({
      action: 'ParkedItemRetried',
      actor: operations.staffId,
      details: { work: 'chase-overdue', item, reason: 'Amount corrected' },
    })
    expect((await retry({ work: 'outbox', item: 'm1' })).status).toBe(200)
    expect((await ops('jobs', 'parked')).out).toContain('Nothing is parked.')
  })
})
