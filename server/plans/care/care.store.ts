import type { CareAnswers } from '#contract/care.ts'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { CareStatus } from '#domain/care.ts'
import type { Cents } from '#domain/money.ts'
import type { Region } from '#domain/region.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'
import type { RowKey } from '../../platform/database/row-key.ts'

export type CareRow = {
  accountId: string
  id: string
  number: number
  status: CareStatus
  askedBy: string
  email: string
  sentAt: Date
  answerBy: CalendarDate
  lawfulBy: CalendarDate | null
  closedAt: Date | null
  /** The name of who of our people looked at it first. */
  seenBy: string | null
}

const requests = (condition: Statement) => sql`
  select request.account_id as "accountId", request.id, request.number, request.status, request.asked_by as "askedBy",
    customer.email, request.sent_at as "sentAt", request.answer_by as "answerBy", request.lawful_by as "lawfulBy",
    request.closed_at as "closedAt", staff.name as "seenBy"
  from care_request request
    join customer on customer.id = request.asked_by
    left join staff on staff.id = request.seen_by
  where ${condition}`

/** The last request that a parent has sent. */
export async function findLastRequest(
  db: Db,
  { accountId, askedBy }: { accountId: string; askedBy: string },
) {
  return db.first<CareRow>(sql`
    ${requests(sql`request.account_id = ${accountId} and request.asked_by = ${askedBy}`)}
    order by request.sent_at desc limit 1`)
}

/** The account's open request, no matter who sent it. */
export async function findOpenRequest(db: Db, accountId: string) {
  return db.first<CareRow>(requests(sql`request.account_id = ${accountId} and request.closed_at is null`))
}

export async function findRequest(db: Db, id: string) {
  return db.first<CareRow>(requests(sql`request.id = ${id}`))
}

export async function insertRequest(
  tx: Transaction,
  request: Pick<CareRow, 'accountId' | 'id' | 'askedBy' | 'sentAt' | 'answerBy' | 'lawfulBy'> & {
    holdId: string
    textVersion: number
  },
): Promise<{ number: number }> {
  const row = await tx.first<{ number: number }>(sql`
    insert into care_request (account_id, id, hold_id, asked_by, status, sent_at, answer_by, lawful_by, text_version)
    values (${request.accountId}, ${request.id}, ${request.holdId}, ${request.askedBy}, 'Open', ${request.sentAt},
      ${request.answerBy}, ${request.lawfulBy}, ${request.textVersion})
    returning number`)
  if (!row) throw new Error('A request was not written')
  return row
}

export async function moveRequest(
  tx: Transaction,
  { accountId, id }: RowKey,
  { status, at, answerBy }: { status: CareStatus; at: Date; answerBy?: CalendarDate },
): Promise<void> {
  const isClosed = status !== 'Open' && status !== 'Offered'
  await tx.run(sql`
    update care_request set status = ${status}, closed_at = ${isClosed ? at : null},
      answer_by = coalesce(${answerBy ?? null}::date, answer_by)
    where account_id = ${accountId} and id = ${id}`)
}

export async function recordSeen(db: Db, { accountId, id }: RowKey, staffId: string): Promise<void> {
  await db.run(sql`
    update care_request set seen_by = ${staffId}
    where account_id = ${accountId} and id = ${id} and seen_by is null and closed_at is null`)
}

export type WordsKind = 'Sent' | 'Added' | 'ChangeAsked' | 'Note' | 'Declined'
export type WordsRow = {
  kind: WordsKind
  answers: CareAnswers | null
  body: string | null
  offerId: string | null
  /** The name of who of us has said it. */
  by: string | null
  saidAt: Date
}

export async function insertWords(
  tx: Transaction,
  words: Omit<WordsRow, 'by'> & { accountId: string; id: string; requestId: string; staffId: string | null },
): Promise<void> {
  await tx.run(sql`
    insert into care_words (account_id, id, request_id, offer_id, kind, answers, body, staff_id, said_at)
    values (${words.accountId}, ${words.id}, ${words.requestId}, ${words.offerId}, ${words.kind},
      ${words.answers && JSON.stringify(words.answers)}, ${words.body}, ${words.staffId}, ${words.saidAt})`)
}

/** The messages of a request, in the order in which they were written. */
export async function listWords(db: Db, { accountId, id }: RowKey) {
  return db.many<WordsRow>(sql`
    select words.kind, words.answers, words.body, words.offer_id as "offerId", staff.name as by,
      words.said_at as "saidAt"
    from care_words words left join staff on staff.id = words.staff_id
    where words.account_id = ${accountId} and words.request_id = ${id} order by words.said_at, words.id`)
}

export type OfferRow = {
  id: string
  planId: string
  lowerCount: number
  lowerAmount: Cents
  laterCount: number
  madeAt: Date
}

export async function findOpenOffer(db: Db, { accountId, id }: RowKey) {
  return db.first<OfferRow>(sql`
    select id, plan_id as "planId", lower_count as "lowerCount", lower_minor as "lowerAmount",
      later_count as "laterCount", made_at as "madeAt"
    from care_offer where account_id = ${accountId} and request_id = ${id} and status = 'Open'`)
}

export async function insertOffer(
  tx: Transaction,
  { accountId, id }: RowKey,
  offer: OfferRow & { staffId: string },
): Promise<void> {
  await tx.run(sql`
    insert into care_offer (account_id, id, request_id, plan_id, lower_count, lower_minor, later_count, status, made_by,
      made_at)
    values (${accountId}, ${offer.id}, ${id}, ${offer.planId}, ${offer.lowerCount}, ${offer.lowerAmount},
      ${offer.laterCount}, 'Open', ${offer.staffId}, ${offer.madeAt})`)
}

export async function closeOffers(
  tx: Transaction,
  { accountId, id }: RowKey,
  status: 'ChangeAsked' | 'Replaced' | 'Closed',
): Promise<void> {
  await tx.run(sql`
    update care_offer set status = ${status}
    where account_id = ${accountId} and request_id = ${id} and status = 'Open'`)
}

export async function setHoldOf(tx: Transaction, { accountId, id }: RowKey, holdId: string): Promise<void> {
  await tx.run(sql`
    update care_request set hold_id = ${holdId} where account_id = ${accountId} and id = ${id}`)
}

export type AccountForCare = { region: Region; schoolName: string }

export async function findAccount(db: Db, accountId: string): Promise<AccountForCare | undefined> {
  return db.first<AccountForCare>(sql`
    select account.region, institution.name as "schoolName"
    from account join institution on institution.id = account.institution_id where account.id = ${accountId}`)
}

export async function isMember(
  db: Db,
  { accountId, customerId }: { accountId: string; customerId: string },
): Promise<boolean> {
  const found = await db.first(sql`
    select 1 from account_member where account_id = ${accountId} and customer_id = ${customerId}`)
  return found !== undefined
}

export type UnderWay = { date: CalendarDate; amount: Cents }

/** Debits that are with the bank and can no longer be stopped. */
export async function listUnderWay(db: Db, accountId: string): Promise<UnderWay[]> {
  return db.many<UnderWay>(sql`
    select coalesce(collected_on, collect_on) as date, reserved_minor as amount
    from instalment where account_id = ${accountId} and status = 'Collecting' order by 1, seq`)
}
