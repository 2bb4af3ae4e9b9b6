import type { ConsentKind } from '#domain/texts.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'

export type ConsentRow = {
  accountId: string
  id: string
  kind: ConsentKind
  /** A refusal is recorded like an agreement, where the text allows both. */
  agreed: boolean
  textVersion: number
  textHash: string
  /** The subject of the answer, for example a bank account or an identity check. */
  subjectId: string | null
  customerId: string
  at: Date
  /** The IP address. */
  address: string
}

export async function insertConsent(db: Db, consent: ConsentRow): Promise<void> {
  await db.run(sql`
    insert into consent
      (account_id, id, kind, agreed, text_version, text_hash, subject_id, given_by, given_at, ip)
    values (${consent.accountId}, ${consent.id}, ${consent.kind}, ${consent.agreed}, ${consent.textVersion},
      ${consent.textHash}, ${consent.subjectId}, ${consent.customerId}, ${consent.at}, ${consent.address})`)
}
