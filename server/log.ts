import { pino, symbols, type Logger } from 'pino'
import { isoText } from './iso-text.ts'

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
      timestamp: () => `,${timeField()}`,
      formatters: {
        level: (label) => ({ level: label }),
        log: keepAllowed,
      },
      serializers: { err: errorFields },
    },
    linesTogether(),
  )
}

type RepliedTo = { reqId: string; method: string; route: string; status: number; ms: number }
type Stream = { write(line: string): void }

/**
 * The line that every reply writes. It is put together by hand, which takes a quarter of the time: all its fields are
 * allowed, and none holds anything that would have to be escaped.
 */
export function logReply(log: Log, { reqId, method, route, status, ms }: RepliedTo): void {
  if (!log.isLevelEnabled('info')) return
  const stream = (log as unknown as Record<symbol, Stream>)[symbols.streamSym]
  const fields = `"reqId":"${reqId}","method":"${method}","route":"${route}","status":${status},"ms":${ms}`
  stream?.write(`{"level":"info",${timeField()},${fields},"msg":"request"}\n`)
}

const timeField = () => `"time":"${isoText(new Date())}"`

const togetherMs = 1_000
const togetherLength = 8192

/** Of every log: passes on the lines that it has gathered. */
const passers: (() => void)[] = []

// Before any destination is made: at the end of a process each of them writes what it has by then.
for (const end of ['beforeExit', 'exit'] as const)
  process.on(end, () => {
    for (const pass of passers) pass()
  })

/**
 * Lines are written together, a second later at most: a write for each of them costs more than the reply. The
 * destination could gather them too, but with each line it copies all that it has gathered so far.
 */
function linesTogether() {
  const destination = pino.destination({ fd: 1, sync: false, minLength: togetherLength })
  let lines: string[] = []
  let length = 0
  const pass = () => {
    const text = lines.join('')
    lines = []
    length = 0
    if (text !== '') destination.write(text)
  }
  const flush = (done?: (error?: Error) => void) => {
    pass()
    destination.flush(done)
  }
  passers.push(pass)
  setInterval(() => flush(), togetherMs).unref()
  return {
    flush,
    write(line: string) {
      lines.push(line)
      length += line.length
      if (length >= togetherLength) pass()
    },
  }
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
