import type { Invoice } from '#contract/invoices.ts'
import { Card } from '../../ui/card/card.tsx'
import { useSettings } from '../../session/settings.ts'
import { useStaffRefusal } from '../../session/staff-refusal.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Badge } from '../../ui/badge/badge.tsx'
import { InvoiceRow } from './invoice-row.tsx'
import { InvoiceUpload } from './invoice-upload.tsx'
import '../../ui/list-rows/list-rows.css'
import './invoices.css'

export function InvoicesCard({ invoices, accountId }: { invoices: Invoice[]; accountId: string }) {
  const refusal = useStaffRefusal('POST /api/portal/customer/account/:accountId/invoices/upload')
  const isOffered = useSettings()?.flags.uploadInvoices ?? false
  const canUpload = isOffered && refusal === undefined
  const isEmpty = invoices.length === 0
  return (
    <Card
      title="Invoices"
      className="split__aside card--rows"
      aside={
        !isEmpty && (
          <Badge tone="brand" isPlain>
            {String(invoices.length)}
          </Badge>
        )
      }
    >
      {(isEmpty || canUpload) && (
        <p className="sm muted">
          {isEmpty && "You don't have any invoices yet. "}
          {canUpload && "Send us an invoice from your school and we'll add it to your plan."}
        </p>
      )}
      {!isEmpty && (
        <ul className="rows invoices__rows">
          {newestFirst(invoices).map((invoice) => (
            <InvoiceRow key={invoice.id} invoice={invoice} accountId={accountId} />
          ))}
        </ul>
      )}
      {canUpload && <InvoiceUpload accountId={accountId} />}
      {isOffered && refusal && (
        <Alert variant="caution" title="Uploading an invoice">
          {refusal}
        </Alert>
      )}
    </Card>
  )
}

function newestFirst(invoices: readonly Invoice[]): Invoice[] {
  return invoices.toSorted((a, b) => b.date.localeCompare(a.date))
}
