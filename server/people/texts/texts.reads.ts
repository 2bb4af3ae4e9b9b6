import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { TextKind } from '#domain/texts.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'

/** One version of a text. */
export type TextVersion = { version: number; body: string; validFrom: CalendarDate }

/** The latest first day comes first; for the same day, the later version. */
const newestFirst = sql`valid_from desc, version desc`

type TextKey = { kind: TextKind; productType?: string }

/** Every version shown up to a day, newest first. The first one is in force. */
export async function listTexts(db: Db, { kind, productType = '', on }: TextKey & { on: CalendarDate }) {
  return db.many<TextVersion>(sql`
    select version, body, valid_from as "validFrom" from agreement_text
    where kind = ${kind} and product_type = ${productType} and valid_from <= ${on} order by ${newestFirst}`)
}

/** Every version of a kind as JSON, newest first, for a larger statement. */
export function textsAsJson(kind: Statement): Statement {
  return sql`(
    select coalesce(json_agg(json_build_object('version', version, 'body', body, 'validFrom', valid_from)
      order by ${newestFirst}), '[]')
    from agreement_text where kind = ${kind})`
}

export type StoredText = TextVersion & { kind: TextKind; productType: string }

/** Every version of every text, newest first within its kind. */
export async function listAllTexts(db: Db) {
  return db.many<StoredText>(sql`
    select kind, product_type as "productType", version, body, valid_from as "validFrom" from agreement_text
    order by kind, product_type, ${newestFirst}`)
}
