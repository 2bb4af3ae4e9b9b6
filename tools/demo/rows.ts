import type { Db } from '#server/platform/database/open.ts'

/** In the order of their foreign keys. */
const tables = [
  'institution',
  'fee_schedule',
  'fee_schedule_term',
  'fee_item',
  'staff',
  'customer',
  'customer_address',
  'voluntary_contribution',
  'account',
  'account_member',
  'student',
  'enrolment',
  'product_change',
  'plan',
  'plan_version',
  'instalment',
  'repayment_source',
  'repayment_change',
  'consent',
  'stored_file',
  'statement',
  'invoice',
  'payment_request',
  'charge',
  'payment',
  'cover',
  'ledger_entry',
  'ledger_posting',
  'identity_check',
  'payout_bank_account',
  'withdrawal_request',
  'review',
  'conversation',
  'conversation_message',
] as const
type Table = (typeof tables)[number]
export type Row = Record<string, unknown>

/** Rows are collected and inserted per table: a hundred families then cost thirty statements. */
export type Rows = Record<Table, Row[]>

export function noRows(): Rows {
  return Object.fromEntries(tables.map((table) => [table, []])) as unknown as Rows
}

export async function insertRows(db: Db, rows: Rows): Promise<void> {
  for (const table of tables) {
    const [first] = rows[table]
    if (!first) continue
    const columns = Object.keys(first).join(', ')
    await db.run({
      name: '',
      text: `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
      values: [JSON.stringify(rows[table])],
    })
  }
  await linkInstalments(db, rows)
}

/** Instalments and payments refer to each other, so one direction is set after both are inserted. */
async function linkInstalments(db: Db, rows: Rows): Promise<void> {
  if (rows.payment.length === 0) return
  await db.run({
    name: '',
    text: `update instalment set payment_id = payment.id from payment
      where payment.account_id = instalment.account_id and payment.plan_id = instalment.plan_id
        and payment.instalment_seq = instalment.seq and payment.id = any($1::uuid[])`,
    values: [rows.payment.map((payment) => payment['id'])],
  })
}

/** Bytes as text for a bytea column. */
export function bytes(content: Uint8Array): string {
  return `\\x${Buffer.from(content).toString('hex')}`
}
