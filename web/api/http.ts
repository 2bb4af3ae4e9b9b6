import { requestIdHeader } from '#contract/headers.ts'
import type { RefusalReply } from '#contract/wire.ts'
import { addressOf } from './address.ts'
import { ApiError } from './api-error.ts'

export type AnyRequest = {
  params?: Record<string, string | number>
  query?: Record<string, string | number | boolean | undefined>
  /** Sent as JSON; a form or a file is sent unchanged. */
  body?: unknown
  signal?: AbortSignal
}

/** A replacement for `fetch`. */
export type Send = (path: string, options: RequestInit) => Promise<Response>

/** Sends a request and returns the reply, whatever its status. Throws if there is none. */
export async function sendHttp(
  key: string,
  { params, query, body, signal }: AnyRequest,
  options: Pick<RequestInit, 'headers' | 'cache' | 'keepalive'> = {},
  send: Send = fetch,
): Promise<Response> {
  const { method, path } = addressOf(key, { params, query })
  const isRaw = body === undefined || body instanceof FormData || body instanceof Blob
  const headers = new Headers(options.headers)
  if (!isRaw) headers.set('Content-Type', 'application/json')
  const raw = isRaw ? body : JSON.stringify(body)
  return send(path, { ...options, method, headers, body: raw, signal }).catch((error: unknown) => {
    throw signal?.aborted ? error : unreachable('The server could not be reached.')
  })
}

/** The reply did not arrive, or only part of it did. */
export function unreachable(msg: string): ApiError {
  return new ApiError(0, { code: 'unreachable', msg }, null)
}

/** What a reply that is not `ok` says. */
export async function errorOf(reply: Response): Promise<ApiError> {
  const requestId = reply.headers.get(requestIdHeader)
  const retryAfter = Number(reply.headers.get('retry-after')) || null
  try {
    return new ApiError(reply.status, (await reply.json()) as RefusalReply, requestId, retryAfter)
  } catch {
    return new ApiError(reply.status, { code: 'server_error', msg: reply.statusText }, requestId)
  }
}
