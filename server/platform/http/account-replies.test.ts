import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/contract.ts'
import { loadDemo } from '#tools/demo/load.ts'
import { testDatabase } from '#tools/testing/database.ts'
import { firstOf } from '#tools/testing/long.ts'
import { drawSample } from '#tools/testing/sample-files.ts'
import { openDatabase, type Database } from '../database/open.ts'
import { sql } from '../database/sql.ts'
import type { AccountReader } from './http.ts'
import {
  nothingSpecial,
  readWhole,
  usualRead,
  type FirstFacts,
} from '../../portal-api/overview/overview.store.ts'
import { readOverview } from '../../portal-api/overview/overview.ts'
import { readTransactions } from '../../portal-api/transactions/transactions.ts'

const { 'GET /api/portal/customer/account/:accountId/overview': overview } = contract
const { 'GET /api/portal/customer/account/:accountId/transactions': transactions } = contract
const now = new Date()
let db: Database
let accountIds: string[] = []

beforeAll(async () => {
  db = openDatabase(await testDatabase())
  await db.transaction((tx) => loadDemo(tx, now, drawSample))
  accountIds = (await db.many<{ id: string }>(sql`select id from account`)).map(({ id }) => id)
})
afterAll(() => db.close())

const parent = { customerId: '', sessionId: '', impersonatorEmail: null, renewedToken: undefined }

async function read<Reply, Query>(reader: AccountReader<Reply, Query>, accountId: string, query: Query) {
  const asked = { now, query }
  const caller = { accountId: sql`${accountId}::uuid`, firstName: sql`'Olivia'` }
  const row = await db.first<Record<string, unknown>>(reader.ask(asked, caller))
  return row && reader.answer(row, asked, parent)
}

/** Nothing that the contract does not name, and everything that it does. */
describe('What a read of an account makes is what the contract says, for every family of the demo:', () => {
  it('the Overview', async () => {
    for (const accountId of accountIds) {
      const reply = await read(readOverview({ db, config: { encryptionKeys: [] } }), accountId, undefined)
      expect(overview.reply.parse(reply)).toEqual(reply)
    }
  })

  it('the Overview, read in one step only where a second would find nothing', async () => {
    const seen = { calm: 0, special: 0 }
    for (const accountId of accountIds) {
      const caller = { accountId: sql`${accountId}::uuid`, firstName: sql`'Olivia'` }
      const row = await db.first<{ overview: FirstFacts }>(usualRead(caller, now))
      const { hasSpecial, ...usual } = row!.overview
      const whole = await readWhole(db, usual, now)
      if (!hasSpecial) expect({ ...whole, failedTexts: [] }).toEqual({ ...usual, ...nothingSpecial })
      seen[hasSpecial ? 'special' : 'calm'] += 1
    }
    expect(Math.min(seen.calm, seen.special)).toBeGreaterThan(3)
  })

  it.each(firstOf(1, [{ limit: 1 }, {}, { limit: 200 }, { year: 2026 }, { school: 'nowhere' }]))(
    'its transactions, asked for with %j, and the page that follows',
    async (query) => {
      for (const accountId of accountIds) {
        const reply = await read(readTransactions, accountId, query)
        expect(transactions.reply.parse(reply)).toEqual(reply)
        if (!reply?.nextCursor) continue
        const next = await read(readTransactions, accountId, { ...query, cursor: reply.nextCursor })
        expect(transactions.reply.parse(next)).toEqual(next)
        expect(next?.transactions.map(({ id }) => id)).not.toContain(reply.transactions.at(-1)?.id)
      }
    },
  )
})
