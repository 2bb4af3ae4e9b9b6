import type { InvoiceStatus } from '#contract/invoices.ts'
import type { BadgeTone } from '../../ui/badge/badge.tsx'

/** An invoice from the school needs no review. */
export const invoiceBadges: Record<InvoiceStatus, { label: string; tone: BadgeTone } | null> = {
  Issued: null,
  Waiting: { label: 'In review', tone: 'info' },
  Accepted: { label: 'Accepted', tone: 'success' },
  Rejected: { label: 'Rejected', tone: 'error' },
}
