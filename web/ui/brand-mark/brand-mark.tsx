import { brandShapes } from './brand-shapes.ts'
import './brand-mark.css'

const cards: Record<string, keyof typeof brandShapes> = {
  visa: 'visa',
  mastercard: 'mastercard',
  'american express': 'amex',
  amex: 'amex',
}

/** The mark of a card scheme or of BPAY; the name is written beside it. Null for a brand without one. */
export function BrandMark({ brand }: { brand: string }) {
  const name = brand.toLowerCase()
  if (name === 'bpay')
    return (
      <span className="mark mark--bpay" aria-hidden="true">
        BPAY
      </span>
    )
  const card = cards[name]
  if (!card) return null
  return (
    <svg className="mark mark--card" viewBox="0 0 36 24" aria-hidden="true">
      {brandShapes[card].map(({ d, fill }) => (
        <path key={d} d={d} fill={fill} />
      ))}
    </svg>
  )
}
