import './brand-mark.css'

const marks: Record<string, { className: string; text: string }> = {
  visa: { className: 'mark mark--visa', text: 'VISA' },
  mastercard: { className: 'mark mark--mc', text: 'MC' },
  'american express': { className: 'mark mark--amex', text: 'AMEX' },
  amex: { className: 'mark mark--amex', text: 'AMEX' },
  bpay: { className: 'mark mark--bpay', text: 'BPAY' },
}

/** A neutral text tile; the name is written beside it. Null for a brand without one. */
export function BrandMark({ brand }: { brand: string }) {
  const mark = marks[brand.toLowerCase()]
  if (!mark) return null
  return (
    <span className={mark.className} aria-hidden="true">
      {mark.text}
    </span>
  )
}
