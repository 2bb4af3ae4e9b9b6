import type { Contract } from '#contract/contract.ts'
import type { ReplyOf, RequestOf } from '#contract/endpoint.ts'
import { clientRequestIdHeader, regionHeader, sessionTokenHeader } from '#contract/headers.ts'
import { toRegion } from '#domain/region.ts'
import { addressOf } from '../api/address.ts'
import { ApiError } from '../api/api-error.ts'
import { takeOrFetch } from '../api/early-replies.ts'
import { errorOf, sendHttp, unreachable, type AnyRequest, type Send } from '../api/http.ts'
import { endSession, isOwnAccount, isSessionLost, keepToken } from './session.ts'
import { store, stored } from './storage.ts'
import { readToken } from './token.ts'
import { currentVisit, noteVisitedRegion, visitedRegion } from './visited-region.ts'

export type Key = keyof Contract
type Request<K extends Key> = RequestOf<Contract[K]>
/** Idempotency key. The server executes a repeated request with the same key only once. */
type Named<K extends Key> = Contract[K] extends { needsClientRequestId: true }
  ? { clientRequestId: string }
  : Contract[K] extends { takesClientRequestId: true }
    ? { clientRequestId?: string }
    : object
type Arguments<K extends Key> = keyof Request<K> extends never
  ? [request?: { signal?: AbortSignal }]
  : [request: Request<K> & Named<K> & { signal?: AbortSignal }]

const customerCalls = '/api/portal/customer/'
const guestCalls = '/api/portal/guest/'
/** A guest may be the owner of the saved methods, who needs no code, or staff in the owner's place, who may not pay. */
const holdersCalls = new Set<Key>([
  'GET /api/portal/guest/saved-method-access',
  'POST /api/portal/guest/saved-method-access',
  'POST /api/portal/guest/saved-method-code',
  'POST /api/portal/guest/payments',
  'POST /api/portal/guest/stripe-checkout-session',
])
const logout = '/api/auth/customer/logout'

type FollowFailure = (key: Key, error: ApiError) => void
let followFailure: FollowFailure = () => {}

/** `follow` learns of every failed call, to report it. */
export function followFailedCalls(follow: FollowFailure): void {
  followFailure = follow
}

/** Makes one call of the contract. It never retries: only reads may be repeated, and the query cache does that. */
export async function call<K extends Key>(key: K, ...[given]: Arguments<K>): Promise<ReplyOf<Contract[K]>> {
  return (await (await sendRequest(key, given)).json()) as ReplyOf<Contract[K]>
}

/** Sends a request and returns the unread reply. Every call's effect on the session is handled here. */
export async function sendRequest(
  key: Key,
  request: AnyRequest & { clientRequestId?: string } = {},
  send: Send = takeOrFetch,
): Promise<Response> {
  const { path } = addressOf(key, request)
  const isCustomerCall = path.startsWith(customerCalls)
  const token = stored('token')
  if (isCustomerCall) checkSession(token, request.params?.['accountId'])

  const { clientRequestId } = request
  const headers = new Headers({ [regionHeader]: visitedRegion() ?? toRegion(stored('region')) })
  if (token !== null && (isCustomerCall || path === logout || holdersCalls.has(key)))
    headers.set('Authorization', `Bearer ${token}`)
  if (clientRequestId !== undefined) headers.set(clientRequestIdHeader, clientRequestId)

  const visit = currentVisit()
  // A log-out must reach the server even if the page closes at once.
  const options = { headers, keepalive: path === logout }
  const reply = await sendHttp(key, request, options, send).catch((error: unknown) => {
    throw error instanceof ApiError ? failed(key, error) : error
  })

  if (isCustomerCall) keepSession(reply, token)
  else if (path.startsWith(guestCalls)) keepVisitedRegion(reply, visit)
  else keepRegion(reply)
  if (!reply.ok) throw failed(key, await errorOf(reply))
  return reply
}

/** The reply did not arrive, or only part of it did. */
export function lost(key: Key, msg: string): ApiError {
  return failed(key, unreachable(msg))
}

function failed(key: Key, error: ApiError): ApiError {
  followFailure(key, error)
  return error
}

/** The storage may have been cleared or changed while the page was open. */
function checkSession(token: string | null, accountId: string | number | undefined): void {
  const isComplete =
    readToken(token) !== null &&
    (accountId === undefined || (stored('accountId') !== null && isOwnAccount(String(accountId))))
  if (isComplete) return
  // After a log-out there is no session to end, and the log-out reason must not change.
  if (token !== null || isSessionLost()) endSession('security')
  throw new ApiError(401, { code: 'unauthenticated', msg: 'The session is incomplete.' }, null)
}

/**
 * A reply counts only for the session that sent the request. Ignore it if that session has ended or been replaced.
 */
function keepSession(reply: Response, sentToken: string | null): void {
  const current = readToken(stored('token'))
  if (current === null || current.sid !== readToken(sentToken)?.sid) return
  const renewed = reply.headers.get(sessionTokenHeader)
  if (reply.status === 401) endSession('security')
  else if (renewed && stored('token') === sentToken) keepToken(renewed)
}

/** The log-in reply knows the customer's region; the browser only guesses it. */
function keepRegion(reply: Response): void {
  const region = reply.headers.get(regionHeader)
  if (region && reply.ok) store('region', toRegion(region))
}

/** A refusal can name the school's region too. */
function keepVisitedRegion(reply: Response, visit: number): void {
  const region = reply.headers.get(regionHeader)
  if (region) noteVisitedRegion(toRegion(region), visit)
}
