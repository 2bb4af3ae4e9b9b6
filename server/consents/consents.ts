import { createHash, randomUUID } from 'node:crypto'
import type { Transaction } from '../database/open.ts'
import { insertConsent, type AgreementText, type ConsentKind } from './consents.store.ts'

export { listTexts, type AgreementText } from './consents.store.ts'

export type Answer = {
  accountId: string
  customerId: string
  kind: ConsentKind
  /** What was read. */
  text: AgreementText
  /** A no is kept like a yes, where both may be said. */
  agreed: boolean
  /** What it was said for: a bank account, a check. */
  subjectId: string | null
  at: Date
  /** From where. */
  address: string
}

/** Keeps what somebody said to a text of ours, in the transaction of what it was said for. */
export async function keepConsent(tx: Transaction, { text, ...answer }: Answer): Promise<void> {
  await insertConsent(tx, {
    ...answer,
    id: randomUUID(),
    textVersion: text.version,
    textHash: textHashOf(text.body),
  })
}

/** By it we know later which words somebody agreed to. */
export function textHashOf(body: string): string {
  return createHash('sha256').update(body).digest('hex')
}
