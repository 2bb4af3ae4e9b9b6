import type { Contract } from '#contract/contract.ts'
import type { ReplyOf, RequestOf } from '#contract/endpoint.ts'
import { regionHeader, requestIdHeader, sessionTokenHeader } from '#contract/headers.ts'
import type { RefusalReply } from '#contract/wire.ts'
import { toRegion } from '#domain/region.ts'
import { addressOf } from './address.ts'
import { ApiError } from './api-error.ts'
import { reportFailedCall } from './report-error.ts'
import { endSession, isOwnAccount, isSessionLost, keepToken } from './session.ts'
import { store, stored } from './storage.ts'
import { readToken } from './token.ts'

type Key = keyof Contract
type Request<K extends Key> = RequestOf<Contract[K]>
type Arguments<K extends Key> = keyof Request<K> extends never
  ? [request?: { signal?: AbortSignal }]
  : [request: Request<K> & { signal?: AbortSignal }]
type AnyRequest = {
  params?: Record<string, string | number>
  query?: Record<string, string | number | boolean | undefined>
  body?: unknown
  signal?: AbortSignal
}

const customerCalls = '/api/portal/customer/'
const logout = '/api/auth/customer/logout'

/** Makes one call of the contract. It is never repeated here: only reads may be, and the query cache does that. */
export async function call<K extends Key>(key: K, ...[given]: Arguments<K>): Promise<ReplyOf<Contract[K]>> {
  const request = (given ?? {}) as AnyRequest
  const { method, path } = addressOf(key, request)
  const isCustomerCall = path.startsWith(customerCalls)
  const token = stored('token')
  if (isCustomerCall) checkSession(token, request.params?.['accountId'])

  const headers = new Headers({ [regionHeader]: toRegion(stored('region')) })
  if (token !== null && (isCustomerCall || path === logout)) headers.set('Authorization', `Bearer ${token}`)
  if (request.body !== undefined) headers.set('Content-Type', 'application/json')

  const reply = await send(key, path, {
    method,
    headers,
    signal: request.signal,
    body: request.body === undefined ? undefined : JSON.stringify(request.body),
    // A log-out must reach the server even if the page closes at once.
    keepalive: path === logout,
  })

  if (isCustomerCall) keepSession(reply, token)
  else keepRegion(reply)
  if (!reply.ok) throw reportFailedCall(key, await toError(reply))
  return (await reply.json()) as ReplyOf<Contract[K]>
}

async function send(key: Key, path: string, options: RequestInit): Promise<Response> {
  try {
    return await fetch(path, options)
  } catch (error) {
    if (options.signal?.aborted) throw error
    const unreachable = { code: 'unreachable', msg: 'The server could not be reached.' } as const
    throw reportFailedCall(key, new ApiError(0, unreachable, null))
  }
}

/** The storage may have been emptied or tampered with under an open page. */
function checkSession(token: string | null, accountId: string | number | undefined): void {
  const isComplete =
    readToken(token) !== null &&
    (accountId === undefined || (stored('accountId') !== null && isOwnAccount(String(accountId))))
  if (isComplete) return
  // After a log-out there is nothing left to end, and it must not look like something else.
  if (token !== null || isSessionLost()) endSession('security')
  throw new ApiError(401, { code: 'unauthenticated', msg: 'The session is incomplete.' }, null)
}

/** The reply speaks for the session it was asked in. If that one is over or another has begun, it says nothing. */
function keepSession(reply: Response, sentToken: string | null): void {
  const current = readToken(stored('token'))
  if (current === null || current.sid !== readToken(sentToken)?.sid) return
  const renewed = reply.headers.get(sessionTokenHeader)
  if (reply.status === 401) endSession('security')
  else if (renewed && stored('token') === sentToken) keepToken(renewed)
}

/** Log-in knows the region of the customer better than the browser does. */
function keepRegion(reply: Response): void {
  const region = reply.headers.get(regionHeader)
  if (region && reply.ok) store('region', toRegion(region))
}

async function toError(reply: Response): Promise<ApiError> {
  const requestId = reply.headers.get(requestIdHeader)
  try {
    return new ApiError(reply.status, (await reply.json()) as RefusalReply, requestId)
  } catch {
    return new ApiError(reply.status, { code: 'server_error', msg: reply.statusText }, requestId)
  }
}
