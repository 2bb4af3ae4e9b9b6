import type { BpayInfo } from '#contract/payment-methods.ts'
import { toDecimal, type Cents } from '#domain/money.ts'
import { inFours } from '#domain/payment-methods/bpay.ts'
import type { Region } from '#domain/region.ts'
import { BrandMark } from '../../../ui/brand-mark/brand-mark.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { ButtonLink } from '../../../ui/button/button-link.tsx'
import { CopyField } from '../../../ui/copy-field/copy-field.tsx'
import { Heading } from '../../../ui/heading/heading.tsx'
import { formatMoney } from '../../../ui/money/money.tsx'
import '../../../ui/card/card.css'
import '../../../ui/how/how.css'
import './result.css'

type BpayStepsProps = {
  region: Region
  bpay: BpayInfo | null
  amount?: Cents
  /** The parent's Overview; guests have none, and go back to what they were asked for. */
  homePath?: string
  onBack: () => void
}

/** What is left to do at one's own bank. Nothing was charged here, and nothing will be. */
export function BpaySteps({ region, bpay, amount, homePath, onBack }: BpayStepsProps) {
  const sum = amount === undefined ? null : formatMoney(toDecimal(amount), region)
  return (
    <section className="card result stack stack--24 result--steps">
      <div>
        <BrandMark brand="bpay" />
        <Heading title="Next steps" />
        <p className="muted">
          You have not been charged yet. Finish your payment{' '}
          {sum && (
            <>
              of <strong className="nowrap">{sum}</strong>{' '}
            </>
          )}
          in your online banking.
        </p>
      </div>
      <ol className="how">
        <li>
          <div>
            <h2>Log in to online banking and choose BPAY</h2>
            <p>It may be under Pay bills or Payments.</p>
          </div>
        </li>
        <li>
          <div>
            <h2>Enter your payment details with your personalised reference</h2>
            <div className="how__fields">
              {bpay && <CopyField label="Biller code" value={bpay.billerCode} />}
              {bpay && <CopyField label="Reference" value={inFours(bpay.reference)} />}
              {sum && amount !== undefined && (
                <CopyField label="Amount" value={sum} copied={toDecimal(amount).toFixed(2)} />
              )}
            </div>
          </div>
        </li>
        <li>
          <div>
            <h2>Submit your payment</h2>
            <p>Repayments may take up to three business days to show on your account.</p>
          </div>
        </li>
      </ol>
      <p className="muted">
        That is all: you do not have to come back here. We recognise your payment by its reference, and email
        the receipt when it has arrived.
      </p>
      <div className="result__actions">
        {homePath ? (
          <ButtonLink look="secondary" href={homePath}>
            Back to Overview
          </ButtonLink>
        ) : (
          <Button look="secondary" onClick={onBack}>
            Back to the payment request
          </Button>
        )}
      </div>
    </section>
  )
}
