import { guaranteePromises, guaranteeTitle } from '#domain/payment-methods/direct-debit-guarantee.ts'
import type { Note } from './letter.ts'

/** The guarantee of the Bacs scheme's banks to Direct Debit payers; each notice of a debit includes it. */
export const directDebitGuarantee: Note = {
  tone: 'info',
  title: guaranteeTitle,
  lines: [guaranteePromises.join(' ')],
}
