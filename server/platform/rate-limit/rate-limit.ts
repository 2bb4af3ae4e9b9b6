import { Refusal, type RefusalCode } from '#domain/refusal.ts'
import type { Db } from '../database/open.ts'
import { addressRange } from './address-range.ts'
import { ruleOf, type Limit, type RateLimits } from './limits.ts'
import {
  addHits,
  countHits,
  findHits,
  forgetHits,
  restartWindow,
  takeBackHits,
  type Hits,
} from './rate-limit.store.ts'

/**
 * Counts one try against each limit, over all processes, or refuses for the first that is used up. A refused try counts
 * nowhere: a try that one limit refuses uses up no allowance at another.
 */
export async function countTry(
  db: Db,
  tries: readonly Limit[],
  at: Date,
  allowed: RateLimits,
): Promise<void> {
  const counted = await countHits(
    db,
    tries.map((limit) => counterOf(limit, allowed)),
    at,
  )
  for (const limit of tries) {
    const [name] = limit
    const seen = counted.get(keyOf(limit))
    if (seen?.isFull) refuse(limit, seen, at)
    if (seen?.hits === allowed[name] && ruleOf(name).isBlock) await restartWindow(db, keyOf(limit), at)
  }
}

/** Refuses if a limit is used up, and counts nothing. */
export async function refuseUsedUp(db: Db, limit: Limit, at: Date, allowed: RateLimits): Promise<void> {
  const seen = (await findHits(db, [keyOf(limit)])).get(keyOf(limit))
  if (seen && seen.hits >= allowed[limit[0]] && endOf(limit, seen) > at.getTime()) refuse(limit, seen, at)
}

/** Counts something that has happened, whether or not there is room for it. True if one of the limits is used up now. */
export async function noteTry(
  db: Db,
  tries: readonly Limit[],
  at: Date,
  allowed: RateLimits,
): Promise<boolean> {
  const limits = tries.map((limit) => ({ key: keyOf(limit), windowMs: ruleOf(limit[0]).windowMs, hits: 1 }))
  const hits = await addHits(db, limits, at)
  return tries.some((limit) => (hits.get(keyOf(limit))?.hits ?? 0) >= allowed[limit[0]])
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

/** What turned out to be no wrong try was none. Others' tries remain. */
export async function takeBackTry(db: Db, tries: readonly Limit[]): Promise<void> {
  await takeBackHits(db, tries.map(keyOf))
}

/** Refuses, with the time to retry. */
export function refuseUntil(opensAt: number, at: Date, code: RefusalCode = 'rate_limited'): never {
  throw new Refusal(code, {
    retryAfterSeconds: Math.max(1, Math.ceil((opensAt - at.getTime()) / 1000)),
  })
}

function refuse(limit: Limit, seen: Hits, at: Date): never {
  return refuseUntil(endOf(limit, seen), at, ruleOf(limit[0]).refusal)
}

function endOf([name]: Limit, { windowStartsAt }: Hits): number {
  return windowStartsAt.getTime() + ruleOf(name).windowMs
}

export function keyOf([name, subject]: Limit): string {
  return `${name}:${ruleOf(name).per === 'address' ? addressRange(subject) : subject}`
}
