import { Refusal } from '#domain/refusal.ts'
import type { Db } from '../database/open.ts'
import { ruleOf, type Limit, type RateLimits } from './limits.ts'
import {
  addHits,
  deleteHitsBefore,
  findHits,
  forgetHits,
  restartWindow,
  type Hits,
} from './rate-limit.store.ts'

/** Counts one try against each limit, over all processes, and refuses if any of them is used up. */
export async function countTry(
  db: Db,
  tries: readonly Limit[],
  at: Date,
  allowed: RateLimits,
): Promise<void> {
  const wanted = tries.map((limit) => ({ key: keyOf(limit), windowMs: ruleOf(limit[0]).windowMs, hits: 1 }))
  const hits = await addHits(db, wanted, at)
  for (const limit of tries) {
    const [name] = limit
    const seen = hits.get(keyOf(limit))
    if (seen && seen.hits > allowed[name]) refuse(limit, seen, at)
    if (seen?.hits === allowed[name] && ruleOf(name).isBlock) await restartWindow(db, keyOf(limit), at)
  }
}

/** Refuses if a limit is used up, and counts nothing. */
export async function refuseUsedUp(db: Db, limit: Limit, at: Date, allowed: RateLimits): Promise<void> {
  const seen = await findHits(db, keyOf(limit))
  if (seen && seen.hits >= allowed[limit[0]] && endOf(limit, seen) > at.getTime()) refuse(limit, seen, at)
}

/** For statements that count a try together with the action itself. */
export type Counter = { key: string; windowMs: number; most: number }

export function counterOf(limit: Limit, allowed: RateLimits): Counter {
  const [name] = limit
  return { key: keyOf(limit), windowMs: ruleOf(name).windowMs, most: allowed[name] }
}

/** After a success, earlier wrong tries are no sign of an attack. */
export async function forgetTries(db: Db, tries: readonly Limit[]): Promise<void> {
  await forgetHits(db, tries.map(keyOf))
}

/** No window is longer than a day. */
export async function purgeTries(db: Db, now: Date): Promise<number> {
  return deleteHitsBefore(db, new Date(now.getTime() - 2 * 24 * 60 * 60_000))
}

/** Refuses, with the time to retry. */
export function refuseUntil(opensAt: number, at: Date): never {
  throw new Refusal('rate_limited', {
    retryAfterSeconds: Math.max(1, Math.ceil((opensAt - at.getTime()) / 1000)),
  })
}

function refuse(limit: Limit, seen: Hits, at: Date): never {
  return refuseUntil(endOf(limit, seen), at)
}

function endOf([name]: Limit, { windowStartsAt }: Hits): number {
  return windowStartsAt.getTime() + ruleOf(name).windowMs
}

function keyOf([name, subject]: Limit): string {
  return `${name}:${subject}`
}
