import { Refused } from './failures.ts'

export type KeptAnswer = { status: number; body: string }
type Entry = { what: string; at: number; answer: KeptAnswer }

export type Idempotency = {
  /** The first answer to this key; refuses a key that was used for another request. */
  recall(key: string, what: string, at: number): KeptAnswer | undefined
  remember(key: string, what: string, at: number, answer: KeptAnswer): void
  save(): unknown
  load(saved: unknown): void
}

const keptSeconds = 24 * 60 * 60

/** Stripe repeats its first answer to a key for a day. */
export function createIdempotency(): Idempotency {
  let entries = new Map<string, Entry>()
  return {
    recall(key, what, at) {
      const entry = entries.get(key)
      if (!entry || entry.at <= at - keptSeconds) return undefined
      if (entry.what !== what) throw otherUse(key)
      return entry.answer
    },
    remember(key, what, at, answer) {
      for (const [oldest, entry] of entries) {
        if (entry.at > at - keptSeconds) break
        entries.delete(oldest)
      }
      entries.delete(key)
      entries.set(key, { what, at, answer })
    },
    save: () => [...entries],
    load(saved) {
      entries = new Map(saved as [string, Entry][])
    },
  }
}

function otherUse(key: string) {
  const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`
  return new Refused(400, { type: 'idempotency_error', message }, false)
}

export function keyInUse() {
  const message =
    'There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through). Please try again later.'
  return new Refused(409, { type: 'invalid_request_error', code: 'idempotency_key_in_use', message }, false)
}
