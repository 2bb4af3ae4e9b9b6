import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cents } from '#domain/money.ts'
import type { Flexibility } from '#domain/plan/changes/flexibility.ts'
import type { FailedTry } from '#domain/plan/changes/retry.ts'
import type { Region } from '#domain/region.ts'
import { isChased, isForPlan } from '../../books/arrears/arrears.store.ts'
import { sourcesOfAccount, type NamedSource } from '../../people/accounts/plans.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import type { InstalmentKey } from '../repayments/repayments.store.ts'

/** A payment of a plan that was not collected, with what decides how it can be tried again. */
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

/** For use where `instalment`, `plan` and its last `payment` are rows: whether it may be debited once more. */
export const mayBeTried = sql`(plan.status = 'Current' and (payment.id is null or payment.status = 'Failed')
  and ${isChased})`

/** For use where `instalment` is a row: how often payments of its plan were moved. */
export const movesOfPlan = sql`(
  select count(*)::int from plan_change change where change.account_id = instalment.account_id
    and change.plan_id = instalment.plan_id and change.kind = 'Move' and change.status = 'Made')`

/** For use where `instalment` and its last `payment` are rows: the family has chosen day or method of the next try. */
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

/** The payments of a plan that are not made. What is about to be tried, or paid by the family, is found as well. */
export async function listFailed(
  db: Db,
  { accountId, planId }: { accountId: string; planId: string },
): Promise<FailedRow[]> {
  return db.many<FailedRow>(sql`
    select instalment.seq, instalment.due_on as "dueOn", instalment.collect_on as "collectOn",
      instalment.moved_from as "movedFrom", instalment.retry_on as "retryOn", instalment.noticed_on as "noticedOn",
      instalment.source_id as "sourceId", instalment.status = 'Retrying' as "isRetried", instalment.tries,
      instalment.failure_code as reason, payment.source_id as "triedWith", ${mayBeTried} as "mayBeTried",
      instalment.amount_minor - instalment.covered_minor as owing, instalment.payment_request_id as "requestId",
      instalment.notice_id as "noticeId", ${movesOfPlan} as moves, institution.flexibility,
      plan.version as "planVersion", plan.tuition_year as "tuitionYear", account.region,
      instalment.status = 'Collecting' or exists (
        select from payment own left join payment_request request on request.account_id = own.account_id
          and request.id = own.payment_request_id
        where own.account_id = instalment.account_id and own.plan_id is null
          and own.status in ('Created', 'Sent', 'Processing', 'Unknown')
          and (request.id is null or ${isForPlan})) as "isPaying",
      not ${isChased} as "isDisputed",
      ${sourcesOfAccount} as sources
    from instalment
      join plan on plan.account_id = instalment.account_id and plan.id = instalment.plan_id
      join account on account.id = instalment.account_id
      join institution on institution.id = account.institution_id
      left join payment on payment.account_id = instalment.account_id and payment.id = instalment.payment_id
    where instalment.account_id = ${accountId} and instalment.plan_id = ${planId}
      and instalment.status in ('Retrying', 'Overdue', 'Collecting')
      and instalment.amount_minor > instalment.covered_minor
    order by instalment.due_on, instalment.seq`)
}

/** It is announced again before it is tried, and no request asks for it any more. */
export async function tryAgainOn(
  db: Db,
  { accountId, planId, seq }: InstalmentKey,
  { on, sourceId, now }: { on: CalendarDate; sourceId: string | null; now: Date },
): Promise<void> {
  await db.run(sql`
    update instalment set status = 'Retrying', retry_on = ${on}, source_id = ${sourceId}, noticed_on = null,
      notice_id = null, payment_request_id = null, moves = moves + 1, moved_at = ${now}
    where account_id = ${accountId} and plan_id = ${planId} and seq = ${seq}
      and status in ('Retrying', 'Overdue')`)
}

/** It is again what it was before it was moved, unless something has become of it since. */
export async function putBack(
  db: Db,
  { accountId, planId, seq }: InstalmentKey,
  to: { movedTo: CalendarDate; before: FailedState; now: Date },
): Promise<boolean> {
  const { status, retryOn, sourceId } = to.before
  const count = await db.run(sql`
    update instalment set status = ${status}, retry_on = ${retryOn}, source_id = (
        select id from repayment_source where account_id = ${accountId} and id = ${sourceId} and status <> 'Removed'),
      noticed_on = null, notice_id = null, moves = moves + 1, moved_at = ${to.now}
    where account_id = ${accountId} and plan_id = ${planId} and seq = ${seq}
      and status = 'Retrying' and retry_on = ${to.movedTo}`)
  return count === 1
}

/** What a notice says that has not left yet is no longer so. Other payments in it are announced again. */
export async function withdrawNotice(db: Db, id: string): Promise<void> {
  await db.run(sql`update outbox_message set status = 'Expired' where id = ${id} and status = 'Waiting'`)
}

/** Whether a request is one for all that is overdue. */
export async function isArrearsRequest(
  db: Db,
  { accountId, id }: { accountId: string; id: string },
): Promise<boolean> {
  const row = await db.first<{ isArrears: boolean }>(sql`
    select is_arrears as "isArrears" from payment_request where account_id = ${accountId} and id = ${id}`)
  return row?.isArrears ?? true
}
