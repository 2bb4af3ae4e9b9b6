import type { Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import type { AgreedPayment } from './agreements.reads.ts'
import type { RowKey } from '../../platform/database/row-key.ts'

/** The accepted arrangement, with the payments as they were shown. */
export async function acceptOpenOffer(
  tx: Transaction,
  { accountId, id }: RowKey,
  { at, payments }: { at: Date; payments: readonly AgreedPayment[] },
): Promise<void> {
  await tx.run(sql`
    update care_offer set status = 'Accepted', accepted_at = ${at}, agreed_payments = ${JSON.stringify(payments)}
    where account_id = ${accountId} and request_id = ${id} and status = 'Open'`)
}
