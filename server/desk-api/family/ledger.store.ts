import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { filterOfKind, type LedgerFilter } from '#domain/family-ledger.ts'
import type { Book, EntryKind } from '#domain/ledger.ts'
import type { Cents } from '#domain/money.ts'
import type { Region } from '#domain/region.ts'
import type { RemittanceState } from '#domain/remittances.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'

export type LedgerEntryRow = {
  id: string
  date: CalendarDate
  at: string
  seq: number
  kind: EntryKind
  description: string | null
  amount: Cents
  balance: Cents
  school: string | null
  payment: {
    kind: string
    attempt: number
    surcharge: Cents
    methodName: string | null
    offlineManner: string | null
    paidOn: CalendarDate | null
    startedBy: string | null
    /** The payment's number within its plan, and the number of payments. */
    number: number | null
    count: number | null
  } | null
  remittance: { on: CalendarDate; others: number; state: RemittanceState; paidOn: CalendarDate | null } | null
  bankAccount: string | null
}

export type LedgerPosition = { date: string; at: string; seq: number }

type LedgerQuery = { filter: LedgerFilter; year: number; after: LedgerPosition | null; limit: number }

const kindsOf = (filter: LedgerFilter) =>
  Object.entries(filterOfKind).flatMap(([kind, itsFilter]) => (itsFilter === filter ? [kind] : []))

/** The condition for the entries of a filter, for a statement with a row `entry`. */
function isWanted({ filter, year }: Pick<LedgerQuery, 'filter' | 'year'>): Statement {
  const [from, to] = [`${year}-01-01`, `${year}-12-31`]
  if (filter === 'All') return sql`entry.posted_on <= ${to}::date`
  if (filter === 'Earlier') return sql`entry.posted_on < ${from}::date`
  return sql`entry.posted_on between ${from}::date and ${to}::date and entry.kind = any(${kindsOf(filter)}::text[])`
}

/** Every entry of the family's balance, each with the balance after it. */
const withBalance = (accountId: string) => sql`
  select family_transaction.*,
    (sum(amount_minor) over (order by posted_on, created_at, seq))::bigint as balance_minor
  from family_transaction where account_id = ${accountId}`

/** "Payment 21 of 24", as numbers, for a statement with a row `payment`. */
export const numberOfPayment = sql`(
  select json_build_object('number', count(*) filter (
      where (part.due_on, part.seq) <= (own.due_on, own.seq)), 'count', count(*), 'isExtra', own.is_extra, 'tries', own.tries)
  from instalment own join instalment part on part.account_id = own.account_id and part.plan_id = own.plan_id
    and part.status <> 'Cancelled' and not part.is_extra
  where own.account_id = payment.account_id and own.plan_id = payment.plan_id and own.seq = payment.instalment_seq
  group by own.due_on, own.seq, own.is_extra, own.tries)`

export async function listLedgerRows(db: Db, accountId: string, query: LedgerQuery) {
  const { after, limit } = query
  return db.many<LedgerEntryRow>(sql`
    with entry as materialized (${withBalance(accountId)}), page as materialized (
      select * from entry
      where ${isWanted(query)} and (${after?.date ?? null}::date is null
        or (entry.posted_on, entry.created_at, entry.seq)
          < (${after?.date ?? null}::date, ${after?.at ?? null}::timestamptz, ${after?.seq ?? null}::bigint))
      order by posted_on desc, created_at desc, seq desc limit ${limit}
    )
    select page.id, page.posted_on as date,
      to_char(page.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, page.seq, page.kind,
      page.description, page.amount_minor as amount, page.balance_minor as balance, school.name as school,
      case when payment.id is not null then json_build_object('kind', payment.kind, 'attempt', payment.attempt,
        'surcharge', payment.surcharge_minor, 'paidOn', payment.paid_on, 'offlineManner', payment.offline_manner,
        'methodName', coalesce(source.display_name, payment.method_name),
        'number', ${numberOfPayment}->'number', 'count', ${numberOfPayment}->'count',
        'startedBy', case when payment.kind = 'Early' then (
          select customer.first_name from audit_event event join customer on customer.id = event.actor_id
          where event.subject_id = payment.account_id and event.at = payment.created_at
            and event.action = 'PaymentStarted' and event.details ->> 'paymentId' = payment.id::text limit 1) end) end
        as payment,
      (select json_build_object('on', remittance.remitted_on, 'others', remittance.payment_count - 1,
          'state', remittance.state, 'paidOn', remittance.paid_on)
        from remittance_line line join remittance on remittance.first_id = line.remittance_id
          and remittance.returned_at is null
        where line.account_id = page.account_id and line.entry_id = page.id) as remittance,
      (select bank.display_name from withdrawal_request request join payout_bank_account bank
          on bank.account_id = request.account_id and bank.id = request.bank_account_id
        where request.account_id = page.account_id and request.id = page.cause_id) as "bankAccount"
    from page
      left join institution school on school.id = page.institution_id
      left join refund on refund.account_id = page.account_id and refund.id = page.cause_id
      left join dispute on dispute.account_id = page.account_id and dispute.id = page.cause_id
      left join payment on payment.account_id = page.account_id
        and payment.id = coalesce(refund.payment_id, dispute.payment_id, page.cause_id)
      left join repayment_source source on source.account_id = payment.account_id and source.id = payment.source_id
    order by page.posted_on desc, page.created_at desc, page.seq desc`)
}

export type LedgerYear = { year: number; kind: EntryKind; count: number; amount: Cents }

/** The number and sum of entries by kind and year. */
export async function sumLedger(db: Db, accountId: string): Promise<LedgerYear[]> {
  return db.many<LedgerYear>(sql`
    select extract(year from posted_on)::int as year, kind, count(*) as count, sum(amount_minor)::bigint as amount
    from family_transaction where account_id = ${accountId}
    group by 1, 2 order by 1 desc, 2`)
}

export type BookedRow = {
  id: string
  date: CalendarDate
  description: string | null
  postings: { book: Book; amount: Cents }[]
}

/**
 * An entry and those that belong to it: booked for the same cause, such as a surcharge; because of it, such as the
 * payout of a withdrawal; or the one that it responds to.
 */
export async function listBooked(db: Db, { accountId, entryId }: { accountId: string; entryId: string }) {
  return db.many<BookedRow>(sql`
    select other.id, other.posted_on as date, other.description, (
      select json_agg(json_build_object('book', posting.book, 'amount', posting.amount_minor) order by posting.line)
      from ledger_posting posting
      where posting.account_id = other.account_id and posting.entry_id = other.id) as postings
    from ledger_entry entry join ledger_entry other on other.account_id = entry.account_id
      and (other.id in (entry.id, entry.cause_id) or other.cause_id in (entry.id, entry.cause_id))
    where entry.account_id = ${accountId} and entry.id = ${entryId}
    order by other.id = entry.id desc, other.posted_on, other.created_at, other.seq`)
}

export async function findEntryMoment(
  db: Db,
  { accountId, entryId }: { accountId: string; entryId: string },
) {
  return db.first<{ at: Date; region: Region }>(sql`
    select entry.created_at as at, account.region
    from ledger_entry entry join account on account.id = entry.account_id
    where entry.account_id = ${accountId} and entry.id = ${entryId}`)
}
