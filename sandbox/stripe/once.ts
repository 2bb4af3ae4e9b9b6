import type { Incoming } from '../http.ts'
import { failure, refusalBody } from './answers.ts'
import { Refused } from './failures.ts'
import { whatIsSent } from './form.ts'
import type { Idempotency, KeptAnswer } from './idempotency.ts'

type Attempt = {
  key: string | undefined
  isBrowser: boolean
  request: Incoming
  now: number
  /** A switch demands a failure that the key remembers, with nothing done. */
  storesFailure: boolean
  requestId: string
}

/** Executes a request, or repeats the first answer to its key. */
export function once(
  idempotency: Idempotency,
  { key, isBrowser, request, now, storesFailure, requestId }: Attempt,
  execute: () => KeptAnswer,
): KeptAnswer & { isReplayed?: boolean } {
  if (key === undefined || key === '') return storesFailure ? brokenAnswer() : execute()
  if (key.length > 255) {
    const message = 'Idempotency keys must be at most 255 characters long.'
    throw new Refused(400, { type: 'invalid_request_error', message }, false)
  }
  const scoped = `${isBrowser ? 'pk' : 'sk'}:${key}`
  const what = `${request.path}?${whatIsSent(request)}`
  const before = idempotency.recall(scoped, what, now)
  if (before) return { ...before, isReplayed: true }
  const keep = (done: KeptAnswer) => {
    idempotency.remember(scoped, what, now, done)
    return done
  }
  if (storesFailure) return keep(brokenAnswer())
  try {
    return keep(execute())
  } catch (error) {
    if (error instanceof Refused && error.isKept) {
      return keep({ status: error.status, body: refusalBody(error, requestId) })
    }
    throw error
  }
}

function brokenAnswer(): KeptAnswer {
  const { status, body } = failure(500)
  return { status, body: body.toString() }
}
