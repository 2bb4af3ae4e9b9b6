import { Client, escapeIdentifier } from 'pg'

/** Runs one statement on a server's own administration database. */
async function administer(adminUrl: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: adminUrl })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows as Record<string, unknown>[]
  } finally {
    await client.end()
  }
}

export async function createDatabase(
  adminUrl: string,
  name: string,
  template = 'template1',
): Promise<string> {
  // Copying the files costs half as much as writing every page to the log.
  await administer(
    adminUrl,
    `create database ${escapeIdentifier(name)} template ${escapeIdentifier(template)} strategy file_copy`,
  )
  return databaseUrl(adminUrl, name)
}

export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  await administer(adminUrl, `drop database if exists ${escapeIdentifier(name)} with (force)`)
}

export async function listDatabases(adminUrl: string): Promise<string[]> {
  const rows = await administer(adminUrl, 'select datname from pg_database where not datistemplate')
  return rows.map((row) => String(row.datname))
}

export async function ensureDatabase(adminUrl: string, name: string): Promise<string> {
  if (!(await listDatabases(adminUrl)).includes(name)) await createDatabase(adminUrl, name)
  return databaseUrl(adminUrl, name)
}

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
