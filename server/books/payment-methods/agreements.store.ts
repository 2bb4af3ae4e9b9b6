import type { Region } from '#domain/region.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

/** One version of a text that customers agree to. */
export type Agreement = { version: number; body: string }

export type Authorisation = {
  region: Region
  shortId: string
  schoolName: string
  customerName: string
  displayName: string
  holderName: string
  givenAt: Date
  version: number
  /** Of the words that were on the screen. */
  textHash: string
  text: string | null
}

/** The last authorisation of a bank account, including one that was removed since. */
export async function findAuthorisation(
  db: Db,
  { accountId, sourceId }: { accountId: string; sourceId: string },
) {
  return db.first<Authorisation>(sql`
    select account.region, account.short_id as "shortId", institution.name as "schoolName",
      customer.first_name || ' ' || customer.last_name as "customerName", source.display_name as "displayName",
      source.holder_name as "holderName", consent.given_at as "givenAt", consent.text_version as version,
      consent.text_hash as "textHash", agreement_text.body as text
    from consent
      join repayment_source source on source.account_id = consent.account_id and source.id = consent.subject_id
      join account on account.id = consent.account_id
      join institution on institution.id = account.institution_id
      join customer on customer.id = consent.given_by
      left join agreement_text on agreement_text.kind = consent.kind and agreement_text.product_type = ''
        and agreement_text.version = consent.text_version
    where consent.account_id = ${accountId} and source.id::text = ${sourceId}
      and consent.kind = 'DirectDebitAuthorisation' and consent.agreed
    order by consent.given_at desc, consent.id limit 1`)
}
