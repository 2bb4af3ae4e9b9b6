import { formatMoment } from '#domain/calendar/calendar.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../platform/deps.ts'
import { findDecision } from './reviews.store.ts'

/**
 * A member of staff who comes too late reads who was first, what they decided and when: they may want to talk to that
 * person.
 */
export async function sayingWhoDecided<T>(
  { db }: Pick<Deps, 'db'>,
  reviewId: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'already_decided') throw error
    const decision = await findDecision(db, reviewId)
    if (!decision) throw error
    const { by, status, at, region } = decision
    const decided = ` ${by ?? 'The family, or a job,'} ${status.toLowerCase()} it on ${formatMoment(at, region)}.`
    throw new Refusal('already_decided', { values: { decided } })
  }
}
