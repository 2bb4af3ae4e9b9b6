import type { BpayInfo } from '#contract/payment-methods.ts'
import type { Region } from '#domain/region.ts'
import { BrandMark } from '../../ui/brand-mark/brand-mark.tsx'
import { CopyField } from '../../ui/copy-field/copy-field.tsx'
import { formatMoney } from '../../ui/money/money.tsx'
import '../../ui/card/card.css'

export function BpayCard({ bpay, region }: { bpay: BpayInfo; region: Region }) {
  return (
    <section className="card bpay" aria-labelledby="bpay">
      <div className="card__head">
        <h2 id="bpay">Pay by BPAY</h2>
        <BrandMark brand="BPAY" />
      </div>
      <div className="bpay__fields">
        <CopyField label="Biller code" value={bpay.billerCode} />
        <CopyField label="Reference" value={inGroups(bpay.reference)} />
      </div>
      <p className="sm muted">
        {bpay.amount !== null && (
          <>
            Amount <span className="num">{formatMoney(bpay.amount, region)}</span>.{' '}
          </>
        )}
        Use these details in your online banking to make an extra payment at any time.
      </p>
    </section>
  )
}

/** Long numbers are copied by eye in fours. */
function inGroups(reference: string): string {
  return reference.replaceAll(' ', '').replace(/(\d{4})(?=\d)/g, '$1 ')
}
