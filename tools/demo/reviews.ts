import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { OpenAccount } from './open-account.ts'
import { happenedOn } from './moment.ts'
import { staffId } from './staff.ts'

type Review = {
  kind: 'Plan' | 'Identity' | 'Invoice' | 'Withdrawal'
  subjectId: string
  openedOn: CalendarDate
  /** None while the review is open. */
  decision?: { status: 'Approved' | 'Declined'; on: CalendarDate; reason?: string } | false | null | undefined
}

export function addReview({ rows, accountId, moment, id }: OpenAccount, review: Review): void {
  const decision = review.decision || undefined
  rows.review.push({
    account_id: accountId,
    id: id('review', review.kind, review.subjectId),
    kind: review.kind,
    subject_id: review.subjectId,
    status: decision?.status ?? 'Open',
    reason: decision?.reason ?? null,
    opened_at: happenedOn(review.openedOn, moment),
    decided_at: decision ? happenedOn(decision.on, moment) : null,
    decided_by: decision ? staffId('staff.ops') : null,
  })
}
