import { pino, type DestinationStream, type Logger } from 'pino'

export type Log = Logger

/**
 * The only fields a log line may have. It is a list of permitted fields rather than of secrets, so that unforeseen
 * fields are left out.
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

/** Writes log lines to the process's own output, unless a caller wants to read them. */
export function createLog(level: string, to: DestinationStream = ownOutput()): Log {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: permittedFields,
      },
      serializers: { err: errorFields },
    },
    to,
  )
}

/** Lines are written together, at most a second later: a write for each of them costs more than the reply. */
function ownOutput(): DestinationStream {
  return pino.destination({ fd: 1, sync: false, minLength: 8192, periodicFlush: 1_000 })
}

const flushMs = 1_000

/**
 * Writes the remaining lines of a process that is about to exit. At the very end a library writes them, which retries
 * forever if nobody reads the pipe. Earlier, such a pipe is found broken and given up.
 */
export async function flushLog(log: Log): Promise<void> {
  await new Promise<void>((done) => {
    setTimeout(done, flushMs)
    log.flush(() => done())
  })
}

/** PostgreSQL's data exceptions, such as text that is not a uuid or a number that is too large, quote the value. */
function quotesValues({ name, code }: Error & { code?: unknown }): boolean {
  return name === 'SyntaxError' || (typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code))
}

function permittedFields(fields: Record<string, unknown>): Record<string, unknown> {
  const permitted: Record<string, unknown> = {}
  for (const name of Object.keys(fields)) if (allowed.has(name)) permitted[name] = fields[name]
  return permitted
}

/**
 * The fields of an error, without values from requests. PostgreSQL puts values into `detail`, which is left out, and
 * quotes values it cannot read in the message itself, as a JSON parser does.
 */
function errorFields(error: Error & { code?: unknown }): object {
  const message = quotesValues(error) ? 'left out, because it quotes a value' : error.message
  return {
    type: error.name,
    code: error.code,
    message,
    stack: error.stack?.replace(error.message, () => message),
    ...(error.cause instanceof Error ? { cause: errorFields(error.cause) } : {}),
  }
}
