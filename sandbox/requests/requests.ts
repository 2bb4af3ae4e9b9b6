import type { Changes } from '../changes.ts'
import { json } from '../http.ts'
import type { Routes } from '../http.ts'

export type ReceivedRequest = {
  seq: number
  at: string
  provider: string
  method: string
  path: string
  headers: Record<string, string>
  body: string
  /** `null` if the caller got no answer: the request hangs, or its connection was closed. */
  status: number | null
  reply: string
  ms: number
  /** The rule that applied, if any. */
  fault?: string
}

export type RequestLog = {
  /** A function is called only when the request is displayed; most never are. */
  record(request: Described | (() => Described)): void
  list(): ReceivedRequest[]
  clear(): void
}

type Described = Omit<ReceivedRequest, 'seq'>

const maxRequests = 500
const maxTextLength = 4000

/** The requests the providers received, newest first. They are not in the snapshot. */
export function createRequestLog(changes: Changes): RequestLog {
  let requests: { seq: number; request: Described | (() => Described) }[] = []
  let lastSeq = 0
  return {
    record(request) {
      lastSeq += 1
      requests.push({ seq: lastSeq, request })
      if (requests.length >= 2 * maxRequests) requests = requests.slice(-maxRequests)
      changes.notify('requests')
    },
    list: () =>
      requests
        .slice(-maxRequests)
        .reverse()
        .map((entry) => {
          if (typeof entry.request === 'function') entry.request = entry.request()
          const { body, reply } = entry.request
          return { ...entry.request, seq: entry.seq, body: shorten(body), reply: shorten(reply) }
        }),
    clear() {
      requests = []
      changes.notify('requests')
    },
  }
}

export function requestRoutes(log: RequestLog): Routes {
  return { 'GET /_sandbox/api/requests': () => json(200, { requests: log.list() }) }
}

function shorten(text: string): string {
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text
}
