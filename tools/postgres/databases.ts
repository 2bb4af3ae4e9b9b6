import { Client, escapeIdentifier, type ClientConfig, type QueryResultRow } from 'pg'

/** A connection of its own, which is closed when the work is done. */
export async function withClient<Result>(
  config: ClientConfig,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client(config)
  // Without a listener, a connection closed by the server would end our process.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Runs one statement, for instance on a server's own administration database. */
export async function queryRows<Row extends QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const { rows } = await withClient({ connectionString: url }, (client) => client.query<Row>(sql))
  return rows
}

export async function createDatabase(
  adminUrl: string,
  name: string,
  template = 'template1',
): Promise<string> {
  // Copying the files costs half as much as writing every page to the log.
  await queryRows(
    adminUrl,
    `create database ${escapeIdentifier(name)} template ${escapeIdentifier(template)} strategy file_copy`,
  )
  return databaseUrl(adminUrl, name)
}

export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  await queryRows(adminUrl, `drop database if exists ${escapeIdentifier(name)} with (force)`)
}

export async function listDatabases(adminUrl: string): Promise<string[]> {
  const rows = await queryRows<{ datname: string }>(
    adminUrl,
    'select datname from pg_database where not datistemplate',
  )
  return rows.map(({ datname }) => datname)
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
