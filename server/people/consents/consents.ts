import { createHash, randomUUID } from 'node:crypto'
import type { ConsentKind } from '#domain/texts.ts'
import type { Transaction } from '../../platform/database/open.ts'
import { insertConsent } from './consents.store.ts'

/** One version of a text that customers agree to. */
export type AgreementText = { version: number; body: string }

export type Answer = {
  accountId: string
  customerId: string
  kind: ConsentKind
  /** What was read. */
  text: AgreementText
  /** A no is kept like a yes, where the text allows both. */
  agreed: boolean
  /** What the answer is for: a bank account, a check. */
  subjectId: string | null
  at: Date
  /** The IP address. */
  address: string
}

/** Keeps an answer to one of our texts, in the transaction of what it is for. */
export async function keepConsent(tx: Transaction, { text, ...answer }: Answer): Promise<void> {
  await insertConsent(tx, {
    ...answer,
    id: randomUUID(),
    textVersion: text.version,
    textHash: textHashOf(text.body),
  })
}

/** Proves later which words somebody agreed to. */
export function textHashOf(body: string): string {
  return createHash('sha256').update(body).digest('hex')
}
