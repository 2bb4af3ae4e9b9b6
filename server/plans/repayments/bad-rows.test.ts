import { afterEach, describe, expect, it } from 'vitest'
import { expectSoundLedger } from '#tools/testing/payments.ts'
import { cancelInstalments, daysOf, setInstalmentAmount } from '#tools/testing/repayments.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'
import { listParkedItems } from '../../platform/jobs/parked-items.reads.ts'

const server = await testServer()
const { deps } = server
const { run, addPlanFamily } = daysOf(server)

afterEach(() => expectSoundLedger(server))

describe('A family whose row cannot be processed', () => {
  const minute = 60_000

  it('keeps nobody else from being asked for what is overdue, and no plan from completing', async () => {
    const [bad, usual, paid] = [await addPlanFamily(), await addPlanFamily(), await addPlanFamily()]
    for (const { accountId, next } of [bad, usual]) {
      await deps.db.run(sql`
        update instalment set status = 'Overdue', tries = 3 where account_id = ${accountId} and seq = ${next.seq}`)
    }
    await deps.db.run(sql`
      update instalment set due_on = '2001-01-01' where account_id = ${bad.accountId} and seq = ${bad.next.seq}`)
    await deps.db.run(sql`
      alter table payment_request add constraint refused check (due_on <> '2001-01-01')`)
    await cancelInstalments(server, sql`account_id = ${paid.accountId} and status = 'Scheduled'`)

    await run()
    expect((await usual.now()).requestId).not.toBeNull()
    const plan = await deps.db.first(sql`select status from plan where account_id = ${paid.accountId}`)
    expect(plan).toEqual({ status: 'Completed' })
    expect((await bad.now()).requestId).toBeNull()

    for (const minutes of [2, 11, 61]) {
      expect(await listParkedItems(deps.db)).toEqual([])
      await server.travel(minutes * minute)
      await run()
    }
    expect(await listParkedItems(deps.db)).toMatchObject([
      {
        work: 'chase-overdue',
        accountId: bad.accountId,
        tries: 4,
        reason: 'the database answered 23514 (refused)',
      },
    ])
    await deps.db.run(sql`alter table payment_request drop constraint refused`)
    await deps.db.run(sql`delete from parked_item`)
  })
})

describe('An overdue payment above the largest single payment', () => {
  it('is asked for like any other', async () => {
    const family = await addPlanFamily()
    const next = sql`account_id = ${family.accountId} and seq = ${family.next.seq}`
    await setInstalmentAmount(server, next, 12500000)
    await deps.db.run(sql`update instalment set status = 'Overdue', tries = 3 where ${next}`)
    await run()
    const { requestId } = await family.now()
    const asked = await deps.db.first(sql`
      select amount_due_minor as due, status from payment_request
      where account_id = ${family.accountId} and id = ${requestId}`)
    expect(asked).toEqual({ due: 12500000, status: 'Open' })
  })
})
