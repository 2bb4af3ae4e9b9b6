import type { Region } from '#domain/region.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import type { FeeItemFacts } from '#domain/plan/plan-material.ts'

export type PublishedFees = {
  id: string
  year: number
  institutionName: string
  region: Region
  items: FeeItemFacts[]
}

const publishedFees = sql`
  select schedule.id, schedule.tuition_year as year, institution.name as "institutionName", institution.region,
    (select coalesce(json_agg(json_build_object(
        'kind', kind, 'yearLevel', year_level, 'name', item.name, 'amountMinor', amount_minor,
        'percentBasisPoints', percent_basis_points, 'isDiscountable', is_discountable,
        'options', options) order by position, item.id), '[]')
      from fee_item item where item.fee_schedule_id = schedule.id) as items
  from fee_schedule schedule join institution on institution.id = schedule.institution_id`

/** Returns undefined for the schedule of a school that no student of the account attends. */
export async function findFeeSchedule(db: Db, accountId: string, feeScheduleId: string) {
  return db.first<PublishedFees>(sql`
    ${publishedFees}
    where schedule.id::text = ${feeScheduleId} and institution.id in (
      select institution_id from enrolment where account_id = ${accountId})`)
}

/** The fees of that year, or of the year before while they are not published. */
export async function findFeesOfSchool(
  db: Db,
  request: { accountIds: readonly string[]; institution: string; tuitionYear: number },
) {
  return db.first<PublishedFees>(sql`
    ${publishedFees}
    where (institution.larkwell_id = ${request.institution} or institution.id::text = ${request.institution})
      and schedule.tuition_year in (${request.tuitionYear}::int, ${request.tuitionYear}::int - 1)
      and institution.id in (
        select institution_id from enrolment where account_id = any(${request.accountIds}::uuid[]))
    order by schedule.tuition_year desc limit 1`)
}

export type StartOfStudent = { startYear: number; startYearLevel: string }

export async function listStarts(db: Db, request: { accountIds: readonly string[]; institution: string }) {
  return db.many<StartOfStudent>(sql`
    select start_year as "startYear", start_year_level as "startYearLevel"
    from enrolment join institution on institution.id = enrolment.institution_id
    where enrolment.account_id = any(${request.accountIds}::uuid[])
      and (institution.larkwell_id = ${request.institution} or institution.id::text = ${request.institution})
    order by enrolment.account_id, enrolment.id`)
}
