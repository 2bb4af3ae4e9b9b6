import type { RequestedDiscount } from '#domain/plan/declared-discounts.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import type { RowKey } from '../../platform/database/row-key.ts'

/** A discount that is, or was, only declared by the family. */
export type DeclaredDiscount = RequestedDiscount & {
  id: string
  planId: string
  status: 'Declared' | 'Confirmed' | 'Declined' | 'Withdrawn'
  letterId: string | null
}

const columns = sql`
  id, plan_id as "planId", enrolment_id as "enrolmentId", type, (amount_minor / 100.0)::float8 as amount,
  (percent_basis_points / 100.0)::float8 as percent, status, letter_id as "letterId"`

export async function listDeclared(db: Db, { accountId, planId }: { accountId: string; planId: string }) {
  return db.many<DeclaredDiscount>(sql`
    select ${columns} from declared_discount
    where account_id = ${accountId} and plan_id = ${planId} and status = 'Declared' order by declared_at, id`)
}

export async function findDiscount(db: Db, { accountId, id }: RowKey) {
  return db.first<DeclaredDiscount>(sql`
    select ${columns} from declared_discount where account_id = ${accountId} and id = ${id}`)
}
