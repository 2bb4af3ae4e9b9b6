import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { itLong } from '#tools/testing/long-tests.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../database/sql.ts'
import { ProviderFailure } from '../providers/provider-failure.ts'
import { recordFailedItem } from './parked-items.store.ts'
import { isFree, listParkedItems, type Turn } from './parked-items.reads.ts'
import { inSteps, workOn, workThrough, type WorkDeps } from './work-through.ts'

const server = await testServer({ doesJobs: false })
const { deps } = server
const { db } = deps
const minute = 60_000

beforeAll(() =>
  db.run(sql`create table task (id int primary key, done_at timestamptz, divisor int not null)`),
)
beforeEach(() => db.run(sql`insert into task select id, null, 1 from generate_series(1, 1000) id`))
afterEach(async () => {
  await db.run(sql`delete from task`)
  await db.run(sql`delete from parked_item`)
})

// Any name will do, because these rows have their own table.
const name = 'make-statements'
const itemOf = (id: number) => ({ item: String(id), accountId: null })
const spoil = (...ids: number[]) => db.run(sql`update task set divisor = 0 where id = any(${ids}::int[])`)
const undone = async () => {
  const rows = await db.many<{ id: number }>(sql`select id from task where done_at is null order by id`)
  return rows.map(({ id }) => id)
}
const failed = () =>
  db.many<{ item: string; tries: number }>(sql`select item, tries from parked_item order by item::int`)

let chunks: number[] = []
const run = (with_: WorkDeps = deps) => {
  chunks = []
  return workThrough<number>(with_, {
    name,
    itemOf,
    atOnce: 250,
    claim: async (tx, turn: Turn) => {
      const rows = await tx.many<{ id: number }>(sql`
        select id from task where done_at is null and ${isFree(turn, sql`id::text`)}
        order by id limit ${turn.limit} for update skip locked`)
      return rows.map(({ id }) => id)
    },
    process: async (tx, ids) => {
      chunks.push(ids.length)
      await tx.run(sql`
        update task set done_at = ${deps.clock()} where id = any(${ids}::int[]) and 1 / divisor = 1`)
    },
  })
}

describe('Work on rows', () => {
  it('takes many rows at once while none fails', async () => {
    expect(await run()).toBe(1000)
    expect(chunks).toEqual([250, 250, 250, 250])
    expect(await failed()).toEqual([])
  })

  it('leaves out exactly the rows that fail, wherever they are', async () => {
    const bad = [1, 2, 250, 251, 600, 1000]
    await spoil(...bad)
    expect(await run()).toBe(994)
    expect(await undone()).toEqual(bad)
    expect(await failed()).toEqual(bad.map((id) => ({ item: String(id), tries: 1 })))
  })

  it('shared by two, counts a failure once', async () => {
    await spoil(7, 8, 9)
    const counts = await Promise.all([run(), run()])
    expect(counts[0] + counts[1]).toBe(997)
    expect(await undone()).toEqual([7, 8, 9])
    expect(await failed()).toEqual(['7', '8', '9'].map((item) => ({ item, tries: 1 })))
  })

  it('tries a row after a minute, ten minutes and an hour, then leaves it to staff with a reason and no data', async () => {
    await spoil(7)
    await run()
    for (const minutes of [1, 10, 60]) {
      await server.travel(minutes * minute - 5_000)
      await run()
      expect(await listParkedItems(db)).toEqual([])
      await server.travel(6_000)
      await run()
    }
    expect(await listParkedItems(db)).toMatchObject([
      { work: name, item: '7', tries: 4, reason: 'the database answered 22012' },
    ])
    await server.travel(24 * 60 * minute)
    await run()
    expect(await failed()).toEqual([{ item: '7', tries: 4 }])
  })

  it('forgets a failure once the row is done', async () => {
    await spoil(7)
    await run()
    await db.run(sql`update task set divisor = 1`)
    await server.travel(2 * minute)
    expect(await run()).toBe(1)
    expect(await failed()).toEqual([])
  })

  itLong('stops when so many rows fail that the system must be at fault', async () => {
    await db.run(sql`update task set divisor = 0`)
    await expect(run()).rejects.toThrow('division by zero')
    expect(await failed()).toHaveLength(101)
  })

  it('blames no row for an unavailable database', async () => {
    const away = Object.assign(new Error('starting up'), { code: '57P03' })
    const listed = workOn(deps, { name, itemOf }, [1, 2], () => Promise.reject(away))
    await expect(listed).rejects.toThrow(away)
    expect(await failed()).toEqual([])
  })

  it('parks no row before a provider has been away for a day, and does not ask for all of them', async () => {
    const away = new ProviderFailure('stripe', true, 'no answer')
    const ids = Array.from({ length: 50 }, (_, place) => place + 1)
    const run = () => workOn(deps, { name, itemOf }, ids, () => Promise.reject(away))
    await expect(run()).rejects.toThrow(away)
    expect(await failed()).toHaveLength(11)
    const again = { work: name, item: '1', accountId: null, reason: 'no answer', isTemporary: true }
    for (let tries = 0; tries < 23; tries += 1) {
      await server.travel(61 * minute)
      expect(await recordFailedItem(db, { ...again, now: deps.clock() })).toBe(false)
    }
    await server.travel(61 * minute)
    expect(await recordFailedItem(db, { ...again, now: deps.clock() })).toBe(true)
  })

  it('splits a list that fails together, and counts what was done', async () => {
    const done: number[] = []
    const count = await workOn(deps, { name, itemOf, atOnce: 4 }, [1, 2, 3, 4, 5, 6, 7, 8], async (ids) => {
      if (ids.includes(3)) throw new Error('three')
      done.push(...ids)
    })
    expect([count, done]).toEqual([7, [1, 2, 4, 5, 6, 7, 8]])
    expect(await failed()).toEqual([{ item: '3', tries: 1 }])
  })
})

describe('Steps', () => {
  it('all run, and failures are reported at the end', async () => {
    const seen: number[] = []
    const step = (number: number, error?: string) => async () => {
      seen.push(number)
      if (error) throw new Error(error)
    }
    await expect(inSteps([step(1, 'one'), step(2), step(3, 'three'), step(4)])).rejects.toThrow('one; three')
    expect(seen).toEqual([1, 2, 3, 4])
  })
})
