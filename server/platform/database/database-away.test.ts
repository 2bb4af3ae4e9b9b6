import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ensureDatabase } from '#tools/postgres/databases.ts'
import { startPostgres } from '#tools/postgres/postgres.ts'
import { testServer } from '#tools/testing/server.ts'
import { migrate } from './migrate.ts'

// Uses a separate PostgreSQL, because this test stops it.
const folder = await mkdtemp(join(tmpdir(), 'larkwell-away-'))
// PostgreSQL's own account must be able to enter the folder.
await chmod(folder, 0o755)
const dataDir = join(folder, 'postgres')
let postgres = await startPostgres({ dataDir })
const databaseUrl = await ensureDatabase(postgres.url('postgres'), 'larkwell')
await migrate(databaseUrl)
const { call } = await testServer({ databaseUrl })

afterAll(async () => {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

const sendCode = () => call('POST /api/auth/customer/send-otp', { body: { email: 'nobody@demo.example' } })

describe('When the database is gone', () => {
  it('calls are told to retry, the process keeps running, and recovers with the database', async () => {
    expect((await sendCode()).status).toBe(200)
    await postgres.stop()

    const away = await sendCode()
    expect(away).toMatchObject({
      status: 503,
      body: { code: 'unavailable', msg: expect.stringMatching(/try again/) },
    })
    expect(Number(away.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await call('GET /readyz')).status).toBe(503)
    expect((await call('GET /livez')).status).toBe(200)

    postgres = await startPostgres({ dataDir })
    await expect.poll(async () => (await call('GET /readyz')).status).toBe(200)
    // May be refused because of the earlier try, which the restarted database may or may not remember. Either is a
    // reply.
    expect([200, 429]).toContain((await sendCode()).status)
  })
})
