import type { Region } from '#domain/region.ts'
import { formatCurrency } from '#domain/money.ts'
import './money.css'

const classNames = { hero: 'money money--hero', large: 'money money--lg', medium: 'money money--md' }

/** An amount of 24 px and up, with smaller cents. */
export function Money({
  amount,
  region,
  size,
}: {
  amount: number
  region: Region
  size: keyof typeof classNames
}) {
  const text = formatMoney(amount, region)
  const point = text.lastIndexOf('.')
  return (
    <span className={classNames[size]}>
      {text.slice(0, point)}
      <span className="money__cents">{text.slice(point)}</span>
    </span>
  )
}

/** An amount in a sentence or list, with a typographic minus. */
export function formatMoney(amount: number, region: Region): string {
  return formatCurrency(amount, region).replace('-', '−')
}
