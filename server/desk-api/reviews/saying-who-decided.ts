import { formatMoment } from '#domain/calendar/calendar.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../platform/deps.ts'
import { findDecision } from './reviews.reads.ts'

/**
 * Adds to the refusal who has already decided, what and when: the member of staff who comes too late may want to talk
 * to that person.
 */
export async function namingDecider<T>(
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
