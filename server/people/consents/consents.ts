import { createHash, randomUUID } from 'node:crypto'
import type { Transaction } from '../../platform/database/open.ts'
import { insertConsent, type ConsentRow } from './consents.store.ts'

/** One version of a text that customers agree to. */
export type AgreementText = { version: number; body: string }

export type ConsentAnswer = Omit<ConsentRow, 'id' | 'textVersion' | 'textHash'> & {
  /** The text that was shown. */
  text: AgreementText
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
