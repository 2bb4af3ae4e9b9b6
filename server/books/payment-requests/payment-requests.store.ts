import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Cover } from '#domain/charges.ts'
import type { Cents } from '#domain/money.ts'
import type { AmountChangeReason, PaymentRequestStatus } from '#domain/pay-now.ts'
import type { PaymentStatus } from '#domain/payments.ts'
import type { Region } from '#domain/region.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import { isFree, type Turn } from '../../platform/jobs/parked-items.reads.ts'
import type { Encrypted } from '../../platform/encryption/encryption.ts'
import type { RowKey } from '../../platform/database/row-key.ts'

/** The data from which a request is created, and the recipients of its letter. */
export type RequestSubject = {
  accountId: string
  shortId: string
  region: Region
  institutionId: string
  schoolName: string
  isClosed: boolean
  members: { customerId: string; email: string; firstName: string }[]
}

/** Subjects in the order of the keys; null where the account does not exist or does not have that school. */
export async function findRequestSubjects(
  db: Db,
  wanted: readonly { accountId: string; institutionId: string | null }[],
): Promise<(RequestSubject | null)[]> {
  const rows = await db.many<RequestSubject & { ordinal: number }>(sql`
    select wanted.ordinal::int as ordinal, account.id as "accountId", account.short_id as "shortId", account.region,
      school.id as "institutionId", school.name as "schoolName", account.closed_at is not null as "isClosed",
      (select coalesce(json_agg(json_build_object('customerId', customer.id, 'email', customer.email,
          'firstName', customer.first_name) order by customer.created_at, customer.id), '[]')
        from account_member join customer on customer.id = account_member.customer_id
        where account_member.account_id = account.id and customer.status = 'Active') as members
    from unnest(${wanted.map(({ accountId }) => accountId)}::uuid[],
        ${wanted.map(({ institutionId }) => institutionId)}::uuid[])
        with ordinality as wanted (account_id, institution_id, ordinal)
      join account on account.id = wanted.account_id
      join institution school on school.id = coalesce(wanted.institution_id, account.institution_id)
    where school.id = account.institution_id or exists (
      select from enrolment where enrolment.account_id = account.id and enrolment.institution_id = school.id)`)
  const subjects = new Map(rows.map(({ ordinal, ...subject }) => [ordinal, subject]))
  return wanted.map((_, index) => subjects.get(index + 1) ?? null)
}

/** So that none of them is closed before its request is there. */
export async function lockAccounts(tx: Transaction, accountIds: readonly string[]): Promise<void> {
  await tx.run(sql`select 1 from account where id = any(${accountIds}::uuid[]) order by id for no key update`)
}

export type NewRequest = Pick<
  LockedRequest,
  'accountId' | 'id' | 'institutionId' | 'periodName' | 'amountDue' | 'dueOn' | 'expiresAt'
> & {
  link: { hash: Buffer; sealed: Encrypted }
  showsBreakdown: boolean
  invoiceId: string | null
  isArrears: boolean
  createdAt: Date
}

export async function insertRequests(tx: Transaction, requests: readonly NewRequest[]): Promise<void> {
  const rows = requests.map(({ link: { hash, sealed }, ...request }) => ({
    ...request,
    linkHash: hash.toString('base64'),
    linkSealed: sealed.bytes.toString('base64'),
    linkKeyId: sealed.keyId,
  }))
  await tx.run(sql`
    insert into payment_request (account_id, id, link_hash, link_sealed, link_key_id, institution_id, period_name,
      due_on, expires_at, shows_breakdown, invoice_id, is_arrears, created_at)
    select "accountId", id, decode("linkHash", 'base64'), decode("linkSealed", 'base64'), "linkKeyId",
      "institutionId", "periodName", "dueOn", "expiresAt",
      "showsBreakdown", "invoiceId", "isArrears", "createdAt"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as request ("accountId" uuid, id text,
      "linkHash" text, "linkSealed" text, "linkKeyId" text,
      "institutionId" uuid, "periodName" text, "dueOn" date,
      "expiresAt" timestamptz, "showsBreakdown" boolean, "invoiceId" uuid, "isArrears" boolean, "createdAt" timestamptz)`)
  await tx.run(sql`
    insert into charge (account_id, kind, payee_id, amount_minor, due_on, payment_request_id, created_at)
    select "accountId", 'Request', "institutionId", "amountDue", "dueOn", id, "createdAt"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as request ("accountId" uuid, id text,
      "institutionId" uuid, "amountDue" bigint, "dueOn" date, "isArrears" boolean, "createdAt" timestamptz)
    where not "isArrears"`)
}

export type LockedRequest = {
  accountId: string
  id: string
  status: PaymentRequestStatus
  region: Region
  institutionId: string
  periodName: string | null
  amountDue: Cents
  amountPaid: Cents
  amountPending: Cents
  dueOn: CalendarDate
  expiresAt: Date
  isBeingPaid: boolean
}

/** Locks the account and the request, so that no payment of it can begin until the transaction ends. */
export async function lockRequest(tx: Transaction, id: string): Promise<LockedRequest | undefined> {
  await tx.run(sql`
    select 1 from account where id = (select account_id from payment_request where id = ${id}) for no key update`)
  await tx.run(sql`select 1 from payment_request where id = ${id} for update`)
  return tx.first<LockedRequest>(sql`
    select request.account_id as "accountId", request.id, request.status, account.region,
      request.institution_id as "institutionId", request.period_name as "periodName",
      request.amount_due_minor as "amountDue", request.amount_paid_minor as "amountPaid",
      request.amount_pending_minor as "amountPending", request.due_on as "dueOn",
      request.expires_at as "expiresAt", request.amount_pending_minor > 0 as "isBeingPaid"
    from payment_request request join account on account.id = request.account_id
    where request.id = ${id}`)
}

/** Cancels a request. Returns what is open of its own charge; what is overdue in plans stays owing. */
export async function cancelRequest(tx: Transaction, { accountId, id }: RowKey): Promise<Cover[]> {
  await tx.run(sql`
    update payment_request set status = 'Cancelled'
    where account_id = ${accountId} and id = ${id} and is_open`)
  return tx.many<Cover>(sql`
    select id as "chargeId", open_minor as amount from charge
    where account_id = ${accountId} and payment_request_id = ${id} and kind = 'Request' and open_minor > 0`)
}

/** The open requests of a school that a payment had paid without having been made for them, and pays no more. */
export async function listAskedAgain(
  tx: Db,
  { accountId, id }: RowKey,
  { causeIds, now }: { causeIds: readonly string[]; now: Date },
) {
  return tx.many<
    RowKey & { institutionId: string; left: Cents; dueOn: CalendarDate; periodName: string | null }
  >(sql`
    select request.account_id as "accountId", request.id, request.institution_id as "institutionId",
      request.open_minor as left,
      request.due_on as "dueOn", request.period_name as "periodName"
    from payment_request request
    where request.account_id = ${accountId} and not request.is_arrears
      and request.is_open and request.expires_at > ${now}
      and exists (
        select from returned_cover returned
          join charge on charge.account_id = returned.account_id and charge.id = returned.charge_id
          join payment on payment.account_id = returned.account_id and payment.id = returned.payment_id
        where returned.account_id = request.account_id and returned.payment_id = ${id}
          and returned.cause_id = any(${causeIds}::uuid[]) and returned.outcome = 'AskAgain'
          and charge.payment_request_id = request.id
          and payment.payment_request_id is distinct from request.id)
    order by request.due_on, request.id`)
}

export type OpenSession = { id: string; region: Region; accountId: string }

/** The open wallet sessions of requests that are paid or have expired. */
export async function listSessionsOfClosed(db: Db, turn: Turn): Promise<OpenSession[]> {
  return db.many<OpenSession>(sql`
    select session.id, account.region, session.account_id as "accountId"
    from payment_request request
      join checkout_session session on session.payment_request_id = request.id and session.status = 'Open'
      join account on account.id = request.account_id
    where (request.status in ('Paid', 'Cancelled') or request.expires_at <= ${turn.now})
      and ${isFree(turn, sql`session.id`)}
    order by request.expires_at limit ${turn.limit}`)
}

/**
 * A subquery: expired requests, except those with a payment under way, which must still find its request open. No
 * payment can begin in between, because `pay` checks the same time.
 */
export const expiredRequests = (now: Date) => sql`
  select request.account_id as "accountId", request.id from payment_request request
  where request.is_open and request.expires_at <= ${now} and request.amount_pending_minor = 0
    and not exists (select from checkout_session session where session.payment_request_id = request.id
      and session.status = 'Open')`

export async function markExpired(tx: Db, requests: readonly RowKey[]): Promise<void> {
  await tx.run(sql`
    update payment_request set status = 'Expired'
    where account_id = any(${requests.map(({ accountId }) => accountId)}::uuid[])
      and id = any(${requests.map(({ id }) => id)}::text[])`)
}

/** The wallet sessions that the provider must have closed by now, paid or not. */
export async function listSessionsBefore(db: Db, turn: Turn): Promise<OpenSession[]> {
  return db.many<OpenSession>(sql`
    select session.id, account.region, session.account_id as "accountId"
    from checkout_session session join account on account.id = session.account_id
    where session.status = 'Open' and session.kind = 'Payment' and session.expires_at <= ${turn.now}
      and ${isFree(turn, sql`session.id`)}
    order by session.expires_at limit ${turn.limit}`)
}

export type ListedRequest = Omit<LockedRequest, 'institutionId' | 'isBeingPaid'> & {
  shortId: string
  customerName: string | null
  schoolName: string
  showsBreakdown: boolean
  createdAt: Date
}

export type RequestFilter = {
  schoolId: string | null
  after: string | null
  status: PaymentRequestStatus | null
  shortId: string | null
  id: string | null
  limit: number
}

/** The requests that match the filter, newest first. */
export async function listRequests(db: Db, wanted: RequestFilter) {
  return db.many<ListedRequest>(sql`
    select request.id, request.account_id as "accountId", account.short_id as "shortId", account.region,
      (select customer.first_name || ' ' || customer.last_name
        from account_member join customer on customer.id = account_member.customer_id
        where account_member.account_id = account.id order by customer.created_at, customer.id limit 1) as "customerName",
      school.name as "schoolName", request.period_name as "periodName", request.amount_due_minor as "amountDue",
      request.amount_paid_minor as "amountPaid", request.amount_pending_minor as "amountPending",
      request.due_on as "dueOn", request.expires_at as "expiresAt", request.status,
      request.shows_breakdown as "showsBreakdown", request.created_at as "createdAt"
    from payment_request request
      join account on account.id = request.account_id
      join institution school on school.id = request.institution_id
    where (${wanted.status}::text is null or request.status = ${wanted.status})
      and (${wanted.shortId}::text is null or account.short_id = ${wanted.shortId})
      and (${wanted.id}::text is null or request.id = ${wanted.id})
      and (${wanted.schoolId}::uuid is null or request.institution_id = ${wanted.schoolId})
      and (${wanted.after}::text is null or exists (
        select from payment_request last where last.id = ${wanted.after} and (request.created_at < last.created_at
          or (request.created_at = last.created_at and request.id > last.id))))
    order by request.created_at desc, request.id limit ${wanted.limit}`)
}

export type PaymentOfRequest = {
  id: string
  status: PaymentStatus
  amount: Cents
  surcharge: Cents
  paidOn: CalendarDate | null
  changeReason: AmountChangeReason | null
  changeDescription: string | null
  createdAt: Date
}

/** Every attempt to pay a request, with the reason for a different amount. */
export async function listPaymentsOfRequest(db: Db, { accountId, id }: RowKey) {
  return db.many<PaymentOfRequest>(sql`
    select id, status, amount_minor as amount, surcharge_minor as surcharge, paid_on as "paidOn",
      amount_change_reason as "changeReason", amount_change_description as "changeDescription",
      created_at as "createdAt"
    from payment where account_id = ${accountId} and payment_request_id = ${id} order by created_at, id`)
}
