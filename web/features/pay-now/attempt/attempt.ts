import { store, stored } from '../../../session/storage.ts'

export type Attempt = {
  id: string
  /** Whether it may have reached the server; no new attempt begins before its outcome is known. */
  isSent: boolean
}

/** Without a limit, links that were never paid would stay forever. */
const keptCount = 20

/**
 * The attempt to pay `payFor`, a request or an account. The same id never moves money twice, so it stays over a reload,
 * Back and in other tabs, and only a clear no or a finished payment brings another.
 */
export function attemptFor(payFor: string): Attempt {
  const kept = keptAttempt(payFor)
  if (kept) return kept
  const fresh = { id: crypto.randomUUID(), isSent: false }
  keep(payFor, fresh)
  return fresh
}

export function keptAttempt(payFor: string): Attempt | null {
  return readAttempts().get(fingerprint(payFor)) ?? null
}

/** Another tab may have begun a new attempt, which is left alone. */
export function noteSent(payFor: string, id: string, isSent: boolean): void {
  if ((keptAttempt(payFor)?.id ?? id) === id) keep(payFor, { id, isSent })
}

/** Returns the next attempt, which another tab may have begun. */
export function endAttempt(payFor: string, id: string): Attempt {
  const kept = keptAttempt(payFor)
  if (kept && kept.id !== id) return kept
  const fresh = { id: crypto.randomUUID(), isSent: false }
  keep(payFor, fresh)
  return fresh
}

/**
 * The next person at this browser must not find a guest's link, which opens the payment page. Two 32-bit FNV hashes tell
 * twenty links apart and lead back to none.
 */
function fingerprint(payFor: string): string {
  const hash = (seed: number) => {
    let value = seed
    for (let at = 0; at < payFor.length; at += 1)
      value = Math.imul(value ^ payFor.charCodeAt(at), 0x01000193) >>> 0
    return value.toString(16).padStart(8, '0')
  }
  return hash(0x811c9dc5) + hash(0x9dc5811c)
}

function keep(payFor: string, attempt: Attempt): void {
  const attempts = readAttempts()
  attempts.delete(fingerprint(payFor))
  attempts.set(fingerprint(payFor), attempt)
  store('paymentAttempts', JSON.stringify([...attempts].slice(-keptCount)))
}

function readAttempts(): Map<string, Attempt> {
  try {
    return new Map(JSON.parse(stored('paymentAttempts') ?? '[]') as [fingerprint: string, attempt: Attempt][])
  } catch {
    return new Map()
  }
}
