import type { IdKind } from '#contract/staff-ids.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'

/** The lowest and the highest id with a prefix, and the prefix itself. */
export type IdRange = { first: string; last: string; text: string }

const maxIds = 10

export async function listIds(db: Db, kind: IdKind, range: IdRange, accountId: string | null) {
  return db.values<string>(sql`
    select distinct id::text as id from (${candidates[kind](range, accountId)}) as candidate order by id limit ${maxIds}`)
}

type Candidates = (range: IdRange, accountId: string | null) => Statement

const candidates: Record<IdKind, Candidates> = {
  Account: ({ first, last }) => sql`select id from account where id between ${first}::uuid and ${last}::uuid`,
  Approval: ({ first, last }) =>
    sql`select id from approval where id between ${first}::uuid and ${last}::uuid`,
  BankAccount: ({ first, last }, accountId) => sql`
    select id from payout_bank_account
    where account_id = ${accountId}::uuid and id between ${first}::uuid and ${last}::uuid`,
  CannedReply: ({ first, last }) =>
    sql`select id from canned_reply where id between ${first}::uuid and ${last}::uuid`,
  // Few requests are open at a time, and closed ones are addressed by their reference.
  Care: ({ first, last }) => sql`
    select id from care_request where closed_at is null and id between ${first}::uuid and ${last}::uuid`,
  ContactChange: ({ first, last }) =>
    sql`select id from contact_change where id between ${first}::uuid and ${last}::uuid`,
  Conversation: ({ first, last }) =>
    sql`select id from conversation where id between ${first}::uuid and ${last}::uuid`,
  Customer: ({ first, last }) =>
    sql`select id from customer where id between ${first}::uuid and ${last}::uuid`,
  // Documents are statements, invoices, discount letters, bank account authorisations and identity documents.
  Document: ({ first, last }, accountId) => sql`
    select id from (
      select account_id, id from statement union all select account_id, id from invoice
      union all select account_id, id from discount_letter union all select account_id, id from repayment_source
      union all select account_id, id from identity_check) document
    where account_id = ${accountId}::uuid and id between ${first}::uuid and ${last}::uuid`,
  Dispute: ({ first, last }) => sql`select id from dispute where id between ${first}::uuid and ${last}::uuid`,
  Enrolment: ({ first, last }, accountId) => sql`
    select id from enrolment
    where account_id = ${accountId}::uuid and id between ${first}::uuid and ${last}::uuid`,
  FeeChange: ({ first, last }) =>
    sql`select id from fee_change where id between ${first}::uuid and ${last}::uuid`,
  LedgerEntry: ({ first, last }, accountId) => sql`
    select id from ledger_entry
    where account_id = ${accountId}::uuid and id between ${first}::uuid and ${last}::uuid`,
  Note: ({ first, last }, accountId) => sql`
    select id from family_note
    where account_id = ${accountId}::uuid and id between ${first}::uuid and ${last}::uuid`,
  OutboxMessage: ({ first, last }) =>
    sql`select id from outbox_message where id between ${first}::uuid and ${last}::uuid`,
  Payment: ({ first, last }) => sql`select id from payment where id between ${first}::uuid and ${last}::uuid`,
  // Ids of requests are text. In every collation "g" sorts after all hexadecimal digits.
  PaymentRequest: ({ text }) => sql`
    select id from payment_request where id >= ${text} and id < ${`${text}g`} and starts_with(id, ${text})`,
  Plan: ({ first, last }, accountId) => sql`
    select id from plan where account_id = ${accountId}::uuid and id between ${first}::uuid and ${last}::uuid`,
  PlanChange: ({ first, last }, accountId) => sql`
    select id from plan_change
    where account_id = ${accountId}::uuid and id between ${first}::uuid and ${last}::uuid`,
  Remittance: ({ first, last }) =>
    sql`select id from remittance where id between ${first}::uuid and ${last}::uuid`,
  Review: ({ first, last }) => sql`select id from review where id between ${first}::uuid and ${last}::uuid`,
  School: ({ first, last }) =>
    sql`select id from institution where id between ${first}::uuid and ${last}::uuid`,
  StaffAction: ({ first, last }, accountId) => sql`
    select id from staff_action
    where account_id = ${accountId}::uuid and id between ${first}::uuid and ${last}::uuid`,
  // Parents who share a child have an enrolment each.
  Student: ({ first, last }) => sql`
    select student_id as id from enrolment where student_id between ${first}::uuid and ${last}::uuid`,
  Withdrawal: ({ first, last }) =>
    sql`select id from withdrawal_request where id between ${first}::uuid and ${last}::uuid`,
}
