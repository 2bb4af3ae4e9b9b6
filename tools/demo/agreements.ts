import { createHash } from 'node:crypto'
import type { ConsentKind } from '#domain/texts.ts'
import type { Db } from '#server/platform/database/open.ts'
import { sql } from '#server/platform/database/sql.ts'

/** How a consent refers to its text. */
export type NamedText = { version: number; hash: string }

/** Today's texts, by kind. The schema inserts them in every installation. */
export async function namedTexts(db: Db): Promise<Record<ConsentKind, NamedText>> {
  const newest = async (kind: ConsentKind) => {
    const text = await db.first<{ version: number; body: string }>(sql`
      select version, body from agreement_text where kind = ${kind} order by version desc limit 1`)
    if (!text) throw new Error(`The database has no text of the kind ${kind}`)
    return { version: text.version, hash: hashOf(text.body) }
  }
  return {
    ProductSwitch: await newest('ProductSwitch'),
    CreditIdCheckConsent: await newest('CreditIdCheckConsent'),
    IdCheckConsent: await newest('IdCheckConsent'),
    DirectDebitAuthorisation: await newest('DirectDebitAuthorisation'),
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
