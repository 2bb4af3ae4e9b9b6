import type { ProductType } from '#domain/accounts.ts'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cover, OpenCharge, ReturnOutcome, WaiverReason } from '#domain/charges.ts'
import type { Cents } from '#domain/money.ts'
import type { PaymentKind } from '#domain/payments.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import type { RowKey } from '../../platform/database/row-key.ts'
import { inZoneOf } from '../../platform/database/by-region.ts'
import { sql } from '../../platform/database/sql.ts'
import { isPayable, planAndRequestOfCharge } from './charges.reads.ts'

export type PayableCharges = {
  /** What of the payment is not meant for anything yet. */
  left: Cents
  kind: PaymentKind
  productType: ProductType
  /** The link by which it was made: whether that asks for what is overdue, and by how much it pays more. */
  request: { isArrears: boolean; excess: Cents } | null
  isForPlan: boolean
  isExtra: boolean
  charges: PayableCharge[]
}

/** A part of a charge that is open, or that a payment holds about which a bank has yet to decide. */
export type PayableCharge = OpenCharge & { heldBy: string | null }

/**
 * What a payment may pay, in the order in which it does: first what it was made for, then what is overdue, the oldest
 * first. Deposits of a family that pays its plan by BPAY may come before their day, and an early payment also pays what
 * its school asks for. What is on its way or disputed is not open.
 */
export async function findPayable(tx: Db, { accountId, id }: RowKey, now: Date) {
  return tx.first<PayableCharges>(sql`
    select payment.amount_minor - payment.covered_minor - payment.returned_minor as left, payment.kind,
      account.product_type as "productType",
      case when request.id is not null then json_build_object('isArrears', request.is_arrears,
        'excess', greatest(0, payment.amount_minor - request.amount_due_minor)) end as request,
      payment.plan_id is not null as "isForPlan", payment.extra_plan_id is not null as "isExtra", (
        select coalesce(json_agg(json_build_object('id', charge.id, 'open', charge.open, 'heldBy', charge.held_by)
          order by charge.held_by is not null,
            charge.payment_request_id is not distinct from payment.payment_request_id desc,
            charge.kind = 'Fee', charge.due_on, charge.seq, charge.created_at, charge.id), '[]')
        from (
          select charge.*, open_minor as open, null::uuid as held_by from charge
          where account_id = ${accountId} and open_minor > 0
          union all
          select charge.*, cover.reserved_minor, cover.payment_id
          from returned_cover returned
            join cover on cover.account_id = returned.account_id and cover.payment_id = returned.payment_id
              and cover.charge_id = returned.charge_id
            join charge on charge.account_id = returned.account_id and charge.id = returned.charge_id
          where returned.account_id = ${accountId} and returned.outcome is null and cover.reserved_minor > 0
        ) charge
          ${planAndRequestOfCharge}
        where ${isPayable(now)}) as charges
    from payment
      join account on account.id = payment.account_id
      left join payment_request request on request.account_id = payment.account_id
        and request.id = payment.payment_request_id
    where payment.account_id = ${accountId} and payment.id = ${id}`)
}

/**
 * Reserves parts of a payment for charges. Fails if one of them has less left, by the constraint `no_more_than_owed`. An
 * instalment of which a part is on its way is announced again: less of it will be collected, or nothing.
 */
export async function insertCovers(tx: Transaction, { accountId, id }: RowKey, covers: readonly Cover[]) {
  await tx.run(sql`
    with part as materialized (
      select "chargeId", sum(amount)::bigint as amount
      from jsonb_to_recordset(${JSON.stringify(covers)}::jsonb) as part ("chargeId" uuid, amount bigint)
      group by "chargeId"
    ), covered as (
      insert into cover (account_id, charge_id, payment_id, reserved_minor)
      select ${accountId}::uuid, "chargeId", ${id}::uuid, amount from part
    ), reserved as (
      update charge set reserved_minor = reserved_minor + part.amount, noticed_on = null, notice_id = null
      from part
      where charge.account_id = ${accountId} and charge.id = part."chargeId"
        and charge.id = any(${covers.map(({ chargeId }) => chargeId)}::uuid[])
    )
    update payment set covered_minor = covered_minor + (select sum(amount) from part)
    where account_id = ${accountId} and id = ${id}`)
}

/** Extra payments of a plan that are on their way, with what of each is not meant for anything yet; the oldest first. */
export async function listExtrasOnTheirWay(tx: Db, accountId: string, planId: string) {
  return tx.many<RowKey & { left: Cents }>(sql`
    select account_id as "accountId", id, amount_minor - covered_minor - returned_minor as left from payment
    where account_id = ${accountId} and extra_plan_id = ${planId} and is_under_way
      and amount_minor > covered_minor + returned_minor
    order by created_at, id`)
}

/**
 * The payments to come that are not collected while an extra payment is on its way: those that it is to pay in the end,
 * and last the ones that are announced.
 */
export async function findAhead(tx: Db, { accountId, id }: RowKey): Promise<OpenCharge[]> {
  return tx.many<OpenCharge>(sql`
    select instalment.charge_id as id, instalment.open_minor as open
    from payment join instalment on instalment.account_id = payment.account_id
      and instalment.plan_id = payment.extra_plan_id
    where payment.account_id = ${accountId} and payment.id = ${id}
      and instalment.status = 'Scheduled' and instalment.open_minor > 0
    order by instalment.noticed_on is not null,
      case payment.extra_outcome when 'Next' then instalment.collect_on - date '2000-01-01'
        else date '2000-01-01' - instalment.collect_on end, instalment.seq`)
}

/** Frees the payments to come of a plan from extra payments that are on their way, so that the plan can be changed. */
export async function freeFromExtras(tx: Transaction, accountId: string, planId: string): Promise<void> {
  await tx.run(sql`
    with gone as (
      delete from cover using payment, charge
      where payment.account_id = ${accountId} and payment.extra_plan_id = ${planId} and payment.is_under_way
        and cover.account_id = payment.account_id and cover.payment_id = payment.id
        and charge.account_id = cover.account_id and charge.id = cover.charge_id
        and charge.plan_id = ${planId} and charge.status = 'Scheduled'
      returning cover.payment_id, cover.charge_id, cover.reserved_minor
    ), freed as (
      update charge set reserved_minor = charge.reserved_minor - part.amount
      from (select charge_id, sum(reserved_minor) as amount from gone group by charge_id) part
      where charge.account_id = ${accountId} and charge.id = part.charge_id
    )
    update payment set covered_minor = covered_minor - part.amount
    from (select payment_id, sum(reserved_minor) as amount from gone group by payment_id) part
    where payment.account_id = ${accountId} and payment.id = part.payment_id`)
}

/** What an extra payment that has arrived pays of payments whose day has not come. */
export async function listCoveredAhead(tx: Db, { accountId, id }: RowKey, now: Date): Promise<Cover[]> {
  return tx.many<Cover>(sql`
    select cover.charge_id as "chargeId", cover.settled_minor as amount
    from cover join charge on charge.account_id = cover.account_id and charge.id = cover.charge_id
      join account on account.id = cover.account_id
    where cover.account_id = ${accountId} and cover.payment_id = ${id} and charge.kind = 'Instalment'
      and not charge.is_extra and charge.collect_on > ${todayOf(now)}`)
}

/** An amount that the payer sends to the school beyond what it asks for: a charge of its own, which the payment pays. */
export async function insertOneOff(tx: Transaction, { accountId, id }: RowKey, amount: Cents, now: Date) {
  await tx.run(sql`
    with sent as (
      insert into charge (account_id, kind, payee_id, amount_minor, reserved_minor, due_on, payment_request_id,
        created_at)
      select payment.account_id, 'OneOff', payment.institution_id, ${amount}, ${amount},
        ${inZoneOf(sql`payment.created_at`)}::date, request.id, ${now}
      from payment
        join account on account.id = payment.account_id
        left join payment_request request on request.account_id = payment.account_id
        and request.id = payment.payment_request_id and not request.is_arrears
      where payment.account_id = ${accountId} and payment.id = ${id}
      returning id
    ), covered as (
      insert into cover (account_id, charge_id, payment_id, reserved_minor)
      select ${accountId}::uuid, id, ${id}::uuid, ${amount} from sent
    )
    update payment set covered_minor = covered_minor + ${amount}
    where account_id = ${accountId} and id = ${id}`)
}

/** The day at a moment where an account is. Requires a row of `account` in scope. */
const todayOf = (now: Date) => sql`${inZoneOf(sql`${now}::timestamptz`)}::date`

/** The status of a charge of which a part is owing again. Requires rows of `charge` and `account` in scope. */
const statusAgain = (now: Date) => sql`
  case when charge.kind <> 'Instalment' or charge.status not in ('Paid', 'Cancelled') then charge.status
    when charge.collect_on > ${todayOf(now)} and not charge.is_extra then 'Scheduled' else 'Overdue' end`

/**
 * Nobody is asked for what a payer sent unasked and the school never got, nor for a request that was cancelled, nor for
 * what a closed account had to pay for its plans or to its schools.
 */
const isForgotten = sql`(charge.kind = 'OneOff' and charge.passed_on_minor = 0
  or charge.kind in ('Instalment', 'Request') and exists (
    select from account where account.id = charge.account_id and account.closed_at is not null)
  or charge.kind = 'Request' and exists (
    select from payment_request request where request.account_id = charge.account_id
      and request.id = charge.payment_request_id and request.status = 'Cancelled'))`

export type SettledCover = Cover & { isForgotten: boolean }

/** What a payment has settled, the oldest charge first. */
export async function listSettled(tx: Db, { accountId, id }: RowKey, now: Date) {
  return tx.many<SettledCover & { isAhead: boolean }>(sql`
    select cover.charge_id as "chargeId", cover.settled_minor as amount, ${isForgotten} as "isForgotten",
      charge.kind = 'Instalment' and not charge.is_extra and charge.collect_on > ${todayOf(now)} as "isAhead"
    from cover join charge on charge.account_id = cover.account_id and charge.id = cover.charge_id
      join account on account.id = cover.account_id
    where cover.account_id = ${accountId} and cover.payment_id = ${id} and cover.settled_minor > 0
    order by charge.kind = 'OneOff', charge.kind = 'Fee', charge.due_on, charge.seq, charge.created_at, charge.id`)
}

/** How the sums of a charge change, and with them those of its cover by one payment. */
export type CoverChange = {
  chargeId: string
  settled: number
  reserved: number
}

/**
 * Changes what a payment covers. What is owing again of anything but a school's request leaves the request for arrears by
 * which it was paid, unless that is open, and the family is asked for it anew.
 */
export async function changeCovers(
  tx: Transaction,
  { accountId, id }: RowKey,
  changes: readonly CoverChange[],
  now: Date,
): Promise<void> {
  if (changes.length === 0) return
  await tx.run(sql`
    with change as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
        as change ("chargeId" uuid, settled bigint, reserved bigint)
    ), gone as (
      delete from cover using change
      where cover.account_id = ${accountId} and cover.payment_id = ${id} and cover.charge_id = change."chargeId"
        and cover.settled_minor + change.settled = 0 and cover.reserved_minor + change.reserved = 0
    ), covered as (
      insert into cover (account_id, charge_id, payment_id, settled_minor, reserved_minor)
      select ${accountId}::uuid, change."chargeId", ${id}::uuid, coalesce(cover.settled_minor, 0) + change.settled,
        coalesce(cover.reserved_minor, 0) + change.reserved
      from change left join cover on cover.account_id = ${accountId} and cover.payment_id = ${id}
        and cover.charge_id = change."chargeId"
      where coalesce(cover.settled_minor + cover.reserved_minor, 0) + change.settled + change.reserved > 0
      on conflict (account_id, payment_id, charge_id) do update
        set settled_minor = excluded.settled_minor, reserved_minor = excluded.reserved_minor,
          -- What it pays besides, its payee has yet to get.
          is_passed_on = cover.is_passed_on and excluded.settled_minor <= cover.settled_minor
    ), charged as (
      update charge set
        settled_minor = charge.settled_minor + change.settled,
        reserved_minor = charge.reserved_minor + change.reserved,
        status = case
          when charge.kind <> 'Instalment' then null
          when charge.settled_minor + change.settled + charge.waived_minor < charge.amount_minor
            then ${statusAgain(now)}
          when charge.settled_minor + change.settled = 0 then 'Cancelled'
          else 'Paid' end,
        noticed_on = case when change.settled < 0 then null else charge.noticed_on end,
        collected_on = case when change.settled < 0 then null else charge.collected_on end,
        -- What was paid and went back did not fail.
        failure_code = case when change.settled < 0 then null else charge.failure_code end,
        tries = case when change.settled < 0 and charge.collect_on <= ${todayOf(now)} then greatest(charge.tries, 1)
          else charge.tries end,
        payment_id = case when charge.kind = 'Instalment' and change.settled > 0 then ${id} else charge.payment_id end,
        retry_on = case when charge.status = 'Retrying' then charge.retry_on end,
        payment_request_id = case when charge.kind <> 'Request' and change.settled < 0 then (
            select id from payment_request request where request.account_id = charge.account_id
              and request.id = charge.payment_request_id
              and (request.is_open or not request.is_arrears))
          else charge.payment_request_id end
      from change, account
      where account.id = ${accountId} and charge.account_id = account.id and charge.id = change."chargeId"
    )
    update payment set covered_minor = covered_minor + (select sum(settled + reserved) from change)
    where account_id = ${accountId} and id = ${id}`)
}

/** Adds to what a school has got of the payments of a plan, the first ones first, as far as each goes to it. */
export async function addPassedOn(
  tx: Transaction,
  { accountId, planId }: { accountId: string; planId: string },
  amount: Cents,
): Promise<void> {
  await tx.run(sql`
    update charge set passed_on_minor = passed_on_minor + part.amount
    from (
      select id, greatest(0, least(room, ${amount}::bigint - coalesce(sum(room) over (
        order by seq rows between unbounded preceding and 1 preceding), 0))) as amount
      from (
        select id, seq, amount_minor - debt_minor - passed_on_minor as room from charge
        where account_id = ${accountId} and plan_id = ${planId} and kind = 'Instalment' and status <> 'Cancelled'
      ) instalment
    ) part
    where charge.account_id = ${accountId} and charge.id = part.id and part.amount > 0`)
}

export type Waiver = {
  reason: WaiverReason
  staffId?: string | null
  approvalId?: string
  /** The refund or the dispute of a `Refund`. */
  causeId?: string
}

/**
 * Waives parts of charges. An instalment of which nothing is left is over, and its notice is withdrawn. Returns how much
 * of them the family's balance says is owed to us: fees, an earlier debt, and what its payee has got already. Payments
 * settle that part of a charge first, so it is waived last.
 */
export async function insertWaivers(
  tx: Transaction,
  accountId: string,
  parts: readonly Cover[],
  { reason, staffId = null, approvalId, causeId, now }: Waiver & { now: Date },
): Promise<Cents> {
  return tx.value<Cents>(sql`
    with part as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as part ("chargeId" uuid, amount bigint)
    ), waiver as (
      insert into waiver (account_id, charge_id, amount_minor, reason, staff_id, approval_id, cause_id, waived_at)
      select ${accountId}::uuid, "chargeId", amount, ${reason}::text, ${staffId}::uuid, ${approvalId ?? null}::uuid,
        ${causeId ?? null}::uuid, ${now}::timestamptz
      from part
    ), withdrawn as (
      update outbox_message set status = 'Expired' from part
        join charge on charge.account_id = ${accountId} and charge.id = part."chargeId"
      where outbox_message.id = charge.notice_id and outbox_message.status = 'Waiting'
    ), waived as (
      update charge set waived_minor = waived_minor + part.amount, noticed_on = null, notice_id = null,
        status = case when settled_minor + waived_minor + part.amount < amount_minor then status
          when kind <> 'Instalment' then null when settled_minor = 0 then 'Cancelled' else 'Paid' end
      from part where charge.account_id = ${accountId} and charge.id = part."chargeId"
      returning part.amount, amount_minor - waived_minor as unwaived, settled_minor as settled,
        case when payee_id is null then amount_minor else debt_minor + passed_on_minor end as debt
    )
    select coalesce(sum(greatest(0, least(debt, unwaived + amount) - settled)
      - greatest(0, least(debt, unwaived) - settled)), 0)::bigint as in_book
    from waived`)
}

/** Takes back what was waived because of a refund or a dispute, whose money has come back to us. */
export async function deleteWaivers(
  tx: Transaction,
  { accountId, causeId }: { accountId: string; causeId: string },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    with gone as (
      delete from waiver where account_id = ${accountId} and cause_id = ${causeId} returning charge_id, amount_minor
    )
    update charge set waived_minor = waived_minor - gone.amount, status = ${statusAgain(now)}
    from (select charge_id, sum(amount_minor) as amount from gone group by charge_id) gone, account
    where account.id = ${accountId} and charge.account_id = account.id and charge.id = gone.charge_id`)
}

export type ReturnedCover = SettledCover & { outcome: ReturnOutcome | null; open: Cents }

/** Notes what a refund or a dispute takes back of the covers of its payment. */
export async function insertReturned(
  tx: Transaction,
  { accountId, id }: RowKey,
  causeId: string,
  covers: readonly (Cover & { outcome: ReturnOutcome | null })[],
): Promise<void> {
  await tx.run(sql`
    insert into returned_cover (account_id, cause_id, charge_id, payment_id, amount_minor, outcome)
    select ${accountId}::uuid, ${causeId}::uuid, "chargeId", ${id}::uuid, amount, outcome
    from jsonb_to_recordset(${JSON.stringify(covers)}::jsonb)
      as part ("chargeId" uuid, amount bigint, outcome text)`)
}

export async function listReturned(tx: Db, accountId: string, causeId: string): Promise<ReturnedCover[]> {
  return tx.many<ReturnedCover>(sql`
    select returned.charge_id as "chargeId", returned.outcome, charge.open_minor as open, ${isForgotten} as "isForgotten",
      -- Of what a bank decides about, the family may have paid a part another way.
      case when returned.outcome is null then coalesce(cover.reserved_minor, 0) else returned.amount_minor end as amount
    from returned_cover returned
      join charge on charge.account_id = returned.account_id and charge.id = returned.charge_id
      left join cover on cover.account_id = returned.account_id and cover.payment_id = returned.payment_id
        and cover.charge_id = returned.charge_id
    where returned.account_id = ${accountId} and returned.cause_id = ${causeId}
    order by charge.due_on, charge.seq, charge.id`)
}

export async function decideReturned(tx: Transaction, accountId: string, causeId: string): Promise<void> {
  await tx.run(sql`
    update returned_cover set outcome = case when ${isForgotten} then 'Waive' else 'AskAgain' end
    from charge where returned_cover.account_id = ${accountId} and cause_id = ${causeId}
      and charge.account_id = returned_cover.account_id and charge.id = returned_cover.charge_id`)
}

export async function deleteReturned(tx: Transaction, accountId: string, causeId: string): Promise<void> {
  await tx.run(sql`delete from returned_cover where account_id = ${accountId} and cause_id = ${causeId}`)
}

/** Notes how much of the amount of a payment has gone back, or come back to us. */
export async function addReturned(tx: Transaction, { accountId, id }: RowKey, amount: number): Promise<void> {
  await tx.run(sql`
    update payment set returned_minor = returned_minor + ${amount}
    where account_id = ${accountId} and id = ${id}`)
}

/** What of a payment was never meant for a charge, or has come free again. */
export async function findCreditOf(tx: Db, { accountId, id }: RowKey): Promise<Cents> {
  return tx.value<Cents>(sql`
    select amount_minor - covered_minor - returned_minor as credit from payment
    where account_id = ${accountId} and id = ${id}`)
}

export type NewFee = { accountId: string; amount: Cents; dueOn: CalendarDate; requestId: string; now: Date }

export async function insertFee(tx: Transaction, fee: NewFee): Promise<void> {
  await tx.run(sql`
    insert into charge (account_id, kind, amount_minor, due_on, payment_request_id, created_at)
    values (${fee.accountId}, 'Fee', ${fee.amount}, ${fee.dueOn}, ${fee.requestId}, ${fee.now})`)
}
