import type { Overview } from '#contract/overview.ts'
import { formatDate } from '#domain/calendar.ts'
import type { Region } from '#domain/region.ts'
import { formatMoney, Money } from '../../ui/money/money.tsx'
import { Tooltip } from '../../ui/tooltip/tooltip.tsx'
import '../../ui/card/card.css'

const explanation =
  'Repayments may take up to three business days to appear and the balance may not include future payments to the school.'

type BalanceCardProps = { balance: number; last: Overview['lastRepayment']; region: Region }

export function BalanceCard({ balance, last, region }: BalanceCardProps) {
  return (
    <section className="card balance" aria-labelledby="balance">
      <div className="balance__head">
        <h2 id="balance" className="eyebrow">
          Account balance
        </h2>
        <Tooltip text={explanation} />
      </div>
      <p>
        <Money amount={balance} region={region} size="large" />
      </p>
      {last && (
        <p className="sm muted">
          Last payment <span className="num">{formatMoney(last.amount, region)}</span> on{' '}
          {formatDate(last.date)}
        </p>
      )}
    </section>
  )
}
