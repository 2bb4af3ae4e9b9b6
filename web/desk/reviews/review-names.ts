import type { ReviewKind } from '#domain/reviews.ts'

/** What several of a kind are called, and one of them. */
export const kindNames: Record<ReviewKind, { many: string; one: string }> = {
  Plan: { many: 'Plans', one: 'plan' },
  Discount: { many: 'Discounts', one: 'discount' },
  FeeChange: { many: 'New fees', one: 'plan with new fees' },
  Identity: { many: 'Identity', one: 'copy' },
  Invoice: { many: 'Invoices', one: 'invoice' },
  Withdrawal: { many: 'Withdrawals', one: 'withdrawal' },
  Skip: { many: 'Skips', one: 'skip' },
}

const lists = new Intl.ListFormat('en-AU', { type: 'conjunction' })

/** "Ngozi and Emeka read", "Juliette reads" */
export function whoReads(readers: readonly string[]): string {
  if (readers.length === 0) return 'The family reads'
  return `${lists.format(readers)} ${readers.length === 1 ? 'reads' : 'read'}`
}

/** By which way they read it. */
export function howTheyRead(readers: readonly string[]): string {
  if (readers.length === 0) return 'No member of this family can be reached'
  const to = readers.length === 1 ? '' : readers.length === 2 ? ' to both' : ` to all ${readers.length}`
  return `By email${to}, and with the reason in the portal. No text message.`
}
