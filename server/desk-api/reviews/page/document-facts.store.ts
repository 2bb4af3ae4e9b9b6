import type { IdentityDocumentType } from '#domain/identity.ts'
import type { Db } from '../../../platform/database/open.ts'
import { sql } from '../../../platform/database/sql.ts'

type Subject = { accountId: string; subjectId: string }

/** Finds the copy. Old checks name no person; then it is the account's first customer. */
export async function findCopy(db: Db, { accountId, subjectId }: Subject) {
  return db.first<{ documentType: IdentityDocumentType; personName: string }>(sql`
    select made.document_type as "documentType", customer.first_name || ' ' || customer.last_name as "personName"
    from identity_check made join customer on customer.id = coalesce(made.asked_by, (
      select member.id from account_member join customer member on member.id = account_member.customer_id
      where account_member.account_id = made.account_id order by member.created_at, member.id limit 1))
    where made.account_id = ${accountId} and made.id = ${subjectId}`)
}

export async function findInvoice(db: Db, { accountId, subjectId }: Subject) {
  return db.first<{ name: string; sameCount: number }>(sql`
    select invoice.name, (
      select count(*)::int from invoice other
        join stored_file theirs on theirs.account_id = other.account_id and theirs.id = other.file_id
        join stored_file own on own.account_id = invoice.account_id and own.id = invoice.file_id
      where other.account_id = invoice.account_id and other.id <> invoice.id and other.status = 'Accepted'
        and theirs.sha256 = own.sha256) as "sameCount"
    from invoice where invoice.account_id = ${accountId} and invoice.id = ${subjectId}`)
}
