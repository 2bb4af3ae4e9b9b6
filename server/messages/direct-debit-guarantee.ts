import type { Note } from './letter.ts'

/** What every bank of the Bacs scheme promises to those who pay by Direct Debit; each notice of a debit says so. */
export const directDebitGuarantee: Note = {
  tone: 'info',
  title: 'The Direct Debit Guarantee',
  lines: [
    'If the amount, the date or the frequency of a debit changes, you are told in advance. If a debit is taken in error, by us or by your bank, your bank refunds it in full and at once. You can cancel a Direct Debit at any time by telling your bank; please tell us too.',
  ],
}
