import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/contract.ts'
import { toBreakdown, withAmount } from '#domain/plan/plan-reply.ts'
import type { StudentFees } from '#domain/plan/school-charges.ts'
import { loadDemo } from '#tools/demo/load.ts'
import { testDatabase } from '#tools/testing/database.ts'
import { openDatabase, type Database } from '../database/open.ts'
import { sql } from '../database/sql.ts'
import type { AccountReader } from './http.ts'
import { readOverview } from '../overview/overview.ts'
import { readWritten } from './reply-writer.ts'
import { readTransactions } from '../transactions/transactions.ts'

const { 'GET /api/portal/customer/account/:accountId/overview': overview } = contract
const { 'GET /api/portal/customer/account/:accountId/transactions': transactions } = contract
const now = new Date()
let db: Database
let accountIds: string[] = []

beforeAll(async () => {
  db = openDatabase(await testDatabase())
  await db.transaction((tx) => loadDemo(tx, now))
  accountIds = (await db.many<{ id: string }>(sql`select id from account`)).map(({ id }) => id)
})
afterAll(() => db.close())

async function read<Reply, Query>(reader: AccountReader<Reply, Query>, accountId: string, query: Query) {
  const asked = { now, query }
  const row = await db.first<Record<string, unknown>>(sql`
    select found.* from account_member member join customer on customer.id = member.customer_id
      cross join lateral (${reader.ask(asked)}) found
    where member.account_id = ${accountId} order by customer.id limit 1`)
  return row && readWritten(reader.answer(row, asked))
}

/** Nothing that the contract does not name, and everything that it does. */
describe('What the database has written is what the contract says, for every family of the demo:', () => {
  it('the Overview', async () => {
    for (const accountId of accountIds) {
      const reply = await read(readOverview({ config: { encryptionKeys: [] } }), accountId, undefined)
      expect(overview.reply.parse(reply)).toEqual(reply)
    }
  })

  it.each([{}, { limit: 1 }, { limit: 200 }, { year: 2026 }, { school: 'nowhere' }])(
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

  it('the fees of its plans, as the code would write them', async () => {
    const versions = await db.many<{
      familyFees: Parameters<typeof withAmount>[0][]
      studentFees: StudentFees[]
      familyShown: string
      studentsShown: string
    }>(sql`
      select family_fees as "familyFees", student_fees as "studentFees",
        family_fees_shown as "familyShown", student_fees_shown as "studentsShown"
      from plan_version`)
    expect(versions.length).toBeGreaterThan(50)
    for (const { familyFees, studentFees, familyShown, studentsShown } of versions) {
      expect(JSON.parse(familyShown)).toEqual(familyFees.map(withAmount))
      expect(JSON.parse(studentsShown)).toEqual(studentFees.map(toBreakdown))
    }
  })
})
