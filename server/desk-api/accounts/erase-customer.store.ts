import type { Region } from '#domain/region.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

export async function countOpenDisputes(db: Db, accountId: string) {
  return db.value<number>(sql`
    select count(*)::int as count from dispute where account_id = ${accountId} and status = 'Open'`)
}

export async function findPersonToErase(
  db: Db,
  customerId: string,
): Promise<{ email: string; firstName: string; region: Region } | undefined> {
  return db.first(sql`
    select email, first_name as "firstName", region from customer where id = ${customerId} for no key update`)
}

/** Erases what belongs to the person alone. */
export async function erasePerson(
  tx: Transaction,
  { customerId, email }: { customerId: string; email: string },
): Promise<void> {
  await tx.run(sql`
    update customer set email = ${email}, first_name = 'Erased', last_name = 'customer', mobile_e164 = null,
      birth_date = null, status = 'Disabled'
    where id = ${customerId}`)
  await tx.run(sql`delete from customer_address where customer_id = ${customerId}`)
  await tx.run(sql`delete from session where customer_id = ${customerId}`)
  await tx.run(sql`delete from login_code where customer_id = ${customerId}`)
  await tx.run(sql`delete from login_link where customer_id = ${customerId}`)
  await tx.run(sql`delete from saved_method_code where customer_id = ${customerId}`)
  await tx.run(sql`delete from withdrawal_code where customer_id = ${customerId}`)
  await tx.run(sql`delete from calendar_feed where customer_id = ${customerId}`)
  await tx.run(sql`
    delete from care_words where request_id in (select id from care_request where asked_by = ${customerId})`)
  await tx.run(sql`delete from contribution_event where customer_id = ${customerId}`)
  await tx.run(sql`delete from voluntary_contribution where customer_id = ${customerId}`)
  await tx.run(sql`
    update contact_change set old_email = ${email}, new_email = ${email}, old_mobile = null, new_mobile = null,
      reason = 'Erased', resolution_reason = case when resolution_reason is null then null else 'Erased' end
    where customer_id = ${customerId}`)
  await tx.run(sql`
    delete from conversation_message where conversation_id in (
      select id from conversation where customer_id = ${customerId})`)
  await tx.run(sql`delete from conversation where customer_id = ${customerId}`)
  await tx.run(sql`update client_error set customer_id = null where customer_id = ${customerId}`)
}

/** Erases personal data in accounts that nobody uses any more. Amounts, dates and ids stay: the books need them. */
export async function eraseAccounts(
  tx: Transaction,
  { accountIds, now }: { accountIds: readonly string[]; now: Date },
): Promise<{ region: Region; methodId: string }[]> {
  const chosen = sql`any(${accountIds}::uuid[])`
  await tx.run(sql`
    update student set first_name = 'Erased', last_name = 'student' where account_id = ${chosen}`)
  await tx.run(sql`
    update plan_version set
      student_fees = (
        select coalesce(jsonb_agg(fees || '{"studentName": "Erased student"}'), '[]')
        from jsonb_array_elements(student_fees) fees),
      variances = variances || '{"otherArrangementsRequest": null}'
    where account_id = ${chosen}`)
  await tx.run(sql`
    update identity_check set document = null, encryption_key_id = null, file_id = null, document_deleted_at = ${now}
    where account_id = ${chosen} and (document is not null or file_id is not null)`)
  // The record of the file stays, with empty content.
  await tx.run(sql`
    update stored_file set name = 'Erased', content = '', sha256 = '', encryption_key_id = null
    where account_id = ${chosen}`)
  await tx.run(sql`update invoice set name = 'Erased' where account_id = ${chosen}`)
  await tx.run(sql`update review set reason = null, words = null, note = null where account_id = ${chosen}`)
  await tx.run(sql`update plan_change set reason = null where account_id = ${chosen}`)
  await tx.run(sql`delete from family_note where account_id = ${chosen}`)
  await tx.run(sql`
    update staff_action set said = 'Erased', undo = null, undo_until = null where account_id = ${chosen}`)
  await tx.run(
    sql`update idempotency_key set reply_status = null, reply_body = null where account_id = ${chosen}`,
  )
  await tx.run(sql`
    update payment set amount_change_description = null
    where account_id = ${chosen} and amount_change_description is not null`)
  await tx.run(sql`update card_entry set opened_from = '' where account_id = ${chosen}`)
  await tx.run(sql`update checkout_session set amount_change_description = null where account_id = ${chosen}`)
  await tx.run(sql`
    update payout_bank_account set holder = 'Erased', display_name = 'Erased', bank_details = null,
      encryption_key_id = null, code_hash = null, mobile_last_3 = null, removed_at = coalesce(removed_at, ${now})
    where account_id = ${chosen}`)
  await tx.run(sql`
    update repayment_change set status = 'Cancelled' where account_id = ${chosen} and status = 'Pending'`)
  const methods = await tx.many<{ region: Region; methodId: string }>(sql`
    select region, provider_payment_method_id as "methodId"
    from repayment_source join account on account.id = account_id
    where account_id = ${chosen} and repayment_source.status <> 'Removed' and provider_payment_method_id is not null`)
  await tx.run(sql`
    update repayment_source set holder_name = 'Erased', card_expiry = null, bank_details = null,
      encryption_key_id = null, fingerprint = null, status = 'Removed', removed_at = coalesce(removed_at, ${now}),
      is_default = false, is_preferred = false
    where account_id = ${chosen}`)
  return methods
}
