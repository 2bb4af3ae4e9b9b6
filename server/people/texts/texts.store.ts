import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { TextKind } from '#domain/texts.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'

/** One version of a text. */
export type TextVersion = { version: number; body: string; validFrom: CalendarDate }

/** The one whose day has come last; of the same day the later version. */
const newestFirst = sql`valid_from desc, version desc`

type Which = { kind: TextKind; productType?: string }

/** Every version shown up to a day, newest first: the first one is in force. */
export async function listTexts(
  db: Db,
  { kind, productType = '', on }: Which & { on: CalendarDate },
): Promise<TextVersion[]> {
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
export async function listAllTexts(db: Db): Promise<StoredText[]> {
  return db.many<StoredText>(sql`
    select kind, product_type as "productType", version, body, valid_from as "validFrom" from agreement_text
    order by kind, product_type, ${newestFirst}`)
}

/** Any number, the same in every process. */
const lockKey = 560_002

/** One new version at a time. */
export async function lockTexts(tx: Transaction): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(${lockKey})`)
}

/** Versions count through a kind, whatever the product, so that a consent names one text by its kind and version. */
export async function insertText(
  tx: Transaction,
  { kind, productType, body, validFrom }: Omit<StoredText, 'version'>,
): Promise<number> {
  const row = await tx.first<{ version: number }>(sql`
    insert into agreement_text (kind, product_type, version, valid_from, body)
    select ${kind}, ${productType}, max(version) + 1, ${validFrom}, ${body} from agreement_text where kind = ${kind}
    returning version`)
  if (!row) throw new Error('A text was not written')
  return row.version
}
