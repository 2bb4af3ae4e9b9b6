import { afterEach, describe, expect, it } from 'vitest'
import { expectSoundLedger } from '#tools/testing/payments.ts'
import { cancelInstalments, daysOf } from '#tools/testing/repayments.ts'
import { testServer } from '#tools/testing/server.ts'
import { lockAccount } from '../../people/accounts/accounts.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Deps } from '../../platform/deps.ts'
import { collectDue } from './collect.ts'
import { runRepayments } from './run-repayments.ts'

const server = await testServer()
const { deps } = server
const { run, addPlanFamily, restFamilies } = daysOf(server)

afterEach(() => expectSoundLedger(server))

const debitsOf = (accountId: string) =>
  deps.db.many<{ status: string; amount: number }>(sql`
    select status, amount_minor as amount from payment
    where account_id = ${accountId} and kind = 'Instalment' and created_at >= ${deps.clock()}::timestamptz - interval '1 day'`)

/** Two families whose instalments are due at this moment. */
async function dueFamilies() {
  const families = [await addPlanFamily(), await addPlanFamily()] as const
  await families[0].comeToCollection()
  await deps.db.run(sql`
    update instalment set collect_on = ${families[0].next.collectOn}, noticed_on = due_on - 20, notice_id = null
    where account_id = ${families[1].accountId} and seq = ${families[1].next.seq}`)
  return families
}

describe('A run of repayments', () => {
  it('does not wait for a family whose payment holds its account, and collects from it a minute later', async () => {
    const [paying, other] = await dueFamilies()
    await deps.db.transaction(async (tx) => {
      await lockAccount(tx, paying.accountId)
      await runRepayments(deps)
      expect(await debitsOf(other.accountId)).toMatchObject([{ status: 'Succeeded' }])
      expect(await debitsOf(paying.accountId)).toEqual([])
    })
    await run()
    expect(await debitsOf(paying.accountId)).toMatchObject([{ amount: paying.next.amount }])
  })

  it('takes nothing that was paid or cancelled after it was found', async () => {
    const [gone, other] = await dueFamilies()
    // Between the reading of what is due and the lock of its account.
    const between = { isOver: false }
    const db: Deps['db'] = {
      ...deps.db,
      async transaction(work) {
        const result = await deps.db.transaction(work)
        if (Array.isArray(result) && result.length > 0 && !between.isOver) {
          between.isOver = true
          await cancelInstalments(server, sql`account_id = ${gone.accountId} and seq = ${gone.next.seq}`)
        }
        return result
      },
    }
    expect(await collectDue({ ...deps, db }, 'AU')).toBe(1)
    expect(between.isOver).toBe(true)
    await run()
    expect(await debitsOf(gone.accountId)).toEqual([])
    expect(await debitsOf(other.accountId)).toMatchObject([{ status: 'Succeeded' }])
  })

  it('shares the work with others at the same moment, and takes nothing twice', async () => {
    await restFamilies()
    const families = await Promise.all(Array.from({ length: 6 }, () => addPlanFamily()))
    const [first] = families
    if (!first) throw new Error('There is no family')
    await first.comeToCollection()
    await deps.db.run(sql`
      update instalment set collect_on = ${first.next.collectOn}, noticed_on = due_on - 20, notice_id = null
      where account_id = any(${families.map(({ accountId }) => accountId)}::uuid[]) and seq = ${first.next.seq}`)
    const counts = await Promise.all([runRepayments(deps), runRepayments(deps), runRepayments(deps)])
    await run()
    for (const { accountId, next } of families)
      expect(await debitsOf(accountId)).toMatchObject([{ status: 'Succeeded', amount: next.amount }])
    expect(counts.reduce((all, { collected }) => all + collected, 0)).toBe(families.length)
  })
})
