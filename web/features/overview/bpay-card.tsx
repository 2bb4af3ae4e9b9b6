import type { BpayInfo } from '#contract/payment-methods.ts'
import { inFours } from '#domain/payment-methods/bpay.ts'
import type { Region } from '#domain/region.ts'
import { BrandMark } from '../../ui/brand-mark/brand-mark.tsx'
import { CopyField } from '../../ui/copy-field/copy-field.tsx'
import { formatMoney } from '../../ui/money/money.tsx'
import '../../ui/card/card.css'

type BpayCardProps = { bpay: BpayInfo; isSetupIncomplete: boolean; region: Region }

export function BpayCard({ bpay, isSetupIncomplete, region }: BpayCardProps) {
  if (isSetupIncomplete) return <NotYet />
  return (
    <section className="card" aria-labelledby="bpay">
      <div className="card__head">
        <h2 id="bpay">Pay by BPAY</h2>
        <BrandMark brand="BPAY" />
      </div>
      <div className="bpay__fields stack stack--10">
        <CopyField label="Biller code" value={bpay.billerCode} />
        <CopyField label="Reference" value={inFours(bpay.reference)} />
        {bpay.amount !== null && (
          <div className="copy">
            <p>
              <small>Amount</small>
              <b>{formatMoney(bpay.amount, region)}</b>
            </p>
          </div>
        )}
      </div>
      <p className="sm muted">
        Use these details in your online banking to make an extra payment at any time.
      </p>
    </section>
  )
}

function NotYet() {
  return (
    <section className="card" aria-labelledby="bpay">
      <div className="card__head">
        <h2 id="bpay">Make additional payments</h2>
      </div>
      <p className="muted">Additional payments are possible once your account is active.</p>
    </section>
  )
}
