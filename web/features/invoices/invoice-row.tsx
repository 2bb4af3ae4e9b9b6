import type { Invoice } from '#contract/invoices.ts'
import { formatDate } from '#domain/calendar/calendar.ts'
import { useDownload } from '../../session/use-download.ts'
import { Badge } from '../../ui/badge/badge.tsx'
import { IconButton } from '../../ui/button/button.tsx'
import { BillIcon } from '../../ui/icon/bill.tsx'
import { DownloadIcon } from '../../ui/icon/download.tsx'
import { invoiceBadges } from './invoice-badge.ts'

export function InvoiceRow({ invoice, accountId }: { invoice: Invoice; accountId: string }) {
  const { id: invoiceId, name, status, reason } = invoice
  const badge = invoiceBadges[status]
  return (
    <li>
      <span className="glyph glyph--gold">
        <BillIcon />
      </span>
      <div className="rowtext">
        <b className="sm">{name}</b>
        <div className="stack stack--4 stack--start">
          <small>
            {status === 'Issued' ? 'Issued' : 'Uploaded'} {formatDate(invoice.date)}
          </small>
          {badge && <Badge tone={badge.tone}>{badge.label}</Badge>}
        </div>
        {reason && <p className="invoice__reason sm">{reason}</p>}
      </div>
      <DownloadInvoice invoiceId={invoiceId} name={name} accountId={accountId} />
    </li>
  )
}

type DownloadInvoiceProps = { invoiceId: string; name: string; accountId: string }

function DownloadInvoice({ invoiceId, name, accountId }: DownloadInvoiceProps) {
  const { isBusy, start } = useDownload()
  return (
    <IconButton
      icon={isBusy ? Spinner : DownloadIcon}
      label={`Download ${name}`}
      size="small"
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={() =>
        start(
          'GET /api/portal/customer/account/:accountId/invoices/:invoiceId',
          { params: { accountId, invoiceId } },
          name.toLowerCase().endsWith('.pdf') ? name : `${name}.pdf`,
        )
      }
    />
  )
}

function Spinner() {
  return <span className="spinner" aria-hidden="true" />
}
