import type { Db } from '../../platform/database/open.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'

export type Person = { customerId: string; accountIds: readonly string[] }

/**
 * What becomes of a value when the person's data is erased.
 * - `removed`, `replaced`: gone at once, or in its place a word that names nobody.
 * - `kept`: the law asks for it for seven years, or it proves what we have done.
 * - `expires`: the purge deletes it in a few weeks, and it leads to the person only by chance.
 */
type Fate = 'removed' | 'replaced' | 'kept' | 'expires'

type TableFacts = {
  /** `from … row where …`: the rows that belong to a person. Absent where a table belongs to nobody. */
  rows?: (person: Person) => Statement
  /** Columns with personal data. */
  personal?: Record<string, Fate>
  /** Columns that are no use to a person and would help a thief: hashes, ciphertext, keys. */
  secret?: readonly string[]
  /** Columns that say nothing about a person. */
  other?: readonly string[]
}

const nobodys = {}

/**
 * Every table, with every column that can hold words, a document or a date: what is personal in it, whose it is and what
 * becomes of it. A test compares it with the database, so that a new column cannot be forgotten.
 */
export const personalData: Record<string, TableFacts> = {
  account: {
    rows: ({ accountIds }) => sql`from account row where row.id = any(${accountIds}::uuid[])`,
    personal: { bpay_reference: 'kept', short_id: 'kept', stripe_customer_id: 'kept' },
    other: [
      'region',
      'currency',
      'product_type',
      'status',
      'setup_status',
      'renewal_status',
      'allowed_regional_methods',
      'allowed_portal_methods',
    ],
  },
  account_hold: {
    rows: ({ accountIds }) => sql`from account_hold row where row.account_id = any(${accountIds}::uuid[])`,
    other: ['ends_on', 'ended_by'],
  },
  account_member: {
    rows: ({ customerId }) => sql`from account_member row where row.customer_id = ${customerId}`,
  },
  agreement_text: { other: ['kind', 'product_type', 'body', 'valid_from'] },
  approval: {
    rows: ({ accountIds }) => sql`from approval row where row.account_id = any(${accountIds}::uuid[])`,
    personal: { payload: 'kept', summary: 'kept', reason: 'kept', decision_reason: 'kept' },
    other: ['kind', 'key', 'content_hash', 'currency', 'status'],
  },
  audit_event: {
    rows: ({ customerId, accountIds }) => sql`
      from audit_event row where row.subject_id = any(${[customerId, ...accountIds]}::uuid[])`,
    personal: { details: 'kept', impersonator_email: 'kept' },
    other: ['actor_kind', 'action', 'request_id'],
  },
  audit_seal: { other: ['digest'] },
  calendar_feed: {
    rows: ({ customerId }) => sql`from calendar_feed row where row.customer_id = ${customerId}`,
  },
  canned_reply: { other: ['title', 'body'] },
  card_entry: {
    rows: ({ accountIds }) => sql`from card_entry row where row.account_id = any(${accountIds}::uuid[])`,
    personal: { provider_customer_id: 'kept', setup_intent_id: 'kept', opened_from: 'removed' },
    other: ['payment_request_id'],
  },
  care_offer: {
    rows: ({ customerId }) => sql`
      from care_offer row where row.request_id in (select id from care_request where asked_by = ${customerId})`,
    other: ['status', 'agreed_payments'],
  },
  care_request: {
    rows: ({ customerId }) => sql`from care_request row where row.asked_by = ${customerId}`,
    other: ['status', 'answer_by', 'lawful_by'],
  },
  // What one parent has said is not for the other.
  care_words: {
    rows: ({ customerId }) => sql`
      from care_words row where row.request_id in (select id from care_request where asked_by = ${customerId})`,
    personal: { answers: 'removed', body: 'removed' },
    other: ['kind'],
  },
  charge: {
    rows: ({ accountIds }) => sql`from charge row where row.account_id = any(${accountIds}::uuid[])`,
    other: [
      'kind',
      'due_on',
      'collect_on',
      'moved_from',
      'status',
      'noticed_on',
      'first_failed_on',
      'failure_code',
      'retry_on',
      'payment_request_id',
      'collected_on',
    ],
  },
  checkout_session: {
    rows: ({ accountIds }) =>
      sql`from checkout_session row where row.account_id = any(${accountIds}::uuid[])`,
    personal: { amount_change_description: 'removed' },
    other: [
      'id',
      'payment_request_id',
      'status',
      'kind',
      'request_scope',
      'client_request_id',
      'amount_change_reason',
    ],
  },
  client_error: {
    rows: ({ customerId }) => sql`from client_error row where row.customer_id = ${customerId}`,
    personal: { path: 'expires', message: 'expires', stack: 'expires' },
    other: ['environment', 'request_id', 'fingerprint'],
  },
  compared_history: { other: ['id'] },
  consent: {
    rows: ({ accountIds }) => sql`from consent row where row.account_id = any(${accountIds}::uuid[])`,
    personal: { ip: 'kept' },
    other: ['kind', 'text_hash'],
  },
  contact_change: {
    rows: ({ customerId }) => sql`from contact_change row where row.customer_id = ${customerId}`,
    personal: {
      old_email: 'replaced',
      new_email: 'replaced',
      old_mobile: 'removed',
      new_mobile: 'removed',
      reason: 'replaced',
      resolution_reason: 'replaced',
    },
    secret: ['stop_hash'],
    other: ['resolution'],
  },
  contribution_event: {
    rows: ({ customerId }) => sql`from contribution_event row where row.customer_id = ${customerId}`,
    personal: { status: 'removed' },
    other: ['id'],
  },
  conversation: {
    rows: ({ customerId }) => sql`from conversation row where row.customer_id = ${customerId}`,
    personal: { email: 'removed' },
    secret: ['key_hash'],
  },
  conversation_message: {
    rows: ({ customerId }) => sql`
      from conversation_message row where row.conversation_id in (
        select id from conversation where customer_id = ${customerId})`,
    personal: { body: 'removed', about: 'removed' },
    other: ['author'],
  },
  cover: {
    rows: ({ accountIds }) => sql`from cover row where row.account_id = any(${accountIds}::uuid[])`,
  },
  credit_override: {
    rows: ({ accountIds }) => sql`from credit_override row where row.account_id = any(${accountIds}::uuid[])`,
  },
  customer: {
    rows: ({ customerId }) => sql`from customer row where row.id = ${customerId}`,
    personal: {
      email: 'replaced',
      first_name: 'replaced',
      last_name: 'replaced',
      mobile_e164: 'removed',
      birth_date: 'removed',
    },
    other: ['region', 'status'],
  },
  customer_address: {
    rows: ({ customerId }) => sql`from customer_address row where row.customer_id = ${customerId}`,
    personal: {
      unit_no: 'removed',
      street_no: 'removed',
      street: 'removed',
      suburb: 'removed',
      state: 'removed',
      postcode: 'removed',
      full_address: 'removed',
    },
    other: ['status'],
  },
  declared_discount: {
    rows: ({ accountIds }) =>
      sql`from declared_discount row where row.account_id = any(${accountIds}::uuid[])`,
    personal: { type: 'kept' },
    other: ['status'],
  },
  deposit: {
    rows: ({ accountIds }) => sql`from deposit row where row.account_id = any(${accountIds}::uuid[])`,
    personal: { reference: 'kept', bank_reference: 'kept' },
    other: ['file_hash', 'biller_code', 'received_on', 'currency'],
  },
  discount_letter: {
    rows: ({ accountIds }) => sql`from discount_letter row where row.account_id = any(${accountIds}::uuid[])`,
  },
  dispute: {
    rows: ({ accountIds }) => sql`from dispute row where row.account_id = any(${accountIds}::uuid[])`,
    other: ['provider_dispute_id', 'status', 'reason', 'provider_charge_id'],
  },
  dispute_answer: {
    rows: ({ accountIds }) => sql`from dispute_answer row where row.account_id = any(${accountIds}::uuid[])`,
    personal: { sent: 'kept', reason: 'kept' },
    secret: ['provider_key'],
    other: ['kind', 'status', 'digest', 'refusal'],
  },
  // Gone once its dispute is closed.
  dispute_draft: {
    rows: ({ accountIds }) => sql`from dispute_draft row where row.account_id = any(${accountIds}::uuid[])`,
    personal: { words: 'expires' },
    other: ['parts'],
  },
  enrolment: {
    rows: ({ accountIds }) => sql`from enrolment row where row.account_id = any(${accountIds}::uuid[])`,
    personal: { start_year_level: 'kept' },
    other: ['joined_on'],
  },
  // What staff want the next person to know. The family gets it with everything else when it asks for its data.
  family_balance: {
    rows: ({ accountIds }) => sql`from family_balance row where row.account_id = any(${accountIds}::uuid[])`,
  },
  family_note: {
    rows: ({ accountIds }) => sql`from family_note row where row.account_id = any(${accountIds}::uuid[])`,
    personal: { body: 'removed' },
  },
  // Of families its preview names the short ids alone.
  fee_change: { other: ['status', 'fees_before', 'fees_after', 'preview', 'digest', 'reason', 'request_id'] },
  fee_change_plan: {
    rows: ({ accountIds }) => sql`from fee_change_plan row where row.account_id = any(${accountIds}::uuid[])`,
    other: ['status', 'effect'],
  },
  fee_item: { other: ['kind', 'year_level', 'name', 'options'] },
  fee_schedule: nobodys,
  fee_schedule_term: { other: ['starts_on', 'ends_on'] },
  idempotency_key: {
    rows: ({ accountIds }) => sql`from idempotency_key row where row.account_id = any(${accountIds}::uuid[])`,
    personal: { reply_body: 'removed' },
    secret: ['key', 'body_hash'],
    other: ['scope'],
  },
  identity_check: {
    rows: ({ accountIds }) => sql`from identity_check row where row.account_id = any(${accountIds}::uuid[])`,
    personal: { document_type: 'kept', provider_reference: 'kept', failure: 'kept' },
    // The number in it is read to the person by staff, who see it where they review it.
    secret: ['document', 'encryption_key_id'],
    other: ['manner', 'outcome'],
  },
  impersonation: {
    rows: ({ customerId }) => sql`from impersonation row where row.customer_id = ${customerId}`,
    personal: { reason: 'expires' },
    secret: ['id'],
  },
  holiday: { other: ['region', 'day', 'name'] },
  institution: {
    other: [
      'larkwell_id',
      'name',
      'region',
      'email',
      'phone',
      'bpay_biller_code',
      'absorb_card_surcharge',
      'allowed_regional_methods',
      'allowed_portal_methods',
      'flexibility',
    ],
  },
  invoice: {
    rows: ({ accountIds }) => sql`from invoice row where row.account_id = any(${accountIds}::uuid[])`,
    personal: { name: 'replaced' },
    other: ['origin', 'status'],
  },
  job_run: { other: ['name', 'outcome', 'error'] },
  ledger_entry: {
    rows: ({ accountIds }) => sql`from ledger_entry row where row.account_id = any(${accountIds}::uuid[])`,
    personal: { description: 'kept' },
    other: ['kind', 'posted_on'],
  },
  ledger_posting: {
    rows: ({ accountIds }) => sql`from ledger_posting row where row.account_id = any(${accountIds}::uuid[])`,
    other: ['book', 'currency'],
  },
  ledger_check: nobodys,
  ledger_seal: { other: ['digest'] },
  login_code: {
    rows: ({ customerId }) => sql`from login_code row where row.customer_id = ${customerId}`,
    personal: { asked_from: 'expires' },
    secret: ['code_hash'],
  },
  login_link: {
    rows: ({ customerId }) => sql`from login_link row where row.customer_id = ${customerId}`,
    personal: { asked_from: 'expires' },
    secret: ['id'],
  },
  migration: { other: ['name', 'hash'] },
  outbox_message: {
    rows: ({ customerId }) => sql`from outbox_message row where row.customer_id = ${customerId}`,
    personal: {
      recipient: 'removed',
      subject: 'removed',
      text_body: 'removed',
      html_body: 'removed',
      facts: 'removed',
      last_error: 'removed',
    },
    other: ['channel', 'status', 'kind', 'once'],
  },
  parked_item: {
    rows: ({ accountIds }) => sql`from parked_item row where row.account_id = any(${accountIds}::uuid[])`,
    personal: { reason: 'expires' },
    other: ['work', 'item'],
  },
  payment: {
    rows: ({ accountIds }) => sql`from payment row where row.account_id = any(${accountIds}::uuid[])`,
    personal: {
      amount_change_description: 'removed',
      method_name: 'kept',
      offline_reference: 'kept',
      provider_customer_id: 'kept',
      provider_payment_method_id: 'kept',
      provider_mandate_id: 'kept',
    },
    secret: ['client_request_id', 'body_hash', 'provider_key'],
    other: [
      'kind',
      'request_scope',
      'payment_request_id',
      'currency',
      'status',
      'provider_payment_id',
      'failure_code',
      'amount_change_reason',
      'paid_on',
      'offline_manner',
      'extra_outcome',
    ],
  },
  payment_request: {
    rows: ({ accountIds }) => sql`from payment_request row where row.account_id = any(${accountIds}::uuid[])`,
    secret: ['link_hash', 'link_sealed', 'link_key_id'],
    other: ['id', 'period_name', 'due_on', 'status'],
  },
  payout_bank_account: {
    rows: ({ accountIds }) =>
      sql`from payout_bank_account row where row.account_id = any(${accountIds}::uuid[])`,
    personal: {
      holder: 'replaced',
      display_name: 'replaced',
      masked_bsb: 'kept',
      masked_account_number: 'kept',
      mobile_last_3: 'removed',
    },
    secret: ['bank_details', 'encryption_key_id', 'code_hash'],
  },
  // The file that a bank was given, as proof of what was paid to whom. Encrypted, and never changed.
  payout_batch: { personal: { file: 'kept' }, other: ['region', 'encryption_key_id'] },
  plan: {
    rows: ({ accountIds }) => sql`from plan row where row.account_id = any(${accountIds}::uuid[])`,
    other: ['status', 'tailored_type', 'tailored_until', 'cover_from', 'held_on'],
  },
  plan_change: {
    rows: ({ accountIds }) => sql`from plan_change row where row.account_id = any(${accountIds}::uuid[])`,
    // What staff have answered, in their own words.
    personal: { reason: 'removed' },
    other: ['kind', 'status', 'made_by', 'undo_until', 'details', 'before', 'after', 'text_kind'],
  },
  plan_to_end: {
    rows: ({ accountIds }) => sql`from plan_to_end row where row.account_id = any(${accountIds}::uuid[])`,
    other: ['ends_on'],
  },
  plan_version: {
    rows: ({ accountIds }) => sql`from plan_version row where row.account_id = any(${accountIds}::uuid[])`,
    personal: { student_fees: 'replaced', variances: 'replaced' },
    other: ['saved_by', 'frequency', 'start_date', 'end_date', 'family_fees'],
  },
  product_change: {
    rows: ({ accountIds }) => sql`from product_change row where row.account_id = any(${accountIds}::uuid[])`,
    other: ['from_product_type', 'to_product_type', 'status', 'frequency'],
  },
  // Ids of the provider's objects, not what the provider knows of a person.
  provider_event: {
    personal: { body: 'expires' },
    other: ['id', 'provider', 'kind', 'last_error', 'region'],
  },
  queue_assignment: { other: ['kind', 'item'] },
  rate_limit: { personal: { key: 'expires' } },
  refund: {
    rows: ({ accountIds }) => sql`from refund row where row.account_id = any(${accountIds}::uuid[])`,
    other: ['provider_refund_id', 'status'],
  },
  refund_order: {
    rows: ({ accountIds }) => sql`from refund_order row where row.account_id = any(${accountIds}::uuid[])`,
    secret: ['client_request_id', 'provider_key'],
    other: ['status', 'provider_refund_id', 'outcome'],
  },
  remittance: { other: ['currency', 'remitted_on', 'paid_on', 'state'] },
  remittance_line: {
    rows: ({ accountIds }) => sql`from remittance_line row where row.account_id = any(${accountIds}::uuid[])`,
  },
  renewal: {
    rows: ({ accountIds }) => sql`from renewal row where row.account_id = any(${accountIds}::uuid[])`,
    other: ['basis'],
  },
  repayment_change: {
    rows: ({ accountIds }) =>
      sql`from repayment_change row where row.account_id = any(${accountIds}::uuid[])`,
    other: ['status', 'effective_on'],
  },
  repayment_source: {
    rows: ({ accountIds }) =>
      sql`from repayment_source row where row.account_id = any(${accountIds}::uuid[])`,
    personal: {
      holder_name: 'replaced',
      display_name: 'kept',
      last4: 'kept',
      card_expiry: 'removed',
      provider_payment_method_id: 'kept',
      provider_mandate_id: 'kept',
      mandate_reference: 'kept',
    },
    secret: ['bank_details', 'encryption_key_id', 'fingerprint'],
    other: ['type', 'card_brand', 'card_funding', 'mandate_status', 'status'],
  },
  returned_cover: {
    rows: ({ accountIds }) => sql`from returned_cover row where row.account_id = any(${accountIds}::uuid[])`,
    other: ['outcome'],
  },
  review: {
    rows: ({ accountIds }) => sql`from review row where row.account_id = any(${accountIds}::uuid[])`,
    personal: { reason: 'removed', words: 'removed', note: 'removed' },
    other: ['kind', 'status'],
  },
  saved_method_code: {
    rows: ({ customerId }) => sql`from saved_method_code row where row.customer_id = ${customerId}`,
    secret: ['browser_hash', 'code_hash'],
    other: ['payment_request_id'],
  },
  session: {
    rows: ({ customerId }) => sql`from session row where row.customer_id = ${customerId}`,
    personal: { impersonator_email: 'removed' },
    secret: ['id'],
    other: ['proof'],
  },
  setting: { other: ['name', 'value'] },
  // Our own people. Their data goes with their work, not with a customer's wish.
  staff_action: {
    rows: ({ accountIds }) => sql`from staff_action row where row.account_id = any(${accountIds}::uuid[])`,
    personal: { said: 'replaced', undo: 'removed' },
    secret: ['body_hash'],
    other: ['call', 'undo_words'],
  },
  staff: { other: ['email', 'name', 'role', 'mobile_e164', 'status'] },
  staff_code: { other: ['code_hash', 'asked_from'] },
  staff_recovery_code: { other: ['code_hash'] },
  staff_totp: { other: ['secret', 'encryption_key_id'] },
  staff_session: { other: ['id'] },
  statement: {
    rows: ({ accountIds }) => sql`from statement row where row.account_id = any(${accountIds}::uuid[])`,
    other: ['name', 'month'],
  },
  statement_run: { other: ['region', 'month'] },
  stored_file: {
    rows: ({ accountIds }) => sql`from stored_file row where row.account_id = any(${accountIds}::uuid[])`,
    personal: { name: 'replaced' },
    // The export opens each file and adds what is in it.
    secret: ['sha256', 'content', 'encryption_key_id'],
    other: ['content_type'],
  },
  student: {
    rows: ({ accountIds }) => sql`from student row where row.account_id = any(${accountIds}::uuid[])`,
    personal: { first_name: 'replaced', last_name: 'replaced' },
  },
  surcharge_rate: { other: ['region', 'card_group', 'valid_from', 'valid_to'] },
  voluntary_contribution: {
    rows: ({ customerId }) => sql`from voluntary_contribution row where row.customer_id = ${customerId}`,
    personal: { status: 'removed', invite_url: 'removed' },
  },
  waiver: {
    rows: ({ accountIds }) => sql`from waiver row where row.account_id = any(${accountIds}::uuid[])`,
    other: ['reason'],
  },
  withdrawal_code: {
    rows: ({ customerId }) => sql`from withdrawal_code row where row.customer_id = ${customerId}`,
    personal: { mobile_last_3: 'removed' },
    secret: ['code_hash'],
  },
  withdrawal_request: {
    rows: ({ accountIds }) =>
      sql`from withdrawal_request row where row.account_id = any(${accountIds}::uuid[])`,
    personal: { reason: 'kept' },
    secret: ['client_request_id'],
    other: ['status'],
  },
  write_probe: nobodys,
}

/** Every row of ours about a person, by table, without what is secret. */
export async function readPersonalData(db: Db, person: Person): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {}
  for (const [table, { rows, secret = [] }] of Object.entries(personalData)) {
    if (!rows) continue
    const records = await db.many<{ record: unknown }>(sql`
      select to_jsonb(row) - ${secret}::text[] as record ${rows(person)}`)
    if (records.length > 0) found[table] = records.map(({ record }) => record)
  }
  return found
}
