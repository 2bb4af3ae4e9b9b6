import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

/** One open review of a plan, a discount or a skip is enough, however often the family changes it meanwhile. */
export async function openReview(
  db: Db,
  review: { accountId: string; id: string; kind: 'Plan' | 'Discount' | 'Skip'; subjectId: string; at: Date },
): Promise<void> {
  await db.run(sql`
    insert into review (account_id, id, kind, subject_id, status, opened_at)
    select ${review.accountId}::uuid, ${review.id}::uuid, ${review.kind}::text, ${review.subjectId}::uuid, 'Open',
      ${review.at}::timestamptz
    where not exists (
      select from review where account_id = ${review.accountId}::uuid and kind = ${review.kind}::text
        and subject_id = ${review.subjectId}::uuid and status = 'Open')`)
}

/** Every open review of a plan, also of what new fees mean for it, of a discount or of a skip. False when none was open. */
export async function closeReview(
  db: Db,
  review: {
    accountId: string
    subjectId: string
    status: 'Approved' | 'Declined'
    reason: string
    words?: string | undefined
    staffId: string | null
    at: Date
  },
): Promise<boolean> {
  const closed = await db.run(sql`
    update review set status = ${review.status}, reason = ${review.reason}, words = ${review.words ?? null},
      decided_by = ${review.staffId}, decided_at = ${review.at}
    where account_id = ${review.accountId} and subject_id = ${review.subjectId} and status = 'Open'`)
  return closed > 0
}
