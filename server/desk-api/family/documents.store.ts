import type { Cents } from '#domain/money.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

export type DocumentRow = {
  kind: 'Statement' | 'Invoice' | 'DiscountLetter' | 'DirectDebit' | 'Identity'
  id: string
  /** The id of the stored file; null for a document that is drawn when it is opened. */
  fileId: string | null
  name: string
  /** Status of an invoice, outcome of an identity check, kind of a discount, name of a method. */
  about: string | null
  opening: Cents | null
  closing: Cents | null
  /** The person who uploaded it or agreed to it. */
  by: string | null
  decidedBy: string | null
  decidedAt: Date | null
  deletedAt: Date | null
  createdAt: Date
}

/** All documents of a family, newest first. With one statement a month, the list stays short. */
export async function listDocumentRows(db: Db, accountId: string) {
  return db.many<DocumentRow>(sql`
    select 'Statement' as kind, statement.id, statement.file_id as "fileId", statement.name, null as about,
      statement.opening_minor as opening, statement.closing_minor as closing, null as by, null as "decidedBy",
      null::timestamptz as "decidedAt", null::timestamptz as "deletedAt", statement.created_at as "createdAt"
    from statement where statement.account_id = ${accountId}
    union all
    select 'Invoice', invoice.id, invoice.file_id, invoice.name, invoice.status, null, null,
      case invoice.origin when 'School' then 'The school' else (
        select customer.first_name || ' ' || customer.last_name from audit_event event
          join customer on customer.id = event.actor_id
        where event.subject_id = invoice.account_id and event.at = invoice.created_at
          and event.action = 'InvoiceUploaded' limit 1) end,
      staff.name, review.decided_at, null, invoice.created_at
    from invoice
      left join lateral (
        select * from review where review.account_id = invoice.account_id and review.kind = 'Invoice'
          and review.subject_id = invoice.id and review.status <> 'Open' order by review.decided_at desc limit 1
      ) review on true
      left join staff on staff.id = review.decided_by
    where invoice.account_id = ${accountId}
    union all
    select 'DiscountLetter', letter.id, file.id, file.name, (
        select string_agg(distinct discount.type, ' ') from declared_discount discount
        where discount.account_id = letter.account_id and discount.letter_id = letter.id), null, null, null, null, null, null,
      letter.created_at
    from discount_letter letter
      join stored_file file on file.account_id = letter.account_id and file.id = letter.id
    where letter.account_id = ${accountId}
    union all
    select 'DirectDebit', source.id, null, 'Direct debit authorisation', source.display_name, null, null,
      customer.first_name || ' ' || customer.last_name, null, null, null, consent.given_at
    from repayment_source source
      join lateral (
        select * from consent where consent.account_id = source.account_id and consent.subject_id = source.id
          and consent.kind = 'DirectDebitAuthorisation' and consent.agreed
        order by consent.given_at desc, consent.id limit 1
      ) consent on true
      join customer on customer.id = consent.given_by
    where source.account_id = ${accountId}
    union all
    select 'Identity', checked.id, checked.file_id, coalesce(checked.document_type, 'Identity'),
      coalesce(checked.outcome, 'Waiting'), null, null, null, null, checked.decided_at, checked.document_deleted_at,
      checked.created_at
    from identity_check checked
    where checked.account_id = ${accountId} and (checked.file_id is not null or checked.document_deleted_at is not null)
    order by "createdAt" desc, id`)
}
