import type { BpayInfo } from '#contract/payment-methods.ts'
import { inFours } from '#domain/payment-methods/bpay.ts'
import { BrandMark } from '../../../ui/brand-mark/brand-mark.tsx'
import { Choice } from '../../../ui/choice/choice.tsx'
import { CopyField } from '../../../ui/copy-field/copy-field.tsx'
import { otherMethods } from './method-offer.ts'

/** Nothing is charged here: the family pays from its own bank, with these numbers. */
export function BpayChoice({ bpay }: { bpay: BpayInfo }) {
  return (
    <Choice
      value={otherMethods.bpay}
      label="BPAY"
      hint="Make a payment using your personalised BPAY reference."
      end={<BrandMark brand="BPAY" />}
      isWide
    >
      <div className="bpay-numbers">
        <CopyField label="Biller code" value={bpay.billerCode} />
        <CopyField label="Reference" value={inFours(bpay.reference)} />
      </div>
    </Choice>
  )
}
