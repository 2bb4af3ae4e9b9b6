import pg from 'pg'
import { ProgramFailure } from '../program-failure.ts'
import { connectionTo } from './servers.ts'

type Options = { mayBeEmpty?: boolean; timeoutMs?: number }

/** Checks the database when a program starts. A fault ends the program with one sentence. */
export async function reachDatabase(url: string, options?: Options): Promise<void> {
  const fault = await databaseFault(url, options)
  if (fault !== undefined) throw new ProgramFailure(fault)
}

/** Describes the fault and where the database is, but never its password. */
export async function databaseFault(
  url: string,
  { mayBeEmpty = false, timeoutMs = 10_000 }: Options = {},
): Promise<string | undefined> {
  const location = `The database at ${serverOf(url)}`
  let client: pg.Client | undefined
  try {
    client = new pg.Client({ ...connectionTo(url), connectionTimeoutMillis: timeoutMs })
    // The pool handles a connection that breaks later.
    client.on('error', () => {})
    await client.connect()
    const { rows } = await client.query<{ exists: boolean }>(
      `select to_regclass('migration') is not null as exists`,
    )
    if (rows[0]?.exists) return (await isFromOlderVersion(client)) ? `${location} ${olderVersion}` : undefined
    return mayBeEmpty ? undefined : `${location} has no tables yet: run \`npm run migrate\` first.`
  } catch (error) {
    return `${location} cannot be used (DATABASE_URL): ${reasonOf(error)}.`
  } finally {
    await client?.end().catch(() => {})
  }
}

const olderVersion =
  'was built by an older version of Larkwell and cannot be used: `npm start -- --fresh` begins with new data.'

/** Before `schema/` existed there were only migrations, whose names had no folder. */
async function isFromOlderVersion(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(`select from migration where name not like '%/%' limit 1`)
  return rowCount === 1
}

/** Host and port, or the path of a socket. */
export function serverOf(url: string): string {
  const [, authority = '', query = ''] = /^\w+:\/\/([^/?]*)[^?]*(?:\?(.*))?$/.exec(url) ?? []
  const host = new URLSearchParams(query).get('host') ?? authority.slice(authority.lastIndexOf('@') + 1)
  return host.replaceAll('%2F', '/') || 'localhost'
}

/** A name with several addresses fails with one error for each. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return [...new Set(error.errors.map(reasonOf))].join('; ')
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
}
