import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

export type LastConsent = { agreed: boolean; version: number; textHash: string; texts: string[] }

/** The customer's last answer to the credit check consent, with every text of its version. */
export async function findLastConsent(
  db: Db,
  { accountId, customerId }: { accountId: string; customerId: string },
) {
  return db.first<LastConsent>(sql`
    select agreed, text_version as version, text_hash as "textHash", array(
      select body from agreement_text text
      where text.kind = consent.kind and text.version = consent.text_version) as texts
    from consent
    where account_id = ${accountId} and given_by = ${customerId} and kind = 'CreditIdCheckConsent'
    order by given_at desc, id limit 1`)
}
