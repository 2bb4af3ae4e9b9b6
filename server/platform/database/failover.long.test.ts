import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { ensureDatabase } from '#tools/postgres/databases.ts'
import { startPostgres } from '#tools/postgres/postgres.ts'
import { addFamily } from '#tools/testing/family.ts'
import { testServer } from '#tools/testing/server.ts'
import { migrate } from './migrate.ts'

// Two separate servers: the second begins as a copy in recovery, as a standby does.
const folder = await mkdtemp(join(tmpdir(), 'larkwell-failover-'))
await chmod(folder, 0o755)
const [firstDir, secondDir] = [join(folder, 'a', 'postgres'), join(folder, 'b', 'postgres')]
await mkdir(join(folder, 'a'))

const template = await startPostgres({ dataDir: firstDir })
await migrate(await ensureDatabase(template.url('postgres'), 'larkwell'))
await template.stop()
await promisify(execFile)('cp', ['-a', join(folder, 'a'), join(folder, 'b')])
await writeFile(join(secondDir, 'standby.signal'), '')

let first = await startPostgres({ dataDir: firstDir })
const second = await startPostgres({ dataDir: secondDir })
afterAll(async () => {
  await Promise.all([first.stop(), second.stop()])
  await rm(folder, { recursive: true, force: true })
})
const hostOf = (url: string) => new URL(url).host
const databaseUrl = second
  .url('larkwell')
  .replace(/@[^/]+/, `@${hostOf(second.url('larkwell'))},${hostOf(first.url('larkwell'))}`)

const email = 'parent@demo.example'
const mobile = '+61491570156'

describe('With a list of database servers', () => {
  it('the server writes to the primary, and to the standby once that is promoted, without a restart', async () => {
    const server = await testServer({ databaseUrl, databaseTimeoutMs: 5_000 })
    await addFamily(server, { email, mobile })
    expect(await countOf(first.url('larkwell'))).toBe(1)

    await first.stop()
    const away = await server.call('POST /api/auth/customer/send-otp', { body: { email } })
    expect(away).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(Number(away.headers.get('retry-after'))).toBeGreaterThan(0)

    await query(second.url('postgres'), 'select pg_promote()')
    await expect.poll(async () => (await server.call('GET /readyz')).status).toBe(200)
    await addFamily(server, { email, mobile })
    // The code arrives by text message, sent by a job over the queue's own connections.
    expect(await server.logIn(email, mobile)).toEqual(expect.any(String))
    expect(await countOf(second.url('larkwell'))).toBe(1)

    // A former primary that is started again is still writable, and must not be written to.
    first = await startPostgres({ dataDir: firstDir })
    await second.stop()
    const later = await server.call('POST /api/auth/customer/send-otp', { body: { email } })
    expect(later.status).toBe(503)
    expect((await server.call('GET /readyz')).status).toBe(503)
  })
})

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows as Record<string, unknown>[]
  } finally {
    await client.end()
  }
}

async function countOf(url: string): Promise<unknown> {
  const [row] = await query(url, `select count(*)::int as count from customer where email = '${email}'`)
  return row?.['count']
}
