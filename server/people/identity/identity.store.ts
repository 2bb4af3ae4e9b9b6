import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { IdentityDocumentType, IdentityManner, IdentityOutcome } from '#domain/identity.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Encrypted } from '../../platform/encryption/encryption.ts'
import type { CheckSummary, IdentityFacts } from './identity-step.ts'
import type { RowKey } from '../../platform/database/row-key.ts'

export async function findIdentityFacts(db: Db, accountId: string): Promise<IdentityFacts | undefined> {
  const account = await db.first<Omit<IdentityFacts, 'checks'>>(sql`
    select region, setup_status as "setupStatus",
      (select status from product_change where product_change.account_id = account.id) as "productChangeStatus",
      exists (select from review where review.account_id = account.id and kind = 'Identity'
        and review.status = 'Open') as "isInReview"
    from account where id = ${accountId}`)
  // The limit exceeds the number of checks that are possible in the two UTC days that overlap a local day.
  const checks = await db.many<CheckSummary>(sql`
    select manner, outcome, created_at as "createdAt" from identity_check where account_id = ${accountId}
    order by created_at desc, id limit 40`)
  return account && { ...account, checks }
}

/** Why staff rejected the newest copy, unless a check has passed since. */
export async function findRejection(
  db: Db,
  accountId: string,
): Promise<{ reason: string; decidedAt: Date } | undefined> {
  return db.first(sql`
    select reason, "decidedAt" from (
      select review.status, coalesce(review.words, review.reason) as reason, review.decided_at as "decidedAt"
      from identity_check checked join review on review.account_id = checked.account_id and review.kind = 'Identity'
        and review.subject_id = checked.id
      where checked.account_id = ${accountId} and checked.manner = 'Manual' and not exists (
        select from identity_check later
        where later.account_id = checked.account_id and later.outcome = 'Pass' and later.created_at > checked.created_at)
      order by checked.created_at desc, checked.id limit 1) newest
    where status = 'Declined' and reason is not null`)
}

export type NewCheck = RowKey & {
  documentType: IdentityDocumentType
  document: Encrypted
  manner: Extract<IdentityManner, 'Automatic' | 'Manual'>
  fileId: string | null
  requestedBy: string
  at: Date
}

export async function insertIdentityCheck(tx: Transaction, check: NewCheck): Promise<void> {
  await tx.run(sql`
    insert into identity_check (account_id, id, document_type, document, encryption_key_id, manner, file_id,
      asked_by, created_at)
    values (${check.accountId}, ${check.id}, ${check.documentType}, ${check.document.bytes},
      ${check.document.keyId}, ${check.manner}, ${check.fileId}, ${check.requestedBy}, ${check.at})`)
}

/** Replaces the document's encrypted numbers. */
export async function replaceDocument(
  tx: Transaction,
  { accountId, id }: RowKey,
  document: Encrypted,
): Promise<void> {
  await tx.run(sql`
    update identity_check set document = ${document.bytes}, encryption_key_id = ${document.keyId}
    where account_id = ${accountId} and id = ${id} and outcome is null`)
}

/** False if the check was decided meanwhile. */
export async function decideCheck(
  tx: Transaction,
  { accountId, id }: RowKey,
  decision: { outcome: IdentityOutcome; reference: string | null; failure: string | null; at: Date },
): Promise<boolean> {
  const count = await tx.run(sql`
    update identity_check set outcome = ${decision.outcome}, provider_reference = ${decision.reference},
      failure = ${decision.failure}, decided_at = ${decision.at}
    where account_id = ${accountId} and id = ${id} and outcome is null`)
  return count === 1
}

/** Fails checks whose process died before it stored the issuer's answer. */
export async function failLostChecks(
  tx: Transaction,
  accountId: string,
  { createdUntil, failure, at }: { createdUntil: Date; failure: string; at: Date },
): Promise<void> {
  await tx.run(sql`
    update identity_check set outcome = 'Fail', failure = ${failure}, decided_at = ${at}
    where account_id = ${accountId} and manner = 'Automatic' and outcome is null and created_at <= ${createdUntil}`)
}

/** Accepts a waiting copy and closes its review, because another check has passed. */
export async function acceptWaitingCopies(
  tx: Transaction,
  accountId: string,
  { reason, at }: { reason: string; at: Date },
): Promise<void> {
  await tx.run(sql`
    with closed as (
      update review set status = 'Approved', reason = ${reason}, decided_at = ${at}
      where account_id = ${accountId} and kind = 'Identity' and status = 'Open' returning account_id, subject_id
    )
    update identity_check checked set outcome = 'Pass', decided_at = ${at}
    from closed where checked.account_id = closed.account_id and checked.id = closed.subject_id and checked.outcome is null`)
}

/** Continues a product change that waits for the identity. */
export async function continueProductChange(tx: Transaction, accountId: string): Promise<void> {
  await tx.run(sql`
    update product_change set status = 'Processing' where account_id = ${accountId} and status = 'VerifyYourIdentity'`)
}

export type PersonToCheck = { firstName: string; lastName: string; birthDate: CalendarDate | null }

export async function findPersonToCheck(db: Db, customerId: string): Promise<PersonToCheck | undefined> {
  return db.first<PersonToCheck>(sql`
    select first_name as "firstName", last_name as "lastName", birth_date as "birthDate"
    from customer where id = ${customerId}`)
}

export type ReviewedCheck = {
  shortId: string
  customerName: string
  birthDate: CalendarDate | null
  currentAddress: string | null
  document: Buffer | null
  keyId: string | null
}

/** A check and the person it is about. Old checks do not name a person; then it is the account's first customer. */
export async function findReviewedCheck(db: Db, { accountId, id }: RowKey) {
  return db.first<ReviewedCheck>(sql`
    select account.short_id as "shortId", customer.first_name || ' ' || customer.last_name as "customerName",
      customer.birth_date as "birthDate",
      (select full_address from customer_address address
        where address.customer_id = customer.id and address.status = 'Current') as "currentAddress",
      checked.document, checked.encryption_key_id as "keyId"
    from identity_check checked
      join account on account.id = checked.account_id
      join customer on customer.id = coalesce(checked.asked_by, (
        select member.id from account_member join customer member on member.id = account_member.customer_id
        where account_member.account_id = checked.account_id order by member.created_at, member.id limit 1))
    where checked.account_id = ${accountId} and checked.id = ${id}`)
}

export type CheckOnRecord = CheckSummary & { reference: string | null; failure: string | null }

/** Every check, oldest first. The failure of a rejected copy is the reason staff gave. */
export async function listChecks(db: Db, accountId: string) {
  return db.many<CheckOnRecord>(sql`
    select manner, outcome, created_at as "createdAt", provider_reference as reference,
      coalesce(failure, (
        select review.reason from review
        where review.account_id = checked.account_id and review.kind = 'Identity' and review.subject_id = checked.id
          and review.status = 'Declined'
        order by review.decided_at desc limit 1)) as failure
    from identity_check checked where account_id = ${accountId} order by created_at, id`)
}
