import { guaranteePromises, guaranteeTitle } from '#domain/payment-methods/direct-debit-guarantee.ts'
import type { Note } from './letter.ts'

/** What every bank of the Bacs scheme promises to those who pay by Direct Debit; each notice of a debit says so. */
export const directDebitGuarantee: Note = {
  tone: 'info',
  title: guaranteeTitle,
  lines: [guaranteePromises.join(' ')],
}
