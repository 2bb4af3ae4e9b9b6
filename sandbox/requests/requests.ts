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
  /** `null` when the caller got no answer: the request hangs, or its connection was closed. */
  status: number | null
  reply: string
  ms: number
  /** The rule that struck, if one did. */
  fault?: string
}

export type RequestLog = {
  record(request: Omit<ReceivedRequest, 'seq'>): void
  list(): ReceivedRequest[]
  clear(): void
}

const maxRequests = 500
const maxTextLength = 4000

/** What the providers received, newest first. It belongs to this process and is not in the snapshot. */
export function createRequestLog(changes: Changes): RequestLog {
  let requests: ReceivedRequest[] = []
  let lastSeq = 0
  return {
    record(request) {
      lastSeq += 1
      const { body, reply } = request
      const shown = { ...request, seq: lastSeq, body: shorten(body), reply: shorten(reply) }
      requests = [shown, ...requests].slice(0, maxRequests)
      changes.tell('requests')
    },
    list: () => requests,
    clear() {
      requests = []
      changes.tell('requests')
    },
  }
}

export function requestRoutes(log: RequestLog): Routes {
  return { 'GET /_sandbox/api/requests': () => json(200, { requests: log.list() }) }
}

function shorten(text: string): string {
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text
}
