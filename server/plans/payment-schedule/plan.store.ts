import type { PaidExtra } from './plan.reads.ts'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { StoredVariances } from '#domain/plan/fee-variances.ts'
import { sumOf, type Cents } from '#domain/money.ts'
import type { PlannedInstalment } from '#domain/plan/plan.ts'
import type { Frequency } from '#domain/plan/payment-schedule.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import type { StoredPlan } from './plan-facts.reads.ts'

export async function lockPlanRows(db: Db, accountId: string): Promise<void> {
  await db.run(sql`select 1 from plan where account_id = ${accountId} order by id for no key update`)
  await db.run(
    sql`select 1 from instalment where account_id = ${accountId} order by plan_id, seq for no key update`,
  )
}

export async function insertPlan(
  db: Db,
  plan: {
    accountId: string
    id: string
    tuitionYear: number
    status: StoredPlan['status']
    coverFrom: CalendarDate | null
    at: Date
  },
): Promise<void> {
  await db.run(sql`
    insert into plan (account_id, id, tuition_year, status, version, cover_from, created_at)
    values (${plan.accountId}, ${plan.id}, ${plan.tuitionYear}, ${plan.status}, 1, ${plan.coverFrom}, ${plan.at})`)
}

export async function updatePlan(
  db: Db,
  plan: {
    accountId: string
    id: string
    status: StoredPlan['status']
    version: number
    coverFrom: CalendarDate | null
  },
): Promise<void> {
  await db.run(sql`
    update plan set status = ${plan.status}, version = ${plan.version}, cover_from = ${plan.coverFrom}, held_on = null
    where account_id = ${plan.accountId} and id = ${plan.id}`)
}

export type VersionRow = {
  accountId: string
  planId: string
  version: number
  savedBy: StoredPlan['savedBy']
  savedById: string | null
  at: Date
  frequency: Frequency
  startDate: CalendarDate
  endDate: CalendarDate
  count: number
  periodic: number
  total: number
  annualTotal: number
  partYearAdjustment: number
  balanceAtStart: number
  outstandingFees: number
  coversOutstandingFees: boolean
  basedOnFeeScheduleYear: number
  familyFees: StoredPlan['familyFees']
  studentFees: StoredPlan['studentFees']
  variances: StoredVariances
  /** Only the payments to come are others. */
  isRestOnly?: boolean
}

export async function insertVersion(db: Db, row: VersionRow): Promise<void> {
  await db.run(sql`
    insert into plan_version (account_id, plan_id, version, saved_by, saved_by_id, saved_at, frequency, start_date,
      end_date, repayment_count, periodic_amount_minor, total_minor, annual_total_minor, school_fees_minor,
      part_year_adjustment_minor, balance_at_start_minor, outstanding_fees_minor, outstanding_fees_covered,
      based_on_fee_schedule_year, family_fees, student_fees, variances, is_rest_only)
    values (${row.accountId}, ${row.planId}, ${row.version}, ${row.savedBy}, ${row.savedById}, ${row.at},
      ${row.frequency}, ${row.startDate}, ${row.endDate}, ${row.count}, ${row.periodic}, ${row.total},
      ${row.annualTotal}, ${row.annualTotal}, ${row.partYearAdjustment}, ${row.balanceAtStart},
      ${row.outstandingFees}, ${row.coversOutstandingFees}, ${row.basedOnFeeScheduleYear},
      ${JSON.stringify(row.familyFees)}, ${JSON.stringify(row.studentFees)}, ${JSON.stringify(row.variances)}, ${row.isRestOnly ?? false})`)
}

type RemovedInstalment = Pick<PlannedInstalment, 'dueOn' | 'collectOn' | 'amount'> & {
  noticedOn: CalendarDate | null
  noticeId: string | null
  quoted: number | null
  quotedSurcharge: number | null
  quotedSource: string | null
  sourceId: string | null
  methodChoices: number
  passedOn: Cents
}

/**
 * Replaces the payments that are promised and still untouched; all others stay. A payment that keeps its dates and its
 * amount keeps its notice; any other is announced again, and a pending notice of it is withdrawn. A payment with a
 * method of its own keeps it. Returns what the school has got of those that are gone.
 */
export async function replaceInstalments(
  db: Db,
  { accountId, planId }: { accountId: string; planId: string },
  instalments: readonly Omit<PlannedInstalment, 'seq'>[],
  extra: PaidExtra | null = null,
): Promise<Cents> {
  const gone = await db.many<RemovedInstalment>(sql`
    with gone as (
      delete from instalment
      where account_id = ${accountId} and plan_id = ${planId} and status = 'Scheduled' and settled_minor = 0
      returning due_on, collect_on, amount_minor, noticed_on, notice_id, quoted_minor, quoted_surcharge_minor,
        quoted_source_id, source_id, method_choices, passed_on_minor
    )
    select due_on as "dueOn", collect_on as "collectOn", amount_minor as amount, noticed_on as "noticedOn",
      notice_id as "noticeId", quoted_minor as quoted, quoted_surcharge_minor as "quotedSurcharge",
      quoted_source_id as "quotedSource", source_id as "sourceId", method_choices as "methodChoices",
      passed_on_minor as "passedOn"
    from gone`)
  const noticed = gone.filter(({ noticedOn }) => noticedOn !== null)
  const sameDue = instalments.map(({ dueOn }) => gone.find((was) => was.dueOn === dueOn))
  const notices = instalments.map(({ dueOn, collectOn, amount }) =>
    noticed.find((is) => is.dueOn === dueOn && is.collectOn === collectOn && is.amount === amount),
  )
  await withdrawNotices(
    db,
    noticed.filter((notice) => !notices.includes(notice)).flatMap(({ noticeId }) => noticeId ?? []),
  )
  if (extra) await insertExtra(db, { accountId, planId }, extra)
  if (instalments.length === 0) await endWithoutPayments(db, { accountId, planId })
  else await insertInstalments(db, { accountId, planId }, instalments, { notices, sameDue })
  await spreadDebt(db, { accountId, planId })
  return sumOf(gone.map(({ passedOn: amount }) => ({ amount })))
}

async function insertInstalments(
  db: Db,
  { accountId, planId }: { accountId: string; planId: string },
  instalments: readonly Omit<PlannedInstalment, 'seq'>[],
  { notices, sameDue }: Record<'notices' | 'sameDue', (RemovedInstalment | undefined)[]>,
): Promise<void> {
  await db.run(sql`
    insert into instalment (account_id, plan_id, payee_id, seq, status, due_on, collect_on, moved_from, amount_minor,
      noticed_on, notice_id, quoted_minor, quoted_surcharge_minor, quoted_source_id, source_id, method_choices)
    select ${accountId}::uuid, ${planId}::uuid, (select institution_id from account where id = ${accountId}),
      stays.seq + coming.seq, 'Scheduled', coming.due_on, coming.collect_on,
      coming.moved_from, coming.amount,
      coming.noticed_on, coming.notice_id, coming.quoted, coming.quoted_surcharge, coming.quoted_source,
      coming.source_id, coming.method_choices
    from unnest(${instalments.map((_, index) => index + 1)}::int[], ${instalments.map(({ dueOn }) => dueOn)}::date[],
        ${instalments.map(({ collectOn }) => collectOn)}::date[],
        ${instalments.map(({ movedFrom }) => movedFrom)}::date[], ${instalments.map(({ amount }) => amount)}::bigint[],
        ${notices.map((notice) => notice?.noticedOn ?? null)}::date[],
        ${notices.map((notice) => notice?.noticeId ?? null)}::uuid[],
        ${notices.map((notice) => notice?.quoted ?? null)}::bigint[],
        ${notices.map((notice) => notice?.quotedSurcharge ?? null)}::bigint[],
        ${notices.map((notice) => notice?.quotedSource ?? null)}::uuid[],
        ${sameDue.map((was) => was?.sourceId ?? null)}::uuid[],
        ${sameDue.map((was) => was?.methodChoices ?? 0)}::int[])
        as coming (seq, due_on, collect_on, moved_from, amount, noticed_on, notice_id, quoted,
          quoted_surcharge, quoted_source, source_id, method_choices),
      (select coalesce(max(seq), 0) as seq from instalment
        where account_id = ${accountId} and plan_id = ${planId}) stays`)
}

/** A plan that has never had a payment is over after its last day. */
async function endWithoutPayments(
  db: Db,
  { accountId, planId }: { accountId: string; planId: string },
): Promise<void> {
  await db.run(sql`
    insert into plan_to_end (account_id, plan_id, ends_on)
    select plan.account_id, plan.id, version.end_date
    from plan join plan_version version on version.account_id = plan.account_id and version.plan_id = plan.id
      and version.version = plan.version
    where plan.account_id = ${accountId} and plan.id = ${planId} and not exists (
      select from instalment where instalment.account_id = plan.account_id and instalment.plan_id = plan.id)
    on conflict (account_id, plan_id) do update set ends_on = excluded.ends_on`)
}

/** The first payments of a plan settle what the family owed us before it: that part does not go to the school. */
async function spreadDebt(
  db: Db,
  { accountId, planId }: { accountId: string; planId: string },
): Promise<void> {
  await db.run(sql`
    update charge set debt_minor = part.debt
    from (
      select instalment.charge_id as id, greatest(0, least(instalment.amount_minor, version.balance_at_start_minor
        - coalesce(sum(instalment.amount_minor) over (
          order by instalment.seq rows between unbounded preceding and 1 preceding), 0))) as debt
      from instalment
        join plan on plan.account_id = instalment.account_id and plan.id = instalment.plan_id
        join plan_version version on version.account_id = plan.account_id and version.plan_id = plan.id
          and version.version = plan.version
      where instalment.account_id = ${accountId} and instalment.plan_id = ${planId}
        and instalment.status <> 'Cancelled'
    ) part
    where charge.account_id = ${accountId} and charge.id = part.id and charge.debt_minor <> part.debt`)
}

/** Inserts an extra payment after the payments that are made or under way, and before those to come. */
async function insertExtra(
  db: Db,
  { accountId, planId }: { accountId: string; planId: string },
  { paymentId, amount, paidOn }: PaidExtra,
): Promise<void> {
  await db.run(sql`
    with paid as (
      insert into instalment (account_id, plan_id, payee_id, seq, due_on, collect_on, collected_on, amount_minor,
        settled_minor, status, payment_id, is_extra)
      select ${accountId}::uuid, ${planId}::uuid, (select institution_id from account where id = ${accountId}),
        coalesce(max(seq), 0) + 1, ${paidOn}::date, ${paidOn}::date, ${paidOn}::date, ${amount}::bigint,
        ${amount}::bigint, 'Paid', ${paymentId}::uuid, true
      from instalment where account_id = ${accountId} and plan_id = ${planId}
      returning charge_id
    ), covered as (
      insert into cover (account_id, charge_id, payment_id, settled_minor)
      select ${accountId}::uuid, charge_id, ${paymentId}::uuid, ${amount}::bigint from paid
    )
    update payment set covered_minor = covered_minor + ${amount}
    where account_id = ${accountId} and id = ${paymentId}`)
}

/** Withdraws notices that have not been sent and are no longer correct. Other payments in them are announced again. */
async function withdrawNotices(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db.run(sql`
    update outbox_message set status = 'Expired' where id = any(${ids}::uuid[]) and status = 'Waiting'`)
}

export async function setPlanStatus(
  db: Db,
  plan: { accountId: string; id: string; status: StoredPlan['status'] },
): Promise<void> {
  await db.run(sql`
    update plan set status = ${plan.status} where account_id = ${plan.accountId} and id = ${plan.id}`)
}

/** Sets the frequency of a family that has changed to instalments to that of its plan. */
export async function noteRhythmOfChange(db: Db, accountId: string, frequency: Frequency): Promise<void> {
  await db.run(sql`
    update product_change set frequency = ${frequency}
    where account_id = ${accountId} and status in ('Processing', 'Completed')`)
}

export async function updateTailoring(
  db: Db,
  plan: { accountId: string; id: string; type: string | null; until: CalendarDate | null },
): Promise<void> {
  await db.run(sql`
    update plan set tailored_type = ${plan.type}, tailored_until = ${plan.until}
    where account_id = ${plan.accountId} and id = ${plan.id}`)
}
