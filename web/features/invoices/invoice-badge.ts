import type { InvoiceStatus } from '#contract/invoices.ts'
import type { BadgeTone } from '../../ui/badge/badge.tsx'

/** An invoice that comes from the school needs nobody's word. */
export const invoiceBadges: Record<InvoiceStatus, { label: string; tone: BadgeTone } | null> = {
  Issued: null,
  Waiting: { label: 'In review', tone: 'info' },
  Accepted: { label: 'Accepted', tone: 'success' },
  Rejected: { label: 'Rejected', tone: 'error' },
}
