import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#tools/testing/database.ts'
import { readConfig } from '../config.ts'
import { openDatabase, type Database } from '../database/open.ts'
import { sessionLimits } from './session-limits.ts'

const databaseUrl = await testDatabase()
const db = openDatabase(databaseUrl)
afterAll(() => db.close())

const start = new Date('2026-11-15T00:00:10Z').getTime()
let now = start
const queries: string[] = []
const watched: Database = { ...db, many: (statement) => (queries.push(statement.text), db.many(statement)) }

/** One process with its own memory; processes share only the database. */
const startLimits = (limits = '') =>
  sessionLimits({
    db: watched,
    clock: () => new Date(now),
    config: readConfig({ DATABASE_URL: databaseUrl, RATE_LIMITS: limits }),
  })

type Admit = ReturnType<typeof startLimits>
const isLetIn = (admit: Admit, session: string, name: Parameters<Admit>[1]) =>
  admit(session, name).then(
    () => true,
    () => false,
  )

/** How many calls get through, each process called in turn, until all of them refuse. */
async function calls(processes: Admit[], name: Parameters<Admit>[1], session = randomUUID()) {
  let through = 0
  for (let refused = 0; refused < processes.length;) {
    const results = await Promise.all(processes.map((admit) => isLetIn(admit, session, name)))
    through += results.filter(Boolean).length
    refused = results.filter((isIn) => !isIn).length
  }
  return through
}

describe('The calls of a session in a minute', () => {
  it.each([
    ['session-reads', 300, 25],
    ['session-writes', 60, 5],
  ] as const)('are, as %s, %i in one process', async (name, figure, part) => {
    queries.length = 0
    expect(await calls([startLimits()], name)).toBe(figure)
    // One query after each part, and none for a refused call.
    expect(queries).toHaveLength(figure / part)
  })

  it.each([
    ['session-reads', 300, 25],
    ['session-writes', 60, 5],
  ] as const)(
    'are, as %s, at least %i and no more than %i more for each further process',
    async (name, figure, part) => {
      for (const processes of [2, 3, 7]) {
        const through = await calls(
          Array.from({ length: processes }, () => startLimits()),
          name,
        )
        expect(through).toBeGreaterThanOrEqual(figure)
        expect(through).toBeLessThanOrEqual(figure + part * (processes - 1))
      }
    },
  )

  it.each([1, 2, 10, 13, 310])('are as many as the setting says: %i', async (figure) => {
    expect(await calls([startLimits(JSON.stringify({ 'session-reads': figure }))], 'session-reads')).toBe(
      figure,
    )
  })

  it('are counted when they come all at once', async () => {
    const [here, there] = [startLimits(), startLimits()]
    const session = randomUUID()
    const flood = (admit: Admit) =>
      Promise.all(Array.from({ length: 400 }, () => isLetIn(admit, session, 'session-reads')))
    expect((await flood(here)).filter(Boolean)).toHaveLength(300)
    // The other process does not know of them yet, and syncs after its first part.
    expect((await flood(there)).filter(Boolean)).toHaveLength(25)
  })

  it('are counted for each session, reads and writes separately', async () => {
    const admit = startLimits()
    const session = randomUUID()
    expect(await calls([admit], 'session-writes', session)).toBe(60)
    expect(await calls([admit], 'session-reads', session)).toBe(300)
    expect(await calls([admit], 'session-writes')).toBe(60)
  })

  it('start again with the next minute of the clock, and a refusal says when that is', async () => {
    const admit = startLimits()
    const session = randomUUID()
    await calls([admit], 'session-writes', session)
    await expect(admit(session, 'session-writes')).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterSeconds: 50,
    })
    now = start + 49_999
    expect(await isLetIn(admit, session, 'session-writes')).toBe(false)
    now = start + 50_000
    expect(await calls([admit, startLimits()], 'session-writes', session)).toBeGreaterThanOrEqual(60)
    now = start
  })

  it('cost the database nothing while they are few', async () => {
    const admit = startLimits()
    queries.length = 0
    for (let session = 0; session < 100; session += 1)
      for (let read = 0; read < 24; read += 1) await admit(`few ${session}`, 'session-reads')
    expect(queries).toEqual([])
  })

  it('are remembered for fifty thousand sessions, and no more', async () => {
    const admit = startLimits()
    queries.length = 0
    const read = async (times: number) => {
      for (let time = 0; time < times; time += 1) await admit('first', 'session-reads')
    }
    await read(24)
    for (let other = 1; other < 50_000; other += 1) await admit(`other ${other}`, 'session-reads')
    await read(1)
    expect(queries).toHaveLength(1)
    await read(24)
    await admit('one more', 'session-reads')
    await read(24)
    expect(queries).toHaveLength(1)
  })
})
