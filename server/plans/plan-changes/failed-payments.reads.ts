import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { Flexibility } from '#domain/plan/changes/flexibility.ts'
import type { FailedTry } from '#domain/plan/changes/retry.ts'
import type { Region } from '#domain/region.ts'
import { isInstalmentDisputed } from '../../books/payments/disputes.reads.ts'
import { type NamedSource, sourcesOfAccount } from '../../people/accounts/plans.reads.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

/** A payment of a plan that was not collected, with the facts that decide how it can be tried again. */
export type FailedPayment = FailedTry & {
  dueOn: CalendarDate
  collectOn: CalendarDate
  movedFrom: CalendarDate | null
  retryOn: CalendarDate | null
  noticedOn: CalendarDate | null
  sourceId: string | null
  isRetried: boolean
  /** Its plan runs, its money was not given back on purpose, and no bank is deciding about it. */
  mayBeTried: boolean
  /** How often payments of its plan were moved. */
  moves: number
  /** Where its school differs from the usual. */
  flexibility: Partial<Flexibility>
}

/** A condition on `instalment`, `plan` and its last `payment`: whether it may be debited once more. */
export const mayBeTried = sql`(plan.status = 'Current' and (payment.id is null or payment.status = 'Failed')
  and not ${isInstalmentDisputed})`

/** A subquery on `instalment`: how often payments of its plan were moved. */
export const movesOfPlan = sql`(
  select count(*)::int from plan_change change where change.account_id = instalment.account_id
    and change.plan_id = instalment.plan_id and change.kind = 'Move' and change.status = 'Made')`

/** A condition on `instalment` and its last `payment`: the family has chosen the day or method of the next try. */
export const isArranged = sql`(instalment.status = 'Retrying' and (
  instalment.source_id is not null and instalment.source_id is distinct from payment.source_id
  or exists (
    select from plan_change change where change.account_id = instalment.account_id
      and change.plan_id = instalment.plan_id and change.kind = 'Move' and change.status = 'Made'
      and change.details->>'dueOn' = instalment.due_on::text
      and change.details->>'to' = instalment.retry_on::text)))`

export type FailedState = {
  status: 'Retrying' | 'Overdue'
  retryOn: CalendarDate | null
  sourceId: string | null
}

export type FailedRow = FailedPayment & {
  seq: number
  chargeId: string
  owing: Cents
  requestId: string | null
  noticeId: string | null
  /** A debit of it, or a payment of the family's own, is under way. */
  isPaying: boolean
  isDisputed: boolean
  planVersion: number
  tuitionYear: number
  region: Region
  sources: NamedSource[]
}

/** The payments of a plan that are not made, including those about to be tried or being paid by the family. */
export async function listFailed(db: Db, { accountId, planId }: { accountId: string; planId: string }) {
  return db.many<FailedRow>(sql`
    select instalment.seq, instalment.charge_id as "chargeId", instalment.due_on as "dueOn", instalment.collect_on as "collectOn",
      instalment.moved_from as "movedFrom", instalment.retry_on as "retryOn", instalment.noticed_on as "noticedOn",
      instalment.source_id as "sourceId", instalment.status = 'Retrying' as "isRetried", instalment.tries,
      instalment.failure_code as reason, payment.source_id as "triedWith", ${mayBeTried} as "mayBeTried",
      instalment.amount_minor - instalment.settled_minor - instalment.waived_minor as owing, instalment.payment_request_id as "requestId",
      instalment.notice_id as "noticeId", ${movesOfPlan} as moves, institution.flexibility,
      plan.version as "planVersion", plan.tuition_year as "tuitionYear", account.region,
      instalment.status = 'Collecting' or instalment.reserved_minor > 0 and not ${isInstalmentDisputed} as "isPaying",
      ${isInstalmentDisputed} as "isDisputed",
      ${sourcesOfAccount} as sources
    from instalment
      join plan on plan.account_id = instalment.account_id and plan.id = instalment.plan_id
      join account on account.id = instalment.account_id
      join institution on institution.id = account.institution_id
      left join payment on payment.account_id = instalment.account_id and payment.id = instalment.payment_id
    where instalment.account_id = ${accountId} and instalment.plan_id = ${planId}
      and instalment.status in ('Retrying', 'Overdue', 'Collecting')
    order by instalment.due_on, instalment.seq`)
}
