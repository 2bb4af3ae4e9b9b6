import { memo, useMemo, type CSSProperties } from 'react'
import type { Region } from '#domain/region.ts'
import { balanceOf, drawing, outlinesOf, type BalancePayment } from './balance.ts'
import { captionOf, sentenceOf } from './words.ts'
import './balance-chart.css'

type BalanceChartProps = { payments: readonly BalancePayment[]; region: Region }

/** The amount still to pay, falling with every payment. The paid part is solid, the rest light. */
export const BalanceChart = memo(function BalanceChart({ payments, region }: BalanceChartProps) {
  const balance = useMemo(() => balanceOf(payments), [payments])
  if (!balance) return null
  const { paid, rest, line } = outlinesOf(balance)
  const [now, later] = captionOf(balance, region)
  return (
    <div className="balance-chart" role="img" aria-label={sentenceOf(balance, region)}>
      <div className="balance-chart__caption xs">
        <b>{now}</b>
        <span>{later}</span>
      </div>
      <svg
        className="balance-chart__plot"
        viewBox={`0 0 ${drawing.width} ${drawing.height}`}
        preserveAspectRatio="none"
      >
        <path className="balance-chart__paid" d={paid} />
        <path className="balance-chart__rest" d={rest} />
        <path className="balance-chart__line" d={line} />
      </svg>
      <div className="balance-chart__months" style={{ '--months': balance.months.length } as CSSProperties}>
        {balance.months.map(({ month, label }) => (
          <span key={month}>{label}</span>
        ))}
      </div>
    </div>
  )
})
