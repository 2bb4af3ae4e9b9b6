import { pino, type Logger } from 'pino'

export type Log = Logger

/**
 * The only fields a log line may carry. An allow-list rather than a list of secrets: what nobody thought of
 * is left out, not printed.
 */
const allowed = new Set([
  'reqId',
  'method',
  'route',
  'status',
  'ms',
  'err',
  'code',
  'job',
  'count',
  'address',
  'signal',
  'migrations',
  'provider',
])

export function createLog(level: string): Log {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: keepAllowed,
      },
      serializers: { err: errorFields },
    },
    // Lines are written together, a second later at most: a write for each of them costs more than the reply.
    pino.destination({ fd: 1, sync: false, minLength: 8192, periodicFlush: 1_000 }),
  )
}

const flushMs = 1_000

/**
 * For a process that is about to leave. What is left at its very end is written by a library that tries for ever where
 * nobody reads any more; while there is still time, such a pipe is found broken and given up.
 */
export async function flushLog(log: Log): Promise<void> {
  await new Promise<void>((done) => {
    setTimeout(done, flushMs)
    log.flush(() => done())
  })
}

function keepAllowed(fields: Record<string, unknown>): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const name of Object.keys(fields)) if (allowed.has(name)) kept[name] = fields[name]
  return kept
}

/** Never the values of a failed statement: PostgreSQL puts them into `detail`, so `detail` stays out. */
function errorFields(error: Error & { code?: unknown }): object {
  return {
    type: error.name,
    code: error.code,
    message: error.message,
    stack: error.stack,
    ...(error.cause instanceof Error ? { cause: errorFields(error.cause) } : {}),
  }
}
