import type { Transaction } from '../../platform/database/open.ts'
import type { Retained } from '#domain/retention.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'

type Batch = { before: Date; limit: number }

/**
 * The statement for each kind of data that deletes its next batch. The number of rows affected is the number dealt
 * with.
 */
export const purges: Record<Retained, (batch: Batch) => Statement> = {
  'log-in codes': ({ before, limit }) => sql`
    delete from login_code where ctid = any(array(
      select ctid from login_code where expires_at < ${before} limit ${limit}))`,
  'log-in links': ({ before, limit }) => sql`
    delete from login_link where ctid = any(array(
      select ctid from login_link where expires_at < ${before} limit ${limit}))`,
  'withdrawal codes': ({ before, limit }) => sql`
    delete from withdrawal_code where ctid = any(array(
      select ctid from withdrawal_code where expires_at < ${before} limit ${limit}))`,
  'saved method codes': ({ before, limit }) => sql`
    delete from saved_method_code where ctid = any(array(
      select ctid from saved_method_code where expires_at < ${before} limit ${limit}))`,
  'staff codes': ({ before, limit }) => sql`
    delete from staff_code where ctid = any(array(
      select ctid from staff_code where expires_at < ${before} limit ${limit}))`,
  'rate limits': ({ before, limit }) => sql`
    delete from rate_limit where ctid = any(array(
      select ctid from rate_limit where window_starts_at < ${before} limit ${limit}))`,
  sessions: ({ before, limit }) => sql`
    delete from session where ctid = any(array(
      select ctid from session where least(ended_at, expires_at) < ${before} limit ${limit}))`,
  'staff sessions': ({ before, limit }) => sql`
    delete from staff_session where ctid = any(array(
      select ctid from staff_session where least(ended_at, expires_at) < ${before} limit ${limit}))`,
  impersonations: ({ before, limit }) => sql`
    delete from impersonation where ctid = any(array(
      select ctid from impersonation where ends_at < ${before} limit ${limit}))`,
  'idempotency replies': ({ before, limit }) => sql`
    update idempotency_key set reply_status = null, reply_body = null where ctid = any(array(
      select ctid from idempotency_key where reply_status is not null and created_at < ${before} limit ${limit}))`,
  'job runs': ({ before, limit }) => sql`
    delete from job_run where ctid = any(array(
      select ctid from job_run where started_at < ${before} limit ${limit}))`,
  'queue assignments': ({ before, limit }) => sql`
    delete from queue_assignment where ctid = any(array(
      select ctid from queue_assignment where taken_at < ${before} limit ${limit}))`,
  'settled failures': ({ before, limit }) => sql`
    delete from parked_item where ctid = any(array(
      select ctid from parked_item where try_after < ${before} limit ${limit}))`,
  'unused discount letters': ({ before, limit }) => sql`
    with unused as materialized (
      select account_id, id from discount_letter letter
      where created_at < ${before} and not exists (
        select from declared_discount
        where declared_discount.account_id = letter.account_id and letter_id = letter.id)
      limit ${limit} for update skip locked
    ), gone as (
      delete from discount_letter letter using unused
      where letter.account_id = unused.account_id and letter.id = unused.id
    )
    delete from stored_file file using unused where file.account_id = unused.account_id and file.id = unused.id`,
  'provider events': ({ before, limit }) => sql`
    delete from provider_event where ctid = any(array(
      select ctid from provider_event where processed_at is not null and received_at < ${before} limit ${limit}))`,
  'client errors': ({ before, limit }) => sql`
    delete from client_error where ctid = any(array(
      select ctid from client_error where at < ${before} limit ${limit}))`,
  'visitor conversations': ({ before, limit }) => sql`
    with quiet as materialized (
      select id from conversation
      where customer_id is null and created_at < ${before} and not exists (
        select from conversation_message message
        where message.conversation_id = conversation.id and message.created_at >= ${before})
      limit ${limit} for update
    ), gone as (
      delete from conversation_message using quiet where conversation_id = quiet.id
    )
    delete from conversation using quiet where conversation.id = quiet.id`,
  messages: ({ before, limit }) => sql`
    with old as materialized (
      select id from outbox_message
      where status <> 'Waiting' and created_at < ${before} and (once is null or recipient <> '')
      limit ${limit} for update skip locked
    ), emptied as (
      ${emptyOnceOnly(sql`outbox_message.id in (select id from old)`)} returning id
    ), gone as (
      delete from outbox_message where once is null and id in (select id from old) returning id
    )
    select from emptied union all select from gone`,
  'words of care requests': ({ before, limit }) => sql`
    delete from care_words where ctid = any(array(
      select words.ctid from care_words words join care_request request
        on request.account_id = words.account_id and request.id = words.request_id
      where request.closed_at < ${before} limit ${limit}))`,
  farewells: ({ before, limit }) => sql`
    delete from outbox_message where ctid = any(array(
      select ctid from outbox_message
      where kind = 'CustomerErased' and status <> 'Waiting' and created_at < ${before} limit ${limit}))`,
}

/** A message that may be sent only once is recognised by its key, so the key stays and everything else is removed. */
function emptyOnceOnly(chosen: Statement): Statement {
  return sql`
    update outbox_message set recipient = '', subject = null, html_body = null, facts = null, last_error = null,
      text_body = case when text_body is null then null else '' end, customer_id = null, account_id = null
    where once is not null and ${chosen}`
}

export async function deleteMessagesOf(tx: Transaction, customerId: string): Promise<void> {
  await tx.run(sql`
    update outbox_message set status = 'Expired' where customer_id = ${customerId} and status = 'Waiting'`)
  await tx.run(sql`delete from outbox_message where customer_id = ${customerId} and once is null`)
  await tx.run(emptyOnceOnly(sql`customer_id = ${customerId}`))
}
