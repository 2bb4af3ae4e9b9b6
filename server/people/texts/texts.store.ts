import type { Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import type { StoredText } from './texts.reads.ts'

/** An arbitrary number, the same in every process. */
const lockKey = 560_002

/** Lets only one new version be added at a time. */
export async function lockTexts(tx: Transaction): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(${lockKey})`)
}

/**
 * Version numbers count through a kind across all products, so that kind and version identify the text of a consent.
 */
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
