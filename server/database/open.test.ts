import { afterAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#tools/testing/database.ts'
import { isDatabaseAway, openDatabase } from './open.ts'
import { sql } from './sql.ts'

const db = openDatabase(await testDatabase())
afterAll(() => db.close())

describe('A connection that breaks amid a transaction', () => {
  it('makes the transaction fail, and ends neither the process nor the next one', async () => {
    const work = db.transaction(async (tx) => {
      const [mine] = await tx.many<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      const broken = new Promise((resolve) => tx.client.once('end', resolve))
      await db.run(sql`select pg_terminate_backend(${mine?.pid})`)
      await broken
      await tx.run(sql`select 1`)
    })
    expect(isDatabaseAway(await work.catch((error: unknown) => error))).toBe(true)
    expect(await db.transaction((tx) => tx.many(sql`select 1 as one`))).toEqual([{ one: 1 }])
  })
})
