import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { ChangeDetails } from '#domain/plan/changes/plan-change.ts'
import type { Frequency, PlanSaver } from '#domain/plan/payment-schedule.ts'
import type { VersionTotals } from '#domain/plan/version-differences.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

export type VersionRow = VersionTotals & {
  planId: string
  version: number
  savedBy: PlanSaver
  savedByName: string | null
  savedAt: Date
  reason: string | null
  frequency: Frequency
  startDate: CalendarDate
  endDate: CalendarDate
  count: number
  periodic: Cents
  /** The change of payments that made this version, if one did. */
  change: ChangeDetails | null
  /** The moves of failed payments during this version; they make no version of their own. */
  retries: { dueOn: CalendarDate; to: CalendarDate; isUndone: boolean }[]
}

/** Whether a change moved a failed payment, for a statement with a row `change` of `plan_change`. */
const movedFailed = sql`(change.kind = 'Move' and change.before = '[]' and change.after = '[]')`

/** Every version of every plan of a family, the oldest first. */
export async function listVersionRows(db: Db, accountId: string) {
  return db.many<VersionRow>(sql`
    select saved.plan_id as "planId", saved.version, saved.saved_by as "savedBy", saved.saved_at as "savedAt",
      coalesce(staff.name, customer.first_name || ' ' || customer.last_name) as "savedByName",
      saved.frequency, saved.start_date as "startDate", saved.end_date as "endDate", saved.repayment_count as count,
      saved.periodic_amount_minor as periodic, saved.total_minor as total,
      saved.part_year_adjustment_minor as "partYearAdjustment", saved.balance_at_start_minor as "balanceAtStart",
      saved.outstanding_fees_minor as "outstandingFees", saved.outstanding_fees_covered as "coversOutstandingFees",
      saved.family_fees as "familyFees", saved.student_fees as "studentFees",
      (select event.details->>'reason' from audit_event event
        where event.subject_id = saved.account_id and event.at = saved.saved_at and event.actor_kind = 'Staff'
          and event.details ? 'reason' limit 1) as reason,
      (select change.details from plan_change change
        where change.account_id = saved.account_id and change.plan_id = saved.plan_id and change.version = saved.version
          and not ${movedFailed}
        order by change.made_at desc limit 1) as change,
      (select coalesce(json_agg(json_build_object('dueOn', change.details->>'dueOn', 'to', change.details->>'to',
          'isUndone', change.status = 'Undone') order by change.made_at), '[]') from plan_change change
        where change.account_id = saved.account_id and change.plan_id = saved.plan_id and change.version = saved.version
          and ${movedFailed}) as retries
    from plan_version saved
      left join staff on staff.id = saved.saved_by_id
      left join customer on customer.id = saved.saved_by_id
    where saved.account_id = ${accountId} order by saved.plan_id, saved.version`)
}

export type TriedInstalment = {
  planId: string
  seq: number
  tries: number
  /** The method of the payment that is under way or was tried last. */
  methodName: string | null
  /** The time at which the bank is next asked for the outcome. */
  nextLookAt: Date | null
}

export async function listAttempts(db: Db, accountId: string) {
  return db.many<TriedInstalment>(sql`
    select instalment.plan_id as "planId", instalment.seq, instalment.tries,
      coalesce(source.display_name, payment.method_name) as "methodName", payment.next_look_at as "nextLookAt"
    from instalment
      left join payment on payment.account_id = instalment.account_id and payment.id = instalment.payment_id
      left join repayment_source source on source.account_id = payment.account_id and source.id = payment.source_id
    where instalment.account_id = ${accountId} and instalment.status in ('Collecting', 'Retrying', 'Overdue')`)
}
