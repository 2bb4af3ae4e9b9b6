import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { feeItemKinds } from '#domain/plan/plan-material.ts'
import type { Region } from '#domain/region.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

export type Term = { no: number; startsOn: CalendarDate; endsOn: CalendarDate }
export type FeeItem = {
  id: string
  kind: (typeof feeItemKinds)[number]
  yearLevel: string | null
  name: string
  amount: Cents | null
  percentBasisPoints: number | null
  isDiscountable: boolean
  taxBasisPoints: number
  options: string[]
}
export type FeeSchedule = {
  id: string
  schoolId: string
  schoolName: string
  region: Region
  year: number
  terms: Term[]
  items: FeeItem[]
}

export async function listFeeYears(db: Db, schoolId: string) {
  return db.many<{ id: string; year: number; termCount: number; itemCount: number }>(sql`
    select id, tuition_year as year,
      (select count(*)::int from fee_schedule_term term where term.fee_schedule_id = fee_schedule.id) as "termCount",
      (select count(*)::int from fee_item item where item.fee_schedule_id = fee_schedule.id) as "itemCount"
    from fee_schedule where institution_id = ${schoolId} order by tuition_year desc`)
}

export async function findFeeSchedule(db: Db, { schoolId, year }: { schoolId: string; year: number }) {
  return db.first<FeeSchedule>(sql`
    select schedule.id, school.id as "schoolId", school.name as "schoolName", school.region,
      schedule.tuition_year as year,
      (select coalesce(json_agg(json_build_object('no', term_no, 'startsOn', starts_on, 'endsOn', ends_on)
          order by term_no), '[]')
        from fee_schedule_term where fee_schedule_id = schedule.id) as terms,
      (select coalesce(json_agg(json_build_object('id', id, 'kind', kind, 'yearLevel', year_level, 'name', name,
          'amount', amount_minor, 'percentBasisPoints', percent_basis_points, 'isDiscountable', is_discountable,
          'taxBasisPoints', tax_basis_points, 'options', options) order by position, name, year_level), '[]')
        from fee_item where fee_schedule_id = schedule.id) as items
    from fee_schedule schedule join institution school on school.id = schedule.institution_id
    where schedule.institution_id = ${schoolId} and schedule.tuition_year = ${year}`)
}

export type NewFeeSchedule = {
  schoolId: string
  year: number
  terms: readonly Term[]
  items: readonly Omit<FeeItem, 'id'>[]
}
