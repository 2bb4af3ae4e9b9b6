import type { GuestPaymentPage } from '#contract/guest-payments.ts'
import { formatDate } from '#domain/calendar/calendar.ts'
import type { Region } from '#domain/region.ts'
import { Fact } from '../../../ui/definition-list/fact.tsx'
import { useDownload } from '../../../session/use-download.ts'
import { Button } from '../../../ui/button/button.tsx'
import { DownloadIcon } from '../../../ui/icon/download.tsx'
import { SchoolIcon } from '../../../ui/icon/school.tsx'
import { formatMoney, Money } from '../../../ui/money/money.tsx'
import { PanelArt } from '../../../ui/panel/panel-art.tsx'
import { GuestBreakdown } from './guest-breakdown.tsx'
import '../../../ui/card/card.css'
import '../../../ui/list-rows/list-rows.css'

type GuestDueProps = { requestId: string; page: GuestPaymentPage; region: Region }

/** The requested amount, the school, and the explanation. */
export function GuestDue({ requestId, page, region }: GuestDueProps) {
  const { accountInfo, institutionInfo, payableDetails, config } = page
  const { amountDue, periodName, parts } = payableDetails
  return (
    <section className="card card--flush" aria-labelledby="due">
      <div className="card panel panel--flush">
        <PanelArt />
        <div className="due__school">
          <span className="glyph">
            <SchoolIcon />
          </span>
          <span className="rowtext">
            <b>{institutionInfo.displayName}</b>
            <small>
              Account <span className="num">{accountInfo.accountShortId}</span>
            </small>
          </span>
        </div>
        <p className="due__sum stack stack--4" id="due">
          <span className="eyebrow">
            {periodName === null ? 'Your amount due is ' : `Your amount due for ${periodName} is `}
          </span>
          <Money amount={amountDue} region={region} size="hero" />
        </p>
      </div>
      <div className="due__more stack stack--4">
        {parts.length > 1 && <DueParts page={page} region={region} />}
        {config.showBreakdown && (
          <GuestBreakdown
            requestId={requestId}
            shortId={accountInfo.accountShortId}
            amountDue={amountDue}
            region={region}
          />
        )}
        <InvoiceButton requestId={requestId} />
      </div>
    </section>
  )
}

/** The overdue payments that the amount consists of. */
function DueParts({ page, region }: Pick<GuestDueProps, 'page' | 'region'>) {
  const { parts, fee } = page.payableDetails
  return (
    <div className="due__parts stack stack--8">
      <h3>What it consists of</h3>
      <dl className="dl dl--tight">
        {parts.map(({ dueDate, amount }) => (
          <Fact name={`Due ${formatDate(dueDate)}`} key={dueDate}>
            {formatMoney(amount, region)}
          </Fact>
        ))}
        {fee > 0 && <Fact name="Fee for a returned debit">{formatMoney(fee, region)}</Fact>}
      </dl>
      <p className="sm muted">If you pay a part, it pays what was due first.</p>
    </div>
  )
}

function InvoiceButton({ requestId }: { requestId: string }) {
  const { isBusy, start } = useDownload()
  return (
    <div>
      <Button
        look="secondary"
        size="small"
        icon={DownloadIcon}
        isBusy={isBusy}
        onClick={() =>
          start('GET /api/portal/guest/invoice', { query: { request: requestId } }, 'invoice.pdf')
        }
      >
        Download Invoice
      </Button>
    </div>
  )
}
