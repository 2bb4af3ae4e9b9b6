import { Refusal } from '#domain/refusal.ts'
import type { Db } from '../database/open.ts'
import { addHits, deleteHitsBefore, forgetHits } from './rate-limit.store.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** What may be tried how often. Kept in the database, so that the figures hold over all processes. */
export const limits = {
  'send-code-gap': { hits: 1, windowMs: 30 * second, per: 'person' },
  'send-code-hour': { hits: 5, windowMs: hour, per: 'person' },
  'send-code-day': { hits: 10, windowMs: day, per: 'person' },
  'send-code-address': { hits: 20, windowMs: hour, per: 'address' },
  'wrong-code-day': { hits: 20, windowMs: day, per: 'person' },
  'code-login-address': { hits: 30, windowMs: hour, per: 'address' },
  'mail-link': { hits: 3, windowMs: 15 * minute, per: 'person' },
  'mail-link-address': { hits: 20, windowMs: hour, per: 'address' },
  'link-login-address': { hits: 10, windowMs: minute, per: 'address' },
  'add-source': { hits: 30, windowMs: hour, per: 'person' },
  'card-form': { hits: 10, windowMs: 10 * minute, per: 'person' },
  'guest-sessions': { hits: 10, windowMs: 10 * minute, per: 'person' },
  'guest-details-address': { hits: 30, windowMs: minute, per: 'address' },
  'unknown-request-address': { hits: 10, windowMs: hour, per: 'address' },
  'test-error-address': { hits: 30, windowMs: minute, per: 'address' },
  'chat-message': { hits: 20, windowMs: minute, per: 'person' },
  'chat-begin': { hits: 5, windowMs: hour, per: 'person' },
  'chat-begin-address': { hits: 5, windowMs: hour, per: 'address' },
  'chat-message-address': { hits: 60, windowMs: minute, per: 'address' },
  'chat-read-address': { hits: 300, windowMs: minute, per: 'address' },
  'client-error-address': { hits: 20, windowMs: minute, per: 'address' },
  // Of everyone together: a fault in a release is met by all browsers at once, and must not fill the table.
  'client-errors': { hits: 2000, windowMs: hour, per: 'person' },
} as const satisfies Record<string, { hits: number; windowMs: number; per: 'person' | 'address' }>

export type LimitName = keyof typeof limits
export type Limit = readonly [name: LimitName, subject: string]

/** Counts one try against each limit and refuses when any of them is used up. */
export async function countTry(
  db: Db,
  tries: readonly Limit[],
  at: Date,
  addressScale: number,
): Promise<void> {
  const hits = await addHits(
    db,
    tries.map(([name, subject]) => ({ key: keyOf([name, subject]), windowMs: limits[name].windowMs })),
    at,
  )
  for (const [name, subject] of tries) {
    const limit = limits[name]
    const seen = hits.get(keyOf([name, subject]))
    const allowed = limit.per === 'address' ? limit.hits * addressScale : limit.hits
    if (seen && seen.hits > allowed) {
      const opensAt = seen.windowStartsAt.getTime() + limit.windowMs
      throw new Refusal('rate_limited', {
        retryAfterSeconds: Math.max(1, Math.ceil((opensAt - at.getTime()) / second)),
      })
    }
  }
}

/** After a success the tries before it say nothing bad about the person. */
export async function forgetTries(db: Db, tries: readonly Limit[]): Promise<void> {
  await forgetHits(db, tries.map(keyOf))
}

/** No window is longer than a day. */
export async function purgeTries(db: Db, now: Date): Promise<number> {
  return deleteHitsBefore(db, new Date(now.getTime() - 2 * day))
}

function keyOf([name, subject]: Limit): string {
  return `${name}:${subject}`
}
