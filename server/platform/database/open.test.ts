import { afterAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#tools/testing/database.ts'
import { flakyDatabase } from '#tools/testing/flaky-database.ts'
import { firstOf } from '#tools/testing/long.ts'
import type { Log } from '../log.ts'
import { isDatabaseUnavailable, openDatabase } from './open.ts'
import { urlsOf } from './servers.ts'
import { sql } from './sql.ts'

const databaseUrl = await testDatabase()
const db = openDatabase(databaseUrl)
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
    expect(isDatabaseUnavailable(await work.catch((error: unknown) => error))).toBe(true)
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

describe('A server that no longer replies', () => {
  it.each(firstOf(1, ['a transaction', 'a statement']))(
    'makes %s fail, and each next one gets a new connection',
    async (what) => {
      const flaky = await flakyDatabase(databaseUrl)
      const silent = openDatabase(flaky.url, { connections: 3, replyTimeoutMs: 500 })
      const ask = () =>
        what === 'a statement'
          ? silent.many(sql`select 1 as one`)
          : silent.transaction((tx) => tx.many(sql`select 1 as one`))
      // Opens three connections, all of which stop replying.
      await Promise.all([1, 2, 3].map(() => silent.run(sql`select pg_sleep(0.1)`)))
      flaky.fallSilent()
      expect(isDatabaseUnavailable(await ask().catch((error: unknown) => error))).toBe(true)
      expect(await ask()).toEqual([{ one: 1 }])
      expect(await ask()).toEqual([{ one: 1 }])
      await silent.close()
    },
  )
})

describe('A server that only reads', () => {
  it('refuses writes as if it were away, and is left by all connections once it can write again', async () => {
    const url = await testDatabase()
    const name = new URL(url).pathname.slice(1)
    const other = openDatabase(url, { connections: 3 })
    const setReadOnly = (value: 'on' | 'off') =>
      db.run(statement(`alter database ${name} set default_transaction_read_only = ${value}`))
    const write = () => other.run(sql`delete from rate_limit`)
    await setReadOnly('on')
    const sleepers = await Promise.all([1, 2, 3].map(() => other.many(sql`select pg_sleep(0.1)`)))
    expect(sleepers).toHaveLength(3)
    expect(isDatabaseUnavailable(await write().catch((error: unknown) => error))).toBe(true)
    await Promise.all([1, 2, 3].map(() => other.many(sql`select pg_sleep(0.1)`)))
    await setReadOnly('off')
    expect(isDatabaseUnavailable(await write().catch((error: unknown) => error))).toBe(true)
    for (let times = 0; times < 3; times += 1) expect(await write()).toBe(0)
    await other.close()
  })
})

const statement = (text: string) => ({ text, values: [], name: '' })

describe('A database URL', () => {
  it.each([
    ['postgres://a:5432/larkwell', ['postgres://a:5432/larkwell']],
    ['postgres://user:x,y@a/larkwell', ['postgres://user:x,y@a/larkwell']],
    [
      'postgresql://user:x,y@a:5432,b:5433/larkwell?sslmode=verify-full&options=a,b',
      [
        'postgresql://user:x,y@a:5432/larkwell?sslmode=verify-full&options=a,b',
        'postgresql://user:x,y@b:5433/larkwell?sslmode=verify-full&options=a,b',
      ],
    ],
  ])('names each of its servers: %s', (url, each) => {
    expect(urlsOf(url)).toEqual(each)
  })
})
