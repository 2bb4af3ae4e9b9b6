import type { BpayInfo } from '#contract/payment-methods.ts'
import { inFours } from '#domain/payment-methods/bpay.ts'
import type { Region } from '#domain/region.ts'
import { Card } from '../../ui/card/card.tsx'
import { BrandMark } from '../../ui/brand-mark/brand-mark.tsx'
import { CopyField } from '../../ui/copy-field/copy-field.tsx'
import { formatMoney } from '../../ui/money/money.tsx'

type BpayCardProps = { bpay: BpayInfo; isSetupIncomplete: boolean; region: Region }

export function BpayCard({ bpay, isSetupIncomplete, region }: BpayCardProps) {
  if (isSetupIncomplete) return <NotYet />
  return (
    <Card title="Pay by BPAY" aside={<BrandMark brand="BPAY" />}>
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
    </Card>
  )
}

function NotYet() {
  return (
    <Card title="Make additional payments">
      <p className="muted">Additional payments are possible once your account is active.</p>
    </Card>
  )
}
