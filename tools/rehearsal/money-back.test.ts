import { expect, it } from 'vitest'
import { checkLedger } from '#server/books/ledger/invariants.ts'
import { testDatabase } from '../testing/database.ts'
import { runServer } from '../testing/running-server.ts'
import { giveMoneyBack } from './money-back.ts'

it('gives money back to the cent, by a refund and by a withdrawal, and the ledger stays sound', async () => {
  const server = await runServer(await testDatabase())
  try {
    expect(await giveMoneyBack(server)).toEqual({
      paid: 500_00,
      refunded: 101_00,
      surcharges: 4_00,
      withdrawn: 120_00,
      passedOn: 400_00,
      balance: 180_00,
    })
    expect(
      await checkLedger(server.deps.db, {
        now: server.deps.clock(),
        provider: { accounts: server.deps.providers.stripe, since: new Date(0) },
      }),
    ).toEqual([])
  } finally {
    await server.close()
  }
})
