import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { installJobs } from '../jobs/jobs.ts'
import { ProgramFailure } from '../program-failure.ts'
import { connectionTo } from './servers.ts'

/** The schema with one file for each topic, followed by the later migrations. */
const folders = ['schema', 'migrations']

/** An arbitrary number, the same for every migrator, so that two of them take turns. */
const lockKey = 4_711_026

export type Migration = { name: string; text: string; hash: string }

/** Applies the missing migrations in order, each in its own transaction. Returns the names of those it applied. */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client(connectionTo(databaseUrl))
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await client.query(`create table if not exists migration (
      name text primary key, hash text not null, applied_at timestamptz not null default now())`)
    const applied = await applyMissing(client)
    await installJobs(databaseUrl)
    return applied
  } finally {
    await client.end()
  }
}

async function applyMissing(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migration')
  const appliedHashes = new Map(rows.map((row) => [row.name, row.hash]))
  const applied: string[] = []
  for (const migration of await readMigrations()) {
    const hash = appliedHashes.get(migration.name)
    if (hash === migration.hash) continue
    if (hash !== undefined)
      throw new ProgramFailure(
        `Migration ${migration.name} was changed after it was applied to this database.`,
      )
    await applyOne(client, migration)
    applied.push(migration.name)
  }
  return applied
}

async function applyOne(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(migration.text)
    await client.query('insert into migration (name, hash) values ($1, $2)', [migration.name, migration.hash])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new ProgramFailure(`Migration ${migration.name} failed: ${(error as Error).message}.`, {
      cause: error,
    })
  }
}

/** The migrations that this code expects to be applied, in order. */
export async function readMigrations(): Promise<Migration[]> {
  return (await Promise.all(folders.map(readFolder))).flat()
}

async function readFolder(folder: string): Promise<Migration[]> {
  const folderUrl = new URL(`./${folder}/`, import.meta.url)
  const files = (await readdir(folderUrl)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(new URL(file, folderUrl), 'utf8')
      return { name: `${folder}/${file}`, text, hash: createHash('sha256').update(text).digest('hex') }
    }),
  )
}
