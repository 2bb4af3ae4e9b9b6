import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

export async function findTuitionYear(db: Db, accountId: string, planId: string) {
  return db.value<number | undefined>(sql`
    select tuition_year as year from plan where account_id = ${accountId} and id::text = ${planId}`)
}

/** An amount that a family has paid towards a plan outside its instalments. */
export type PaidExtra = { paymentId: string; amount: Cents; paidOn: CalendarDate }
