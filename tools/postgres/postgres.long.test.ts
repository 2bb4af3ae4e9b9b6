import { execFile, spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { killTree } from '../testing/kill.ts'
import { accountFor } from './account.ts'
import { erasePostgres, startPostgres } from './postgres.ts'

const folder = await mkdtemp(join(tmpdir(), 'larkwell-postgres-'))
await chmod(folder, 0o755)
const dataDir = join(folder, 'postgres')
afterAll(async () => {
  await erasePostgres({ dataDir })
  await rm(folder, { recursive: true, force: true })
})

async function query(url: string, sql: string): Promise<unknown> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' })
  await client.end()
  return rows[0]?.[0]
}

describe('the project’s own PostgreSQL', () => {
  it('listens on the loopback address only, requires a password, and syncs to disk', async () => {
    const postgres = await startPostgres({ dataDir })
    const url = postgres.url('postgres')
    expect(await query(url, 'show listen_addresses')).toBe('127.0.0.1')
    expect(await query(url, 'show unix_socket_directories')).toBe('')
    expect(await query(url, 'show fsync')).toBe('on')
    await expect(query(url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow('password')
    expect((await stat(`${dataDir}.json`)).mode & 0o777).toBe(0o600)
    await postgres.stop()
  })

  it('keeps its port and committed data', async () => {
    const before = await startPostgres({ dataDir })
    await query(before.url('postgres'), 'create table kept as select 42 as n')
    await before.stop()
    const after = await startPostgres({ dataDir })
    expect(after.url('postgres')).toBe(before.url('postgres'))
    expect(await query(after.url('postgres'), 'select n from kept')).toBe(42)
    await after.stop()
  })

  it('does not wait for the disk when its data is temporary', async () => {
    const throwaway = await startPostgres({ dataDir, isThrowaway: true })
    expect(await query(throwaway.url('postgres'), 'show fsync')).toBe('off')
    await throwaway.stop()
    const lasting = await startPostgres({ dataDir })
    expect(await query(lasting.url('postgres'), 'show fsync')).toBe('on')
    await lasting.stop()
  })

  it('is adopted when it was left running', async () => {
    const left = await startPostgres({ dataDir })
    const found = await startPostgres({ dataDir })
    expect(found).toMatchObject({ adopted: true, pid: left.pid })
    await found.stop()
  })

  it.each(['the whole tree', 'only the first process'])('starts again after kill -9 of %s', async (what) => {
    const killed = await startPostgres({ dataDir })
    await query(killed.url('postgres'), 'insert into kept values (43)')
    if (what === 'the whole tree') killTree(killed.pid)
    else process.kill(killed.pid, 'SIGKILL')
    const again = await startPostgres({ dataDir })
    expect(again.adopted).toBe(false)
    expect(await query(again.url('postgres'), 'select count(*)::int from kept where n = 43')).toBeGreaterThan(
      0,
    )
    await again.stop()
  })

  it('is not misled by a stale file whose process id now belongs to another program', async () => {
    const stranger = spawn('sleep', ['60'], { ...(await accountFor(dataDir)) })
    const port = (JSON.parse(await readFile(`${dataDir}.json`, 'utf8')) as { port: number }).port
    const stale = `${stranger.pid}\n${dataDir}\n1\n${port}\n\n127.0.0.1\n0 0\nready\n`
    await writeFile(join(dataDir, 'postmaster.pid'), stale)
    const postgres = await startPostgres({ dataDir })
    expect(postgres.adopted).toBe(false)
    await postgres.stop()
    stranger.kill()
  })

  it.each(['', 'not a number'])('is not stopped by a damaged process file (%j)', async (text) => {
    await writeFile(join(dataDir, 'postmaster.pid'), text)
    const postgres = await startPostgres({ dataDir })
    expect(await query(postgres.url('postgres'), 'select 1')).toBe(1)
    await postgres.stop()
  })

  it('never adopts the server of the folder it was copied from', async () => {
    const copied = join(folder, 'copy', 'postgres')
    await mkdir(dirname(copied))
    await promisify(execFile)('cp', ['-a', dataDir, `${dataDir}.json`, dirname(copied)])
    const original = await startPostgres({ dataDir })
    await writeFile(join(copied, 'postmaster.pid'), await readFile(join(dataDir, 'postmaster.pid')))
    const copy = await startPostgres({ dataDir: copied })
    expect(copy.adopted).toBe(false)
    expect(copy.url('postgres')).not.toBe(original.url('postgres'))
    await erasePostgres({ dataDir: copied })
    expect(await query(original.url('postgres'), 'select 1')).toBe(1)
    await original.stop()
  })

  it('completes an interrupted first start', async () => {
    await erasePostgres({ dataDir })
    await mkdir(`${dataDir}.draft`)
    await writeFile(join(`${dataDir}.draft`, 'PG_VERSION'), '18')
    const postgres = await startPostgres({ dataDir })
    expect(await query(postgres.url('postgres'), 'select 1')).toBe(1)
    await postgres.stop()
  })
})
