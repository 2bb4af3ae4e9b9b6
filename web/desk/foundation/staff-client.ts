import { fileNameHeader } from '#contract/headers.ts'
import type { ReplyOf, RequestOf } from '#contract/endpoint.ts'
import type { StaffContract } from '#contract/staff.ts'
import { errorOf, sendHttp, type AnyRequest } from '../../api/http.ts'
import { needEnrolment } from './enrolment.ts'
import { untilLoggedInAgain } from './session.ts'

export type StaffKey = keyof StaffContract
export type StaffRequest<K extends StaffKey> = RequestOf<StaffContract[K]>
export type StaffReply<K extends StaffKey> = ReplyOf<StaffContract[K]>
type Arguments<K extends StaffKey> = keyof StaffRequest<K> extends never
  ? [request?: { signal?: AbortSignal }]
  : [request: StaffRequest<K> & { signal?: AbortSignal }]

/** Makes one call of the staff's contract. The session is a cookie, which the browser adds. */
export async function call<K extends StaffKey>(key: K, ...[request]: Arguments<K>): Promise<StaffReply<K>> {
  return (await (await send(key, request)).json()) as StaffReply<K>
}

/** A document, held in memory only. */
export async function callForFile<K extends StaffKey>(
  key: K,
  ...[request]: Arguments<K>
): Promise<{ blob: Blob; name: string }> {
  const reply = await send(key, request)
  return { blob: await reply.blob(), name: decodeURIComponent(reply.headers.get(fileNameHeader) ?? '') }
}

let whenWritten = (): void => {}

/** What was read before something was changed may be out of date afterwards. */
export function followWrites(listener: () => void): void {
  whenWritten = listener
}

/**
 * A session that has ended refuses a call before anything is done. So the call waits until the same person has logged
 * in again, and is then made once more: nothing typed is lost.
 */
export async function send(key: string, request: AnyRequest = {}): Promise<Response> {
  const reply = await sendHttp(key, request, { cache: 'no-store' })
  if (reply.ok) {
    if (!key.startsWith('GET ')) whenWritten()
    return reply
  }
  const error = await errorOf(reply)
  if (error.code === 'two_factor_required') needEnrolment()
  if (reply.status !== 401 || !isForSession(key)) throw error
  await untilLoggedInAgain()
  return send(key, request)
}

/** Logging in is not refused for want of a session. */
const isForSession = (key: string) => !/\/(log-in|session|token|log-out)$/.test(key)
