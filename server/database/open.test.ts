import { afterAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#tools/testing/database.ts'
import type { Log } from '../log.ts'
import { isDatabaseAway, openDatabase } from './open.ts'
import { sql } from './sql.ts'

const db = openDatabase(await testDatabase())
afterAll(() => db.close())

describe('A connection that breaks in the middle of a transaction', () => {
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

describe('A connection that breaks while nobody uses it', () => {
  it('is logged and replaced', async () => {
    const logged: string[] = []
    const log = { warn: (_fields: unknown, text: string) => void logged.push(text) } as Pick<Log, 'warn'>
    const idle = openDatabase(await testDatabase(), { connections: 1, log })
    const [mine] = await idle.many<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    await db.run(sql`select pg_terminate_backend(${mine?.pid})`)
    await expect.poll(() => logged).toEqual(['An idle database connection broke'])
    expect(await idle.many(sql`select 1 as one`)).toEqual([{ one: 1 }])
    await idle.close()
  })
})
