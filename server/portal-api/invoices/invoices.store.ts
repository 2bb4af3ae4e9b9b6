import type { InvoiceStatus } from '#contract/invoices.ts'
import type { Region } from '#domain/region.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import type { RowKey } from '../../platform/database/row-key.ts'

export type InvoiceRow = {
  id: string
  name: string
  status: InvoiceStatus
  createdAt: Date
  region: Region
  sizeBytes: number
  reason: string | null
}

/** Lists invoices without the files: a list only shows their size. */
export async function listInvoices(db: Db, accountId: string) {
  return db.many<InvoiceRow>(sql`
    select invoice.id, invoice.name, invoice.status, invoice.created_at as "createdAt", account.region,
      coalesce(file.size_bytes, 0) as "sizeBytes",
      case when invoice.status = 'Rejected' then (
        select coalesce(review.words, review.reason) from review
        where review.account_id = invoice.account_id and review.kind = 'Invoice' and review.subject_id = invoice.id
          and review.status = 'Declined'
        order by review.decided_at desc limit 1) end as reason
    from invoice
      join account on account.id = invoice.account_id
      left join stored_file file on file.account_id = invoice.account_id and file.id = invoice.file_id
    where invoice.account_id = ${accountId} order by invoice.created_at desc, invoice.id`)
}

export async function findInvoice(db: Db, { accountId, id }: RowKey) {
  return db.first<{ fileId: string | null }>(
    sql`select file_id as "fileId" from invoice where account_id = ${accountId} and id = ${id}`,
  )
}

/**
 * An earlier upload of the same file that is still waiting. A concurrent second upload waits here until the first is
 * written.
 */
export async function lockWaiting(
  tx: Transaction,
  { accountId, sha256 }: { accountId: string; sha256: string },
): Promise<{ id: string } | undefined> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`invoice ${accountId} ${sha256}`}, 0))`)
  return tx.first<{ id: string }>(sql`
    select invoice.id from invoice
      join stored_file file on file.account_id = invoice.account_id and file.id = invoice.file_id
    where invoice.account_id = ${accountId} and invoice.status = 'Waiting' and file.sha256 = ${sha256}`)
}

/** An upload and its review task. */
export async function insertUpload(
  tx: Transaction,
  upload: { accountId: string; id: string; name: string; fileId: string; reviewId: string; at: Date },
): Promise<void> {
  await tx.run(sql`
    with uploaded as (
      insert into invoice (account_id, id, name, origin, status, file_id, created_at)
      values (${upload.accountId}, ${upload.id}, ${upload.name}, 'Upload', 'Waiting', ${upload.fileId}, ${upload.at})
      returning account_id, id, created_at
    )
    insert into review (account_id, id, kind, subject_id, status, opened_at)
    select account_id, ${upload.reviewId}, 'Invoice', id, 'Open', created_at from uploaded`)
}
