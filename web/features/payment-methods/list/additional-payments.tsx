import type { Account } from '#contract/accounts.ts'
import type { BpayInfo } from '#contract/payment-methods.ts'
import { inFours } from '#domain/payment-methods/bpay.ts'
import type { Region } from '#domain/region.ts'
import { Card } from '../../../ui/card/card.tsx'
import { useSettings } from '../../../session/settings.ts'
import { BrandMark } from '../../../ui/brand-mark/brand-mark.tsx'
import { ButtonLink } from '../../../ui/button/button-link.tsx'
import { CopyField } from '../../../ui/copy-field/copy-field.tsx'
import { formatMoney } from '../../../ui/money/money.tsx'

/** How to pay more than what is taken. */
export function AdditionalPayments({ account }: { account: Account }) {
  const hasLink = !useSettings()?.flags.hideEarlyPayments
  const bpay = account.config.isSetupIncomplete ? null : account.bpayInfo
  if (!hasLink && !bpay) return null
  return (
    <Card
      title="Make additional payments"
      className="split__aside"
      aside={bpay && <BrandMark brand="BPAY" />}
    >
      {account.config.isSetupIncomplete ? (
        <p className="muted">Additional payments are possible once your account is active.</p>
      ) : (
        <div className="stack">
          {bpay ? (
            <BpayFields bpay={bpay} region={account.region} />
          ) : (
            <p className="muted">Pay extra towards your fees at any time.</p>
          )}
          {hasLink && (
            <ButtonLink look="secondary" isBlock href="/pay-now" isNewTab>
              Make a payment
            </ButtonLink>
          )}
        </div>
      )}
    </Card>
  )
}

function BpayFields({ bpay, region }: { bpay: BpayInfo; region: Region }) {
  return (
    <>
      <p className="muted">Pay extra towards your plan from your online banking.</p>
      <div className="stack stack--10">
        <CopyField label="Biller code" value={bpay.billerCode} />
        <CopyField label="Reference" value={inFours(bpay.reference)} />
        {bpay.amount !== null && <CopyField label="Amount" value={formatMoney(bpay.amount, region)} />}
      </div>
    </>
  )
}
