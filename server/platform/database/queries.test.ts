import { afterAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#tools/testing/database.ts'
import { openDatabase } from './open.ts'
import { sql } from './sql.ts'

// Uses one connection, so that statements meet those it has already prepared.
const db = openDatabase(await testDatabase(), { connections: 1 })
afterAll(() => db.close())

const twice = [1, 2]

describe('A statement', () => {
  it('returns its columns with their types, the first time and later', async () => {
    const read = (text: string) => sql`
      select ${text} as text, null as nothing, 7 as number, 12345678901::bigint as large, true as yes,
        date '2026-03-01' as day, timestamptz '2026-03-01T01:02:03.456Z' as moment, json_build_object('a', 1) as json,
        array['b', 'c'] as list, '\\x00ff'::bytea as bytes, 'twice' as text`
    for (const time of twice)
      expect(await db.first(read(`time ${time}`))).toEqual({
        text: 'twice',
        nothing: null,
        number: 7,
        large: 12_345_678_901,
        yes: true,
        day: '2026-03-01',
        moment: new Date('2026-03-01T01:02:03.456Z'),
        json: { a: 1 },
        list: ['b', 'c'],
        bytes: Buffer.from([0, 255]),
      })
  })

  it('takes every kind of value', async () => {
    const values = (no: null | undefined) => sql`
      select ${'it’s "so"\n'}::text as text, ${7}::int as number, ${false}::bool as no, ${no}::text as nothing,
        ${new Date('2026-03-01T01:02:03.456Z')}::timestamptz as moment, ${['a"b', 'c,d']}::text[] as list,
        ${{ a: [1, null] }}::json as json, ${Buffer.from([0, 255])}::bytea as bytes`
    for (const no of [null, undefined])
      expect(await db.first(values(no))).toEqual({
        text: 'it’s "so"\n',
        number: 7,
        no: false,
        nothing: null,
        moment: new Date('2026-03-01T01:02:03.456Z'),
        list: ['a"b', 'c,d'],
        json: { a: [1, null] },
        bytes: Buffer.from([0, 255]),
      })
  })

  it('gives all of its rows, or none', async () => {
    const read = (count: number) => sql`select each as number from generate_series(1, ${count}::int) each`
    expect(await db.many(read(3))).toEqual([{ number: 1 }, { number: 2 }, { number: 3 }])
    expect(await db.many(read(0))).toEqual([])
    expect(await db.first(read(0))).toBeUndefined()
  })

  it('says how many rows it touched, whether it gives any or not', async () => {
    await db.run(sql`create table counted (number int)`)
    for (const time of twice) {
      expect(await db.run(sql`insert into counted select * from generate_series(1, 3)`)).toBe(3)
      expect(await db.many(sql`update counted set number = ${time} where false returning number`)).toEqual([])
      expect(await db.run(sql`delete from counted returning number`)).toBe(3)
      expect(await db.run(sql`delete from counted`)).toBe(0)
    }
  })
})

describe('An error of a statement is reported, and the next statement works:', () => {
  const isWell = async () => expect(await db.first(sql`select 1 as one`)).toEqual({ one: 1 })

  it('a number that cannot be counted exactly', async () => {
    const read = sql`select each from generate_series(9007199254740991, 9007199254740992) each`
    for (const _ of twice) await expect(db.many(read)).rejects.toThrow(/9007199254740992 is too large/)
    await isWell()
  })

  it('a value that cannot be written', async () => {
    const circle: Record<string, unknown> = {}
    circle.self = circle
    await expect(db.first(sql`select ${circle}::json`)).rejects.toThrow(/circular/)
    await isWell()
  })

  it('a text that is no statement, in a transaction too', async () => {
    for (const _ of twice)
      await expect(db.run(sql`select from where`)).rejects.toMatchObject({ code: '42601' })
    const failed = db.transaction(async (tx) => {
      await tx.run(sql`select 1 / ${0}::int`)
    })
    await expect(failed).rejects.toMatchObject({ code: '22012' })
    await isWell()
  })

  it('a table that changed since: a refusal, never the columns of before', async () => {
    const read = () => sql`select * from changed`
    await db.run(sql`create table changed as select 1 as first`)
    for (const _ of twice) expect(await db.first(read())).toEqual({ first: 1 })
    await db.run(sql`alter table changed add column second int default 2`)
    await expect(db.first(read())).rejects.toMatchObject({ code: '0A000' })
    for (const _ of twice) expect(await db.first(read())).toEqual({ first: 1, second: 2 })
  })

  it('a table that changed since, in a transaction', async () => {
    const read = () => db.transaction((tx) => tx.first(sql`select * from altered`))
    await db.run(sql`create table altered as select 1 as first`)
    for (const _ of twice) expect(await read()).toEqual({ first: 1 })
    await db.run(sql`alter table altered add column second int default 2`)
    await expect(read()).rejects.toMatchObject({ code: '0A000' })
    for (const _ of twice) expect(await read()).toEqual({ first: 1, second: 2 })
  })

  it('names the caller in a transaction', async () => {
    const failed = db.transaction(async function askedHere(tx) {
      await tx.run(sql`select 1 / ${0}::int`)
    })
    const stack = await failed.catch((error: Error) => error.stack)
    expect(stack).toContain('askedHere')
  })
})
