import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Region } from '#domain/region.ts'
import type { Db } from '../database/open.ts'
import { sql } from '../database/sql.ts'

export type ConsentKind =
  | 'DirectDebitAuthorisation'
  | 'IdCheckConsent'
  | 'CreditIdCheckConsent'
  | 'ProductSwitch'

/** Notes that customers read beside a form; nobody is asked to agree to them. */
export type NotesKind = `CareNotes${Region}` | `CareAgreed${Region}`

/** One version of a text that customers agree to. */
export type AgreementText = { version: number; body: string }

/** Every version shown up to a day, newest first. */
export async function listTexts(
  db: Db,
  { kind, productType = '', on }: { kind: ConsentKind | NotesKind; productType?: string; on: CalendarDate },
): Promise<AgreementText[]> {
  return db.many<AgreementText>(sql`
    select version, body from agreement_text
    where kind = ${kind} and product_type = ${productType} and valid_from <= ${on} order by version desc`)
}

export type ConsentRow = {
  accountId: string
  id: string
  kind: ConsentKind
  agreed: boolean
  textVersion: number
  textHash: string
  subjectId: string | null
  customerId: string
  at: Date
  address: string
}

export async function insertConsent(db: Db, consent: ConsentRow): Promise<void> {
  await db.run(sql`
    insert into consent
      (account_id, id, kind, agreed, text_version, text_hash, subject_id, given_by, given_at, ip)
    values (${consent.accountId}, ${consent.id}, ${consent.kind}, ${consent.agreed}, ${consent.textVersion},
      ${consent.textHash}, ${consent.subjectId}, ${consent.customerId}, ${consent.at}, ${consent.address})`)
}
