import { createHash } from 'node:crypto'
import type { Db } from '#server/database/open.ts'
import { sql } from '#server/database/sql.ts'

type OwnKind = 'ProductSwitch' | 'CreditIdCheckConsent' | 'IdCheckConsent'
/** What direct debits are agreed to by comes with the database, for every house. */
export type AgreementKind = OwnKind | 'DirectDebitAuthorisation'

/** A text by which a consent names it. */
export type NamedText = { version: number; hash: string }

const agreements: Record<OwnKind, { productType: string; body: string }> = {
  ProductSwitch: {
    productType: 'PayPlus',
    body: 'I ask Larkwell to pay my school fees to the school when they are due, and I agree to repay Larkwell in instalments. I have read the terms of the Plus account.',
  },
  CreditIdCheckConsent: {
    productType: '',
    body: 'I agree that Larkwell may give my name, date of birth and addresses to a credit reporting body to confirm who I am. This is not a credit check and leaves no mark on my credit file.',
  },
  IdCheckConsent: {
    productType: '',
    body: 'I confirm that the details of this document are mine, and I agree that they are checked with the office that issued it.',
  },
}

export function agreementRows() {
  return Object.entries(agreements).map(([kind, { productType, body }]) => ({
    kind,
    product_type: productType,
    version: 1,
    body,
    valid_from: '2025-01-01',
  }))
}

/** By kind, as consents given today name them. */
export async function namedTexts(db: Db): Promise<Record<AgreementKind, NamedText>> {
  const text = await db.first<{ version: number; body: string }>(sql`
    select version, body from agreement_text where kind = 'DirectDebitAuthorisation' order by version desc limit 1`)
  if (!text) throw new Error('The database has no text of the direct debit authorisation')
  const own = (kind: OwnKind) => ({ version: 1, hash: hashOf(agreements[kind].body) })
  return {
    ProductSwitch: own('ProductSwitch'),
    CreditIdCheckConsent: own('CreditIdCheckConsent'),
    IdCheckConsent: own('IdCheckConsent'),
    DirectDebitAuthorisation: { version: text.version, hash: hashOf(text.body) },
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
