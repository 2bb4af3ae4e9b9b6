import type { Region } from '#domain/region.ts'
import type { ReviewKind } from '#domain/reviews.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

/** The person who decided a review, for a colleague who comes too late. */
export async function findDecision(db: Db, id: string) {
  return db.first<{ status: string; by: string | null; at: Date; region: Region }>(sql`
    select review.status, staff.name as by, decided_at as at, account.region
    from review join account on account.id = review.account_id left join staff on staff.id = decided_by
    where review.id = ${id} and decided_at is not null`)
}
export type Review = {
  accountId: string
  id: string
  kind: ReviewKind
  subjectId: string
  status: 'Open' | 'Approved' | 'Declined'
}

export async function findReview(db: Db, id: string) {
  return db.first<Review>(sql`
    select account_id as "accountId", id, kind, subject_id as "subjectId", status from review where id = ${id}`)
}

/** The open review of a subject. */
export async function findOpenReview(
  db: Db,
  { accountId, subjectId }: { accountId: string; subjectId: string },
) {
  return db.first<{ id: string }>(sql`
    select id from review where account_id = ${accountId} and subject_id = ${subjectId} and status = 'Open'`)
}
