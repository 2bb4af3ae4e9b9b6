import { createHash, randomUUID } from 'node:crypto'
import type { ConsentKind } from '#domain/texts.ts'
import type { Transaction } from '../../platform/database/open.ts'
import { insertConsent } from './consents.store.ts'

/** One version of a text that customers agree to. */
export type AgreementText = { version: number; body: string }

export type ConsentAnswer = {
  accountId: string
  customerId: string
  kind: ConsentKind
  /** The text that was shown. */
  text: AgreementText
  /** A refusal is recorded like an agreement, where the text allows both. */
  agreed: boolean
  /** The subject of the answer, for example a bank account or an identity check. */
  subjectId: string | null
  at: Date
  /** The IP address. */
  address: string
}

/** Records an answer to one of our texts, in the transaction of the change that needs it. */
export async function recordConsent(tx: Transaction, { text, ...answer }: ConsentAnswer): Promise<void> {
  await insertConsent(tx, {
    ...answer,
    id: randomUUID(),
    textVersion: text.version,
    textHash: textHashOf(text.body),
  })
}

/** Proves later which text somebody agreed to. */
export function textHashOf(body: string): string {
  return createHash('sha256').update(body).digest('hex')
}
