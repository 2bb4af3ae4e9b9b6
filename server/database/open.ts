import pg from 'pg'
import { PreparedQuery, type Outcome } from './prepared-query.ts'
import type { Statement } from './sql.ts'

/** A connection or a transaction: stores take one as their first argument and do not care which. */
export type Db = {
  /** All rows. */
  many<Row>(statement: Statement): Promise<Row[]>
  /** The first row, if there is one. */
  first<Row>(statement: Statement): Promise<Row | undefined>
  /** Runs the statement and says how many rows it touched. */
  run(statement: Statement): Promise<number>
}

export type Database = Db & {
  /** Everything in `work` happens or nothing does. The only way to begin a transaction. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** The size of the pool and how many callers wait for a connection. */
  load(): { connections: number; waiting: number }
  close(): Promise<void>
}

/** Inside a transaction the raw client is at hand for libraries that must write in it, as the job queue does. */
export type Transaction = Db & { client: pg.PoolClient }

export function openDatabase(url: string, options: { connections?: number } = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections ?? 10,
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
    application_name: 'larkwell',
    // Every statement asks by key: planning it anew for each set of values costs more than it ever saves.
    options: '-c plan_cache_mode=force_generic_plan',
  })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  // The same for one that breaks amid a transaction: its statement fails, and whoever waits for it is told.
  pool.on('connect', (client) => void client.on('error', () => {}))

  return {
    ...queriesOf((query) => pool.query(query) as unknown as Promise<Outcome>),
    transaction: (work) => inTransaction(pool, work),
    load: () => ({ connections: pool.totalCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  }
}

function queriesOf(ask: (query: PreparedQuery) => Promise<Outcome>): Db {
  const outcomeOf = (statement: Statement) => ask(new PreparedQuery(statement))
  return {
    many: async <Row>(statement: Statement) => (await outcomeOf(statement)).rows as Row[],
    first: async <Row>(statement: Statement) => (await outcomeOf(statement)).rows[0] as Row | undefined,
    run: async (statement) => (await outcomeOf(statement)).count,
  }
}

async function inTransaction<T>(pool: pg.Pool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: unknown
  try {
    await client.query('begin')
    const result = await work({ ...queriesOf((query) => outcomeOn(client, query)), client })
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: unknown) => (broken = failure))
    throw error
  } finally {
    // A connection that could not even roll back is not given to anyone else.
    client.release(broken !== undefined)
  }
}

/** A client, unlike the pool, promises nothing where it is given a query of another kind. */
function outcomeOn(client: pg.PoolClient, query: PreparedQuery): Promise<Outcome> {
  return new Promise<Outcome>((resolve, reject) => {
    query.callback = (error, outcome) => (outcome ? resolve(outcome) : reject(error))
    client.query(query)
  }).catch((error: Error) => {
    // From the wire to here tells nobody anything; from here on, who asked.
    Error.captureStackTrace(error)
    throw error
  })
}

const connectionErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  // PostgreSQL: shutting down, crashed, starting up, too many connections, read-only, disk full.
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '25006',
  '53100',
])

/** The database is away or not able: a fault that passes, unlike a fault of ours. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = (error as { code?: unknown }).code
  if (typeof code === 'string' && (connectionErrors.has(code) || code.startsWith('08'))) return true
  return /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
    error.message,
  )
}

/** Somebody sent a character that no text in the database can hold: the one with the number zero. */
export function isUnstorableText(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === '22021'
}

/** The name of the unique constraint that an insert ran into, if it was that. */
export const uniqueConstraint = (error: unknown) => constraintOf(error, '23505')

/** The name of the check that a row did not pass, if it was that. */
export const brokenCheck = (error: unknown) => constraintOf(error, '23514')

function constraintOf(error: unknown, kind: string): string | undefined {
  const { code, constraint } = error as { code?: unknown; constraint?: string }
  return error instanceof Error && code === kind ? constraint : undefined
}
