import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { Region } from '#domain/region.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

export type AgreedPayment = { date: CalendarDate; amount: Cents }

export type Agreement = {
  number: number
  askedBy: string
  acceptedAt: Date
  payments: AgreedPayment[]
  /** The name of who of our people has made the proposal. */
  madeBy: string
  parentName: string
  shortId: string
  schoolName: string
  region: Region
  tuitionYear: number
}

/** The arrangement in force: that of a running plan which is marked as temporary. */
export async function findAgreement(db: Db, accountId: string) {
  return db.first<Agreement>(sql`
    select request.number, request.asked_by as "askedBy", offer.accepted_at as "acceptedAt",
      offer.agreed_payments as payments, staff.name as "madeBy",
      customer.first_name || ' ' || customer.last_name as "parentName", account.short_id as "shortId",
      institution.name as "schoolName", account.region, plan.tuition_year as "tuitionYear"
    from care_offer offer
      join care_request request on request.account_id = offer.account_id and request.id = offer.request_id
      join plan on plan.account_id = offer.account_id and plan.id = offer.plan_id
      join staff on staff.id = offer.made_by
      join customer on customer.id = request.asked_by
      join account on account.id = offer.account_id
      join institution on institution.id = account.institution_id
    where offer.account_id = ${accountId} and offer.status = 'Accepted' and offer.agreed_payments is not null
      and plan.status = 'Current' and plan.tailored_type is not null
    order by offer.accepted_at desc limit 1`)
}
