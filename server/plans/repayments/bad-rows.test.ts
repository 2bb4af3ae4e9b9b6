import { afterEach, describe, expect, it } from 'vitest'
import { cents, toDecimal } from '#domain/money.ts'
import { expectSoundLedger, paymentsOf } from '#tools/testing/payments.ts'
import { daysOf } from '#tools/testing/repayments.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'
import { listParkedItems } from '../../platform/jobs/parked-items.store.ts'

const server = await testServer()
const { deps } = server
const { run, addPlanFamily } = daysOf(server)

afterEach(() => expectSoundLedger(server))

const debits = async (accountId: string) =>
  (await paymentsOf(server, accountId)).filter(({ kind }) => kind === 'Instalment')

describe('A family whose row cannot be processed', () => {
  const minute = 60_000

  it('keeps nobody else from being asked for what is overdue, and no plan from completing', async () => {
    const [huge, usual, paid] = [await addPlanFamily(), await addPlanFamily(), await addPlanFamily()]
    // More than a payment request may ask for: three tries have failed.
    await deps.db.run(sql`
      update instalment set amount_minor = 12500000, status = 'Overdue', tries = 3
      where account_id = ${huge.accountId} and seq = ${huge.next.seq}`)
    await deps.db.run(sql`
      update instalment set status = 'Overdue', tries = 3
      where account_id = ${usual.accountId} and seq = ${usual.next.seq}`)
    await deps.db.run(
      sql`update instalment set status = 'Cancelled' where account_id = ${paid.accountId} and status = 'Scheduled'`,
    )

    await run()
    expect((await usual.now()).requestId).not.toBeNull()
    const plan = await deps.db.first(sql`select status from plan where account_id = ${paid.accountId}`)
    expect(plan).toEqual({ status: 'Completed' })
    expect((await huge.now()).requestId).toBeNull()

    for (const minutes of [2, 11, 61]) {
      expect(await listParkedItems(deps.db)).toEqual([])
      await server.travel(minutes * minute)
      await run()
    }
    expect(await listParkedItems(deps.db)).toMatchObject([
      {
        work: 'chase-overdue',
        accountId: huge.accountId,
        tries: 4,
        reason: 'refused as invalid_request; amount: Must be between 0.01 and 100,000',
      },
    ])
    await deps.db.run(sql`
      update instalment set status = 'Cancelled' where account_id = ${huge.accountId} and seq = ${huge.next.seq}`)
    await deps.db.run(sql`delete from parked_item`)
  })

  it('is not debited while a payment of its own is not counted yet', async () => {
    const family = await addPlanFamily()
    await family.comeToCollection()
    await deps.db.run(sql`
      update instalment set status = 'Retrying', retry_on = collect_on
      where account_id = ${family.accountId} and seq = ${family.next.seq}`)
    // Counting its payment fails: the database refuses the row.
    await deps.db.run(sql`
      alter table instalment_cover add constraint refused check (amount_minor < 0) not valid`)
    const token = await server.logIn(family.email, family.mobile)
    const { status } = await family.pay(toDecimal(cents(family.next.amount)), { token })
    expect(status).toBe(200)
    await run()
    expect(await debits(family.accountId)).toEqual([])
    await deps.db.run(sql`alter table instalment_cover drop constraint refused`)
    await server.travel(2 * minute)
    await run()
    expect(await family.now()).toMatchObject({ status: 'Paid' })
    expect(await debits(family.accountId)).toEqual([])
  })
})
