import { pino, type DestinationStream, type Logger } from 'pino'

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
  'item',
  'count',
  'address',
  'signal',
  'migrations',
  'provider',
])

/** Lines go together to the process's own output, unless a caller wants to read them. */
export function createLog(level: string, to: DestinationStream = ownOutput()): Log {
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
    to,
  )
}

/** Lines are written together, a second later at most: a write for each of them costs more than the reply. */
function ownOutput(): DestinationStream {
  return pino.destination({ fd: 1, sync: false, minLength: 8192, periodicFlush: 1_000 })
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

/** The class of PostgreSQL's data exceptions: text that is no uuid, a number that is too large. */
function quotesValues({ name, code }: Error & { code?: unknown }): boolean {
  return name === 'SyntaxError' || (typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code))
}

function keepAllowed(fields: Record<string, unknown>): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const name of Object.keys(fields)) if (allowed.has(name)) kept[name] = fields[name]
  return kept
}

/**
 * Never a value that somebody sent. PostgreSQL puts values into `detail`, so `detail` stays out, and quotes those it
 * cannot read in the message itself, as a JSON parser does.
 */
function errorFields(error: Error & { code?: unknown }): object {
  const message = quotesValues(error) ? 'left out, since it quotes a value' : error.message
  return {
    type: error.name,
    code: error.code,
    message,
    stack: error.stack?.replace(error.message, () => message),
    ...(error.cause instanceof Error ? { cause: errorFields(error.cause) } : {}),
  }
}
