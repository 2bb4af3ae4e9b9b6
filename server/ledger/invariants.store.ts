import type { Db } from '../database/open.ts'
import { sql } from '../database/sql.ts'

/** Something that must never be, and where it was found. */
export type Violation = { invariant: string; subject: string }

/** What must hold within each of these accounts, looked at in one statement. */
export async function violationsOfAccounts(db: Db, accountIds: readonly string[]): Promise<Violation[]> {
  return db.many<Violation>(sql`
    with entry as (
      select * from ledger_entry where account_id = any(${accountIds}::uuid[])
    ), posting as (
      select * from ledger_posting where account_id = any(${accountIds}::uuid[])
    ), paid as (
      select * from payment where account_id = any(${accountIds}::uuid[])
    ), family_effect as (
      -- What each payment has given the family's book by now, all told.
      select paid.account_id, paid.id, coalesce(sum(posting.amount_minor), 0)::bigint as amount
      from paid
        join entry on entry.account_id = paid.account_id and (entry.cause_id = paid.id
          or entry.cause_id in (select id from refund where refund.account_id = paid.account_id and payment_id = paid.id)
          or entry.cause_id in (select id from dispute where dispute.account_id = paid.account_id and payment_id = paid.id))
        join posting on posting.account_id = entry.account_id and posting.entry_id = entry.id
      where posting.book = 'Family' and entry.kind <> 'PaymentToSchool'
      group by paid.account_id, paid.id
    )
    select 'I1 the books of a currency add up to nothing' as invariant, currency as subject
    from posting group by currency having sum(amount_minor) <> 0
    union all
    select 'I2 an entry balances and has at least two postings', entry.id::text
    from entry left join posting on posting.account_id = entry.account_id and posting.entry_id = entry.id
    group by entry.account_id, entry.id, posting.currency
    having count(posting.line) < 2 or sum(posting.amount_minor) <> 0
    union all
    select 'I3 a request is paid by what its payments brought', request.id
    from payment_request request
      left join paid on paid.account_id = request.account_id and paid.payment_request_id = request.id
      left join family_effect effect on effect.account_id = paid.account_id and effect.id = paid.id
    where request.account_id = any(${accountIds}::uuid[])
    group by request.account_id, request.id
    having coalesce(sum(effect.amount), 0) <> request.amount_paid_minor
      or coalesce(sum(paid.amount_minor) filter (where paid.status = 'Processing'), 0) <> request.amount_pending_minor
    union all
    select 'I3 a payment knows what went back of it', paid.id::text
    from paid
    where refunded_minor <> (select coalesce(sum(amount_minor), 0) from refund
        where refund.account_id = paid.account_id and payment_id = paid.id and status = 'Succeeded')
      or disputed_minor <> (select coalesce(sum(amount_minor), 0) from dispute
        where dispute.account_id = paid.account_id and payment_id = paid.id and status in ('Open', 'Lost'))
    union all
    select 'I4 a payment that succeeded, and no other, is in the ledger once', paid.id::text
    from paid left join entry on entry.account_id = paid.account_id and entry.cause_id = paid.id
      and entry.kind = 'Repayment'
    group by paid.account_id, paid.id, paid.status
    having count(entry.id) <> case when paid.status in ('Succeeded', 'Refunded', 'Disputed') then 1 else 0 end
    union all
    select 'I4 the ledger has the amount and the surcharge of a payment', paid.id::text
    from paid
      join entry on entry.account_id = paid.account_id and entry.cause_id = paid.id
        and entry.kind in ('Repayment', 'Surcharge')
      join posting on posting.account_id = entry.account_id and posting.entry_id = entry.id
        and posting.book in ('Family', 'SurchargeIncome')
    group by paid.account_id, paid.id, paid.amount_minor, paid.surcharge_minor
    having sum(posting.amount_minor) <> paid.amount_minor + paid.surcharge_minor
    union all
    select 'I6 a request id has one payment', client_request_id
    from paid where client_request_id is not null group by account_id, client_request_id having count(*) > 1
    union all
    select 'I7 what is held for withdrawals is what was asked for', account_id::text
    from (
      select account_id, sum(amount_minor) as held from posting where book = 'WithdrawalHold' group by account_id
    ) hold
    where held < 0 or held <> (select coalesce(sum(amount_minor), 0) from withdrawal_request request
      where request.account_id = hold.account_id and status in ('Pending', 'Approved'))
    union all
    select 'I10 no more goes back than came', id::text
    from paid where refunded_minor + disputed_minor > amount_minor + surcharge_minor`)
}

/** What must hold over all accounts together. */
export async function violationsOfHouse(db: Db, now: Date): Promise<Violation[]> {
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
    select 'I9 no message waits for more than five minutes', id::text
    from outbox_message where status = 'Waiting' and created_at < ${late}
    union all
    select 'I9 no payment waits beyond its time', id::text
    from payment where next_look_at < ${late}`)
}

export async function listAccountIds(db: Db, after: string, limit: number): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select account_id as id from (
      select id as account_id from account where id > ${after}::uuid order by id limit ${limit}
    ) known order by 1`)
  return rows.map(({ id }) => id)
}

/** Payments that the provider took part in, with the charge that each must have. */
export type PaymentToMatch = {
  id: string
  providerPaymentId: string | null
  total: number
  currency: string
  hasSucceeded: boolean
}

export async function listPaymentsToMatch(db: Db): Promise<PaymentToMatch[]> {
  return db.many<PaymentToMatch>(sql`
    select payment.id, provider_payment_id as "providerPaymentId", amount_minor + surcharge_minor as total, currency,
      status in ('Succeeded', 'Refunded', 'Disputed') as "hasSucceeded"
    from payment where provider_key is not null`)
}

export type Seal = { lastSeq: number; digest: string }

export async function listSeals(db: Db): Promise<Seal[]> {
  return db.many<Seal>(sql`select last_seq as "lastSeq", digest from ledger_seal order by last_seq`)
}

/** Up to where all entries are surely there: numbers are drawn before their statement commits. */
export async function readSealableSeq(db: Db, createdBefore: Date): Promise<number> {
  const row = await db.first<{ seq: number | null }>(sql`
    select max(seq) as seq from ledger_entry where created_at < ${createdBefore}`)
  return row?.seq ?? 0
}

/** A sum over the hashes of all entries and postings up to a point; the order in which they lie does not matter. */
export async function readDigest(db: Db, lastSeq: number): Promise<string> {
  const row = await db.first<{ digest: string }>(sql`
    select coalesce(sum(hashtextextended(concat_ws('|', entry.seq, entry.account_id, entry.id, entry.kind,
      entry.description, entry.institution_id, entry.posted_on, entry.cause_id, posting.line, posting.book,
      posting.currency, posting.amount_minor), 0)::numeric), 0)::text as digest
    from ledger_entry entry join ledger_posting posting
      on posting.account_id = entry.account_id and posting.entry_id = entry.id
    where entry.seq <= ${lastSeq}`)
  return row?.digest ?? '0'
}

export async function insertSeal(db: Db, seal: Seal & { at: Date }): Promise<void> {
  await db.run(sql`
    insert into ledger_seal (last_seq, digest, sealed_at) values (${seal.lastSeq}, ${seal.digest}, ${seal.at})
    on conflict do nothing`)
}
