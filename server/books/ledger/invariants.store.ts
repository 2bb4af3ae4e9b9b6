import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import { coversToPassOn } from '../charges/charges.reads.ts'

/** A broken invariant, and where it was found. */
export type Violation = { invariant: string; subject: string }

/** The invariants within each of these accounts, checked in one statement. */
export async function violationsOfAccounts(db: Db, accountIds: readonly string[]) {
  return db.many<Violation>(sql`
    with family_effect as materialized (
      -- What each payment has posted to the family's book so far.
      select cause.account_id, cause.payment_id as id, sum(posting.amount_minor)::bigint as amount
      from (
        select account_id, id as payment_id, id from payment where account_id = any(${accountIds}::uuid[])
        union all
        select account_id, payment_id, id from refund where account_id = any(${accountIds}::uuid[])
        union all
        select account_id, payment_id, id from dispute where account_id = any(${accountIds}::uuid[])
      ) cause
        join ledger_entry entry on entry.account_id = cause.account_id and entry.cause_id = cause.id
          and entry.kind in ('Repayment', 'Refund', 'Dispute', 'Reversal')
        join ledger_posting posting on posting.account_id = entry.account_id and posting.entry_id = entry.id
          and posting.book = 'Family'
      group by cause.account_id, cause.payment_id
    ), of_charge as materialized (
      select account_id, charge_id as id, sum(settled_minor) as settled, sum(reserved_minor) as reserved,
        coalesce(sum(settled_minor) filter (where not is_passed_on), 0) as undecided
      from cover where account_id = any(${accountIds}::uuid[]) group by account_id, charge_id
    ), of_payment as materialized (
      select account_id, payment_id as id, sum(settled_minor) as settled, sum(reserved_minor) as reserved
      from cover where account_id = any(${accountIds}::uuid[]) group by account_id, payment_id
    ), waived as materialized (
      select account_id, charge_id as id, sum(amount_minor) as amount
      from waiver where account_id = any(${accountIds}::uuid[]) group by account_id, charge_id
    ), of_request as materialized (
      select account_id, payment_request_id as id, sum(amount_minor - settled_minor - waived_minor) as unpaid,
        sum(settled_minor) as paid, sum(reserved_minor) as pending
      from charge where account_id = any(${accountIds}::uuid[]) and payment_request_id is not null
      group by account_id, payment_request_id
    ), of_plan as materialized (
      select account_id, plan_id as id, sum(amount_minor) as amount, sum(settled_minor) as settled,
        sum(passed_on_minor) as passed_on
      from charge where account_id = any(${accountIds}::uuid[]) and plan_id is not null group by account_id, plan_id
    ), family as materialized (
      -- What each kind of entry has done to the balance. The credit of a plan, which no charge knows of, is a kind.
      select entry.account_id,
        case when plan.id is null then entry.kind else 'PlanCredit' end as kind,
        sum(posting.amount_minor) as amount
      from ledger_entry entry
        join ledger_posting posting on posting.account_id = entry.account_id and posting.entry_id = entry.id
          and posting.book = 'Family'
        left join plan on plan.account_id = entry.account_id and plan.id = entry.cause_id
      where entry.account_id = any(${accountIds}::uuid[]) group by 1, 2
    ), gone_back as materialized (
      select account_id, payment_id as id, sum(refunded) as refunded, sum(disputed) as disputed
      from (
        select account_id, payment_id, amount_minor as refunded, 0 as disputed from refund
        where account_id = any(${accountIds}::uuid[]) and status = 'Succeeded'
        union all
        select account_id, payment_id, 0, amount_minor - loss_minor from dispute
        where account_id = any(${accountIds}::uuid[]) and status in ('Open', 'Lost')
      ) part
      group by account_id, payment_id
    )
    select 'I1 the books of a currency add up to nothing' as invariant, currency as subject
    from ledger_posting where account_id = any(${accountIds}::uuid[])
    group by currency having sum(amount_minor) <> 0
    union all
    select 'I1 the balance of a family is the sum of its book', account_id::text
    from (
      select account_id, sum(amount_minor) as balance_minor from ledger_posting
      where account_id = any(${accountIds}::uuid[]) and book = 'Family' group by account_id
    ) book
      full join (select * from family_balance where account_id = any(${accountIds}::uuid[])) kept using (account_id)
    where coalesce(book.balance_minor, 0) <> coalesce(kept.balance_minor, 0)
    union all
    select 'I2 an entry balances and has at least two postings', entry.id::text
    from ledger_entry entry left join ledger_posting posting
      on posting.account_id = entry.account_id and posting.entry_id = entry.id
    where entry.account_id = any(${accountIds}::uuid[])
    group by entry.account_id, entry.id, posting.currency
    having count(posting.line) < 2 or sum(posting.amount_minor) <> 0
    union all
    select 'I3 a request asks for its charges', request.id
    from payment_request request join of_request on of_request.account_id = request.account_id
      and of_request.id = request.id
    where request.amount_pending_minor <> of_request.pending
      or not request.is_arrears and request.amount_paid_minor <> of_request.paid
      or request.status <> 'Cancelled'
        and request.amount_due_minor - request.amount_paid_minor <> of_request.unpaid
    union all
    select 'I3 a charge is paid, and about to be paid, by its covers', charge.id::text
    from charge left join of_charge on of_charge.account_id = charge.account_id and of_charge.id = charge.id
    where charge.account_id = any(${accountIds}::uuid[])
      and (charge.settled_minor, charge.reserved_minor)
        <> (coalesce(of_charge.settled, 0), coalesce(of_charge.reserved, 0))
    union all
    select 'I3 the waived part of a charge is the sum of its waivers', charge.id::text
    from charge left join waived on waived.account_id = charge.account_id and waived.id = charge.id
    where charge.account_id = any(${accountIds}::uuid[]) and charge.waived_minor <> coalesce(waived.amount, 0)
    union all
    select 'I3 a payment is for its covers', paid.id::text
    from payment paid left join of_payment on of_payment.account_id = paid.account_id and of_payment.id = paid.id
    where paid.account_id = any(${accountIds}::uuid[])
      and paid.covered_minor <> coalesce(of_payment.settled + of_payment.reserved, 0)
    union all
    select 'I4 a payment reserves while it is on its way or disputed, and settles once it has arrived', paid.id::text
    from payment paid join of_payment on of_payment.account_id = paid.account_id and of_payment.id = paid.id
    where of_payment.reserved > 0 and not paid.is_under_way and not exists (
        select from dispute where dispute.account_id = paid.account_id and dispute.payment_id = paid.id
          and dispute.status = 'Open')
      or of_payment.settled > 0 and paid.status not in ('Succeeded', 'Refunded', 'Disputed')
    union all
    select 'I4 what a payment settles and its credit are what it left in the family''s book', paid.id::text
    from payment paid left join family_effect effect on effect.account_id = paid.account_id and effect.id = paid.id
      left join of_payment on of_payment.account_id = paid.account_id and of_payment.id = paid.id
    where paid.account_id = any(${accountIds}::uuid[]) and paid.status in ('Succeeded', 'Refunded', 'Disputed')
      and (paid.amount_minor - paid.returned_minor <> coalesce(effect.amount, 0)
        or coalesce(of_payment.settled, 0) > paid.amount_minor - paid.returned_minor)
    union all
    select 'I12 a payee gets what was paid of a charge, and no more than was charged', charge.id::text
    from charge left join of_charge on of_charge.account_id = charge.account_id and of_charge.id = charge.id
    where charge.account_id = any(${accountIds}::uuid[]) and (
      charge.passed_on_minor > case when charge.payee_id is null then 0 else charge.amount_minor - charge.debt_minor end
      or charge.payee_id is not null and charge.passed_on_minor + coalesce(of_charge.undecided, 0)
        < charge.settled_minor - charge.debt_minor)
    union all
    select 'I12 what left a balance for schools is what was passed on of its charges', account.id::text
    from account
    where account.id = any(${accountIds}::uuid[])
      and (select coalesce(sum(passed_on_minor), 0) from charge where charge.account_id = account.id)
        <> (select 0 - coalesce(sum(amount), 0) from family
          where family.account_id = account.id and kind = 'PaymentToSchool')
    union all
    select 'I13 what moved to a school is a line of a remittance to it', entry.id::text
    from ledger_entry entry
      left join ledger_posting posting on posting.account_id = entry.account_id and posting.entry_id = entry.id
        and posting.book = 'School'
      left join remittance_line line on line.account_id = entry.account_id and line.entry_id = entry.id
      left join remittance on remittance.id = line.remittance_id
    where entry.account_id = any(${accountIds}::uuid[]) and entry.kind = 'PaymentToSchool'
      and entry.family_id is not null
      and (line.amount_minor is distinct from posting.amount_minor or line.entry_id is not null
        and (remittance.institution_id, remittance.currency) is distinct from (entry.institution_id, posting.currency))
    union all
    select 'I14 the charges of a plan add up to its total, and no more was settled or passed on for it', plan.id::text
    from plan
      join plan_version version on version.account_id = plan.account_id and version.plan_id = plan.id
        and version.version = plan.version
      left join of_plan on of_plan.account_id = plan.account_id and of_plan.id = plan.id
    where plan.account_id = any(${accountIds}::uuid[]) and plan.status in ('Saved', 'Current', 'Completed')
      and (version.total_minor <> coalesce(of_plan.amount, 0)
        or greatest(of_plan.settled, of_plan.passed_on) > version.total_minor)
    union all
    select 'I15 fee income is the fees that were charged', account.id::text
    from account
    where account.id = any(${accountIds}::uuid[])
      and (select coalesce(sum(amount_minor), 0) from charge where charge.account_id = account.id and kind = 'Fee')
        <> (select coalesce(sum(amount_minor), 0) from ledger_posting posting
          where posting.account_id = account.id and posting.book = 'FeeIncome')
    union all
    select 'I16 a balance is what payments, corrections and withdrawals left, less fees and what is for schools',
      account.id::text
    from account
    where account.id = any(${accountIds}::uuid[])
      and (select coalesce(sum(amount), 0) from family where family.account_id = account.id)
        <> (select coalesce(sum(amount_minor - returned_minor), 0) from payment
          where payment.account_id = account.id and status in ('Succeeded', 'Refunded', 'Disputed'))
        + (select coalesce(sum(amount), 0) from family
          where family.account_id = account.id and kind in ('Adjustment', 'PlanCredit'))
        - (select coalesce(sum(amount_minor), 0) from withdrawal_request
          where withdrawal_request.account_id = account.id and status in ('Unconfirmed', 'Pending', 'Approved', 'Paid'))
        - (select coalesce(sum(case when kind = 'Fee' then amount_minor else passed_on_minor end), 0) from charge
          where charge.account_id = account.id)
    union all
    select 'I3 a payment knows what went back of it', paid.id::text
    from payment paid left join gone_back on gone_back.account_id = paid.account_id and gone_back.id = paid.id
    where paid.account_id = any(${accountIds}::uuid[])
      and (paid.refunded_minor <> coalesce(gone_back.refunded, 0)
        or paid.disputed_minor <> coalesce(gone_back.disputed, 0))
    union all
    select 'I4 a payment that succeeded, and no other, is in the ledger once, with its amount', paid.id::text
    from payment paid
    where paid.account_id = any(${accountIds}::uuid[])
      and (select coalesce(sum(posting.amount_minor), 0) from ledger_entry entry
          join ledger_posting posting on posting.account_id = entry.account_id and posting.entry_id = entry.id
        where entry.account_id = paid.account_id and entry.cause_id = paid.id and entry.kind in ('Repayment', 'Surcharge')
          and posting.book in ('Family', 'SurchargeIncome'))
        <> case when paid.status in ('Succeeded', 'Refunded', 'Disputed') then paid.amount_minor + paid.surcharge_minor
          else 0 end
    union all
    select 'I6 a request id has one payment', client_request_id
    from payment where account_id = any(${accountIds}::uuid[]) and client_request_id is not null
    group by account_id, request_scope, client_request_id having count(*) > 1
    union all
    select 'I7 what is held for withdrawals is what was requested', account_id::text
    from (
      select account_id, sum(amount_minor) as held from ledger_posting
      where account_id = any(${accountIds}::uuid[]) and book = 'WithdrawalHold' group by account_id
    ) hold
    where held < 0 or held <> (select coalesce(sum(amount_minor), 0) from withdrawal_request request
      where request.account_id = hold.account_id and status in ('Unconfirmed', 'Pending', 'Approved'))
    union all
    select 'I10 no more goes back than came', id::text
    from payment where account_id = any(${accountIds}::uuid[])
      and refunded_minor + disputed_minor > amount_minor + surcharge_minor`)
}

/**
 * What is spoken for stays in the balance until it is passed on, whatever families withdraw and staff refund. Said here
 * in words of its own, apart from the rule by which free credit is calculated.
 */
export async function violationsOfCredit(db: Db, accountIds: readonly string[]) {
  return db.many<Violation>(sql`
    with taken_from as (
      select account.id, account.product_type from account
      where account.id = any(${accountIds}::uuid[])
        and (exists (select from withdrawal_request where withdrawal_request.account_id = account.id
            and withdrawal_request.status not in ('Declined', 'Cancelled'))
          or exists (select from refund_order where refund_order.account_id = account.id
            and refund_order.status in ('Accepted', 'Done')))
    ), figures as (
      select taken_from.id,
        coalesce((select balance_minor from family_balance where family_balance.account_id = taken_from.id), 0) as balance,
        -- What it owes besides: fees, an earlier debt, and what went back after the school had got it.
        coalesce((
          select sum(case when charge.payee_id is null then charge.amount_minor - charge.settled_minor - charge.waived_minor
            else greatest(0, charge.debt_minor - charge.settled_minor)
              + greatest(0, charge.passed_on_minor - greatest(0, charge.settled_minor - charge.debt_minor)) end)
          from charge where charge.account_id = taken_from.id), 0) as owes,
        coalesce((select sum(due_minor) from ${coversToPassOn(sql`cover.account_id = taken_from.id`)} due), 0)
          as of_payments,
        coalesce((
          select sum(greatest(least(0 - balance_at_start_minor, total_minor - balance_at_start_minor), 0))
          from plan_with_credit where plan_with_credit.account_id = taken_from.id), 0) as of_plans,
        coalesce((select sum(amount_minor) from credit_override where credit_override.account_id = taken_from.id), 0)
          as overridden
      from taken_from
    )
    select 'I11 nobody takes out what is spoken for' as invariant, id::text as subject
    from figures where balance + owes + overridden < of_payments + of_plans`)
}

/** Rows that a job could not process are left out: they wait for the next try or for staff, and are counted there. */
const isNotFailed = sql`id::text <> all (array(select item from parked_item))`

/** The invariants over all accounts together. */
export async function violationsOverall(db: Db, now: Date): Promise<Violation[]> {
  const late = new Date(now.getTime() - 5 * 60_000)
  return db.many<Violation>(sql`
    select 'I1 the books of a currency add up to nothing' as invariant, currency as subject
    from ledger_posting group by currency having sum(amount_minor) <> 0
    union all
    select 'I6 a payment of the provider belongs to one of ours', provider_payment_id
    from payment where provider_payment_id is not null group by provider_payment_id having count(*) > 1
    union all
    select 'I7 a deposit is in the ledger once', bank_reference
    from deposit left join ledger_entry entry on entry.id = deposit.entry_id
    where entry.id is null
    union all
    select 'I7 an entry tells of one deposit', entry_id::text
    from deposit group by entry_id having count(*) > 1
    union all
    select 'I7 a deposit that has its family is one payment of its amount', deposit.bank_reference
    from deposit left join payment on payment.account_id = deposit.account_id and payment.id = deposit.payment_id
    where deposit.account_id is not null and (payment.id is null or payment.kind <> 'Deposit'
      or payment.amount_minor <> deposit.amount_minor
      or exists (select from deposit other where other.account_id = deposit.account_id
        and other.payment_id = deposit.payment_id and other.entry_id <> deposit.entry_id))
    union all
    select 'I7 suspense holds what has no family yet', held.amount || ' for ' || waiting.amount
    from (select coalesce(sum(amount_minor), 0) as amount from ledger_posting
        where account_id = '00000000-0000-0000-0000-000000000000' and book = 'Suspense') held,
      (select coalesce(sum(amount_minor), 0) as amount from deposit where account_id is null) waiting
    where held.amount <> waiting.amount
    union all
    select 'I9 no message waits for more than five minutes', id::text
    from outbox_message where status = 'Waiting' and coalesce(not_before, created_at) < ${late}
      and ${isNotFailed}
    union all
    select 'I9 no payment waits beyond its time', id::text
    from payment where next_look_at < ${late} and ${isNotFailed}`)
}

/** The invariants within each of these remittances. */
export async function violationsOfRemittances(db: Db, ids: readonly string[]) {
  return db.many<Violation>(sql`
    select 'I13 a remittance is the sum of its lines' as invariant, remittance.id::text as subject
    from remittance left join lateral (
      select sum(line.amount_minor) as amount, count(*) as count from remittance_line line
      where line.remittance_id = remittance.first_id
    ) lines on true
    where remittance.id = any(${ids}::uuid[])
      and (remittance.amount_minor, remittance.payment_count) is distinct from (lines.amount, lines.count)
    union all
    select 'I13 a remittance has left the books once it was sent, and is back in them once it was returned',
      remittance.id::text
    from remittance left join lateral (
      select sum(posting.amount_minor) filter (where entry.kind = 'PaymentToSchool') as sent,
        sum(posting.amount_minor) filter (where entry.kind = 'Reversal') as returned
      from ledger_entry entry join ledger_posting posting on posting.account_id = entry.account_id
        and posting.entry_id = entry.id and posting.book = 'Bank' and posting.currency = remittance.currency
      where entry.account_id = '00000000-0000-0000-0000-000000000000' and entry.cause_id = remittance.id
        and entry.institution_id = remittance.institution_id
    ) booked on true
    where remittance.id = any(${ids}::uuid[])
      and (booked.sent is distinct from case when sent_at is not null then amount_minor end
        or booked.returned is distinct from case when returned_at is not null then 0 - amount_minor end)`)
}

/** What each school is owed, and has been paid: summed over remittances, of which there is one for a school and a day. */
export async function violationsOfSchools(db: Db): Promise<Violation[]> {
  return db.many<Violation>(sql`
    with remitted as (
      select institution_id, currency, sum(amount_minor) filter (where first_id = id) as settled,
        coalesce(sum(amount_minor) filter (where state = 'Due'), 0) as due,
        coalesce(sum(amount_minor) filter (where state = 'Released'), 0) as released,
        coalesce(sum(amount_minor) filter (where state = 'Sent'), 0) as sent,
        coalesce(sum(amount_minor) filter (where state = 'Paid'), 0) as paid
      from remittance group by institution_id, currency
    ), booked as (
      select entry.institution_id, posting.currency, 0 - sum(posting.amount_minor) as amount
      from ledger_entry entry join ledger_posting posting on posting.account_id = entry.account_id
        and posting.entry_id = entry.id and posting.book = 'School'
      where entry.account_id = '00000000-0000-0000-0000-000000000000' and entry.institution_id is not null
      group by entry.institution_id, posting.currency
    )
    select 'I13 what is due, released, sent and paid to a school is what was settled for it' as invariant,
      concat(institution.name, ', ', currency, ' in minor units: settled ', settled, ', due ', due, ', released ',
        released, ', sent ', sent, ', paid ', paid, ', gone in the books ', coalesce(booked.amount, 0)) as subject
    from remitted full join booked using (institution_id, currency) join institution on institution.id = institution_id
    where settled is distinct from due + released + sent + paid or coalesce(booked.amount, 0) is distinct from sent + paid`)
}

export async function listRemittanceIds(db: Db, after: string, limit: number) {
  return db.values<string>(sql`
    select id from remittance where id > ${after}::uuid order by id limit ${limit}`)
}

export async function listAccountIds(db: Db, after: string, limit: number) {
  return db.values<string>(sql`
    select account_id as id from (
      select id as account_id from account where id > ${after}::uuid order by id limit ${limit}
    ) known order by 1`)
}

/** The entries after one number, up to another. */
export type SealedRange = { after: number; lastSeq: number }
export type Seal = SealedRange & { digest: string }

/**
 * The seals that a check is to compare: those that were added last, and one in `parts` of the others, another one each
 * day. All of them if there is one part.
 */
export async function listSealsToCheck(db: Db, { parts, day }: { parts: number; day: number }) {
  return db.many<Seal>(sql`
    select after, last_seq as "lastSeq", digest
    from (
      select coalesce(lag(last_seq) over in_order, 0) as after, last_seq, digest,
        row_number() over in_order as number, sealed_at = max(sealed_at) over () as is_new
      from ledger_seal window in_order as (order by last_seq)
    ) seal
    where is_new or number % ${parts}::bigint = ${day % parts}::bigint
    order by last_seq`)
}

/** Blocks other sealing runs, but not the writers of entries. Returns the number of the last sealed entry. */
export async function lockSeals(tx: Transaction): Promise<number> {
  await tx.run(sql`lock table ledger_seal in share row exclusive mode`)
  return tx.value<number>(sql`select coalesce(max(last_seq), 0) from ledger_seal`)
}

/**
 * Returns the highest number below which no entry can still appear: numbers are drawn before their statement commits.
 */
export async function readSealableSeq(db: Db, createdBefore: Date): Promise<number> {
  const row = await db.first<{ seq: number | null }>(sql`
    select max(seq) as seq from ledger_entry where created_at < ${createdBefore}`)
  return row?.seq ?? 0
}

/** A sum over the hashes of the entries and postings of a range, independent of their order. */
export async function readDigest(db: Db, { after, lastSeq }: SealedRange) {
  return db.value<string>(sql`
    select coalesce(sum(hashtextextended(concat_ws('|', entry.seq, entry.account_id, entry.id, entry.kind,
      entry.description, entry.institution_id, entry.posted_on, entry.cause_id, posting.line, posting.book,
      posting.currency, posting.amount_minor), 0)::numeric), 0)::text as digest
    from ledger_entry entry join ledger_posting posting
      on posting.account_id = entry.account_id and posting.entry_id = entry.id
    where entry.seq > ${after} and entry.seq <= ${lastSeq}`)
}

export async function insertCheck(db: Db, check: { at: Date; violations: number }): Promise<void> {
  await db.run(sql`
    insert into ledger_check (checked_at, violations) values (${check.at}, ${check.violations})
    on conflict (checked_at) do update set violations = excluded.violations`)
}

export async function insertSeal(db: Db, seal: { lastSeq: number; digest: string; at: Date }): Promise<void> {
  await db.run(sql`
    insert into ledger_seal (last_seq, digest, sealed_at) values (${seal.lastSeq}, ${seal.digest}, ${seal.at})`)
}
