import pg from 'pg'
import type { Log } from '../log.ts'
import { connectionTo } from './servers.ts'
import type { Statement } from './sql.ts'

/** A connection or a transaction. Stores take one as their first argument and work with both. */
export type Db = {
  /** Returns all rows. */
  many<Row>(statement: Statement): Promise<Row[]>
  /** Returns the first row, if there is one. */
  first<Row>(statement: Statement): Promise<Row | undefined>
  /** Returns the only column of the first row; undefined if there is no row. */
  value<Value>(statement: Statement): Promise<Value>
  /** Returns the only column of all rows. */
  values<Value>(statement: Statement): Promise<Value[]>
  /** Runs the statement and returns the number of rows affected. */
  run(statement: Statement): Promise<number>
}

export type Database = Db & {
  /** Commits everything that `work` does, or nothing. The only way to begin a transaction. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** The size of the pool and how many callers wait for a connection. */
  load(): { connections: number; waiting: number }
  close(): Promise<void>
}

/** A transaction exposes the raw client for libraries that must write in it, such as the job queue. */
export type Transaction = Db & { client: pg.PoolClient }

const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, toSafeInteger)
// A calendar date has no time zone; the driver's own parser would give it one.
types.setTypeParser(pg.types.builtins.DATE, (text) => text)

function toSafeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large to count exactly`)
  return value
}

/**
 * The server itself ends a statement that takes too long. If even that reply does not arrive, the server has
 * vanished: a stopped machine or a cut cable closes no connection.
 */
export const queryTimeouts = { statement_timeout: 15_000, query_timeout: 20_000 }

export function openDatabase(
  url: string,
  {
    connections = 10,
    timeoutMs = 3_000,
    replyTimeoutMs = queryTimeouts.query_timeout,
    log,
  }: { connections?: number; timeoutMs?: number; replyTimeoutMs?: number; log?: Pick<Log, 'warn'> } = {},
): Database {
  const config = connectionTo(url)
  const openPool = () => {
    const opened = new pg.Pool({
      ...config,
      ...queryTimeouts,
      query_timeout: replyTimeoutMs,
      max: connections,
      connectionTimeoutMillis: timeoutMs,
      idleTimeoutMillis: 30_000,
      idle_in_transaction_session_timeout: 15_000,
      application_name: 'larkwell',
      // Every statement searches by key, so planning it again for each set of values costs more than it saves.
      options: '-c plan_cache_mode=force_generic_plan',
      types,
    })
    // The pool replaces an idle connection that breaks; without a listener the error would end the process.
    opened.on('error', (error) => log?.warn({ err: error }, 'An idle database connection broke'))
    // The same for a connection in use. Its statement fails, and that error is reported.
    opened.on('connect', (client) => void client.on('error', () => {}))
    return opened
  }
  let pool = openPool()
  const onCurrentPool = async <T>(work: (current: pg.Pool) => Promise<T>): Promise<T> => {
    const current = pool
    try {
      return await work(current)
    } catch (error) {
      // The pool's other connections lead to the same server, and each would have to fail separately.
      if (current === pool && isWrongServer(error)) {
        log?.warn({ err: error }, 'The database server does not reply or does not write; connecting anew')
        pool = openPool()
        current.end().catch(() => {})
      }
      throw error
    }
  }

  return {
    ...queriesOf((query) => onCurrentPool((current) => current.query(query))),
    transaction: (work) => onCurrentPool((current) => inTransaction(current, work)),
    load: () => ({ connections: pool.totalCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  }
}

function queriesOf(send: (query: pg.QueryConfig) => Promise<pg.QueryResult>): Db {
  // Copied for each call, because the driver writes into the object that it receives.
  const result = ({ name, text, values }: Statement) => send({ name, text, values })
  const columns = async <Value>(statement: Statement) =>
    (await result(statement)).rows.map((row: object) => Object.values(row)[0] as Value)
  return {
    many: async <Row>(statement: Statement) => (await result(statement)).rows as Row[],
    first: async <Row>(statement: Statement) => (await result(statement)).rows[0] as Row | undefined,
    value: async <Value>(statement: Statement) => (await columns<Value>(statement))[0] as Value,
    values: columns,
    run: async (statement) => (await result(statement)).rowCount ?? 0,
  }
}

async function inTransaction<T>(pool: pg.Pool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let hasFailed = false
  const send = async (query: pg.QueryConfig) => {
    try {
      return await client.query(query)
    } catch (error) {
      hasFailed = true
      throw error
    }
  }
  try {
    await send({ text: 'begin' })
    const result = await work({ ...queriesOf(send), client })
    await send({ text: 'commit' })
    return result
  } catch (error) {
    // An unavailable server rolls back by itself, and waiting for one that does not reply would only take longer.
    if (!isDatabaseUnavailable(error)) await send({ text: 'rollback' }).catch(() => {})
    else hasFailed = true
    throw error
  } finally {
    // The pool closes failed connections too: after a change of a table, a prepared statement would fail on this one
    // forever.
    client.release(hasFailed)
  }
}

const connectionErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  // PostgreSQL: shutting down, crashed, starting up, too many connections, read-only, disk full.
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '25006',
  '53100',
])

/** Whether the database is unavailable, which is a temporary fault and not a bug. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = (error as { code?: unknown }).code
  if (typeof code === 'string' && (connectionErrors.has(code) || code.startsWith('08'))) return true
  return unavailableMessages.test(error.message)
}

const noReply = 'Query read timeout'
const unavailableMessages = new RegExp(
  `^(${noReply}|Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)`,
)

/** The server does not reply or has become a standby, so that a new connection may lead to another server. */
function isWrongServer(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return code === '25006' || message === noReply
}

/** The request contained a character that PostgreSQL cannot store in text: the one with the number zero. */
export function isUnstorableText(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === '22021'
}

/** The name of the unique constraint that an insert violated, if that was the error. */
export const uniqueConstraint = (error: unknown) => constraintOf(error, '23505')

/** The name of the check constraint that a row violated, if that was the error. */
export const violatedCheck = (error: unknown) => constraintOf(error, '23514')

function constraintOf(error: unknown, kind: string): string | undefined {
  const { code, constraint } = error as { code?: unknown; constraint?: string }
  return error instanceof Error && code === kind ? constraint : undefined
}
